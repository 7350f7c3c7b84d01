"""Our tagger beside spaCy's: do sentences sound the same, and which words do not?

Only what differs in a token or a tag is read twice: Misaki makes the same phonemes of the same tokens. Without a folder
the sentences are the project's own, which takes seconds. With one they are those that are held out
(tools/take_tagger.py collects them there).
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import islice
from pathlib import Path
from typing import Any

from kokoro_live.phonemes import english, tagger
from kokoro_live.phonemes.pieces import Piece
from lab.corpus import NATURAL
from lab.options import Options
from training.sentences import ENGLISH_TABLES, ROOT
from training.tagger.labels import Teacher
from training.tagger.text import read_sentences, spoken

TARGET = 0.993  # of the sentences sound the same
ENGLISH = ("en-us", "en-gb")
STEP = 3  # of the held-out sentences one is judged: 26 000
Tagged = list[tuple[str, str, str]]  # token, space after it, tag
Change = tuple[str, str, str, str]  # word, its two tags, and the two ways it is said


@dataclass
class Found:
    """What came out, by source."""

    total: Counter[str] = field(default_factory=Counter)
    same: Counter[str] = field(default_factory=Counter)
    tokens: int = 0
    tags: int = 0  # that are the same
    cut: int = 0  # sentences that were cut into other tokens
    changes: Counter[Change] = field(default_factory=Counter)

    @property
    def share(self) -> float:
        """Of the sentences sound the same."""
        return self.same.total() / max(self.total.total(), 1)

    def figures(self) -> dict[str, Any]:
        """For the manifest and the results."""
        return {
            "sentences": self.total.total(),
            "same_phonemes": round(self.share, 5),
            "same_tags": round(self.tags / max(self.tokens, 1), 5),
            "other_tokens": self.cut,
            "by_source": {name: round(self.same[name] / count, 4) for name, count in sorted(self.total.items())},
        }


def run(options: Options) -> int:
    """Agreement and every difference; exit status 1 below the target."""
    texts = held_out(Path(options.files[0])) if options.files else own_sentences()
    found = compared(texts)
    told(found, Path(options.target) if options.target else None)
    print("PASS" if found.share >= TARGET else f"FAIL: {TARGET:.1%} of the sentences should sound the same")
    return 0 if found.share >= TARGET else 1


def told(found: Found, file: Path | None = None) -> None:
    """Every difference with how often it was met, on the screen or in a file, and the figures."""
    rows = ["count\tword\ttags\tspaCy\tours", *("\t".join([str(n), *c]) for c, n in found.changes.most_common())]
    if file:
        file.write_text("\n".join(rows) + "\n", encoding="utf-8")
    else:
        print("\n".join(rows))
    print(json.dumps(found.figures(), indent=1))


def held_out(folder: Path) -> Iterator[tuple[str, str]]:
    """Source and text of what was never taught, each third of them."""
    every = ((one.source, one.text) for one in read_sentences(folder) if one.held_out)
    return islice(every, 0, None, STEP)


def own_sentences() -> Iterator[tuple[str, str]]:
    """The project's own, as the English front end gets them."""
    for written in (*NATURAL, *_of_tables()):
        yield from (("project", text) for text in spoken(written))


def _of_tables() -> Iterator[str]:
    for table in ENGLISH_TABLES:
        for line in (ROOT / f"tests/data/{table}.tsv").read_text(encoding="utf-8").splitlines():
            yield line.split("\t")[-1]


def compared(texts: Iterable[tuple[str, str]]) -> Found:
    """The tokens, tags and sounds of every text, by spaCy's tagger and by ours."""
    found, teacher = Found(), Teacher()
    kept = list(texts)
    labels = teacher.labels(text for _, text in kept)
    for (source, text), label in zip(kept, labels, strict=True):
        old = [(*token, teacher.tags[best]) for token, best in zip(label.tokens, label.tags[:, 0], strict=True)]
        new = tagger.shipped().tagged(text)
        found.total[source] += 1
        found.tokens += len(old)
        if [one[:2] for one in old] == [one[:2] for one in new]:
            found.tags += sum(a == b for a, b in zip(old, new, strict=True))
        else:
            found.cut += 1
        changes = (
            set() if old == new else {one for language in ENGLISH for one in differences(text, old, new, language)}
        )
        found.same[source] += not changes
        found.changes.update(changes)
    return found


def differences(text: str, old: Tagged, new: Tagged, language: str) -> Iterator[Change]:
    """Words that sound otherwise with the new tags."""
    before, after = (_read(text, tagged, language) for tagged in (old, new))
    if _sound(before) == _sound(after):
        return
    matcher = SequenceMatcher(None, [_key(piece) for piece in before], [_key(piece) for piece in after], False)
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind != "equal":
            first, last = (before[a:b] or before[a - 1 : a] or before[:1]), before[a:b]
            span = text[first[0].start : (last or first)[-1].end]
            yield span, _tags(old, new, span), _sound(before[a:b]), _sound(after[c:d])


def _key(piece: Piece) -> tuple[int, int, str, bool]:
    return piece.start, piece.end, piece.phonemes, piece.space_after


def _read(text: str, tagged: Tagged, language: str) -> list[Piece]:
    reader = copy(english.g2p(language == "en-gb"))
    reader.tagged = lambda _: tagged
    return english.pieces_by(reader, text, language)


def _sound(pieces: list[Piece]) -> str:
    return "".join(piece.phonemes + " " * piece.space_after for piece in pieces).strip()


def _tags(old: Tagged, new: Tagged, span: str) -> str:
    """The tags of the tokens in a word, where they differ."""
    if [one[0] for one in old] != [one[0] for one in new]:
        return "other tokens"
    pairs = [f"{a[2]}→{b[2]}" for a, b in zip(old, new, strict=True) if a[2] != b[2] and a[0] in span]
    return " ".join(dict.fromkeys(pairs)) or "a neighbour's"
