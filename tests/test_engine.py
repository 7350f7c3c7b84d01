"""What a user of the engine notices, on the real model."""

import math
import re
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from threading import Thread

import numpy as np
import pytest

from kokoro_live.cancel import Cancel
from kokoro_live.engine import Engine
from kokoro_live.errors import BadOption, BadSpeed, Cancelled, NothingToSay, UnknownLanguage, UnknownVoice
from kokoro_live.model.acoustic import FRAME
from kokoro_live.model.windows import FLOAT_SCHEDULE, QUICK_SCHEDULE, Schedule
from kokoro_live.records import SAMPLE_RATE, Event, Samples, TimedWord, UtteranceStart, Word
from kokoro_live.rendering import OPENING, Renderer, Rendering, lead_in
from kokoro_live.request import LONGEST_SECONDS, check
from kokoro_live.synthesis import chunks_of, whole, words_of
from kokoro_live.timing import Times

TEXT = "It was a bright cold day in April, and the clocks were striking thirteen."
AUDIBLE = 10 ** (-50 / 20)


def spoken(engine: Engine, text: str, **options: object) -> tuple[Samples, list[TimedWord]]:
    events = list(engine.stream(text, **options))  # type: ignore[arg-type]
    return whole(events), words_of(events)


def resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def speech_seconds(samples: Samples) -> float:
    audible = np.flatnonzero(np.abs(samples) > AUDIBLE)
    return float(audible[-1] - audible[0]) / SAMPLE_RATE


def test_it_speaks(engine: Engine) -> None:
    samples, words = spoken(engine, TEXT)
    assert 3 < len(samples) / SAMPLE_RATE < 6 and 0.1 < np.abs(samples).max() < 1.5
    assert [word.text for word in words] == re.findall(r"\w+", TEXT)


def test_the_same_request_makes_the_same_samples_even_under_load(engine: Engine) -> None:
    alone = whole(engine.stream(TEXT, "am_puck"))
    results: list[Samples] = []
    others = [Thread(target=lambda: whole(engine.stream("Something else entirely is being said.", "bf_emma")))]
    others += [Thread(target=lambda: results.append(whole(engine.stream(TEXT, "am_puck")))) for _ in range(2)]
    for thread in others:
        thread.start()
    for thread in others:
        thread.join()
    assert len(results) == 2
    for result in results:
        np.testing.assert_array_equal(result, alone)


def test_words_come_before_their_sound(engine: Engine) -> None:
    first, *others = list(engine.stream("Good morning."))
    assert isinstance(first, UtteranceStart)
    assert [w.text for w in first.words] == ["Good", "morning"] and first.backends == ("misaki",)
    assert len(whole(others)) > SAMPLE_RATE / 3 and not words_of(others)


def test_the_last_piece_says_that_it_is(engine: Engine) -> None:
    for text in ("Good morning. And good night.", "👍", "Wait. [pause:1s]"):
        chunks = list(chunks_of(engine.stream(text)))
        assert [chunk.last for chunk in chunks] == [False] * (len(chunks) - 1) + [True]


def test_speech_starts_and_ends_without_dead_air(engine: Engine) -> None:
    for voice in ("af_heart", "am_michael", "af_nicole", "zf_xiaobei"):
        samples, _ = spoken(engine, "Stop it now!", voice=voice, language="en-us")
        audible = np.flatnonzero(np.abs(samples) > AUDIBLE)
        assert audible[0] < 0.2 * SAMPLE_RATE and len(samples) - audible[-1] < 0.15 * SAMPLE_RATE


def test_words_lie_on_the_emitted_timeline(engine: Engine) -> None:
    samples, words = spoken(engine, "One, two. Three, four!\n\nFive.")
    edges = [edge for word in words for edge in (word.start, word.end)]
    assert edges == sorted(edges) and edges[0] >= 0 and edges[-1] <= len(samples)
    for word in words:  # each word's own stretch carries sound
        assert np.abs(samples[word.start : word.end]).max() > 0.02, word


def test_word_spans_point_at_the_text_as_sent(engine: Engine) -> None:
    text = "  Caf\u00e9s,\r\n\r\nDr.\u00a0Smith's 42 caf\x00es…  "
    _, words = spoken(engine, text)
    assert [text[w.span.start : w.span.end] for w in words] == ["Cafés", "Dr.", "Smith's", "42", "caf\x00es"]


@pytest.fixture(scope="module")
def normal(engine: Engine) -> Samples:
    return whole(engine.stream(TEXT))


@pytest.mark.parametrize("speed", [0.25, 0.5, 0.7, 1.5, 2.0, 3.0, 4.0])
def test_a_speed_is_really_that_speed(engine: Engine, normal: Samples, speed: float) -> None:
    samples, words = spoken(engine, TEXT, speed=speed)
    assert speech_seconds(normal) / speech_seconds(samples) == pytest.approx(speed, rel=0.08)
    assert words[-1].end <= len(samples)


