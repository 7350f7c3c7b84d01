"""The other languages: every line of the table sounds as the words beside it, and nothing takes too long."""

from collections.abc import Callable
from pathlib import Path

import pytest

from kokoro_live.phonemes import is_installed
from kokoro_live.phonemes.alphabet import SOUNDLESS, phonemes_of
from kokoro_live.text import segments
from kokoro_live.text.other_languages import ordinal_words, rules_of
from tests.phonemiser import phonemise

TABLE = Path(__file__).parents[1] / "data" / "others_spoken.tsv"
CASES = [line.split("\t") for line in TABLE.read_text().splitlines()]
LANGUAGES = ("es", "fr-fr", "it", "pt-br", "hi", "ja", "zh")


def sounds(text: str, language: str) -> str:
    words = [word for one in segments(text, language) for word in phonemise(one, language).words]
    return "".join(
        symbol for word in words for symbol in phonemes_of(word.tokens) if symbol not in SOUNDLESS or symbol in "↓→↗↘"
    )


@pytest.mark.parametrize(("language", "written", "words"), CASES, ids=lambda value: str(value)[:40])
def test_what_is_written_sounds_as_the_words(language: str, written: str, words: str) -> None:
    if not is_installed(language):
        pytest.skip(f"the extra for {language} is not installed")
    assert sounds(written, language) == sounds(words, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_enough_lines(language: str) -> None:
    assert sum(case[0] == language for case in CASES) >= 60


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", ["1", "1-", "1.", "1,111", "1/2 ", "$1,", "1:1", "a@", "A.B.", "XI ", "a.b-", "1 1"])
def test_time_is_linear_on_hostile_text(language: str, seed: str, growth: Callable[..., float]) -> None:
    assert growth(lambda text: segments(text, language), seed, 1_000 // len(seed)) < 30


def test_each_source_character_is_accounted_for() -> None:
    source = "El 12/05/2024 pagó 3,2 M€ a las 15:30."
    places = [place for one in segments(source, "es") for place in one.text.starts]
    assert places == sorted(places)
    assert max(places) == len(source) - 1


@pytest.mark.parametrize(
    ("language", "words"), [("es", "tercero"), ("fr-fr", "troisième"), ("it", "terzo"), ("pt-br", "terceiro")]
)
def test_ordinals_by_themselves(language: str, words: str) -> None:
    assert ordinal_words(3, language) == words
    assert ordinal_words(0, language) is None


def test_languages_without_habits_have_no_rules() -> None:
    assert rules_of("xx") == ()
    assert ordinal_words(3, "ja") is None
