"""English as it is read aloud: what is written in figures, signs and short forms becomes words."""

from kokoro_live.text.english import dates, figures, latex, measures, money, names, signs, web
from kokoro_live.text.rules import needing

RULES = (
    *needing(r"\$|\\", latex.RULES),
    *needing(r"[^\x00-\x7f`]|`", signs.BEFORE),
    *needing(r"[@#/\\_()+]|\w\.\w|[a-z][A-Z]|\.\w", web.RULES),
    *needing(r"[\d/&+#.(]|\b[A-Z]{1,3}\b|[YMQ]o|YTD|btw|im|idk|tbh|afaik|aka", names.BEFORE),
    *needing(r"\d|0x|#", figures.BEFORE),
    *needing(r"\d|\.", dates.RULES),
    *needing(r"\d", money.RULES),
    *needing(r"[\d½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞⅐⅑⅒]|/|\b(?:yr|mo|wk|hr|min|sec|lb|oz|gal|mi|qt)\b", measures.RULES),
    *names.RULES,
    *needing(r"[^\w\s,.;:!?'()-]|[¹²³⁰⁴-⁹]", signs.AROUND),
    *needing(r"\d|\^", figures.AFTER),
    *needing(r"[^\w\s,.;:!?'()-]|  | [,.;:!?]|_|[Α-ωµ₀-₉]", signs.AFTER),
)
