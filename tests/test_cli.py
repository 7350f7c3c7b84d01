"""The command line as a user meets it: real processes, real files."""

import json
import os
import subprocess
import sys
import wave
from pathlib import Path

import av
import pytest

from kokoro_live.assets.fetch import Store
from kokoro_live.assets.manifest import INT8, VOICES, manifest
from kokoro_live.cli.parser import COMMANDS, main
from kokoro_live.config import Settings
from kokoro_live.model import loaded
from kokoro_live.model.store import Graphs

TIMEOUT = 240


def run(*arguments: str, stdin: bytes = b"", **environment: str) -> "subprocess.CompletedProcess[bytes]":
    command = [sys.executable, "-m", "kokoro_live", *arguments]
    return subprocess.run(
        command, input=stdin, capture_output=True, timeout=TIMEOUT, env=os.environ | environment, check=False
    )


@pytest.fixture(scope="module", autouse=True)
def _ready(graphs: Graphs, store: Store) -> None:
    """Fetching and building is tested elsewhere; here the cache is warm."""
    store.fetch(manifest()[VOICES])


def seconds(path: Path) -> float:
    with wave.open(str(path)) as file:
        return file.getnframes() / file.getframerate()


def test_say_writes_a_file_with_timings(tmp_path: Path) -> None:
    target = tmp_path / "out.wav"
    done = run("say", "-o", str(target), "--voice", "bm_george", "--timestamps", "json", "Good evening, everyone.")
    assert done.returncode == 0, done.stderr
    assert 0.8 < seconds(target) < 4 and {path.name for path in tmp_path.iterdir()} == {"out.wav", "out.json"}
    words = json.loads((tmp_path / "out.json").read_text())["words"]
    assert [word["word"] for word in words] == ["Good", "evening", "everyone"]
    assert words[-1]["end"] <= seconds(target)


@pytest.mark.parametrize(
    ("name", "codec", "rate"), [("x.mp3", "mp3float", 24_000), ("x.ogg", "opus", 48_000), ("x.flac", "flac", 16_000)]
)
def test_the_name_of_the_file_chooses_the_format(tmp_path: Path, name: str, codec: str, rate: int) -> None:
    target = tmp_path / name
    assert (
        run("say", "-o", str(target), *(["--sample-rate", "16000"] if rate == 16_000 else []), "Hi there.").returncode
        == 0
    )
    with av.open(str(target)) as container:
        stream = container.streams.audio[0]
        assert (stream.codec_context.name, stream.rate) == (codec, rate)
        assert sum(frame.samples for frame in container.decode(audio=0)) > 0.4 * rate


def test_say_reads_stdin_and_streams_to_stdout() -> None:
    done = run("say", "-o", "-", "-", stdin="Hello,\x00 wörld.".encode() + b"\xe9")
    assert done.returncode == 0 and done.stdout[:4] == b"RIFF" and done.stdout[40:44] == b"\xff" * 4
    assert len(done.stdout) > 24_000 and len(done.stdout) % 2 == 0


def test_say_peaks_below_1_4_gb(tmp_path: Path) -> None:
    # VmHWM, not ru_maxrss: the latter is inherited from the process that started this one
    script = (
        "import re, sys; from kokoro_live.cli.parser import COMMANDS, main; status = main(sys.argv[1:]);"
        "print(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1]); sys.exit(status)"
    )
    text = "This is a longer sentence, so that the vocoder has nearly ten seconds of audio to make at once, as it may."
    command = [sys.executable, "-c", script, "say", "-o", str(tmp_path / "out.wav"), text + " " + text]
    done = subprocess.run(command, capture_output=True, timeout=TIMEOUT, check=True)
    assert int(done.stdout.split()[-1]) < 1_400_000  # kB


@pytest.mark.parametrize(
    ("arguments", "status", "hint"),
    [
        (["say", "-o", "x.wav", " "], 2, "nothing to say"),
        (["say", "-o", "x.wav", "--voice", "af_hart", "hi"], 2, "af_heart"),
        (["say", "-o", "x.wav", "--lang", "xx", "hi"], 2, "en-us"),
        (["say", "-o", "x.wav", "--speed", "0", "hi"], 2, "0.25"),
        (["say", "-o", "x.wav", "--speed", "nan", "hi"], 2, "0.25"),
        (["say", "-o", "x.wav", "--speed", "9", "hi"], 2, "0.25"),
        (["say", "-o", "x.doc", "hi"], 2, ".wav, .mp3"),
        (["say", "-o", "", "hi"], 2, ".wav, .mp3"),
        (["say", "-o", "x.wav", "--sample-rate", "1000", "hi"], 2, "8000 to 48000"),
        (["say", "-o", "x.wav", "--volume", "9", "hi"], 2, "from 0 to 8"),
        (["bench", "engine", "--json", "/no/such/folder/x.json"], 2, "no folder"),
        (["bench", "engine", "--voice", "af_heart,nobody"], 2, "nobody"),
        (["say", "-o", "/no/such/folder/x.wav", "hi"], 2, "Cannot write"),
        (["say", "-o", "-", "--timestamps", "srt", "hi"], 2, "-o FILE"),
        (["models", "path", "nothing"], 2, "voices-v1.0.bin"),
    ],
)
def test_a_mistake_is_one_line_and_a_status(
    arguments: list[str], status: int, hint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == status
    printed = capsys.readouterr()
    assert hint in printed.err and "Traceback" not in printed.err
    assert list(tmp_path.iterdir()) == []


def test_a_missing_command_is_explained() -> None:
    done = run("shout")
    assert done.returncode == 2 and b"invalid choice" in done.stderr and b"Traceback" not in done.stderr


def test_an_unknown_setting_names_the_nearest() -> None:
    done = run("doctor", KOKORO_CACHEDIR="/tmp")
    assert b"Did you mean KOKORO_CACHE_DIR?" in done.stderr and done.returncode != 3  # perhaps another program's


def test_a_mistyped_command_names_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["serv"])
    assert ended.value.code == 2 and "Did you mean serve?" in capsys.readouterr().err


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_help_opens_with_what_a_command_does_and_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    text = capsys.readouterr().out
    assert f"example:\n  kokoro-live {command}" in text and text.split("\n\n")[1].endswith(".")


