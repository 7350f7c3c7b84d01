"""Sentences in nine languages: the project's own documents and test data, and as many generated ones as are wanted.

The student learns how phonemes sound, not what they mean. So most generated sentences aim at every sound in every
neighbourhood: dictionary words, function words of the language, numbers, and invented words that follow its spelling.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module, resources
from pathlib import Path
from random import Random

from lab import corpus

ROOT = Path(__file__).parents[1]
DOCUMENTS = ("*.md", "docs/*.md")  # whatever there is of them: documents come and go
ENGLISH_TABLES = ("english", "spelled", "unseen", "unseen2")  # tests/data: the last column is plain English
STOP_WORDS = {"es": "es", "fr-fr": "fr", "hi": "hi", "it": "it", "pt-br": "pt"}  # spaCy's names of languages
WORD = re.compile(r"[^\W\d_]+")
MORAS = (
    "あ い う え お か き く け こ が ぎ ぐ げ ご さ し す せ そ ざ じ ず ぜ ぞ た ち つ て と だ で ど な に ぬ ね の は ひ ふ へ ほ "
    "ば び ぶ べ ぼ ぱ ぴ ぷ ぺ ぽ ま み む め も や ゆ よ ら り る れ ろ わ きゃ きゅ きょ しゃ しゅ しょ ちゃ ちゅ ちょ にゃ にゅ にょ "
    "ひゃ ひゅ ひょ みゃ みゅ みょ りゃ りゅ りょ ぎゃ ぎゅ ぎょ じゃ じゅ じょ びゃ びゅ びょ ぴゃ ぴょ"
).split()
PARTICLES = "は が を に で と も から まで の".split()
JAPANESE_ENDINGS = "です。|ます。|ました。|ですか？|だ。|よ！|でした。|でしょう。".split("|")


def project_sentences() -> Iterator[tuple[str, str]]:
    """Language and sentence of everything that the project itself has written."""
    for path in (path for pattern in DOCUMENTS for path in sorted(ROOT.glob(pattern))):
        for line in path.read_text(encoding="utf-8").splitlines():
            yield from (("en-us", part) for part in _plain_parts(line))
    for table in ENGLISH_TABLES:
        for line in (ROOT / f"tests/data/{table}.tsv").read_text(encoding="utf-8").splitlines():
            yield "en-us", line.split("\t")[-1]
    for line in (ROOT / "tests/data/others.tsv").read_text(encoding="utf-8").splitlines():
        language, *_, spoken = line.split("\t")
        yield language, spoken


def natural_sentences() -> Iterator[tuple[str, str]]:
    """Sentences written by hand, as people speak. They are never taught: the held-out clips are made of them."""
    for line in (ROOT / "tests/data/languages.tsv").read_text(encoding="utf-8").splitlines():
        language, text = line.split("\t")
        yield language, text
    yield from (("en-us", text) for text in corpus.NATURAL)


def generated_sentence(random: Random, language: str) -> str:
    """A new sentence, by one of the ways that its language has."""
    length = round(random.triangular(8, 160, 60))
    maker = random.choice(_makers(language))
    return maker(random, language, length)


def _makers(language: str) -> tuple[Callable[[Random, str, int], str], ...]:
    if language.startswith("en"):
        return corpus.sentence, corpus.sentence, corpus.sentence, invented, short, corpus.sentence
    if language == "ja":
        return corpus.sentence, moras, moras, moras, short
    if language == "zh":
        return corpus.sentence, chinese_words, chinese_words, chinese_words, short
    return corpus.sentence, mixed, mixed, mixed, invented, short


def short(random: Random, language: str, characters: int) -> str:
    """A word, an interjection or a number."""
    if random.random() < 0.5:
        return corpus.short(random, language)
    return str(random.randrange(0, 10 ** random.randint(1, 6)))


def mixed(random: Random, language: str, characters: int) -> str:
    """Clauses of the corpus, with function words, numbers and invented words put between their words."""
    words = corpus.sentence(random, language, characters).split()
    fillers = (_function_words(language), _own_words(language))
    found: list[str] = []
    for word in words:
        found.append(word)
        draw = random.random()
        if draw < 0.35:
            found.append(random.choice(fillers[int(draw < 0.12)]))
        elif draw < 0.42:
            found.append(str(random.randrange(1, 2100)))
        elif draw < 0.62:
            found.append(invented_word(random, language))
    return _cut(found, characters)


def invented(random: Random, language: str, characters: int) -> str:
    """Invented words only, in the spelling of the language."""
    words = [invented_word(random, language) for _ in range(max(1, characters // 7))]
    words = [word + random.choice((",", ";", ":", " –")) if random.random() < 0.1 else word for word in words]
    return _cut(words, characters)


def invented_word(random: Random, language: str) -> str:
    """Letters drawn one by one, each by the two before it, as often as the language's own words have them."""
    chain, word = _letter_chain(language), "  "
    while len(word) < 16:
        letter = random.choice(chain[word[-2:]])
        if letter == " ":
            break
        word += letter
    return word.strip() or random.choice(_function_words(language))


