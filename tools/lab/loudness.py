"""Is every voice as loud as every other? Loudness and true peak of finished clips, by an independent meter."""

from pathlib import Path
from random import Random

import numpy as np

from kokoro_live.engine import Engine, whole
from kokoro_live.records import SAMPLE_RATE, Samples
from kokoro_live.speech.sessions import Cancel
from kokoro_live.speech.vocoder import vocode_whole
from kokoro_live.speech.voices import CATALOGUE
from lab.corpus import sentence
from lab.examples import Spec, Teacher
from lab.options import Options
from lab.rows import Row, collect

TARGET, TOLERANCE = -16.0, 1.0  # LUFS
LOUDEST = -1.0  # dBTP
SPEEDS = (0.7, 1.0, 1.5)
LONG_ENOUGH = 3.0  # seconds; shorter clips are gated by their peak only


def run(options: Options) -> int:
    """`sentences` texts for every voice at three speeds; and what the model itself made of the first one."""
    engine, teacher = Engine(options.settings), Teacher(options.settings, options.settings.threads)
    random = Random("loudness")
    items = [
        (number, voice, speed, _text(random, CATALOGUE[voice].language))
        for number in range(options.sentences)
        for voice in CATALOGUE
        for speed in SPEEDS
    ]
    random.shuffle(items)

    def judge(item: tuple[int, str, float, str]) -> Row:
        number, voice, speed, text = item
        loud, peak, seconds = measured(whole(engine.stream(text, voice, speed)))
        row: Row = {"voice": voice, "speed": speed, "text": text, "lufs": loud, "dbtp": peak, "seconds": seconds}
        if number == 0 and speed == 1:
            made = teacher.acoustics(Spec(voice, CATALOGUE[voice].language, text, 1.0, 1.0))
            if made is not None:
                raw, _ = vocode_whole(teacher.whole, made, Cancel())
                row["raw_lufs"], row["raw_dbtp"], _ = measured(raw)
        return row

    rows = collect(items, judge, options)
    if options.target:
        _plot(rows, Path(options.target).with_suffix(".png"))
    return verdict(rows)


def measured(samples: Samples) -> tuple[float, float, float]:
    """LUFS, dBTP and seconds, by libebur128."""
    import pyebur128

    modes = pyebur128.MeasurementMode
    state = pyebur128.R128State(1, SAMPLE_RATE, modes.MODE_I | modes.MODE_TRUE_PEAK)
    state.add_frames(np.ascontiguousarray(samples), len(samples))
    peak = 20 * np.log10(max(pyebur128.get_true_peak(state, 0), 1e-9))
    return round(float(pyebur128.get_loudness_global(state)), 3), round(float(peak), 3), len(samples) / SAMPLE_RATE


def verdict(rows: list[Row]) -> int:
    """Every clip, not the average one."""
    long = [row for row in rows if row["seconds"] > LONG_ENOUGH]
    if not long:
        print("FAIL: no clip was long enough")
        return 1
    for speed in sorted({row["speed"] for row in long}):
        loud = np.array([row["lufs"] for row in long if row["speed"] == speed])
        spread = np.percentile(loud, [0, 5, 50, 95, 100])
        print(f"speed {speed}: n {len(loud)}, LUFS " + " / ".join(f"{x:.2f}" for x in spread) + " (p0/5/50/95/100)")
    before = np.array([row["raw_lufs"] for row in rows if "raw_lufs" in row])
    if len(before):
        print(f"the model's own: n {len(before)}, LUFS {before.min():.2f} … {before.max():.2f}")
    print(f"true peak: worst {max(row['dbtp'] for row in rows):.2f} dBTP over {len(rows)} clips")
    wrong = [row for row in long if abs(row["lufs"] - TARGET) > TOLERANCE]
    peaks = [row for row in rows if row["dbtp"] > LOUDEST]
    for row in wrong + peaks:
        print(f"MISS {row['voice']} at {row['speed']}: {row['lufs']:.2f} LUFS, {row['dbtp']:.2f} dBTP, {row['text']}")
    print("PASS" if not wrong and not peaks else f"FAIL: {len(wrong)} of {len(long)} by loudness, {len(peaks)} by peak")
    return 1 if wrong or peaks else 0


def _text(random: Random, language: str) -> str:
    """One to three sentences."""
    return " ".join(sentence(random, language, random.randint(40, 90)) for _ in range(random.choice((1, 1, 1, 2, 3))))


def _plot(rows: list[Row], target: Path) -> None:
    """Before and after, voice by voice."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(14, 4.5), layout="constrained")
    axes = figure.subplots()
    names = list(CATALOGUE)
    for key, colour, label in (("raw_lufs", "tab:red", "the model's own"), ("lufs", "tab:blue", "finished")):
        own = [row for row in rows if key in row]
        places, levels = [names.index(row["voice"]) for row in own], [row[key] for row in own]
        axes.scatter(places, levels, s=10, color=colour, label=label, alpha=0.6)
    axes.axhspan(TARGET - TOLERANCE, TARGET + TOLERANCE, color="tab:green", alpha=0.15)
    axes.set_xticks(range(len(names)), names, rotation=90, fontsize=7)
    axes.set(ylabel="LUFS, integrated", title="loudness of every clip, before and after the finishing chain")
    axes.legend()
    figure.savefig(target, dpi=110)
