"""Files of pronunciations: shipped < project < user.

A file has lines of `language, word, pronunciation, flags`, separated by tabs (.tsv) or commas (.csv), or is a JSON list
of objects with those names (lang, grapheme, phoneme, flags).
"""

import csv
import json
import logging
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from kokoro_live.errors import LexiconError
from kokoro_live.phonemes.lexicon import Entry, Lexicon, entry

COLUMNS = ("lang", "grapheme", "phoneme", "flags")
UNSEEN = object()  # a file's state before it was looked at
log = logging.getLogger("kokoro_live")


def read(path: Path) -> list[Entry]:
    """The entries of a file; the first mistake is named with its line."""
    entries, mistakes = parsed(path)
    if mistakes:
        raise LexiconError(f"{path}{mistakes[0]}")
    return entries


def parsed(path: Path) -> tuple[list[Entry], list[str]]:
    """The entries of a file that can be read, and what is wrong with the others: ", line 3: …"."""
    try:
        text = path.read_text("utf-8-sig")  # some editors put a mark before it
    except (OSError, ValueError) as error:
        raise LexiconError(f"{path} cannot be read: {error}") from error
    return _entries(text, path.suffix.lower())


def _entries(text: str, kind: str) -> tuple[list[Entry], list[str]]:
    entries: list[Entry] = []
    mistakes: list[str] = []
    try:
        for number, row in _objects(text) if kind == ".json" else _rows(text, "," if kind == ".csv" else "\t"):
            try:
                entries.append(entry(*_columns(row)))
            except LexiconError as error:
                mistakes.append(f", {'entry' if kind == '.json' else 'line'} {number}: {error}.")
    except LexiconError as error:  # nothing after this can be read
        mistakes.append(str(error))
    return entries, mistakes


def _columns(row: list[Any]) -> list[str]:
    if not 3 <= len(row) <= len(COLUMNS):
        raise LexiconError(f"language, word, pronunciation, flags; not {len(row)} columns")
    if not all(isinstance(value, str) for value in row):
        raise LexiconError(f"{', '.join(COLUMNS)} must be texts")
    return row


def _rows(text: str, separator: str) -> Iterator[tuple[int, list[Any]]]:
    lines = text.splitlines()
    reader = csv.reader(lines) if separator == "," else csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    try:
        for row in reader:
            cells = [cell.strip() for cell in row]
            if any(cells) and not cells[0].startswith("#") and tuple(cells[:3]) != COLUMNS[:3]:
                yield reader.line_num, cells
    except csv.Error as error:
        raise LexiconError(f", line {reader.line_num}: {error}.") from None


def _objects(text: str) -> Iterator[tuple[int, list[Any]]]:
    try:
        entries = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise LexiconError(f" is not JSON: {error}.") from None
    for number, item in enumerate(entries if isinstance(entries, list) else [entries], 1):
        if not isinstance(item, dict):
            raise LexiconError(f", entry {number}: not an object.")
        values = [item.get(column) or "" for column in COLUMNS]
        if isinstance(values[3], list):
            values[3] = " ".join(map(str, values[3]))
        yield number, values


@cache
def shipped() -> tuple[Entry, ...]:
    """What comes with the program: brands and technical words that front ends get wrong."""
    text = resources.files(__package__).joinpath("lexicons", "default.tsv").read_text("utf-8")
    entries, mistakes = _entries(text, ".tsv")
    assert not mistakes, mistakes
    return tuple(entries)


class Files:
    """Lexicons on disk, read again when they change."""

    def __init__(self, paths: Iterable[Path]) -> None:
        self._paths = tuple(paths)  # later ones win
        self._stamps: dict[Path, object] = {}
        self._entries: dict[Path, tuple[Entry, ...]] = {}
        self._mistakes: dict[Path, list[str]] = {}
        self._own: tuple[Entry, ...] = ()
        self._lexicon: tuple[tuple[Entry, ...], Lexicon] | None = None  # and of which own entries it was made

    def lexicon(self, further: tuple[Entry, ...] = ()) -> Lexicon:
        """All of them, the shipped ones first, and further ones, which win."""
        own, known = self.own(), self._lexicon
        if further:
            return Lexicon((*shipped(), *own, *further))
        if known is None or known[0] is not own:
            self._lexicon = known = (own, Lexicon((*shipped(), *own)))
        return known[1]

    def entries(self) -> tuple[Entry, ...]:
        """All of them, the shipped ones first."""
        return (*shipped(), *self.own())

    def own(self) -> tuple[Entry, ...]:
        """Without the shipped ones. A mistake costs its line; a file that cannot be read stays as it was."""
        stamps = {path: _stamp(path) for path in self._paths}
        if stamps != self._stamps:
            for path in self._paths:
                if stamps[path] != self._stamps.get(path, UNSEEN):
                    self._read(path, stamps[path] is not None)
            self._stamps = stamps
            self._own = tuple(one for path in self._paths for one in self._entries.get(path, ()))
        return self._own

    def mistakes(self) -> list[str]:
        """What could not be read, without the words themselves and without folders."""
        return [mistake for path in self._paths for mistake in self._mistakes.get(path, ())]

    def _read(self, path: Path, is_there: bool) -> None:
        try:
            entries, mistakes = parsed(path) if is_there else ([], [])
        except LexiconError:
            self._mistakes[path] = [f"{path.name} cannot be read"]
        else:
            self._entries[path] = tuple(entries)
            self._mistakes[path] = [path.name + mistake.partition(":")[0] for mistake in mistakes]
        for mistake in self._mistakes[path]:
            log.warning("a mistake in a lexicon: %s; see kokoro-live lexicon list", mistake)


def _stamp(path: Path) -> object:
    try:
        facts = path.stat()
    except OSError:
        return None
    return facts.st_mtime_ns, facts.st_size
