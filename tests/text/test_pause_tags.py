"""Pauses that are asked for in the text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kokoro_live.text import segments


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("One. [pause:1.5s] Two.", [("One.", 1.5), ("Two.", None)]),
        ("One[pause:500ms]two.", [("One", 0.5), ("two.", None)]),
        ("One [PAUSE: 2] two", [("One", 2.0), ("two", None)]),
        ("One [break=1s][pause:1s] two", [("One", 2.0), ("two", None)]),
        ("One [pause:9999s] two", [("One", 60.0), ("two", None)]),
        ("[pause:1s] One", [("One", None)]),
        ("One [pause] two", [("One [pause] two", None)]),
        ("One \ue064 two", [("One two", None)]),
    ],
)
def test_tags_become_pauses(source: str, expected: list[tuple[str, float | None]]) -> None:
    assert [(found.text.text, found.pause) for found in segments(source, "en-us", "text")] == expected


@given(st.floats(0, 59.99), st.text(alphabet="ab ,.", min_size=1, max_size=20))
def test_any_length_is_kept_to_a_hundredth(seconds: float, text: str) -> None:
    found = list(segments(f"Word [pause:{seconds:.2f}s] {text} word", "en-us"))
    assert found[0].pause == pytest.approx(round(seconds, 2), abs=0.011)