@pytest.mark.parametrize("voice", ["af_heart", "am_michael", "bm_george"])
def test_slow_speech_has_no_phantom_sound_before_or_after(engine: Engine, voice: str) -> None:
    normal, _ = spoken(engine, "No.", voice=voice)
    slow, _ = spoken(engine, "No.", voice=voice, speed=0.5)
    assert speech_seconds(slow) < 2.4 * speech_seconds(normal)


@pytest.mark.parametrize("text", ["A", "7", "No.", "Hi", "é", "?!x", "ok"])
def test_the_shortest_texts_are_spoken(engine: Engine, text: str) -> None:
    samples, words = spoken(engine, text)
    assert speech_seconds(samples) > 0.1 and len(words) == 1


@pytest.mark.parametrize(("voice", "text"), [("ff_siwis", "I."), ("hf_beta", "a"), ("hm_omega", "a")])
def test_a_single_syllable_survives_haste(engine: Engine, voice: str, text: str) -> None:
    for speed in (2.0, 4.0):
        samples, _ = spoken(engine, text, voice=voice, language="en-us", speed=speed)
        assert speech_seconds(samples) > 0.03


def test_an_engine_at_rest_is_small() -> None:
    script = (
        "import re; from kokoro_live.config import Settings; from kokoro_live.engine import Engine\n"
        "from kokoro_live.synthesis import whole\n"
        "whole(Engine(Settings.load()).stream('The quick brown fox jumps over the lazy dog while the sun '\n"
        "'sets slowly behind the distant blue mountains, and nobody in the village seems to notice.'))\n"
        "print(re.search(r'VmRSS:\\s+(\\d+)', open('/proc/self/status').read())[1])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, timeout=240)
    assert int(done.stdout) < 900_000  # kB


@pytest.mark.parametrize("voice", ["ef_dora", "ff_siwis", "hf_alpha", "if_sara", "pf_dora", "bf_emma"])
def test_other_languages_speak_with_their_own_front_end(engine: Engine, voice: str) -> None:
    text = {"h": "नमस्ते, आप कैसे हैं?"}.get(voice[0], "Buenos dias, amigo.")
    events = list(engine.stream(text, voice))
    announced = next(event for event in events if isinstance(event, UtteranceStart))
    assert announced.backends and (voice[0] == "b" or announced.backends == ("espeak",))
    assert speech_seconds(whole(events)) > 0.5


@pytest.mark.parametrize("voice", ["af_heart", "am_michael", "bf_emma", "af_nicole", "zf_xiaoxiao"])
@pytest.mark.parametrize(
    "text", ["Hello there!", "Five friends had hoped for half an hour of quiet by the harbour wall."]
)
def test_the_first_sound_is_not_kept_waiting_by_silence(engine: Engine, voice: str, text: str) -> None:
    """And none of it is cut off: what stands before it is silence."""
    stream = list(engine.stream(text, voice, language="en-us"))
    samples = whole(stream)
    audible = int(np.argmax(np.abs(samples) > 10 ** (-50 / 20)))
    assert 0.01 * SAMPLE_RATE < audible < 0.1 * SAMPLE_RATE
    assert np.abs(samples[: SAMPLE_RATE // 100]).max() < 10 ** (-55 / 20)
    words = words_of(stream)
    assert 0 <= words[0].start < 0.1 * SAMPLE_RATE and words[-1].end <= len(samples)


@pytest.mark.parametrize("silent", [3000, 9000, 10_000, 13_000])
def test_where_a_stream_begins_does_not_depend_on_how_it_is_cut(silent: int) -> None:
    """A cached synthesis comes in other blocks than a fresh one."""
    sound = np.concatenate([np.zeros(silent), np.full(9000, 0.3)]).astype(np.float32)
    found = []
    for size in (9600, 12_000, len(sound)):
        blocks = (sound[start : start + size] for start in range(0, len(sound), size))
        rendering = Rendering(np.zeros(2, np.int32), len(sound), 1.0, False, lambda blocks=blocks: (0.0, blocks))
        begun = rendering.from_first_sound()
        found.append((begun.heard, len(np.concatenate(list(begun.sound()[1])))))
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("schedule", [FLOAT_SCHEDULE, QUICK_SCHEDULE])
def test_the_first_sound_is_looked_for_in_no_more_than_the_first_window(schedule: Schedule) -> None:
    """Or kept speech, which comes in larger blocks, would begin elsewhere than fresh."""
    assert schedule[0] * FRAME >= OPENING


@pytest.mark.parametrize("voice", ["af_heart", "af_nicole", "bm_lewis", "hf_alpha"])
@pytest.mark.parametrize("text", ["How are you?", "Fifty of them.", "Think about it.", "Whose is it?", "Sh, quiet!"])
def test_a_soft_beginning_is_not_cut_off(engine: Engine, voice: str, text: str) -> None:
    """What is left out at the start is far below what can be heard beside speech."""
    request = check(text, voice, language="en-us", no_cache=True)
    rendering = Renderer(engine.model, request, None, Cancel(), Times()).render(
        next(engine.utterances(request)), 0, None
    )
    assert rendering
    gain, blocks = rendering.sound()
    samples = np.concatenate(list(blocks)) * 10 ** (gain / 20)
    left_out = samples[: lead_in(samples, 0.0)]
    assert len(left_out) == 0 or np.sqrt(np.mean(left_out**2)) < 10 ** (-60 / 20)


def test_a_pause_asked_for_at_the_start_is_kept(engine: Engine) -> None:
    samples = whole(engine.stream("[pause:1s] Here we are again, at the very beginning."))
    assert int(np.argmax(np.abs(samples) > 10 ** (-50 / 20))) >= SAMPLE_RATE


def test_long_text_is_split_and_nothing_is_lost(engine: Engine) -> None:
    text = "word " * 400
    chunks = _first_seconds(engine.stream(text), 15)
    by_segment: dict[int, int] = {}
    for chunk in chunks_of(chunks):
        by_segment[chunk.segment] = by_segment.get(chunk.segment, 0) + len(chunk.samples)
    assert max(by_segment.values()) <= (LONGEST_SECONDS + 1) * SAMPLE_RATE
    starts = [word.span.start for word in words_of(chunks)]
    assert starts == list(range(0, 5 * len(starts), 5)) and len(starts) > 25


def test_a_pause_is_as_long_as_asked_for(engine: Engine) -> None:
    lengths = [len(whole(engine.stream(f"Wait here. {tag} Go on now."))) for tag in ("[pause:1s]", "[pause:2.5s]")]
    assert lengths[1] - lengths[0] == 1.5 * SAMPLE_RATE


def planned(engine: Engine, text: str) -> list[Word]:
    return [word for u in engine.utterances(check(text)) for word in u.words if word.spoken]


def test_every_word_of_a_long_text_is_planned_once(engine: Engine) -> None:
    sentence = "Numbers like 3.5, names like J. Smith – and more (much more); it's all here! "
    text = sentence * 250
    words = planned(engine, text)
    for earlier, later in pairwise(words):
        assert earlier.span.end <= later.span.start or earlier.span == later.span  # "3.5" is three words
    assert len(words) == 250 * len(planned(engine, sentence))


def test_ten_thousand_characters_without_a_space(engine: Engine) -> None:
    utterances = list(engine.utterances(check("abcdefghij" * 1000)))
    covered = [i for u in utterances for w in u.words for i in range(w.span.start, w.span.end)]
    assert sorted(set(covered)) == list(range(10_000))
    assert speech_seconds(whole(_first_seconds(engine.stream("x" * 10_000), 3))) > 1


def test_memory_stays_flat_on_a_very_long_text(engine: Engine) -> None:
    stream = engine.stream("The road goes ever on and on. " * 3400)
    _first_seconds(stream, 12)
    before = resident_mb()
    _first_seconds(stream, 12)
    assert resident_mb() - before < 60


def test_controls_inside_words_are_not_heard(engine: Engine) -> None:
    np.testing.assert_array_equal(
        whole(engine.stream("Hel\x00lo wor\x1bld\x07.")), whole(engine.stream("Hello world."))
    )


def test_cancel_ends_a_running_stream(engine: Engine) -> None:
    cancel = Cancel()
    stream = engine.stream(
        "This sentence is long enough to take the vocoder quite a while to finish. " * 3, cancel=cancel
    )
    next(stream)
    ended: list[float] = []

    def read() -> None:
        with pytest.raises(Cancelled):
            for _ in stream:
                pass
        ended.append(time.perf_counter())

    reader = Thread(target=read)
    reader.start()
    time.sleep(0.2)
    asked = time.perf_counter()
    cancel.request()
    reader.join(30)
    assert ended and ended[0] - asked < 5  # generous: the bench gates the latency
    assert speech_seconds(whole(engine.stream("Next."))) > 0.1  # and the engine goes on


@pytest.mark.parametrize(
    ("options", "error", "hint"),
    [
        ({"text": ""}, NothingToSay, "nothing to say"),
        ({"text": " \n\t \u200b"}, NothingToSay, "nothing to say"),
        ({"text": "hi", "voice": "af_hart"}, UnknownVoice, "af_heart"),
        ({"text": "hi", "language": "tlh"}, UnknownLanguage, "en-us"),
        ({"text": "hi", "speed": 0}, BadSpeed, "0.25 to 4"),
        ({"text": "hi", "speed": 9}, BadSpeed, "0.25 to 4"),
        ({"text": "hi", "speed": math.nan}, BadSpeed, "0.25 to 4"),
        ({"text": "hi", "latency": "soon"}, BadOption, "fast, quality"),
    ],
)
def test_mistakes_are_told_before_anything_runs(
    engine: Engine, options: dict[str, object], error: type[Exception], hint: str
) -> None:
    with pytest.raises(error, match=hint):
        engine.stream(**options)  # type: ignore[arg-type]


def _first_seconds(stream: Iterator[Event], seconds: float) -> list[Event]:
    events: list[Event] = []
    for event in stream:
        events.append(event)
        if len(whole(events)) >= seconds * SAMPLE_RATE:
            break
    return events
