"""Is what is written said right? Every case of the tables, by class."""

from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.table import Table

from kokoro_live.text.normalise import normalised
from kokoro_live.traced_text import TracedText
from lab.options import Options

DATA = Path(__file__).parents[2] / "tests" / "data"
ENGLISH = ("english", "unseen", "unseen2")
LEAST = 800


def run(options: Options) -> int:
    """All cases. Those of `unseen*.tsv` were written by somebody who did not know the rules."""
    cases = [
        *english_cases(DATA / "english.tsv"),
        *english_cases(DATA / "unseen.tsv"),
        *english_cases(DATA / "unseen2.tsv"),
        *_others(DATA / "others.tsv"),
    ]
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for kind, language, written, spoken in cases:
        found = said(written, language)
        total[kind] += 1
        right[kind] += found == spoken
        if found != spoken:
            print(f"{kind}: {written}\n  said   {found}\n  should {spoken}")
    table = Table("class", "right", "of")
    for kind in sorted(total):
        table.add_row(kind, str(right[kind]), str(total[kind]))
    Console().print(table)
    print(f"{right.total()} of {total.total()} right ({right.total() / max(1, total.total()):.1%})")
    return 0 if total.total() >= LEAST and right == total else 1


def said(written: str, language: str) -> str:
    """In words, with single spaces."""
    return " ".join(normalised(TracedText.of(written), language)[0].text.split())


def english_cases(path: Path) -> list[tuple[str, str, str, str]]:
    """Class, language, what is written, how it is said."""
    rows = [line.split("\t") for line in path.read_text().splitlines()]
    return [(kind, "en-gb" if kind.endswith("-gb") else "en-us", written, spoken) for kind, written, spoken in rows]


def _others(path: Path) -> list[tuple[str, str, str, str]]:
    rows = [line.split("\t") for line in path.read_text().splitlines()]
    return [(language, language, written, spoken) for language, written, spoken in rows]
