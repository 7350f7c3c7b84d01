"""The student's network, its inputs and its weights on disk."""

from itertools import pairwise
from pathlib import Path

import pytest
import torch

from training.student import FRAME, TINY, Inputs, Student
from training.student.discriminators import Discriminators, belief_loss, doubt_loss, feature_loss
from training.student.inputs import (
    NOISE_FRAMES,
    count_cycles,
    cut_window,
    make_pulses,
    noise_at,
    stack_curves,
    whole_segment,
)
from training.student.spectral import Transform
from training.student.weights import load_student, save_student

TICKS = 40


@pytest.fixture
def student() -> Student:
    """One with all its heads at work, the free one too."""
    torch.manual_seed(3)
    student = Student(TINY).eval()
    torch.nn.init.normal_(student.free.weight, 0, 0.1)
    return student


@pytest.fixture
def segment() -> Inputs:
    return make_segment(TICKS)


def make_segment(ticks: int) -> Inputs:
    random = torch.Generator().manual_seed(ticks)
    f0 = 140 + 40 * torch.sin(torch.arange(2 * ticks) / 7)[None]
    f0[:, :5] = f0[:, 30:38] = 0
    aligned = torch.randn(1, 512, ticks, generator=random) * 0.3
    energy = torch.rand(1, 2 * ticks, generator=random) * 4
    style = torch.randn(1, 256, generator=random) * 0.2
    return whole_segment(aligned, f0, energy, torch.tensor([ticks]), style)


@torch.no_grad()
@pytest.mark.parametrize("ends", [(80,), (1, 2, 5, 80), (24, 48, 72, 80), (79, 80), (7, 31, 33, 64, 80)])
def test_windows_equal_the_whole(student: Student, segment: Inputs, ends: tuple[int, ...]) -> None:
    whole = sum(student(segment))
    parts = [student.speak_window(segment, first, last) for first, last in pairwise((0, *ends))]
    assert float(whole.abs().max()) > 1e-3
    assert torch.allclose(torch.cat(parts, 1), whole, atol=1e-5)


@torch.no_grad()
def test_context_is_no_wider_than_needed(student: Student, segment: Inputs) -> None:
    """What lies beyond the context changes nothing, and what lies at its far end does."""
    first, last, context = 30, 40, student.shape.context
    wide = student.speak_window(segment, first, last)
    near = cut_window(segment, first - context + 1, last + context - 1)
    narrow = sum(student(near))[:, (context - 1) * FRAME : -(context - 1) * FRAME]
    assert torch.allclose(narrow, wide, atol=1e-5), "one frame is spare"
    nearer = cut_window(segment, first - context + 3, last + context - 3)
    too_narrow = sum(student(nearer))[:, (context - 3) * FRAME : -(context - 3) * FRAME]
    assert not torch.allclose(too_narrow, wide, atol=1e-5)


@torch.no_grad()
def test_a_row_of_a_batch_equals_the_segment_alone(student: Student, segment: Inputs) -> None:
    alone = make_segment(TICKS - 13)
    spare = segment.mask.shape[2] - alone.mask.shape[2]
    longer = alone._replace(
        aligned=torch.nn.functional.pad(alone.aligned, (0, spare)),
        curves=torch.nn.functional.pad(alone.curves, (0, spare)),
        pulses=torch.nn.functional.pad(alone.pulses, (0, spare * FRAME)),
        noise=torch.nn.functional.pad(alone.noise, (0, spare * FRAME)),
        mask=torch.nn.functional.pad(alone.mask, (0, spare)),
    )
    both = Inputs(*(torch.cat(pair) for pair in zip(segment, longer, strict=True)))
    batched, single = sum(student(both))[1:], sum(student(alone))
    assert torch.allclose(batched[:, : single.shape[1]], single, atol=1e-5)


def test_noise_goes_by_the_frame() -> None:
    whole = noise_at(0, 60)
    assert torch.equal(noise_at(17, 10), whole[17 * FRAME : 27 * FRAME])
    assert torch.equal(noise_at(NOISE_FRAMES + 17, 10), noise_at(17, 10))
    expected = torch.tensor([0.0438108, -0.0085428, 0.0218550])
    assert torch.allclose(whole[:3], expected, atol=1e-6), "another noise on this machine than on others"


def test_transform_gives_a_wave_back() -> None:
    transform, wave = Transform(600), torch.randn(2, 3000)
    assert torch.allclose(transform.synthesise(*transform.analyse(wave))[:, 300:-300], wave[:, 300:-300], atol=1e-5)


def test_pulses_have_the_period_of_f0() -> None:
    f0 = torch.full((1, 40), 160.0)
    pulses = make_pulses(f0, count_cycles(f0))[0, 600:-600]
    peaks = torch.nonzero(pulses > 0.9 * pulses.max())[:, 0]
    gaps = peaks.diff()
    assert set(gaps[gaps > 5].tolist()) <= {148, 149, 150, 151, 152}
    assert float(make_pulses(torch.zeros(1, 8), torch.zeros(1, 8)).abs().max()) == 0


def test_curves_are_finite_where_nothing_sounds() -> None:
    assert bool(torch.isfinite(stack_curves(torch.zeros(1, 4), torch.zeros(1, 4), torch.zeros(1, 4))).all())


@torch.no_grad()
def test_eight_bits_on_disk_sound_alike(student: Student, segment: Inputs, tmp_path: Path) -> None:
    save_student(student, tmp_path / "student.npz")
    back = load_student(tmp_path / "student.npz")
    assert back.shape == student.shape
    whole, rounded = sum(student(segment)), sum(back(segment))
    assert float(((whole - rounded) ** 2).sum() / (whole**2).sum()) < 0.01
    save_student(back, tmp_path / "again.npz")
    again = load_student(tmp_path / "again.npz")
    for name, values in back.state_dict().items():
        assert torch.allclose(values, again.state_dict()[name], atol=1e-6, rtol=1e-4), name


def test_discriminators_learn_to_tell_noise_from_tones() -> None:
    torch.manual_seed(0)
    judges = Discriminators((2, 3), (4, 8), (256,), 4)
    optimiser = torch.optim.AdamW(judges.parameters(), lr=2e-3)
    tones = torch.sin(torch.arange(6000) / 9)[None] * torch.tensor([[0.2], [0.3]])
    losses = []
    for _ in range(40):
        noise = torch.randn(2, 6000) * 0.2
        real, made = judges(tones), judges(noise)
        loss = doubt_loss(real[0], made[0]) + doubt_loss(real[1], made[1])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        losses.append(float(loss.detach()))
    assert losses[-1] < 0.7 * losses[0]
    with torch.no_grad():
        assert float(belief_loss(judges(noise)[0])) > float(belief_loss(judges(tones)[0]))
        assert float(feature_loss(real[0], real[0])) == 0
        assert float(feature_loss(real[0], made[0])) > 0
