"""How Hindi says things: its own rules, in figures of both scripts."""

import re

from kokoro_live.text.other_languages.hindi_numbers import SPELLINGS, cardinal, decimal, digits, ordinal, year
from kokoro_live.text.rules import Rule, one_of, rule

NUMBER = r"(?<!\d)(?<!\d[.,])(?:\d{1,3}(?:,\d{2,3})+|\d++)(?:\.\d++)?+(?![.,]?\d)"
SIGN = r"(?P<sign>(?<![\w)%°])[-−+±]\s?)?"
AMOUNT = rf"{SIGN}(?P<amount>{NUMBER})"
SIGNS = {"-": "माइनस ", "−": "माइनस ", "+": "प्लस ", "±": "प्लस माइनस "}
MONTHS = "जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर".split()
CURRENCIES = {
    "₹": ("रुपया", "रुपये", "पैसे"), "रु.": ("रुपया", "रुपये", "पैसे"), "रु॰": ("रुपया", "रुपये", "पैसे"), "रु": ("रुपया", "रुपये", "पैसे"),
    "Rs.": ("रुपया", "रुपये", "पैसे"), "Rs": ("रुपया", "रुपये", "पैसे"), "INR": ("रुपया", "रुपये", "पैसे"), "$": ("डॉलर", "डॉलर", "सेंट"), "US$": ("अमेरिकी डॉलर", "अमेरिकी डॉलर", "सेंट"),
    "€": ("यूरो", "यूरो", "सेंट"), "£": ("पाउंड", "पाउंड", "पेंस"), "¥": ("येन", "येन", ""),
}  # fmt: skip
MAGNITUDES = "हज़ार|हजार|लाख करोड़|लाख|करोड़|अरब|खरब|मिलियन|बिलियन"
UNITS = {
    "km": "किलोमीटर", "m": "मीटर", "cm": "सेंटीमीटर", "mm": "मिलीमीटर", "kg": "किलोग्राम", "g": "ग्राम", "mg": "मिलीग्राम", "l": "लीटर", "L": "लीटर", "ml": "मिलीलीटर",
    "mL": "मिलीलीटर", "h": "घंटे", "min": "मिनट", "s": "सेकंड", "°C": "डिग्री सेल्सियस", "℃": "डिग्री सेल्सियस", "°से.": "डिग्री सेल्सियस", "°से": "डिग्री सेल्सियस", "°F": "डिग्री फ़ारेनहाइट",
    "°": "डिग्री", "GB": "जीबी", "MB": "एमबी", "TB": "टीबी", "KB": "केबी", "kWh": "किलोवाट घंटा", "kW": "किलोवाट", "W": "वाट", "MW": "मेगावाट", "V": "वोल्ट", "Hz": "हर्ट्ज़",
    "GHz": "गीगाहर्ट्ज़", "MHz": "मेगाहर्ट्ज़", "m²": "वर्ग मीटर", "m2": "वर्ग मीटर", "km²": "वर्ग किलोमीटर", "m³": "घन मीटर", "cm³": "घन सेंटीमीटर", "ha": "हेक्टेयर", "t": "टन",
    "कि.मी.": "किलोमीटर", "किमी": "किलोमीटर", "कि.मी": "किलोमीटर", "किमी.": "किलोमीटर", "मी.": "मीटर", "से.मी.": "सेंटीमीटर", "सेमी": "सेंटीमीटर", "मिमी": "मिलीमीटर",
    "मि.मी.": "मिलीमीटर", "कि.ग्रा.": "किलोग्राम", "किग्रा": "किलोग्राम", "किग्रा.": "किलोग्राम", "ग्रा.": "ग्राम", "मिग्रा": "मिलीग्राम", "मि.ग्रा.": "मिलीग्राम", "ली.": "लीटर", "मि.ली.": "मिलीलीटर", "मिली": "मिलीलीटर",
    "वर्ग किमी": "वर्ग किलोमीटर", "वर्ग मी.": "वर्ग मीटर", "kmph": "किलोमीटर प्रति घंटा", "rpm": "आरपीएम", "dB": "डेसिबल", "mph": "मील प्रति घंटा", "ft": "फ़ुट", "kcal": "किलोकैलोरी", "mAh": "एमएएच", "Mbps": "एमबीपीएस",
}  # fmt: skip
PER = UNITS | {"h": "घंटा", "hr": "घंटा", "घं.": "घंटा", "घंटा": "घंटा", "s": "सेकंड", "से.": "सेकंड"}
ABBREVIATIONS = {
    "डॉ.": "डॉक्टर", "डॉ॰": "डॉक्टर", "डॉ०": "डॉक्टर", "डा.": "डॉक्टर", "प्रो.": "प्रोफ़ेसर", "श्री.": "श्री", "पं.": "पंडित", "सं.": "संख्या", "पृ.": "पृष्ठ", "ई.पू.": "ईसा पूर्व", "ई. पू.": "ईसा पूर्व",
    "कि.मी.": "किलोमीटर", "किमी": "किलोमीटर", "कि.ग्रा.": "किलोग्राम", "किग्रा": "किलोग्राम", "मो.": "मोबाइल", "दू.": "दूरभाष", "फ़ो.": "फ़ोन", "नं.": "नंबर", "क्र.": "क्रमांक",
    "इंजी.": "इंजीनियर", "एड.": "एडवोकेट", "कु.": "कुमारी", "स्व.": "स्वर्गीय", "रु.": "रुपये", "उ.प्र.": "उत्तर प्रदेश", "म.प्र.": "मध्य प्रदेश", "वि.सं.": "विक्रम संवत", "उदा.": "उदाहरण", "लि.": "लिमिटेड", "प्रा. लि.": "प्राइवेट लिमिटेड", "प्रा.": "प्राइवेट",
    "No.": "नंबर",
}  # fmt: skip
SYMBOLS = {
    "&": "और", "+": "प्लस", "=": "बराबर", "×": "गुणा", "÷": "भाग", "%": "प्रतिशत", "≥": "से अधिक या बराबर", "≤": "से कम या बराबर", "±": "प्लस माइनस", "<": "से कम", ">": "से अधिक",
    "§": "धारा", "@": "एट", "#": "हैश", "°": "डिग्री", "₹": "रुपये", "≈": "लगभग",
}  # fmt: skip
LETTERS = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", (
    "ए बी सी डी ई एफ़ जी एच आई जे के एल एम एन ओ पी क्यू आर एस टी यू वी डब्ल्यू एक्स वाई ज़ेड"
).split(), strict=True))  # fmt: skip
AS_WORDS = frozenset("NASA UNESCO UNICEF NATO ISRO AIDS COVID OPEC SIM PIN RAM".split())
WEB = {
    "@": "एट", ".": "डॉट", "-": "हाइफ़न", "_": "अंडरस्कोर", "/": "स्लैश", "com": "कॉम", "in": "इन", "org": "ओआरजी", "net": "नेट", "gov": "गव", "co": "को", "www": "डब्ल्यू डब्ल्यू डब्ल्यू",
    "gmail": "जीमेल", "yahoo": "याहू", "google": "गूगल", "info": "इन्फ़ो", "example": "एग्ज़ाम्पल", "mail": "मेल", "edu": "एजू", "nic": "एनआईसी", "hotmail": "हॉटमेल", "outlook": "आउटलुक",
}  # fmt: skip
PARTS = {2: ("आधा", "आधे"), 3: ("तिहाई", "तिहाई"), 4: ("चौथाई", "चौथाई"), 5: ("पाँचवाँ हिस्सा", "पाँचवें हिस्से")}
VULGAR = {"½": (1, 2), "¼": (1, 4), "¾": (3, 4), "⅓": (1, 3), "⅔": (2, 3)}
HALF_PAST, QUARTER_PAST, QUARTER_TO = 30, 15, 45
Match = re.Match[str]


