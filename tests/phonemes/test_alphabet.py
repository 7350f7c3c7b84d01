from kokoro_live.phonemes.alphabet import BUDGET, TOKEN_IDS, is_audible, phonemes_of, tokens_of


def test_it_is_the_published_vocabulary() -> None:
    import json
    from importlib.resources import files

    published = json.loads(files("kokoro_onnx").joinpath("config.json").read_text())["vocab"]
    assert published == TOKEN_IDS
    assert BUDGET == 510


def test_unknown_symbols_are_counted_not_raised() -> None:
    assert tokens_of("həlˈO☃!") == (tuple(TOKEN_IDS[s] for s in "həlˈO!"), 1)
    assert phonemes_of(tokens_of("həlˈO")[0]) == "həlˈO"


def test_punctuation_makes_no_sound() -> None:
    assert is_audible("a") and not is_audible("…ˈ,") and not is_audible("")
