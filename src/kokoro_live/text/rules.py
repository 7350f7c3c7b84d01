"""Rules that turn written forms into spoken ones, one after another, each in one pass over the text."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from kokoro_live.records import ALL_RULES, Reading
from kokoro_live.traced_text import TracedText

Say = Callable[[re.Match[str], str], str | None]  # a match and the language → words, or None to leave it alone


@dataclass(frozen=True, slots=True)
class Rule:
    """A written form and how it is said."""

    name: str
    pattern: re.Pattern[str]
    say: Say
    needs: re.Pattern[str] | None = None  # without this in the text there is no match, and it is quickly seen


def rule(name: str, pattern: str, say: Say | str, flags: int = 0) -> Rule:
    """With its pattern compiled; words alone are said whatever matched."""
    fixed = say if callable(say) else None
    return Rule(name, re.compile(pattern, flags), fixed or (lambda match, language: str(say)))


def one_of(words: Iterable[str]) -> str:
    """A pattern for any of them, the longest first."""
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


def needing(needs: str, rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """The rules, skipped where the text has none of these characters."""
    pattern = re.compile(needs)
    return tuple(replace(one, needs=pattern) for one in rules)


def applied(
    text: TracedText, rules: Iterable[Rule], language: str, off: frozenset[str] = frozenset()
) -> tuple[TracedText, list[Reading]]:
    """The text as it is said, and what was done to it. Rules whose names are in `off` are left out."""
    done: list[Reading] = []
    there: dict[re.Pattern[str], bool] = {}  # neighbours need the same: it is looked for once, until the text changes
    for one in rules if ALL_RULES not in off else ():
        if one.name in off:
            continue
        if one.needs:
            if one.needs not in there:
                there[one.needs] = one.needs.search(text.text) is not None
            if not there[one.needs]:
                continue
        before = len(done)
        text = text.replaced(one.pattern, _noting(one, text, language, done))
        if len(done) > before:
            there.clear()
    return text, done


def _noting(one: Rule, text: TracedText, language: str, done: list[Reading]) -> Callable[[re.Match[str]], str | None]:
    def said(match: re.Match[str]) -> str | None:
        spoken = one.say(match, language)
        if spoken is not None and match.group():
            done.append(Reading(one.name, text.span(match.start(), match.end()), match.group(), spoken))
        return spoken

    return said