def _number(match: Match) -> str:
    return SIGNS.get((match["sign"] or "").strip(), "") + decimal(match["amount"])


def _money(match: Match, language: str) -> str:
    one, many, small = CURRENCIES[match["currency"]]
    amount = match["amount"]
    if match["magnitude"]:
        return f"{_number(match)} {match['magnitude']} {many}"
    whole, _, rest = amount.partition(".")
    sign = SIGNS.get((match["sign"] or "").strip(), "")
    name = one if int(whole.replace(",", "")) == 1 else many
    words = f"{sign}{decimal(whole)} {name}"
    if len(rest) == 2 and small:
        return f"{words} {cardinal(int(rest))} {small}" if int(rest) else words
    return f"{_number(match)} {many}" if rest else words


def _percent(match: Match, language: str) -> str:
    return f"{_number(match)} प्रतिशत"


def _unit(match: Match, language: str) -> str:
    per = f" प्रति {PER.get(match['per'], match['per'])}" if match["per"] else ""
    return f"{_number(match)} {UNITS[match['unit']]}{per}"


def _date(match: Match, language: str) -> str | None:
    day, month = int(match["day"]), int(match["month"])
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    written = int(match["year"])
    full = written if len(match["year"]) == 4 else written + (2000 if written < 50 else 1900)
    return f"{cardinal(day)} {MONTHS[month - 1]} {year(full)}"


def _time(match: Match, language: str) -> str:
    hour, minute = int(match["hour"]), int(match["minute"] or 0)
    before = {"a": "सुबह ", "p": "दोपहर " if hour in (12, 1, 2, 3) else "शाम " if hour < 8 else "रात "}.get(
        (match["half"] or "").lower()[:1], ""
    )
    return before + _clock(hour, minute, bool(match["oclock"] or match["half"]))


