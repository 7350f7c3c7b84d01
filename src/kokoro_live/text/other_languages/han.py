"""Numbers in Chinese characters, as Japanese and Chinese write them in words."""

import re

DIGITS = "零一二三四五六七八九"
SMALL, LARGE = ("", "十", "百", "千"), ("", "万", "亿", "兆")
LARGEST = 10**16  # from here on figure by figure
NUMBER = r"(?<!\d)(?<!\d[.,])(?:\d{1,3}(?:,\d{3})+(?!\d)|\d++)(?:\.\d++)?+(?![.]?\d)"  # a pattern
SIGN = r"(?P<sign>(?<![A-Za-z\d)%℃°])[-−+±]\s?)?"
AMOUNT = rf"{SIGN}(?P<amount>{NUMBER})"
WEB = (
    r"(?<![A-Za-z\d.+-])[A-Za-z\d_.+-]{1,64}@[A-Za-z\d-]{1,63}(?:\.[A-Za-z\d-]{1,63}){1,4}|(?<![A-Za-z\d@.])(?:https?://)?(?:www\.)?"
    r"[A-Za-z\d-]{1,63}(?:\.[A-Za-z\d-]{1,63}){0,3}\.(?:com|net|org|jp|cn|info|gov|edu|io)(?![A-Za-z\d@])(?:/[A-Za-z\d_%./?=&#-]{0,80}[\w/])?"
)  # fmt: skip
WIDE = str.maketrans("０１２３４５６７８９．，％：／－＋＝", "0123456789.,%:/-+=")


def narrow(match: re.Match[str], language: str) -> str:
    """Figures of full width as usual ones."""
    return match.group().translate(WIDE)


def japanese(number: int) -> str:
    """12000 → 一万二千; nothing stands for a nought in the middle."""
    if number >= LARGEST:
        return digits(str(number))
    groups = [int(group) for group in re.findall(r"\d{4}", str(number).zfill(16))]
    words = ""
    for group, name in zip(groups, reversed(("", "万", "億", "兆")), strict=True):
        if group:
            bare = "".join(
                _japanese_place(int(figure), place)
                for figure, place in zip(f"{group:04}", reversed(SMALL), strict=True)
            )
            words += ("一" if bare == "千" and name else "") + bare + name
    return words or DIGITS[0]


def _japanese_place(figure: int, place: str) -> str:
    if not figure:
        return ""
    return place if figure == 1 and place else DIGITS[figure] + place


def chinese(number: int) -> str:
    """10005 → 一万零五; 2000 → 两千; 15 → 十五."""
    if number >= LARGEST:
        return digits(str(number))
    groups = [int(group) for group in re.findall(r"\d{4}", str(number).zfill(16))]
    words = ""
    for group, name in zip(groups, reversed(LARGE), strict=True):
        if group:
            gap = bool(words) and group < 1000
            words += ("零" if gap else "") + ("两" if group == 2 and name else _chinese_group(group)) + name
    return re.sub("^一十", "十", words) or DIGITS[0]


def _chinese_group(group: int) -> str:
    words, gap = "", False
    for figure, place in zip(f"{group:04}", reversed(SMALL), strict=True):
        if figure == "0":
            gap = bool(words)
            continue
        name = "两" if figure == "2" and place == "千" else DIGITS[int(figure)]
        words += ("零" if gap else "") + name + place
        gap = False
    return words


def digits(text: str, zero: str = "零", one: str = "一") -> str:
    """One by one."""
    names = {"0": zero, "1": one}
    return "".join(names.get(char, DIGITS[int(char)]) for char in text if char.isdecimal())
