"""[voice:…] and [word](/ipa/) in plain text and Markdown."""

import pytest

from kokoro_live.errors import UnknownVoice
from kokoro_live.records import USUAL_HABITS, Habits, Prosody, Script
from kokoro_live.text import read, spoken_segments
from kokoro_live.text.ssml_elements import Names

RATES = {"slowpoke": 0.5}  # what a request calls a voice


def _voice(name: str) -> Prosody:
    if name.lower() in RATES:
        return Prosody("af_sky", "en-us", RATES[name.lower()])
    if name == "nobody":
        raise UnknownVoice(f"No voice {name!r}.")
    return Prosody(name, "en-us")


NAMES = Names(_voice, str, lambda given: None, lambda *_: Prosody(), frozenset(RATES))


def script(source: str, form: str = "auto", habits: Habits = USUAL_HABITS) -> Script:
    return read(source, form, "en-us", NAMES, habits)


def spoken(source: str) -> list[str]:
    return [segment.text.text for segment in spoken_segments(script(source), "en-us")]


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


def prosodies(source: str, habits: Habits = USUAL_HABITS) -> dict[str, tuple[str | None, float]]:
    """Voice and rate of each capital letter."""
    directions = script(source, habits=habits).directions
    at = {char: directions.at(place) for place, char in enumerate(source) if char in "ABCDEF"}
    return {char: (prosody.voice, prosody.rate) for char, prosody in at.items()}


def test_a_rate_holds_until_the_next_voice() -> None:
    found = prosodies("A [rate:0.5]B [rate=2]C [voice:af_sky]D [voice:slowpoke]E [rate:2]F")
    assert found == {
        "A": (None, 1),
        "B": (None, 0.5),
        "C": (None, 2),
        "D": ("af_sky", 1),
        "E": ("af_sky", 0.5),
        "F": ("af_sky", 1),
    }


def test_rates_are_held_within_what_can_be_done() -> None:
    assert prosodies("[rate:99]A [rate:0.01]B") == {"A": (None, 4), "B": (None, 0.25)}
    assert spoken("[rate:fast] A") == ["[rate:fast] A"]


def test_tags_can_be_insisted_on_or_read_aloud() -> None:
    assert spoken("[voice:nobody] A") == ["[voice:nobody] A"]
    with pytest.raises(UnknownVoice):
        script("[voice:nobody] A", habits=Habits(tags=True))
    assert prosodies("[voice:af_sky] A", Habits(tags=False)) == {"A": (None, 1)}
    assert script("[voice:af_sky] A", habits=Habits(tags=False)).text.text == "[voice:af_sky] A"
