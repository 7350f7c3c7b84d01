"""The measure must not be fooled."""

import numpy as np
import pytest

from bench.measure import ratio, summary, trial
from kokoro_live.records import SAMPLE_RATE, Samples


def silence(seconds: float) -> Samples:
    return np.zeros(round(seconds * SAMPLE_RATE), np.float32)


def sound(seconds: float) -> Samples:
    return np.full(round(seconds * SAMPLE_RATE), 0.5, np.float32)


def test_silence_is_not_first_audio() -> None:
    result = trial([(0.1, silence(0.3)), (0.2, silence(0)), (0.7, sound(1)), (0.9, silence(1))], 0.9)
    assert result.ttfa == 0.7
    assert result.audio == pytest.approx(1.0) and result.rtf == pytest.approx(0.9)


def test_a_sample_below_minus_50_dbfs_is_silence() -> None:
    assert trial([(0.1, 0.003 * 2 * sound(0.5) / 1), (0.2, sound(1))], 0.3).ttfa == 0.2


@pytest.mark.parametrize("deliveries", [[], [(0.1, silence(1))], [(0.1, silence(0))]])
def test_no_sound_is_a_failure(deliveries: list[tuple[float, Samples]]) -> None:
    with pytest.raises(ValueError, match="no audible sample"):
        trial(deliveries, 1)


def test_no_samples_is_a_failure() -> None:
    with pytest.raises(ValueError, match="no samples"):
        summary([])
    assert summary([1.0, 2.0, 3.0])["p50"] == 2.0


def test_the_margin_is_the_scarcest_moment() -> None:
    steady = trial([(1.0, sound(1)), (1.5, sound(1)), (3.2, sound(1))], 3.2)
    assert steady.margin == pytest.approx(-0.2)  # two seconds delivered, 2.2 s played when the third block came
    assert trial([(1.0, sound(2)), (1.5, silence(0)), (9.0, silence(0))], 9).margin == pytest.approx(2.0)
    assert trial([(1.0, silence(1)), (2.0, sound(1)), (2.5, sound(1))], 3).margin == pytest.approx(0.5)


def test_texts_of_all_lengths_have_one_ratio_pair_by_pair() -> None:
    """Seven slow moments that hit one of the two alone move the ratio of the medians, not the median of the ratios."""
    lengths = [1.0 + number / 10 for number in range(15)]
    ours, theirs = [0.2 * length for length in lengths], [0.6 * length for length in lengths]
    assert ratio(theirs, ours) == {"value": 3.0, "low": 3.0, "high": 3.0, "by_pairs": 3.0}
    theirs[:7] = [2 * seconds for seconds in theirs[:7]]
    found = ratio(theirs, ours)
    assert found["by_pairs"] == 3.0 and found["value"] > 3.0 and found["low"] <= found["value"] <= found["high"]