def _clock(hour: int, minute: int, oclock: bool) -> str:
    """Half past five is साढ़े पाँच बजे; half past one and two have words of their own."""
    if not minute:
        return f"{cardinal(hour)} बजे"
    if oclock and hour <= 12:
        if minute == HALF_PAST:
            return {1: "डेढ़", 2: "ढाई"}.get(hour, f"साढ़े {cardinal(hour)}") + " बजे"
        if minute == QUARTER_PAST:
            return f"सवा {cardinal(hour)} बजे"
        if minute == QUARTER_TO:
            return f"पौने {cardinal(hour % 12 + 1)} बजे"
    return f"{cardinal(hour)} बजकर {cardinal(minute)} मिनट"


def _ordinal(match: Match, language: str) -> str | None:
    return ordinal(int(match["number"]), match["end"]) if int(match["number"]) else None


def _fraction(match: Match, language: str) -> str | None:
    above, below = VULGAR.get(match["vulgar"] or "") or (int(match["above"]), int(match["below"]))
    whole = int(match["whole"]) if match["whole"] else 0
    if whole:
        return _mixed(whole, above, below)
    if (above, below) == (1, 2):
        return "आधा"
    if below not in PARTS or not above:
        return f"{cardinal(above)} बटा {cardinal(below)}" if below > 1 else None
    return f"{cardinal(above)} {PARTS[below][above > 1]}"


def _mixed(whole: int, above: int, below: int) -> str:
    if (above, below) == (1, 2):
        return {1: "डेढ़", 2: "ढाई"}.get(whole, f"साढ़े {cardinal(whole)}")
    if (above, below) == (1, 4):
        return "सवा" if whole == 1 else f"सवा {cardinal(whole)}"
    if (above, below) == (3, 4):
        return f"पौने {cardinal(whole + 1)}"
    return f"{cardinal(whole)} सही {cardinal(above)} बटा {cardinal(below)}"


def _phone(match: Match, language: str) -> str:
    plus = "प्लस " if match.group().startswith("+") else ""
    return plus + ", ".join(digits(part) for part in re.findall(r"\d+", match.group()))


def _year(match: Match, language: str) -> str:
    return year(int(match["year"]))


def _initialism(match: Match, language: str) -> str | None:
    word = match.group().replace(".", "")
    return None if word in AS_WORDS else _spelled(word)


def _spelled(letters: str) -> str:
    return "".join(LETTERS[char] for char in letters)


def _address(match: Match, language: str) -> str:
    parts = re.findall(r"\d+|[^\W\d_]+|[^\w\s]|_", re.sub(r"^https?://", "", match.group()))
    return " ".join(WEB.get(part.lower(), digits(part) if part.isdecimal() else part) for part in parts)


def _code(match: Match, language: str) -> str:
    return digits(match.group())


def _letters(match: Match, language: str) -> str:
    """5G, 64MP, A4, NH-44: letters next to figures."""
    return f" {_spelled(match['letters'])} "


def _version(match: Match, language: str) -> str:
    return " पॉइंट ".join(cardinal(int(part)) for part in match.group().split("."))


