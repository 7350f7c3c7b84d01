import numpy as np
import pytest

from kokoro_live.audio.finish import kept, pause, soft_edges, without_tail
from kokoro_live.records import SAMPLE_RATE, Join


def test_longer_joins_pause_longer() -> None:
    lengths = [len(pause(join, 1.0)) for join in (Join.NONE, Join.CLAUSE, Join.SENTENCE, Join.PARAGRAPH)]
    assert lengths == sorted(lengths) and lengths[0] == 0
    assert len(pause(Join.SENTENCE, 2.0)) * 2 == len(pause(Join.SENTENCE, 1.0))


def test_a_sentence_gap_is_about_350_ms() -> None:
    gap = len(pause(Join.SENTENCE, 1.0)) + 2 * kept(Join.SENTENCE)
    assert gap == pytest.approx(0.35 * SAMPLE_RATE, rel=0.05)


def test_edges_are_soft_and_the_middle_is_untouched() -> None:
    samples = np.ones(2000, np.float32)
    out = soft_edges(samples)
    assert out[0] == 0 and out[-1] == 0 and (out[200:-200] == 1).all() and (samples == 1).all()
    assert len(soft_edges(np.ones(1, np.float32))) == 1


def test_an_inaudible_tail_is_cut() -> None:
    samples = np.concatenate([np.ones(100), np.full(1000, 1e-4)]).astype(np.float32)
    assert len(without_tail(samples, 50, 20)) == 150
    assert len(without_tail(samples, 50, 300)) == 300
    assert len(without_tail(samples, 5000, 0)) == len(samples)
