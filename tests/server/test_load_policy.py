"""Which policy follows from which trouble, and for how long."""

from hypothesis import given
from hypothesis import strategies as some

from kokoro_live.scheduler.policy import AVOID_UNDERRUN, FIRST_AUDIO, STABILITY
from kokoro_live.server.load_policy import FAILURES, HOLD_SECONDS, LoadPolicy


@given(some.lists(some.tuples(some.sampled_from(("dry", "failed", "nothing")), some.floats(0.1, 20)), max_size=12))
def test_the_worst_recent_trouble_decides(events: list[tuple[str, float]]) -> None:
    now = [0.0]
    pressure = LoadPolicy(lambda: now[0])
    dry, failures = float("-inf"), [float("-inf")] * FAILURES
    for kind, pause in events:
        now[0] += pause
        if kind == "dry":
            dry = now[0]
            pressure.ran_dry()
        elif kind == "failed":
            failures.append(now[0])
            pressure.failed()
    failing = now[0] - failures[-FAILURES] < HOLD_SECONDS
    expected = STABILITY if failing else AVOID_UNDERRUN if now[0] - dry < HOLD_SECONDS else FIRST_AUDIO
    assert pressure.policy(short_of_memory=False) is expected
    assert pressure.policy(short_of_memory=True) is STABILITY
    now[0] += HOLD_SECONDS + 1
    assert pressure.policy(short_of_memory=False) is FIRST_AUDIO
