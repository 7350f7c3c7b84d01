"""English as it is read aloud: what is written in figures, signs and short forms becomes words."""

from kokoro_live.text.english import (
    citations,
    codes,
    dates,
    dimensions,
    figures,
    foreign_figures,
    games,
    latex,
    maths,
    measures,
    money,
    names,
    signs,
    times,
    web,
    years,
)
from kokoro_live.text.english.short_forms import SLANG
from kokoro_live.text.rules import needing, one_of

RULES = (
    *needing(r"\$|\\", latex.RULES),
    *needing(r"[^\x00-\x7f`]|`|[:;=8<^$]|[xX]D", signs.BEFORE),
    *needing(r"[#*]", codes.KEYS),
    *needing(r"\d|Rev\.", codes.RULES),
    *needing(r"[@#/\\_()+]|\w\.\w|[a-z][A-Z]|\.\w|[\s(]--?[A-Za-z]", web.RULES),
    *needing(r"\d", foreign_figures.RULES),
    *needing(r"\d|§|\bv", citations.RULES),
    *needing(r"\d|[♯♭♮#]|O-O|0-0|\b[A-G]b\b", games.RULES),
    *needing(r"[\d(|=\u2212\u2070-\u209f\u2100-\u22ff]", maths.RULES),
    *needing(rf"[\d/&+#('₀-₉]|\.\s?\S|\b[A-Z]{{1,3}}\b|\b(?:{one_of(filter(str.isalpha, SLANG))})\b", names.BEFORE),
    *needing(r"\d|0x|#|\b[A-F][-−]", figures.BEFORE),
    *needing(r"\d|\.\s?\S|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|[MQ])|\.$", (*dates.RULES, *times.RULES, *years.RULES)),
    *needing(r"\d", money.RULES),
    *needing(
        r"[\d½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞⅐⅑⅒]|/|\b(?:yr|mo|wk|hr|min|sec|lb|oz|gal|mi|qt)\b", (*dimensions.RULES, *measures.RULES)
    ),
    *names.RULES,
    *needing(r"[^\w\s,.;:!?'()-]|[¹²³⁰⁴-⁹]", signs.AROUND),
    *needing(r"\d|\^|\*\*", figures.AFTER),
    *needing(r"[^\w\s,.;:!?'()-]|  | [,.;:!?]|_|[Α-ωµ₀-₉]", signs.AFTER),
)
