"""Where lexicons meet the rules that put figures and short forms into words: who goes first."""

from functools import lru_cache

from kokoro_live import text as text_stage
from kokoro_live.phonemes.lexicon import Entry, Lexicon

KNOWN_WORDS = 16_384


@lru_cache(maxsize=16)
def set_apart(entries: tuple[Entry, ...], language: str) -> Lexicon:
    """Those to look up before the rules, which would leave nothing to find: "GPT-4", "kg". Other words wait, so that
    rules see them: the name in "Dr. Nguyen" tells what "Dr." is."""
    return Lexicon(one for one in entries if _is_rewritten(one.grapheme, language))


@lru_cache(maxsize=KNOWN_WORDS)
def _is_rewritten(word: str, language: str) -> bool:
    return text_stage.rewrites(word, language)
