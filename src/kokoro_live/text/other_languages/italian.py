"""How Italian says things."""

import re

from kokoro_live.text.other_languages import genders, numerals
from kokoro_live.text.other_languages.habits import Clock, Habits, Noun, nouns

LETTERS = dict(zip("abcdefghijklmnopqrstuvwxyz", (
    "a bi ci di e effe gi acca i i_lunga cappa elle emme enne o pi cu erre esse ti u vu doppia_vu ics ipsilon zeta"
).split(), strict=True)) | {"j": "i lunga", "w": "vu vu"}  # fmt: skip
LABELS = frozenset(
    "pagina numero articolo art volume linea gruppo livello fase sala piano porta binario volo tipo allegato stanza "
    "interno sezione versione classe anno strada autobus lezione canale tipo le gli".split()
)
WOMEN = frozenset("Beatrice Elisabeth Irene Matilde".split())
VOWELS = "aeiouAEIOU"
BEFORE_UNO = r"s[^aeiou]|z|ps|gn"


def _of(noun: str) -> str:
    return f"di {noun}"


def _agreement(noun: str) -> str:
    """Un giorno, uno zaino, una volta, un'ora."""
    if genders.italian(noun):
        return "f'" if noun[0] in VOWELS else "f"
    return "" if re.match(BEFORE_UNO, noun) else "m"


def _per(noun: Noun) -> str:
    one, _, gender = noun
    if one[0] in VOWELS:
        return f"all'{one}"
    if gender == "f":
        return f"alla {one}"
    return f"allo {one}" if re.match(BEFORE_UNO, one) else f"al {one}"


def _clock(clock: Clock) -> str:
    words = numerals.italian(clock.hour, "f") if clock.hour else "zero"
    if clock.minute:
        words += f" e {numerals.italian(clock.minute)}"
    if clock.second:
        words += f" e {numerals.italian(clock.second)} secondi"
    if clock.half:
        words += " del mattino" if clock.half == "a" else " del pomeriggio" if clock.hour % 12 < 6 else " di sera"
    return f"{words} ore" if clock.named and clock.hour > 1 else words


def _roman(match: re.Match[str], number: int) -> str | None:
    head, roman = match["head"], match["roman"]
    if not head:
        return _before_noun(match, number)
    if head.lower() in ("secolo", "secoli", "sec.", "secc.", "capitolo", "atto", "canto", "libro", "tomo", "cap."):
        return numerals.italian_ordinal(number)
    if head.lower() in ("parte", "scena", "classe"):
        return numerals.italian_ordinal(number, "f")
    if not head[0].isupper() or roman in ("C", "L", "I" if head.lower() in ("e", "ma") else "C"):
        return None
    if head.lower() in genders.ITALIAN_NO_NOUNS:
        return None
    if roman == "I" and re.match(r"\s[A-Z][a-zà-ù]", match.string[match.end() : match.end() + 3]):
        return None  # Senza I Film: an article
    if len(roman) == 1 and re.match(r"\.\s[A-Z][a-z]", match.string[match.end() : match.end() + 4]):
        return None  # Vladimir V. Majakovskij
    return numerals.italian_ordinal(number, "f" if (head.endswith("a") and head not in MEN) or head in WOMEN else "")


MEN = frozenset("Andrea Luca Nicola Enea".split())
WORDS = frozenset("C L I CI VI LI IL".split())
ERAS = frozenset("secolo guerra legislatura edizione repubblica congresso municipio".split())


def _before_noun(match: re.Match[str], number: int) -> str | None:
    noun, roman = match["noun"], match["roman"]
    if roman in WORDS or noun.lower() in genders.ITALIAN_NO_NOUNS or (len(roman) < 2 and noun.lower() not in ERAS):
        return None
    return numerals.italian_ordinal(number, "f" if genders.italian(noun.lower()) else "")


