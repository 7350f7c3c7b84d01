"""The makes of the model: what runs the window graph of each, in windows of which sizes, and what the decoder."""

import logging
from dataclasses import dataclass
from pathlib import Path

from kokoro_live.errors import KokoroError, SetupError
from kokoro_live.speech.acoustic import SOURCE_PER_FRAME
from kokoro_live.speech.build import FOLDED, QUANTISED, Derived
from kokoro_live.speech.compiled import Compiled, Shapes, can_compile, kernels
from kokoro_live.speech.sessions import Runs, Session
from kokoro_live.speech.windows import FLOAT_SCHEDULE, QUICK_SCHEDULE, Schedule, lengths

AUTO = "auto"
KERNELS = "compiled"  # the folder of what OpenVINO compiled
FEATURE_CHANNELS, SOURCE_CHANNELS, STYLE, STATISTICS = 512, 22, 128, 8448
CPU_FLAGS = Path("/proc/cpuinfo")
WHOLE_NUMBER_PRODUCTS = "vnni"  # in the flags of a CPU that multiplies and adds eight-bit numbers without overflow


@dataclass(frozen=True, slots=True)
class Vocoder:
    """What is loaded of a make besides the acoustic graph."""

    session: Runs
    schedule: Schedule
    decoder: Runs | None = None  # the acoustic graph's last part, if this make runs it on its own


def chosen(graphs: Derived, wanted: str) -> str:
    """The variant asked for; `auto` takes the fastest that is right on this machine."""
    if wanted == QUANTISED and CPU_FLAGS.is_file() and not _multiplies_whole_numbers():
        # Measured: sums overflow, and 7 dB are left between the sound and what is wrong with it
        raise SetupError("This processor has no VNNI, without which int8 sounds wrong. Take KOKORO_VARIANT=auto.")
    if wanted != AUTO:
        return wanted
    quick = QUANTISED in graphs.variants() and can_compile() and _multiplies_whole_numbers()
    return QUANTISED if quick else FOLDED


def ready(graphs: Derived, wanted: str, threads: int) -> tuple[str, Vocoder]:
    """The variant asked for or chosen, loaded. What was merely chosen may fail: float always works."""
    variant = chosen(graphs, wanted)
    try:
        return variant, vocoder(graphs, variant, threads)
    except (KokoroError, ImportError) as error:
        if wanted != AUTO or variant == FOLDED:
            raise
        logging.getLogger(__name__).warning("variant %s cannot be loaded, folded takes its place: %s", variant, error)
        return FOLDED, vocoder(graphs, FOLDED, threads)


def vocoder(graphs: Derived, variant: str, threads: int) -> Vocoder:
    """Ready to run."""
    path = graphs.verified("vocoder_window", variant)
    if variant != QUANTISED:
        return Vocoder(Session(path, threads), FLOAT_SCHEDULE)
    with kernels(graphs.folder / KERNELS) as kept:
        compiled = Compiled(path, threads, shapes, lengths(QUICK_SCHEDULE), kept)
        return Vocoder(compiled, QUICK_SCHEDULE, Compiled(graphs.verified("decoder", variant), threads, kept=kept))


def shapes(frames: int) -> Shapes:
    return {
        "features": (1, FEATURE_CHANNELS, frames),
        "source": (1, SOURCE_CHANNELS, SOURCE_PER_FRAME * frames + 1),
        "vocoder_style": (1, STYLE),
        "mean": (1, STATISTICS, 1),
        "deviation": (1, STATISTICS, 1),
    }


def _multiplies_whole_numbers() -> bool:
    return CPU_FLAGS.is_file() and WHOLE_NUMBER_PRODUCTS in CPU_FLAGS.read_text(encoding="utf-8")
