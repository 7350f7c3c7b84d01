"""The command line: one file for each command, with its options and what it does."""

from kokoro_live.cli.parser import main

__all__ = ["main"]
