"""Does anything click, stumble or go missing? Clips as a listener gets them, against what the model itself made.

Two detectors. The paired one works out what a clip should be: what the model made in one piece (the same statistics,
but no windows, no blocks), each segment at one gain, limited. Whatever the clip differs by is ours, of whatever shape:
a click, a piece lost or said twice, a dropout, a jump of level. Integer arithmetic rounds a window otherwise than the
whole, all over and no louder than its own rounding: there the windows as they were made are what a clip should be, and
each join between them is judged by itself. The blind one looks at the clip alone for single odd
samples, and is deaf where speech itself is noise. Both are tried on injected faults in the same run. Now and then the
model itself begins a word so hard that the blind one takes it for a click: what the exact model makes in the same place
is listed, but not held against us.
"""

from collections.abc import Callable

import numpy as np

from kokoro_live.audio.clicks import ALARM as BLIND
from kokoro_live.audio.clicks import Click, Signal, clicks
from kokoro_live.audio.edges import FADE
from kokoro_live.audio.limiter import limited
from kokoro_live.records import SAMPLE_RATE, Samples
from lab.rows import Row

FEWEST = 1000  # clips
LEVELS = (-40, -30, -20)  # dBFS of injected clicks
INJECTED = 4  # of each level in each clip, by turns
LEAST_RECALL = 0.95  # of the paired detector, at −40 dBFS and for every other fault
MOST_LEFT = 0.004  # −48 dBFS; sound that the chain cuts off as inaudible is below
GAIN_WINDOW = 240  # a segment's gain is looked for in windows of 10 ms
FAINTER = 0.7  # a click of the model itself may be this much weaker in its own clip
BESIDE = 5  # samples (0.2 ms) by which a click's place may differ: a model of integers begins a word a little earlier
JOIN = SAMPLE_RATE // 400  # samples on each side of a join in which nothing may jump
JUMP = 3.0  # times the largest step of what differs around a join
QUIET, PAUSE = 1e-4, SAMPLE_RATE // 50
MOMENT = SAMPLE_RATE // 200  # 5 ms


def judged(
    number: int, clip: Signal, made: list[Signal], joined: list[tuple[int, float]], exact: Callable[[], list[Signal]]
) -> Row:
    """Clicks in a clip of which the model `made` the segments, and which of the injected faults were found."""
    row: Row = {"paired": [[place, round(float(size), 4)] for place, size in odd(clip, made) + joined]}
    found = clicks(clip, *BLIND)
    added = added_clicks(expected(clip, exact()), clip) if found else []
    row["blind"] = [vars(click) for click in added]
    row["model"] = [vars(click) for click in found if click not in added]
    random = np.random.default_rng(number)
    level = LEVELS[number % len(LEVELS)]
    spoiled, places = injected(clip, level, random)
    row["level"], row["injected"] = level, len(places)
    row["found_paired"] = _found(places, [place for place, _ in odd(spoiled, made)])
    row["found_blind"] = _found(places, [click.position for click in clicks(spoiled, *BLIND)])
    row["fault"] = list(FAULTS)[number % len(FAULTS)]
    row["fault_found"] = bool(odd(FAULTS[row["fault"]](clip, _loudest(clip)), made))
    return row


def odd(clip: Signal, made: list[Signal]) -> list[tuple[int, float]]:
    """Where a clip is not what it should be, and by how much; the worst sample of every 5 ms."""
    left = np.abs(residue(clip, made))
    padded = np.pad(left, (0, -len(left) % MOMENT)).reshape(-1, MOMENT)
    worst = padded.argmax(1)
    return [(int(n * MOMENT + worst[n]), float(padded[n, worst[n]])) for n in np.flatnonzero(padded.max(1) > MOST_LEFT)]


def jumps(windows: Signal, whole: Signal, joins: list[int]) -> list[tuple[int, float]]:
    """Joins at which the difference of windows and whole makes a step as nowhere around it, and how large it is."""
    steps = np.abs(np.diff(windows - whole, prepend=0.0))
    found = []
    for place in joins:
        around = np.delete(steps[place - JOIN : place + JOIN + 1], JOIN)
        if steps[place] > max(MOST_LEFT, JUMP * float(around.max())):
            found.append((place, float(steps[place])))
    return found


def residue(clip: Signal, made: list[Signal]) -> Signal:
    """What the clip has that it should not have. A sound that fades in or out may be anywhere on its way."""
    should = expected(clip, made)
    low, high = np.minimum(0, should), np.maximum(0, should)
    faded = clip - np.clip(clip, low, high)
    return np.where(_near_pauses(clip), faded, clip - should)


