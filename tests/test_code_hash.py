import subprocess
import sys
from pathlib import Path

import pytest

from kokoro_live.code_hash import code_hash, instructions

SOURCE = '''"""About it."""
LIMITS = {"a", "b", "c"}

class Thing:
    """One of them."""

    size: int = 3

    def larger(self, by=1):
        """By so much."""
        return self.size + by if self.size in (1, 2, 3) else "none" in {"none", "all"}

NAMES = [name for name in LIMITS if name == "only"]
SIZES = {name: "large" for name in LIMITS}
KINDS = {kind + "kind" for kind in LIMITS}
FOUND = any(name == "sought" for name in LIMITS)
'''


def hashed(source: str) -> str:
    return instructions(compile(source, "source", "exec"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"""About it."""', '"""About something else."""'),
        ('"""One of them."""', '"""One of a few."""'),
        ('"""By so much."""', '"""By this much."""'),
        ("LIMITS", "# A comment.\n\n\nLIMITS"),
        ("size: int = 3", "size: int = 3  # meters"),
        ("self.size + by", "(self.size\n            + by)"),
    ],
)
def test_what_is_only_read_changes_nothing(old: str, new: str) -> None:
    assert SOURCE.replace(old, new, 1) != SOURCE
    assert hashed(SOURCE.replace(old, new, 1)) == hashed(SOURCE)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("size: int = 3", "size: int = 4"),
        ("by=1", "by=2"),
        ("self.size + by", "self.size - by"),
        ("(1, 2, 3)", "(1, 2, 4)"),
        ('{"none", "all"}', '{"none", "some"}'),
        ("def larger", "def smaller"),
        ("class Thing", "class Other"),
        ('"none" in', '"all" in'),
        ('"only"', '"other"'),
        ('"large"', '"small"'),
        ('"kind"', '"sort"'),
        ('"sought"', '"found"'),
    ],
)
def test_what_is_done_changes_it(old: str, new: str) -> None:
    assert hashed(SOURCE.replace(old, new, 1)) != hashed(SOURCE)


def test_packages_are_read_to_the_last_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = tmp_path / "outer" / "inner"
    inner.mkdir(parents=True)
    for folder in (inner.parent, inner):
        (folder / "__init__.py").write_text("")
    (inner / "deep.py").write_text("raise SystemExit  # never imported\n")
    monkeypatch.syspath_prepend(tmp_path)
    before = code_hash("outer")
    code_hash.cache_clear()
    (inner / "deep.py").write_text("raise SystemExit(1)  # never imported\n")
    assert code_hash("outer") != before


def test_every_process_finds_the_same() -> None:
    """Sets of constants are kept in another order in each."""
    script = "from kokoro_live.code_hash import code_hash; print(code_hash('kokoro_live.text', 'kokoro_live.graph'))"
    found = {
        subprocess.run(
            [sys.executable, "-c", script], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert found == {code_hash("kokoro_live.text", "kokoro_live.graph") + "\n"}
