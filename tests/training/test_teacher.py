"""Each stage of the teacher, given what ONNX Runtime made of the stage before it."""

import numpy as np
import pytest
import torch
from torch import Tensor

from kokoro_live.phonemes.alphabet import tokens_of
from training.teacher import Teacher, text

pytestmark = pytest.mark.model
PHONEMES = "ðə kwˈɪk bɹˈWn fˈɑks ʤˈʌmps ˈOvəɹ ðə lˈAzi dˈɔɡ."


def decibels(wanted: Tensor, made: Tensor) -> float:
    """Signal-to-noise ratio."""
    wanted, made = wanted.double().flatten(), made.double().flatten()
    return float(10 * torch.log10((wanted**2).sum() / ((wanted - made) ** 2).sum().clamp(min=1e-30)))


@pytest.fixture(scope="module")
def tokens() -> np.ndarray:
    return np.array([[0, *tokens_of(PHONEMES)[0], 0]], np.int64)


@pytest.fixture(scope="module")
def stages(folded, tokens: np.ndarray, style: Tensor) -> dict[str, Tensor]:
    return folded(tokens, style)


def test_text(teacher: Teacher, stages: dict[str, Tensor], tokens: np.ndarray, style: Tensor) -> None:
    layers, ids, lengths = teacher.layers, torch.from_numpy(tokens), torch.tensor([tokens.shape[1]])
    assert decibels(stages["encoded"], text.encode(layers, ids, lengths)) > 95
    wanted = stages["encoded_tokens"].reshape(512, -1).T
    assert decibels(wanted, text.encode_tokens(layers, ids, lengths)) > 110
    prosody, expected = text.predict_prosody(layers, stages["encoded"].reshape(1, -1, 512), style, lengths)
    assert decibels(stages["prosody"].reshape(1, -1, 640), prosody) > 110
    assert decibels(stages["expected"], expected) > 110
    durations = text.round_durations(expected, torch.ones(1, 1), lengths)
    assert torch.equal(durations.flatten(), stages["durations"].flatten())


def test_f0_energy(teacher: Teacher, stages: dict[str, Tensor], style: Tensor) -> None:
    aligned, ticks = text.align(stages["prosody"].reshape(1, -1, 640), stages["durations"].reshape(1, -1))
    shared = teacher.shared(aligned, ticks)
    wanted = stages["shared"].reshape(-1, 512).T[None]
    assert decibels(wanted, shared) > 110
    f0, energy = teacher.f0_energy(wanted.contiguous(), ticks, style)
    assert decibels(stages["f0"], f0) > 110
    assert decibels(stages["energy"], energy) > 110


def test_decoder(teacher: Teacher, stages: dict[str, Tensor], style: Tensor) -> None:
    aligned = stages["aligned"].reshape(1, 512, -1)
    f0, energy = (stages[name].reshape(1, -1) for name in ("f0", "energy"))
    made = teacher.decode(aligned, f0, energy, torch.tensor([aligned.shape[2]]), style)
    assert decibels(stages["features"], made) > 110


def test_source(teacher: Teacher, stages: dict[str, Tensor]) -> None:
    """Phases of up to 10⁵ are summed in another order than ONNX Runtime's, so only the magnitudes can be compared."""
    made = teacher.source(stages["f0"].reshape(1, -1), exact=True)
    assert decibels(stages["source"][:, :11], made[:, :11]) > 30


def test_generator(teacher: Teacher, stages: dict[str, Tensor], style: Tensor) -> None:
    features = stages["features"].reshape(1, 512, -1)
    frames = torch.tensor([features.shape[2]])
    statistics: dict = {}
    made = teacher.generate(features, stages["source"], style, frames, statistics)
    assert decibels(stages["audio"], made) > 85
    mean, deviation = teacher.joined_statistics(statistics)
    assert mean.shape == deviation.shape == (1, 8448)
    given = teacher.generate(features, stages["source"], style, frames, dict(statistics))
    assert torch.equal(made, given)


def test_whole_model(teacher: Teacher, stages: dict[str, Tensor], tokens: np.ndarray, style: Tensor) -> None:
    """End to end with its own source, whose phases are rounded otherwise: the same speech, not the same samples."""
    ids, lengths = torch.from_numpy(tokens), torch.tensor([tokens.shape[1]])
    made = teacher.acoustics(ids, lengths, style, torch.ones(1, 1).expand(1, tokens.shape[1]))
    assert torch.equal(made.durations.flatten(), stages["durations"].flatten())
    wave = teacher.generate(made.features, teacher.source(made.f0, exact=True), style, made.ticks * 2)
    assert decibels(stages["audio"], wave) > 15


def test_a_row_of_a_batch_equals_the_segment_alone(teacher: Teacher, tokens: np.ndarray, style: Tensor) -> None:
    short = torch.zeros(1, tokens.shape[1], dtype=torch.long)
    short[:, :20] = torch.from_numpy(tokens[:, :20])
    ids = torch.cat([torch.from_numpy(tokens), short])
    ids[1, 19] = 0
    speed = torch.ones(2, tokens.shape[1])
    both = teacher.acoustics(ids, torch.tensor([tokens.shape[1], 20]), style.expand(2, -1), speed)
    alone = teacher.acoustics(ids[1:, :20], torch.tensor([20]), style, speed[:1, :20])
    frames = int(alone.ticks[0]) * 2
    assert decibels(alone.features, both.features[1:, :, :frames]) > 90
    # One source for both: the phase of an empty bin is that of its rounding errors, which depend on the batch's shape.
    source = teacher.source(alone.f0)
    single = teacher.generate(alone.features, source, style, alone.ticks * 2)
    longer = torch.nn.functional.pad(source, (0, 60 * (both.features.shape[2] - frames)))
    wave = teacher.generate(both.features[1:], longer, style, both.ticks[1:] * 2)
    assert decibels(single, wave[:, : single.shape[1]]) > 60
    assert float(wave[0, single.shape[1] :].abs().max()) == 0


def test_fused_passes_equal_plain_ones(teacher: Teacher) -> None:
    from training.teacher.layers import masked_moments, snake

    x, mask = torch.randn(2, 8, 50), torch.ones(2, 1, 50)
    mask[1, :, 30:] = 0
    mean, deviation = masked_moments(x, mask)
    assert torch.allclose(mean[1, :, 0], x[1, :, :30].mean(1), atol=1e-6)
    assert torch.allclose(deviation[1, :, 0], (x[1, :, :30].var(1, unbiased=False) + 1e-5).sqrt(), atol=1e-6)
    compiled = torch.compile(snake, dynamic=True)
    given = (x, torch.rand(2, 8, 1), torch.rand(2, 8, 1), torch.rand(1, 8, 1) + 0.1, mask)
    assert torch.allclose(snake(*given), compiled(*given), atol=1e-6)
