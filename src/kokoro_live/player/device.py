"""Play a stream of samples on the default sound device."""

import os
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from threading import Event
from typing import Any

import numpy as np

from kokoro_live.errors import NoSoundDevice
from kokoro_live.records import SAMPLE_RATE, Samples

BUFFER_MS = 100
BUFFER = SAMPLE_RATE * BUFFER_MS // 1000


def has_device() -> bool:
    """Whether a sound device can be opened."""
    try:
        open_device().close()
    except NoSoundDevice:
        return False
    return True


def open_device(backends: list[Any] | None = None) -> Any:
    """The default device; `backends` is for tests, which have only miniaudio's null backend."""
    import miniaudio

    with _quiet_stderr():
        try:
            return miniaudio.PlaybackDevice(
                output_format=miniaudio.SampleFormat.FLOAT32,
                nchannels=1,
                sample_rate=SAMPLE_RATE,
                buffersize_msec=BUFFER_MS,
                backends=backends,
            )
        except miniaudio.MiniaudioError as error:
            raise NoSoundDevice("There is no sound device here. To get a file: kokoro-live say -o out.wav …") from error


def play(stream: Iterable[Samples], device: Any) -> int:
    """Play until the last sample has left the device; returns how many were played.

    The stream is computed in the calling thread, ahead of the sound.
    """
    queue: deque[Samples] = deque()
    ended, drained = Event(), Event()
    received = 0
    with device:
        frames = _frames(queue, ended, drained)
        next(frames)
        device.start(frames)
        for samples in stream:
            if len(samples):
                queue.append(samples)
                received += len(samples)
        ended.set()
        drained.wait()
    return received


def _frames(queue: deque[Samples], ended: Event, drained: Event) -> Generator[bytes, int, None]:
    """What the device asks for, when it asks; silence while the model is still thinking."""
    block: Samples = np.zeros(0, np.float32)
    silent_after_end = 0
    wanted = yield b""
    while True:
        while len(block) < wanted and queue:
            block = np.concatenate([block, queue.popleft()])
        if ended.is_set() and not queue and not len(block):
            silent_after_end += wanted
            if silent_after_end > 2 * BUFFER:  # what was handed over before has left the device's own buffer
                drained.set()
        out, block = block[:wanted], block[wanted:]
        wanted = yield np.pad(out, (0, wanted - len(out))).astype(np.float32).tobytes()


@contextmanager
def _quiet_stderr() -> Iterator[None]:
    """ALSA writes its complaints about a missing card straight to file descriptor 2."""
    saved, null = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 2)
    try:
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)
        os.close(null)
