"""From a request to what is read to the model: text, lexicons and phonemes. No model is needed for it."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from kokoro_live import text as text_stage
from kokoro_live.cancel import Cancel
from kokoro_live.lookup import set_apart
from kokoro_live.phonemes import Phonemiser
from kokoro_live.phonemes.chunking import audible, within
from kokoro_live.phonemes.lexicon_files import Files
from kokoro_live.records import Lull, Script, Segment, Utterance
from kokoro_live.request import Request
from kokoro_live.timing import Times


class TextFrontend:
    """Owns the lexicons and the phonemiser. May be used from several threads."""

    def __init__(self, lexicons: Iterable[Path] = ()) -> None:
        self.lexicons = Files(lexicons)
        self.phonemiser = Phonemiser()

    def readings(
        self, request: Request, times: Times | None = None, cancel: Cancel | None = None
    ) -> Iterator[tuple[Segment, Utterance]]:
        """Sentence by sentence, what is said and by which phonemes."""
        for reading in self._readings(request, times or Times(), cancel or Cancel()):
            if not isinstance(reading, Lull):
                yield reading

    def _readings(self, request: Request, times: Times, cancel: Cancel) -> Iterator[tuple[Segment, Utterance] | Lull]:
        """The same; a text that is still being written has lulls."""
        lexicon = self.lexicons.lexicon(request.lexicon)
        segments = self._segments(request, cancel)
        while True:
            cancel.check()
            with times.of("text"):
                segment = next(segments, None)
            if segment is None:
                return
            if isinstance(segment, Lull):
                yield segment
                continue
            with times.of("g2p"):
                utterance = self.phonemiser.phonemise(segment, request.language, lexicon)
            yield segment, utterance

    def _segments(self, request: Request, cancel: Cancel) -> Iterator[Segment | Lull]:
        apart = set_apart((*self.lexicons.own(), *request.lexicon), request.language)

        def prepared(script: Script) -> Script:
            return apart.marked(script, request.language, cancel.check)

        if request.live:
            return request.live.segments(request.language, request.detects, prepared)
        return text_stage.spoken_segments(prepared(request.script), request.language, request.detects)

    def utterances(
        self, request: Request, budget: int, times: Times | None = None, cancel: Cancel | None = None
    ) -> Iterator[Utterance | Lull]:
        """What is read to the model, in pieces of so many tokens at the most, before short neighbours are grouped."""
        for reading in self._readings(request, times or Times(), cancel or Cancel()):
            if isinstance(reading, Lull):
                yield reading
            else:
                yield from audible(within(reading[1], budget))
