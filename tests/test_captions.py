import json

from kokoro_live.captions import render
from kokoro_live.records import SAMPLE_RATE, TimedWord
from kokoro_live.traced_text import Span

SOURCE = "Good evening, “friends”! It is a very long and winding road to the top of the old hill."


def words() -> list[TimedWord]:
    found, position = [], 0
    for k, token in enumerate(SOURCE.split()):
        bare = token.strip("“”!,.")
        start = SOURCE.index(bare, position)
        position = start + len(bare)
        found.append(TimedWord(bare, Span(start, position), k * SAMPLE_RATE // 2, (k + 1) * SAMPLE_RATE // 2))
    return found


def test_srt() -> None:
    text = render(words(), SOURCE, "srt")
    assert text.startswith("1\n00:00:00,000 --> 00:00:")
    quoted = " ".join(line for line in text.split("\n") if line and "-->" not in line and not line.isdigit())
    assert quoted.replace("“", "") == SOURCE.replace("“", "")


def test_vtt() -> None:
    text = render(words(), SOURCE, "vtt")
    assert text.startswith("WEBVTT\n\n00:00:00.000 --> ")


def test_json_points_at_the_text() -> None:
    for word in json.loads(render(words(), SOURCE, "json"))["words"]:
        assert SOURCE[word["char_start"] : word["char_end"]] == word["word"] and word["start"] < word["end"]


def test_no_words() -> None:
    assert render([], "", "srt") == "" and render([], "", "vtt") == "WEBVTT\n\n"


def test_vtt_cannot_be_broken_by_the_text() -> None:
    source = "a --> b <c> & d"
    assert "a --&gt; b &lt;c&gt; &amp; d" in render([TimedWord("a", Span(0, len(source)), 0, 100)], source, "vtt")
