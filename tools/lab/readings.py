"""Blind lines: are they said as somebody would, who wrote down how before any rule was seen?

Each table is named for its language (en.tsv, fr.tsv, …) and has three columns: class, what is written, and how it may
be said, in words, with " || " between what is equally right. A line counts if its words are the same, or if they sound
the same: then nobody hears a difference between "F B I" and "FBI".
"""

import re
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.table import Table

from kokoro_live.phonemes import Phonemiser
from kokoro_live.phonemes.alphabet import phonemes_of
from kokoro_live.phonemes.lexicon import Lexicon
from kokoro_live.phonemes.lexicon_files import shipped
from kokoro_live.text import segments
from lab.options import Options

LANGUAGES = {"en": "en-us", "fr": "fr-fr", "pt": "pt-br"}
SILENT = re.compile(r"[ˈˌː\s;:,.!?—…\"()“”]")  # stress, length, marks and spaces
WORDS = re.compile(r"\w+", re.UNICODE)
LETTERS = re.compile(r"\b(?:[A-Z] )+[A-Z]s\b")  # "F A Qs" is one word for a front end
BETWEEN = " || "
LEXICON = Lexicon(shipped())
PHONEMISER = Phonemiser()
ENOUGH = {"en-us": 0.92}
ENOUGH_ELSEWHERE = 0.80


def run(options: Options) -> int:
    """The tables that are named, one after another; every miss is shown."""
    failed = False
    for path in map(Path, options.files):
        language = LANGUAGES.get(path.stem, path.stem)
        right, total = _judged(path, language)
        _shown(path, right, total)
        failed |= right.total() < ENOUGH.get(language, ENOUGH_ELSEWHERE) * total.total() or not total
    return int(failed)


def _judged(path: Path, language: str) -> tuple[Counter[str], Counter[str]]:
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for line in path.read_text(encoding="utf-8").splitlines():
        kind, written, readings = line.split("\t")
        total[kind] += 1
        if is_said_so(written, readings.split(BETWEEN), language):
            right[kind] += 1
        else:
            print(f"{kind}: {written}\n  said   {words(written, language)}\n  should {readings.split(BETWEEN)[0]}")
    return right, total


def is_said_so(written: str, readings: list[str], language: str) -> bool:
    """Whether a written line is said like one of its readings in words."""
    readings = [LETTERS.sub(lambda match: match.group().replace(" ", ""), reading) for reading in readings]
    if _bare(words(written, language)) in map(_bare, readings):
        return True
    heard = sounds(written, language)
    return any(sounds(reading, language) == heard for reading in readings)


def words(written: str, language: str) -> str:
    """What is said, in words."""
    return " ".join(segment.text.text for segment in segments(written, language))


def sounds(written: str, language: str) -> str:
    """What is said, in phonemes without stress and pauses."""
    utterances = (PHONEMISER.phonemise(segment, language, LEXICON) for segment in segments(written, language))
    return SILENT.sub("", "".join(phonemes_of(word.tokens) for each in utterances for word in each.words))


def _bare(text: str) -> str:
    """Letters alone: hyphens, and whether an initialism is spaced, are nobody's matter."""
    return "".join(WORDS.findall(text.lower().replace("'", "").replace("’", "")))


def _shown(path: Path, right: Counter[str], total: Counter[str]) -> None:
    table = Table("class", "right", "of", title=path.name)
    for kind in sorted(total):
        table.add_row(kind, str(right[kind]), str(total[kind]))
    Console().print(table)
    print(f"{path.name}: {right.total()} of {total.total()} right ({right.total() / max(1, total.total()):.1%})")
