"""The gate: is a variant of the vocoder as good as the exact model?

    python tools/evaluate.py quality --sentences 11        one to two hours on two cores, resumable

It judges how a variant sounds: one segment at a time, both ways finished alike. What needs aligned samples (PESQ,
bands, clicks) is measured against the float vocoder on the variant's own acoustics; opinion, word errors, voice and
melody against float arithmetic throughout, whose durations may differ a little. What the chain adds (levels, joins,
tempo) is judged by `finished`, on a thousand clips of the engine itself; `make quality` runs both.

Figures go to artifacts/quality/<commit>/VARIANT.jsonl, the page for eyes and ears beside them (report.html).
"""

import subprocess
from dataclasses import asdict, replace
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from bench import texts
from kokoro_live.assets.fetch import Store
from kokoro_live.config import Settings
from kokoro_live.model.store import ready_graphs
from kokoro_live.model.voices import CATALOGUE
from kokoro_live.records import SAMPLE_RATE
from lab import report
from lab.corpus import any_words, sentence, understandable
from lab.examples import Spec
from lab.gates import Gate, at_least, at_most
from lab.glitches import added_clicks
from lab.loudness import LONG_ENOUGH, LOUDEST, TARGET, TOLERANCE, measured
from lab.opinion import Opinion
from lab.options import Options
from lab.recogniser import Recogniser
from lab.rows import Row, collect
from lab.streaming import figures
from lab.studio import Rendering, Studio
from lab.voicing import timbre, voicing
from lab.wer import FEWEST, MOST_WORSE, character_errors, errors, upper_difference, word_count

Column = NDArray[np.float64]

ENGLISH_SHARE = 5  # sentences of an English voice for each of another one
ARTIFACTS = Path("artifacts/quality")
MOST_CENTS = 25.0  # an eighth of a tone: less than anybody hears in running speech


def run(options: Options) -> int:
    """Every variant that is here; exit status 1 if one of them fails."""
    folder = Path(options.target) if options.target else ARTIFACTS / _commit()
    folder.mkdir(parents=True, exist_ok=True)
    results = {}
    for variant in options.variants or present(options.settings):
        settings = replace(options.settings, variant=variant)
        own = replace(options, settings=settings, target=str(folder / f"{variant}.jsonl"))
        rows = collect(items(options.sentences), Lab(settings).judge, own)
        results[variant] = [*gates(rows), heard(rows)]
        print(f"\n{variant}: {len(rows)} clips")
        for gate in results[variant]:
            print(f"  {'pass' if gate.passed else 'FAIL'}  {gate.name:34} {gate.found:>9.3f}   ({gate.wanted})")
        for line in [*notes(rows), characters(rows)]:
            print(f"        {line}")
    report.write(folder / "report.html", options, results)
    print(f"\nPage: {folder / 'report.html'}")
    return 0 if all(gate.passed for own in results.values() for gate in own) else 1


def present(settings: Settings) -> list[str]:
    """The variants that are here."""
    return ready_graphs(Store(settings.cache_dir, settings.model_dir), settings.cache_dir, settings.base).variants()


