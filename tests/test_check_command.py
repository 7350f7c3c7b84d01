"""kokoro-live check: real speech is right, and whatever is done to it is told, with what to do."""

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kokoro_live.audio.analysis import HOPS, analysed
from kokoro_live.audio.coders import wav_header
from kokoro_live.audio.dither import pcm16
from kokoro_live.audio.formats import FORMATS, encoded, encoder
from kokoro_live.cli import main
from kokoro_live.engine import Engine
from kokoro_live.records import SAMPLE_RATE, Samples
from kokoro_live.synthesis import whole

TEXT = "The ferry carried seven suitcases, but the lake was frozen. Six thieves sat in the sand."
CLICK_AT = 1000  # samples after the end of the speech


@pytest.fixture(scope="module")
def speech(engine: Engine) -> Samples:
    return np.asarray(whole(engine.stream(TEXT)), np.float32)


def written(path: Path, samples: Samples, rate: int | None = None) -> str:
    path.write_bytes(b"".join(encoded(iter([samples]), encoder(path.suffix[1:], rate))))
    return str(path)


def checked(capsys: pytest.CaptureFixture[str], *files: str) -> tuple[int, list[dict[str, Any]]]:
    status = main(["check", "--json", *files])
    return status, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("form", [form for form in FORMATS if form != "pcm"])
def test_speech_of_the_engine_is_right_in_every_format(
    tmp_path: Path, speech: Samples, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    status, (found,) = checked(capsys, written(tmp_path / f"x.{form}", speech))
    assert status == 0 and found["passed"] and found["problems"] == [] and found["clicks"] == []
    assert found["lufs"] == pytest.approx(-16, abs=0.7) and found["true_peak_dbtp"] <= -1
    assert found["duration"] == pytest.approx(len(speech) / SAMPLE_RATE, abs=0.15) and found["channels"] == 1
    assert 0 <= found["leading_silence"] < 0.15 and 0.05 < found["trailing_silence"] < 0.25


@pytest.mark.parametrize("rate", [8000, 22_050, 48_000])
def test_every_sample_rate_reads_the_same(
    tmp_path: Path, speech: Samples, capsys: pytest.CaptureFixture[str], rate: int
) -> None:
    status, (found,) = checked(capsys, written(tmp_path / "x.wav", speech, rate))
    assert status == 0 and found["sample_rate"] == rate and found["lufs"] == pytest.approx(-16, abs=0.7)


def with_click(speech: Samples) -> Samples:
    spoiled = np.concatenate([speech, np.zeros(4800, np.float32)])
    spoiled[len(speech) + CLICK_AT] += 0.05
    return spoiled


SPOILED: dict[str, tuple[Callable[[Samples], Samples], str]] = {
    "a click": (with_click, "fades of 5 ms"),
    "too quiet": (lambda speech: speech * np.float32(0.2), "dB louder"),
    "too loud and clipped": (lambda speech: np.clip(speech * 8, -1, 1).astype(np.float32), "made anew"),
    "off zero": (lambda speech: speech + np.float32(0.02), "highpass"),
    "silent": (np.zeros_like, "nothing to be heard"),
}


@pytest.mark.parametrize("fault", SPOILED)
@pytest.mark.parametrize("form", ["wav", "flac"])
def test_what_is_wrong_is_told_with_what_to_do(
    tmp_path: Path, speech: Samples, capsys: pytest.CaptureFixture[str], fault: str, form: str
) -> None:
    spoil, advice = SPOILED[fault]
    file = written(tmp_path / f"x.{form}", spoil(speech))
    status, (found,) = checked(capsys, file)
    assert status == 1 and not found["passed"] and any(advice in problem for problem in found["problems"])
    assert bool(found["clicks"]) == (fault == "a click")
    assert main(["check", file]) == 1
    printed = capsys.readouterr().out
    assert "not right" in printed and advice in printed


@pytest.mark.parametrize("rate", [24_000, 48_000])
@pytest.mark.parametrize("before", [0.0, 14.5, 41.0])  # seconds: in the first stretch, over a seam, further on
def test_a_click_is_found_where_it_is(tmp_path: Path, speech: Samples, before: float, rate: int) -> None:
    ahead = np.zeros(round(before * SAMPLE_RATE), np.float32)
    spoiled = np.concatenate([ahead, with_click(speech)])
    file = tmp_path / "x.wav"
    file.write_bytes(wav_header(2 * len(spoiled), rate) + pcm16(spoiled, 0).tobytes())
    (click,) = analysed(str(file)).clicks
    assert click.at == pytest.approx((len(ahead) + len(speech) + CLICK_AT) / rate, abs=0.0002)
    assert click.amplitude == pytest.approx(0.05, rel=0.4)


def test_how_a_long_file_is_cut_changes_nothing(tmp_path: Path, speech: Samples) -> None:
    often = np.tile(speech, 1 + HOPS * SAMPLE_RATE // 10 * 2 // len(speech))
    once, many = (analysed(written(tmp_path / f"{len(s)}.wav", s)) for s in (speech, often))
    assert many.duration > 2 * HOPS / 10 and many.lufs == pytest.approx(once.lufs, abs=0.2)
    assert many.dbtp == pytest.approx(once.dbtp, abs=0.05) and many.clicks == ()
    assert many.trailing_silence == pytest.approx(once.trailing_silence, abs=0.001)


def test_it_reads_what_others_meters_read(tmp_path: Path, speech: Samples) -> None:
    ebur128 = pytest.importorskip("pyebur128")
    stereo = np.stack([speech, np.float32(0.5) * speech])
    state = ebur128.R128State(2, SAMPLE_RATE, ebur128.MeasurementMode.MODE_I)
    state.add_frames(np.ascontiguousarray(stereo.T).reshape(-1), stereo.shape[1])
    file = tmp_path / "x.wav"
    subprocess.run(
        ["ffmpeg", "-v", "error", "-f", "f32le", "-ar", str(SAMPLE_RATE), "-ac", "2", "-i", "-", str(file)],
        input=stereo.T.astype("<f4").tobytes(), check=True, timeout=60,
    )  # fmt: skip
    found = analysed(str(file))
    assert found.channels == 2 and found.lufs == pytest.approx(ebur128.get_loudness_global(state), abs=0.05)


def test_files_that_cannot_be_read_do_not_hide_the_others(
    tmp_path: Path, speech: Samples, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "page.mp3").write_text("<html>Bad gateway</html>" * 50)
    (tmp_path / "empty.wav").write_bytes(b"")
    good = written(tmp_path / "good.wav", speech)
    names = [str(tmp_path / name) for name in ("page.mp3", "empty.wav", "missing.wav")]
    status, found = checked(capsys, *names, str(tmp_path), good)
    assert status == 2 and [one["passed"] for one in found] == [False] * 4 + [True]
    assert "no such file" in found[2]["error"] and "folder" in found[3]["error"]
    assert main(["check", names[0], good]) == 2
    assert "not audio that can be read" in capsys.readouterr().out


def test_a_pipe_can_be_checked(speech: Samples) -> None:
    data = io.BytesIO(b"".join(encoded(iter([speech]), encoder("wav"))))
    command = [sys.executable, "-m", "kokoro_live", "check", "--json", "-"]
    done = subprocess.run(command, input=data.getvalue(), capture_output=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)[0]["duration"] == pytest.approx(len(speech) / SAMPLE_RATE, abs=0.001)
