"""Is streaming inside the sentence as good as waiting for it? Predicted statistics against exact ones, held out."""

import json
import os
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from kokoro_live.commands.progress import bar
from kokoro_live.config import Settings
from kokoro_live.records import Samples
from kokoro_live.speech.acoustic import FRAME
from kokoro_live.speech.assets import Store
from kokoro_live.speech.build import derived
from kokoro_live.speech.norms import SHORTEST, Predictor
from kokoro_live.speech.sessions import Cancel, Session
from kokoro_live.speech.voices import CATALOGUE
from kokoro_live.speech.windows import windows
from lab import metrics
from lab.corpus import sentence
from lab.examples import Spec, Teacher

SPEEDS = (0.5, 0.75, 1.5, 2.0)
BLENDS = 100
JOIN = 240  # samples on each side of a join that count as "at the join"


def run(sentences: int, voices: list[str], target: str | None) -> int:
    """`sentences` per voice over all voices, then speeds, blends and short texts; see `GATES`."""
    del voices  # all of them, always: means hide failures
    lab = Lab(Settings.load())
    specs = held_out(sentences)
    rows: list[dict[str, Any]] = []
    with bar() as report, Path(target or os.devnull).open("w") as log:
        for number, (group, wanted) in enumerate(specs):
            if (row := lab.compare(group, wanted)) is not None:
                rows.append(row)
                log.write(json.dumps(row) + "\n")
                log.flush()
            report("comparing", number + 1, len(specs))
    return verdict(rows)


def held_out(per_voice: int) -> list[tuple[str, Spec]]:
    """Texts the calibration never drew, in groups."""
    random = Random("held out")
    names = list(CATALOGUE)

    def spec(voice: str, length: int) -> Spec:
        language = CATALOGUE[voice].language
        return Spec(voice, language, sentence(random, language, length), 1.0, 1.0)

    plain = [("plain", spec(voice, random.randint(30, 150))) for _ in range(per_voice) for voice in names]
    fast = [
        (f"speed {speed}", replace(spec(voice, round(random.randint(30, 140) * min(1, speed))), speed=speed))
        for speed in SPEEDS
        for voice in random.sample(names, min(len(names), per_voice * 7))
    ]
    blends = []
    for _ in range(min(BLENDS, per_voice * 13)):
        first, second = random.sample(names, 2)
        weight = random.randint(1, 4)
        blends.append(("blend", replace(spec(first, random.randint(30, 150)), voice=f"{first}({weight})+{second}(2)")))
    short = [("short", spec(voice, 14)) for voice in random.sample(names, min(len(names), per_voice * 7))]
    return plain + fast + blends + short


class Lab:
    """The exact model beside the predicting one."""

    def __init__(self, settings: Settings) -> None:
        self.teacher = Teacher(settings, settings.threads)
        graphs = derived(Store(settings.cache_dir, settings.model_dir), settings.cache_dir, settings.base)
        self.window = Session(graphs.graph("vocoder_window"), settings.threads)
        predictor = Predictor.of(graphs.base_sha256)
        if predictor is None:
            raise SystemExit("There is no calibration for this base. Run: python tools/calibrate.py fit")
        self.predictor = predictor

    def compare(self, group: str, wanted: Spec) -> dict[str, Any] | None:
        """All figures of one text; None if it is too long for one segment."""
        from kokoro_live.speech.vocoder import vocode_whole, vocode_window

        made = self.teacher.acoustics(wanted)
        if made is None:
            return None
        row: dict[str, Any] = {"group": group, **asdict(wanted), "frames": made.frames}
        statistics = self.predictor.statistics(made) if made.frames > SHORTEST else None
        if statistics is None:
            return row | {"statistics": "exact: short" if made.frames <= SHORTEST else "exact: out of distribution"}
        first, last = made.speech()
        whole, _ = vocode_whole(self.teacher.whole, made, Cancel())
        exact = whole[first * FRAME : last * FRAME]
        blocks, joins = [], []
        for window in windows(first, last):
            block = vocode_window(self.window, made, statistics, window.start, window.end, Cancel())
            blocks.append(block[(window.new - window.start) * FRAME :])
            joins.append((window.end - first) * FRAME)
        return row | {"statistics": "predicted"} | figures(exact, np.concatenate(blocks), joins[:-1])


def figures(exact: Samples, other: Samples, joins: list[int]) -> dict[str, float]:
    """Every metric, and the error at joins against the error elsewhere."""
    measures: dict[str, Callable[[Samples, Samples], float]] = {
        "lsd": metrics.log_spectral_distance,
        "level": metrics.level_error,
        "pumping": metrics.pumping,
        "floor": metrics.floor_change,
        "band": metrics.band_error,
        "long_term": metrics.long_term_difference,
        "flips": metrics.voicing_flips,
        "pesq": metrics.pesq,
    }
    found = {name: round(measure(exact, other), 4) for name, measure in measures.items()}
    error = (exact - other) ** 2
    near = np.zeros(len(error), bool)
    for join in joins:
        near[max(0, join - JOIN) : join + JOIN] = True
    sound = exact**2
    found["join_ratio"] = (
        round(_relative(error, sound, near) / _relative(error, sound, ~near), 3) if near.any() else 1.0
    )
    return found


def _relative(error: Samples, sound: Samples, where: "np.ndarray[Any, np.dtype[np.bool_]]") -> float:
    return float(error[where].mean() / (sound[where].mean() + 1e-9))


def verdict(rows: list[dict[str, Any]]) -> int:
    """The gates of the issue, per group and per voice."""
    predicted = [row for row in rows if row["statistics"] == "predicted"]
    if not predicted:
        print("FAIL: nothing was predicted")
        return 1
    good = True
    groups = sorted({row["group"] for row in rows})
    titles = "LSD p95 PESQ min |level| pump floor band flips% joins".split()
    print(f"{'group':12}{'n':>5}{'exact':>7}" + "".join(f"{title:>9}" for title in titles))
    for group in groups:
        own = [row for row in predicted if row["group"] == group]
        exact = sum(row["group"] == group for row in rows) - len(own)
        if not own:
            print(f"{group:12} {0:4} {exact:5}")
            continue
        column = {key: np.array([row[key] for row in own]) for key in own[0] if isinstance(own[0][key], float)}
        lsd, quality, level = column["lsd"], column["pesq"], np.abs(column["level"])
        passed = bool(
            lsd.mean() <= 2.0
            and np.percentile(lsd, 95) <= 3.5
            and np.median(quality) >= 4.5
            and quality.min() >= 4.0
            and np.percentile(level, 95) <= 0.5
        )
        good &= passed
        cells = [
            lsd.mean(),
            np.percentile(lsd, 95),
            np.median(quality),
            quality.min(),
            np.percentile(level, 95),
            np.percentile(column["pumping"], 95),
            np.median(column["floor"]),
            np.median(column["band"]),
            100 * np.mean(column["flips"]),
            np.median(column["join_ratio"]),
        ]
        print(
            f"{group:12}{len(own):5}{exact:7}" + "".join(f"{x:9.2f}" for x in cells) + ("  ok" if passed else "  MISS")
        )
    plain = [row for row in predicted if row["group"] == "plain"]
    by_voice = {v: float(np.mean([r["lsd"] for r in plain if r["voice"] == v])) for v in {r["voice"] for r in plain}}
    worst = sorted(by_voice.items(), key=lambda item: -item[1])[:6]
    print("worst voices:", ", ".join(f"{voice} {value:.2f} dB" for voice, value in worst))
    good &= all(value <= 3.0 for value in by_voice.values())
    print("PASS" if good else "FAIL")
    return 0 if good else 1
