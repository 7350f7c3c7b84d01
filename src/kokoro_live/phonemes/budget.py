"""Utterance → utterances that fit the model: cut at a clause, else between words, else inside one."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from kokoro_live.phonemes.alphabet import PAD, SPACE, TOKEN_IDS
from kokoro_live.records import Join, Span, Utterance, Word

CLAUSE_TOKENS = frozenset(TOKEN_IDS[mark] for mark in ";:,.!?—…)”")
SHORT_TOKENS = 60  # about three seconds: a sentence that sounds abrupt when it is read alone
GROUP_TOKENS = 150
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


def within(utterance: Utterance, budget: int) -> Iterator[Utterance]:
    """The utterance, or pieces of it of at most `budget` tokens and of similar size."""
    words = [part for word in utterance.words for part in _fitting(word, budget)]
    while (total := sum(map(_size, words))) > budget:
        cut = _best_cut(words, budget, total / math.ceil(total / budget))
        join = Join.CLAUSE if _ends_clause(words[cut - 1]) else Join.NONE
        yield replace(utterance, words=tuple(words[:cut]), join=join)
        words = words[cut:]
    yield replace(utterance, words=tuple(words))


def grouped(utterances: Iterable[Utterance], budget: int) -> Iterator[Utterance]:
    """Neighbouring short sentences joined into one utterance: read together they keep a natural cadence.

    The first one stays alone, and is passed on before the second is asked for: it decides how soon speech starts.
    """
    rest = iter(utterances)
    yield from islice(rest, 1)
    group: Utterance | None = None
    for utterance in rest:
        if group and _belong_together(group, utterance, budget):
            group = _joined(group, utterance)
            continue
        if group:
            yield group
        group = utterance
    if group:
        yield group


def _belong_together(group: Utterance, following: Utterance, budget: int) -> bool:
    sizes = token_count(group), token_count(following)
    return group.join is Join.SENTENCE and min(sizes) <= SHORT_TOKENS and sum(sizes) < min(GROUP_TOKENS, budget)


def _joined(group: Utterance, following: Utterance) -> Utterance:
    words = (*group.words[:-1], replace(group.words[-1], space_after=True), *following.words)
    backends = tuple(sorted({*group.backends, *following.backends}))
    return Utterance(words, group.language, backends, group.dropped + following.dropped, following.join)


def _size(word: Word) -> int:
    return len(word.tokens) + word.space_after


def _ends_clause(word: Word) -> bool:
    return bool(word.tokens) and word.tokens[-1] in CLAUSE_TOKENS


def _fitting(word: Word, budget: int) -> Iterator[Word]:
    """The word itself, or pieces of a word that is longer than the whole budget."""
    total, step = len(word.tokens), budget - 1
    if total <= step:
        yield word
        return
    for start in range(0, total, step):
        end = min(total, start + step)
        # each part names the share of the characters that its share of the sounds stands for
        left, right = (len(word.text) * edge // total for edge in (start, end))
        width = word.span.end - word.span.start
        span = Span(word.span.start + width * start // total, word.span.start + width * end // total)
        part = replace(word, text=word.text[left:right], span=span, tokens=word.tokens[start:end])
        yield replace(part, space_after=word.space_after and end == total)


def _best_cut(words: list[Word], budget: int, goal: float) -> int:
    """How many words to take: the boundary nearest to `goal` tokens, preferring the end of a clause."""
    best, best_cost, size = 1, math.inf, 0
    for count, word in enumerate(words[:-1], 1):
        size += _size(word)
        if size > budget:
            break
        # a mark belongs to the word before it
        glued = not word.space_after and not words[count].spoken
        cost = abs(size - goal) + goal * (0 if _ends_clause(word) else 2 if glued else WORD_CUT_PENALTY)
        if cost <= best_cost:
            best, best_cost = count, cost
    return best
