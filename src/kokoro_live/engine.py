"""The engine: text in, speech out, while the sentence is still being computed."""

import gc
from collections.abc import Iterator
from typing import Unpack

from kokoro_live.assets.fetch import Store
from kokoro_live.assets.manifest import VOICES, manifest
from kokoro_live.cache import Cache
from kokoro_live.cancel import Cancel
from kokoro_live.config import Settings
from kokoro_live.model.model import FASTEST, Model
from kokoro_live.model.store import ready_graphs
from kokoro_live.phonemes.alphabet import BUDGET
from kokoro_live.phonemes.chunking import grouped
from kokoro_live.records import Event, Lull, Progress, TurnEnd, Utterance, silent
from kokoro_live.request import DEFAULT_VOICE, LONGEST_SECONDS, Options, Request, check
from kokoro_live.synthesis import Synthesis
from kokoro_live.text_frontend import TextFrontend
from kokoro_live.timing import Times


class Engine:
    """The loaded model. Streams may run one after another or from several threads."""

    def __init__(
        self,
        settings: Settings,
        progress: Progress = silent,
        cache: Cache | None = None,
        frontend: TextFrontend | None = None,
    ) -> None:
        store = Store(settings.cache_dir, settings.model_dir, settings.sources)
        graphs = ready_graphs(store, settings.cache_dir, settings.base, progress)
        voices = store.fetch(manifest()[VOICES], progress)
        self.model = Model(graphs, voices, settings.variant, settings.threads)
        self.frontend = frontend or TextFrontend(settings.lexicons())
        self.cache = cache
        gc.collect()
        gc.freeze()  # the loaded libraries are permanent: collections on the hot path need not walk them

    def stream(
        self,
        text: str,
        voice: str = DEFAULT_VOICE,
        speed: float = 1.0,
        cancel: Cancel | None = None,
        times: Times | None = None,
        **options: Unpack[Options],
    ) -> Iterator[Event]:
        """Speech as it is made. Mistakes in the request are raised here, before anything is computed."""
        request = check(text, voice, speed, **options)
        times, cancel = times or Times(), cancel or Cancel()
        events = self.synthesis(request, cancel, times).events(self.utterances(request, times, cancel))
        return (event for event in events if not isinstance(event, TurnEnd))

    def utterances(
        self, request: Request, times: Times | None = None, cancel: Cancel | None = None
    ) -> Iterator[Utterance]:
        """What is read to the model; nothing is run."""
        read = self.utterances_as_written(request, times or Times(), cancel or Cancel())
        return (utterance for utterance in read if not isinstance(utterance, Lull))

    def utterances_as_written(self, request: Request, times: Times, cancel: Cancel) -> Iterator[Utterance | Lull]:
        """The same, with the lulls of a text that is still being written."""
        budget = self._budget(request)
        return grouped(self.frontend.utterances(request, budget, times, cancel), budget)

    def synthesis(self, request: Request, cancel: Cancel, times: Times) -> Synthesis:
        """What makes a stream of a request's utterances."""
        return Synthesis(self.model, request, self.cache, cancel, times)

    def _budget(self, request: Request) -> int:
        """Tokens that should fit one segment."""
        pace = self.model.pace(name for name, _ in request.blend.parts)
        return min(BUDGET, round(LONGEST_SECONDS * pace * min(request.speed, FASTEST)))