UNITS = nouns(
    "km chilometro chilometri m; m metro metri m; cm centimetro centimetri m; mm millimetro millimetri m; µm micrometro micrometri m; "
    "km²,km2 chilometro_quadrato chilometri_quadrati m; m²,m2,mq metro_quadrato metri_quadrati m; cm²,cm2 centimetro_quadrato centimetri_quadrati m; "
    "m³,m3 metro_cubo metri_cubi m; cm³,cm3 centimetro_cubo centimetri_cubi m; kg chilo chili m; g grammo grammi m; hg etto etti m; "
    "mg milligrammo milligrammi m; µg microgrammo microgrammi m; t tonnellata tonnellate f; l,L litro litri m; ml,mL millilitro millilitri m; "
    "cl centilitro centilitri m; dl decilitro decilitri m; hl ettolitro ettolitri m; s secondo secondi m; min minuto minuti m; h ora ore f'; "
    "ms millisecondo millisecondi m; ° grado gradi m; °C,℃,ºC grado_Celsius gradi_Celsius m; °F grado_Fahrenheit gradi_Fahrenheit m; "
    "kWh chilowattora chilowattora m; kW chilowatt chilowatt m; W watt watt m; MW megawatt megawatt m; GW gigawatt gigawatt m; V volt volt m; "
    "A ampere ampere m; mAh milliampere_ora milliampere_ora m; Hz hertz hertz m; kHz chilohertz chilohertz m; MHz megahertz megahertz m; "
    "GHz gigahertz gigahertz m; GB gigabyte gigabyte m; MB megabyte megabyte m; kB kilobyte kilobyte m; TB terabyte terabyte m; "
    "Mbps,Mbit/s megabit_al_secondo megabit_al_secondo m; ha ettaro ettari m; CV cavallo cavalli m; dB decibel decibel m; "
    "kcal chilocaloria chilocalorie f; hPa ettopascal ettopascal m; bar bar bar m; px pixel pixel m; km/h chilometro_orario chilometri_orari m"
)
ITALIAN = Habits(
    cardinal=numerals.italian, ordinal=numerals.italian_ordinal, feminine=genders.italian, agreement=_agreement,
    is_noun=lambda word: word not in genders.ITALIAN_NO_NOUNS, of=_of, per=_per, clock=_clock, roman=_roman,
    months="gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    date="{day} {month} {year}", first_day="primo", day_words="[Ii]l|[Dd]el|[Aa]l|[Dd]al|[Ll]unedì|[Mm]artedì|[Mm]ercoledì|[Gg]iovedì|[Vv]enerdì|[Ss]abato|[Dd]omenica",
    currencies=nouns("€,EUR euro euro m; $,US$,USD dollaro dollari m; £,GBP sterlina sterline f; ¥,JPY yen yen m; CHF franco_svizzero franchi_svizzeri m"),
    cents=nouns("€,EUR,$,US$,USD,CHF centesimo centesimi m; £ penny pence m"), amount="{whole} e {part} {cents}",
    magnitudes={"mln": ("milione", "milioni"), "mld": ("miliardo", "miliardi"), "M": ("milione", "milioni"), "Mld": ("miliardo", "miliardi"),
                "milione": ("milione", "milioni"), "milioni": ("milioni", "milioni"), "miliardo": ("miliardo", "miliardi"),
                "miliardi": ("miliardi", "miliardi"), "mila": ("mila", "mila"), "k": ("mille", "mila")},
    units=UNITS,
    abbreviations={
        "lun.": "lunedì", "mer.": "mercoledì", "gio.": "giovedì", "ven.": "venerdì", "sab.": "sabato", "feb.": "febbraio",
        "ott.": "ottobre", "nov.": "novembre", "dic.": "dicembre",
        "sig.": "signor", "sig.ra": "signora", "sig.na": "signorina", "sigg.": "signori", "dott.": "dottor", "dott.ssa": "dottoressa", "dr.": "dottor", "dr.ssa": "dottoressa",
        "ing.": "ingegner", "avv.": "avvocato", "prof.": "professor", "prof.ssa": "professoressa", "arch.": "architetto", "geom.": "geometra", "rag.": "ragionier",
        "on.": "onorevole", "sen.": "senatore", "gen.": "generale", "n.": "numero", "nn.": "numeri", "N.": "numero", "n°": "numero", "N°": "numero", "nº": "numero", "pag.": "pagina", "pagg.": "pagine", "pp.": "pagine", "D.Lgs.": "decreto legislativo", "D.L.": "decreto legge",
        "p. es.": "per esempio", "p.es.": "per esempio", "per es.": "per esempio", "ad es.": "ad esempio", "es.": "esempio", "ecc.": "eccetera", "etc.": "eccetera",
        "tel.": "telefono", "cell.": "cellulare", "art.": "articolo", "artt.": "articoli", "cap.": "capitolo", "vol.": "volume", "fig.": "figura", "tab.": "tabella",
        "a.C.": "avanti Cristo", "a. C.": "avanti Cristo", "d.C.": "dopo Cristo", "d. C.": "dopo Cristo", "v.le": "viale", "p.zza": "piazza", "P.za": "piazza", "c.so": "corso",
        "ca.": "circa", "max.": "massimo", "S.p.A.": "esse pi a", "SpA": "esse pi a", "S.r.l.": "esse erre elle", "srl": "esse erre elle", "c.a.": "corrente anno",
        "sec.": "secolo", "secc.": "secoli", "co.": "comma", "gg.": "giorni", "gg": "giorni", "egr.": "egregio", "gent.ma": "gentilissima", "gent.mo": "gentilissimo", "spett.le": "spettabile",
        "S.": "San", "SS.": "santissimo", "vs": "contro", "cfr.": "confronta", "ed.": "edizione", "dep.": "deposito", "vic.": "vicolo", "int.": "interno", "civ.": "civico", "loc.": "località",
    },
    symbols={"²": "al quadrato", "³": "al cubo", "&": "e", "+": "più", "=": "uguale", "×": "per", "÷": "diviso", "≥": "maggiore o uguale a", "≤": "minore o uguale a", "±": "più o meno",
             "≈": "circa", "<": "minore di", ">": "maggiore di", "@": "chiocciola", "#": "cancelletto", "§": "paragrafo", "%": "per cento",
             "€": "euro", "°": "gradi", "/": "barra", "≠": "diverso da", "√": "radice di"},
    letters=LETTERS, initials=frozenset("UE BCE TVA DNA RNA".split()),
    ordinal_ends={"º": "", "°": "", "ª": "f", "o": "", "a": "f", "i": "s"},
    fractions={2: ("mezzo", "mezzi"), 3: ("terzo", "terzi"), 4: ("quarto", "quarti"), 5: ("quinto", "quinti"), 6: ("sesto", "sesti"),
               7: ("settimo", "settimi"), 8: ("ottavo", "ottavi"), 9: ("nono", "noni")},
    halves={"mezzo": "mezza"},
    web={"www": "vu vu vu", "@": "chiocciola", ".": "punto", "-": "trattino", "_": "trattino basso", "/": "barra", ":": "due punti", "?": "punto interrogativo",
         "=": "uguale", "&": "e", "%": "per cento", "#": "cancelletto", "+": "più"},
    phone=re.compile(r"(?<![\w.,/:-])(?:\+39 ?)?(?:3\d\d[ .-]?\d{3}[ .-]?\d{2}[ .-]?\d{2}|3\d\d[ .-]\d{6,7}|0\d{1,3}[ /-]\d{5,8}|0\d{1,3}[ /-]\d{3,4}[ -]\d{3,4}|0\d{6,10}|800[ .-]?\d{3}[ .-]?\d{3})(?!\d)"),
    phone_groups=lambda text: ", ".join(" ".join(numerals.italian(int(char)) for char in part) for part in re.findall(r"\d+", text)),
    labels=LABELS, minus="meno", plus="più", plus_minus="più o meno", percent="per cento", permille="per mille", comma="virgola", point="punto",
    and_="e", thousand="mille", hours_and="e", per_hundred="per", over="su", versus="per", out_of="su",
    extra=(("abbreviation", r"(?<![\w.])(?<![A-Z]\. )S\. ?(?=[AEIO]\w)", "Sant'"), ("abbreviation", r"(?<![\w.])(?<![A-Z]\. )S\. ?(?=[A-Z]\w{1,20}a\b)", "Santa "),
        ("time", r"(?<=ll['’])1(?!\d|[.,:]\d|%| per)", "una"), ("year", r"(?<!\w)(?:['’])(?=\d{2,3}\b)", ""),),
)  # fmt: skip
