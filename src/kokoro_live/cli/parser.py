"""The command line as a whole. A command's file is imported when it is asked for: `--help` answers at once."""

import argparse
import gc
import os
import re
import sys
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from importlib import import_module
from types import ModuleType
from typing import Any, NoReturn

from kokoro_live import __version__
from kokoro_live.errors import KokoroError, SetupError

Run = Callable[[argparse.Namespace], int]
COMMANDS = {
    "say": "speak a text, or write it to a file",
    "voices": "list the voices",
    "models": "list, fetch, verify, build or export the model files",
    "doctor": "what is here, what is missing and how to get it",
    "bench": "measure honestly: the server as a listener meets it, beside others",
    "serve": "the server that OpenAI's clients can talk to",
    "config": "every setting, its value and what it does",
    "cache": "kept audio: how much there is, or forget it",
    "lexicon": "how words are pronounced: your own, and all others",
    "explain": "how a text would be read: words, rules, phonemes",
    "check": "is a file of speech as loud and as clean as it should be",
    "install": "install an extra beside this program: ja, zh, bench",
}
CHOICE = re.compile(r"invalid choice: '([^']*)' \(choose from (.*)\)")
EPILOG = """\
examples:
  kokoro-live say "Hello, world."
  kokoro-live say -o hello.wav --voice bm_george --timestamps srt "Good evening."
  cat chapter.txt | kokoro-live say -o chapter.wav -
  kokoro-live doctor
"""


class Parser(argparse.ArgumentParser):
    """Says which choice was probably meant."""

    def error(self, message: str) -> NoReturn:
        """One line, and the exit status of a mistake."""
        choice = CHOICE.search(message)
        near = get_close_matches(choice[1], re.findall(r"[\w-]+", choice[2]), n=1) if choice else []
        super().error(f"{message}. Did you mean {near[0]}?" if near else message)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; a user's mistake is one line on stderr and an exit status, never a traceback."""
    given = sys.argv[1:] if arguments is None else arguments
    try:
        options = _parser(given).parse_args(given)
        run: Run = options.command
        return run(options)
    except KokoroError as error:
        print(f"kokoro-live: {error}", file=sys.stderr)
        return error.exit_status
    except BrokenPipeError:  # the reader of our output went away: nothing is wrong
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130


def _parser(arguments: Sequence[str]) -> Parser:
    """Knows all commands by name, and the options of the one that is asked for."""
    parser = Parser(
        prog="kokoro-live",
        description="Local text-to-speech around Kokoro-82M.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"kokoro-live {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    asked = next((each for each in arguments if not each.startswith("-")), None)
    for name, about in COMMANDS.items():
        command = commands.add_parser(name, help=about, formatter_class=argparse.RawDescriptionHelpFormatter)
        if name == asked:
            _complete(command, about, _module(name))
    return parser


def _complete(command: Parser, about: str, module: Any) -> None:
    """Its help opens with what it does, and an example."""
    command.description = f"{about[0].upper()}{about[1:]}.\n\nexample:\n  {module.EXAMPLE}"
    command.set_defaults(command=module.run)
    module.add_options(command)


def _module(name: str) -> ModuleType:
    gc.disable()  # importing makes many objects and no garbage: looking for some took an eighth of the time
    try:
        return import_module(f"kokoro_live.cli.{name}")
    except ModuleNotFoundError as missing:
        if str(missing.name).startswith("kokoro_live"):
            raise
        raise SetupError(f"{missing.name} is missing from this installation: install kokoro-live again.") from missing
    finally:
        gc.enable()


def number(text: str) -> float:
    """An option that is a number."""
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None
