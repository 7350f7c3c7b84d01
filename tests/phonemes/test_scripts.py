"""Words in writings that the language around them does not use."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kokoro_live.phonemes import eastasian
from kokoro_live.phonemes.alphabet import LANGUAGES, phonemes_of
from kokoro_live.phonemes.espeak import library
from kokoro_live.phonemes.scripts import stretches
from kokoro_live.records import Utterance
from kokoro_live.text import segments
from tests.phonemiser import PHONEMISER, phonemise

WORDS = (
    "hello WhatsApp week-end SMS x² 25 3,5 東京 ねこ カタカナ 你好 서울 Москва Київ Αθήνα Երևան مرحبا سلام שלום สวัสดี "
    "თბილისი አዲስ ঢাকা ਅੰਮ੍ਰਿਤਸਰ અમદાવાદ ଓଡ଼ିଆ சென்னை నమస్తే ಬೆಂಗಳೂರು കേരളം කොළඹ မြန်မာ ລາວ ភ្នំពេញ लड़का नमस्ते ½ µ α — , . ! → 👍"
).split()


def heard(source: str, language: str) -> str:
    return " ".join(
        phonemes_of(word.tokens)
        for segment in segments(source, language)
        for word in phonemise(segment, language).words
    )


def utterance(source: str, language: str) -> Utterance:
    (segment,) = segments(source, language)
    return phonemise(segment, language)


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one not in ("ja", "zh")])
@pytest.mark.parametrize("word", ["서울", "Москва", "नमस्ते", "Երևան", "WhatsApp", "weekend", "東京", "α", "µ", "½"])
def test_espeak_never_says_which_language_it_turns_to(language: str, word: str) -> None:
    assert not set("()") & set(library().ipa(word, language))
    assert not set("()^0123456789") & set(heard(word, language))


@pytest.mark.parametrize(
    ("word", "reader"),
    [("서울", "ko"), ("Москва", "ru"), ("Київ", "uk"), ("Αθήνα", "el"), ("Երևան", "hy"), ("مرحبا", "ar"),
     ("پاک", "fa"), ("שלום", "he"), ("नमस्ते", "hi"), ("ねこ", "ja"), ("東京タワー", "ja"), ("東京", "zh"), ("ລາວ", "")],
)  # fmt: skip
def test_each_writing_has_its_reader(word: str, reader: str) -> None:
    source = f"one {word} two"
    assert [source[one.start : one.end] for one in stretches(source, "en-us")] == ["one ", f"{word} ", "two"]
    assert [one.language for one in stretches(source, "en-us")] == ["en-us", reader, "en-us"]


def test_a_foreign_word_sounds_as_it_does_at_home() -> None:
    assert utterance("नमस्ते", "hi").words[0].tokens == utterance("He said नमस्ते twice", "en-us").words[2].tokens
    assert utterance("hello", "en-us").words[0].tokens == utterance("उसने hello कहा", "hi").words[1].tokens


def test_words_keep_their_spaces_and_their_places() -> None:
    source = "from 서울 to Москва, and home"
    words = [word for word in utterance(source, "en-us").words if word.spoken]
    assert [source[word.span.start : word.span.end] for word in words] == [
        "from",
        "서울",
        "to",
        "Москва",
        "and",
        "home",
    ]
    assert [word.space_after for word in words] == [True, True, True, False, True, False]


def test_a_flap_is_no_full_stop() -> None:
    assert "ɽ" in heard("लड़का", "hi") and "." not in heard("लड़का पढ़ाई", "hi")


@pytest.mark.parametrize("language", ["en-us", "es", "hi"])
def test_what_is_not_installed_is_read_by_another_and_told(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    PHONEMISER.forget()
    monkeypatch.setattr(eastasian, "is_installed", lambda name: False)
    try:
        one = utterance("Tokyo 東京 ねこ", language)
        assert one.stand_ins == ("ja", "zh") and one.dropped == 0
        assert all(word.tokens for word in one.words)
        assert utterance("今日は", "ja").stand_ins == ("ja",)
    finally:
        PHONEMISER.forget()


def test_writing_that_nobody_reads_is_spelled_and_told() -> None:
    one = utterance("one ລາວ two", "en-us")
    assert one.stand_ins == ("und",) and one.words[1].backend == "characters" and one.words[1].tokens


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=8), st.sampled_from(LANGUAGES), st.sampled_from(["", " "]))
def test_any_mixture_of_writings_is_read(words: list[str], language: str, between: str) -> None:
    source = between.join(words)
    utterances = [phonemise(segment, language) for segment in segments(source, language)]
    covered = {
        place
        for one in utterances
        for word in one.words
        if word.spoken
        for place in range(word.span.start, word.span.end)
    }
    assert all(place in covered for place, char in enumerate(source) if char.isalpha())
    sounds = "".join(phonemes_of(word.tokens) for one in utterances for word in one.words)
    assert not set("()^0123456789") & set(sounds)
