import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kokoro_live.text.sanitise import sanitise


def test_controls_go_and_letters_stay() -> None:
    assert sanitise("He\x00l\x07lo\u200b wör\u00adld\ufeff").text == "Hello wörld"


def test_line_breaks_are_uniform() -> None:
    assert sanitise("a\r\nb\rc\u2028d").text == "a\nb\nc\nd"


@pytest.mark.parametrize(
    ("source", "clean"),
    [
        ("infor-\nmation", "information"),
        ("infor-\r\n   mation", "information"),
        ("soft\u00ad\nhyphen", "softhyphen"),
        ("a well-\nknown one", "a well-known one"),
        ("twenty-\nthree", "twenty-three"),
        ("Foo-\nBar", "Foo-\nBar"),
        ("1990-\n95", "1990-\n95"),
        ("he said -\nand left", "he said -\nand left"),
    ],
)
def test_words_that_a_line_break_cuts_are_joined(source: str, clean: str) -> None:
    assert sanitise(source).text == clean


def test_devanagari_keeps_its_joiners() -> None:
    assert sanitise("क्\u200dष").text == "क्\u200dष"
    assert sanitise("a\u200db").text == "ab"


def test_a_pile_of_marks_is_capped() -> None:
    assert len(sanitise("Z" + "\u0301" * 1000 + "algo").text) < 12


@given(st.text())
def test_every_letter_of_every_script_survives_in_place(source: str) -> None:
    clean = sanitise(source)
    letters = [char for char in source if unicodedata.category(char)[0] in "LN"]
    assert [char for char in clean.text if unicodedata.category(char)[0] in "LN"] == letters
    for char, start in zip(clean.text, clean.starts, strict=True):
        assert char == source[start] or char in "\n "
