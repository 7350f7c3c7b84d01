"""How Chinese says things."""

import re

from kokoro_live.text.other_languages.han import AMOUNT, NUMBER, SIGN, WEB, chinese, digits, narrow
from kokoro_live.text.rules import Rule, one_of, rule

SIGNS = {"-": "负", "−": "负", "+": "正", "±": "正负"}
CURRENCIES = {
    "¥": "元",
    "￥": "元",
    "RMB": "元",
    "CNY": "元",
    "$": "美元",
    "US$": "美元",
    "USD": "美元",
    "€": "欧元",
    "EUR": "欧元",
    "£": "英镑",
    "HK$": "港元",
    "NT$": "新台币",
    "JP¥": "日元",
}
SCALE = "百万|千万|万亿|万|亿|兆|千"
UNITS = {
    "km": "公里", "m": "米", "cm": "厘米", "mm": "毫米", "μm": "微米", "nm": "纳米", "kg": "公斤", "g": "克", "mg": "毫克", "t": "吨", "l": "升", "L": "升", "ml": "毫升", "mL": "毫升", "h": "小时", "min": "分钟", "s": "秒",
    "ms": "毫秒", "m²": "平方米", "m2": "平方米", "㎡": "平方米", "km²": "平方公里", "km2": "平方公里", "cm²": "平方厘米", "m³": "立方米", "m3": "立方米", "cm³": "立方厘米", "ha": "公顷", "°C": "摄氏度", "℃": "摄氏度",
    "°F": "华氏度", "℉": "华氏度", "°": "度", "kWh": "千瓦时", "kW": "千瓦", "kV": "千伏", "MPa": "兆帕", "W": "瓦", "MW": "兆瓦", "V": "伏", "A": "安", "mAh": "毫安时", "Hz": "赫兹", "kHz": "千赫", "MHz": "兆赫", "GHz": "吉赫", "kcal": "千卡", "dB": "分贝", "hPa": "百帕",
}  # fmt: skip
DEGREES = frozenset(("°C", "℃", "°"))
BELOW_ZERO = "零下"
# Of these there are 两; floors, months and days are 二
MEASURES = (
    "个|位|只|条|张|本|次|年(?!级|代|[级0-9])|天|小时|分钟|点(?!\\d)|点(?=\\d{1,2}分)|块|公里|公斤|千克|斤|克|米|岁|周|星期|人|名|家|种|件|台|辆|场|部|层|万|亿|千|百万|元|美元|欧元|国|倍|度|杯|瓶|碗|双|对|把|支|枝|颗|头|匹|座|栋|间|套|份|"
    "句|段|篇|首|口|步|趟|遍|顿|架|艘|棵|朵|片|箱|包|袋|盒|吨|升|毫升|平方|立方|厘米|毫米|秒|刻|半|代人|成|者|轮|届|组|批|项|门|节|道|扇|根|粒|滴|群|队|排|行|列|页|卷|集|幅|枚|株|笔|宗|起|桩|晚|夜|餐|站|所|间|亩|寸|尺|丈|里|英镑|港元"
)  # fmt: skip
WEB_WORDS = {"@": "艾特", ".": "点", "-": "横杠", "_": "下划线", "/": "斜杠"}
SYMBOLS = {
    "&": "和",
    "＆": "和",
    "+": "加",
    "=": "等于",
    "×": "乘",
    "÷": "除以",
    "±": "正负",
    "≥": "大于等于",
    "≤": "小于等于",
    "<": "小于",
    ">": "大于",
    "@": "艾特",
    "≈": "约等于",
    "°": "度",
    "§": "第",
    "℃": "摄氏度",
    "≠": "不等于",
}
FRACTIONS = {"½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4)}
HALVES = {"a": "上午", "p": "下午"}
Match = re.Match[str]


def _decimal(text: str) -> str:
    whole, point, rest = text.replace(",", "").partition(".")
    words = digits(whole) if len(whole) > 1 and whole[0] == "0" else chinese(int(whole))
    return f"{words}点{digits(rest)}" if point else words


def _count(text: str) -> str:
    """Before a measure: two are 两."""
    return "两" if text == "2" else _decimal(text)


def _signed(match: Match) -> str:
    return SIGNS.get((match["sign"] or "").strip(), "")


def _plain(match: Match, language: str) -> str:
    return _signed(match) + _decimal(match["amount"])


def _measured(match: Match, language: str) -> str:
    return _signed(match) + _count(match["amount"])


def _date(match: Match, language: str) -> str | None:
    month, day = int(match["month"]), int(match["day"])
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    return f"{digits(match['year'])}年{chinese(month)}月{chinese(day)}日"


def _year(match: Match, language: str) -> str:
    return digits(match.group())


def _time(match: Match, language: str) -> str:
    hour, minute = int(match["hour"]), int(match["minute"])
    half = HALVES.get((match["half"] or "").lower()[:1], "")
    words = f"{half}{'两' if hour == 2 else chinese(hour)}点"
    second = f"{chinese(int(match['second']))}秒" if match["second"] else ""
    if not minute and not second:
        return words
    return f"{words}{'零' if minute < 10 else ''}{chinese(minute)}分{second}"


def _money(match: Match, language: str) -> str:
    name, amount = CURRENCIES[match["currency"]], match["amount"]
    amount = re.sub(r"\.00$", "", amount)
    return f"{_signed(match)}{_count(amount)}{match['magnitude'] or ''}{name}"


def _percent(match: Match, language: str) -> str:
    name = "百分之" if match["percent"] == "%" else "千分之"
    return f"{name}{_signed(match)}{_decimal(match['amount'])}"


def _unit(match: Match, language: str) -> str:
    unit, per = match["unit"], match["per"]
    below = unit in DEGREES and (match["sign"] or "").strip() in ("-", "−")
    sign = BELOW_ZERO if below else _signed(match)
    number = _decimal(match["amount"]) if unit in DEGREES else _count(match["amount"])
    return f"{sign}{number}{UNITS[unit]}" + (f"每{UNITS.get(per, per)}" if per else "")


def _fraction(match: Match, language: str) -> str | None:
    above, below = FRACTIONS.get(match["vulgar"] or "") or (int(match["above"]), int(match["below"]))
    if not below:
        return None
    whole = f"{chinese(int(match['whole']))}又" if match["whole"] else ""
    return f"{whole}{chinese(below)}分之{chinese(above)}"


def _one_by_one(match: Match, language: str) -> str:
    return "，".join(digits(part, one="幺") for part in re.findall(r"\d+", match.group()))


def _room(match: Match, language: str) -> str:
    return digits(match.group())


def _named_code(match: Match, language: str) -> str:
    return match["name"] + match["link"] + digits(match["figures"])


def _address(match: Match, language: str) -> str:
    parts = re.findall(r"\d+|[A-Za-z]+|[^\w\s]|_", re.sub(r"^https?://", "", match.group()))
    return "".join(WEB_WORDS.get(part, digits(part) if part.isdecimal() else f" {part} ") for part in parts)


def _version(match: Match, language: str) -> str:
    return "点".join(chinese(int(part)) for part in match.group().split("."))


_UNITS, _CURRENCIES = one_of(UNITS), one_of(CURRENCIES)
_SCALE = rf"(?P<magnitude>{SCALE})?"
_CALLED = "拨打|拨|电话|热线|报警|急救|客服|手机|号码|微信|QQ|qq|请打|打"
RULES: tuple[Rule, ...] = (
    rule("width", r"[０-９][０-９．，：／－％]*|(?<=[0-9])[％：／]|[＋＝－](?=[0-9０-９])", narrow),
    rule("web", WEB, _address),
    rule("phone", r"(?<![A-Za-z\d.,])(?:\+86[ -]?)?1[3-9]\d[ -]?\d{4}[ -]?\d{4}(?!\d)|(?<![\d.,-])0\d{2,3}[- ]\d{7,8}(?!\d)|(?<![\d.,-])0\d{2,3}[- ]\d{3,4}[- ]\d{4}(?!\d)|(?<![\d.,-])[48]00[- ]?\d{3}[- ]?\d{4}(?!\d)", _one_by_one),
    rule("phone", rf"(?:(?<={')|(?<='.join(_CALLED.split('|'))}))[:：]?\s?\d{{3,12}}(?![\d,.]|[元块个次万])", _one_by_one),
    rule("phone", r"(?<!\d)(?:110|119|120|122|12306|12345|12315|10086|10010|95588)(?=电话|热线|报警|急救|客服|服务)", _one_by_one),
    rule("date", r"(?<![\d/.-])(?P<year>\d{4})([-/.])(?P<month>\d{1,2})\2(?P<day>\d{1,2})(?![\d/.-])日?", _date),
    rule("year", r"(?<![\d.,])\d{4}(?=\s?年(?!前|后|来|间|历史|的历史|之久)|\s?[-—–~～至到]\s?\d{4}\s?年)", _year),
    rule("year", r"(?<=[-—–~～至到])\d{4}(?=\s?年)", _year),
    rule("year", r"(?<![\d.,])(?:[4-9]\d|0\d)(?=年(?!代|前|后|来|间|的?历史|级)(?:\d|[一-十春夏秋冬初底出毕]|世界|奥运|的))", _year),
    rule("time", r"(?<![\d:.,])(?P<hour>[01]?\d|2[0-4]):(?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d))?(?![\d:])(?:\s?(?P<half>[AaPp]\.?[Mm](?![A-Za-z])\.?))?", _time),
    rule("range", r"(?<=[点分])\s?[-—–~]\s?(?=[零一二三四五六七八九十两])|(?<=[零一二三四五六七八九]年)[-—–](?=[零一二三四五六七八九])|(?<=[零一二三四五六七八九]{4})[-—–](?=[零一二三四五六七八九]{4}年)", "到"),
    rule("code", r"(?P<name>邮编|房间号|验证码|密码|编号|学号|工号|单号|代码|号楼|单元|栋)(?P<link>[是为:：]?\s?)(?P<figures>\d{3,12})(?![\d.,]|元|块|年|个|户|平)", _named_code),
    rule("code", r"(?<=[A-Z]{2})\d{3,4}(?![\dA-Za-z.,])", _room),
    rule("year", r"(?<![\d.,])(?:[0-9]0(?=后)|(?:19|20)\d\d(?=级|届))", _year),
    rule("version", r"(?<![A-Za-tw-z\d.,])\d{1,3}(?:\.\d{1,3}){2,3}(?![A-Za-z\d,]|\.\d)", _version),
    rule("code", r"(?<=[A-Z])\d{2,5}(?=次|航班|号?列车|高铁)|(?<![\d.,])0\d+(?![.,]?\d)", _one_by_one),
    rule("code", r"(?<![\d.,])\d{3,4}(?=室|房|号房|教室|病房|号楼|路公交|路车|次列车|次航班|航班)", _room),
    rule("symbol", r"(?<=\d)\s?[-−]\s?(?=\d+\s?=)", "减"),
    rule("score", r"(?<=\d)\s?[:：比]\s?(?=\d)|(?<=\d)[-–](?=\d{1,3}(?:战?胜|击?败|领先|落后|逆转|取胜|大胜|赢|输|获胜|险胜|战平|收场|告负|完胜))|(?<=[以为成]\d)[-–](?=\d(?!\d))", "比"),
    rule("range", r"(?<=[\d%℃度元岁天年月日号点时分人个米克])\s?[〜～~–—]\s?(?=[¥￥$-]?\d)|(?<=[\d%℃月日年])\s?-\s?(?=\d)", "到"),
    rule("money", rf"{SIGN}(?P<currency>{_CURRENCIES})\s?(?P<amount>{NUMBER}){_SCALE}(?:元)?", _money),
    rule("money", rf"{AMOUNT}{_SCALE}\s?(?P<currency>{_CURRENCIES})(?![A-Za-z])", _money),
    rule("percent", rf"{AMOUNT}\s?(?P<percent>[%‰])", _percent),
    rule("fraction", r"(?<![\d/.,])(?:(?P<whole>\d{1,3})[\s又])?(?P<above>\d{1,2})/(?P<below>\d{1,3})(?P<vulgar>)(?![\d/]|[.,]\d)", _fraction),
    rule("fraction", rf"(?:(?<![\d/.,])(?P<whole>\d{{1,3}})\s?)?(?P<vulgar>[{''.join(FRACTIONS)}])(?P<above>)(?P<below>)", _fraction),
    rule("unit", rf"{AMOUNT}\s?(?P<unit>{_UNITS})(?![A-Za-z²³\d])(?:/(?P<per>{_UNITS}|[时分秒日天人月年])(?![A-Za-z]))?", _unit),
    rule("unit", rf"(?<=元|块|角|人|次)/(?P<per>{_UNITS}|平方米|立方米|平米|公斤|千克|小时|分钟|[斤人天月年次个吨升])(?![A-Za-z])", lambda m, _: f"每{UNITS.get(m['per'], m['per'])}"),
    rule("symbol", r"(?<=\d)\s?[x×*]\s?(?=\d)", "乘"),
    rule("abbreviation", r"(?<![A-Za-z])[Nn][Oo]\.\s?(?=\d)", "第"),
    rule("number", rf"(?<![第.\d])(?<!\d[,.]){SIGN}(?P<amount>2)(?=\s?(?:多|余)?(?:{MEASURES}))", _measured),
    rule("temperature", rf"(?<![A-Za-z\d)])[-−]\s?(?P<sign>)(?P<amount>{NUMBER})(?=\s?(?:度|摄氏度))", lambda m, _: BELOW_ZERO + _decimal(m["amount"])),
    rule("number", AMOUNT, _plain),
    rule("symbol", one_of(SYMBOLS), lambda m, _: SYMBOLS[m.group()]),
)  # fmt: skip
