"""Numbers in words of the Romance languages. What num2words gets wrong is mended here."""

import re
from functools import cache

from num2words import num2words

SPANISH_ORDINALS = (
    "cero primero segundo tercero cuarto quinto sexto séptimo octavo noveno décimo undécimo duodécimo decimotercero "
    "decimocuarto decimoquinto decimosexto decimoséptimo decimoctavo decimonoveno"
).split()
SPANISH_TENS = "_ _ vigésimo trigésimo cuadragésimo quincuagésimo sexagésimo septuagésimo octogésimo nonagésimo".split()


@cache
def spanish(number: int, gender: str = "") -> str:
    """21 → veintiuno, veintiún libros, veintiuna páginas."""
    words = str(num2words(number, lang="es"))
    words = _apocopated(words, r"(?= mil| millon| billon)")
    if gender == "f":
        words = re.sub(r"uno$", "una", words)
        return re.sub(r"ientos\b(?!.* (?:millón|millones|billones))", "ientas", words)
    return _apocopated(words, "$") if gender == "m" else words


def _apocopated(words: str, before: str) -> str:
    return re.sub(rf"\buno{before}", "un", re.sub(rf"veintiuno{before}", "veintiún", words))


@cache
def spanish_ordinal(number: int, gender: str = "") -> str:
    """3 → tercero, tercer piso, tercera; with "s" for many."""
    if number >= 100:
        words = str(num2words(number, lang="es", to="ordinal"))
    elif number < 20:
        words = SPANISH_ORDINALS[number]
    else:
        tens, ones = divmod(number, 10)
        words = SPANISH_TENS[tens] + (f" {SPANISH_ORDINALS[ones]}" if ones else "")
    if gender[:1] == "f":
        words = re.sub(r"o\b", "a", words)
    elif gender == "m":
        words = re.sub(r"(primer|tercer)o$", r"\1", words)
    return words + ("s" if gender.endswith("s") else "")


@cache
def french(number: int, gender: str = "") -> str:
    """21 → vingt et un, vingt et une pages."""
    words = str(num2words(number, lang="fr"))
    return re.sub(r"\bun$", "une", words) if gender == "f" else words


@cache
def french_ordinal(number: int, gender: str = "") -> str:
    """1 → premier, première; 80 → quatre-vingtième; 2nd is second, not deuxième."""
    if gender[:1] == "2":
        words = "seconde" if "f" in gender else "second"
    elif number == 1:
        words = "première" if gender[:1] == "f" else "premier"
    else:
        words = re.sub(r"(vingt|cent)sième", r"\1ième", str(num2words(number, lang="fr", to="ordinal")))
    return words + ("s" if gender.endswith("s") else "")


@cache
def italian(number: int, gender: str = "") -> str:
    """1 → uno, un giorno, una volta; above, gender does not show."""
    if number == 1:
        return {"m": "un", "f": "una", "f'": "un'"}.get(gender, "uno")
    return re.sub(r"(ion[ei]|iard[oi]) e ", r"\1 ", str(num2words(number, lang="it")))


@cache
def italian_ordinal(number: int, gender: str = "") -> str:
    """3 → terzo, terza, terzi, terze."""
    words = str(num2words(number, lang="it", to="ordinal"))
    return re.sub(r"o$", {"f": "a", "s": "i", "fs": "e"}.get(gender, "o"), words)


@cache
def portuguese(number: int, gender: str = "") -> str:
    """2 → dois, duas horas; 1234 has no comma in it."""
    words = re.sub(r",(?= \w+ (?:milhões|mil)$)", " e", str(num2words(number, lang="pt_BR")))
    words = words.replace(",", "").replace("catorze", "quatorze")
    if gender == "f":
        millions = re.search(r".*(?:ilhão|ilhões)\b|", words)
        head = millions.group() if millions else ""
        tail = re.sub(r"\bum\b(?! mil)", "uma", words[len(head) :])
        return head + re.sub(r"entos\b", "entas", re.sub(r"\bdois\b", "duas", tail))
    return words


@cache
def portuguese_ordinal(number: int, gender: str = "") -> str:
    """3 → terceiro, terceira, terceiros."""
    words = str(num2words(number, lang="pt_BR", to="ordinal"))
    if gender[:1] == "f":
        words = re.sub(r"o\b", "a", words)
    return re.sub(r"([oa])\b", r"\1s", words) if gender.endswith("s") else words
