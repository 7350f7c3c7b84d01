"""kokoro-live voices"""

import argparse
import json
from dataclasses import asdict

from rich.console import Console
from rich.table import Table

from kokoro_live.model.voices import CATALOGUE
from kokoro_live.phonemes import language_named

EXAMPLE = "kokoro-live voices --lang en-gb"


def add_options(parser: argparse.ArgumentParser) -> None:
    """What may be asked for."""
    parser.add_argument("--lang", metavar="LANGUAGE", help="only those of one language")
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(options: argparse.Namespace) -> int:
    """The catalogue, as a table or as JSON."""
    language = language_named(options.lang) if options.lang else None
    voices = [voice for voice in CATALOGUE.values() if language in (None, voice.language)]
    if options.json:
        print(json.dumps([asdict(voice) for voice in voices], indent=1))
        return 0
    table = Table(box=None, header_style="bold")
    for title in ("voice", "language", "gender", "grade", "OpenAI name", ""):
        table.add_column(title)
    for voice in voices:
        table.add_row(voice.name, voice.language, voice.gender, voice.grade, ", ".join(voice.aliases), voice.remark)
    Console().print(table)
    return 0
