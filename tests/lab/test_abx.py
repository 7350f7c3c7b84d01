"""The blind test: its page is whole, its p-value is the binomial one."""

import json
import math
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from lab import abx

SCRIPT = Path(abx.__file__).with_name("abx.js")


def test_the_page_holds_its_trials() -> None:
    page = abx.page([{"voice": "af_heart", "text": "</script><b>", "exact": "data:a", "streamed": "data:b"}])
    assert "/*TRIALS*/" not in page and "/*SCRIPT*/" not in page
    assert page.count("</script>") == 2 and "data:b" in page
    other = abx.page([{"voice": "af_heart", "text": "</script><b>", "exact": "data:a", "streamed": "data:c"}])
    key = re.compile(r'PAGE = "(\w+)"')
    assert key.findall(page) != key.findall(other)  # answers are kept apart


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js")
@pytest.mark.parametrize(("right", "total"), [(0, 5), (5, 5), (8, 10), (12, 16), (50, 100)])
def test_the_p_value_is_that_of_guessing(right: int, total: int) -> None:
    code = f"console.log(JSON.stringify(require({json.dumps(str(SCRIPT))}).pValue({right}, {total})))"
    found = float(subprocess.run(["node", "-e", code], capture_output=True, text=True, check=True).stdout)
    assert found == pytest.approx(sum(math.comb(total, k) for k in range(right, total + 1)) / 2**total)


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js")
def test_every_trial_comes_once_and_x_is_drawn_anew() -> None:
    code = f"console.log(JSON.stringify(require({json.dumps(str(SCRIPT))}).drawn(200, Math.random)))"
    plan = json.loads(subprocess.run(["node", "-e", code], capture_output=True, text=True, check=True).stdout)
    assert sorted(entry["trial"] for entry in plan) == list(range(200))
    assert 50 < sum(entry["xIsA"] for entry in plan) < 150
    assert 50 < sum(entry["xIsA"] == entry["exactIsA"] for entry in plan) < 150
