"""kokoro-live serve"""

import argparse
import sys

from kokoro_live.server.lifecycle import serve

EXAMPLE = "kokoro-live serve --port 8880 --voice bm_george"


def add_options(parser: argparse.ArgumentParser) -> None:
    """What may be asked for."""
    parser.add_argument("--host", help="addresses to listen on, comma-separated (default: this machine only)")
    parser.add_argument("--port", help="default 8880")
    parser.add_argument("--api-key", metavar="KEY", help="what clients must send; needed beyond this machine")
    parser.add_argument("--voice", help="the default voice")
    parser.add_argument("--speed", help="the default speed")
    parser.add_argument("--pauses", help="tight, natural, slow, or a number (times as long)")
    parser.add_argument("--cache-dir", metavar="FOLDER", help="downloads, derived graphs and kept audio")
    parser.add_argument("--profile", help="audio per write of a stream: stable 50 ms, benchmark 40, safe 100")
    parser.add_argument("--chunk-ms", metavar="MS", help="the same as a number from 30 to 120")
    parser.add_argument("--prelude", action="store_const", const="true", help="silence at once, for old decoders")
    parser.add_argument("--threads", help="threads of the model")
    parser.add_argument("--variant", help="which variant of the model: int8, folded or auto")
    parser.add_argument("--ephemeral", action="store_const", const="true", help="keep nothing on disk")
    parser.add_argument("--verbose-logs", action="store_const", const="true", help="log every request")


def run(options: argparse.Namespace) -> int:
    """Until told to end. Its log is one JSON object per line, so that a bar is drawn for people only."""
    if not sys.stderr.isatty():
        return serve(options)
    from kokoro_live.cli.progress import bar  # nobody else waits for what draws it

    return serve(options, bar)
