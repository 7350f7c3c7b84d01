"""The other languages: what is written in figures and signs, in words. One module has the words of each language; the
rules of the Romance languages are common (romance.py), Hindi, Japanese and Chinese have their own."""

from functools import cache

from kokoro_live.text.other_languages import chinese, hindi, japanese, romance
from kokoro_live.text.other_languages.french import FRENCH
from kokoro_live.text.other_languages.italian import ITALIAN
from kokoro_live.text.other_languages.portuguese import PORTUGUESE
from kokoro_live.text.other_languages.spanish import SPANISH
from kokoro_live.text.rules import Rule

ROMANCE = {"es": SPANISH, "fr-fr": FRENCH, "it": ITALIAN, "pt-br": PORTUGUESE}

OWN_RULES = {"hi": hindi.RULES, "ja": japanese.RULES, "zh": chinese.RULES}


@cache
def rules_of(language: str) -> tuple[Rule, ...]:
    """The rules of a language; none if it has no habits of its own here."""
    return romance.rules(ROMANCE[language]) if language in ROMANCE else OWN_RULES.get(language, ())


def ordinal_words(number: int, language: str) -> str | None:
    """Third, in this language; None where it has no words of its own for that."""
    habits = ROMANCE.get(language)
    return habits.ordinal(number, "") if habits and number > 0 else None
