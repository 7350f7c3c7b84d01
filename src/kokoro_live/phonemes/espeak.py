"""eSpeak NG through ctypes: one library, one lock (it is not thread-safe), the voice switch checked."""

import ctypes
import re
from threading import Lock

import espeakng_loader

from kokoro_live.errors import UnknownLanguage
from kokoro_live.phonemes.once import once

# Our language → eSpeak's voice name. espeak_SetVoiceByName keeps the old voice silently on a name it does not know.
VOICES = {
    **{"en-us": "en-us", "en-gb": "en", "es": "es", "fr-fr": "fr", "hi": "hi", "it": "it", "pt-br": "pt-br"},
    **{"ja": "ja", "zh": "cmn"},  # where their own front ends are not installed
    # Languages that we do not speak: words of theirs inside a text of ours
    **{name: name for name in "ko ru uk be sr mk el hy ar ur fa he th ka am bn pa gu or ta te kn ml si my".split()},
}
TIE = "^"
IPA_WITH_TIE = 0x02 | 0x80 | ord(TIE) << 8
UTF8 = 1
AUDIO_OUTPUT_RETRIEVAL = 1
DONT_EXIT = 0x8000
SAFE_WORD = 12  # characters: even twelve letter names fit
MOST_SOUNDS = 90  # symbols of one word; eSpeak's own limit is somewhere above 110
LANGUAGE_FLAG = re.compile(r"\([^()\s]*\)")  # eSpeak marks words it read in another language, "(^e^n-^u^s)" with ties

# Tied pairs and single symbols → Kokoro's alphabet.
TIED = {
    "a^ɪ": "I", "a^ʊ": "W", "d^z": "ʣ", "d^ʒ": "ʤ", "e^ɪ": "A", "o^ʊ": "O", "ə^ʊ": "Q", "s^s": "S", "t^s": "ʦ",
    "t^ʃ": "ʧ", "ɔ^ɪ": "Y",
}  # fmt: skip
ENGLISH = {
    "ʔˌn\u0329": "ʔn", "ʔn\u0329": "ʔn", "a^ɪ": "I", "a^ʊ": "W", "d^ʒ": "ʤ", "e^ɪ": "A", "e": "A", "t^ʃ": "ʧ",
    "ɔ^ɪ": "Y", "ə^l": "ᵊl", "ʲo": "jo", "ʲə": "jə", "ʲ": "", "ɚ": "əɹ", "r": "ɹ", "x": "k", "ç": "k", "ɐ": "ə",
    "ɬ": "l", "\u0303": "",
}  # fmt: skip
# What other languages have → the nearest symbol there is; eSpeak writes some sounds as "r." and tones as figures.
NEAREST = {
    "r.": "ɽ", "t.": "ʈ", "d.": "ɖ", "n.": "ɳ", "s.": "ʂ", "z.": "ʒ", "t^ɕ": "ʨ", "d^ʑ": "ʥ", "o^n^ɡ": "ʊŋ",
}  # fmt: skip
NEAREST_LETTERS = str.maketrans({
    "ʑ": "ʒ", "ʐ": "ʒ", "ħ": "h", "ʕ": "ʔ", "ɦ": "h", "ɭ": "l", "ɫ": "l", "ɬ": "l", "ɮ": "l", "ʟ": "l", "ʀ": "ʁ",
    "ɓ": "b", "ɗ": "d", "ɠ": "ɡ", "ɢ": "ɡ", "ɱ": "m", "ʜ": "h", "ʍ": "w", "ʙ": "b", "g": "ɡ", "ä": "a", "ʉ": "u",
    "ɵ": "ə", "ʏ": "y", "ɘ": "ə", "ɞ": "ɜ", "ɶ": "œ", "ʱ": "ʰ", "ʷ": "w", "ᵐ": "m", "ⁿ": "n", "ᵑ": "ŋ",
    **{letter: f"{letter_alone}\u0303" for letter, letter_alone in zip("ãẽĩõũỹ", "aeiouy", strict=True)},
    **dict.fromkeys(".'ʼˠˤˑ0123456789", ""),
    **{chr(mark): "" for mark in range(0x300, 0x370) if mark != 0x303},  # combining marks but for the tilde
})  # fmt: skip
CHINESE_TONES = {"1": "", "2": "↓", "ɜ": "↗", "4": "↘", "5": "→"}
AMERICAN = {"o^ʊ": "O", "ɜːɹ": "ɜɹ", "ɜː": "ɜɹ", "ɪə": "iə", "ː": ""}
BRITISH = {"e^ə": "ɛː", "iə": "ɪə", "ə^ʊ": "Q"}
SYLLABIC = re.compile("(\\S)\u0329")


