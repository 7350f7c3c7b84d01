"""What is written → what is said, in the habits of a language."""

from kokoro_live.records import Reading
from kokoro_live.text import english
from kokoro_live.text.other_languages import rules_of
from kokoro_live.text.rules import applied
from kokoro_live.traced_text import TracedText


def normalised(text: TracedText, language: str, off: frozenset[str] = frozenset()) -> tuple[TracedText, list[Reading]]:
    """One sentence in words, and what was done to it; rules whose names are in `off` are left out."""
    return applied(text, english.RULES if language.startswith("en") else rules_of(language), language, off)
