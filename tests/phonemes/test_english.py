import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kokoro_live.phonemes import english
from kokoro_live.phonemes.alphabet import is_audible
from kokoro_live.phonemes.english import g2p, pieces

PLAIN = [
    "The quick brown fox jumps over the lazy dog.",
    "She read it yesterday, and I read it every day!",
    "They live near the live music hall; don't they?",
    "It cost $12.50 in 1999 (about 3.5 times more).",
]


@pytest.mark.parametrize("text", PLAIN)
@pytest.mark.parametrize("language", ["en-us", "en-gb"])
def test_what_misaki_says_is_what_we_hand_on(text: str, language: str) -> None:
    said, _ = g2p(language == "en-gb")(text)
    assert "".join(piece.phonemes + " " * piece.space_after for piece in pieces(text, language)).strip() == said.strip()


def test_accents_differ() -> None:
    assert pieces("tomato dance", "en-us")[0].phonemes != pieces("tomato dance", "en-gb")[0].phonemes


def test_unknown_words_go_to_espeak_and_say_so() -> None:
    backends = {piece.backend: piece.phonemes for piece in pieces("The zorgblatt, Schwarzkopfian!", "en-us")}
    assert backends["espeak"] and backends["misaki"]


def test_a_word_nobody_knows_is_spelled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(english.espeak, "phonemes", lambda text, language: "")
    (piece,) = pieces("zorgblatt", "en-us")
    assert piece.backend == "characters" and piece.phonemes.startswith("zˈi ˈO ˈɑɹ")


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet=st.sampled_from("abcXYZ019 .,!?'’\"-–—/&@#$%()[]é日Ж😀"), max_size=50))
def test_pieces_are_in_order_and_cover_every_letter(text: str) -> None:
    covered: set[int] = set()
    position = 0
    for piece in pieces(text, "en-us"):
        assert position <= piece.start <= piece.end <= len(text)
        position = piece.end
        covered |= set(range(piece.start, piece.end))
    assert all(i in covered for i, char in enumerate(text) if char.isalnum())


@pytest.mark.parametrize("text", ["It is -10°C outside.", "x = -1", "about ~10 of /20", "-$20", "minus -5"])
def test_numbers_behind_a_mark_are_said(text: str) -> None:
    heard = {i for piece in pieces(text, "en-us") if is_audible(piece.phonemes) for i in range(piece.start, piece.end)}
    assert all(i in heard for i, char in enumerate(text) if char.isdigit())
