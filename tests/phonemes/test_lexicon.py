"""Pronunciations that somebody wrote down."""

import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kokoro_live.errors import BadOption, Cancelled, LexiconError
from kokoro_live.phonemes.alphabet import phonemes_of
from kokoro_live.phonemes.lexicon import MOST_IN_REQUEST, MOST_WORDS, Lexicon, entry, requested
from kokoro_live.phonemes.lexicon_files import Files, read, shipped
from kokoro_live.text import segments
from tests.phonemiser import phonemise


def said(text: str, *entries: tuple[str, str, str], language: str = "en-us") -> str:
    (segment,) = segments(text, language)
    words = phonemise(segment, language, Lexicon(entry(*one) for one in entries)).words
    return "".join(phonemes_of(word.tokens) + " " * word.space_after for word in words)


def test_a_word_is_said_as_written_down() -> None:
    assert said("The zorg is here.", ("en", "zorg", "/ˈzɒrɡoʊ/")).split()[1] == "zˈɒɹɡO"
    assert said("The zorg is here.", ("en", "zorg", "{zˈɔɹɡ}")).split()[1] == "zˈɔɹɡ"
    assert said("The zorg is here.", ("en", "zorg", "organ")) == said("The organ is here.")


def test_tokens_change_with_an_entry_and_are_misakis_without() -> None:
    plain = said("Live data.")
    assert said("Live data.", ("en", "data", "/ˈdɑːtə/")) != plain
    assert said("Live data.", ("en", "other", "/ˈdɑːtə/")) == plain
    assert said("Live data.", ("fr", "data", "/ˈdɑːtə/")) == plain


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("zorg's", "ʃˈɑbz"),
        ("ZORG", "ʃˈɑb"),
        ("zorgs", None),
        ("zorg-like", "ʃˈɑb"),
        ("(zorg)", "ʃˈɑb"),
    ],
)
def test_boundaries(text: str, expected: str | None) -> None:
    found = said(f"A {text} thing.", ("en", "zorg", "{ʃˈɑb}"))
    assert ("ʃˈɑb" in found) is (expected is not None)
    if expected:
        assert expected in found


def test_the_longest_match_and_the_last_word_win() -> None:
    entries = (("en", "new", "{nˈu}"), ("en", "new york", "{nuˈɔk}"), ("en", "new york", "{nˈujˈɔɹk}"))
    assert "nˈujˈɔɹk" in said("In New York now.", *entries)


def test_spelling_can_be_exact() -> None:
    exact = Lexicon([entry("en", "US", "{ˌʌs}", "case")])
    assert [one.grapheme for _, _, one in exact.found("The US and us.", "en-us")] == ["US"]


def test_spans_still_point_at_the_source() -> None:
    (segment,) = segments("Use kubectl now.", "en-us")
    words = phonemise(segment, "en-us", Lexicon([entry("en", "kubectl", "cube control")])).words
    assert [(w.text, w.span.start, w.span.end) for w in words if w.spoken][1:3] == [("cube", 4, 11), ("control", 4, 11)]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("en\tword", "columns"),
        ("en\t\t/a/", "not a word"),
        ("en\tword\t", "no pronunciation"),
        ("en\tword\t/a", "must end with /"),
        ("en\tword\t{a\u0416}", "not in Kokoro's alphabet"),
        ("en\tword\t/ˈ/", "can be said"),
        ("en\tword\t/a/\tloud", "no flag"),
    ],
)
def test_mistakes_are_named_with_their_line(tmp_path: Path, line: str, complaint: str) -> None:
    path = tmp_path / "lexicon.tsv"
    path.write_text(f"# a comment\nen\tfine\t/faɪn/\n{line}\n")
    with pytest.raises(LexiconError, match="line 3") as error:
        read(path)
    assert complaint in str(error.value)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.tsv", "lang\tgrapheme\tphoneme\nen\tfine\t/faɪn/\n"),
        ("a.csv", 'en,"fine","/faɪn/"\n'),
        ("a.json", '[{"lang": "en", "grapheme": "fine", "phoneme": "/faɪn/", "flags": []}]'),
    ],
)
def test_three_kinds_of_file(tmp_path: Path, name: str, content: str) -> None:
    path = tmp_path / name
    path.write_text(content)
    assert [one.grapheme for one in read(path)] == ["fine"]


def test_a_file_that_changes_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "lexicon.tsv"
    files = Files([path])
    assert files.entries() == shipped() and not files.lexicon().said("Zorg", "en-us")
    path.write_text("en\tzorg\t{zˈɔɹɡ}\n")
    assert files.entries()[-1].phoneme == "{zˈɔɹɡ}"
    assert files.lexicon().said("Zorg", "en-us") == [(0, 4, "zˈɔɹɡ")]
    path.write_text("en\tzorg\torgan\n")
    os.utime(path, ns=(1, 1))
    assert files.entries()[-1].phoneme == "organ" and not files.lexicon().said("Zorg", "en-us")


def test_what_a_request_brings_is_its_own(tmp_path: Path) -> None:
    path = tmp_path / "lexicon.tsv"
    path.write_text("en\tzorg\t{zˈɔɹɡ}\n")
    files = Files([path])
    further = requested({"zorg": "{zˈæɡ}"}, "en-us")
    assert files.lexicon(further).said("zorg", "en-us") == [(0, 4, "zˈæɡ")]
    assert files.lexicon() is files.lexicon()  # not made anew for each request
    assert files.lexicon().said("zorg", "en-us") == [(0, 4, "zˈɔɹɡ")]


