import io
import wave

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kokoro_live.audio.wav import HEADER_BYTES, header, pcm16


@given(st.lists(st.floats(-2, 2, width=32), max_size=50))
def test_a_file_reads_back(values: list[float]) -> None:
    data = pcm16(np.array(values, np.float32))
    with wave.open(io.BytesIO(header(len(data)) + data)) as file:
        assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (24_000, 1, 2)
        back = np.frombuffer(file.readframes(len(values)), "<i2") / 32767
    np.testing.assert_allclose(back, np.clip(values, -1, 1), atol=1 / 32767)


def test_a_live_header_has_unknown_sizes() -> None:
    assert len(header(None)) == HEADER_BYTES == 44
    assert header(None)[4:8] == header(None)[40:44] == b"\xff" * 4
