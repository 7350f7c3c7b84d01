"""One answer → one sample of a series: its figures, and whatever makes them worthless."""

import hashlib
import re
import wave
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from bench.listen import Answer, Ask
from bench.measure import AUDIBLE, playhead, trial
from kokoro_live.audio.decoding import decoded
from kokoro_live.errors import Unreadable
from kokoro_live.records import SAMPLE_RATE, Samples

SLOWEST, FASTEST = 9.0, 27.0  # characters per second: no voice at speed 1 is beyond (9.5 to 22 over 62 clips)
POINTS = 60  # of a playhead's course that are kept
DONE = "speech.audio.done"
OURS = "kokoro-live"
RAW = ("pcm", "l16", "raw")  # in the names of content types without a header
MAGIC = (b"RIFF", b"OggS", b"fLaC", b"ID3", b"\x1f\x8b", b'{"', b"{\n")
LATE_SPEECH = 0.05  # seconds between a first click and what lasts
LASTING = 0.1  # of the samples in 20 ms are audible


@dataclass(slots=True)
class Sample:
    """Every figure can be traced to one of these."""

    target: str
    preset: str
    series: str  # cold, warm or cached
    number: int  # of the text: the same for all targets
    characters: int
    voice: str
    text: str = ""
    at: float = 0.0  # seconds since the bench began
    ttfb: float | None = None
    ttfa: float | None = None
    heard: float | None = None  # when a player that starts with the first byte, silence and all, makes it sound
    wall: float | None = None
    audio: float | None = None  # seconds between the first and the last audible sample
    rtf: float | None = None
    margin: float | None = None
    gaps: list[float] = field(default_factory=list)
    silence: float | None = None  # seconds of silence that arrive before the first sound
    course: list[tuple[float, float]] = field(default_factory=list)
    cache: str = ""  # what the server says of it
    digest: str = ""
    faults: list[str] = field(default_factory=list)  # any of them fails the bench
    labels: list[str] = field(default_factory=list)  # what a reader must know

    def document(self) -> dict[str, Any]:
        """For the artefact."""
        return asdict(self)


def judged(sample: Sample, ask: Ask, answer: Answer, buffered: int = 1) -> Sample:
    """The sample with its figures. An answer with a fault has none: it must not look fast."""
    sample.cache = answer.headers.get("x-cache", "").lower()
    sample.faults += _broken(ask, answer) or _told(sample)
    if not sample.cache:
        sample.labels.append("it does not say whether this was cached")
    if sample.faults:
        return sample
    try:
        rate, blocks = decoded([data for _, data in answer.pieces], ask.kind, _rate(answer.headers))
        deliveries = [(answer.pieces[number][0], block) for number, block in blocks]
        _measured(sample, deliveries, rate, answer, buffered)
    except (Unreadable, ValueError) as error:
        sample.faults.append(str(error))
    return sample


def sound_file(target: str, preset: str, number: int) -> str:
    """The name of a sample's sound."""
    return f"{re.sub(r'[^a-z0-9-]+', '-', target)}_{preset}_{number}.wav"


