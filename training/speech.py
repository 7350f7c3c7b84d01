"""Segments spoken by the teacher, with all that the student is given of them, kept on the training device."""

import math
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from training.segments import Segment, Texts, Voices, draw_segment
from training.student.inputs import (
    FRAME,
    FRAMES,
    MOMENTS,
    Inputs,
    count_cycles,
    draw_noise,
    make_pulses,
    measure_moments,
    stack_curves,
)
from training.teacher import Acoustics, Teacher, length_mask, load_weights

LONGEST, SHORTEST = 820, 24  # frames; others are passed over
DRAWN_AT_ONCE = 2000  # sorted by length before they are put in batches
FRAMES_A_TOKEN, FRAMES_OF_PADS = 6, 60  # about
LEAST_WEIGHT = 2.0  # seconds; a brief segment is cropped as often as one of this length


class Speech:
    """Segments end to end, a frame a row."""

    def __init__(self, segments: int, frames: int, device: str) -> None:
        self.aligned = torch.empty(frames // 2, 512, dtype=torch.float16, device=device)
        self.wave = torch.empty(frames, FRAME, dtype=torch.float16, device=device)
        self.f0, self.cycles, self.energy = (torch.empty(frames, device=device) for _ in range(3))
        self.style = torch.empty(segments, 128, device=device)
        self.moments = torch.empty(segments, MOMENTS, device=device)
        self.starts = torch.empty(segments, dtype=torch.long, device=device)
        self.lengths = torch.empty(segments, dtype=torch.long, device=device)
        self.segments, self.frames = 0, 0

    @property
    def hours(self) -> float:
        return self.frames / FRAMES / 3600

    def has_room(self, segments: int, frames: int) -> bool:
        return self.segments + segments <= len(self.style) and self.frames + frames <= len(self.f0)

    def add(self, made: Acoustics, style: Tensor, wave: Tensor) -> None:
        """A batch of the teacher's."""
        ticks, rows = made.ticks, slice(self.segments, self.segments + len(style))
        slow = length_mask(ticks, made.aligned.shape[2])[:, 0].bool()
        fast = length_mask(ticks * 2, made.f0.shape[1])[:, 0].bool()
        first, last = self.frames, self.frames + 2 * int(ticks.sum())
        self.aligned[first // 2 : last // 2] = made.aligned.transpose(1, 2)[slow].half()
        self.wave[first:last] = wave.unflatten(1, (-1, FRAME))[fast].half()
        self.f0[first:last], self.energy[first:last] = made.f0[fast], made.energy[fast]
        self.cycles[first:last] = count_cycles(made.f0)[fast]
        self.style[rows] = style[:, :128]
        self.moments[rows] = measure_moments(made.aligned, made.f0, made.energy, ticks)
        self.lengths[rows] = ticks * 2
        self.starts[rows] = first + (ticks * 2).cumsum(0) - ticks * 2
        self.segments, self.frames = rows.stop, last

    def weights(self) -> Tensor:
        """How often each segment should be cropped: by its length, brief ones more."""
        return self.lengths[: self.segments].float().clamp(min=LEAST_WEIGHT * FRAMES)

    def draw_crops(self, count: int, frames: int) -> tuple[Tensor, Tensor]:
        """Segments and first frames of crops, by chance."""
        rows = torch.multinomial(self.weights(), count, replacement=True)
        room = (self.lengths[rows] - frames).clamp(min=0)
        return rows, (torch.rand(count, device=rows.device) * (room + 1)).floor().long()

    def crop(self, rows: Tensor, firsts: Tensor, frames: int, context: int) -> tuple[Inputs, Tensor]:
        """Inputs of crops with `context` frames on both sides, and the teacher's sound without them.

        Beyond a segment's ends everything is zero. The noise is new each time.
        """
        span = firsts[:, None] + torch.arange(-context, frames + context, device=rows.device)[None]
        inside = (span >= 0) & (span < self.lengths[rows][:, None])
        places = (self.starts[rows][:, None] + span).masked_fill(~inside, 0)
        mask = inside.float()
        f0, energy, cycles = (values[places] * mask for values in (self.f0, self.energy, self.cycles))
        pulses = make_pulses(f0, cycles)
        inputs = Inputs(
            aligned=self.aligned[places // 2].float().transpose(1, 2) * mask[:, None],
            curves=stack_curves(f0, energy, (span % 2).float()) * mask[:, None],
            style=self.style[rows],
            moments=self.moments[rows],
            pulses=pulses,
            noise=draw_noise(pulses) * mask.repeat_interleave(FRAME, 1),
            mask=mask[:, None],
        )
        middle = slice(context, context + frames)
        return inputs, (self.wave[places[:, middle]].float() * mask[:, middle, None]).flatten(1)


class Studio:
    """The teacher with its voices."""

    def __init__(self, folder: Path, voices: Voices, device: str) -> None:
        self.teacher = Teacher(load_weights(sorted(folder.glob("teacher.*.npz")), device))
        self.voices, self.device = voices, device

    @torch.no_grad()
    def speak(self, segments: Sequence[Segment]) -> tuple[Acoustics, Tensor, Tensor]:
        """Acoustics, styles and sound of a batch; segments of unsuitable length are left out."""
        tokens, lengths = pad_tokens([segment.tokens for segment in segments], self.device)
        style = torch.stack([self.voices.style(segment) for segment in segments]).to(self.device)
        pitch = torch.tensor([segment.pitch for segment in segments], device=self.device)
        made = self.teacher.acoustics(tokens, lengths, style, self._speeds(segments, tokens, lengths), pitch)
        keep = torch.nonzero((made.ticks * 2 <= LONGEST) & (made.ticks * 2 >= SHORTEST))[:, 0]
        if len(keep) == 0:
            return made, style[:0], made.f0[:0]
        made, style = made.rows(keep), style[keep]
        wave = self.teacher.generate(made.features, self.teacher.source(made.f0), style, made.ticks * 2)
        return made, style, wave

    def _speeds(self, segments: Sequence[Segment], tokens: Tensor, lengths: Tensor) -> Tensor:
        """Per token; the pads of a slow segment keep their usual length."""
        speed = torch.tensor([segment.speed for segment in segments], device=self.device)[:, None]
        speed = speed.expand(tokens.shape).clone()
        places = torch.arange(tokens.shape[1], device=self.device)[None]
        is_pad = (places == 0) | (places == lengths[:, None] - 1)
        return torch.where(is_pad, speed.clamp(min=1), speed)

    def fill(self, speech: Speech, texts: Texts, seconds: float, seed: int, batch_frames: int = 30_000) -> None:
        """New segments until the time is over or there is no more room."""
        random, deadline = np.random.default_rng(seed), time.monotonic() + seconds
        while time.monotonic() < deadline:
            drawn = [draw_segment(random, texts, self.voices) for _ in range(DRAWN_AT_ONCE)]
            batches = list(batch_by_length(drawn, batch_frames))
            for place in random.permutation(len(batches)):  # so that a part of them is no biased part
                made, style, wave = self.speak(batches[int(place)])
                if not len(style):
                    continue
                if not speech.has_room(len(style), 2 * int(made.ticks.sum())):
                    return
                if bool(torch.isfinite(wave).all()):
                    speech.add(made, style, wave)
                if time.monotonic() > deadline:
                    break

    def quicken(self, texts: Texts, batch_frames: int) -> dict[str, float | str]:
        """Compiles the teacher if that makes it quicker; tells the seconds for a few batches, plain and compiled."""
        random = np.random.default_rng(0)
        drawn = [draw_segment(random, texts, self.voices) for _ in range(DRAWN_AT_ONCE)]
        batches = list(batch_by_length(drawn, batch_frames))[2:-2:4]
        layers = self.teacher.layers
        plain = layers.moments, layers.snake, layers.leaky
        plain_time = self._time_batches(batches)
        compiled: float | str
        layers.compile()
        try:
            compiled = self._time_batches(batches)
        except Exception as error:  # a compiler may fail in any way; the plain teacher is left then
            compiled = f"{type(error).__name__}: {str(error)[:200]}"
        if isinstance(compiled, str) or compiled > plain_time:
            layers.moments, layers.snake, layers.leaky = plain
        return {"plain": plain_time, "compiled": compiled}

    def _time_batches(self, batches: Sequence[Sequence[Segment]]) -> float:
        """Seconds for all of them, after one time that is not counted."""
        for _ in range(2):
            start = time.perf_counter()
            for batch in batches:
                float(self.speak(batch)[2].sum())  # waits for the device
        return round(time.perf_counter() - start, 3)

    def record(self, segments: Sequence[Segment]) -> Speech:
        """These segments, one by one and in their order."""
        speech = Speech(len(segments), len(segments) * LONGEST, self.device)
        for segment in segments:
            made, style, wave = self.speak([segment])
            if not len(style):
                raise ValueError("A segment is too long or too brief to be kept")
            speech.add(made, style, wave)
        return speech


def pad_tokens(strings: Sequence[np.ndarray], device: str) -> tuple[Tensor, Tensor]:
    """Tokens with their pads, [B, L], and lengths."""
    lengths = torch.tensor([len(string) + 2 for string in strings])
    tokens = torch.zeros(len(strings), int(lengths.max()), dtype=torch.long)
    for row, string in enumerate(strings):
        tokens[row, 1 : len(string) + 1] = torch.from_numpy(string)
    return tokens.to(device), lengths.to(device)


def batch_by_length(segments: Sequence[Segment], most_frames: int) -> Iterator[list[Segment]]:
    """Batches of segments of similar length, of about so many frames each."""
    batch: list[Segment] = []
    for segment in sorted(segments, key=guess_frames):
        if batch and guess_frames(segment) * (len(batch) + 1) > most_frames:
            yield batch
            batch = []
        batch.append(segment)
    if batch:
        yield batch


def guess_frames(segment: Segment) -> int:
    return math.ceil(len(segment.tokens) / segment.speed * FRAMES_A_TOKEN + FRAMES_OF_PADS)