def items(per_voice: int) -> list[Spec]:
    """Fresh sentences: `per_voice` of ordinary words for English voices, a fifth of that of rare words and for others.

    Word errors are counted on the ordinary ones: of rare words a recogniser gets four in ten wrong whoever reads them.
    """
    random = Random("quality")
    fewer = -(-per_voice // ENGLISH_SHARE)
    found = []
    for name, voice in CATALOGUE.items():
        if voice.language.startswith("en"):
            own = [texts.sentence(random, random.randint(40, 110)) for _ in range(per_voice)]
            own += [any_words(random, random.randint(40, 110)) for _ in range(fewer)]
        else:
            own = [sentence(random, voice.language, random.randint(40, 110)) for _ in range(fewer)]
        found += [Spec(name, voice.language, text, 1.0, 1.0) for text in own]
    random.shuffle(found)
    return found


class Lab:
    """Everything that listens, loaded once."""

    def __init__(self, settings: Settings, recogniser: bool = True) -> None:
        self._studio = Studio(settings, settings.threads)
        self._opinion = Opinion()
        self._recogniser = Recogniser(settings) if recogniser else None

    def judge(self, wanted: Spec) -> Row | None:
        """All figures of one clip; None if the text is too long for one segment."""
        rendering = self._studio.render(wanted)
        if rendering is None:
            return None
        row: Row = {**asdict(wanted), "statistics": rendering.statistics, **rendering.curves}
        return row | figures(rendering.exact, rendering.streamed, rendering.joins) | self._listened(wanted, rendering)

    def _listened(self, wanted: Spec, rendering: Rendering) -> Row:
        """What does not need sample-aligned signals, of the reference and of what is streamed."""
        row: Row = {}
        exact, streamed = rendering.finished()
        for name, clip in (("exact", rendering.finished_reference()), ("streamed", streamed)):
            sound = voicing(clip)
            row[name] = {
                "dnsmos": self._opinion.overall(clip),
                "seconds": len(clip) / SAMPLE_RATE,
                "timbre": [round(float(x), 4) for x in timbre(clip)],
                **{key: round(float(value), 4) for key, value in asdict(sound).items()},
            }
            if self._recogniser:
                said = " ".join(word.text for word in self._recogniser.words(clip, wanted.language[:2]))
                row[name]["character_errors"] = character_errors(wanted.text, said)
                if wanted.language.startswith("en"):
                    row[name]["errors"] = errors(wanted.text, said)
                    row["words"] = word_count(wanted.text)
        row["lufs"], row["dbtp"], row["seconds"] = measured(streamed)
        row["clicks"] = [asdict(click) for click in added_clicks(exact, streamed)]
        return row


def gates(rows: list[Row]) -> list[Gate]:
    """Every gate but the word error rate."""
    pesq, band = _column(rows, "pesq"), _column(rows, "band")
    long = [row["lufs"] for row in rows if row["seconds"] > LONG_ENOUGH]
    opinion = _both(rows, "dnsmos")
    return [
        at_most("farthest from -16 LUFS", _worst([abs(loud - TARGET) for loud in long]), TOLERANCE),
        at_most("highest true peak, dBTP", _worst([row["dbtp"] for row in rows]), LOUDEST),
        at_most("clicks", float(sum(len(row["clicks"]) for row in rows)) if rows else np.nan, 0),
        at_least("PESQ, median", float(np.median(pesq)), 4.3),
        at_least("PESQ, lowest", float(_column(rows, "pesq_aligned").min()) if rows else np.nan, 3.9),
        at_most("8-12 kHz, mean error, dB", float(np.abs(band).mean()), 1.0),
        at_least("DNSMOS, mean change", float((opinion[1] - opinion[0]).mean()), -0.05),
        at_most("pitch, cents, worst voice", _worst(list(_by_voice(rows, "cents").values())), MOST_CENTS),
    ]


def heard(rows: list[Row]) -> Gate:
    """The word error rate, which means nothing with fewer sentences."""
    english = [row for row in rows if "words" in row and understandable(row["text"])]
    if len(english) < FEWEST:
        return Gate("sentences recognised", len(english), f"at least {FEWEST}", False)
    words = np.array([row["words"] for row in english], np.float64)
    exact, streamed = _both(english, "errors")
    return at_most("word errors, upper bound, points", upper_difference(streamed, exact, words), MOST_WORSE)


def notes(rows: list[Row]) -> list[str]:
    """What is worth knowing but not a gate."""
    (exact_hnr, hnr), (exact_cpp, cpp) = _both(rows, "hnr"), _both(rows, "cpp")
    exact_pitch, pitch = _both(rows, "pitch")
    exact_movement, movement = _both(rows, "movement")
    exact_seconds, seconds = _both(rows, "seconds")
    longer = seconds / exact_seconds - 1
    right = [f"{_recognised(rows, name):.0%}" for name in ("exact", "streamed")]
    return [
        f"PESQ lowest {_column(rows, 'pesq').min():.2f} with its own alignment",
        f"log-spectral distance {_column(rows, 'lsd').mean():.2f} dB, STOI {_column(rows, 'stoi').mean():.4f}, "
        f"level {_column(rows, 'level').mean():+.2f} dB, pumping {_column(rows, 'pumping').mean():.2f} dB",
        f"DNSMOS {_both(rows, 'dnsmos')[0].mean():.3f} exact, {_both(rows, 'dnsmos')[1].mean():.3f} streamed",
        f"buzz and breath: HNR {np.nanmean(hnr - exact_hnr):+.2f} dB, CPP {np.nanmean(cpp - exact_cpp):+.2f} dB, "
        f"voicing flips {100 * _column(rows, 'flips').mean():.2f} %",
        f"pitch {1200 * np.nanmean(np.log2(pitch / exact_pitch)):+.1f} cents, its movement "
        f"{np.nanmean(movement - exact_movement):+.2f} semitones",
        _curves(rows),
        f"length {100 * longer.mean():+.1f} %, off by {100 * np.abs(longer).max():.0f} % at most",
        f"nearest voice by timbre is the right one: exact {right[0]}, streamed {right[1]} of clips",
    ]


def _curves(rows: list[Row]) -> str:
    by_voice = _by_voice(rows, "cents")
    flips, energy = 100 * _column(rows, "curve_flips").mean(), _rms(_column(rows, "energy_error"))
    return (
        f"pitch beside float on the same durations: {_rms(_column(rows, 'cents')):.1f} cents "
        f"(most of {max(by_voice, key=lambda voice: by_voice[voice])}; 1 frame in 100 of the worst clip "
        f"{_column(rows, 'rare_cents').max():.0f}), voiced in one only {flips:.2f} % of frames, energy {energy:.3f}, "
        f"ends of speech off by {_column(rows, 'edge_frames').max():.0f} frames at most"
    )


def characters(rows: list[Row]) -> str:
    """Character errors where words are not counted."""
    others = [row for row in rows if "words" not in row]
    length = sum(len(row["text"]) for row in others)
    if not length:
        return "no clip in another language than English"
    exact, streamed = (100 * errors.sum() / length for errors in _both(others, "character_errors"))
    return f"other languages (n {len(others)}): characters wrong {exact:.1f} % exact, {streamed:.1f} % streamed"


def _recognised(rows: list[Row], name: str) -> float:
    """Share of clips whose timbre is nearest to the average of their own voice's other clips, exactly rendered."""
    voices = sorted({row["voice"] for row in rows})
    colours = np.array([row["exact"]["timbre"] for row in rows])
    owner = np.array([voices.index(row["voice"]) for row in rows])
    spread = np.mean([colours[owner == v].std(0) for v in range(len(voices)) if (owner == v).sum() > 1] or [1.0], 0)
    right = []
    for number, row in enumerate(rows):
        others = np.arange(len(rows)) != number
        if not (others & (owner == owner[number])).any():
            continue
        known = [v for v in range(len(voices)) if (others & (owner == v)).any()]
        centres = np.array([colours[others & (owner == v)].mean(0) for v in known])
        distance = (((centres - row[name]["timbre"]) / spread) ** 2).sum(1)
        right.append(known[int(distance.argmin())] == owner[number])
    return float(np.mean(right)) if right else float("nan")


def _by_voice(rows: list[Row], name: str) -> dict[str, float]:
    """Root mean square of each voice's clips."""
    voices = sorted({row["voice"] for row in rows})
    return {voice: _rms(_column([row for row in rows if row["voice"] == voice], name)) for voice in voices}


def _rms(values: Column) -> float:
    return float(np.sqrt(np.mean(values**2)))


def _column(rows: list[Row], name: str) -> Column:
    """A figure that was not taken is not a number, and so fails its gate."""
    return np.array([row.get(name, np.nan) for row in rows], np.float64)


def _both(rows: list[Row], name: str) -> tuple[Column, Column]:
    """Of the exact clips and of the streamed ones."""
    return _column([row["exact"] for row in rows], name), _column([row["streamed"] for row in rows], name)


def _worst(values: list[float]) -> float:
    """No value at all is a failure, not a pass."""
    return float(np.max(values)) if values else float("nan")  # which hands NaN on


def _commit() -> str:
    described = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=False)
    return described.stdout.strip() or "unknown"
