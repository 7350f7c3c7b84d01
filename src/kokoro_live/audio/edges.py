"""How a segment begins and ends: soft edges, no dead air; and the tempo asked for."""

import numpy as np

from kokoro_live.audio.tempo import Tempo
from kokoro_live.records import SAMPLE_RATE, Samples

INAUDIBLE = 10 ** (-50 / 20)  # at the finished level
FADE = SAMPLE_RATE * 5 // 1000
RAMP = (np.sin(np.linspace(0, np.pi / 2, FADE, dtype=np.float32)) ** 2).astype(np.float32)
NONE = np.zeros(0, np.float32)


class Edges:
    """Trims one levelled segment as it arrives. How it is cut into blocks never changes a sample.

    Both ends are faded over 5 ms so that no cut can click; silence after sample `heard` is let through only once sound
    follows it, so that the segment ends `keep` samples after its last sound.
    """

    def __init__(self, heard: int, keep: int, tempo: float) -> None:
        self._heard, self._keep = heard, keep
        self._tempo = None if tempo == 1 else Tempo(tempo)
        self._position = 0  # of the first sample held
        self._held = NONE

    def push(self, samples: Samples) -> Samples:
        """What can be said to stay."""
        held = np.concatenate([self._held, samples])
        end = self._position + len(held)
        certain = max(min(self._heard, end), self._sound_end(held)) - FADE - self._position
        return self._release(held, max(0, certain))

    def finish(self) -> Samples:
        """The end of the segment, faded."""
        end = max(self._heard, self._sound_end(self._held) + self._keep) - self._position
        tail = _faded_out(self._held[: max(0, end)])
        out = self._release(tail, len(tail))
        # A changed tempo may end before the tail has: what is left is faded again.
        return out if self._tempo is None else _faded_out(np.concatenate([out, self._tempo.finish()]))

    def _sound_end(self, held: Samples) -> int:
        """Position after the last audible sample so far."""
        audible = np.flatnonzero(np.abs(held) > INAUDIBLE)
        return self._position + int(audible[-1]) + 1 if len(audible) else 0

    def _release(self, held: Samples, count: int) -> Samples:
        out, self._held = held[:count].copy(), held[count:]
        if self._position < FADE:
            ramp = RAMP[self._position : self._position + len(out)]
            out[: len(ramp)] *= ramp
        self._position += len(out)
        return out if self._tempo is None else self._tempo.push(out)


def _faded_out(samples: Samples) -> Samples:
    length = min(FADE, len(samples))
    faded = samples.copy()
    faded[len(faded) - length :] *= RAMP[:length][::-1]
    return faded
