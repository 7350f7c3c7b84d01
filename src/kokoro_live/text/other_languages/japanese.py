"""How Japanese says things: numbers become Chinese characters, whose reading with their counter the front end knows."""

import re

from kokoro_live.text.other_languages.han import AMOUNT, NUMBER, SIGN, WEB, digits, japanese, narrow
from kokoro_live.text.rules import Rule, one_of, rule

ZERO = "ゼロ"
SIGNS = {"-": "マイナス", "−": "マイナス", "+": "プラス", "±": "プラスマイナス"}
CURRENCIES = {
    "¥": "円",
    "￥": "円",
    "$": "ドル",
    "US$": "ドル",
    "＄": "ドル",
    "€": "ユーロ",
    "£": "ポンド",
    "JPY": "円",
    "USD": "ドル",
    "EUR": "ユーロ",
}
CENTS = {"$": "セント", "US$": "セント", "＄": "セント", "€": "セント"}
SCALE = "百万|千万|万|億|兆|千"
UNITS = {
    "km": "キロメートル", "m": "メートル", "cm": "センチメートル", "mm": "ミリメートル", "μm": "マイクロメートル", "nm": "ナノメートル", "kg": "キログラム", "g": "グラム", "mg": "ミリグラム",
    "t": "トン", "l": "リットル", "L": "リットル", "ml": "ミリリットル", "mL": "ミリリットル", "ℓ": "リットル", "dl": "デシリットル", "cc": "シーシー", "h": "時間", "min": "分", "s": "秒", "ms": "ミリ秒",
    "m²": "平方メートル", "m2": "平方メートル", "㎡": "平方メートル", "km²": "平方キロメートル", "km2": "平方キロメートル", "㎢": "平方キロメートル", "cm²": "平方センチメートル", "m³": "立方メートル",
    "m3": "立方メートル", "㎥": "立方メートル", "cm³": "立方センチメートル", "ha": "ヘクタール", "°C": "度", "℃": "度", "°F": "度", "°": "度", "kWh": "キロワット時", "kW": "キロワット", "W": "ワット", "MW": "メガワット",
    "V": "ボルト", "A": "アンペア", "Hz": "ヘルツ", "kHz": "キロヘルツ", "MHz": "メガヘルツ", "GHz": "ギガヘルツ", "KB": "キロバイト", "kB": "キロバイト", "MB": "メガバイト", "GB": "ギガバイト", "TB": "テラバイト",
    "Mbps": "メガビーピーエス", "kcal": "キロカロリー", "cal": "カロリー", "hPa": "ヘクトパスカル", "dB": "デシベル", "mAh": "ミリアンペアアワー", "px": "ピクセル", "pt": "ポイント", "rpm": "アールピーエム",
    "㎞": "キロメートル", "㎏": "キログラム", "㎝": "センチメートル", "㎜": "ミリメートル", "㎎": "ミリグラム", "㏄": "シーシー", "kbps": "キロビーピーエス", "Gbps": "ギガビーピーエス", "ppm": "ピーピーエム",
}  # fmt: skip
SPEEDS = {"h": "時速", "時": "時速", "s": "秒速", "秒": "秒速", "min": "分速", "分": "分速"}
LETTERS = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", (
    "エー ビー シー ディー イー エフ ジー エイチ アイ ジェー ケー エル エム エヌ オー ピー キュー アール エス ティー ユー ブイ ダブリュー エックス ワイ ゼット"
).split(), strict=True))  # fmt: skip
AS_WORDS = {"NASA": "ナサ", "NATO": "ナトー", "UNESCO": "ユネスコ", "UNICEF": "ユニセフ", "JAXA": "ジャクサ", "TOEIC": "トーイック", "TOEFL": "トーフル", "OPEC": "オペック", "AIDS": "エイズ", "JICA": "ジャイカ",
            "JAF": "ジャフ", "APEC": "エイペック", "ASEAN": "アセアン", "FIFA": "フィファ", "SIM": "シム", "PIN": "ピン", "LINE": "ライン", "OK": "オーケー", "JR": "ジェーアール", "SUICA": "スイカ"}  # fmt: skip
WEB_WORDS = {
    "@": "アットマーク", ".": "ドット", "-": "ハイフン", "_": "アンダーバー", "/": "スラッシュ", "com": "コム", "net": "ネット", "org": "オーグ", "co": "シーオー", "jp": "ジェーピー", "www": "ダブリューダブリューダブリュー",
    "info": "インフォ", "gmail": "ジーメール", "mail": "メール", "example": "エグザンプル", "yahoo": "ヤフー", "google": "グーグル", "ac": "エーシー", "go": "ジーオー", "or": "オーアール", "ne": "エヌイー", "test": "テスト", "support": "サポート",
}  # fmt: skip
SYMBOLS = {"&": "アンド", "＆": "アンド", "+": "プラス", "=": "イコール", "×": "かける", "÷": "わる", "%": "パーセント", "±": "プラスマイナス", "≥": "以上", "≤": "以下", "≧": "以上", "≦": "以下", "<": "小なり", ">": "大なり",
           "@": "アットマーク", "°": "度", "§": "セクション", "≒": "ニアリーイコール", "℃": "度", "〒": "郵便番号"}  # fmt: skip
