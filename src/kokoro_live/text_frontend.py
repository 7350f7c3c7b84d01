"""From a request to what is read to the model: text, lexicons and phonemes. No model is needed for it."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from kokoro_live import text as text_stage
from kokoro_live.cancel import Cancel
from kokoro_live.lookup import set_apart
from kokoro_live.phonemes import Phonemiser
from kokoro_live.phonemes.chunking import audible, within
from kokoro_live.phonemes.lexicon_files import Files
from kokoro_live.records import Segment, Utterance
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
        times, cancel = times or Times(), cancel or Cancel()
        lexicon = self.lexicons.lexicon(request.lexicon)
        apart = set_apart((*self.lexicons.own(), *request.lexicon), request.language)
        script = apart.marked(request.script, request.language, cancel.check)
        segments = text_stage.spoken_segments(script, request.language, request.detects)
        while True:
            cancel.check()
            with times.of("text"):
                segment = next(segments, None)
            if segment is None:
                return
            with times.of("g2p"):
                utterance = self.phonemiser.phonemise(segment, request.language, lexicon)
            yield segment, utterance

    def utterances(
        self, request: Request, budget: int, times: Times | None = None, cancel: Cancel | None = None
    ) -> Iterator[Utterance]:
        """What is read to the model, in pieces of so many tokens at the most, before short neighbours are grouped."""
        for _, utterance in self.readings(request, times, cancel):
            yield from audible(within(utterance, budget))
