"""language: auto."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kokoro_live.records import Script
from kokoro_live.text import spoken_segments
from kokoro_live.text.language import detected
from kokoro_live.text.sanitise import sanitise
from kokoro_live.traced_text import TracedText


def parts(source: str, own: str = "en-us") -> list[tuple[str, str]]:
    return [(text.text.strip(), language) for text, language in detected(TracedText.of(source), own)]


@pytest.mark.parametrize(
    ("source", "own", "language"),
    [
        ("Hello there, how are you doing today?", "en-us", "en-us"),
        ("Hello there, how are you doing today?", "en-gb", "en-gb"),
        ("Hola, ¿cómo estás hoy?", "en-us", "es"),
        ("Merci beaucoup pour votre aide.", "en-us", "fr-fr"),
        ("Grazie mille, a presto!", "en-us", "it"),
        ("Obrigado pela sua ajuda, até amanhã.", "en-us", "pt-br"),
        ("Necesito hacer un deploy del backend antes de las cinco.", "es", "es"),
        ("The Los Angeles Dodgers won in San Diego.", "en-us", "en-us"),
        ("We had tacos al pastor at the taqueria on Mission Street.", "en-us", "en-us"),
        ("नमस्ते दुनिया, आप कैसे हैं?", "en-us", "hi"),
        ("今日はいい天気ですね。", "en-us", "ja"),
        ("东京 is one place", "ja", "ja"),
        ("你好，世界。", "en-us", "zh"),
        ("東京", "ja", "ja"),
        ("No.", "en-us", "en-us"),
        ("No.", "es", "es"),
        ("12:30", "it", "it"),
        ("C'est la vie", "fr-fr", "fr-fr"),
    ],
)
def test_the_language_of_a_sentence(source: str, own: str, language: str) -> None:
    assert parts(source, own)[0][1] == language


@pytest.mark.parametrize(
    ("source", "own", "expected"),
    [
        (
            "She said muchas gracias por todo and then left the room.",
            "en-us",
            [("She said", "en-us"), ("muchas gracias por todo", "es"), ("and then left the room.", "en-us")],
        ),
        (
            "El jefe dijo que the deadline is next week y se fue.",
            "es",
            [("El jefe dijo que", "es"), ("the deadline is next week", "en-us"), ("y se fue.", "es")],
        ),
        (
            "The sign read cuidado con el perro but there was no dog.",
            "en-us",
            [("The sign read", "en-us"), ("cuidado con el perro", "es"), ("but there was no dog.", "en-us")],
        ),
        (
            "He wrote me diciendo que no podía venir because of the rain.",
            "en-us",
            [("He wrote me", "en-us"), ("diciendo que no podía venir", "es"), ("because of the rain.", "en-us")],
        ),
        (
            "Let's go a la playa mañana por la tarde if the weather is good.",
            "en-us",
            [("Let's go", "en-us"), ("a la playa mañana por la tarde", "es"), ("if the weather is good.", "en-us")],
        ),
        ("I love 東京 in the spring.", "en-us", [("I love", "en-us"), ("東京", "zh"), ("in the spring.", "en-us")]),
        ("私はappleが好きです。", "ja", [("私は", "ja"), ("apple", "en-us"), ("が好きです。", "ja")]),
        ("The word ねこ means cat.", "en-us", [("The word", "en-us"), ("ねこ", "ja"), ("means cat.", "en-us")]),
        ("He shouted नमस्ते twice.", "en-us", [("He shouted", "en-us"), ("नमस्ते", "hi"), ("twice.", "en-us")]),
    ],
)
def test_stretches_of_another_language(source: str, own: str, expected: list[tuple[str, str]]) -> None:
    assert parts(source, own) == expected


def test_numbers_are_read_in_the_language_they_stand_in() -> None:
    source = "The bill is $5. La cuenta es de 5 € y hay que pagar hoy."
    first, second = spoken_segments(Script(sanitise(source)), "en-us", detect=True)
    assert first.text.text == "The bill is five dollars."
    assert second.text.text == "La cuenta es de cinco euros y hay que pagar hoy."
    assert second.languages == ((0, "es"),)


@given(st.text(max_size=80), st.sampled_from(["en-us", "es", "ja", "zh", "hi", "fr-fr"]))
def test_every_character_stays_in_its_place(source: str, own: str) -> None:
    found = detected(TracedText.of(source), own)
    assert "".join(text.text for text, _ in found) == source
