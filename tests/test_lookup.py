"""Lexicons and rules: an entry is found whatever the rules would make of its word."""

import pytest

from kokoro_live.lookup import set_apart
from kokoro_live.phonemes.alphabet import phonemes_of
from kokoro_live.phonemes.lexicon import Lexicon, entry
from kokoro_live.text import plain_script
from kokoro_live.text import spoken_segments as in_words
from tests.phonemiser import phonemise


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("GPT-4", "We use GPT-4 daily."), ("AT&T", "AT&T called."), ("C++", "I write C++ code."),
        ("k8s", "Run it on k8s."),
        ("kg", "It weighs 5 kg."), ("Dr.", "Ask Dr. Smith."), ("U.S.", "In the U.S. today."),
        ("Yahoo!", "I use Yahoo! mail."),
        ("foo_bar", "Call foo_bar now."), ("iPhone 15", "An iPhone 15 rang."), ("O\u2019Brien", "Ask O'Brien."),
        ("nai\u0308ve", "How na\u00efve!"), ("na\u00efve", "How nai\u0308ve!"), ("3D", "In 3D print."),
    ],
)  # fmt: skip
@pytest.mark.parametrize("said", ["/zɪp/", "zip"])
def test_an_entry_is_found_although_rules_would_rewrite_it(word: str, text: str, said: str) -> None:
    own = (entry("en", word, said),)
    script = set_apart(own, "en-us").marked(plain_script(text, "text"), "en-us")
    (segment,) = in_words(script, "en-us")
    spoken = "".join(phonemes_of(one.tokens) for one in phonemise(segment, "en-us", Lexicon(own)).words)
    assert "zɪp" in spoken.replace("ˈ", "")


def test_a_name_that_rules_leave_alone_is_still_seen_by_them() -> None:
    own = (entry("en", "Nguyen", "/wɪn/"),)
    script = set_apart(own, "en-us").marked(plain_script("Ask Dr. Nguyen.", "text"), "en-us")
    (segment,) = in_words(script, "en-us")
    assert segment.text.text == "Ask Doctor Nguyen."


def test_what_is_spelled_with_itself_is_said_once() -> None:
    own = (entry("en", "GPT-4", "GPT-4 turbo"),)
    script = set_apart(own, "en-us").marked(plain_script("GPT-4 it is.", "text"), "en-us")
    (segment,) = in_words(script, "en-us")
    assert Lexicon(own).respelled(segment.text, "en-us").text == "GPT four turbo it is."