def expected(clip: Signal, made: list[Signal]) -> Signal:
    """What the model made, in the places where the clip has it, at its levels, limited."""
    should = np.zeros(len(clip))
    for own in made:
        start = _place(clip, own)
        low, high = max(0, start), min(len(clip), start + len(own))
        piece = own[low - start : high - start]
        should[low:high] += _gain(clip[low:high], piece) * piece
    return np.asarray(limited(should.astype(np.float32)), np.float64)


def _place(clip: Signal, own: Signal) -> int:
    """Where in the clip the segment begins."""
    size = 1 << (len(clip) + len(own)).bit_length()
    likeness = np.fft.irfft(np.fft.rfft(clip, size) * np.conj(np.fft.rfft(own, size)), size)
    best = int(likeness.argmax())
    return best if best < len(clip) else best - size  # begins before the clip


def _gain(clip: Signal, own: Signal) -> float:
    """A segment has one gain; the limiter only lowers it, here and there."""
    shape = np.hanning(GAIN_WINDOW + 1)
    power = np.convolve(own**2, shape, "same")
    loud = power > 1e-3 * power.max()
    return float(np.percentile(np.convolve(clip * own, shape, "same")[loud] / power[loud], 90)) if loud.any() else 0.0


def _near_pauses(clip: Signal) -> Signal:
    """Which samples are within two fades of silence or of an end of the clip."""
    silent = np.concatenate([[True], np.abs(clip) < QUIET, [True]])
    changes = np.flatnonzero(np.diff(silent.astype(int)))
    starts, ends = np.concatenate([[0], changes + 1]), np.concatenate([changes + 1, [len(silent)]])
    near = np.zeros(len(clip), bool)
    for start, end in zip(starts - 1, ends - 1, strict=True):  # places in the clip
        if silent[start + 1] and (end - start >= PAUSE or start < 0 or end > len(clip)):
            near[max(0, start - 2 * FADE) : max(0, end + 2 * FADE)] = True
    return near


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


def _found(places: list[int], heard: list[int]) -> int:
    return sum(any(abs(place - position) <= MOMENT for position in heard) for place in places)


def _loudest(clip: Signal) -> int:
    """Where 5 ms have the most energy, not at the very ends."""
    power = np.convolve(clip**2, np.ones(MOMENT), "same")
    return int(power[PAUSE:-PAUSE].argmax()) + PAUSE


def _times(clip: Signal, start: int, end: int, factor: float) -> Signal:
    changed = clip.copy()
    changed[start:end] *= factor
    return changed


def _with_pulse(clip: Signal, place: int) -> Signal:
    spoiled = clip.copy()
    spoiled[place : place + 3] += 0.01
    return spoiled


FAULTS: dict[str, Callable[[Signal, int], Signal]] = {
    "three samples at -40 dBFS": _with_pulse,
    "5 ms silent": lambda clip, place: _times(clip, place, place + MOMENT, 0),
    "5 ms upside down": lambda clip, place: _times(clip, place, place + MOMENT, -1),
    "a sample lost": np.delete,
    "a sample twice": lambda clip, place: np.insert(clip, place, clip[place]),
    "20 ms twice": lambda clip, place: np.insert(clip, place, clip[max(0, place - PAUSE) : place]),
    "1 dB louder from here": lambda clip, place: _times(clip, place, len(clip), 1.122),
}


def verdict(rows: list[Row]) -> bool:
    """Whether there was no fault by either detector, and the paired one is proven."""
    proven = []
    for level in LEVELS:
        own = [row for row in rows if row["level"] == level]
        count = sum(row["injected"] for row in own)
        paired, blind = (sum(row[f"found_{kind}"] for row in own) / max(1, count) for kind in ("paired", "blind"))
        print(f"single samples at {level} dBFS (n {count}): paired finds {paired:.1%}, blind {blind:.1%}")
        proven.append(paired >= LEAST_RECALL)
    for fault in FAULTS:
        found = [bool(row["fault_found"]) for row in rows if row["fault"] == fault]
        print(f"{fault} (n {len(found)}): paired finds {sum(found) / max(1, len(found)):.1%}")
        proven.append(sum(found) >= LEAST_RECALL * max(1, len(found)))
    for row in rows:
        if row["model"]:
            print(f"the model's own: {row['voice']} at {row['speed']}: {row['model']} {row['text']}")
    wrong = [(kind, row) for row in rows for kind in ("paired", "blind") if row[kind]]
    for kind, row in wrong:
        print(f"FAULT ({kind}) {row['voice']} at {row['speed']}: {row[kind][:5]} {row['text']}")
    print(", ".join(f"{kind}: {sum(k == kind for k, _ in wrong)} clips with a fault" for kind in ("paired", "blind")))
    if len(rows) < FEWEST:
        print(f"{len(rows)} clips are too few, {FEWEST} are needed")
    return len(rows) >= FEWEST and not wrong and all(proven)
