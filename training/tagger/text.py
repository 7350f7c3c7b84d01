"""Sentences as the tagger sees them: by the project's own rules for text, in the stretches that are read as English."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kokoro_live.phonemes.lexicon import Lexicon
from kokoro_live.phonemes.lexicon_files import shipped
from kokoro_live.phonemes.phonemiser import language_parts
from kokoro_live.phonemes.scripts import stretches
from kokoro_live.text import segments
from training.tagger.sources import SOURCES, Source

LONGEST = 1500  # characters of a paragraph
FILE = "sentences.tsv"
MOST = 20_000  # sentences of one source
ENGLISH = re.compile(
    r"\b(?:the|of|to|and|a|in|is|it|you|that|i|for|was|on|with|be|this|have|are|not|my|we|do|he|she)\b", re.I
)
LEXICON = Lexicon(shipped())


@dataclass(frozen=True)
class Sentence:
    """What Misaki is given, and where it is from."""

    text: str
    source: str
    held_out: bool


def collected(folder: Path) -> Iterator[Sentence]:
    """Every sentence of every source, once; what is held out is not taught anywhere else."""
    known: set[str] = set()
    for source in sorted(SOURCES, key=lambda source: -source.held_out):
        yield from _of_source(source, folder, known)


def write_sentences(folder: Path) -> Counter[tuple[str, bool]]:
    """Collects them into a file of the folder, and counts them by source and by whether they are held out."""
    counts: Counter[tuple[str, bool]] = Counter()
    with (folder / FILE).open("w", encoding="utf-8") as file:
        for one in collected(folder):
            counts[one.source, one.held_out] += 1
            file.write(f"{int(one.held_out)}\t{one.source}\t{one.text}\n")
    return counts


def read_sentences(folder: Path) -> Iterator[Sentence]:
    """What lies in that file."""
    with (folder / FILE).open(encoding="utf-8", newline="\n") as file:
        for line in file:
            held_out, source, text = line.rstrip("\n").split("\t", 2)
            yield Sentence(text, source, held_out == "1")


def _of_source(source: Source, folder: Path, known: set[str]) -> Iterator[Sentence]:
    count = 0
    for _, content, held_out in source.documents(folder):
        for paragraph in source.read(content):
            if count >= MOST or not 8 < len(paragraph) < LONGEST or not ENGLISH.search(paragraph):
                continue
            for text in spoken(paragraph):
                if text not in known and "\n" not in text and any(char.isalpha() for char in text):
                    known.add(text)
                    count += 1
                    yield Sentence(text, source.name, held_out)


def spoken(paragraph: str) -> Iterator[str]:
    """The texts that the English front end would be asked for."""
    for segment in segments(paragraph, "en-us"):
        for part, own in language_parts(segment, "en-us"):
            text = LEXICON.respelled(part, own).text
            for stretch in stretches(text, own):
                if stretch.language.startswith("en"):
                    yield text[stretch.start : stretch.end]
