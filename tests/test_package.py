"""What `import kokoro_live` offers: the names that programs may rely on."""

import subprocess
import sys
from pathlib import Path
from tomllib import loads

import kokoro_live

ROOT = Path(__file__).parent.parent
NAMES = """
Cancelled Chunk Engine KokoroError RequestError Settings SetupError SynthesisError TimedWord UtteranceStart __version__
"""


def test_the_names_are_these_and_no_others() -> None:
    assert sorted(kokoro_live.__all__) == sorted(NAMES.split())
    for name in kokoro_live.__all__:
        assert getattr(kokoro_live, name)
    assert not hasattr(kokoro_live, "engines")


def test_the_version_stands_in_one_place() -> None:
    assert kokoro_live.__version__ == loads((ROOT / "pyproject.toml").read_text())["project"]["version"]


def test_the_package_is_typed() -> None:
    assert (Path(kokoro_live.__file__).parent / "py.typed").is_file()


def test_importing_the_package_imports_no_library() -> None:
    script = "import sys, kokoro_live; sys.exit(len({'numpy', 'onnxruntime', 'importlib.metadata'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
