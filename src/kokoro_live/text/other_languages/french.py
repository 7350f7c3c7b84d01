"""How French says things."""

import re

from kokoro_live.text.other_languages import genders, numerals
from kokoro_live.text.other_languages.habits import Clock, Habits, Noun, nouns

LETTERS = dict(zip("abcdefghijklmnopqrstuvwxyz", (
    "a bé cé dé euh effe gé hache i ji ka elle emme enne o pé ku erre esse té u vé double_vé ixe i_grec zède"
).split(), strict=True)) | {"w": "double vé", "y": "i grec"}  # fmt: skip
VOWELS = "aeiouyhàâéèêëîïôœùûAEIOUYHÀÂÉÈÊËÎÏÔŒÙÛ"
LABELS = frozenset(
    "chapitre page numéro article art tome volume ligne groupe niveau phase salle étage porte quai vol acte scène titre "
    "annexe partie chambre appartement section version classe année route bus leçon chaîne type les".split()
)


def _of(noun: str) -> str:
    return f"d'{noun}" if noun[0] in VOWELS else f"de {noun}"


def _per(noun: Noun) -> str:
    return f"par {noun[0]}"


def _clock(clock: Clock) -> str:
    words = f"{numerals.french(clock.hour, 'f')} {'heure' if clock.hour < 2 else 'heures'}"
    if clock.minute or clock.second:
        words += f" {numerals.french(clock.minute, 'f')}"
    if clock.second:
        words += f" et {numerals.french(clock.second, 'f')} {'seconde' if clock.second == 1 else 'secondes'}"
    if clock.half:
        words += " du matin" if clock.half == "a" else " de l'après-midi" if clock.hour % 12 < 6 else " du soir"
    return words


def _roman(match: re.Match[str], number: int) -> str | None:
    head, roman = match["head"], match["roman"]
    if not head:
        return None
    if roman in ("C", "L"):
        return None
    if head.lower() in LABELS:
        return numerals.french(number)
    if not head[0].isupper() or head.lower() in genders.FRENCH_NO_NOUNS:
        return None
    return "premier" if number == 1 else numerals.french(number)


def _pairs(text: str) -> str:
    """01 23 45 67 89: two figures are a number; 0 800 and +33 keep their own groups."""
    figures = re.findall(
        r"\d+", re.sub(r"(?<!\d)0\d{9}(?!\d)", lambda m: re.sub(r"(..)(?=.)", r"\1 ", m.group()), text)
    )
    return ", ".join(_group(group) for group in figures)


def _group(figures: str) -> str:
    zeros = len(figures) - len(figures.lstrip("0"))
    return " ".join(["zéro"] * zeros + ([numerals.french(int(figures))] if int(figures) else []))


