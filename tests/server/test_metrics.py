"""What is counted, and what is not."""

import time

import pytest

from kokoro_live.server.metrics import Metrics, Record


def stream(meter: Metrics, *, whole: bool = False, outcome: str = "complete", shared: bool = False) -> Record:
    record = meter.record("req_1", time.perf_counter() - 0.2)
    record.whole, record.shared, record.segments = whole, shared, 1
    record.heard(0.75, True, True)
    record.stages, record.outcome = {"vocoder": 0.3}, outcome
    meter.finished(record, verbose=False)
    return record


def counted(meter: Metrics, name: str) -> float:
    return sum(s.value for family in meter.registry.collect() for s in family.samples if s.name == name)


def test_a_listener_that_was_kept_waiting_is_an_underrun_and_one_that_paused_is_not() -> None:
    for starved in (True, False):
        record = Record("req_1", time.perf_counter())
        assert not record.heard(0.01, True, True)
        time.sleep(0.03)
        assert record.heard(1.0, True, starved) is starved
        assert record.underruns == starved


def test_nothing_audible_has_no_time_to_first_audio() -> None:
    record = Record("req_1", time.perf_counter())
    record.heard(1.0, False, True)
    assert record.ttfa is None


def test_whole_answers_do_not_count_as_streams() -> None:
    meter = Metrics()
    stream(meter, whole=True)
    assert meter.rolling()["ttfa_seconds"]["n"] == 0
    assert counted(meter, "kokoro_ttfa_seconds_count") == 0
    stream(meter)
    assert meter.rolling()["ttfa_seconds"]["n"] == 1


@pytest.mark.parametrize("outcome", ["disconnected", "stopped", "failed"])
def test_the_real_time_factor_is_that_of_complete_answers(outcome: str) -> None:
    meter = Metrics()
    stream(meter, outcome=outcome)
    assert meter.rolling()["rtf"]["n"] == 0
    stream(meter)
    assert meter.rolling()["rtf"] == {"n": 1, "p50": 0.4, "p95": 0.4}


def test_a_shared_synthesis_is_counted_once() -> None:
    meter = Metrics()
    stream(meter)
    stream(meter, shared=True)
    assert counted(meter, "kokoro_stage_seconds_total") == pytest.approx(0.3)
    assert counted(meter, "kokoro_segments_total") == 1
    assert counted(meter, "kokoro_requests_total") == 2
