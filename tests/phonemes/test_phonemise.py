import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kokoro_live.errors import UnknownLanguage
from kokoro_live.phonemes import language_named
from kokoro_live.phonemes.alphabet import LANGUAGES, phonemes_of
from kokoro_live.records import Utterance
from kokoro_live.text import segments
from tests.phonemiser import phonemise


def utterances(source: str, language: str) -> list[Utterance]:
    return [phonemise(segment, language) for segment in segments(source, language)]


def test_words_point_at_the_text_as_sent() -> None:
    source = "He\x00llo,\r\n  big  world!"
    words = [word for u in utterances(source, "en-us") for word in u.words if word.spoken]
    assert [source[w.span.start : w.span.end] for w in words] == ["He\x00llo", "big", "world"]


@pytest.mark.parametrize(
    ("language", "source", "word"),
    [
        ("fr-fr", "L’été 1995, c’est fini.", "1995"),
        ("pt-br", "Custa 1.234,50 reais.", "1.234,50"),
        ("es", "Compré 25 libros.", "25"),
        ("it", "Sono le 7, andiamo.", "7"),
        ("hi", "मैं 25 साल का हूँ।", "25"),
    ],
)
def test_a_number_sounds_in_words_that_point_at_its_figures(language: str, source: str, word: str) -> None:
    (utterance,) = utterances(source, language)
    number = [w for w in utterance.words if source[w.span.start : w.span.end].startswith(word)]
    assert sum(len(w.tokens) for w in number) >= 3 and utterance.dropped == 0 and utterance.backends == ("espeak",)
    assert not any(char.isdigit() for w in number for char in w.text)


def test_punctuation_reaches_the_model() -> None:
    (utterance,) = utterances("¿Qué? No, gracias", "es")[:1]
    assert phonemes_of(utterance.words[-1].tokens) == "?"


def test_language_names() -> None:
    assert language_named("EN") == "en-us" and language_named("pt") == "pt-br" and language_named("zh-CN") == "zh"
    assert {language_named(name) for name in LANGUAGES} == set(LANGUAGES)
    with pytest.raises(UnknownLanguage, match="en-us, en-gb"):
        language_named("klingon")


@pytest.mark.parametrize("language", ["ja", "zh"])
def test_a_missing_extra_is_named(language: str) -> None:
    try:
        assert utterances("今日", language)[0].words
    except UnknownLanguage as error:
        assert f"kokoro-live[{language}]" in str(error)


@settings(max_examples=40, deadline=None)
@given(
    st.text(alphabet=st.sampled_from("aéñüß 1.,;:!?¿«»()…—'’-日Жह😀\n"), max_size=60),
    st.sampled_from(["es", "fr-fr", "hi"]),
)
def test_any_text_keeps_its_words_in_order(source: str, language: str) -> None:
    words = [word for u in utterances(source, language) for word in u.words]
    starts = [word.span.start for word in words]
    assert starts == sorted(starts)
    covered = {i for word in words for i in range(word.span.start, word.span.end)}
    assert all(i in covered for i, char in enumerate(source) if char.isalnum())
