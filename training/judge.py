"""What is measured of a student while it learns."""

import torch
from torch import Tensor

from training.speech import Speech
from training.student import FRAME, Inputs, Student
from training.student.inputs import noise_at
from training.student.losses import MEL_SIZE, Losses, magnitude

LOUDEST_DECADES = 2.0  # below the loudest frame, in means of log₁₀ of mel bands; quieter frames are not compared
SOUNDING = 1e-4  # of the loudest frame's power
CROP = 80  # frames


def log_spectral_distance(exact: Tensor, other: Tensor) -> float:
    """Decibels over sounding frames; white noise against other white noise has 7.5."""
    powers = []
    for wave in (exact, other):
        frames = wave.unfold(-1, 512, 128) * torch.hann_window(512, periodic=False, device=wave.device)
        powers.append(torch.fft.rfft(frames).abs() ** 2)
    sounding = powers[0].sum(-1) > powers[0].sum(-1).amax() * SOUNDING
    wanted, made = (10 * torch.log10(power + 1e-8) for power in powers)
    return float(((wanted - made) ** 2).mean(-1).sqrt()[sounding].mean())


def mel_distance(exact: Tensor, other: Tensor, losses: Losses) -> float:
    """Mean difference in decibels over sounding frames; white noise against other white noise has 2.4."""
    wanted, made = (losses.mel(magnitude(*losses.spectrum(wave[None], MEL_SIZE))) for wave in (exact, other))
    loudness = wanted.mean(1, keepdim=True)
    loud = loudness > loudness.amax() - LOUDEST_DECADES
    return float(20 * ((made - wanted).abs() * loud).sum() / (loud.sum() * wanted.shape[1]))


def level_difference(exact: Tensor, other: Tensor) -> float:
    return float(10 * torch.log10((other**2).mean() / (exact**2).mean()))


@torch.no_grad()
def judge(student: Student, held_out: Speech, losses: Losses) -> dict[str, float]:
    """Means over whole held-out segments; of the level, the mean of its absolute differences."""
    found: dict[str, list[float]] = {"lsd": [], "mel": [], "level": [], "wave": []}
    for row in range(held_out.segments):
        inputs, exact = whole_row(held_out, row)
        steady, noise = student(inputs)
        wave = (steady + noise)[0]
        found["lsd"].append(log_spectral_distance(exact, wave))
        found["mel"].append(mel_distance(exact, wave, losses))
        found["level"].append(abs(level_difference(exact, wave)))
        found["wave"].append(float(((steady[0] - exact) ** 2).sum() / (exact**2).sum()))
    return {name: round(sum(values) / len(values), 3) for name, values in found.items()}


def whole_row(speech: Speech, row: int) -> tuple[Inputs, Tensor]:
    """Inputs of a whole segment with the table's noise, and the teacher's sound."""
    rows = torch.tensor([row], device=speech.f0.device)
    frames = int(speech.lengths[row])
    inputs, exact = speech.crop(rows, torch.zeros_like(rows), frames, 0)
    return inputs._replace(noise=noise_at(0, frames).to(exact)[None]), exact[0]


@torch.no_grad()
def training_values(student: Student, speech: Speech, losses: Losses, count: int = 256) -> dict[str, float]:
    """The loss's parts without learning, on the same crops each time: to compare taught and held-out segments."""
    random = torch.Generator().manual_seed(1)
    rows = torch.randint(speech.segments, (count,), generator=random).to(speech.f0.device)
    room = (speech.lengths[rows] - CROP).clamp(min=0)
    firsts = (torch.rand(count, generator=random).to(room.device) * (room + 1)).floor().long()
    sums: dict[str, float] = {}
    for some in torch.arange(count, device=rows.device).split(32):
        inputs, exact = speech.crop(rows[some], firsts[some], CROP, student.shape.context)
        steady, wave = hear_middle(student, inputs, CROP)
        for name, value in losses(steady, wave, exact).items():
            sums[name] = sums.get(name, 0.0) + float(value) * len(some) / count
    return {name: round(value, 4) for name, value in sums.items()}


def hear_middle(student: Student, inputs: Inputs, frames: int) -> tuple[Tensor, Tensor]:
    """The part in phase with the source and all the sound, of crops without their context; zero beyond the ends.

    On a GPU the trunk computes in sixteen bits, the heads in full precision.
    """
    device = inputs.mask.device.type
    with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
        known = student.trunk(inputs.aligned, inputs.curves, inputs.style, inputs.moments, inputs.mask)
    with torch.autocast(device, enabled=False):
        steady, noise = student.speak(known.float(), inputs.pulses, inputs.noise, inputs.mask)
    first = student.shape.context
    middle = slice(first * FRAME, (first + frames) * FRAME)
    inside = inputs.mask[:, 0, first : first + frames].repeat_interleave(FRAME, 1)
    return steady[:, middle] * inside, (steady + noise)[:, middle] * inside
