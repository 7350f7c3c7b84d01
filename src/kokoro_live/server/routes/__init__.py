"""One file for each family of addresses."""
