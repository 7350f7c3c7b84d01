"""spaCy's tagger as arrays: its tables, its layers, and how it spells words before it looks them up."""

from collections import Counter, defaultdict
from importlib import import_module
from typing import Any

import numpy as np

from kokoro_live.phonemes import murmur
from training.tagger.labels import Teacher

ORTH, NORM = 65, 67  # spaCy's numbers for the parts of a contraction: as written, as usually spelled
BARE_PARTS = frozenset("ca wo sha nt gon na ta ll ve re".split())  # of contractions without their mark
LEFT_ALONE = ("'s", "’s")  # "is", "has", "us" or nobody's


def arrays(teacher: Teacher) -> dict[str, np.ndarray]:
    """Everything that a tagger is made of, in sixteen bits."""
    body = list(teacher.nlp.get_pipe("tok2vec").model.walk())
    head = list(teacher.nlp.get_pipe("tagger").model.walk())
    tables, layers, norms = ([one for one in body if one.name == name] for name in ("hashembed", "maxout", "layernorm"))
    (last,) = (one for one in head if one.name.startswith("softmax") and one.has_param("W"))
    found: dict[str, Any] = {
        "table": np.concatenate([one.get_param("E") for one in tables]),
        "last": last.get_param("W").T,
        "offset": last.get_param("b"),
    }
    for number, (layer, norm) in enumerate(zip(layers, norms, strict=True)):
        weight = layer.get_param("W")
        found[f"weight{number}"] = weight.reshape(-1, weight.shape[-1]).T
        found[f"bias{number}"] = layer.get_param("b").reshape(-1)
        found[f"gain{number}"], found[f"shift{number}"] = norm.get_param("G"), norm.get_param("b")
    usual = _usual_spellings(teacher)
    symbols = import_module("spacy.symbols").IDS
    return {name: np.ascontiguousarray(one, np.float16) for name, one in found.items()} | {
        "sizes": np.array([len(one.get_param("E")) for one in tables]),
        "seeds": np.array([one.attrs["seed"] for one in tables]),
        "norm_from": np.array(list(usual), np.uint64),
        "norm_to": np.array(list(usual.values())),
        "symbol": np.array(list(symbols)),
        "number": np.array(list(symbols.values()), np.uint64),
        "tags": np.array(teacher.tags),
    }


def _usual_spellings(teacher: Teacher) -> dict[int, str]:
    """By the number of what is written: "colour" is looked up as "color", and "n't" as "not"."""
    base = import_module("spacy.lang.norm_exceptions").BASE_NORMS
    seen: dict[str, Counter[str]] = defaultdict(Counter)
    for parts in teacher.nlp.tokenizer.rules.values():
        for part in parts:
            if NORM in part:
                seen[part[ORTH]][part[NORM]] += 1
    contracted = {written: most.most_common(1)[0][0] for written, most in seen.items() if _is_part(written)}
    table = dict(teacher.nlp.vocab.lookups.get_table("lexeme_norm").items())
    own = {murmur.of_bytes(written.encode()): usual for written, usual in base.items()}
    return own | table | {murmur.of_bytes(written.encode()): usual for written, usual in contracted.items()}


def _is_part(written: str) -> bool:
    marked = any(mark in written for mark in "'’.")
    return written not in LEFT_ALONE and (marked or written.lower() in BARE_PARTS)
