"""How Spanish says things."""

import re

from kokoro_live.text.other_languages import genders, numerals
from kokoro_live.text.other_languages.habits import Clock, Habits, Noun, nouns

LETTERS = dict(zip("abcdefghijklmnñopqrstuvwxyz", (
    "a be ce de e efe ge hache i jota ka ele eme ene eñe o pe cu erre ese te u uve uve_doble equis i_griega zeta"
).split(), strict=True)) | {"w": "uve doble", "y": "i griega"}  # fmt: skip
REGNAL = 10  # up to here kings and popes, and centuries, are ordinal
LABELS = frozenset(
    "capítulo página número art artículo tomo volumen línea grupo nivel fase sala planta puerta andén vuelo tipo acto título "
    "anexo parte habitación apartado sección tema versión clase año ruta autobús sura salmo".split()
)
WOMEN = frozenset("Isabel Elizabeth Elisabeth Carmen Beatriz Inés Raquel Leonor".split())
CENTURIES = frozenset(("siglo", "siglos", "s."))


def _of(noun: str) -> str:
    return f"de {noun}"


def _per(noun: Noun) -> str:
    return f"por {noun[0]}"


def _clock(clock: Clock) -> str:
    words = numerals.spanish(clock.hour, "f")
    if clock.minute or clock.second:
        words += f" y {numerals.spanish(clock.minute)}"
    if clock.second:
        words += f" y {numerals.spanish(clock.second)} segundos"
    if clock.half:
        return f"{words} {'de la mañana' if clock.half == 'a' else _evening(clock.hour % 12)}"
    return f"{words} {'hora' if clock.hour == 1 else 'horas'}" if _names_hours(clock) else words


def _evening(hour: int) -> str:
    return "de la tarde" if hour < 8 else "de la noche"


def _names_hours(clock: Clock) -> bool:
    return clock.named or (clock.hour > 12 and not clock.minute)


def _roman(match: re.Match[str], number: int) -> str | None:
    head, roman = match["head"], match["roman"]
    if not head:
        return _before_noun(match, number)
    if head.lower() in CENTURIES:
        return numerals.spanish_ordinal(number) if number <= REGNAL else numerals.spanish(number)
    if head.lower() in LABELS:
        return numerals.spanish(number)
    if not head[0].isupper() or roman in ("C", "L") or head.lower() in genders.SPANISH_NO_NOUNS:
        return None
    gender = "f" if head.endswith("a") or head in WOMEN else ""
    return numerals.spanish_ordinal(number, gender) if number <= REGNAL else numerals.spanish(number)


def _before_noun(match: re.Match[str], number: int) -> str | None:
    noun = match["noun"]
    before = match.string[max(0, match.start() - 4) : match.start()].lower()
    if not (noun[0].isupper() or before.endswith(("la ", "el ", "del ", "al "))) or match["roman"] in ("C", "L", "X"):
        return None
    return numerals.spanish_ordinal(number, "f" if genders.spanish(noun.lower()) else "m")


