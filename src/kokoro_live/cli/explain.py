"""kokoro-live explain: how a text would be read."""

import argparse
import json
import sys

from rich.console import Console
from rich.table import Table

from kokoro_live.config import Settings
from kokoro_live.explanation import explained
from kokoro_live.request import check
from kokoro_live.text_frontend import TextFrontend

EXAMPLE = 'kokoro-live explain "Dr. Smith paid $5 on 3/4/2021."'


def add_options(parser: argparse.ArgumentParser) -> None:
    """What may be asked for."""
    parser.add_argument("text", nargs="*", help="- or nothing reads standard input")
    parser.add_argument("--voice", help="whose habits; the default voice unless given")
    parser.add_argument("--lang", metavar="LANGUAGE", help="default: the voice's")
    parser.add_argument("--input-format", "--format", default="auto", help="auto, text, markdown or ssml")
    parser.add_argument("--json", action="store_true", help="as one JSON object")


def run(options: argparse.Namespace) -> int:
    """As a table, or one JSON object."""
    settings = Settings.load()
    text = " ".join(options.text)
    if text in ("", "-"):
        text = sys.stdin.read()
    voice = options.voice or settings.voice
    asked = check(text, voice, language=options.lang, input_format=options.input_format)
    explanation = explained(TextFrontend(settings.lexicons()), asked)
    if options.json:
        print(json.dumps(explanation, ensure_ascii=False, indent=1))
        return 0
    console = Console()
    table = Table("characters", "written", "rule", "spoken")
    for segment in explanation["segments"]:
        for reading in segment["readings"]:
            where = f"{reading['char_start']}–{reading['char_end']}"
            table.add_row(where, reading["written"], reading["rule"], reading["spoken"])
    if table.row_count:
        console.print(table)
    words = Table("characters", "spoken", "phonemes", "known by")
    for segment in explanation["segments"]:
        for word in segment["words"]:
            if word["spoken"]:
                where = f"{word['char_start']}–{word['char_end']}"
                words.add_row(where, word["text"], word["phonemes"], word["backend"])
    console.print(words)
    return 0
