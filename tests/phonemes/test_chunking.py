from collections.abc import Iterator
from itertools import pairwise

from hypothesis import example, given
from hypothesis import strategies as st

from kokoro_live.phonemes.alphabet import PAD, SPACE, TOKEN_IDS
from kokoro_live.phonemes.chunking import FIRST_ROOM, GROUP_TOKENS, GROWTH, grouped, token_count, token_row, within
from kokoro_live.records import Join, Utterance, Word
from kokoro_live.traced_text import Span

A, COMMA = TOKEN_IDS["a"], TOKEN_IDS[","]


def word(size: int, space: bool = True) -> Word:
    return Word("w" * size, Span(0, size), (A,) * size, space, True)


def mark() -> Word:
    return Word(",", Span(0, 1), (COMMA,), True, False)


def utterance(*words: Word) -> Utterance:
    return Utterance(words, "en-us", ("misaki",), 0, Join.SENTENCE)


def test_a_clause_is_preferred_to_a_word() -> None:
    words = [word(9) for _ in range(4)] + [word(9, space=False), mark()] + [word(9) for _ in range(6)]
    first, second = within(utterance(*words), 80)
    assert first.words[-1].text == "," and first.join is Join.CLAUSE and second.join is Join.SENTENCE


def test_what_fits_is_left_alone() -> None:
    whole = utterance(word(3), word(4))
    assert list(within(whole, 10)) == [whole]


def test_the_row_has_pads_and_ranges() -> None:
    row, ranges = token_row(utterance(word(2), word(1, space=False), mark()))
    assert row == [PAD, A, A, SPACE, A, COMMA, SPACE, PAD]
    assert ranges == [(1, 3), (4, 5), (5, 6)]


@given(st.lists(st.tuples(st.integers(0, 40), st.booleans()), min_size=1, max_size=60), st.integers(8, 60))
def test_every_token_is_spoken_once_and_no_piece_is_too_long(shape: list[tuple[int, bool]], budget: int) -> None:
    whole = utterance(*(word(size, space) for size, space in shape))
    pieces = list(within(whole, budget))
    assert all(token_count(piece) <= budget for piece in pieces)
    assert [t for p in pieces for w in p.words for t in w.tokens] == [t for w in whole.words for t in w.tokens]
    assert pieces[-1].join is whole.join


def test_the_first_sentence_stays_alone_and_short_neighbours_join() -> None:
    sentences = [utterance(word(40)), utterance(word(21)), utterance(word(22)), utterance(word(GROUP_TOKENS))]
    groups = list(grouped(sentences, 500))
    assert [len(group.words) for group in groups] == [1, 2, 1]
    assert groups[1].words[0].space_after and groups[1].join is Join.SENTENCE


def test_a_word_takes_the_beginning_of_the_next_sentence_with_it() -> None:
    """What follows must be prepared while the first segment is heard: a word would not last long enough."""
    clause = [word(9), word(9), word(9, space=False), mark()]
    first, *rest = grouped([utterance(word(4)), utterance(*clause * 5)], 500)
    assert 20 <= token_count(first) <= 70 and first.words[-1].text == "," and first.join is Join.CLAUSE
    assert first.words[0].space_after and rest[-1].join is Join.SENTENCE
    assert [w.tokens for piece in (first, *rest) for w in piece.words] == [
        word(4).tokens,
        *[w.tokens for w in clause * 5],
    ]
    heard = token_count(first)
    for piece in rest:
        assert token_count(piece) <= FIRST_ROOM + GROWTH * heard
        heard += token_count(piece)


def test_if_no_clause_ends_in_time_both_are_read_as_one() -> None:
    (both,) = grouped([utterance(word(4)), utterance(*[word(9)] * 12)], 500)
    assert len(both.words) == 13


def test_a_sentence_too_long_for_that_gives_its_first_half() -> None:
    first, second = grouped([utterance(word(4)), utterance(*[word(9)] * 14)], 150)
    assert len(first.words) == 8 and first.join is Join.NONE and len(second.words) == 7


def test_a_word_before_a_new_paragraph_stays_alone() -> None:
    title = Utterance((word(5),), "en-us", ("misaki",), 0, Join.PARAGRAPH)
    assert len(list(grouped([title, utterance(*[word(9)] * 4)], 500))) == 2


def test_after_a_sentence_nothing_is_cut() -> None:
    assert [len(u.words) for u in grouped([utterance(*[word(9)] * 4), utterance(*[word(9)] * 14)], 200)] == [4, 14]


def test_a_paragraph_is_not_joined_to_the_next() -> None:
    ending = Utterance((word(20),), "en-us", ("misaki",), 0, Join.PARAGRAPH)
    assert len(list(grouped([utterance(word(25)), ending, utterance(word(5))], 500))) == 3


def test_the_first_is_passed_on_before_the_second_is_prepared() -> None:
    def sentences() -> Iterator[Utterance]:
        yield utterance(word(30))
        raise AssertionError("asked for too early")

    assert token_count(next(grouped(sentences(), 160))) == 31


@given(st.lists(st.integers(1, 200), max_size=30), st.integers(40, 500))
@example([18, 38], 40)  # a word that cannot take anything along
def test_grouping_loses_nothing(sizes: list[int], budget: int) -> None:
    sentences = [utterance(word(size)) for size in sizes if size < budget]
    groups = list(grouped(sentences, budget))
    assert [t for g in groups for w in g.words for t in w.tokens] == [
        t for s in sentences for w in s.words for t in w.tokens
    ]
    assert all(token_count(g) <= budget for g in groups)


def test_a_clause_without_words_is_cut_into_like_parts_at_spaces() -> None:
    """Japanese has no spaces, but its phonemes have: the last five sounds of a verb are not said alone."""
    sounds = ((A,) * 7 + (SPACE,)) * 10 + (A,) * 3
    parts = list(within(utterance(Word("語" * 25, Span(0, 25), sounds, False, True)), 79))
    assert [part.words[0].tokens[-1] == SPACE for part in parts] == [True, False]
    assert [token_count(part) for part in parts] == [40, 43]


def test_parts_of_one_long_word_share_its_characters() -> None:
    long = Word("9" * 30, Span(5, 35), (A,) * 90, True, True)
    parts = [w for piece in within(utterance(long), 40) for w in piece.words]
    assert len(parts) > 1 and parts[0].span.start == 5 and parts[-1].span.end == 35
    assert all(a.span.end == b.span.start for a, b in pairwise(parts))
    assert "".join(p.text for p in parts) == "9" * 30
