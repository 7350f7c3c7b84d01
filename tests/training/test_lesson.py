"""Learning, with speech that nobody spoke: small, and on the CPU."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from training.block import WARM_UP_STEPS, rate_at
from training.contest import ALONE, Contest
from training.held_out import load_held_out
from training.judge import judge, log_spectral_distance, training_values
from training.lesson import Lesson, Plan
from training.segments import Texts, Voices, draw_segment, is_held_out_blend
from training.speech import Speech, batch_by_length, guess_frames
from training.student import FRAME, TINY, Student
from training.student.discriminators import Discriminators
from training.teacher import Acoustics

PLAN = Plan(batch=2, frames=24, rate=2e-3)
NAMES = ("af_heart", "af_nicole", "bm_george", "zf_xiaobei")


@pytest.fixture
def speech() -> Speech:
    """Two segments of tones with a little noise."""
    torch.manual_seed(1)
    ticks = torch.tensor([30, 20])
    f0 = torch.full((2, 60), 150.0)
    f0[:, :4] = f0[1, 40:] = 0
    aligned = torch.randn(2, 512, 30) * 0.3
    made = Acoustics(aligned, f0, torch.rand(2, 60), aligned, ticks, torch.ones(2, 3), torch.ones(2, 3))
    times = torch.arange(60 * FRAME) / 24000
    wave = 0.1 * torch.sin(2 * torch.pi * 150 * times).expand(2, -1) + 0.01 * torch.randn(2, 60 * FRAME)
    speech = Speech(8, 400, "cpu")
    speech.add(made, torch.randn(2, 256) * 0.2, wave)
    return speech


@pytest.fixture
def lesson(speech: Speech) -> Lesson:
    torch.manual_seed(2)
    return Lesson(Student(TINY), speech, PLAN)


def teach(lesson: Lesson, steps: int) -> list[float]:
    """The loss of every step."""
    losses = []
    for _ in range(steps):
        lesson.take_step(lesson.plan.rate)
        losses.append(lesson.read_sums()["log"])
    return losses


def test_losses_fall(lesson: Lesson) -> None:
    losses = teach(lesson, 20)
    assert sum(losses[-3:]) < 0.8 * sum(losses[:3])
    assert float(lesson.skipped) == 0


def test_a_step_that_is_not_finite_changes_nothing(lesson: Lesson, speech: Speech) -> None:
    teach(lesson, 2)
    before = {name: values.clone() for name, values in lesson.student.state_dict().items()}
    speech.energy[3] = torch.nan
    lesson.firsts.zero_()
    lesson.rows.zero_()
    lesson.learn()
    assert float(lesson.skipped) == 1
    for name, values in lesson.student.state_dict().items():
        assert torch.equal(values, before[name]), name
    speech.energy[3] = 0.5
    teach(lesson, 2)
    assert float(lesson.skipped) == 1


@pytest.mark.parametrize("with_opponents", [False, True])
def test_going_on_equals_never_having_stopped(speech: Speech, tmp_path: Path, with_opponents: bool) -> None:
    def make() -> Lesson:
        torch.manual_seed(4)
        if not with_opponents:
            return Lesson(Student(TINY), speech, PLAN)
        return Contest(Student(TINY), speech, PLAN, Discriminators((2,), (4, 8), (512,), 4))

    straight = make()
    teach(straight, 4)
    broken_off = make()
    teach(broken_off, 2)
    broken_off.save(tmp_path / "state.pt")
    gone_on = make()
    torch.rand(5)
    gone_on.restore(torch.load(tmp_path / "state.pt", weights_only=False))
    teach(gone_on, 2)
    assert gone_on.step == straight.step == 4
    for kind in ("student", "average"):
        wanted, made = straight.state()[kind], gone_on.state()[kind]
        assert all(torch.equal(wanted[name], made[name]) for name in wanted)


def test_the_student_waits_until_its_opponents_have_learnt(speech: Speech) -> None:
    torch.manual_seed(5)
    contest = Contest(Student(TINY), speech, replace(PLAN, decay=0.0), Discriminators((2,), (4, 8), (512,), 4))
    before = contest.student.head.weight.clone()
    opponent = contest.opponents.periods[0].layers[0].bias.clone()
    teach(contest, 2)
    assert torch.equal(contest.student.head.weight, before)
    assert not torch.equal(contest.opponents.periods[0].layers[0].bias, opponent)
    contest.step = ALONE
    teach(contest, 2)
    assert not torch.equal(contest.student.head.weight, before)
    assert float(contest.skipped) == 0


def test_the_free_path_is_silent_without_opponents(speech: Speech) -> None:
    torch.manual_seed(6)
    student = Student(TINY)
    torch.nn.init.normal_(student.free.weight)
    lesson = Lesson(student, speech, PLAN)
    teach(lesson, 2)
    assert float(lesson.student.free.weight.abs().max()) == float(lesson.average.free.weight.abs().max()) == 0
    contest = Contest(Student(TINY), speech, PLAN, Discriminators((2,), (4, 8), (512,), 4))
    contest.step = ALONE
    teach(contest, 2)
    assert float(contest.student.free.weight.detach().abs().max()) > 0


def test_a_way_that_fails_is_passed_over(lesson: Lesson) -> None:
    found = lesson.choose_way(("graph", "eager"), 0.0)
    assert isinstance(found["eager"], float)
    assert torch.cuda.is_available() or isinstance(found["graph"], str)
    teach(lesson, 1)


def test_a_crop_is_zero_beyond_the_segment(speech: Speech) -> None:
    inputs, exact = speech.crop(torch.tensor([1]), torch.tensor([30]), 24, 5)
    assert inputs.mask.shape == (1, 1, 34)
    assert inputs.mask[0, 0].tolist() == [1.0] * 15 + [0.0] * 19
    assert float(exact[0, 10 * FRAME :].abs().max()) == 0
    assert float(exact[0, : 10 * FRAME].abs().min(dim=0).values) >= 0
    assert torch.allclose(exact[0, :FRAME], speech.wave[60 + 30].float())
    assert float(inputs.noise[0, 15 * FRAME :].abs().max()) == 0


def test_judging_is_the_same_each_time(lesson: Lesson, speech: Speech) -> None:
    assert judge(lesson.average, speech, lesson.losses) == judge(lesson.average, speech, lesson.losses)
    values = training_values(lesson.average, speech, lesson.losses, 4)
    assert set(values) == {"log", "linear", "mel", "wave"}


def test_noise_is_far_from_other_noise() -> None:
    torch.manual_seed(0)
    assert 7 < log_spectral_distance(torch.randn(24000) * 0.1, torch.randn(24000) * 0.1) < 8


def test_the_rate_rises_stays_and_falls() -> None:
    assert rate_at(0, 0.0, 1.0) < 0.01
    assert rate_at(WARM_UP_STEPS, 0.3, 1.0) == rate_at(10**5, 0.7, 1.0) == 1.0
    assert rate_at(10**5, 1.0, 1.0) == pytest.approx(0.02)


@pytest.fixture
def voices() -> Voices:
    return Voices(torch.randn(4, 210, 256), ("en-us", "en-us", "en-gb", "zh"), NAMES)


def test_drawn_segments_are_what_was_taught(voices: Voices) -> None:
    random = np.random.default_rng(0)
    strings = [random.integers(17, 100, 60) for _ in range(20)]
    for string in strings:
        string[::9] = 16
    texts = Texts(strings, ["en-us", "zh"] * 10)
    drawn = [draw_segment(random, texts, voices) for _ in range(2000)]
    kinds = {kind: sum(segment.kind == kind for segment in drawn) / len(drawn) for kind in ("plain", "blend", "pitch")}
    assert 0.05 < kinds["pitch"] < 0.25
    assert kinds["plain"] > 0.2
    assert 0.3 < sum(segment.speed != 1 for segment in drawn) / len(drawn) < 0.5
    assert not any(is_held_out_blend(segment.voice, segment.other_voice) for segment in drawn)
    assert all(1 <= len(segment.tokens) <= 190 and voices.style(segment).shape == (256,) for segment in drawn)
    assert sum(segment.voice == 1 for segment in drawn) > 1.4 * sum(segment.voice == 0 for segment in drawn)
    batches = list(batch_by_length(drawn, 3000))
    assert sum(map(len, batches)) == len(drawn)
    assert all(len(batch) == 1 or len(batch) * guess_frames(batch[-1]) <= 3000 for batch in batches)


def test_some_blends_are_held_out() -> None:
    pairs = [(a, b) for a in range(54) for b in range(a)]
    share = sum(is_held_out_blend(a, b) for a, b in pairs) / len(pairs)
    assert 0.05 < share < 0.15
    assert all(is_held_out_blend(a, b) == is_held_out_blend(b, a) for a, b in pairs)
    assert not is_held_out_blend(3, 3)


def test_held_out_segments_are_those_of_the_file() -> None:
    from kokoro_live.model.voices import CATALOGUE

    languages = tuple(voice.language for voice in CATALOGUE.values())
    segments, clips = load_held_out(Voices(torch.zeros(len(CATALOGUE), 210, 256), languages, tuple(CATALOGUE)))
    assert (len(segments), len(clips)) == (64, 20)
    blends = [segment for segment in (*segments, *clips) if segment.voice != segment.other_voice]
    assert blends
    assert all(is_held_out_blend(blend.voice, blend.other_voice) for blend in blends)
    assert len({languages[clip.voice] for clip in clips}) == 9
