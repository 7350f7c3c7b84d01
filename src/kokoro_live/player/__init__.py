"""Sound out of the machine."""