FRACTIONS = {"½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4)}
WEEKDAYS = "月火水木金土日"
DAY_PARTS = {"a": "午前", "p": "午後"}
Match = re.Match[str]


def _decimal(text: str) -> str:
    whole, point, rest = text.replace(",", "").partition(".")
    words = digits(whole, ZERO) if len(whole) > 1 and whole[0] == "0" else japanese(int(whole))
    return f"{words}点{digits(rest, ZERO)}" if point else words


def _number(match: Match) -> str:
    return SIGNS.get((match["sign"] or "").strip(), "") + _decimal(match["amount"])


def _plain(match: Match, language: str) -> str:
    return _number(match)


def _date(match: Match, language: str) -> str | None:
    month, day = int(match["month"]), int(match["day"])
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    year = f"{japanese(int(match['year']))}年" if match["year"] else ""
    return f"{year}{japanese(month)}月{japanese(day)}日"


def _weekday(match: Match, language: str) -> str:
    return f"、{match['day']}曜日" + ("、祝日" if match["feast"] else "")


def _time(match: Match, language: str) -> str:
    hour, minute = int(match["hour"]), int(match["minute"])
    half = DAY_PARTS.get((match["half"] or "").lower()[:1], "")
    words = f"{half}{japanese(hour)}時"
    if minute:
        words += _minutes(minute)
    return words + (f"{japanese(int(match['second']))}秒" if match["second"] else "")


def _minutes(minute: int) -> str:
    """Ten minutes in kana: 十分 is "enough", too."""
    return "ジュップン" if minute == 10 else f"{japanese(minute)}分"


def _money(match: Match, language: str) -> str:
    name, amount = CURRENCIES[match["currency"]], match["amount"]
    if match["magnitude"]:
        return f"{_number(match)}{match['magnitude']}{name}"
    whole, _, rest = amount.partition(".")
    if len(rest) != 2 or match["currency"] not in CENTS:
        return _number(match) + name
    words = f"{SIGNS.get((match['sign'] or '').strip(), '')}{_decimal(whole)}{name}"
    return f"{words}{japanese(int(rest))}{CENTS[match['currency']]}" if int(rest) else words


def _percent(match: Match, language: str) -> str:
    return f"{_number(match)}パーセント"


def _unit(match: Match, language: str) -> str:
    unit, per = match["unit"], match["per"]
    if per in SPEEDS and unit in ("km", "m", "㎞"):
        return f"{SPEEDS[per]}{_number(match)}{UNITS[unit]}"
    return f"{_number(match)}{UNITS[unit]}" + (f"毎{UNITS.get(per, per)}" if per else "")


def _fraction(match: Match, language: str) -> str | None:
    above, below = FRACTIONS.get(match["vulgar"] or "") or (int(match["above"]), int(match["below"]))
    if not below:
        return None
    whole = f"{japanese(int(match['whole']))}と" if match["whole"] else ""
    return f"{whole}{japanese(below)}分の{japanese(above)}"


def _phone(match: Match, language: str) -> str:
    return "、".join(digits(part, ZERO) for part in re.findall(r"\d+", match.group()))


def _place(match: Match, language: str) -> str:
    return "の".join(japanese(int(part)) for part in match.group().split("-"))


def _post_code(match: Match, language: str) -> str:
    return "郵便番号" + "の".join(digits(part, ZERO) for part in re.findall(r"\d+", match.group()))


def _address(match: Match, language: str) -> str:
    parts = re.findall(r"\d+|[A-Za-z]+|[^\w\s]|_", re.sub(r"^https?://", "", match.group()))
    return "".join(
        WEB_WORDS.get(part.lower(), digits(part, ZERO) if part.isdecimal() else f" {part} ") for part in parts
    )


def _initialism(match: Match, language: str) -> str:
    word = match.group().replace(".", "")
    return AS_WORDS.get(word) or "".join(LETTERS[char] for char in word)


def _version(match: Match, language: str) -> str:
    return "点".join(japanese(int(part)) for part in match.group().split("."))


_UNITS, _CURRENCIES = one_of(UNITS), one_of(CURRENCIES)
_SCALE = rf"(?P<magnitude>{SCALE})?"
_VULGAR = "".join(FRACTIONS)
RULES: tuple[Rule, ...] = (
    rule("width", r"[０-９][０-９．，：／－％]*|(?<=[0-9])[％：／]|[＋＝－](?=[0-9０-９])", narrow),
    rule("web", WEB, _address),
    rule("code", r"〒\s?\d{3}-\d{4}", _post_code),
    rule("phone", r"(?<![A-Za-z\d.,])(?:\+81[ -]?)?\(?0\d{1,4}\)?[- ]\d{1,4}[- ]\d{3,4}(?!\d)|(?<![\d.,])0[5-9]0\d{8}(?!\d)|(?<!\d)0120\d{6}(?!\d)", _phone),
    rule("date", r"(?<![\d/.-])(?P<year>\d{4})([-/.])(?P<month>\d{1,2})\2(?P<day>\d{1,2})(?![\d/.-])", _date),
    rule("date", r"(?<![\d/.])(?P<year>)(?P<month>1[0-2]|0?[1-9])/(?P<day>3[01]|[12]\d|0?[1-9])(?=[(（](?:月|火|水|木|金|土|日|祝)|に|は|まで|から|〜|の(?!量|確率|人)|です|ごろ|頃|発|開|、|締)(?![\d/])", _date),
    rule("date", rf"(?<=日)\s?[(（](?P<day>[{WEEKDAYS}])(?:曜日?)?(?P<feast>[・･]?祝)?[)）]", _weekday),
    rule("time", r"(?<![\d:.,])(?P<hour>[01]?\d|2[0-9]):(?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d))?(?![\d:])(?:\s?(?P<half>[AaPp]\.?[Mm](?![A-Za-z])\.?))?", _time),
    rule("place", r"(?<![\d-])\d{1,3}-\d{1,3}-\d{1,4}(?![\d-])", _place),
    rule("version", r"(?<![A-Za-z\d.,])\d{1,3}(?:\.\d{1,3}){2,3}(?![A-Za-z\d,]|\.\d)", _version),
    rule("symbol", r"(?<=\d)\s?[-−]\s?(?=\d+\s?=)", "ひく"),
    rule("score", r"(?<=\d)\s?[-–:対]\s?(?=\d{1,3}(?:の|で)?\D{0,6}(?:勝|敗|負|破|リード|逆転|引き分け|下し|制))", "対"),
    rule("score", r"(?<=\d):(?=\d(?!\d))", "対"),
    rule("range", r"(?<=[\d%％℃円人時分秒日月年個歳才度台枚本mg回])\s?[〜～~–—]\s?(?=[¥￥$]?\d)|(?<=[\d%℃時分日月年])\s?-\s?(?=\d)", "から"),
    rule("range", r"(?<=[\d%％℃円人時分秒日月年個歳才度台枚本回])[〜～]", "から"),
    rule("money", rf"{SIGN}(?P<currency>{_CURRENCIES})\s?(?P<amount>{NUMBER}){_SCALE}(?:円|ドル)?", _money),
    rule("money", rf"{AMOUNT}{_SCALE}\s?(?P<currency>{_CURRENCIES})(?![A-Za-z])", _money),
    rule("percent", rf"{AMOUNT}\s?%", _percent),
    rule("fraction", r"(?<![\d/.,])(?:(?P<whole>\d{1,3})[\sと])?(?P<above>\d{1,2})/(?P<below>\d{1,3})(?P<vulgar>)(?![\d/]|[.,]\d)", _fraction),
    rule("fraction", rf"(?:(?<![\d/.,])(?P<whole>\d{{1,3}})\s?)?(?P<vulgar>[{_VULGAR}])(?P<above>)(?P<below>)", _fraction),
    rule("unit", rf"{AMOUNT}\s?(?P<unit>{_UNITS})(?![A-Za-z²³\d])(?:/(?P<per>{_UNITS}|[時分秒日人])(?![A-Za-z]))?", _unit),
    rule("abbreviation", r"(?<![A-Za-z])[Nn][Oo]\.?\s?(?=\d)|№\s?(?=\d)", "ナンバー"),
    rule("abbreviation", r"(?<![A-Za-z])Vol\.?\s?(?=\d)", "ボリューム"),
    rule("symbol", r"(?<=\d)\s?[x×*]\s?(?=\d)", "かける"),
    rule("symbol", r"(?<=\d)\s?[+＋]\s?(?=\d)", "たす"),
    rule("minutes", r"(?<![\d.,])(?<![.,]\d)10分(?!の\d|の一)", "ジュップン"),
    rule("number", AMOUNT, _plain),
    rule("initialism", r"Wi-?Fi(?![A-Za-z])", "ワイファイ"),
    rule("initialism", r"(?<=[一二三四五六七八九十])[A-Z]{1,3}(?![A-Za-z])", _initialism),
    rule("initialism", r"(?<![A-Za-z.])(?:[A-Z]{2,6}|(?:[A-Z]\.){2,5})(?![A-Za-z])", _initialism),
    rule("symbol", one_of(SYMBOLS), lambda m, _: SYMBOLS[m.group()]),
)  # fmt: skip
