"""kokoro-live lexicon: the user's own pronunciations."""

import argparse
from pathlib import Path

from rich.console import Console
from rich.table import Table

from kokoro_live.config import Settings, user_lexicon
from kokoro_live.errors import LexiconError
from kokoro_live.lookup import set_apart
from kokoro_live.phonemes import Phonemiser, language_named
from kokoro_live.phonemes.alphabet import phonemes_of
from kokoro_live.phonemes.lexicon import ANY, Entry, Lexicon, entry
from kokoro_live.phonemes.lexicon_files import Files, read
from kokoro_live.text import plain_script, spoken_segments

DEFAULT_LANGUAGE = "en"


EXAMPLE = "kokoro-live lexicon add Siobhan /ʃɪˈvɔːn/"


def add_options(parser: argparse.ArgumentParser) -> None:
    """What may be asked for."""
    parser.add_argument("action", choices=("add", "remove", "list", "test"))
    parser.add_argument("words", nargs="*", help="add: WORD PRONUNCIATION (/IPA/, {symbols} or how it sounds)")
    parser.add_argument("--lang", metavar="LANGUAGE", help="default: en")
    parser.add_argument("--case", action="store_true", help="only when spelled exactly so")


def run(options: argparse.Namespace) -> int:
    """One action."""
    settings = Settings.load()
    return {"add": _add, "remove": _remove, "list": _list, "test": _test}[options.action](options, settings)


def _add(options: argparse.Namespace, settings: Settings) -> int:
    word, pronunciation = _two(options.words)
    new = entry(options.lang or DEFAULT_LANGUAGE, word, pronunciation, "case" if options.case else "")
    kept = [one for one in _own() if (one.language, one.grapheme) != (new.language, new.grapheme)]
    _write([*kept, new])
    print(f"{new.grapheme}: {new.phoneme} ({user_lexicon()})")
    return 0


def _remove(options: argparse.Namespace, settings: Settings) -> int:
    word = " ".join(options.words)
    own = _own()
    kept = [one for one in own if one.grapheme != word or (options.lang and one.language != options.lang)]
    if len(kept) == len(own):
        raise LexiconError(f"There is no {word!r} among your pronunciations. See: kokoro-live lexicon list")
    _write(kept)
    return 0


def _list(options: argparse.Namespace, settings: Settings) -> int:
    table = Table("language", "word", "pronunciation", "spelled exactly")
    own = set(_own())
    for one in Files(settings.lexicons()).entries():
        style = "bold" if one in own else None
        table.add_row(one.language, one.grapheme, one.phoneme, "yes" if one.exactly else "", style=style)
    Console().print(table)
    return 0


def _test(options: argparse.Namespace, settings: Settings) -> int:
    """How a text is read with all lexicons, beside how it would be read without."""
    language = language_named(options.lang or "en-us")
    text = " ".join(options.words)
    table = Table("", "phonemes")
    phonemiser = Phonemiser()
    files, script = Files(settings.lexicons()), plain_script(text)
    apart = set_apart(files.own(), language).marked(script, language)
    for name, own, lexicon in (("without", script, Lexicon()), ("with", apart, files.lexicon())):
        for segment in spoken_segments(own, language):
            words = phonemiser.phonemise(segment, language, lexicon).words
            table.add_row(name, "".join(phonemes_of(w.tokens) + " " * w.space_after for w in words))
    Console().print(table)
    return 0


def _two(words: list[str]) -> tuple[str, str]:
    if len(words) != 2:
        raise LexiconError('Say: kokoro-live lexicon add "word" "pronunciation"')
    return words[0], words[1]


def _own() -> list[Entry]:
    path = user_lexicon()
    return read(path) if path.is_file() else []


def _write(entries: list[Entry]) -> None:
    path = user_lexicon()
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [f"{e.language or ANY}\t{e.grapheme}\t{e.phoneme}\t{'case' if e.exactly else ''}".rstrip() for e in entries]
    _replaced(path, "".join(line + "\n" for line in lines))


def _replaced(path: Path, text: str) -> None:
    """Never half there: a server may be reading it."""
    part = path.with_suffix(".part")
    part.write_text(text, "utf-8")
    part.replace(path)
