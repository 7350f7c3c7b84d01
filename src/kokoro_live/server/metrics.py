"""What the server knows of itself: one record per request, rolling percentiles, Prometheus."""

import gc
import json
import logging
import time
import traceback
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
import psutil
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from kokoro_live.records import UtteranceStart

ROLLING = 500  # requests
TTFA_SLO, RTF_SLO = 0.5, 0.6  # seconds; share
LEAST_FOR_SLO = 20  # requests before anything is said
REMINDER_SECONDS = 300.0
SYNTHESIS = ("acoustic", "vocoder")  # stages that count as wall time of synthesis
log = logging.getLogger("kokoro_live")


@dataclass
class Record:
    """One request for speech, from arrival to its end."""

    request_id: str
    arrived: float  # by time.perf_counter
    text: str | None = None  # only for debugging
    voice: str = ""
    format: str = ""
    provider: str = ""
    variant: str = ""
    mode: str = ""  # how turns are shared, see scheduler.policy
    chunk_ms: int = 0
    characters: int = 0
    whole: bool = False
    cached: bool = False  # the first segment
    backends: tuple[str, ...] = ()
    seconds_queued: float = 0.0
    ttfa: float | None = None  # seconds from arrival to the first audible sample on its way
    audio_seconds: float = 0.0
    underruns: int = 0
    least_margin: float | None = None  # seconds of audio buffered when they were scarcest
    segments: int = 0
    cached_segments: int = 0
    shared: bool = False  # another request paid for the synthesis
    audible: bool = False
    outcome: str = "unfinished"
    stages: dict[str, float] = field(default_factory=dict)
    gc_seconds: float = 0.0  # of the whole process, while this was under way
    cpu_cores: float = 0.0  # that the process used meanwhile
    _heard_at: float | None = None
    _waited: float = 0.0
    _used: tuple[float, float] = (0.0, 0.0)  # seconds of garbage collection and of CPU when it began

    @property
    def synthesis_seconds(self) -> float:
        """Wall time of the stages that make sound."""
        return sum(self.stages.get(stage, 0.0) for stage in SYNTHESIS)

    @property
    def rtf(self) -> float | None:
        """Only of audio that was made, not kept."""
        fresh = self.audio_seconds and not self.cached_segments and not self.shared
        return self.synthesis_seconds / self.audio_seconds if fresh else None

    def began(self, start: UtteranceStart) -> None:
        """An utterance; one whose segment was there before is more of the same."""
        if start.segment < self.segments:
            return
        if not self.segments:
            self.cached = start.cached
        self.segments += 1
        self.cached_segments += start.cached
        self.backends = tuple(sorted({*self.backends, *start.backends}))

    def heard(self, seconds: float, audible: bool, starved: bool) -> bool:
        """Audio is on its way to a listener who plays at once; whether we kept that listener waiting.

        A listener that was not `starved` when it fetched this stood still by itself.
        """
        now, before = time.perf_counter(), self.underruns
        if self.ttfa is None:
            if audible:
                self.ttfa, self._heard_at = now - self.arrived, now
        elif self._heard_at is not None:
            margin = self.audio_seconds - (now - self._heard_at - self._waited)
            if starved or margin > 0:
                self.least_margin = margin if self.least_margin is None else min(self.least_margin, margin)
            if margin < 0:
                self.underruns += starved
                self._waited -= margin
        self.audio_seconds += seconds
        return self.underruns > before

    def server_timing(self) -> str:
        """For the header of that name, in milliseconds."""
        stages = {"queue": self.seconds_queued, **self.stages}
        return ", ".join(f"{name};dur={1000 * seconds:.1f}" for name, seconds in stages.items())


