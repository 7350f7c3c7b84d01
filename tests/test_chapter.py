"""A whole chapter: every word is spoken, once, in order."""

from collections import Counter
from random import Random

from bench.texts import passage
from kokoro_live.phonemes.chunking import grouped, within
from kokoro_live.records import Utterance
from kokoro_live.text import segments
from tests.phonemiser import phonemise

ASIDES = (
    "Chapter 12: The 3rd of May\n\n",
    "“Is it $5.50, or 20%?” she asked Dr. Smith at 10:30 a.m.\n\n",
    "See https://example.org/a/b?c=1 for the rest (pp. 10–12).\n",
    "- first, the St. Louis road\n- second, 3.5 km of it\n- third, e.g. the U.S. one\n\n",
    "He said: “No. 5 is alive…” It was 1999; 1,234 people came. ",
)


def chapter(characters: int) -> str:
    random = Random("chapter")
    parts: list[str] = []
    while sum(map(len, parts)) < characters:
        parts += [passage(random, 900), random.choice(["\n\n", " ", "\n"]), random.choice(ASIDES)]
    return "".join(parts)[:characters]


def utterances(source: str) -> list[Utterance]:
    spoken = (phonemise(segment, "en-us") for segment in segments(source, "en-us", "text"))
    return list(grouped((piece for one in spoken for piece in within(one, 160)), 160))


def test_every_word_of_a_chapter_is_spoken_once_and_in_order() -> None:
    source = chapter(100_000)
    spans = [word.span for one in utterances(source) for word in one.words if word.spoken]
    starts = [span.start for span in spans]
    assert starts == sorted(starts)
    different = sorted({(span.start, span.end) for span in spans})
    times_said: Counter[int] = Counter()
    for start, end in different:
        times_said.update(range(start, end))
    letters = [place for place, char in enumerate(source) if char.isalnum()]
    silent = [place for place in letters if not times_said[place]]
    assert not silent, [source[place - 20 : place + 20] for place in silent[:5]]
    twice = [place for place in letters if times_said[place] > 1]
    assert not twice, [source[place - 20 : place + 20] for place in twice[:5]]
