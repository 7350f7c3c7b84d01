"""Text in pieces: the same sentences, whatever the pieces."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kokoro_live.records import Segment
from kokoro_live.text import written_sentences
from kokoro_live.text.incoming import LOOKAHEAD, Incoming

STORY = (
    "Dr. Smith arrived at 3.5 p.m. on Jan. 5. “Are you sure?” she asked… He was not! J. R. R. Tolkien, e.g., would be."
    "\n\nA new paragraph begins here; it goes on for a while, as paragraphs do, and then it ends. Does it? Yes.\r\n"
    "Next line.\n"
    "1. First\n2. Second\n今日は晴れ。明日は雨？ " + "and so on " * 150 + ". The end."
)


def facts(found: list[Segment]) -> list[tuple[object, ...]]:
    return [(one.text.text, list(one.text.starts), list(one.text.ends), one.join) for one in found]


def arrived(pieces: list[str]) -> list[Segment]:
    incoming = Incoming()
    found = [one for piece in pieces for one in incoming.push(piece)]
    return [*found, *incoming.flush()]


def cut(text: str, places: list[int]) -> list[str]:
    edges = [0, *sorted(place % (len(text) + 1) for place in places), len(text)]
    return [text[a:b] for a, b in pairwise(edges)]


@settings(deadline=None, max_examples=60)
@given(st.lists(st.integers(0, 10_000), max_size=40))
def test_a_story_in_any_pieces_has_the_same_sentences(places: list[int]) -> None:
    assert facts(arrived(cut(STORY, places))) == facts(list(written_sentences(STORY)))


def test_character_by_character() -> None:
    assert facts(arrived(list(STORY))) == facts(list(written_sentences(STORY)))


@settings(deadline=None)
@given(
    st.text(alphabet=st.sampled_from("aB1.,!?… \n\r\"'”)Dr。、é-"), max_size=60),
    st.integers(1, 40),
    st.lists(st.integers(0, 10_000), max_size=12),
)
def test_any_text_in_any_pieces(text: str, times: int, places: list[int]) -> None:
    source = text * times
    assert facts(arrived(cut(source, places))) == facts(list(written_sentences(source)))


def test_what_nobody_reads_does_not_make_a_sentence_certain() -> None:
    source = "see No.\n" + "\u200d" * 66 + " five apples"
    for place in range(len(source)):
        assert facts(arrived(cut(source, [place]))) == facts(list(written_sentences(source)))


def test_a_sentence_is_passed_on_before_the_text_is_over() -> None:
    incoming = Incoming()
    assert not list(incoming.push("This is the first sentence."))
    found = list(
        incoming.push(" " + "And this is what follows, long enough to be sure of the first one " + "x" * LOOKAHEAD)
    )
    assert [one.text.text for one in found] == ["This is the first sentence."]


def early(pieces: list[str]) -> list[Segment]:
    incoming = Incoming(early=True)
    found = [one for piece in pieces for one in incoming.push(piece)]
    return [*found, *incoming.flush()]


@settings(deadline=None, max_examples=200)
@given(
    st.lists(st.sampled_from([*'aB1.,;:!?… \n"”)é、-', "and ", "word ", "May 5, "]), max_size=80),
    st.integers(1, 12),
    st.lists(st.integers(0, 10_000), max_size=12),
)
def test_an_early_beginning_does_not_depend_on_the_pieces(parts: list[str], times: int, places: list[int]) -> None:
    source = "".join(parts) * times
    whole = facts(early([source]))
    assert facts(early(cut(source, places))) == whole
    said = "".join(str(fact[0]) for fact in whole)
    assert "".join(said.split()) == "".join("".join(str(f[0]) for f in facts(list(written_sentences(source)))).split())


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("When the rain had stopped at last, we went out again. It was", "When the rain had stopped at last,"),
        ("I think that this is the answer: you need a longer rope, and", "I think that this is the answer:"),
        ("彼は長いあいだ窓の外を眺めていたが、やがて静かに", "彼は長いあいだ窓の外を眺めていたが、"),
        ("Sure, I can do that for you, and then", "Sure, I can do that for you,"),
        ("It happened in the year on May 5, 2021, which is", "It happened in the year on May 5, 2021,"),
        ("The total comes to about 1,000,000 or 2,000,000 of them", None),
        ("She lives in a town near Springfield, Illinois, with her", "She lives in a town near Springfield, Illinois,"),
        ("Dr. Smith went to the office this morning, and then", None),
        ("Too short, and so it is not", None),
        ("It ends here. Then something else is said, and it", None),
    ],
)  # fmt: skip
def test_a_first_clause_is_spoken_early_where_it_is_certain(text: str, first: str | None) -> None:
    incoming = Incoming(early=True)
    found = [one.text.text for one in incoming.push(text)]
    assert found == ([first] if first else [])


def test_after_a_flush_the_text_begins_anew() -> None:
    incoming = Incoming(early=True)
    flushed = [*incoming.push("One moment"), *incoming.flush()]
    assert [one.text.text for one in flushed] == ["One moment"]
    (clause,) = incoming.push("and then we shall see what comes of it, as always")
    assert clause.text.text == "and then we shall see what comes of it," and clause.text.span().start == 10
    incoming.drop()
    assert list(incoming.flush()) == []
