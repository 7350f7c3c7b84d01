"""The other languages: dates, times, money, ordinals and units in words. Plain numbers stay in figures here: the front
ends of these languages read them."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

from num2words import num2words

from kokoro_live.text.rules import Rule, one_of, rule

Pair = tuple[str, str]  # one, many


@dataclass(frozen=True)
class Habits:
    """How one language says things."""

    months: tuple[str, ...]
    date: str  # with {day}, {month} and {year}
    first_day: str  # of a month; the others are cardinal
    clock: str  # with {hour} and {minute}
    full_hour: str  # with {hour}
    currencies: dict[str, Pair]
    cents: dict[str, Pair]
    amount: str  # with {whole}, {currency}, {part} and {cents}
    range: str  # between two numbers
    minus: str
    percent: str
    units: dict[str, Pair]
    decimal: str = ","
    ordinals: str = ""  # num2words' name of the language
    ordinal_endings: dict[str, Callable[[str], str]] = field(default_factory=dict)
    symbols: dict[str, str] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)
    magnitudes: dict[str, str] = field(default_factory=dict)
    apart: str = " "  # between a number and what follows it


def _same(word: str) -> str:
    return word


def _ending(old: str, new: str) -> Callable[[str], str]:
    return lambda word: " ".join(part.removesuffix(old) + new if part.endswith(old) else part for part in word.split())


def _romance_units(kilometre: Pair, hour: str, gram: Pair, litre: Pair, second: Pair, minute: Pair, degree: Pair,
                   per: str = "por") -> dict[str, Pair]:  # fmt: skip
    metre = tuple(word[word.index("m") :] for word in kilometre)
    prefixed = {
        "km": kilometre, "m": metre, "cm": tuple("centi" + word for word in metre), "kg": tuple("kilo" + word for word in gram),
        "mm": tuple("mili" + word for word in metre), "g": gram, "mg": tuple("mili" + word for word in gram),
        "l": litre, "L": litre, "ml": tuple("mili" + word for word in litre), "s": second, "min": minute,
        "km/h": tuple(f"{word} {per} {hour}" for word in kilometre), "°": degree,
        "°C": tuple(f"{word} Celsius" for word in degree), "°F": tuple(f"{word} Fahrenheit" for word in degree),
        "GB": ("gigabyte", "gigabytes"), "MB": ("megabyte", "megabytes"), "kB": ("kilobyte", "kilobytes"),
        "TB": ("terabyte", "terabytes"), "GHz": ("gigahercio", "gigahercios"), "kW": ("kilowatt", "kilowatts"),
    }  # fmt: skip
    return {name: (words[0], words[1]) for name, words in prefixed.items()}


SPANISH = Habits(
    months=tuple(
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split()
    ),
    date="{day} de {month} de {year}", first_day="1", clock="{hour} y {minute}", full_hour="{hour} en punto",
    currencies={"$": ("dólar", "dólares"), "€": ("euro", "euros"), "£": ("libra", "libras"), "¥": ("yen", "yenes")},
    cents={"$": ("centavo", "centavos"), "€": ("céntimo", "céntimos"), "£": ("penique", "peniques")},
    amount="{whole} {currency} con {part} {cents}", range="a", minus="menos", percent="por ciento",
    units=_romance_units(("kilómetro", "kilómetros"), "hora", ("gramo", "gramos"), ("litro", "litros"),
                         ("segundo", "segundos"), ("minuto", "minutos"), ("grado", "grados")),
    ordinals="es", ordinal_endings={"º": _same, "ª": _ending("o", "a"), "er": lambda w: re.sub("(primer|tercer)o$", r"\1", w)},
    symbols={"&": "y", "+": "más", "=": "igual a", "×": "por", "≥": "mayor o igual que", "≤": "menor o igual que",
             "@": "arroba", "#": "número", "n.º": "número", "Nº": "número", "nº": "número"},
    titles={"Sr.": "señor", "Sra.": "señora", "Dr.": "doctor", "Dra.": "doctora", "Ud.": "usted", "Uds.": "ustedes",
            "etc.": "etcétera", "p. ej.": "por ejemplo", "pág.": "página", "EE. UU.": "Estados Unidos", "Srta.": "señorita"},
    magnitudes={"M": "millones", "mill.": "millones", "millones": "millones", "mil": "mil"},
)  # fmt: skip
FRENCH = Habits(
    months=tuple("janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split()),
    date="{day} {month} {year}", first_day="premier", clock="{hour} heures {minute}", full_hour="{hour} heures",
    currencies={"$": ("dollar", "dollars"), "€": ("euro", "euros"), "£": ("livre", "livres"), "¥": ("yen", "yens")},
    cents={"$": ("cent", "cents"), "€": ("centime", "centimes"), "£": ("penny", "pence")},
    amount="{whole} {currency} {part}", range="à", minus="moins", percent="pour cent",
    units=_romance_units(("kilomètre", "kilomètres"), "heure", ("gramme", "grammes"), ("litre", "litres"),
                         ("seconde", "secondes"), ("minute", "minutes"), ("degré", "degrés"), per="à l'")
    | {"km/h": ("kilomètre heure", "kilomètres heure"), "h": ("heure", "heures"), "GHz": ("gigahertz", "gigahertz"),
       "mm": ("millimètre", "millimètres"), "mg": ("milligramme", "milligrammes"), "ml": ("millilitre", "millilitres"),
       "Go": ("gigaoctet", "gigaoctets"), "Mo": ("mégaoctet", "mégaoctets")},
    ordinals="fr", ordinal_endings={"er": _same, "ère": lambda w: w.replace("premier", "première"), "e": _same, "ème": _same,
                                    "nd": lambda w: "second", "re": lambda w: w.replace("premier", "première")},
    symbols={"&": "et", "+": "plus", "=": "égale", "×": "fois", "≥": "supérieur ou égal à", "≤": "inférieur ou égal à",
             "@": "arobase", "n°": "numéro", "N°": "numéro", "#": "numéro"},
    titles={"M.": "monsieur", "Mme": "madame", "Mlle": "mademoiselle", "Dr": "docteur", "etc.": "et cetera",
            "p. ex.": "par exemple", "av.": "avenue", "bd": "boulevard", "St-": "saint ", "Ste-": "sainte "},
    magnitudes={"M": "millions", "Md": "milliards", "millions": "millions", "milliards": "milliards"},
)  # fmt: skip
ITALIAN = Habits(
    months=tuple("gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre".split()),
    date="{day} {month} {year}", first_day="primo", clock="{hour} e {minute}", full_hour="{hour} in punto",
    currencies={"$": ("dollaro", "dollari"), "€": ("euro", "euro"), "£": ("sterlina", "sterline"), "¥": ("yen", "yen")},
    cents={"$": ("centesimo", "centesimi"), "€": ("centesimo", "centesimi"), "£": ("penny", "penny")},
    amount="{whole} {currency} e {part} {cents}", range="a", minus="meno", percent="per cento",
    units=_romance_units(("chilometro", "chilometri"), "ora", ("grammo", "grammi"), ("litro", "litri"),
                         ("secondo", "secondi"), ("minuto", "minuti"), ("grado", "gradi"), per="all'")
    | {"km/h": ("chilometro orario", "chilometri orari"), "kg": ("chilogrammo", "chilogrammi"), "mm": ("millimetro", "millimetri"),
       "mg": ("milligrammo", "milligrammi"), "ml": ("millilitro", "millilitri"), "GHz": ("gigahertz", "gigahertz"),
       "GB": ("gigabyte", "gigabyte"), "MB": ("megabyte", "megabyte")},
    ordinals="it", ordinal_endings={"º": _same, "°": _same, "ª": _ending("o", "a")},
    symbols={"&": "e", "+": "più", "=": "uguale", "×": "per", "≥": "maggiore o uguale a", "≤": "minore o uguale a",
             "@": "chiocciola", "n.": "numero", "#": "numero"},
    titles={"Sig.": "signor", "Sig.ra": "signora", "Dott.": "dottor", "Dott.ssa": "dottoressa", "ecc.": "eccetera",
            "Prof.": "professor", "pag.": "pagina", "es.": "esempio"},
    magnitudes={"mln": "milioni di", "milioni": "milioni di", "miliardi": "miliardi di", "mld": "miliardi di"},
)  # fmt: skip
PORTUGUESE = Habits(
    months=tuple("janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro".split()),
    date="{day} de {month} de {year}", first_day="primeiro", clock="{hour} e {minute}", full_hour="{hour} horas",
    currencies={"R$": ("real", "reais"), "US$": ("dólar", "dólares"), "$": ("dólar", "dólares"), "€": ("euro", "euros"),
                "£": ("libra", "libras"), "¥": ("iene", "ienes")},
    cents={"R$": ("centavo", "centavos"), "US$": ("centavo", "centavos"), "$": ("centavo", "centavos"),
           "€": ("cêntimo", "cêntimos"), "£": ("pêni", "pence")},
    amount="{whole} {currency} e {part} {cents}", range="a", minus="menos", percent="por cento",
    units=_romance_units(("quilômetro", "quilômetros"), "hora", ("grama", "gramas"), ("litro", "litros"),
                         ("segundo", "segundos"), ("minuto", "minutos"), ("grau", "graus"))
    | {"kg": ("quilo", "quilos"), "GHz": ("gigahertz", "gigahertz"), "h": ("hora", "horas")},
    ordinals="pt_BR", ordinal_endings={"º": _same, "°": _same, "ª": _ending("o", "a")},
    symbols={"&": "e", "+": "mais", "=": "igual a", "×": "vezes", "≥": "maior ou igual a", "≤": "menor ou igual a",
             "@": "arroba", "nº": "número", "Nº": "número", "#": "número"},
    titles={"Sr.": "senhor", "Sra.": "senhora", "Dr.": "doutor", "Dra.": "doutora", "etc.": "etcétera",
            "p. ex.": "por exemplo", "pág.": "página", "Av.": "avenida"},
    magnitudes={"mi": "milhões de", "milhões": "milhões de", "bi": "bilhões de", "bilhões": "bilhões de", "mil": "mil"},
)  # fmt: skip
HINDI = Habits(
    months=tuple("जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर".split()),
    date="{day} {month} {year}", first_day="1", clock="{hour} बजकर {minute} मिनट", full_hour="{hour} बजे",
    currencies={"₹": ("रुपया", "रुपये"), "$": ("डॉलर", "डॉलर"), "€": ("यूरो", "यूरो"), "£": ("पाउंड", "पाउंड")},
    cents={"₹": ("पैसा", "पैसे"), "$": ("सेंट", "सेंट"), "€": ("सेंट", "सेंट"), "£": ("पेंस", "पेंस")},
    amount="{whole} {currency} {part} {cents}", range="से", minus="माइनस", percent="प्रतिशत",
    units={"km": ("किलोमीटर",) * 2, "m": ("मीटर",) * 2, "cm": ("सेंटीमीटर",) * 2, "kg": ("किलोग्राम",) * 2, "g": ("ग्राम",) * 2,
           "km/h": ("किलोमीटर प्रति घंटा",) * 2, "°C": ("डिग्री सेल्सियस",) * 2, "°": ("डिग्री",) * 2, "l": ("लीटर",) * 2,
           "ml": ("मिलीलीटर",) * 2, "GB": ("गीगाबाइट",) * 2, "MB": ("मेगाबाइट",) * 2, "min": ("मिनट",) * 2},
    decimal=".", symbols={"&": "और", "+": "प्लस", "=": "बराबर"}, titles={"डॉ.": "डॉक्टर", "श्री.": "श्री", "प्रो.": "प्रोफ़ेसर"},
    magnitudes={"करोड़": "करोड़", "लाख": "लाख"},
)  # fmt: skip
JAPANESE = Habits(
    months=tuple(f"{number}月" for number in range(1, 13)),
    date="{year}年{month}{day}日", first_day="1", clock="{hour}時{minute}分", full_hour="{hour}時",
    currencies={"¥": ("円", "円"), "￥": ("円", "円"), "$": ("ドル", "ドル"), "€": ("ユーロ", "ユーロ"), "£": ("ポンド", "ポンド")},
    cents={"$": ("セント", "セント"), "€": ("セント", "セント"), "£": ("ペンス", "ペンス")},
    amount="{whole}{currency}{part}{cents}", range="から", minus="マイナス", percent="パーセント",
    units={"km": ("キロメートル",) * 2, "m": ("メートル",) * 2, "cm": ("センチメートル",) * 2, "mm": ("ミリメートル",) * 2,
           "kg": ("キログラム",) * 2, "g": ("グラム",) * 2, "km/h": ("キロメートル毎時",) * 2, "°C": ("度",) * 2, "℃": ("度",) * 2,
           "GB": ("ギガバイト",) * 2, "MB": ("メガバイト",) * 2, "ml": ("ミリリットル",) * 2, "L": ("リットル",) * 2},
    decimal=".", symbols={"&": "アンド", "+": "プラス", "=": "イコール", "×": "かける"}, apart="",
)  # fmt: skip
CHINESE = Habits(
    months=tuple(f"{number}月" for number in range(1, 13)),
    date="{year}年{month}{day}日", first_day="1", clock="{hour}点{minute}分", full_hour="{hour}点",
    currencies={"¥": ("元", "元"), "￥": ("元", "元"), "$": ("美元", "美元"), "€": ("欧元", "欧元"), "£": ("英镑", "英镑")},
    cents={}, amount="{whole}.{part}{currency}", range="到", minus="负", percent="百分之",
    units={"km": ("公里",) * 2, "m": ("米",) * 2, "cm": ("厘米",) * 2, "mm": ("毫米",) * 2, "kg": ("公斤",) * 2, "g": ("克",) * 2,
           "km/h": ("公里每小时",) * 2, "°C": ("摄氏度",) * 2, "℃": ("摄氏度",) * 2, "GB": ("吉字节",) * 2, "ml": ("毫升",) * 2},
    decimal=".", symbols={"&": "和", "+": "加", "=": "等于", "×": "乘"}, apart="",
)  # fmt: skip
LANGUAGES = {
    **{"es": SPANISH, "fr-fr": FRENCH, "it": ITALIAN, "pt-br": PORTUGUESE, "hi": HINDI},
    **{"ja": JAPANESE, "zh": CHINESE},
}
NUMBER = r"(?<![\d.,])(?:\d{1,3}(?:[.,\u202f\u00a0 ]\d{3})+(?![.,]?\d{1,2}\b(?=\d))|\d++)(?:[.,]\d+)?"


@cache
def rules_of(language: str) -> tuple[Rule, ...]:
    """The rules of a language; none if it has no habits of its own here."""
    habits = LANGUAGES.get(language)
    return tuple(_rules(habits)) if habits else ()


def _rules(habits: Habits) -> list[Rule]:
    currencies = one_of(habits.currencies)
    magnitudes = one_of(habits.magnitudes) or "(?!)"
    units = one_of(habits.units)
    teller = Teller(habits)
    found = [
        rule("date", r"(?<![\d/.-])(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})(?![\d-])", teller.date),
        rule("date", r"(?<![\d/.-])(?P<day>\d{1,2})([/.-])(?P<month>\d{1,2})\2(?P<year>\d{4})(?![\d/])", teller.date),
        rule("date", r"(?<![\d/.-])(?P<year>\d{4})/(?P<month>\d{1,2})/(?P<day>\d{1,2})(?![\d/])", teller.date),
        rule("time", r"(?<![\d:.,])(?P<hour>[01]?\d|2[0-4])(?::|\s?h\s?)(?P<minute>[0-5]\d)(?![\d:])(?:\s?h\b)?", teller.time),
        rule("money", rf"(?P<currency>{currencies})\s?(?P<amount>{NUMBER})(?:\s?(?P<magnitude>{magnitudes})(?!\w))?", teller.money),
        rule("money", rf"(?P<amount>{NUMBER})(?:\s?(?P<magnitude>{magnitudes}))?\s?(?P<currency>{currencies})(?!\w)", teller.money),
        rule("percent", rf"(?P<minus>(?<!\w)[-−])?(?P<amount>{NUMBER})\s?%", teller.percent),
        rule("unit", rf"(?P<minus>(?<!\w)[-−])?(?P<amount>{NUMBER})\s?(?P<unit>{units})(?![A-Za-zÀ-ÿ\d/])", teller.unit),
        rule("range", rf"({NUMBER})\s?[–—]\s?(?=\d)|(?<![\w.,-])(\d{{1,4}})-(?=\d{{1,4}}(?![\w-]))", teller.range),
        rule("minus", r"(?<![\w)])[-−](?=\d)", f"{habits.minus}{habits.apart}"),
    ]  # fmt: skip
    if habits.ordinals:
        endings = one_of(habits.ordinal_endings)
        found.insert(0, rule("ordinal", rf"(?<![\w.,])(\d{{1,3}})\.?({endings})(?!\w)(?!\s?[CF]\b)", teller.ordinal))
    if habits.titles:
        titles = one_of(habits.titles)
        found.insert(0, rule("abbreviation", rf"(?<!\w)(?:{titles})(?!\w)", lambda m, _: habits.titles[m.group()]))
    symbols = one_of(habits.symbols)
    found.append(rule("symbol", rf"(?<![\w])(?:{symbols})|[&+=×≥≤]", lambda m, _: _spaced(habits, m.group())))
    return found


def _spaced(habits: Habits, symbol: str) -> str | None:
    said = habits.symbols.get(symbol)
    return f" {said} " if said else None


@dataclass(frozen=True)
class Teller:
    """Says things in the habits of one language."""

    habits: Habits

    def date(self, match: re.Match[str], language: str) -> str | None:
        """12/05/2024: the day comes first everywhere but in ISO's order."""
        month, day = int(match["month"]), int(match["day"])
        if not (1 <= month <= 12 and 1 <= day <= 31):
            return None
        said = self.habits.first_day if day == 1 else str(day)
        return self.habits.date.format(day=said, month=self.habits.months[month - 1], year=int(match["year"]))

    def time(self, match: re.Match[str], language: str) -> str:
        """15:30."""
        hour, minute = int(match["hour"]), int(match["minute"])
        return (self.habits.clock if minute else self.habits.full_hour).format(hour=hour, minute=minute)

    def money(self, match: re.Match[str], language: str) -> str:
        """€5,50."""
        habits, currency = self.habits, match["currency"]
        one, many = habits.currencies[currency]
        if match["magnitude"]:
            return habits.apart.join((match["amount"], habits.magnitudes[match["magnitude"]], many))
        whole, cents = _parts(match["amount"])
        name = one if whole == "1" else many
        if cents is None or (currency not in habits.cents and habits.cents):
            return f"{match['amount'] if cents else whole}{habits.apart}{name}"
        if int(cents) == 0:
            return f"{whole}{habits.apart}{name}"
        part = habits.cents.get(currency, ("", ""))
        shown = cents if not habits.cents else str(int(cents))
        return habits.amount.format(
            whole=whole, currency=name, part=shown, cents=part[0] if int(cents) == 1 else part[1]
        )

    def percent(self, match: re.Match[str], language: str) -> str:
        """20 %."""
        amount = self._signed(match)
        if self.habits is CHINESE:
            return f"{self.habits.percent}{amount}"
        return f"{amount}{self.habits.apart}{self.habits.percent}"

    def unit(self, match: re.Match[str], language: str) -> str:
        """5 km."""
        one, many = self.habits.units[match["unit"]]
        return f"{self._signed(match)}{self.habits.apart}{one if match['amount'] == '1' else many}"

    def range(self, match: re.Match[str], language: str) -> str:
        """10–12."""
        return f"{match[1] or match[2]}{self.habits.apart}{self.habits.range}{self.habits.apart}"

    def ordinal(self, match: re.Match[str], language: str) -> str | None:
        """1º, 2e, 3ª."""
        words = _ordinal(int(match[1]), self.habits.ordinals)
        return self.habits.ordinal_endings[match[2]](words) if words else None  # there is no zeroth

    def _signed(self, match: re.Match[str]) -> str:
        return f"{self.habits.minus}{self.habits.apart}{match['amount']}" if match["minus"] else match["amount"]


def ordinal_words(number: int, language: str) -> str | None:
    """Third, in this language; None where it has no words of its own for that."""
    habits = LANGUAGES.get(language)
    return _ordinal(number, habits.ordinals) if habits and habits.ordinals else None


@cache
def _ordinal(number: int, language: str) -> str:
    return str(num2words(number, lang=language, to="ordinal"))


def _parts(amount: str) -> tuple[str, str | None]:
    """Whole and hundredths: 1.234,50 and 1,234.50 alike."""
    found = re.fullmatch(r"(.*?)[.,](\d{2})", amount)
    return (found[1], found[2]) if found else (amount, None)