def test_an_entry_of_the_region_wins_over_one_of_the_language_and_that_over_one_of_all() -> None:
    entries = [entry(language, "zorg", said) for language, said in (("en-gb", "{a}"), ("en", "{e}"), ("*", "{i}"))]
    for order in (entries, entries[::-1]):
        for language, said in (("en-gb", "a"), ("en-us", "e"), ("fr-fr", "i")):
            assert Lexicon(order).said("zorg", language) == [(0, 4, said)]


def test_a_request_may_bring_its_own_within_limits() -> None:
    assert requested({"zorg": "organ"}, "en-us")[0].sounds_like == "organ"
    for given_words in ({"a": ""}, {"": "x"}, {f"w{n}": "x" for n in range(MOST_IN_REQUEST + 1)}):
        with pytest.raises(BadOption):
            requested(given_words, "en-us")


@given(st.text(alphabet=st.sampled_from("abz ZORG'’-.,&+#1é日"), max_size=60))
def test_any_text_is_covered_in_order(text: str) -> None:
    lexicon = Lexicon([entry("*", "zorg", "organ"), entry("en", "a b", "{ˈA}"), entry("en", "z", "{zˈi}")])
    end = 0
    for start, stop, one in lexicon.found(text, "en-us"):
        assert end <= start < stop
        assert text[start:stop].lower().split() == one.grapheme.lower().split() or len(one.grapheme) == stop - start
        end = stop


def test_a_match_ends_where_it_ends_in_the_text() -> None:
    found = Lexicon([entry("en", "i\u0307stanbul", "/zɪp/")]).found("\u0130STANBUL x", "en-us")
    assert [(start, end) for start, end, _ in found] == [(0, 8)]


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("a.json", '[{"grapheme": "x", "phoneme": "y", "flags": 5}]', "entry 1: lang, grapheme, phoneme, flags must"),
        ("a.json", "[" * 100_000, "is not JSON"),
        ("a.json", '[{"grapheme": "x", "phoneme": null}]', "entry 1: 'x' has no pronunciation"),
        ("a.csv", f"en,x,{'y' * 140_000}", "line 1: field larger"),
        ("a.tsv", "en\tx", "a.tsv, line 1: language, word"),
        ("a.tsv", "xx\tx\ty", "no language 'xx'"),
        ("a.tsv", "en\tx\t!!!", "nothing in '!!!' can be said"),
    ],
)  # fmt: skip
def test_odd_files_are_refused_with_a_reason(tmp_path: Path, name: str, content: str, complaint: str) -> None:
    path = tmp_path / name
    path.write_text(content)
    with pytest.raises(LexiconError, match=re.escape(complaint)):
        read(path)


def test_a_mark_before_the_text_is_no_part_of_it(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("en-us\tzip\t/zɪp/\n", "utf-8-sig")
    assert read(path)[0].language == "en-us"


@pytest.mark.parametrize("grapheme", ["a b c d e f g h i", "word" + "." * 4])
def test_entries_have_few_words_and_little_after_them(grapheme: str) -> None:
    with pytest.raises(LexiconError, match="too long"):
        entry("en", grapheme, "organ")


def test_looking_up_takes_as_long_for_a_hundred_entries_as_for_one() -> None:
    """A text and entries made to be slow: the same first words, many lengths, many tails."""
    text = "1 " * 5000
    one = Lexicon([entry("en", "1 1 1 1 1 1 1 2", "hi")])
    many = Lexicon(
        entry("en", " ".join("1" * words) + " 2" + tail, "hi")
        for words in range(1, MOST_WORDS)
        for tail in ("", ".", "..", "...", "!", "!!", "!!!", "?", "?!", ",", ";", ":", "+", "++", "#")
    )
    assert _instructions(lambda: list(many.found(text, "en-us"))) < 2 * _instructions(
        lambda: list(one.found(text, "en-us"))
    )


def _instructions(work: Callable[[], object]) -> int:
    """Lines of Python that some work runs: the same whatever else the machine does."""
    lines = 0

    def count(frame: FrameType, event: str, _: object) -> Callable[..., object]:
        nonlocal lines
        lines += event == "line"
        return count

    sys.settrace(count)
    try:
        work()
    finally:
        sys.settrace(None)
    return lines


def test_whoever_waits_no_more_ends_the_search() -> None:
    looks = 0

    def gone() -> None:
        nonlocal looks
        looks += 1
        if looks > 2:
            raise Cancelled("nobody listens")

    with pytest.raises(Cancelled):
        list(Lexicon([entry("en", "zorg", "organ")]).found("word " * 50_000, "en-us", gone))


def test_a_mistake_in_a_file_costs_its_line(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "lexicon.tsv"
    path.write_text("en\tzorg\torgan\nen\tsecret\nen\tfine\t/faɪn/\n")
    files = Files([path])
    assert [one.grapheme for one in files.own()] == ["zorg", "fine"]
    assert files.mistakes() == ["lexicon.tsv, line 2"]
    assert "line 2" in caplog.text and str(tmp_path) not in caplog.text and "secret" not in caplog.text
    path.write_bytes(b"\xff\xfe not text")
    assert [one.grapheme for one in files.own()] == ["zorg", "fine"]  # as it was
    assert files.mistakes() == ["lexicon.tsv cannot be read"]
    path.write_text("en\tzorg\torgan\n")
    assert [one.grapheme for one in files.own()] == ["zorg"] and not files.mistakes()
    path.unlink()
    assert not files.own() and not files.mistakes()
