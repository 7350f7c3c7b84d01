import re

from hypothesis import given
from hypothesis import strategies as st

from kokoro_live.traced_text import Span, TracedText


def test_a_replacement_points_at_all_it_replaced() -> None:
    text = TracedText.of("I owe 12 men").replaced(re.compile(r"\d+"), "twelve")
    assert text.text == "I owe twelve men"
    assert text.span(6, 12) == Span(6, 8) and text.span(13, 16) == Span(9, 12)


def test_a_replacement_may_decline() -> None:
    text = TracedText.of("a1 b2").replaced(re.compile(r"\d"), lambda match: None if match[0] == "1" else "two")
    assert text.text == "a1 btwo"


@given(st.text(max_size=60), st.integers(0, 60), st.integers(0, 60))
def test_any_slice_still_knows_its_source(source: str, start: int, end: int) -> None:
    part = TracedText.of(source)[start:end]
    assert [source[i] for i in part.starts] == list(part.text)


@given(st.text(alphabet="ab 12", max_size=40))
def test_replacing_and_joining_keep_offsets_in_order(source: str) -> None:
    text = TracedText.of(source).replaced(re.compile(r"\d+"), "xyz")
    assert list(text.starts) == sorted(text.starts)
    assert all(start < end for start, end in zip(text.starts, text.ends, strict=True))
