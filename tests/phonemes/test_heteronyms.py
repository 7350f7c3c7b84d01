"""Words that are spelled alike and said differently: what stands around them decides."""

import re

import pytest

from kokoro_live.phonemes.alphabet import phonemes_of
from kokoro_live.phonemes.lexicon import Lexicon
from kokoro_live.phonemes.lexicon_files import shipped
from kokoro_live.text import segments
from tests.phonemiser import phonemise

LEXICON = Lexicon(shipped())


@pytest.mark.parametrize(
    ("sentence", "sound"),
    [
        ("I read the book yesterday.", "ɹɛd"),
        ("I have read it.", "ɹɛd"),
        ("I will read it.", "ɹid"),
        ("Please read this.", "ɹid"),
        ("She had never read it before.", "ɹɛd"),
        ("He reread the letter.", "ɹɛd"),
        ("I want to reread it.", "ɹid"),
        ("They live here.", "lɪv"),
        ("We saw it live on TV.", "lIv"),
        ("The live show starts now.", "lIv"),
        ("I live in Rome.", "lɪv"),
        ("Is this thing live?", "lIv"),
        ("Live music every Friday.", "lIv"),
        ("The lead singer left.", "lid"),
        ("Lead is a heavy metal.", "lɛd"),
        ("The pipes are made of lead.", "lɛd"),
        ("They lead the race.", "lid"),
        ("She took the lead.", "lid"),
        ("lead poisoning is bad", "lɛd"),
        ("The wound healed quickly.", "wund"),
        ("He wound the clock.", "wWnd"),
        ("She wound up in Paris.", "wWnd"),
        ("a gunshot wound", "wund"),
        ("A tear ran down her cheek.", "tɪɹ"),
        ("Do not tear the paper.", "tɛɹ"),
        ("Wear and tear is normal.", "tɛɹ"),
        ("Close the door.", "klOz"),
        ("They are close friends.", "klOs"),
        ("The shop is close by.", "klOs"),
        ("We close at nine.", "klOz"),
        ("Wait a minute.", "mɪn"),
        ("A minute amount of salt.", "mIn"),
        ("The wind is strong.", "wɪnd"),
        ("Please wind the clock.", "wInd"),
        ("He gave her a present.", "pɹɛz"),
        ("They present the award.", "pɹəz"),
        ("I object to that.", "əb"),
        ("The object is red.", "ɑb"),
        ("The bass guitar is loud.", "bAs"),
        ("He caught a bass in the lake.", "bæs"),
        ("The dove flew away.", "dʌv"),
        ("He dove into the pool.", "dOv"),
        ("Polish your shoes.", "pɑl"),
        ("She is Polish.", "pOl"),
        ("The desert is dry.", "dɛz"),
        ("Do not desert me.", "dəz"),
        ("The bow of the ship.", "bW"),
        ("He tied a bow.", "bO"),
        ("She took a bow.", "bW"),
        ("He bowed to the crowd.", "bWd"),
        ("They had a row about money.", "ɹW"),
        ("They sat in a row.", "ɹO"),
        ("A row erupted over pay.", "ɹW"),
        ("My hand grew number than before.", "nʌmɚ|nʌməɹ"),
        ("a lead weight", "lɛd"),
        ("I use it.", "juz"),
        ("The use of force.", "jus"),
        ("What is the record?", "ɹɛk"),
        ("Please record this.", "ɹəkɔ"),
        ("The content is good.", "kɑn"),
        ("I am content.", "kənt"),
        ("Permit me.", "pəɹmɪt"),
        ("A permit is needed.", "pɜɹ"),
        ("We need to produce more.", "pɹəd"),
        ("Fresh produce here.", "pɹOd"),
        ("The refuse was collected.", "ɹɛf"),
        ("I refuse.", "ɹəf"),
        ("It's Sam’s book, don’t touch.", "dOnt"),
    ],
)
def test_the_right_one_is_said(sentence: str, sound: str) -> None:
    (segment,) = segments(sentence, "en-us")
    words = phonemise(segment, "en-us", LEXICON).words
    said = " ".join(re.sub("[ˈˌ]", "", phonemes_of(word.tokens)) for word in words)
    assert re.search(re.sub("ə", "[əɪiᵻ]?", sound), said), said
