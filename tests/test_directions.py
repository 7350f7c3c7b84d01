"""What marks in the text do to the sound: measured, with the real model."""

import numpy as np
import pytest

from kokoro_live.audio.loudness_meter import loudness
from kokoro_live.engine import Engine
from kokoro_live.errors import BadMarkup, UnknownVoice
from kokoro_live.records import SAMPLE_RATE, Habits, Samples, TimedWord
from kokoro_live.request import check
from kokoro_live.synthesis import whole, words_of

SENTENCE = "The old harbour was quiet in the evening"


def spoken(engine: Engine, inside: str) -> tuple[Samples, list[TimedWord]]:
    events = list(engine.stream(f"<speak>{inside}</speak>"))
    return whole(events), words_of(events)


def seconds(samples: Samples) -> float:
    return len(samples) / SAMPLE_RATE


def pitch(samples: Samples) -> float:
    """Hz, the median over voiced 40 ms."""
    found = []
    for start in range(0, len(samples) - 1920, 960):
        frame = samples[start : start + 960]
        if np.sqrt((frame**2).mean()) > 0.03:
            both = np.correlate(samples[start : start + 1920], frame, "valid")
            lag = 50 + int(np.argmax(both[50:400]))
            found.append(SAMPLE_RATE / lag)
    return float(np.median(found))


def part(samples: Samples, words: list[TimedWord], text: str) -> Samples:
    word = next(word for word in words if word.text == text)
    return samples[word.start : word.end]


def test_rate_changes_how_long_a_stretch_lasts_and_only_that(engine: Engine) -> None:
    plain, at_first = spoken(engine, f"{SENTENCE}.")
    slow, then = spoken(engine, 'The <prosody rate="60%">old harbour</prosody> was quiet in the evening.')
    assert seconds(part(slow, then, "harbour")) > 1.3 * seconds(part(plain, at_first, "harbour"))
    assert seconds(part(slow, then, "evening")) == pytest.approx(seconds(part(plain, at_first, "evening")), rel=0.25)


def test_an_extreme_rate_leaves_its_neighbours_alone(engine: Engine) -> None:
    plain, at_first = spoken(engine, "One two three four five six seven eight nine ten.")
    slow, then = spoken(engine, 'One two three four <prosody rate="25%">five six</prosody> seven eight nine ten.')
    for word in ("two", "nine"):
        assert seconds(part(slow, then, word)) == pytest.approx(seconds(part(plain, at_first, word)), rel=0.25)
    assert seconds(part(slow, then, "five")) > 1.6 * seconds(part(plain, at_first, "five"))


