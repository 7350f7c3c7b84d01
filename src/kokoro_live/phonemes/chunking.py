"""Utterance → utterances that fit the model: cut at a clause, else between words, else inside one."""

import math
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, chain, pairwise

from kokoro_live.phonemes.alphabet import PAD, SPACE, TOKEN_IDS
from kokoro_live.records import Join, Lull, Utterance, Word
from kokoro_live.traced_text import Span

CLAUSE_TOKENS = frozenset(TOKEN_IDS[mark] for mark in ";:,.!?—…)”")
SHORT_TOKENS = 60  # about three seconds: a sentence that sounds abrupt when it is read alone
GROUP_TOKENS = 150
# From measured costs: docs/experiments/0008
SHORTEST_FIRST = 20  # tokens; less is heard before the next segment can be ready
LONGEST_FIRST = 130  # that a word may become with what it takes along
FIRST_ROOM = 40  # tokens that are prepared in the pause after a sentence
HALF = 0.6  # of a sentence, words not being divisible
GROWTH = 4  # and so many more for each token that was heard before it
SHORTEST_CLAUSE = 16
NEAR = 0.5  # of a part's size: how much longer or shorter it may become to end with a space
WORD_CUT_PENALTY = 0.3  # how much further from the middle a clause boundary may be than a word boundary


def token_count(utterance: Utterance) -> int:
    """Tokens between the pads."""
    return sum(_size(word) for word in utterance.words)


def token_row(utterance: Utterance) -> tuple[list[int], list[tuple[int, int]]]:
    """All tokens with pads, and for each word the range of its own among them."""
    row, ranges = [PAD], []
    for word in utterance.words:
        ranges.append((len(row), len(row) + len(word.tokens)))
        row += word.tokens
        if word.space_after:
            row.append(SPACE)
    return [*row, PAD], ranges


def audible(utterances: Iterable[Utterance]) -> Iterator[Utterance]:
    """Those of which something can be heard."""
    return (utterance for utterance in utterances if any(word.spoken for word in utterance.words))


def within(utterance: Utterance, budget: int) -> Iterator[Utterance]:
    """The utterance, or pieces of it of at most `budget` tokens and of similar size."""
    words = [part for word in utterance.words for part in _fitting(word, budget)]
    while (total := sum(map(_size, words))) > budget:
        cut = _best_cut(words, budget, total / math.ceil(total / budget))
        join = Join.CLAUSE if _ends_clause(words[cut - 1]) else Join.NONE
        yield replace(utterance, words=tuple(words[:cut]), join=join, pause=None)
        utterance = replace(utterance, lead=0.0)
        words = words[cut:]
    yield replace(utterance, words=tuple(words))


def grouped(utterances: Iterable[Utterance | Lull], budget: int) -> Iterator[Utterance | Lull]:
    """Neighbouring short sentences joined into one utterance: read together they keep a natural cadence.

    The first one stays alone, and is passed on before the second is asked for: it decides how soon speech starts. But
    nothing may take longer to prepare than what is heard before it lasts. So a word or two take the beginning of the
    next sentence with them, and what is long after something short is cut where a clause ends, if one ends in time.

    Where a text is still being written, what is held back waits with it, unless its writer says that it should not.
    """
    rest = iter(utterances)
    first = yield from _next(rest)
    if first is None:
        return
    second = (yield from _next(rest, until_flushed=True)) if token_count(first) < SHORTEST_FIRST else None
    if second is not None:
        pieces = _growing(second, token_count(first))
        if not _fit_together(first, pieces[0], min(LONGEST_FIRST, budget)):
            pieces = list(within(second, math.ceil(token_count(second) * HALF)))
        if _fit_together(first, pieces[0], budget):
            first, *pieces = _joined(first, pieces[0]), *pieces[1:]
        else:
            pieces = [second]
        rest = chain(pieces, rest)
    yield first
    heard = token_count(first)
    group: Utterance | None = None
    for utterance in rest:
        if isinstance(utterance, Lull):
            if utterance is Lull.FLUSHED and group:
                yield from _growing(group, heard)
                heard, group = heard + token_count(group), None
            yield utterance
            continue
        if group and _belong_together(group, utterance, min(budget, _room(heard))):
            group = _joined(group, utterance)
            continue
        if group:
            yield from _growing(group, heard)
            heard += token_count(group)
        group = utterance
    if group:
        yield from _growing(group, heard)