def test_help_loads_nothing_heavy() -> None:
    script = (
        "import sys; from kokoro_live.cli.parser import COMMANDS, main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "sys.exit(len({'numpy', 'onnxruntime', 'onnx', 'spacy', 'rich', 'miniaudio'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, timeout=TIMEOUT, check=False)
    assert done.returncode == 0 and b"examples:" in done.stdout


def test_voices(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["voices", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 54
    assert main(["voices", "--lang", "fr"]) == 0
    assert "ff_siwis" in capsys.readouterr().out


def test_doctor_finds_everything_here(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--json"]) == 0
    findings = {line["what"]: line for line in json.loads(capsys.readouterr().out)}
    assert "verified" in findings["derived graphs"]["state"] and "verified" in findings[INT8]["state"]


def test_doctor_says_what_is_missing_and_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KOKORO_CACHE_DIR", str(tmp_path))
    assert main(["doctor"]) == 3
    assert "kokoro-live models fetch" in capsys.readouterr().out


@pytest.mark.parametrize(("flags", "variant"), [("avx2", "int8"), ("avx2 avx512_vnni", "int4")])
def test_doctor_tells_of_a_variant_that_cannot_be(
    flags: str, variant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "cpuinfo").write_text(f"flags : {flags}\n")
    monkeypatch.setattr(loaded, "CPU_FLAGS", tmp_path / "cpuinfo")
    monkeypatch.setenv("KOKORO_VARIANT", variant)
    assert main(["doctor"]) == 3
    assert "KOKORO_VARIANT=auto" in capsys.readouterr().out


def test_models(settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["models", "list"]) == 0
    assert "Apache-2.0  here" in capsys.readouterr().out
    assert main(["models", "fetch"]) == 0 and main(["models", "verify"]) == 0
    assert "every byte is right" in capsys.readouterr().out
    assert main(["models", "path", VOICES]) == 0
    assert capsys.readouterr().out.strip() == str(Store(settings.cache_dir).path(manifest()[VOICES]))
    assert main(["models", "build"]) == 0


@pytest.mark.parametrize("damage", ["missing", "truncated", "tampered"])
def test_a_damaged_voices_file_without_network_is_an_error(
    tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], damage: str
) -> None:
    content = bytearray(store.path(manifest()[VOICES]).read_bytes())
    (tmp_path / "published").mkdir()
    if damage != "missing":
        content[1000] ^= 1
        (tmp_path / "published" / VOICES).write_bytes(content if damage == "tampered" else content[:1000])
    monkeypatch.setenv("KOKORO_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("KOKORO_SOURCES", "local")
    assert main(["models", "verify", VOICES]) == 3
    assert "models fetch" in capsys.readouterr().err
    assert main(["models", "fetch", VOICES]) == 3
    assert "KOKORO_MODEL_DIR" in capsys.readouterr().err


def test_bench_engine_ends_with_one_json_object(tmp_path: Path) -> None:
    done = run("bench", "engine", "--n", "1", "--sweep", "0", "--json", str(tmp_path / "bench.json"))
    last = json.loads(done.stdout.splitlines()[-1])
    assert done.returncode == 1 and any("trials" in gate for gate in last["failed"])  # one trial proves nothing
    assert b"FAIL: at least 20 trials" in done.stderr
    assert last["times_sooner"] > 0 and last["rtf_ratio"] > 0
    for name in ("kokoro-live", "kokoro-onnx"):
        assert last[name]["ttfa"]["n"] == 1 and last[name]["rtf"]["p50"] > 0
    assert len(json.loads((tmp_path / "bench.json").read_text())["trials"]["kokoro-onnx"]) == 1
    assert main(["bench", "engine", "--n", "0"]) == 2


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "httpx", None)
    for name in [name for name in sys.modules if name.startswith("bench")]:
        monkeypatch.delitem(sys.modules, name)
    assert main(["bench", "--n", "1"]) != 0
    assert "kokoro-live install bench" in capsys.readouterr().err
