"""The variants of the model: what runs each one's window graph, in windows of which sizes, and its acoustic graph."""

import logging
import math
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from kokoro_live.cancel import Cancel
from kokoro_live.errors import KokoroError, SetupError
from kokoro_live.model.acoustic import FRAMES_PER_TICK, SOURCE_PER_FRAME, Acoustic, Acoustics
from kokoro_live.model.runtimes.onnxruntime import Runs, Session
from kokoro_live.model.runtimes.openvino import Compiled, Shapes, can_compile, kernels
from kokoro_live.model.runtimes.pipeline import Link, Pipeline
from kokoro_live.model.store import FOLDED, QUANTISED, Graphs
from kokoro_live.model.vocoder import CHANNELS, FIRST_RATE, Measuring
from kokoro_live.model.windows import FLOAT_SCHEDULE, QUICK_SCHEDULE, Schedule, lengths
from kokoro_live.records import Samples

AUTO = "auto"
KERNELS = "compiled"  # the folder of what OpenVINO compiled
OPEN = -1  # as a dimension, for OpenVINO
FEATURE_CHANNELS, SOURCE_CHANNELS, STYLE, ENCODED_CHANNELS, PACED_CHANNELS = 512, 22, 128, 512, 640
ORDINARY_TOKENS, ORDINARY_FRAMES = 256, 1000  # of a segment; for what is longer, nobody keeps memory ready
GIVEN_BACK = 0  # how much working memory is kept
CPU_FLAGS = Path("/proc/cpuinfo")
INTEGER_PRODUCTS = "vnni"  # in the flags of a CPU that multiplies and adds eight-bit numbers without overflow


@dataclass(frozen=True, slots=True)
class Vocoder:
    """What is loaded of a variant."""

    acoustic: Acoustic
    session: Runs  # of windows
    schedule: Schedule
    exact: Callable[[], Session]  # float arithmetic on a whole segment
    whole: Callable[[Acoustics, Cancel], Samples | None] = lambda *_: None  # a short segment with its own statistics


def chosen(graphs: Graphs, wanted: str) -> str:
    """The variant asked for; `auto` takes the fastest that is right on this machine."""
    if wanted == QUANTISED and CPU_FLAGS.is_file() and not multiplies_integers():
        # Measured: sums overflow, and 7 dB are left between the sound and what is wrong with it
        raise SetupError("This processor has no VNNI, without which int8 sounds wrong. Take KOKORO_VARIANT=auto.")
    if wanted != AUTO:
        return wanted
    quick = QUANTISED in graphs.variants() and can_compile() and multiplies_integers()
    return QUANTISED if quick else FOLDED


def ready(graphs: Graphs, wanted: str, threads: int) -> tuple[str, Vocoder]:
    """The variant asked for or chosen, loaded. What was merely chosen may fail: float always works."""
    variant = chosen(graphs, wanted)
    try:
        return variant, vocoder(graphs, variant, threads)
    except (KokoroError, ImportError) as error:
        if wanted != AUTO or variant == FOLDED:
            raise
        logging.getLogger(__name__).warning("variant %s cannot be loaded, folded takes its place: %s", variant, error)
        return FOLDED, vocoder(graphs, FOLDED, threads)


def vocoder(graphs: Graphs, variant: str, threads: int) -> Vocoder:
    """Ready to run."""
    if variant == QUANTISED:
        return _quick(graphs, threads)
    with ThreadPoolExecutor(1) as beside:
        acoustic = beside.submit(_loaded, graphs, "acoustic", variant, threads, GIVEN_BACK)
        whole = beside.submit(_loaded, graphs, "vocoder_whole", variant, threads, GIVEN_BACK)
        windows = _loaded(graphs, "vocoder_window", variant, threads)
        exact = whole.result()
        return Vocoder(Acoustic(acoustic.result()), windows, FLOAT_SCHEDULE, lambda: exact)


