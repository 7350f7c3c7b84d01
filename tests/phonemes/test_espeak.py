import subprocess
import sys
from threading import Thread

import pytest

from kokoro_live.errors import UnknownLanguage
from kokoro_live.phonemes import espeak
from kokoro_live.phonemes.alphabet import tokens_of

SAMPLES = {
    "es": "dónde está la biblioteca",
    "fr-fr": "les amis sont là",
    "hi": "नमस्ते आप कैसे हैं",
    "it": "che bella giornata",
    "pt-br": "custa dez reais hoje",
    "en-gb": "the colonel laughed",
    "en-us": "the colonel laughed",
}


@pytest.mark.parametrize("language", SAMPLES)
def test_every_language_fits_the_alphabet(language: str) -> None:
    tokens, dropped = tokens_of(espeak.phonemes(SAMPLES[language], language))
    assert len(tokens) > 8 and dropped == 0


def test_the_voice_really_switches() -> None:
    assert espeak.phonemes("double", "fr-fr") != espeak.phonemes("double", "es")
    assert espeak.phonemes("dance", "en-gb") != espeak.phonemes("dance", "en-us")


def test_an_unknown_voice_is_an_error_not_the_previous_voice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(espeak.VOICES, "es", "no-such-voice")
    espeak.phonemes("hola", "it")
    with pytest.raises(UnknownLanguage):
        espeak.phonemes("hola", "es")
    monkeypatch.undo()
    assert espeak.phonemes("hola", "es") == "ˈola"


def test_threads_do_not_disturb_each_other() -> None:
    expected = {language: espeak.phonemes(text, language) for language, text in SAMPLES.items()}
    wrong: list[str] = []

    def work(language: str) -> None:
        wrong.extend(language for _ in range(40) if espeak.phonemes(SAMPLES[language], language) != expected[language])

    threads = [Thread(target=work, args=(language,)) for language in SAMPLES]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


@pytest.mark.parametrize(("letter", "count"), [("x", 60), ("w", 25), ("日", 60)])
def test_no_letter_of_a_long_word_is_dropped(letter: str, count: int) -> None:
    one = len(espeak.phonemes(letter, "en-us").replace(" ", ""))
    assert len(espeak.phonemes(letter * count, "en-us").replace(" ", "")) >= 0.8 * one * count


@pytest.mark.parametrize("language", ["es", "fr-fr", "it", "pt-br", "hi", "en-us"])
def test_long_numbers_are_read_to_the_end(language: str) -> None:
    for length in (20, 40, 58):
        one, other = (espeak.phonemes("7" * length + ending, language) for ending in ("12", "34"))
        assert one != other, length


def test_two_threads_may_be_first() -> None:
    script = (
        "from threading import Barrier, Thread; from kokoro_live.phonemes import espeak; b = Barrier(4); out = []\n"
        "def work(): b.wait(); out.append(espeak.phonemes('hello world', 'en-us'))\n"
        "threads = [Thread(target=work) for _ in range(4)]; [t.start() for t in threads]; [t.join() for t in threads]\n"
        "assert len(set(out)) == 1 and len(out) == 4"
    )
    for _ in range(5):
        subprocess.run([sys.executable, "-c", script], check=True, timeout=60)
