"""Each of the examples, as its first lines say, against a live server."""

import subprocess
import sys
from pathlib import Path

import av
import pytest

from .conftest import Served

EXAMPLES = Path(__file__).parents[2] / "examples"
INTO_A_FILE = "import pathlib, sys; pathlib.Path(sys.argv[1]).write_bytes(sys.stdin.buffer.read())"


def example(name: str, *arguments: str, **options: object) -> None:
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, **options)  # type: ignore[call-overload]
    assert done.returncode == 0, done.stderr


def player(target: Path) -> list[str]:
    """A player that keeps what it is given."""
    return [sys.executable, "-c", INTO_A_FILE, str(target)]


def seconds(path: Path) -> float:
    with av.open(str(path)) as container:
        return sum(frame.samples / frame.sample_rate for frame in container.decode(audio=0))


def test_openai_client(served: Served, tmp_path: Path) -> None:
    example("openai_client.py", str(tmp_path / "hello.mp3"), "Hello from my own machine.", served.url)
    assert 1 < seconds(tmp_path / "hello.mp3") < 4


def test_stream_to_player(served: Served, tmp_path: Path) -> None:
    heard = tmp_path / "heard.wav"
    example("stream_to_player.py", "Hear this while it is made.", served.url, *player(heard))
    assert 1 < seconds(heard) < 4


def test_while_it_is_written(served: Served, tmp_path: Path) -> None:
    heard = tmp_path / "heard.wav"
    text = "I think that “yes” is right. Does it cost $5? It doesn’t – and that is all"
    example("while_it_is_written.py", served.url, *player(heard), input=text)
    assert 4 < seconds(heard) < 9


def test_the_first_sentence_is_spoken_before_the_text_is_over(served: Served, tmp_path: Path) -> None:
    counting = "import sys; print(len(sys.stdin.buffer.read(5000)), flush=True); sys.stdin.buffer.read()"
    command = [sys.executable, str(EXAMPLES / "while_it_is_written.py"), served.url, sys.executable, "-c", counting]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin and process.stdout
        process.stdin.write("Ça y est: this much is certain. And th".encode())
        process.stdin.flush()
        assert process.stdout.readline() == b"5000\n"  # though nobody has said that the text is over
        process.stdin.close()
        assert process.wait(60) == 0


def test_captions(served: Served, tmp_path: Path) -> None:
    text = "Every word knows when it is heard, and what it costs: five dollars."
    example("captions.py", str(tmp_path / "talk.mp3"), text, served.url)
    blocks = (tmp_path / "talk.srt").read_text().strip().split("\n\n")
    assert blocks[0].splitlines()[2].startswith("Every word knows")
    last = blocks[-1].splitlines()[1].split(" --> ")[1]
    assert last.startswith("00:00:0") and float(last[6:].replace(",", ".")) <= seconds(tmp_path / "talk.mp3") + 0.1


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_every_example_is_named_where_people_look(path: Path) -> None:
    assert path.name in (EXAMPLES / "README.md").read_text()
    assert f"python examples/{path.name}" in path.read_text()
