"""The last resort: say something recognisable for each letter rather than nothing at all."""

import unicodedata

LETTERS = dict(
    zip(
        "abcdefghijklmnopqrstuvwxyz",
        (
            "ˈA bˈi sˈi dˈi ˈi ˈɛf ʤˈi ˈAʧ ˈI ʤˈA kˈA ˈɛl ˈɛm ˈɛn ˈO "
            "pˈi kjˈu ˈɑɹ ˈɛs tˈi jˈu vˈi dˈʌbᵊljˌu ˈɛks wˈI zˈi"
        ).split(),
        strict=True,
    )
)
DIGITS = "zˈɪɹO wˈʌn tˈu θɹˈi fˈɔɹ fˈIv sˈɪks sˈɛvən ˈAt nˈIn".split()


def phonemes(text: str) -> str:
    """Names of the letters and digits; accents are dropped, other scripts go by the first letter of their names."""
    names = (_name(char) for char in unicodedata.normalize("NFKD", text))
    return " ".join(name for name in names if name)


def _name(char: str) -> str:
    if char.isdigit():
        return DIGITS[unicodedata.digit(char, 0)]
    if char.lower() in LETTERS:
        return LETTERS[char.lower()]
    if not char.isalpha():
        return ""
    # "CYRILLIC SMALL LETTER ZHE" → "zhe": its last word is what the letter is called
    name = unicodedata.name(char, "").rsplit(" ", 1)[-1].lower()
    return " ".join(LETTERS[letter] for letter in name if letter in LETTERS)
