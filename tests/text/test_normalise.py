"""Every case of the table, and what holds for any text."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kokoro_live.text import segments
from kokoro_live.text.normalise import normalised
from kokoro_live.traced_text import TracedText

DATA = Path(__file__).parents[1] / "data"
TABLES = ("english", "unseen", "unseen2")
CASES = [line.split("\t") for name in TABLES for line in (DATA / f"{name}.tsv").read_text().splitlines()]
OTHERS = [line.split("\t") for line in (DATA / "others.tsv").read_text().splitlines()]
WRITTEN = st.text(alphabet=st.sampled_from("aBIVx019 .,:;!?/-–$£€%°#@&+=<>()'’\"^²½_~\\Dr.Jan"), max_size=60)


def said(text: str, kind: str) -> str:
    spoken, _ = normalised(TracedText.of(text), "en-gb" if kind.endswith("-gb") else "en-us")
    return " ".join(spoken.text.split())


@pytest.mark.parametrize(("kind", "written", "spoken"), CASES, ids=lambda value: str(value)[:40])
def test_every_case(kind: str, written: str, spoken: str) -> None:
    assert said(written, kind) == spoken


@pytest.mark.parametrize(("language", "written", "spoken"), OTHERS, ids=lambda value: str(value)[:40])
def test_every_case_of_other_languages(language: str, written: str, spoken: str) -> None:
    found, _ = normalised(TracedText.of(written), language)
    assert " ".join(found.text.split()) == spoken


@given(WRITTEN, st.sampled_from(("es", "fr-fr", "it", "pt-br", "hi", "ja", "zh")))
def test_other_languages_lose_nothing(text: str, language: str) -> None:
    spoken, readings = normalised(TracedText.of(text), language)
    told = {place for reading in readings if reading.spoken for place in range(reading.span.start, reading.span.end)}
    kept = {place for start, end in zip(spoken.starts, spoken.ends, strict=True) for place in range(start, end)}
    assert all(place in told | kept for place, char in enumerate(text) if char.isalnum())


@given(WRITTEN)
def test_no_digit_is_left_and_none_is_lost(text: str) -> None:
    spoken, readings = normalised(TracedText.of(text), "en-us")
    assert not any(char.isdigit() and char.isascii() for char in spoken.text)
    told = {place for reading in readings if reading.spoken for place in range(reading.span.start, reading.span.end)}
    kept = {place for start, end in zip(spoken.starts, spoken.ends, strict=True) for place in range(start, end)}
    assert all(place in told | kept for place, char in enumerate(text) if char.isalnum())


@given(WRITTEN, st.integers(1, 20))
def test_spans_are_in_order_and_inside_the_source(text: str, times: int) -> None:
    source = text * times
    places = [s for found in segments(source, "en-us") for s in found.text.starts]
    assert places == sorted(places)
    assert all(0 <= place <= len(source) for place in places)


@pytest.mark.parametrize(
    "seed",
    [
        "1",
        "1-",
        "/a",
        "$1,",
        "1:1",
        "a@",
        "A.B.",
        "1/2 ",
        "Jan 5, ",
        "1,111",
        "1a",
        "#a",
        "v1.",
        "John 1:1-",
        "1:1,",
        "12(b)",
        "Nxe5 ",
        "1h 2m ",
        "f(x",
        "$a^",
        ":) ",
        "1.000",
        "Q1/",
        "PIN 1-",
        "1-A",
        "1/2–",
        "x²",
    ],
)
def test_time_is_linear_on_hostile_text(seed: str, growth: Callable[..., float]) -> None:
    assert growth(lambda text: segments(text, "en-us"), seed, 2_000 // len(seed)) < 30
