"""The tagger in the package: what its manifest says of it, and that it agrees with the one that taught it."""

import hashlib
import json
from importlib import resources
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kokoro_live.phonemes import tagger
from kokoro_live.phonemes.tokens import tokens

SAMPLE = Path(__file__).parents[1] / "data" / "tagged.tsv"  # sentences of ours, with the teacher's tags
FOLDER = resources.files("kokoro_live.phonemes")


def test_the_manifest_is_of_this_network() -> None:
    manifest = json.loads((FOLDER / "tagger.json").read_text(encoding="utf-8"))
    network = (FOLDER / tagger.FILE).read_bytes()
    assert manifest["sha256"] == hashlib.sha256(network).hexdigest()
    assert len(network) == manifest["bytes"] <= 5e6
    assert all(source["licence"] and source["sentences"] for source in manifest["sources"])
    assert manifest["held_out"]["sentences"] >= 20_000


def test_it_agrees_with_its_teacher() -> None:
    same = total = 0
    for line in SAMPLE.read_text(encoding="utf-8").splitlines():
        text, tags = line.split("\t")
        same += sum(a == b for a, b in zip(tagger.shipped().tags(tokens(text)), tags.split(), strict=True))
        total += len(tags.split())
    assert same / total > 0.995, f"{same} of {total}"


@pytest.mark.parametrize(
    ("text", "word", "tag"),
    [
        ("I will read it.", "read", "VB"),
        ("I have read it.", "read", "VBN"),
        ("They live here.", "live", "VBP"),
        ("The live show starts now.", "live", "JJ"),
        ("What is the record?", "record", "NN"),
        ("It costs a dollar.", "a", "DT"),
    ],
)
def test_a_word_by_what_stands_around_it(text: str, word: str, tag: str) -> None:
    assert {token: found for token, _, found in tagger.shipped().tagged(text)}[word] == tag


@settings(max_examples=100)
@given(st.text(max_size=80))
def test_every_token_has_a_tag_and_always_the_same(text: str) -> None:
    first, again = tagger.shipped().tagged(text), tagger.shipped().tagged(text)
    assert first == again and "".join(word + space for word, space, _ in first) == text


def test_what_is_far_away_does_not_matter() -> None:
    near, far = (
        tagger.shipped().scores(tokens(f"{first} had gone to the shop and bought a record."))[6:]
        for first in ("She", "Purple")
    )
    assert np.allclose(near, far, atol=1e-4)


def test_sentences_sound_as_with_the_teacher() -> None:
    pytest.importorskip("spacy")
    from lab.tagger import compared, own_sentences

    found = compared(islice(own_sentences(), 250))
    assert found.share > 0.99, found.changes
