"""Are all nine languages understood? A recogniser's character errors, beside kokoro-onnx's on the same texts."""

from collections import defaultdict
from pathlib import Path

from kokoro_onnx import Kokoro

from kokoro_live.assets.fetch import Store
from kokoro_live.assets.manifest import INT8, VOICES, manifest
from kokoro_live.engine import Engine
from kokoro_live.model.voices import CATALOGUE
from kokoro_live.phonemes.alphabet import LANGUAGES
from kokoro_live.synthesis import whole
from lab.options import Options
from lab.recogniser import Recogniser
from lab.rows import Row, collect
from lab.wer import character_errors

TEXTS = Path(__file__).parents[2] / "tests" / "data" / "languages.tsv"
MOST_WORSE = 2.0  # points
FEWEST = 8  # texts of a language
THEIRS = {"zh": "cmn"}  # their names of languages
HEARD = {"en-us": "en", "en-gb": "en", "fr-fr": "fr", "pt-br": "pt"}  # the recogniser's


def run(options: Options) -> int:
    """Every text by two voices of its language (one, where there is only one)."""
    items = [(language, text, voice) for language, text in texts() for voice in voices(language)]
    store = Store(options.settings.cache_dir, options.settings.model_dir, options.settings.sources)
    engine, recogniser = Engine(options.settings), Recogniser(options.settings)
    theirs = Kokoro(str(store.fetch(manifest()[INT8])), str(store.fetch(manifest()[VOICES])))

    def judge(item: tuple[str, str, str]) -> Row:
        language, text, voice = item
        spoken = {
            "ours": whole(engine.stream(text, voice, language=language)),
            "theirs": theirs.create(text, voice, lang=THEIRS.get(language, language))[0],
        }
        row: Row = {"language": language, "voice": voice, "text": text, "characters": sum(map(str.isalnum, text))}
        for who, samples in spoken.items():
            heard = recogniser.words(samples, HEARD.get(language, language))
            row[who] = character_errors(text, " ".join(word.text for word in heard))
        return row

    return verdict(collect(items, judge, options))


def verdict(rows: list[Row]) -> int:
    """A table, and whether each language keeps up."""
    by_language: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        by_language[row["language"]].append(row)
    failed = [language for language in LANGUAGES if len(by_language[language]) < FEWEST]
    print("| language | n | ours, % | kokoro-onnx, % |\n|---|---|---|---|")
    for language, own in ((name, rows) for name, rows in by_language.items() if rows):
        ours, theirs = (
            100 * sum(r[who] for r in own) / sum(r["characters"] for r in own) for who in ("ours", "theirs")
        )
        print(f"| {language} | {len(own)} | {ours:.1f} | {theirs:.1f} |")
        if ours > theirs + MOST_WORSE:
            failed.append(language)
    print(f"FAIL: {', '.join(failed)}" if failed else f"PASS: at most {MOST_WORSE:g} points above theirs everywhere")
    return 1 if failed else 0


def texts() -> list[tuple[str, str]]:
    """Languages and sentences."""
    return [
        (language, text)
        for language, text in (line.split("\t") for line in TEXTS.read_text(encoding="utf-8").splitlines())
    ]


def voices(language: str) -> list[str]:
    """Two of a language's own, or its only one."""
    own = [name for name, voice in CATALOGUE.items() if voice.language == language]
    return [own[0], own[-1]] if len(own) > 1 else own
