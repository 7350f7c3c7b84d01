"""[voice:…] and [word](/ipa/) in plain text and Markdown."""

import pytest

from kokoro_live.records import Script
from kokoro_live.text import read, said
from kokoro_live.text.ssml import Names


def script(source: str, form: str = "auto") -> Script:
    return read(source, form, "en-us", Names(lambda name: (name, "en-us"), str, lambda given: None))


def spoken(source: str) -> list[str]:
    return [segment.text.text for segment in said(script(source), "en-us")]


def test_a_voice_goes_on_from_its_tag() -> None:
    source = "One. [voice:am_adam] Two. [voice=bf_emma] Three."
    directions = script(source).directions
    assert [directions.at(source.index(word)).voice for word in ("One", "Two", "Three")] == [None, "am_adam", "bf_emma"]
    assert spoken(source) == ["One.", "Two.", "Three."]


@pytest.mark.parametrize("source", ["Use `[voice:am_adam]` to switch. Done.", "```\n[voice:am_adam]\n```\nDone."])
def test_a_tag_in_code_is_no_tag(source: str) -> None:
    assert script(source).directions.at(source.index("Done")).voice is None


@pytest.mark.parametrize(
    "source", ["Read [our privacy policy](/privacy/) today.", "![logo](/img/) here", "[5] and (/a/)", "[a](/b/c/)"]
)
def test_a_link_is_no_pronunciation(source: str) -> None:
    assert script(source).directions.pronounced == ()


def test_a_pronunciation_stands_for_its_words_alone() -> None:
    source = "It is [5](/faɪv/) km to [Siobhan](/ʃɪˈvɔːn/)."
    found = script(source).directions.pronounced
    assert [(source[span.start : span.end], given) for span, given in found] == [
        ("5", "/faɪv/"),
        ("Siobhan", "/ʃɪˈvɔːn/"),
    ]
    assert spoken(source) == ["It is five km to Siobhan."]
