"""kokoro-live explain: how a text would be read."""

import argparse
import json
import sys

from rich.console import Console
from rich.table import Table

from kokoro_live.config import Settings
from kokoro_live.engine import Engine
from kokoro_live.explanation import explained


def run(options: argparse.Namespace) -> int:
    """As a table, or one JSON object."""
    settings = Settings.load()
    text = " ".join(options.text)
    if text in ("", "-"):
        text = sys.stdin.read()
    engine = Engine(settings)
    wanted = engine.checked(
        text, options.voice or settings.voice, language=options.lang, input_format=options.input_format
    )
    found = explained(engine, wanted)
    if options.json:
        print(json.dumps(found, ensure_ascii=False, indent=1))
        return 0
    console = Console()
    table = Table("characters", "written", "rule", "spoken")
    for segment in found["segments"]:
        for reading in segment["readings"]:
            where = f"{reading['char_start']}–{reading['char_end']}"
            table.add_row(where, reading["written"], reading["rule"], reading["spoken"])
    if table.row_count:
        console.print(table)
    words = Table("characters", "spoken", "phonemes", "known by")
    for segment in found["segments"]:
        for word in segment["words"]:
            if word["spoken"]:
                where = f"{word['char_start']}–{word['char_end']}"
                words.add_row(where, word["text"], word["phonemes"], word["backend"])
    console.print(words)
    return 0
