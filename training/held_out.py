"""The segments and clips that every student is judged by. They are written down once and never taught.

    python -m training.held_out CORPUS.npz VOICES.npz

draws them from the held-out strings of a corpus. That is needed only if the front end writes other phonemes.
"""

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from training.segments import Segment, Texts, Voices, draw_segment, load_natural_texts, load_texts, load_voices
from training.speech import LONGEST, guess_frames

PATH = Path(__file__).with_name("held_out.json")
SEGMENTS, CLIPS, BLENDED_CLIPS = 64, 20, 4
CLIP_TOKENS = (45, 90)
SEED = 5


def load_held_out(voices: Voices) -> tuple[list[Segment], list[Segment]]:
    """Segments and clips."""
    stored = json.loads(PATH.read_text(encoding="utf-8"))
    segments, clips = ([_from_json(row, voices) for row in stored[key]] for key in ("segments", "clips"))
    return segments, clips


def _from_json(row: dict[str, Any], voices: Voices) -> Segment:
    one, other = voices.names.index(row["voice"]), voices.names.index(row["other_voice"])
    tokens = np.array(row["tokens"], np.int64)
    return Segment(tokens, one, other, row["share"], row["speed"], row["pitch"])


def _to_json(segment: Segment, voices: Voices) -> dict[str, Any]:
    return {
        "voice": voices.names[segment.voice],
        "other_voice": voices.names[segment.other_voice],
        "share": round(segment.share, 4),
        "speed": round(segment.speed, 4),
        "pitch": round(segment.pitch, 4),
        "tokens": segment.tokens.tolist(),
    }


def draw_held_out_segments(random: np.random.Generator, texts: Texts, voices: Voices) -> list[Segment]:
    """In fair proportion of all kinds."""
    drawn: list[Segment] = []
    while len(drawn) < SEGMENTS:
        segment = draw_segment(random, texts, voices, held_out=True)
        if guess_frames(segment) <= LONGEST - 150:
            drawn.append(segment)
    return drawn


def draw_clips(random: np.random.Generator, texts: Texts, voices: Voices) -> list[Segment]:
    """Plain ones and blends of a few seconds, as many of each language."""
    languages = Counter(dict.fromkeys(voices.languages, 0))
    blended = 0
    drawn: list[Segment] = []
    while len(drawn) < CLIPS:
        segment = draw_segment(random, texts, voices, held_out=True)
        language = voices.languages[segment.voice]
        is_blend = segment.kind == "blend"
        wanted = is_blend and blended < BLENDED_CLIPS
        wanted |= segment.kind == "plain" and len(drawn) - blended < CLIPS - BLENDED_CLIPS
        fits = CLIP_TOKENS[0] <= len(segment.tokens) <= CLIP_TOKENS[1] and segment.speed == 1
        if wanted and fits and languages[language] == min(languages.values()):
            languages[language] += 1
            blended += is_blend
            drawn.append(segment)
    return drawn


def write(segments: Sequence[Segment], clips: Sequence[Segment], voices: Voices) -> None:
    stored = {"segments": segments, "clips": clips}
    rows = {key: [_to_json(segment, voices) for segment in value] for key, value in stored.items()}
    lines = [f'"{key}": [\n' + ",\n".join(map(json.dumps, value)) + "\n]" for key, value in rows.items()]
    PATH.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("voices", type=Path)
    given = parser.parse_args()
    voices, random = load_voices(given.voices), np.random.default_rng(SEED)
    segments = draw_held_out_segments(random, load_texts(given.corpus, held_out=True), voices)
    write(segments, draw_clips(random, load_natural_texts(given.corpus), voices), voices)


if __name__ == "__main__":
    main()