UNITS = nouns(
    "km kilomètre kilomètres m; m mètre mètres m; cm centimètre centimètres m; mm millimètre millimètres m; µm micromètre micromètres m; "
    "km²,km2 kilomètre_carré kilomètres_carrés m; m²,m2 mètre_carré mètres_carrés m; cm²,cm2 centimètre_carré centimètres_carrés m; "
    "m³,m3 mètre_cube mètres_cubes m; cm³,cm3 centimètre_cube centimètres_cubes m; kg kilo kilos m; g gramme grammes m; "
    "mg milligramme milligrammes m; µg microgramme microgrammes m; t tonne tonnes f; l,L litre litres m; ml,mL millilitre millilitres m; "
    "cl,cL centilitre centilitres m; dl,dL décilitre décilitres m; hl hectolitre hectolitres m; s seconde secondes f; min,mn minute minutes f; "
    "h heure heures f; ms milliseconde millisecondes f; j jour jours m; ° degré degrés m; °C,℃,ºC degré_Celsius degrés_Celsius m; "
    "°F degré_Fahrenheit degrés_Fahrenheit m; kWh kilowattheure kilowattheures m; kW kilowatt kilowatts m; W watt watts m; "
    "MW mégawatt mégawatts m; GW gigawatt gigawatts m; MWh mégawattheure mégawattheures m; V volt volts m; A ampère ampères m; "
    "mAh milliampère_heure milliampères_heure m; Hz hertz hertz m; kHz kilohertz kilohertz m; MHz mégahertz mégahertz m; "
    "GHz gigahertz gigahertz m; Go gigaoctet gigaoctets m; Mo mégaoctet mégaoctets m; ko,Ko kilooctet kilooctets m; To téraoctet téraoctets m; "
    "GB gigabyte gigabytes m; MB mégabyte mégabytes m; Mb/s mégabit_par_seconde mégabits_par_seconde m; ha hectare hectares m; "
    "ch cheval chevaux m; dB décibel décibels m; kcal kilocalorie kilocalories f; hPa hectopascal hectopascals m; bar bar bars m; "
    "px pixel pixels m; km/h kilomètre_heure kilomètres_heure m; tr/min tour_par_minute tours_par_minute m; ppm partie_par_million parties_par_million f"
)
CENT = ("cent", "cents", "m")
FRENCH = Habits(
    cardinal=numerals.french, ordinal=numerals.french_ordinal, feminine=genders.french, agreement=lambda noun: "f" if genders.french(noun) else "m",
    is_noun=lambda word: word not in genders.FRENCH_NO_NOUNS, of=_of, per=_per, clock=_clock, roman=_roman,
    months="janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    date="{day} {month} {year}", first_day="premier",
    day_words="[Ll]e|[Dd]u|[Aa]u|(?:[Ll]undi|[Mm]ardi|[Mm]ercredi|[Jj]eudi|[Vv]endredi|[Ss]amedi|[Dd]imanche)",
    currencies=nouns("€,EUR euro euros m; $,US$,USD,$US dollar dollars m; £,GBP livre livres f; ¥,JPY yen yens m; CHF franc_suisse francs_suisses m; "
                     "$CA,CAD dollar_canadien dollars_canadiens m; FCFA franc_CFA francs_CFA m"),
    cents={**nouns("€,EUR centime centimes m; CHF centime centimes m; £ penny pence m"), "$": CENT, "US$": CENT, "USD": CENT, "$CA": CENT, "$US": CENT},
    amount="{whole} {part}",
    magnitudes={"M": ("million", "millions"), "Md": ("milliard", "milliards"), "Mds": ("milliard", "milliards"), "Mrd": ("milliard", "milliards"),
                "million": ("million", "million"), "millions": ("millions", "millions"), "milliard": ("milliard", "milliard"),
                "milliards": ("milliards", "milliards"), "mille": ("mille", "mille"), "k": ("mille", "mille")},
    units=UNITS,
    abbreviations={
        "lun.": "lundi", "ven.": "vendredi", "dim.": "dimanche", "janv.": "janvier", "févr.": "février",
        "juil.": "juillet", "oct.": "octobre", "nov.": "novembre", "déc.": "décembre",
        "M.": "monsieur", "MM.": "messieurs", "Mme": "madame", "Mmes": "mesdames", "Mlle": "mademoiselle", "Mlles": "mesdemoiselles", "Dr": "docteur",
        "Dr.": "docteur", "Pr": "professeur", "Me": "maître", "St": "saint", "Ste": "sainte", "St-": "saint ", "Ste-": "sainte ", "etc.": "et cetera",
        "p. ex.": "par exemple", "par ex.": "par exemple", "c.-à-d.": "c'est-à-dire", "càd": "c'est-à-dire", "env.": "environ", "tél.": "téléphone", "av.": "avenue",
        "av. J.-C.": "avant Jésus-Christ", "apr. J.-C.": "après Jésus-Christ", "ap. J.-C.": "après Jésus-Christ",
        "bd": "boulevard", "bd.": "boulevard", "bld": "boulevard", "boul.": "boulevard", "pl.": "place", "r.": "rue", "n°": "numéro", "N°": "numéro",
        "n°s": "numéros", "nᵒ": "numéro", "art.": "article", "chap.": "chapitre", "vol.": "volume", "éd.": "édition", "p.": "page", "pp.": "pages",
        "fig.": "figure", "réf.": "référence", "max.": "maximum", "vs": "versus", "cf.": "confer", "hab.": "habitants", "pers.": "personnes",
        "dép.": "département", "ann.": "annexe", "s/": "sur ", "d'env.": "d'environ", "Cie": "compagnie", "Sté": "société", "ét.": "étage", "appt": "appartement",
        "appt.": "appartement", "apt.": "appartement", "rdv": "rendez-vous", "RDV": "rendez-vous", "svp": "s'il vous plaît", "SVP": "s'il vous plaît", "qqn": "quelqu'un",
    },
    symbols={"²": "au carré", "³": "au cube", "&": "et", "+": "plus", "=": "égale", "×": "fois", "÷": "divisé par", "≥": "supérieur ou égal à", "≤": "inférieur ou égal à",
             "±": "plus ou moins", "≈": "environ", "<": "inférieur à", ">": "supérieur à", "@": "arobase", "#": "numéro", "§": "paragraphe",
             "%": "pour cent", "€": "euros", "°": "degrés", "/": "sur", "≠": "différent de", "√": "racine de"},
    letters=LETTERS, initials=frozenset("UE BCE DNI".split()),
    ordinal_ends={"er": "m", "ers": "s", "ère": "f", "ères": "fs", "re": "f", "res": "fs", "e": "", "es": "s", "ème": "", "èmes": "s", "eme": "",
                  "ᵉ": "", "nd": "2", "nde": "2f", "nds": "2s", "ᵉʳ": "m"},
    fractions={2: ("demi", "demis"), 3: ("tiers", "tiers"), 4: ("quart", "quarts"), 5: ("cinquième", "cinquièmes"), 6: ("sixième", "sixièmes"),
               7: ("septième", "septièmes"), 8: ("huitième", "huitièmes"), 9: ("neuvième", "neuvièmes")},
    halves={"demi": "demie"}, halves_counted=True, over="sur", out_of="sur", versus="à", singular_below_two=True, roman_ends="er|ère|re|ers|e|ème|es|ᵉ|ᵉʳ",
    web={"@": "arobase", ".": "point", "-": "tiret", "_": "tiret bas", "/": "slash", ":": "deux points", "?": "point d'interrogation",
         "=": "égale", "&": "et", "%": "pour cent", "#": "dièse", "+": "plus"},
    phone=re.compile(r"(?<![\w.,])(?:(?:\+33|\+32|\+41) ?\(?0?\)? ?[1-9](?:[ .-]?\d\d){4}|0[1-9](?:[ .-]?\d\d){4}|0 800(?: \d{3}){2}|0 8\d\d(?: \d{3}){2})(?!\d)"),
    phone_groups=_pairs, labels=LABELS, to="à", minus="moins", plus="plus", plus_minus="plus ou moins", percent="pour cent",
    permille="pour mille", comma="virgule", point="point", and_="et", thousand="mille", hours_and="", per_hundred="aux",
    extra=(
        ("unit", r"(?<=\d)\s?h/(?=\d)", " heures sur "),
        ("unit", r"(?<=\d)\s?j/(?=\d)", " jours sur "),
        *(("abbreviation", rf"(?<=\d ){short}\.", month) for short, month in (("janv", "janvier"), ("févr", "février"), ("juil", "juillet"), ("sept", "septembre"), ("oct", "octobre"), ("nov", "novembre"), ("déc", "décembre"))),
        ("abbreviation", r"(?<=\d) av\. ?J\.-C\.|(?<=siècle) av\. ?J\.-C\.", " avant Jésus-Christ"),
        ("symbol", r"(?<=\d)°(?=\s?[NSEO]\b)", " degrés "),
    ),
)  # fmt: skip
