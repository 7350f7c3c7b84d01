"""python -m bench: the same as `kokoro-live bench`."""

import sys

from kokoro_live.cli import main

if __name__ == "__main__":
    sys.exit(main(["bench", *sys.argv[1:]]))