UNITS = nouns(
    "km kilómetro kilómetros m; m metro metros m; cm centímetro centímetros m; mm milímetro milímetros m; "
    "km² kilómetro_cuadrado kilómetros_cuadrados m; m²,m2 metro_cuadrado metros_cuadrados m; "
    "cm² centímetro_cuadrado centímetros_cuadrados m; m³,m3 metro_cúbico metros_cúbicos m; "
    "cm³ centímetro_cúbico centímetros_cúbicos m; µm micrómetro micrómetros m; kg kilo kilos m; g gramo gramos m; "
    "mg miligramo miligramos m; µg microgramo microgramos m; t tonelada toneladas f; l,L litro litros m; "
    "ml,mL mililitro mililitros m; cl centilitro centilitros m; dl decilitro decilitros m; "
    "hl hectolitro hectolitros m; s segundo segundos m; min minuto minutos m; h hora horas f; "
    "ms milisegundo milisegundos m; °,º grado grados m; °C,ºC,℃ grado_Celsius grados_Celsius m; "
    "°F grado_Fahrenheit grados_Fahrenheit m; kWh kilovatio_hora kilovatios_hora m; kW kilovatio kilovatios m; "
    "W vatio vatios m; MW megavatio megavatios m; GW gigavatio gigavatios m; V voltio voltios m; "
    "A amperio amperios m; mAh miliamperio_hora miliamperios_hora m; Hz hercio hercios m; "
    "kHz kilohercio kilohercios m; MHz megahercio megahercios m; GHz gigahercio gigahercios m; "
    "GB gigabyte gigabytes m; MB megabyte megabytes m; kB kilobyte kilobytes m; TB terabyte terabytes m; "
    "Mb megabit megabits m; Mbps megabit_por_segundo megabits_por_segundo m; ha hectárea hectáreas f; "
    "CV caballo caballos m; dB decibelio decibelios m; kcal kilocaloría kilocalorías f; "
    "hPa hectopascal hectopascales m; bar bar bares m; px píxel píxeles m; "
    "rpm revolución_por_minuto revoluciones_por_minuto f; Nm newton_metro newtons_metro m; pulg. pulgada pulgadas f"
)
EURO, DOLLAR, POUND = ("euro", "euros", "m"), ("dólar", "dólares", "m"), ("libra", "libras", "f")
CENTAVO = ("centavo", "centavos", "m")
SPANISH = Habits(
    cardinal=numerals.spanish, ordinal=numerals.spanish_ordinal, feminine=genders.spanish, agreement=lambda noun: "f" if genders.spanish(noun) else "m",
    is_noun=lambda word: word not in genders.SPANISH_NO_NOUNS, of=_of, per=_per, clock=_clock, roman=_roman,
    months="enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    date="{day} de {month} de {year}", first_day="uno", day_words="[Ee]l|[Dd]el|[Aa]l|[Dd]ía|[Hh]asta|[Dd]esde",
    currencies={
        "€": EURO, "EUR": EURO, "$": DOLLAR, "US$": DOLLAR, "USD": DOLLAR, "U$S": DOLLAR, "£": POUND, "GBP": POUND,
        "¥": ("yen", "yenes", "m"), "CHF": ("franco suizo", "francos suizos", "m"), "MXN": ("peso mexicano", "pesos mexicanos", "m"),
        "MX$": ("peso mexicano", "pesos mexicanos", "m"), "ARS": ("peso argentino", "pesos argentinos", "m"),
        "COP": ("peso colombiano", "pesos colombianos", "m"), "CLP": ("peso chileno", "pesos chilenos", "m"),
        "S/": ("sol", "soles", "m"),
    },
    cents={"€": ("céntimo", "céntimos", "m"), "EUR": ("céntimo", "céntimos", "m"), "$": CENTAVO, "US$": CENTAVO, "USD": CENTAVO,
           "U$S": CENTAVO, "£": ("penique", "peniques", "m"), "S/": ("céntimo", "céntimos", "m"), "MX$": CENTAVO, "MXN": CENTAVO},
    amount="{whole} con {part} {cents}",
    magnitudes={"M": ("millón", "millones"), "MM": ("millón", "millones"), "mill.": ("millón", "millones"), "Mill.": ("millón", "millones"),
                "millón": ("millón", "millones"), "millones": ("millones", "millones"), "mil": ("mil", "mil"), "k": ("mil", "mil"),
                "mil millones": ("mil millones", "mil millones"), "billones": ("billones", "billones")},
    units=UNITS,
    abbreviations={
        "lun.": "lunes", "mié.": "miércoles", "jue.": "jueves", "vie.": "viernes", "sáb.": "sábado", "feb.": "febrero",
        "abr.": "abril", "jun.": "junio", "jul.": "julio", "ago.": "agosto", "sept.": "septiembre", "oct.": "octubre", "nov.": "noviembre",
        "dic.": "diciembre",
        "Sr.": "señor", "Sra.": "señora", "Srta.": "señorita", "Sres.": "señores", "Dr.": "doctor", "Dra.": "doctora", "D.": "don",
        "Dña.": "doña", "D.ª": "doña", "Ud.": "usted", "Uds.": "ustedes", "Vd.": "usted", "Vds.": "ustedes", "etc.": "etcétera",
        "p. ej.": "por ejemplo", "pág.": "página", "págs.": "páginas", "EE. UU.": "Estados Unidos", "EE.UU.": "Estados Unidos",
        "EEUU": "Estados Unidos", "avda.": "avenida", "av.": "avenida", "avd.": "avenida", "C/": "calle ", "c/": "calle ", "pza.": "plaza",
        "pl.": "plaza", "n.º": "número", "nº": "número", "N.º": "número", "N°": "número", "n°": "número", "núm.": "número",
        "núms.": "números", "tel.": "teléfono", "tfno.": "teléfono", "teléf.": "teléfono", "art.": "artículo", "arts.": "artículos",
        "cap.": "capítulo", "vol.": "volumen", "ed.": "edición", "Prof.": "profesor", "Profa.": "profesora", "Ing.": "ingeniero",
        "Lic.": "licenciado", "Arq.": "arquitecto", "Gral.": "general", "Sto.": "santo", "Sta.": "santa", "a. C.": "antes de Cristo",
        "d. C.": "después de Cristo", "S. A.": "ese a", "S.A.": "ese a", "S. L.": "ese ele", "S.L.": "ese ele", "aprox.": "aproximadamente",
        "máx.": "máximo", "mín.": "mínimo", "dcha.": "derecha", "izda.": "izquierda", "izq.": "izquierda", "C. P.": "código postal",
        "C.P.": "código postal", "Ctra.": "carretera", "ctra.": "carretera", "S. M.": "su majestad", "pto.": "punto", "fig.": "figura",
        "vs.": "versus", "Bco.": "banco", "dpto.": "departamento", "depto.": "departamento", "admón.": "administración", "uds.": "unidades", "ud.": "unidad", "kms.": "kilómetros",
    },
    symbols={"²": "al cuadrado", "³": "al cubo", "&": "y", "+": "más", "=": "igual a", "×": "por", "÷": "entre", "≥": "mayor o igual que", "≤": "menor o igual que",
             "±": "más menos", "≈": "aproximadamente", "<": "menor que", ">": "mayor que", "@": "arroba", "#": "almohadilla",
             "§": "párrafo", "%": "por ciento", "€": "euros", "°": "grados", "/": "barra", "≠": "distinto de", "√": "raíz de"},
    letters=LETTERS, initials=frozenset("UE IPC".split()),
    ordinal_ends={"º": "m?", "°": "m?", "ª": "f", ".º": "m?", "er": "m", "ero": "", "do": "", "ra": "f", "da": "f", "to": "", "ta": "f",
                  "os": "s", "as": "fs"},
    fractions={2: ("medio", "medios"), 3: ("tercio", "tercios"), 4: ("cuarto", "cuartos"), 5: ("quinto", "quintos"),
               6: ("sexto", "sextos"), 7: ("séptimo", "séptimos"), 8: ("octavo", "octavos"), 9: ("noveno", "novenos")},
    halves={"medio": "media"}, per_hundred="cada",
    web={"@": "arroba", ".": "punto", "-": "guion", "_": "guion bajo", "/": "barra", ":": "dos puntos", "?": "interrogación",
         "=": "igual", "&": "y", "%": "por ciento", "#": "almohadilla", "+": "más"},
    phone=re.compile(r"(?<![\w.,])(?:\+\d{1,3} )?(?:[6789]\d{2} \d{3} \d{3}|[6789]\d{2} \d{2} \d{2} \d{2}|9\d \d{3} \d{2} \d{2}|[6789]\d{8})(?!\d)"),
    phone_groups=lambda text: ", ".join(_group(part) for part in re.findall(r"\d+", re.sub(r"(?<!\d)(\d{3})(\d\d)(\d\d)(\d\d)(?!\d)", r"\1 \2 \3 \4", text))),
    labels=LABELS,
    extra=(("abbreviation", r"(?<!\w)ss?\. ?(?=[IVX]{1,6}\b)", "siglo "),),
)  # fmt: skip


def _group(figures: str) -> str:
    zeros = len(figures) - len(figures.lstrip("0"))
    words = ["cero"] * zeros + ([numerals.spanish(int(figures))] if int(figures) else [])
    return " ".join(words)