def _quick(graphs: Graphs, threads: int) -> Vocoder:
    """Float arithmetic is loaded when it is first needed: for what is too long to be short, or asked for."""
    with ThreadPoolExecutor(1) as beside:
        loading = beside.submit(reading_parts, graphs, threads)
        with kernels(graphs.folder / KERNELS) as kept:
            compiled = partial(Compiled, threads=threads, kept=kept)
            graph = partial(graphs.verified, variant=QUANTISED)
            *small, large = lengths(QUICK_SCHEDULE)
            windows = compiled(graph("vocoder_window"), shapes=shapes, lengths=small)
            measuring = compiled(graph("vocoder_measuring"), shapes=measuring_shapes, lengths=[large])
            either = Measuring(windows, measuring, large)
            further = {name: compiled(graph(name)) for name in ("f0_energy", "decoder")}
        acoustic = Acoustic(in_parts({**loading.result(), **further}, threads))
    exact = cache(partial(_loaded, graphs, "vocoder_whole", FOLDED, threads, GIVEN_BACK))
    return Vocoder(acoustic, either, QUICK_SCHEDULE, exact, either.whole)


def reading_parts(graphs: Graphs, threads: int) -> dict[str, Runs]:
    """The acoustic graph's parts that ONNX Runtime runs. Those on one thread take many steps with little to do in each,
    or run beside another part."""
    each = {
        "text_encoder_bert": (threads, ORDINARY_TOKENS),
        "text_encoder_cnn": (1, ORDINARY_TOKENS),
        "prosody": (1, ORDINARY_TOKENS * ENCODED_CHANNELS),
        "lstm_forward": (1, ORDINARY_FRAMES // FRAMES_PER_TICK * PACED_CHANNELS),
        "lstm_backward": (1, ORDINARY_FRAMES // FRAMES_PER_TICK * PACED_CHANNELS),
        "alignment": (1, ORDINARY_TOKENS * ENCODED_CHANNELS),
        "harmonic_source": (1, ORDINARY_FRAMES),
    }
    return {name: _loaded(graphs, name, QUANTISED, *settings) for name, settings in each.items()}


def in_parts(parts: Mapping[str, Runs], threads: int) -> Pipeline:
    """The acoustic graph's parts as one."""

    def link(name: str, reads: Sequence[str], makes: Sequence[str]) -> Link:
        return Link(parts[name], reads, makes)

    return Pipeline(
        [link("text_encoder_bert", ["tokens"], ["bert_encoded"])],
        [
            link("prosody", ["bert_encoded", "style", "speed"], ["paced", "alignment", "durations", "expected"]),
            link("text_encoder_cnn", ["tokens"], ["cnn_encoded"]),
        ],
        [
            link("lstm_forward", ["paced"], ["lstm_forward"]),
            link("lstm_backward", ["paced"], ["lstm_backward"]),
            link("alignment", ["cnn_encoded", "alignment"], ["aligned"]),
        ],
        [link("f0_energy", ["lstm_forward", "lstm_backward", "style", "pitch"], ["f0", "energy"])],
        [
            link("decoder", ["aligned", "f0", "energy", "style"], ["features"]),
            link("harmonic_source", ["f0"], ["source"]),
        ],
        at_once=threads > 1,
    )


def _loaded(graphs: Graphs, name: str, variant: str, threads: int, kept_up_to: float = math.inf) -> Session:
    return Session(graphs.verified(name, variant), threads, kept_up_to)


def shapes(frames: int) -> Shapes:
    return {
        "features": (1, FEATURE_CHANNELS, frames),
        "source": (1, SOURCE_CHANNELS, SOURCE_PER_FRAME * frames + 1),
        "vocoder_style": (1, STYLE),
        "mean": (1, CHANNELS, 1),
        "deviation": (1, CHANNELS, 1),
    }


def measuring_shapes(frames: int) -> Shapes:
    rates = {FIRST_RATE: FIRST_RATE * frames, SOURCE_PER_FRAME: SOURCE_PER_FRAME * frames + 1}
    counts = {f"counts_{rate}": (1, 1, length) for rate, length in rates.items()}
    return {**shapes(frames), **counts, "weights": (1, 1, OPEN)}


def multiplies_integers() -> bool:
    """Whether this processor is known to do so without overflow."""
    return CPU_FLAGS.is_file() and INTEGER_PRODUCTS in CPU_FLAGS.read_text(encoding="utf-8")