_UNITS, _CURRENCIES = one_of(UNITS), one_of(CURRENCIES)
_SCALE = rf"(?:\s?(?P<magnitude>{MAGNITUDES})(?!\w))?"
_WORD = "\u0900-\u097f\\w"  # \w leaves vowel signs out
_WEB = r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}|(?<![\w@.])(?:https?://)?(?:www\.)?[A-Za-z\d-]{1,63}(?:\.[A-Za-z\d-]{1,63}){0,3}\.(?:com|net|org|in|info|gov|edu|io)(?![\w@])(?:/[\w%./?=&#-]{0,80}[\w/])?"
RULES: tuple[Rule, ...] = (
    rule("spelling", rf"(?<![{_WORD}])(?:{one_of(SPELLINGS)})(?![{_WORD}])", lambda m, _: SPELLINGS[m.group()]),
    rule("web", _WEB, _address),
    rule("phone", r"(?<![\w.,])(?:\+91[ -]?|0)?[6-9]\d{4}[ -]?\d{5}(?!\d)|(?<![\w.,])0\d{2,4}[- ]\d{6,8}(?!\d)|(?<![\w.,])1800[ -]\d{3}[ -]\d{3,4}(?!\d)", _phone),
    rule("date", r"(?<![\d/.-])(?P<year>\d{4})([-/])(?P<month>\d{1,2})\2(?P<day>\d{1,2})(?![\d/-])", _date),
    rule("date", r"(?<![\d/.-])(?P<day>\d{1,2})([/.-])(?P<month>\d{1,2})\2(?P<year>\d{4}|\d\d)(?![\d/]|\.\d)", _date),
    rule("time", r"(?<![\d:.,])(?P<hour>[01]?\d|2[0-4]|[०-९]{1,2}):(?P<minute>[0-5]\d|[०-५][०-९])(?![\d:])(?:\s?(?P<half>[AaPp]\.?[Mm]\b\.?))?(?P<oclock>\s?बजे)?", _time),
    rule("time", r"(?<![\d:.,])(?P<hour>1[0-2]|[1-9])(?P<minute>)\s?(?P<half>[AaPp]\.?[Mm]\b\.?)(?P<oclock>\s?बजे)?", _time),
    rule("code", r"(?<=कोड )\d{3,8}(?!\d)|(?<=ओटीपी )\d{3,8}(?!\d)", _code),
    rule("version", r"(?<![\w.,])\d{1,3}(?:\.\d{1,3}){2,3}(?![\w,]|\.\d)", _version),
    rule("ordinal", rf"(?<![\w.,])(?P<number>\d{{1,4}})-?(?P<end>वां|वाँ|वा|वीं|वी|वें|वे|ला|ली|ले|रा|री|रे|था|थी|थे|ठा|ठी|ठे)(?![{_WORD}])", _ordinal),
    rule("money", rf"{SIGN}(?P<currency>{_CURRENCIES})\s?(?P<amount>{NUMBER})(?:/-)?{_SCALE}", _money),
    rule("money", rf"{AMOUNT}{_SCALE}\s?(?P<currency>{_CURRENCIES})(?![{_WORD}])", _money),
    rule("percent", rf"{AMOUNT}\s?%", _percent),
    rule("unit", rf"(?:(?<=रुपये)|(?<=डॉलर)|(?<=रुपया)|(?<=यूरो))/(?P<per>{one_of(PER)})(?![{_WORD}])", lambda m, _: f" प्रति {PER[m['per']]}"),
    rule("minus", r"(?<=\d)\s?[-−–]\s?(?=\d+\s?=)", " घटा "),
    rule("range", r"(?<=\d)\s?[–—-]\s?(?=\d+ से)", " "),
    rule("range", r"(?<=[\d%])\s?[–—-]\s?(?=\d)|(?<=°C)\s?[–—-]\s?(?=\d)", " से "),
    rule("unit", rf"{AMOUNT}\s?(?P<unit>{_UNITS})(?![A-Za-z²³{_WORD}])(?:\s?/\s?(?P<per>{one_of(PER)})(?![{_WORD}]))?", _unit),
    rule("abbreviation", rf"(?<![{_WORD}.])(?:{one_of(ABBREVIATIONS)})(?![{_WORD}])", lambda m, _: ABBREVIATIONS[m.group()]),
    rule("fraction", r"(?<![\d/.,])(?:(?P<whole>\d{1,3})\s)?(?P<above>\d{1,2})/(?P<below>\d{1,3})(?P<vulgar>)(?![\d/]|[.,]\d)", _fraction),
    rule("fraction", rf"(?:(?<![\d/.,])(?P<whole>\d{{1,3}})\s?)?(?P<vulgar>[{''.join(VULGAR)}])(?P<above>)(?P<below>)", _fraction),
    rule("symbol", r"(?<=\d)\s?[x×*]\s?(?=\d)", " गुणा "),
    rule("symbol", r"(?<=\d)/(?=\d)", " बटा "),
    rule("year", rf"(?<![\d.,₹$])(?P<year>1[1-9]\d\d|१[१-९][०-९]{{2}})(?= (?:में|से|तक|के|की|का|को|ई|ईस्वी|और|तथा|व)(?![{_WORD}])|[,)।.]|$|-)", _year),
    rule("year", r"(?:(?<=सन् )|(?<=सन )|(?<=वर्ष )|(?<=साल )|(?:(?<=री )|(?<=र्च )|(?<=ैल )|(?<=मई )|(?<=जून )|(?<=ाई )|(?<=स्त )|(?<=बर )))(?P<year>1[1-9]\d\d|१[१-९][०-९]{2})(?!\d|[.,]\d)", _year),
    rule("initialism", r"(?<![A-Za-z])(?P<letters>[A-Z]{1,3})-?(?=\d)", _letters),
    rule("initialism", r"(?<=\d)(?P<letters>[A-Z]{1,3})(?![A-Za-z])", _letters),
    rule("number", AMOUNT, lambda m, _: _number(m)),
    rule("initialism", r"(?<![\w.])(?:[A-Z]{2,6}|(?:[A-Z]\.){2,5})(?!\w)", _initialism),
    rule("symbol", one_of(SYMBOLS), lambda m, _: f" {SYMBOLS[m.group()]} "),
)  # fmt: skip
