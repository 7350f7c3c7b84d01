import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kokoro_live.audio.edges import FADE, Edges
from kokoro_live.audio.finish import LATENCY, Finish
from kokoro_live.audio.gaps import pause
from kokoro_live.records import SAMPLE_RATE, Join, Samples
from tests.audio.sounds import speechlike


def run(
    segments: list[tuple[Samples, float, Join]], cuts: list[int], volume: float = 1.0, tempo: float = 1.0
) -> Samples:
    """Segments with their gains and joins; every segment cut at the same places."""
    finish, out, before = Finish(volume), [np.zeros(0, np.float32)], None
    for samples, gain, join in segments:
        if before:
            out.append(finish.gap(before, 1.0))
        finish.begin(gain, Edges(len(samples), 100, tempo), before)
        out += [finish.push(block) for block in np.split(samples, [cut for cut in sorted(cuts) if cut < len(samples)])]
        out.append(finish.end(join))
        before = join
    out.append(finish.finish())
    assert finish.position == sum(map(len, out))
    return np.concatenate(out)


THREE = [
    (speechlike(1, 1.2, 0.5), 6.0, Join.NONE),
    (speechlike(2, 0.9, 0.2), 3.0, Join.SENTENCE),
    (speechlike(3, 1.5, 0.9), -2.0, Join.PARAGRAPH),
]


@given(st.lists(st.integers(0, 30_000), max_size=12), st.sampled_from([1.0, 0.5, 1.7]), st.sampled_from([1.0, 1.3]))
@settings(max_examples=25, deadline=None)
def test_cutting_it_differently_never_changes_a_sample(cuts: list[int], volume: float, tempo: float) -> None:
    np.testing.assert_array_equal(run(THREE, cuts, volume, tempo), run(THREE, [], volume, tempo))


def test_nothing_is_lost_and_joins_have_their_length() -> None:
    expected = sum(len(samples) for samples, _, _ in THREE) - FADE + len(pause(Join.SENTENCE, 1.0, 1.0))
    assert len(run(THREE, [])) == expected


@given(st.integers(1, 5000))
@settings(max_examples=20, deadline=None)
def test_it_is_never_further_behind_than_it_says(block: int) -> None:
    finish = Finish()
    samples = speechlike(4, 1.0, 0.5)
    finish.begin(0.0, Edges(len(samples), 0, 1.0), None)
    given_, got = 0, 0
    for start in range(0, len(samples), block):
        got += len(finish.push(samples[start : start + block]))
        given_ = min(len(samples), start + block)
        assert given_ - got <= LATENCY
    assert LATENCY <= 0.03 * SAMPLE_RATE


def test_the_gain_is_constant_inside_a_segment() -> None:
    tone = (0.05 * np.sin(2 * np.pi * 440 * np.arange(SAMPLE_RATE) / SAMPLE_RATE)).astype(np.float32)
    out = run([(tone, 6.0, Join.SENTENCE)], [])
    ratio = out[4800:19200].std() / tone[4800:19200].std()
    assert ratio == pytest.approx(10 ** (6 / 20), rel=0.01)
    assert out[4800:9600].std() == pytest.approx(out[14400:19200].std(), rel=1e-3)


def test_a_cut_inside_a_sentence_keeps_the_gain_and_does_not_dip() -> None:
    tone = (0.1 * np.ones(12_000) + 0).astype(np.float32) * np.sin(np.arange(12_000) * 2 * np.pi / 240).astype(
        np.float32
    )
    out = run([(tone, 3.0, Join.NONE), (tone, 9.0, Join.SENTENCE)], [])
    blocks = np.abs(out[2400 : 2400 + 240 * 78]).reshape(-1, 240).max(1)
    assert blocks.max() / blocks.min() < 1.1


def test_a_standing_offset_goes_away() -> None:
    out = run([(np.full(2 * SAMPLE_RATE, 0.1, np.float32), 0.0, Join.SENTENCE)], [])
    assert np.abs(out[SAMPLE_RATE:-1000]).max() < 1e-3


def test_volume_scales_and_silences() -> None:
    loud, soft = run(THREE, []), run(THREE, [], 0.5)
    assert soft.std() == pytest.approx(loud.std() * 0.5, rel=0.15)
    assert not run(THREE, [], 0.0).any()


def level(samples: Samples) -> float:
    return 20 * float(np.log10(np.sqrt((samples.astype(np.float64) ** 2).mean())))


def test_a_raised_volume_is_not_raised_further() -> None:
    """What the limiter takes back of it is no reason to make the next sentence louder."""
    spoken = (speechlike(5, 2.0, 0.9), 0.0, Join.SENTENCE)
    out = run([spoken] * 4, [], volume=2.0)
    length, last = len(spoken[0]), 3 * (len(spoken[0]) + len(pause(Join.SENTENCE, 1.0, 1.0)))
    assert level(out[last : last + length]) == pytest.approx(level(out[:length]), abs=0.1)


def test_cuts_inside_a_sentence_do_not_pile_up_corrections() -> None:
    tone = (0.3 * np.sin(2 * np.pi * 440 * np.arange(2 * SAMPLE_RATE) / SAMPLE_RATE)).astype(np.float32)

    def last(cuts: int) -> float:
        cut, end = (tone, 0.0, Join.NONE), (tone, 0.0, Join.SENTENCE)
        return level(run([*[cut] * cuts, end, end], [])[-SAMPLE_RATE:])

    assert last(5) == pytest.approx(last(1), abs=0.05)


def test_an_empty_stream_is_empty() -> None:
    assert len(Finish().finish()) == 0
