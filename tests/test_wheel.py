"""The wheel needs nothing of the checkout: it speaks from a folder of its own, and holds what belongs to a user."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import kokoro_live
from kokoro_live.model.store import Graphs

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT)]
    done = subprocess.run(build, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (found,) = folder.glob("*.whl")
    return found


def test_it_holds_the_package_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    version = kokoro_live.__version__
    assert {name.split("/")[0] for name in names} == {"kokoro_live", f"kokoro_live-{version}.dist-info"}
    assert {"kokoro_live/py.typed", "kokoro_live/assets/manifest.json"} <= set(names)
    assert wheel.stat().st_size < 20e6


def test_it_speaks_from_a_folder_of_its_own(wheel: Path, graphs: Graphs, tmp_path: Path) -> None:
    alone = tmp_path / "installed"
    zipfile.ZipFile(wheel).extractall(alone)
    environment = os.environ | {"PYTHONPATH": str(alone)}
    command = [sys.executable, "-m", "kokoro_live"]
    for arguments in (["say", "-o", "hi.wav", "Hi."], ["models", "verify"], ["explain", "Hi."], ["doctor", "--json"]):
        done = subprocess.run(
            [*command, *arguments], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "hi.wav").stat().st_size > 10_000
    where = "import kokoro_live; print(kokoro_live.__file__)"
    said = subprocess.run([sys.executable, "-c", where], env=environment, capture_output=True, text=True, check=True)
    assert said.stdout.startswith(str(alone))


def test_the_bench_says_that_it_is_not_in_it(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path)
    command = [sys.executable, "-m", "kokoro_live", "bench", "--n", "1"]
    done = subprocess.run(
        command,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 3 and "make bench" in done.stderr