class Espeak:
    """The loaded library."""

    def __init__(self) -> None:
        self._library = ctypes.cdll.LoadLibrary(espeakng_loader.get_library_path())
        self._library.espeak_TextToPhonemes.restype = ctypes.c_char_p
        self._lock = Lock()
        self._voice = ""
        data = str(espeakng_loader.get_data_path()).encode()
        self._library.espeak_Initialize(AUDIO_OUTPUT_RETRIEVAL, 0, data, DONT_EXIT)

    def ipa(self, text: str, language: str) -> str:
        """IPA with tied pairs; words separated by spaces. Punctuation is lost: split on it first."""
        with self._lock:
            self._switch(language)
            buffer = ctypes.create_string_buffer(text.encode("utf-8", "ignore"))
            pointer = ctypes.c_void_p(ctypes.addressof(buffer))
            clauses = []
            while pointer.value:
                clause = self._library.espeak_TextToPhonemes(ctypes.byref(pointer), UTF8, IPA_WITH_TIE)
                clauses.append((clause or b"").decode("utf-8", "ignore"))
        return " ".join(LANGUAGE_FLAG.sub("", " ".join(clauses)).split())

    def _switch(self, language: str) -> None:
        if language == self._voice:
            return
        if self._library.espeak_SetVoiceByName(VOICES[language].encode()) != 0:
            self._voice = ""
            raise UnknownLanguage(f"eSpeak has no voice for {language!r}. Reinstall espeakng-loader.")
        self._voice = language


@once
def library() -> Espeak:
    """The one instance: eSpeak keeps its state in the process."""
    return Espeak()


def phonemes(text: str, language: str) -> str:
    """Text without punctuation → symbols of Kokoro's alphabet (plus any it lacks, for the caller to count)."""
    if not language:
        return ""  # a writing that it has no voice for
    if any(_overflows(word, language) for word in text.split()):
        ipa = " ".join(_word_ipa(word, language) for word in text.split())
    else:
        ipa = library().ipa(text, language)
    return kokoro_symbols(ipa, language)


def kokoro_symbols(ipa: str, language: str) -> str:
    """IPA as eSpeak (or a person) writes it → symbols of Kokoro's alphabet."""
    if language.startswith("en"):
        ipa = _mapped(_mapped(ipa, BRITISH if language == "en-gb" else AMERICAN), ENGLISH)
        ipa = SYLLABIC.sub(r"ᵊ\1", ipa).replace("\u0329", "")
        ipa = ipa.replace("o", "ɔ").replace("ɾ", "T").replace("ʔ", "t")
    else:
        ipa = _mapped(ipa, CHINESE_TONES) if language == "zh" else ipa
        ipa = _mapped(ipa, TIED | NEAREST).translate(NEAREST_LETTERS)
    return ipa.replace(TIE, "").replace("-", "")


def _overflows(word: str, language: str) -> bool:
    """eSpeak silently drops the end of a word that makes too many sounds."""
    return len(word) > SAFE_WORD and len(library().ipa(word, language)) >= MOST_SOUNDS


def _word_ipa(word: str, language: str) -> str:
    """One word; in halves if it overflows."""
    if not _overflows(word, language):
        return library().ipa(word, language)
    half = len(word) // 2
    return f"{_word_ipa(word[:half], language)} {_word_ipa(word[half:], language)}"


def _mapped(ipa: str, table: dict[str, str]) -> str:
    for old in sorted(table, key=len, reverse=True):
        ipa = ipa.replace(old, table[old])
    return ipa
