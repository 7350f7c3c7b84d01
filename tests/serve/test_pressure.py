"""Which policy follows from which trouble, and for how long."""

from hypothesis import given
from hypothesis import strategies as some

from kokoro_live.scheduler.policy import AVOID_UNDERRUN, FIRST_AUDIO, STABILITY
from kokoro_live.serve.pressure import HOLD_SECONDS, Pressure


@given(some.lists(some.tuples(some.sampled_from(("dry", "failed", "nothing")), some.floats(0.1, 20)), max_size=12))
def test_the_worst_recent_trouble_decides(events: list[tuple[str, float]]) -> None:
    now = [0.0]
    pressure = Pressure(lambda: now[0])
    latest = {"dry": float("-inf"), "failed": float("-inf"), "nothing": 0.0}
    for kind, pause in events:
        now[0] += pause
        latest[kind] = now[0]
        if kind == "dry":
            pressure.ran_dry()
        elif kind == "failed":
            pressure.failed()
    recent = {kind for kind in ("dry", "failed") if now[0] - latest[kind] < HOLD_SECONDS}
    expected = STABILITY if "failed" in recent else AVOID_UNDERRUN if "dry" in recent else FIRST_AUDIO
    assert pressure.policy(short_of_memory=False) is expected
    assert pressure.policy(short_of_memory=True) is STABILITY
    now[0] += HOLD_SECONDS + 1
    assert pressure.policy(short_of_memory=False) is FIRST_AUDIO
