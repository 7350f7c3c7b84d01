"""What of Markdown is read, and that what is read knows where it stood."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kokoro_live.records import Join
from kokoro_live.text import written_sentences
from kokoro_live.text.markdown import is_markdown


def read(source: str) -> list[str]:
    return [found.text.text for found in written_sentences(source, "markdown")]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("# Heading\n\nText.", ["Heading", "Text."]),
        ("## Closed ##\ntext", ["Closed", "text"]),
        ("Setext\n======\nText.", ["Setext", "Text."]),
        ("Some **bold**, *slanted*, __both__ and ~~gone~~ words.", ["Some bold, slanted, both and gone words."]),
        ("***All three*** of them.", ["All three of them."]),
        ("A [link](https://example.com/a_b) here.", ["A link here."]),
        ('A [link](https://example.com "with a title") here.', ["A link here."]),
        ("See [this][ref].\n\n[ref]: https://example.com", ["See this."]),
        ("![A picture](a.png) of it.", ["A picture of it."]),
        ("Run `make test` now.", ["Run make test now."]),
        ("- eggs\n- milk\n* bread", ["eggs", "milk", "bread"]),
        ("- [ ] open\n- [x] done", ["open", "done"]),
        ("1. One\n2. Two", ["1. One", "2. Two"]),
        ("> quoted\n> words", ["quoted words"]),
        ("| a | b |\n|---|---|\n| 1 | 2 |", ["a, b", "1, 2"]),
        ("Before.\n```python\nprint(1)\n```\nAfter.", ["Before.", "After."]),
        ("Before.\n\n---\n\nAfter.", ["Before.", "After."]),
        ("<think>I wonder.</think>So it is.", ["So it is."]),
        ("<think>never closed", []),
        ("It is so.[1][2, 3] Yes【4†source】.", ["It is so.", "Yes."]),
        ("Bread &amp; butter &lt;3", ["Bread & butter <3"]),
        ("A <b>bold</b> tag<br>and a break", ["A bold tag", "and a break"]),
        ("Not a \\*mark\\*.", ["Not a *mark*."]),
        ("snake_case_name and 2*3*4 stay", ["snake_case_name and 2*3*4 stay"]),
        ("<!-- nothing -->Something.", ["Something."]),
        ("# One\n<!-- a comment that never ends", ["One", "<!-- a comment that never ends"]),
        ("<think>a thought that never ends", []),
        ("# Title ##\nText # 1", ["Title", "Text # 1"]),
        ("<style>p{}</style><script>x()</SCRIPT>Seen.", ["Seen."]),
        ("<https://example.com> it is", ["https://example.com it is"]),
        ("*smiles* Hello.", ["smiles Hello."]),
    ],
)
def test_only_words_are_read(source: str, expected: list[str]) -> None:
    assert read(source) == expected


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("Plain text, nothing else.", False),
        ("2 * 3 * 4 = 24 and a_b_c", False),
        ("I like C# and #hashtags, 5 > 3.", False),
        ("An em dash - and another - here.", False),
        ("# Title\ntext", True),
        ("It is **very** good.", True),
        ("See [here](https://example.com).", True),
        ("- one\n- two\n", True),
        ("```\ncode\n```", True),
        ("<think>hm</think>Yes.", True),
        ("As shown [1].", True),
        ("Print arr[0], or x[1].y, or x[1] = 2.", False),
    ],
)
def test_it_is_noticed_by_its_marks(text: str, marked: bool) -> None:
    assert is_markdown(text) is marked


def test_headings_and_items_end_what_they_say() -> None:
    joins = [found.join for found in written_sentences("# Title\ntext\n- item\n- item\n\nlast", "markdown")]
    assert joins == [Join.SENTENCE, Join.SENTENCE, Join.SENTENCE, Join.PARAGRAPH, Join.SENTENCE]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<ann> I like *it*, and open <file name>.", ["<ann> I like it, and open <file name>."]),
        ("It is *so*.[1, 2] We let x = [1, 2].", ["It is so.", "We let x = [1, 2]."]),
        ("Take *this*: [2, 1] and ARGV[1].", ["Take this: [2, 1] and ARGV[1]."]),
        ("<b>Bold</b> and <answer>42</answer>", ["Bold and 42"]),
        ("Version 1.2\n~~~~~~~~~~~\nIt is *new*.", ["Version 1.2", "It is new."]),
    ],
)
def test_what_only_looks_like_marks_is_read(source: str, expected: list[str]) -> None:
    assert [found.text.text for found in written_sentences(source, "auto")] == expected


MARKED = st.text(alphabet=st.sampled_from("ab*_`#[]()<>!|-~\\\n &;1.:/think"), max_size=80)


@given(MARKED)
def test_any_text_is_read_in_order_and_from_where_it_stood(source: str) -> None:
    places: list[int] = []
    for found in written_sentences(source, "markdown"):
        for start, end, char in zip(found.text.starts, found.text.ends, found.text.text, strict=True):
            if end == start + 1 and char.isalnum():
                assert source[start] == char or ";" in source  # an entity becomes another character
            places.append(start)
    assert places == sorted(places)


@pytest.mark.parametrize(
    "seed",
    [
        "<script>",
        "<!--",
        "[a](/",
        "| a ",
        "*a",
        "[",
        "`",
        "# ",
        "| ",
        "<a ",
        "**a** ",
        "> ",
        "&a",
        "[a](",
        "\\",
        "_a_ ",
        "<think>",
    ],
)
def test_time_is_linear_on_hostile_text(seed: str, growth: Callable[..., float]) -> None:
    for form in ("markdown", "auto"):
        assert growth(lambda text, form=form: written_sentences(text, form), seed, 2_000 // len(seed)) < 30
