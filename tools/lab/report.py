"""One page for eyes and ears: the gates of every variant; for each voice waveforms, spectrograms and players."""

import base64
import io
from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path

from kokoro_live.audio.formats import content_type, encoder
from kokoro_live.model.voices import CATALOGUE
from kokoro_live.records import SAMPLE_RATE, Samples
from lab.examples import Spec
from lab.gates import Gate
from lab.options import Options
from lab.picture import TEXTS, spectrogram, waveform
from lab.studio import Studio

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #222; }
table { border-collapse: collapse; margin: 1rem 0; }
td, th { padding: .25rem .8rem; text-align: left; border-bottom: 1px solid #ddd; }
td.figure { text-align: right; font-variant-numeric: tabular-nums; }
.pass { color: #17703a; } .fail { color: #b3261e; font-weight: 600; }
figure { margin: 0 1rem 1rem 0; display: inline-block; vertical-align: top; } figcaption { font-size: .85rem; }
img { width: 21rem; display: block; } audio { width: 21rem; height: 2rem; }
"""


def write(target: Path, options: Options, results: Mapping[str, Sequence[Gate]]) -> None:
    """The page, with everything inside it."""
    tables = "".join(_table(variant, gates) for variant, gates in results.items())
    clips = _clips(options, list(results))
    voices = "".join(
        f"<h2>{escape(voice)}</h2><p>{escape(TEXTS[CATALOGUE[voice].language[:2]])}</p>"
        + "".join(_figure(name, clip) for name, clip in clips[voice].items())
        for voice in options.voices
    )
    target.write_text(
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>kokoro-live: quality</title>'
        f"<style>{STYLE}</style><h1>Quality of every variant</h1>{tables}<h1>Look and listen</h1>{voices}</html>\n",
        encoding="utf-8",
    )


def _clips(options: Options, variants: list[str]) -> dict[str, dict[str, Samples]]:
    """For each voice the same sentence, exact and by every variant."""
    clips: dict[str, dict[str, Samples]] = {voice: {} for voice in options.voices}
    for variant in variants:
        studio = Studio(replace(options.settings, variant=variant), options.settings.threads)
        for voice in options.voices:
            language = CATALOGUE[voice].language
            rendering = studio.render(Spec(voice, language, TEXTS[language[:2]], 1.0, 1.0))
            assert rendering is not None  # these texts are short
            exact, streamed = rendering.finished()
            clips[voice].setdefault("exact", exact)
            clips[voice][variant] = streamed
    return clips


def _table(variant: str, gates: Sequence[Gate]) -> str:
    rows = "".join(
        f"<tr><td>{escape(gate.name)}</td><td class=figure>{gate.found:.3f}</td><td>{escape(gate.wanted)}</td>"
        f"<td class={'pass' if gate.passed else 'fail'}>{'pass' if gate.passed else 'FAIL'}</td></tr>"
        for gate in gates
    )
    return f"<h2>{escape(variant)}</h2><table><tr><th>gate<th>found<th>wanted<th></tr>{rows}</table>"


def _figure(name: str, samples: Samples) -> str:
    """Waveform over spectrogram, and a player."""
    from matplotlib.figure import Figure

    drawing = Figure(figsize=(5, 3.2), layout="constrained")
    upper, lower = drawing.subplots(2, 1, sharex=True, height_ratios=(1, 2))
    waveform(upper, samples)
    spectrogram(lower, samples)
    png = io.BytesIO()
    drawing.savefig(png, dpi=80)
    return (
        f'<figure><figcaption>{escape(name)}</figcaption><img alt="" src="{inline("image/png", png.getvalue())}">'
        f'<audio controls src="{inline_sound(samples, "mp3")}"></audio></figure>'
    )


def inline(kind: str, data: bytes) -> str:
    """A file inside the page."""
    return f"data:{kind};base64,{base64.b64encode(data).decode()}"


def inline_sound(samples: Samples, form: str) -> str:
    """A clip inside the page."""
    codec = encoder(form, SAMPLE_RATE)
    return inline(content_type(form), codec.push(samples) + codec.finish())