def keep(ask: Ask, answer: Answer, target: Path) -> None:
    """The sound of an answer without faults, for ears and recognisers."""
    rate, blocks = decoded([data for _, data in answer.pieces], ask.kind, _rate(answer.headers))
    samples = np.concatenate([block for _, block in blocks])
    with wave.open(str(target), "wb") as file:
        file.setparams((1, 2, rate, 0, "NONE", ""))
        file.writeframes((np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes())


def _measured(
    sample: Sample, deliveries: list[tuple[float, Samples]], rate: int, answer: Answer, buffered: int
) -> None:
    found, played = trial(deliveries, answer.wall, rate, buffered), playhead(deliveries, rate, buffered)
    pace = sample.characters / found.audio
    if not SLOWEST <= pace <= FASTEST:
        what = "cut short, or of another sample rate" if pace > FASTEST else "drawn out, or of another sample rate"
        sample.faults.append(f"{found.audio:.1f} s for {sample.characters} characters: {what}")
        return
    samples = np.concatenate([block for _, block in deliveries])
    first = int(np.argmax(np.abs(samples) > AUDIBLE))
    sample.silence = round(first / rate, 3)
    sample.ttfb, sample.ttfa, sample.wall = answer.first_byte, found.ttfa, found.wall
    sample.heard = max(found.ttfa, (sample.ttfb or 0.0) + first / rate)
    sample.labels += _odd(samples, first, rate)
    sample.audio, sample.rtf, sample.margin = found.audio, found.rtf, found.margin
    sample.gaps = [round(gap, 4) for gap in played.gaps]
    course = [(round(when, 3), round(in_hand, 3)) for when, in_hand in played.course]
    sample.course = course[:: -(-len(course) // POINTS) or 1]
    sample.digest = hashlib.blake2b(samples.tobytes(), digest_size=12).hexdigest()


def _odd(samples: Samples, first: int, rate: int) -> list[str]:
    """What is no fault, but must be known."""
    labels = [] if rate == SAMPLE_RATE else [f"its sample rate is {rate}"]
    steps = samples[first:]
    steps = steps[: len(steps) // (rate // 50) * (rate // 50)].reshape(-1, rate // 50)
    lasting = np.flatnonzero((np.abs(steps) > AUDIBLE).mean(1) > LASTING)
    if not len(lasting) or lasting[0] / 50 > LATE_SPEECH:
        labels.append("a click first, speech only later")
    return labels


def _broken(ask: Ask, answer: Answer) -> list[str]:
    """Why the answer is none."""
    if answer.broken:
        return [answer.broken]
    if answer.status != 200:
        return [f"status {answer.status}"]
    if not any(data for _, data in answer.pieces):
        return ["no audio"]
    if problem := _other_kind(ask, answer):
        return [problem]
    received, stated = sum(len(data) for _, data in answer.pieces), answer.headers.get("content-length")
    if not ask.events and stated is not None and int(stated) != received:
        return [f"{received} bytes instead of {stated}"]
    return _out_of_order(answer.events) if ask.events else []


def _other_kind(ask: Ask, answer: Answer) -> str:
    """Raw samples are whatever bytes one takes for them: a header or packed bytes would pass for sound."""
    if packed := answer.headers.get("content-encoding", "identity").lower().replace("identity", ""):
        return f"the answer is packed ({packed}), though that was declined"
    if ask.kind != "pcm" or ask.events:
        return ""
    kind = answer.headers.get("content-type", "").split(";")[0].strip().lower()
    if kind.startswith(("audio/", "text/")) and not any(name in kind for name in RAW):
        return f"{kind} instead of raw samples"
    opening = b"".join(data for _, data in answer.pieces[:8])[:4]
    return f"a file of some kind ({opening!r}) instead of raw samples" if opening.startswith(MAGIC) else ""


def _out_of_order(events: list[dict[str, Any]]) -> list[str]:
    """Events must end with one `done`, and words must follow each other."""
    kinds = [event.get("type") for event in events]
    if kinds.count(DONE) != 1 or kinds[-1] != DONE:
        return [f"events out of order: {DONE} must come once, and last"]
    starts = [word.get("start") for event in events for word in event.get("words", [])]
    if not all(isinstance(start, int | float) for start in starts):
        return ["a word without a time"]
    return [] if starts == sorted(starts) else ["events out of order: words are not in the order of their times"]


def _told(sample: Sample) -> list[str]:
    """Whether the server says that it is another series. Ours has to say."""
    if not sample.cache:
        return ["the server does not say whether this was cached"] if sample.target == OURS else []
    if sample.series == "cached":
        return ["not from the cache"] if "miss" in sample.cache else []
    return ["from a cache, in a series of fresh texts"] if "hit" in sample.cache else []


def repeated(samples: list[Sample]) -> None:
    """The same sound for different texts cannot be speech of both: a fault of each of them."""
    texts: dict[tuple[str, str], set[tuple[str, int]]] = {}
    for sample in samples:
        if sample.digest:
            texts.setdefault((sample.target, sample.digest), set()).add((sample.preset, sample.number))
    for sample in samples:
        if len(texts.get((sample.target, sample.digest), ())) > 1:
            sample.faults.append("the same sound as for another text")


def _rate(headers: dict[str, str]) -> int:
    """Raw PCM has no header; ours says its rate in the content type."""
    for part in headers.get("content-type", "").split(";")[1:]:
        name, _, value = part.strip().partition("=")
        if name == "rate" and value.isdecimal() and int(value):
            return int(value)
    return SAMPLE_RATE
