"""The languages that we speak, and what others call them."""

import re

from kokoro_live.errors import UnknownLanguage
from kokoro_live.phonemes import eastasian
from kokoro_live.phonemes.alphabet import LANGUAGES

ALIASES = {
    **{"en": "en-us", "en_us": "en-us", "en_gb": "en-gb", "a": "en-us", "b": "en-gb", "e": "es", "f": "fr-fr"},
    **{"fr": "fr-fr", "pt": "pt-br", "p": "pt-br", "pt_br": "pt-br", "h": "hi", "i": "it", "j": "ja", "jp": "ja"},
    **{"z": "zh", "cmn": "zh", "zh-cn": "zh", "es-es": "es", "it-it": "it", "ja-jp": "ja", "hi-in": "hi"},
    **{"english": "en-us", "american": "en-us", "british": "en-gb", "spanish": "es", "french": "fr-fr", "hindi": "hi"},
    **{"italian": "it", "japanese": "ja", "portuguese": "pt-br", "brazilian": "pt-br", "chinese": "zh"},
    **{"mandarin": "zh", "eng": "en-us", "spa": "es", "fra": "fr-fr", "fre": "fr-fr", "hin": "hi", "ita": "it"},
    **{"jpn": "ja", "por": "pt-br", "zho": "zh", "chi": "zh"},
}
NO_LANGUAGE = frozenset(("", "none", "null", "und", "mul", "multi", "multilingual", "unknown", "default"))


REGION = re.compile(r"[a-z]{2}[-_](?:[a-z]{2}|\d{3})")
BRITISH_ENOUGH = frozenset(("au", "nz", "ie", "za", "in", "uk"))


def known_language(name: str) -> str | None:
    """Our name of a language, if we speak it."""
    key = name.strip().lower()
    language = ALIASES.get(key, ALIASES.get(key.replace("-", "_"), key))
    if language not in LANGUAGES and REGION.fullmatch(key):  # es-MX, zh-TW: the nearest we have
        base = key.replace("_", "-").partition("-")[0]
        language = "en-gb" if key[3:] in BRITISH_ENOUGH and base == "en" else ALIASES.get(base, base)
    return language if language in LANGUAGES else None


def language_named(name: str) -> str:
    """The same; or an error that lists them."""
    language = known_language(name)
    if language is None:
        raise UnknownLanguage(f"No language {name[:40]!r}. There are: {', '.join(LANGUAGES)}.")
    return language


def is_foreign(name: str | None) -> bool:
    """Whether a language is named at all: some programs send "none" or "und"."""
    return bool(name) and str(name).strip().lower() not in NO_LANGUAGE


def is_installed(language: str) -> bool:
    """Whether its own front end is here."""
    return language not in eastasian.NAMES or eastasian.is_installed(language)
