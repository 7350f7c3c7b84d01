"""The small dictionary says what Misaki's own says, for every word of it and for words it does not have."""

import json
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st
from misaki.en import Lexicon

from kokoro_live.phonemes.dictionary import Dictionary


@pytest.mark.parametrize("name", ["us_gold", "us_silver", "gb_gold", "gb_silver"])
def test_every_word_is_said_as_by_misaki(name: str) -> None:
    entries = json.loads((resources.files("misaki.data") / f"{name}.json").read_text(encoding="utf-8"))
    ours, theirs = Dictionary(entries), Lexicon.grow_dictionary(entries)
    assert {word: said for word, said in theirs.items() if ours.get(word) != said} == {}
    shouted = [word.upper() for word in entries]
    assert [word for word in shouted if (word in ours) != (word in theirs)] == []


SMALL = {
    "live": {"DEFAULT": "lˈIv", "VERB": "lˈɪv"},
    "Paris": "pˈɛɹɪs",
    "a": "ɐ",
    "ISO": "ˈIsO",
    "straße": "x",
    "to": "",
}


CASES = [case(word) for word in SMALL for case in (str.upper, str.title, str.lower)]


@given(st.text(max_size=8) | st.sampled_from(CASES))
def test_any_word_is_looked_up_as_by_misaki(word: str) -> None:
    ours, theirs = Dictionary(SMALL), Lexicon.grow_dictionary(SMALL)
    assert ours.get(word) == theirs.get(word) and (word in ours) == (word in theirs)
    if word in theirs:
        assert ours[word] == theirs[word]
    else:
        with pytest.raises(KeyError):
            ours[word]
