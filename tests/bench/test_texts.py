from random import Random

from bench.texts import brief, passage, sentence


def test_sentences_are_of_the_length_asked_for_and_never_repeat() -> None:
    random = Random(1)
    texts = [sentence(random, 140) for _ in range(500)]
    assert len(set(texts)) == 500
    assert all(100 <= len(text) <= 220 for text in texts)
    assert 130 <= sum(map(len, texts)) / 500 <= 150


def test_the_same_seed_draws_the_same_text() -> None:
    assert passage(Random(3), 500) == passage(Random(3), 500) != passage(Random(4), 500)
    assert 500 <= len(passage(Random(3), 500)) <= 700


def test_a_few_words_are_fresh_as_well() -> None:
    random = Random(1)
    texts = [brief(random) for _ in range(40)]
    assert len(set(texts)) >= 38 and all(12 <= len(text) <= 45 for text in texts)
