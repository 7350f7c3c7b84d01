"""One module per command of the command line; part of the edge, imported by `cli` alone."""
