"""The verdicts of evaluations that listen: they can fail, and they do on too little."""

from kokoro_live.phonemes.alphabet import LANGUAGES
from lab import figures, languages


def heard(worse: str = "", count: int = 8) -> list[dict[str, object]]:
    return [
        {"language": language, "characters": 50, "theirs": 5, "ours": 8 if language == worse else 5}
        for language in LANGUAGES
        for _ in range(count)
    ]


def test_every_language_must_keep_up() -> None:
    assert languages.verdict(heard()) == 0
    assert languages.verdict(heard(worse="hi")) == 1
    assert languages.verdict(heard(count=7)) == 1
    assert languages.verdict([row for row in heard() if row["language"] != "ja"]) == 1


def test_every_language_has_texts_and_voices() -> None:
    assert {language for language, _ in languages.texts()} == set(LANGUAGES)
    assert all(languages.voices(language) for language in LANGUAGES)


def test_figures_may_cost_a_point() -> None:
    row = {"words": 10, "raw": 1, "by_hand": 1}
    assert figures.verdict([row] * 150) == 0
    assert figures.verdict([row] * 149) == 1
    assert figures.verdict([row | {"raw": 2}] * 150) == 1
    assert figures.verdict([]) == 1
