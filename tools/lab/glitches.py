"""Does anything click? Clips as a listener gets them, against what the model itself made.

Two detectors. The paired one takes away from a finished clip what the model made in one piece: the same statistics, but
no windows, no joins, no finishing chain, no blocks. What is left is near silence, so it finds the faintest click that
we added. The blind one looks at the clip alone, and is deaf where speech itself is noise. Both are tried on injected
clicks in the same run. Now and then the model itself begins a word so hard that the blind one takes it for one: what
the exact model makes in the same place is listed, but not held against us.
"""

from collections.abc import Callable

import numpy as np

from kokoro_live.records import Samples
from lab.clicks import Click, Signal, clicks
from lab.rows import Row

LEVELS = (-40, -30, -20)  # dBFS of injected clicks
INJECTED = 4  # of each level in each clip, by turns
LEAST_RECALL = 0.95  # of the paired detector at −40 dBFS
PAIRED = (0.004, 5.0)  # least amplitude, least prominence; what the limiter does comes to 3.5, an odd sample to 8
BLIND = (0.006, 9.0)  # no alarm in 384 exact clips; at 0.005 and 8 one, a creak of am_santa
GAIN_WINDOW = 240  # the limiter's gain is followed in windows of 10 ms
FAINTER = 0.7  # a click of the model itself may be this much weaker in its own clip
BESIDE = 2  # samples by which a detector may miss a click's place


def judged(number: int, clip: Signal, made: list[Signal], exact: Callable[[], list[Signal]]) -> Row:
    """Clicks in a clip of which the model `made` the segments, and which of the injected ones were found."""
    row: Row = {"paired": [vars(click) for click in clicks(residue(clip, made), *PAIRED)]}
    found = clicks(clip, *BLIND)
    added = added_clicks(clip - residue(clip, exact()), clip) if found else []
    row["blind"] = [vars(click) for click in added]
    row["model"] = [vars(click) for click in found if click not in added]
    level = LEVELS[number % len(LEVELS)]
    spoiled, places = injected(clip, level, np.random.default_rng(number))
    row["level"], row["injected"] = level, len(places)
    row["found_paired"] = _found(places, residue(spoiled, made), PAIRED)
    row["found_blind"] = _found(places, spoiled, BLIND)
    return row


def added_clicks(exact: Samples | Signal, heard: Samples | Signal) -> list[Click]:
    """Clicks of one clip that the other has not: a creaking voice clicks by itself."""
    own = [click.position for click in clicks(exact, *(FAINTER * limit for limit in BLIND))]
    found = clicks(heard, *BLIND)
    return [click for click in found if not any(abs(click.position - place) <= BESIDE for place in own)]


def injected(clip: Signal, level: float, random: np.random.Generator) -> tuple[Signal, list[int]]:
    """The clip with single odd samples in random places."""
    places = [int(place) for place in random.integers(0, len(clip), INJECTED)]
    spoiled = clip.copy()
    spoiled[places] += 10 ** (level / 20) * random.choice((-1, 1), INJECTED)
    return spoiled, places


def _found(places: list[int], signal: Signal, sensitivity: tuple[float, float]) -> int:
    heard = [click.position for click in clicks(signal, *sensitivity)]
    return sum(any(abs(place - position) <= BESIDE for position in heard) for place in places)


def residue(clip: Signal, references: list[Signal]) -> Signal:
    """What is left of a clip when each segment, at the gain the chain gave it, is taken away."""
    left = clip.copy()
    for reference in references:
        start = _place(clip, reference)
        low, high = max(0, start), min(len(clip), start + len(reference))
        piece = reference[low - start : high - start]
        left[low:high] -= _followed_gain(clip[low:high], piece) * piece
    return left


def _place(clip: Signal, reference: Signal) -> int:
    """Where in the clip the reference begins."""
    size = 1 << (len(clip) + len(reference)).bit_length()
    likeness = np.fft.irfft(np.fft.rfft(clip, size) * np.conj(np.fft.rfft(reference, size)), size)
    best = int(likeness.argmax())
    return best if best < size // 2 else best - size


def _followed_gain(clip: Signal, reference: Signal) -> Signal:
    """The gain between the two, smooth: one odd sample must not move it."""
    shape = np.hanning(GAIN_WINDOW + 1)
    shape /= shape.sum()
    both = np.convolve(clip * reference, shape, "same")
    own = np.convolve(reference**2, shape, "same")
    return np.asarray((both + 1e-12) / (own + 1e-12))


def verdict(rows: list[Row]) -> bool:
    """Whether there was no click by either detector, and the paired one is proven."""
    recall = {}
    for level in LEVELS:
        own = [row for row in rows if row["level"] == level]
        count = sum(row["injected"] for row in own)
        recall[level] = sum(row["found_paired"] for row in own) / count if count else 0.0
        blind = sum(row["found_blind"] for row in own) / count if count else 0.0
        print(f"injected at {level} dBFS (n {count}): paired finds {recall[level]:.1%}, blind {blind:.1%}")
    for row in rows:
        if row["model"]:
            print(f"the model's own: {row['voice']} at {row['speed']}: {row['model']} {row['text']}")
    wrong = [(kind, row) for row in rows for kind in ("paired", "blind") if row[kind]]
    for kind, row in wrong:
        print(f"CLICK ({kind}) {row['voice']} at {row['speed']}: {row[kind]} {row['text']}")
    print(", ".join(f"{kind}: {sum(k == kind for k, _ in wrong)} clips with a click" for kind in ("paired", "blind")))
    return bool(rows) and not wrong and recall[LEVELS[0]] >= LEAST_RECALL
