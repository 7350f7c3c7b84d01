"""Is every voice as loud as every other? Loudness and true peak of finished clips, by an independent meter."""

from pathlib import Path

import numpy as np

from kokoro_live.audio.clicks import Signal
from kokoro_live.model.voices import CATALOGUE
from kokoro_live.records import SAMPLE_RATE, Samples
from lab.rows import Row

TARGET, TOLERANCE = -16.0, 1.0  # LUFS
LOUDEST = -1.0  # dBTP
FINER = 16
LONG_ENOUGH = 3.0  # seconds; shorter clips are gated by their peak only


def judged(clip: Signal, made: list[Signal]) -> Row:
    """Of a finished clip, and of what the model `made`."""
    row: Row = dict(zip(("lufs", "dbtp", "seconds"), measured(clip), strict=True))
    row["raw_lufs"], row["raw_dbtp"], _ = measured(np.concatenate(made))
    return row


def measured(samples: Samples | Signal) -> tuple[float, float, float]:
    """LUFS by libebur128, dBTP and seconds."""
    import pyebur128

    state = pyebur128.R128State(1, SAMPLE_RATE, pyebur128.MeasurementMode.MODE_I)
    state.add_frames(np.ascontiguousarray(samples, np.float32), len(samples))
    lufs = float(pyebur128.get_loudness_global(state))
    return round(lufs, 3), round(true_peak(samples), 3), len(samples) / SAMPLE_RATE


def true_peak(samples: Samples | Signal) -> float:
    """dBTP, interpolated in the frequency domain: libebur128's short filter reads hiss up to 0.7 dB too low."""
    spectrum = np.fft.rfft(np.pad(np.asarray(samples, np.float64), (0, SAMPLE_RATE // 10)))
    steps = len(spectrum) - 1
    fine = np.fft.irfft(np.pad(spectrum, (0, (FINER - 1) * steps)), FINER * 2 * steps) * FINER
    return float(20 * np.log10(max(np.abs(fine).max(), 1e-9)))


def verdict(rows: list[Row]) -> bool:
    """Whether every clip, not the average one, is as loud as it should be."""
    long = [row for row in rows if row["seconds"] > LONG_ENOUGH]
    if not long:
        print("FAIL: no clip was long enough")
        return False
    for speed in sorted({row["speed"] for row in long}):
        for key, name in (("raw_lufs", "the model's own"), ("lufs", "finished")):
            loud = np.array([row[key] for row in long if row["speed"] == speed])
            spread = " / ".join(f"{x:.2f}" for x in np.percentile(loud, [0, 5, 50, 95, 100]))
            print(f"speed {speed}, {name}: n {len(loud)}, LUFS {spread} (p0/5/50/95/100)")
    for key, name in (("raw_dbtp", "the model's own"), ("dbtp", "finished")):
        print(f"highest true peak, {name}: {max(row[key] for row in rows):.2f} dBTP over {len(rows)} clips")
    wrong = [row for row in long if not abs(row["lufs"] - TARGET) <= TOLERANCE]  # a figure that is none is wrong
    peaks = [row for row in rows if not row["dbtp"] <= LOUDEST]
    for row in wrong + peaks:
        print(f"MISS {row['voice']} at {row['speed']}: {row['lufs']:.2f} LUFS, {row['dbtp']:.2f} dBTP, {row['text']}")
    print(f"{len(wrong)} of {len(long)} clips off by loudness, {len(peaks)} of {len(rows)} by peak")
    return not wrong and not peaks


def plot(rows: list[Row], target: Path) -> None:
    """Before and after, voice by voice, of clips that are long enough."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(14, 4.5), layout="constrained")
    axes = figure.subplots()
    names = list(CATALOGUE)
    for key, colour, label in (("raw_lufs", "tab:red", "the model's own"), ("lufs", "tab:blue", "finished")):
        own = [row for row in rows if row["seconds"] > LONG_ENOUGH]
        places, levels = [names.index(row["voice"]) for row in own], [row[key] for row in own]
        axes.scatter(places, levels, s=10, color=colour, label=label, alpha=0.6)
    axes.axhspan(TARGET - TOLERANCE, TARGET + TOLERANCE, color="tab:green", alpha=0.15)
    axes.set_xticks(range(len(names)), names, rotation=90, fontsize=7)
    axes.set(ylabel="LUFS, integrated", title="loudness of every clip, before and after the finishing chain")
    axes.legend()
    figure.savefig(target, dpi=110)