def test_breaks_before_and_after_are_heard(engine: Engine) -> None:
    plain, _ = spoken(engine, "Hello there.")
    framed, _ = spoken(engine, '<break time="2s"/>Hello there.<break time="1s"/>')
    assert seconds(framed) - seconds(plain) == pytest.approx(3, abs=0.05)
    assert not framed[: SAMPLE_RATE * 19 // 10].any()


def test_pitch_changes_how_high_it_is(engine: Engine) -> None:
    plain, _ = spoken(engine, f"{SENTENCE}.")
    high, _ = spoken(engine, f'<prosody pitch="+4st">{SENTENCE}.</prosody>')
    assert pitch(high) / pitch(plain) == pytest.approx(2 ** (4 / 12), rel=0.08)
    assert seconds(high) == pytest.approx(seconds(plain), rel=0.05)


def test_volume_changes_how_loud_it_is_and_only_there(engine: Engine) -> None:
    text = f"{SENTENCE}, and nobody came."
    plain, _ = spoken(engine, text)
    soft, _ = spoken(engine, f'<prosody volume="-6dB">{text}</prosody>')
    assert loudness(soft) - loudness(plain) == pytest.approx(-6, abs=0.8)
    mixed, words = spoken(engine, 'The old <prosody volume="-12dB">harbour</prosody> was quiet in the evening.')
    level = {w: float(np.sqrt((part(mixed, words, w) ** 2).mean())) for w in ("harbour", "quiet", "evening")}
    assert level["harbour"] < 0.5 * level["quiet"]


def test_after_something_soft_the_rest_is_as_loud_as_ever(engine: Engine) -> None:
    text = f"{SENTENCE}, and nobody came."
    events = list(engine.stream(f'<speak><prosody volume="-10dB">{text}</prosody><break time="1s"/>{text}</speak>'))
    last = whole([event for event in events if event.segment == 1])
    assert loudness(last) == pytest.approx(-16, abs=1.0)


def test_emphasis_is_longer_and_louder(engine: Engine) -> None:
    plain, at_first = spoken(engine, "I never said she took it.")
    strong, then = spoken(engine, 'I <emphasis level="strong">never</emphasis> said she took it.')
    assert seconds(part(strong, then, "never")) > 1.12 * seconds(part(plain, at_first, "never"))

    def share(samples: Samples, words: list[TimedWord]) -> float:
        return float(np.abs(part(samples, words, "never")).max() / np.abs(part(samples, words, "took")).max())

    assert share(strong, then) > 1.1 * share(plain, at_first)


def test_breaks_are_as_long_as_asked(engine: Engine) -> None:
    short, _ = spoken(engine, 'One <break time="200ms"/> two.')
    long, _ = spoken(engine, 'One <break time="1700ms"/> two.')
    assert seconds(long) - seconds(short) == pytest.approx(1.5, abs=0.02)


def test_a_voice_speaks_its_part(engine: Engine) -> None:
    both, words = spoken(engine, f'{SENTENCE}. <voice name="am_adam">{SENTENCE}.</voice>')
    second = words[len(words) // 2].start
    assert pitch(both[second:]) < 0.8 * pitch(both[:second])
    tagged = whole(engine.stream(f"{SENTENCE}. [voice:am_adam] {SENTENCE}."))
    assert pitch(tagged[len(tagged) // 2 :]) < 0.8 * pitch(tagged[: len(tagged) // 2])


def phonemes(engine: Engine, text: str, **options: str) -> list[tuple[str, tuple[int, ...]]]:
    utterances = engine.utterances(check(text, **options))  # type: ignore[arg-type]
    return [(word.text, word.tokens) for utterance in utterances for word in utterance.words if word.spoken]


def test_pronunciations_reach_the_model(engine: Engine) -> None:
    plain = dict(phonemes(engine, "A tomato here."))
    for marked in (
        "A [tomato](/təˈmɑːtoʊ/) here.",
        '<speak>A <phoneme ph="təˈmɑːtoʊ">tomato</phoneme> here.</speak>',
        "A [tomato](/təmˈɑtO/) here.",
    ):
        found = dict(phonemes(engine, marked))
        assert found["tomato"] != plain["tomato"]
        assert {**found, "tomato": 0} == {**plain, "tomato": 0}
    with pytest.raises(BadMarkup, match="can be said"):
        check("A [tomato](/☃☃/) here.")


def test_another_language_inside_a_sentence_has_its_own_sounds(engine: Engine) -> None:
    spanish = dict(phonemes(engine, "muchas gracias", language="es"))
    source = '<speak>He said <lang xml:lang="es-ES">muchas gracias</lang> twice.</speak>'
    found = dict(phonemes(engine, source))
    assert {word: found[word] for word in spanish} == spanish
    assert found["twice"] == dict(phonemes(engine, "He said it twice."))["twice"]
    assert len(list(engine.utterances(check(source)))) == 1


def test_words_of_a_document_are_told_without_their_marks(engine: Engine) -> None:
    _, words = spoken(engine, "R&amp;D is un<emphasis>believ</emphasis>able.")
    assert [word.text for word in words] == ["R&D", "is", "unbelievable"]


def test_too_many_voices_are_refused(engine: Engine) -> None:
    with pytest.raises(BadMarkup, match="16 voices"):
        check("".join(f"[voice:af_bella({i}.5)+af_sky] a " for i in range(1, 30)))


def test_a_voice_that_does_not_exist_is_told_before_anything_is_said(engine: Engine) -> None:
    with pytest.raises(BadMarkup, match="line 1, column 8"):
        check('<speak><voice name="nobody">a</voice></speak>', habits=Habits(strict_ssml=True))
    assert check('<speak><voice name="nobody">a</voice></speak>').script.passed_over == ("voice",)
    with pytest.raises(UnknownVoice):
        check("[voice:af_nobody] a")
    assert [word.strip("[]") for word, _ in phonemes(engine, "[voice: low] a")] == ["voice", "low", "a"]


def test_the_same_document_twice_is_the_same_sound(engine: Engine) -> None:
    source = f'<speak><prosody rate="1.3" pitch="+1st">{SENTENCE}</prosody> <emphasis>now</emphasis>.</speak>'
    np.testing.assert_array_equal(whole(engine.stream(source)), whole(engine.stream(source)))
