from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kokoro_live.records import Join
from kokoro_live.text import written_sentences as segments
from kokoro_live.text.sentences import LONGEST_SENTENCE
from kokoro_live.traced_text import Span


def spoken(source: str) -> list[str]:
    return [found.text.text for found in segments(source)]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("Dr. Smith paid 3.5 dollars. He left.", ["Dr. Smith paid 3.5 dollars.", "He left."]),
        ("Fruit, e.g. apples, is good. Yes!", ["Fruit, e.g. apples, is good.", "Yes!"]),
        ("Wait... what? No way!", ["Wait... what?", "No way!"]),
        ("“Stop!” she said. “Why?”", ["“Stop!” she said.", "“Why?”"]),
        ("J. R. R. Tolkien wrote it.", ["J. R. R. Tolkien wrote it."]),
        ("It is 5 p.m. now. It is 6 p.m. Then we go.", ["It is 5 p.m. now.", "It is 6 p.m.", "Then we go."]),
        ("We meet at 8 a.m. Monday. Bring tea.", ["We meet at 8 a.m. Monday.", "Bring tea."]),
        ("Smith et al. (2021) and pp. 12-15 say so.", ["Smith et al. (2021) and pp. 12-15 say so."]),
        (
            "He is 5 ft. 6 in. tall. He came in. 5 others left.",
            ["He is 5 ft. 6 in. tall.", "He came in.", "5 others left."],
        ),
        ("I lived at 221B Baker St. It was nice.", ["I lived at 221B Baker St.", "It was nice."]),
        ("I missed the bus. I took a cab.", ["I missed the bus.", "I took a cab."]),
        ("I like Tim. I'll call him.", ["I like Tim.", "I'll call him."]),
        ("We took the bus. 5 people were on it.", ["We took the bus.", "5 people were on it."]),
        ("Vitamin C. It helps.", ["Vitamin C.", "It helps."]),
        ("Call the rep. He knows.", ["Call the rep.", "He knows."]),
        ("The table is 6 ft. It is big.", ["The table is 6 ft.", "It is big."]),
        ("1. Eggs\n2. Milk", ["1. Eggs", "2. Milk"]),
        ("a soft\nwrapped line. Next", ["a soft wrapped line.", "Next"]),
        ("今日は晴れ。明日は雨？", ["今日は晴れ。", "明日は雨？"]),
        ("नमस्ते। आप कैसे हैं?", ["नमस्ते।", "आप कैसे हैं?"]),
    ],
)
def test_sentences(source: str, expected: list[str]) -> None:
    assert spoken(source) == expected


def test_joins_tell_paragraphs_from_sentences() -> None:
    assert [s.join for s in segments("One. Two.\n\nThree.")] == [Join.SENTENCE, Join.PARAGRAPH, Join.SENTENCE]


def test_no_segment_is_unbounded() -> None:
    source = "x" * 10_000
    parts = list(segments(source))
    assert all(len(part.text) <= LONGEST_SENTENCE for part in parts)
    assert "".join(part.text.text.replace(" ", "") for part in parts) == source


@given(st.text(alphabet=st.sampled_from("aB1.,!?… \n\"'”)Dr。、é-")), st.integers(1, 40))
def test_segments_tile_the_source(source: str, repeat: int) -> None:
    source *= repeat
    covered: list[int] = []
    for found in segments(source):
        for start, end, char in zip(found.text.starts, found.text.ends, found.text.text, strict=True):
            covered += [] if char.isspace() else range(start, end)
    assert covered == sorted(covered)
    assert [i for i in covered if not source[i].isspace()] == [i for i, char in enumerate(source) if not char.isspace()]


def test_a_word_that_a_line_breaks_stands_for_its_hyphen_too() -> None:
    (found,) = segments("It is won-\nderful.")
    at = found.text.text.index("wonderful")
    assert found.text.span(at, at + 3) == Span(6, 11)
    assert found.text.span(at, at + 9) == Span(6, 17)


@pytest.mark.parametrize("seed", [".", "1.", "a. ", "(", '"', "\n", "Dr. ", "。"])
def test_time_is_linear_on_hostile_text(seed: str, growth: Callable[..., float]) -> None:
    assert growth(segments, seed, 4_000) < 30