class Collecting:
    """Seconds that Python's garbage collection has taken since this was made."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._start = 0.0
        gc.callbacks.append(self._watched)

    def _watched(self, phase: str, info: dict[str, int]) -> None:
        now = time.perf_counter()
        if phase == "start":
            self._start = now
        else:
            self.seconds += now - self._start


class Metrics:
    """All requests."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._process = psutil.Process()
        self._collecting = Collecting()
        self._recent: deque[Record] = deque(maxlen=ROLLING)
        self._reminded = 0.0
        self.loop_lag = 0.0  # seconds, the worst of the last minute
        self.counts: dict[str, int] = {}
        self.stand_ins: dict[str, int] = {}  # requests in which a language was read by the front end of another
        own = self.registry
        edges = (0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10)
        heard = "seconds from arrival to the first audible sample"
        self._ttfa = Histogram("kokoro_ttfa_seconds", heard, ["cache"], buckets=edges, registry=own)
        self._rtf = Histogram("kokoro_rtf", "synthesis time by audio time", buckets=edges[:-2], registry=own)
        self._requests = Counter("kokoro_requests", "requests for speech", ["outcome"], registry=own)
        self._underruns = Counter("kokoro_underruns", "times a listener would have waited", registry=own)
        self._segments = Counter("kokoro_segments", "segments", ["cache"], registry=own)
        self._stage = Counter("kokoro_stage_seconds", "time by stage", ["stage"], registry=own)
        self._gauges = Gauge("kokoro_now", "what is under way", ["what"], registry=own)

    def record(self, request_id: str, arrived: float) -> Record:
        """For a request that begins."""
        return Record(request_id, arrived, _used=self._usage())

    def note_stand_ins(self, languages: Iterable[str]) -> None:
        """A request is over in which these were read by the front ends of others."""
        for language in languages:
            self.stand_ins[language] = self.stand_ins.get(language, 0) + 1

    def _usage(self) -> tuple[float, float]:
        cpu = self._process.cpu_times()
        return self._collecting.seconds, cpu.user + cpu.system

    def _utilise(self, record: Record) -> None:
        collected, computed = self._usage()
        record.gc_seconds = collected - record._used[0]
        record.cpu_cores = (computed - record._used[1]) / max(1e-3, time.perf_counter() - record.arrived)

    def finished(self, record: Record, verbose: bool) -> None:
        """A request is over, one way or another."""
        self._utilise(record)
        self._recent.append(record)
        self.counts[record.outcome] = self.counts.get(record.outcome, 0) + 1
        self._requests.labels(record.outcome).inc()
        if record.ttfa is not None and not record.whole:
            self._ttfa.labels("hit" if record.cached else "miss").observe(record.ttfa)
        if record.rtf is not None and record.outcome == "complete":
            self._rtf.observe(record.rtf)
        self._underruns.inc(record.underruns)
        if not record.shared:
            self._segments.labels("hit").inc(record.cached_segments)
            self._segments.labels("miss").inc(record.segments - record.cached_segments)
            for stage, seconds in record.stages.items():
                self._stage.labels(stage).inc(seconds)
        if verbose or record.outcome == "failed":
            log.log(logging.WARNING if record.outcome == "failed" else logging.INFO, "speech", extra=logged(record))
        self._watch_slo()

    def rolling(self) -> dict[str, Any]:
        """Percentiles of the recent past; None where there is nothing."""
        streams = [r for r in self._recent if not r.whole]  # a whole answer is heard when it is complete
        fresh = [r.ttfa for r in streams if r.ttfa is not None and not r.cached]
        kept = [r.ttfa for r in streams if r.ttfa is not None and r.cached]
        rtf = [r.rtf for r in self._recent if r.rtf is not None and r.outcome == "complete"]
        return {
            "ttfa_seconds": _percentiles(fresh),
            "ttfa_cached_seconds": _percentiles(kept),
            "rtf": _percentiles(rtf),
            "underruns": sum(r.underruns for r in self._recent),
            "outcomes": dict(self.counts),
        }

    def slo(self) -> dict[str, str]:
        """What is not as it should be, and what might help."""
        rolling, wrong = self.rolling(), {}
        ttfa, rtf = rolling["ttfa_seconds"], rolling["rtf"]
        if ttfa["n"] >= LEAST_FOR_SLO and ttfa["p95"] > TTFA_SLO:
            wrong["ttfa"] = f"p95 is {ttfa['p95']:.2f} s: give the server more cores (KOKORO_THREADS) or less to do."
        if rtf["n"] >= LEAST_FOR_SLO and rtf["p95"] > RTF_SLO:
            wrong["rtf"] = f"p95 is {rtf['p95']:.2f}: something else uses the cores, or KOKORO_MAX_ACTIVE is too high."
        return wrong

    def _watch_slo(self) -> None:
        wrong = self.slo()
        if wrong and time.monotonic() - self._reminded > REMINDER_SECONDS:
            self._reminded = time.monotonic()
            log.warning("slo", extra={"fields": wrong})

    def rss_mb(self) -> float:
        """Memory of this process."""
        return float(self._process.memory_info().rss / 1e6)

    def show(self, gauges: dict[str, float]) -> None:
        """Numbers that Prometheus is to see now."""
        for name, value in gauges.items():
            self._gauges.labels(name).set(value)


def _percentiles(values: list[float]) -> dict[str, Any]:
    if not values:
        return {"n": 0, "p50": None, "p95": None}
    return {
        "n": len(values),
        "p50": round(float(np.median(values)), 4),
        "p95": round(float(np.percentile(values, 95)), 4),
    }


def logged(record: Record) -> dict[str, Any]:
    """A record as a line of the log has it: no word of the text."""
    shown = {name: value for name, value in vars(record).items() if not name.startswith("_") and value is not None}
    del shown["arrived"]
    return {"fields": {name: round(v, 4) if isinstance(v, float) else v for name, v in shown.items()}}


def _where(trace: TracebackType | None) -> str:
    frames = traceback.extract_tb(trace)
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""


class JsonLines(logging.Formatter):
    """One JSON object per line; whatever a client sent cannot break out of it."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line = {"time": self.formatTime(record), "level": record.levelname, "message": record.getMessage()}
        line |= getattr(record, "fields", {})
        if record.exc_info and record.exc_info[0]:
            line |= {"error": record.exc_info[0].__name__, "where": _where(record.exc_info[2])}  # its message may quote
        return json.dumps(line, default=str)
