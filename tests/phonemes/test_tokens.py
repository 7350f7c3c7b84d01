import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kokoro_live.phonemes.tokens import tokens

MARKED = st.text(alphabet=st.sampled_from("abcXYZ019 .,!?'’\"-–—/&@#$%()[]:;*+=<>é\t\n°µ😀"), max_size=60)


@settings(max_examples=400)
@given(st.one_of(MARKED, st.text(max_size=60)))
def test_tokens_are_the_text(text: str) -> None:
    found = tokens(text)
    assert "".join(token + space for token, space in found) == text
    assert all(token and space in ("", " ") for token, space in found)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Don't they?", "Do n't they ?"),
        ("I can’t, he won’t.", "I ca n’t , he wo n’t ."),
        ("the dogs' and the dog's", "the dogs ' and the dog 's"),
        ("Mr. Smith, of the U.S., left.", "Mr. Smith , of the U.S. , left ."),
        ("It is gonna rain (they'd say).", "It is gon na rain ( they 'd say ) ."),
        ("a well-known twenty-one", "a well - known twenty - one"),
        ("5km at 7am", "5 km at 7 am"),
        ("yes...no", "yes ... no"),
        ("either/or and and/or", "either / or and and/or"),
        ("write to me@example.com now", "write to me@example.com now"),
        ("“Well,” she said", "“ Well , ” she said"),
    ],
)
def test_words_are_cut_as_the_teacher_cuts_them(text: str, parts: str) -> None:
    assert " ".join(token for token, _ in tokens(text)) == parts


def test_the_teacher_cuts_these_alike() -> None:
    spacy = pytest.importorskip("spacy")
    teacher = spacy.blank("en").tokenizer
    for word in (
        *teacher.rules,
        "(don't)",
        "well-known.",
        "'tis",
        "C++,",
        "U.S.A.)",
        "she'd've!",
        "3.5%",
        "e.g.,",
        "(so):",
    ):
        if word.isprintable() and word.strip() and word.replace("'", "").replace("’", "").isalpha():
            assert [token for token, _ in tokens(word)] == [str(token) for token in teacher(word)], word


def test_a_word_without_end_takes_no_time() -> None:
    assert "".join(token for token, _ in tokens("-'" * 50_000)) == "-'" * 50_000
