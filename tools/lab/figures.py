"""Are figures heard as they should be? Sentences full of them, beside the same ones spelled out by hand."""

from pathlib import Path

from kokoro_live.engine import Engine
from kokoro_live.synthesis import whole
from lab.normalise import english_cases, said
from lab.options import Options
from lab.recogniser import Recogniser
from lab.rows import Row, collect
from lab.wer import errors, word_count

# spelled out by somebody who did not know the rules
TEXTS = Path(__file__).parents[2] / "tests" / "data" / "spelled.tsv"
FEWEST = 150
MOST_WORSE = 1.0  # points


def run(options: Options) -> int:
    """Word errors of what was written, minus those of what a person spelled out. Both are heard in words."""
    items = [(written, spelled) for _, language, written, spelled in english_cases(TEXTS) if language == "en-us"]
    engine, recogniser = Engine(options.settings), Recogniser(options.settings)

    def judge(item: tuple[str, str]) -> Row:
        written, spelled = item
        row: Row = {"written": written, "words": word_count(spelled)}
        for kind, text in (("raw", written), ("by_hand", spelled)):
            heard = " ".join(word.text for word in recogniser.words(whole(engine.stream(text, input_format="text"))))
            row[kind] = errors(said(spelled, "en-us"), said(heard, "en-us"))  # it writes figures, too
        return row

    return verdict(collect(items, judge, options))


def verdict(rows: list[Row]) -> int:
    """Whether figures cost understanding."""
    words = sum(row["words"] for row in rows) or 1
    raw, by_hand = (100 * sum(row[kind] for row in rows) / words for kind in ("raw", "by_hand"))
    print(f"n {len(rows)}: as written {raw:.2f} % of words wrong, spelled by hand {by_hand:.2f} %")
    passed = len(rows) >= FEWEST and raw - by_hand <= MOST_WORSE
    print("PASS" if passed else f"FAIL: at most {MOST_WORSE:g} point more, over at least {FEWEST} sentences")
    return 0 if passed else 1
