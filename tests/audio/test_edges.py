import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kokoro_live.audio.edges import FADE, Edges
from kokoro_live.audio.gaps import kept, pause
from kokoro_live.records import SAMPLE_RATE, Join, Samples


def finished(
    samples: Samples, heard: int = 0, keep: int = 50, tempo: float = 1.0, cuts: tuple[int, ...] = ()
) -> Samples:
    finish = Edges(heard, keep, tempo)
    return np.concatenate([*(finish.push(block) for block in np.split(samples, sorted(cuts))), finish.finish()])


def test_longer_joins_pause_longer() -> None:
    lengths = [len(pause(join, 1.0, 1.0)) for join in (Join.NONE, Join.CLAUSE, Join.SENTENCE, Join.PARAGRAPH)]
    assert lengths == sorted(lengths) and lengths[0] == 0
    assert len(pause(Join.SENTENCE, 2.0, 1.0)) * 2 == len(pause(Join.SENTENCE, 1.0, 1.0))


def test_a_sentence_gap_is_about_350_ms() -> None:
    gap = len(pause(Join.SENTENCE, 1.0, 1.0)) + 2 * kept(Join.SENTENCE)
    assert gap == pytest.approx(0.35 * SAMPLE_RATE, rel=0.05)


def test_edges_are_soft_and_the_middle_is_untouched() -> None:
    samples = np.ones(2000, np.float32)
    out = finished(samples)
    assert len(out) == 2000 and out[0] == 0 and out[-1] < 0.001 and (out[FADE:-FADE] == 1).all()
    assert (samples == 1).all()


@pytest.mark.parametrize("tempo", [0.6, 0.93, 1.04, 1.7, 2.4])
@pytest.mark.parametrize("length", [400, 3001, 9000])
def test_the_end_is_soft_at_any_tempo(tempo: float, length: int) -> None:
    out = finished(np.ones(length, np.float32), tempo=tempo)
    assert len(out) == round(length / tempo)
    assert abs(out[-1]) < 0.001 and np.abs(np.diff(out[-FADE:])).max() < 0.02


def test_an_inaudible_tail_is_cut_but_not_what_a_word_needs() -> None:
    samples = np.concatenate([np.ones(1000), np.full(3000, 1e-4)]).astype(np.float32)
    assert len(finished(samples, heard=200, keep=50)) == 1050
    assert len(finished(samples, heard=1500, keep=50)) == 1500
    assert len(finished(samples, heard=0, keep=9000)) == 4000


def test_a_pause_inside_is_kept_whole() -> None:
    samples = np.concatenate([np.ones(500), np.zeros(2000), np.ones(500)]).astype(np.float32)
    assert len(finished(samples, heard=400)) == 3000


def test_sound_leaves_at_once() -> None:
    finish = Edges(heard=10_000, keep=100, tempo=1.0)
    assert len(finish.push(np.ones(1000, np.float32))) == 1000 - FADE


@given(
    st.integers(0, 3000),
    st.integers(0, 3000),
    st.integers(0, 300),
    st.sampled_from([1.0, 1.3, 0.6]),
    st.lists(st.integers(0, 3000), max_size=6),
)
def test_any_partition_makes_the_same_samples(
    length: int, heard: int, keep: int, tempo: float, cuts: list[int]
) -> None:
    random = np.random.default_rng(length)
    samples = random.normal(0, 0.3, length).astype(np.float32) * (random.random(length) < 0.01)
    inside = tuple(min(cut, length) for cut in cuts)
    whole = finished(samples, min(heard, length), keep, tempo)
    np.testing.assert_array_equal(whole, finished(samples, min(heard, length), keep, tempo, inside))