def _next(
    utterances: Iterator[Utterance | Lull], until_flushed: bool = False
) -> Generator[Utterance | Lull, None, Utterance | None]:
    """The next utterance, after what lulls there are; None if there will be none, or none before a flush."""
    for utterance in utterances:
        if not isinstance(utterance, Lull):
            return utterance
        if utterance is Lull.FLUSHED and until_flushed:
            return None
        yield utterance
    return None


def _room(heard: int) -> int:
    """Tokens that can be prepared while this many are heard."""
    return FIRST_ROOM + GROWTH * heard


def _growing(utterance: Utterance, heard: int) -> list[Utterance]:
    """The utterance; one that is too long after so little is cut where a clause ends, if one ends in time."""
    pieces = []
    while token_count(utterance) > _room(heard):
        words = utterance.words
        ends = list(accumulate(map(_size, words)))
        cuts = [
            count
            for count in range(1, len(words))
            if SHORTEST_CLAUSE <= ends[count - 1] <= _room(heard)
            and _ends_clause(words[count - 1])
            and not _glued(words[count - 1], words[count])
            and any(word.spoken for word in words[count:])
        ]
        if not cuts:
            break
        pieces.append(replace(utterance, words=words[: cuts[-1]], join=Join.CLAUSE, pause=None))
        heard += ends[cuts[-1] - 1]
        utterance = replace(utterance, words=words[cuts[-1] :], lead=0.0)
    return [*pieces, utterance]


def _fit_together(first: Utterance, second: Utterance, budget: int) -> bool:
    alike = not second.lead and (first.voice, first.pitch) == (second.voice, second.pitch)
    at_hand = first.join is Join.SENTENCE and first.pause is None
    return alike and at_hand and token_count(first) + token_count(second) < budget


def _belong_together(group: Utterance, following: Utterance, budget: int) -> bool:
    short = min(token_count(group), token_count(following)) <= SHORT_TOKENS
    return short and _fit_together(group, following, min(GROUP_TOKENS, budget))


def _joined(group: Utterance, following: Utterance) -> Utterance:
    words = (*group.words[:-1], replace(group.words[-1], space_after=True), *following.words)
    backends = tuple(sorted({*group.backends, *following.backends}))
    dropped = group.dropped + following.dropped
    return replace(following, words=words, backends=backends, dropped=dropped, lead=group.lead)


def _size(word: Word) -> int:
    return len(word.tokens) + word.space_after


def _ends_clause(word: Word) -> bool:
    return bool(word.tokens) and word.tokens[-1] in CLAUSE_TOKENS


def _glued(word: Word, following: Word) -> bool:
    """A mark belongs to the word before it."""
    return not word.space_after and not following.spoken


def _fitting(word: Word, budget: int) -> Iterator[Word]:
    """The word itself, or pieces of a word that is longer than the whole budget (in Japanese it may be a clause)."""
    total = len(word.tokens)
    if total < budget:
        yield word
        return
    edges = [0, *_inner_cuts(word.tokens, budget - 1), total]
    for start, end in pairwise(edges):
        # each part names the share of the characters that its share of the sounds stands for
        left, right = (len(word.text) * edge // total for edge in (start, end))
        width = word.span.end - word.span.start
        span = Span(word.span.start + width * start // total, word.span.start + width * end // total)
        part = replace(word, text=word.text[left:right], span=span, tokens=word.tokens[start:end])
        yield replace(part, space_after=word.space_after and end == total)


def _inner_cuts(tokens: Sequence[int], most: int) -> Iterator[int]:
    """Where to cut so that no part has more than `most`: into like sizes, after a space if there is one near."""
    start, total = 0, len(tokens)
    while total - start > most:
        goal = start + math.ceil((total - start) / math.ceil((total - start) / most))
        after_spaces = [n for n in range(start + 1, start + most + 1) if tokens[n - 1] == SPACE]
        nearest = min(after_spaces, key=lambda n: abs(n - goal), default=goal)
        start = nearest if abs(nearest - goal) <= (goal - start) * NEAR else goal
        yield start


def _best_cut(words: list[Word], budget: int, goal: float) -> int:
    """How many words to take: the boundary nearest to `goal` tokens, preferring the end of a clause."""
    best, best_cost, size = 1, math.inf, 0
    for count, word in enumerate(words[:-1], 1):
        size += _size(word)
        if size > budget:
            break
        apart = 0 if _ends_clause(word) else 2 if _glued(word, words[count]) else WORD_CUT_PENALTY
        cost = abs(size - goal) + goal * apart
        if cost <= best_cost:
            best, best_cost = count, cost
    return best
