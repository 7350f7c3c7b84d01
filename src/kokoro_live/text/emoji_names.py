"""Emoji by their names, for those who want to hear them; otherwise they are silent."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from kokoro_live.traced_text import TracedText

NAMED_IN = {"en-us": "en", "en-gb": "en", "es": "es", "fr-fr": "fr", "it": "it", "pt-br": "pt", "ja": "ja", "zh": "zh"}


def with_emoji_named(text: TracedText, language: str) -> TracedText:
    """Each emoji as words, with commas around; the same one several times in a row is said once."""
    return TracedText.joined(_pieces(text, NAMED_IN.get(language, "en")))


def _pieces(text: TracedText, language: str) -> Iterator[TracedText]:
    done, before = 0, ""
    for one in _library(language).emoji_list(text.text):
        start, end, sign = int(one["match_start"]), int(one["match_end"]), str(one["emoji"])
        repeated = sign == before and not text.text[done:start].strip()
        yield text[done:start]
        if not repeated:
            yield text.rewritten(start, end, f" {_name(sign, language)}" + ", " * _goes_on(text.text[end:]))
        done, before = end, sign
    yield text[done:]


def _goes_on(rest: str) -> bool:
    """Whether words follow without a mark between."""
    return rest.lstrip()[:1].isalnum()


def _name(sign: str, language: str) -> str:
    library = _library(language)
    names = library.EMOJI_DATA.get(sign, {})
    named = str(names.get(language) or names.get("en") or "")
    return named.strip(":").replace("_", " ").replace("-", " ")


@cache
def _library(language: str) -> Any:
    import emoji  # only for those who ask for it

    if language != "en":
        emoji.config.load_language(language)
    return emoji
