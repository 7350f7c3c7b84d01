import hashlib
import io
import wave
from typing import get_args

import av
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kokoro_live.audio.coders import wav_header
from kokoro_live.audio.dither import pcm16
from kokoro_live.audio.formats import FORMATS, MPEG_RATES, Encoder, FormatName, encoder, named_by_ending, usual_ending
from kokoro_live.errors import BadOption
from kokoro_live.records import SAMPLE_RATE, Samples
from tests.audio.sounds import speechlike

LOSSLESS = ("pcm", "wav", "flac")
SOUND = speechlike(7, 2.0, 0.7)


def encode(samples: Samples, name: str, rate: int | None = None, cuts: list[int] | None = None) -> bytes:
    made = encoder(name, rate)
    return b"".join([*(made.push(block) for block in np.split(samples, sorted(cuts or []))), made.finish()])


def decode(data: bytes, name: str) -> Samples:
    """By libav, as players do; headerless pcm as what it is."""
    if name == "pcm":
        return np.frombuffer(data, "<i2").astype(np.float32) / 32768
    with av.open(io.BytesIO(data)) as container:
        frames = [frame.to_ndarray().reshape(-1) for frame in container.decode(audio=0)]
    joined = np.concatenate(frames)
    return joined.astype(np.float32) / (32768 if joined.dtype == np.int16 else 1)


def lag(original: Samples, decoded: Samples) -> int:
    """Samples by which the decoded sound is late."""
    size = 1 << (len(original) + len(decoded)).bit_length()
    likeness = np.fft.irfft(np.fft.rfft(decoded, size) * np.conj(np.fft.rfft(original, size)))
    best = int(np.argmax(likeness))
    return best if best < size // 2 else best - size


@pytest.mark.parametrize("name", LOSSLESS)
def test_lossless_formats_give_back_the_very_samples(name: str) -> None:
    expected = pcm16(SOUND, 0)
    np.testing.assert_array_equal(np.rint(decode(encode(SOUND, name), name) * 32768).astype(np.int16), expected)


@pytest.mark.parametrize("name", ["mp3", "aac", "opus"])
def test_lossy_formats_are_aligned_within_their_documented_delay(name: str) -> None:
    decoded = decode(encode(SOUND, name), name)
    original = SOUND if name == "mp3" else np.interp(np.arange(2 * len(SOUND)) / 2, np.arange(len(SOUND)), SOUND)
    late = lag(np.asarray(original, np.float32), decoded)
    assert abs(late - FORMATS[name].delay) <= 4
    heard = original[max(0, -late) :]
    aligned = decoded[max(0, late) :][: len(heard)]
    heard = heard[: len(aligned)]
    assert np.corrcoef(aligned, heard)[0, 1] > 0.95
    assert len(decoded) >= len(original) - 8


@pytest.mark.parametrize("name", FORMATS)
@given(cuts=st.lists(st.integers(0, 24_000), max_size=8), rate=st.sampled_from([24_000, 16_000, 48_000]))
@settings(max_examples=12, deadline=None)
def test_cutting_it_differently_never_changes_a_byte(name: str, cuts: list[int], rate: int) -> None:
    sound = SOUND[:24_000]
    assert _identity(encode(sound, name, rate, cuts), name) == _identity(encode(sound, name, rate), name)


def _identity(data: bytes, name: str) -> bytes:
    """An Ogg stream has a random serial number, and checksums that follow from it: compare what is inside."""
    return data if name != "opus" else decode(data, name).tobytes()


@pytest.mark.parametrize("name", FORMATS)
def test_the_first_fifty_milliseconds_leave_at_once(name: str) -> None:
    made: Encoder = encoder(name)
    first = made.push(SOUND[: SAMPLE_RATE * 50 // 1000])
    assert len(first) > (44 if name == "wav" else 0)
    if name not in ("pcm", "mp3", "aac"):  # those are heard frame by frame; the others must open
        assert len(first) > 100


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("rate", [*MPEG_RATES, 10_000, 31_999])
def test_every_format_at_every_rate(name: str, rate: int) -> None:
    sound = SOUND[:12_000]
    decoded = decode(encode(sound, name, rate), name)
    inside = encoder(name, rate).rate  # Opus and MPEG do not have every rate
    assert len(decoded) / inside == pytest.approx(0.5, abs=0.2)
    assert decoded.std() == pytest.approx(sound.std(), rel=0.3)


@pytest.mark.parametrize("name", ["pcm", "mp3", "aac", "opus"])
def test_consecutive_answers_can_be_joined(name: str) -> None:
    once = decode(encode(SOUND, name), name)
    twice = decode(encode(SOUND, name) * 2, name)
    assert len(twice) == pytest.approx(2 * len(once), abs=0.15 * SAMPLE_RATE)


def test_mp3_has_no_tags() -> None:
    data = encode(SOUND, "mp3")
    assert data[0] == 0xFF and data[1] & 0xE0 == 0xE0
    assert not any(tag in data for tag in (b"Xing", b"Info", b"ID3"))


def test_wav_live_and_whole() -> None:
    data = encode(SOUND, "wav")
    assert data[4:8] == data[40:44] == b"\xff" * 4 and len(wav_header(None)) == 44
    with wave.open(io.BytesIO(wav_header(len(data) - 44) + data[44:])) as file:
        assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (24_000, 1, 2)
        assert file.getnframes() == len(SOUND)


def test_a_whole_flac_file_knows_its_length() -> None:
    made = encoder("flac")
    parts = [made.push(block) for block in np.split(SOUND, 8)] + [made.finish()]
    first, *others = (part for part in parts if part)
    whole = made.completed(first, sum(map(len, parts))) + b"".join(others)
    assert int.from_bytes(whole[21:26], "big") & ((1 << 36) - 1) == len(SOUND)
    assert whole[26:42] == hashlib.md5(pcm16(SOUND, 0).tobytes()).digest()
    assert len(decode(whole, "flac")) == len(SOUND)


@pytest.mark.parametrize("name", FORMATS)
def test_an_empty_stream_is_no_crash(name: str) -> None:
    assert isinstance(encode(np.zeros(0, np.float32), name), bytes)


@pytest.mark.parametrize(("name", "rate"), [("ogg", 24_000), ("mp3", 1), ("", 24_000), ("wav", 96_000)])
def test_what_cannot_be_made_is_refused(name: str, rate: int) -> None:
    with pytest.raises(BadOption, match=r"is not (one of|a number from)"):
        encoder(name, rate)


def test_the_table_has_every_format_that_may_be_asked_for() -> None:
    assert set(FORMATS) == set(get_args(FormatName))
    for name, form in FORMATS.items():
        assert named_by_ending(usual_ending(name)) == name and named_by_ending(name) == name
        assert all(rate in MPEG_RATES for rate in form.rates)