def moras(random: Random, language: str, characters: int) -> str:
    """Invented Japanese words of two to five moras with particles between them, sometimes in a clause of the corpus."""
    text = ""
    while len(text) < characters / 3:
        word = "".join(random.choice(MORAS) for _ in range(random.randint(2, 5)))
        draw = random.random()
        word += "ん" if draw < 0.15 else "ー" if draw < 0.25 else ""
        text += word + random.choice(PARTICLES) + ("、" if random.random() < 0.15 else "")
        text += corpus.sentence(random, "ja", 24)[:-1] + "、" if random.random() < 0.15 else ""
    return text.rstrip("、") + random.choice(JAPANESE_ENDINGS)


def chinese_words(random: Random, language: str, characters: int) -> str:
    """Words from jieba's dictionary: rare and common ones, with commas."""
    text = ""
    while len(text) < characters / 3:
        text += random.choice(_chinese_dictionary()[int(random.random() < 0.5)])
        text += random.choice("，、，；") if random.random() < 0.15 else ""
        text += corpus.sentence(random, "zh", 24)[:-1] + "，" if random.random() < 0.1 else ""
    return text.rstrip("，、；") + random.choice("。。？！")


def _plain_parts(line: str) -> list[str]:
    """Sentences of a line of a document, without its marks; tables of figures give nothing."""
    line = re.sub(r"[`*#>|\[\]]|\(http[^)]*\)|https?://\S+", " ", line)
    parts = [part.strip() for part in re.split(r"(?<=[.;:?!])\s+", re.sub(r"\s+", " ", line))]
    return [part for part in parts if 12 <= len(part) <= 300 and len(WORD.findall(part)) >= 3]


def _cut(words: list[str], characters: int) -> str:
    """So many words as fit, with a mark at the end."""
    text = ""
    for word in words:
        if text and len(text) + len(word) > characters:
            break
        text += " " * bool(text) + word
    return text.rstrip(",;: –") + "..!?"[len(text) % 4]


@cache
def _function_words(language: str) -> list[str]:
    if language.startswith("en"):
        return corpus.GLUE
    module = import_module(f"spacy.lang.{STOP_WORDS[language]}.stop_words")
    return sorted(module.STOP_WORDS)


@cache
def _own_words(language: str) -> list[str]:
    """Words that the project's own texts have in this language."""
    if language.startswith("en"):
        return corpus._dictionary()
    clauses = " ".join(corpus.CLAUSES[language])
    ours = " ".join(text for name, text in project_sentences() if name == language)
    return sorted(set(re.findall(r"\S+", (clauses + " " + ours).replace("|", " "))))


@cache
def _letter_chain(language: str) -> dict[str, list[str]]:
    """After each pair of letters, those that follow it; a space where a word ends."""
    chain: dict[str, list[str]] = defaultdict(list)
    for word in (*_own_words(language), *_function_words(language)):
        letters = "  " + word.lower().strip(".,;:!?¿¡") + " "
        for place in range(2, len(letters)):
            chain[letters[place - 2 : place]].append(letters[place])
    return dict(chain)


@cache
def _chinese_dictionary() -> tuple[list[str], list[str]]:
    """All words of two to four characters, and the common ones among them."""
    rows = resources.files("jieba").joinpath("dict.txt").read_text(encoding="utf-8").splitlines()
    words = [(row.split()[0], int(row.split()[1])) for row in rows]
    words = [(word, count) for word, count in words if 2 <= len(word) <= 4]
    return [word for word, _ in words], [word for word, count in words if count > 100]
