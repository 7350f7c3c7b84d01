"""How numbers in Chinese characters and their counters are read in Japanese: 三匹 さんびき, 四時 よじ, 二十日 はつか.

The dictionary of the front end reads each character by itself. Here its words are put together again where they are a
number, or one with a counter whose sound changes.
"""

import re
from dataclasses import replace
from typing import Any


def _table(rows: str) -> dict[str, str]:
    """Of "回=かい 個=こ"."""
    return {key: reading for key, _, reading in (row.partition("=") for row in rows.split())}


FIGURES = _table("零=れー 〇=ぜろ 一=いち 二=に 三=さん 四=よん 五=ご 六=ろく 七=なな 八=はち 九=きゅー")
PLACES = _table("十=じゅー 百=ひゃく 千=せん 万=まん 億=おく 兆=ちょー")
JOINED = _table(
    "三百=さんびゃく 六百=ろっぴゃく 八百=はっぴゃく 三千=さんぜん 八千=はっせん 一千=いっせん 一兆=いっちょー "
    "八兆=はっちょー 十兆=じゅっちょー"
)
# Counter → reading, and its reading after さん; by the sounds they begin with
K = _table(
    "回=かい 回目=かいめ 回戦=かいせん 個=こ 個目=こめ ヶ月=かげつ か月=かげつ カ月=かげつ ケ月=かげつ "
    "箇月=かげつ 階=かい/がい 件=けん 軒=けん/げん 巻=かん 課=か 曲=きょく 級=きゅー 機=き カ国=かこく "
    "か国=かこく ヶ国=かこく か所=かしょ カ所=かしょ ヶ所=かしょ 箇所=かしょ 局=きょく 校=こー 基=き キロ=きろ "
    "缶=かん 貫=かん 株=かぶ/かぶ 個月=こげつ 港=こー 期=き 組=くみ/くみ 区=く 行=ぎょー"
)
S = _table(
    "歳=さい 才=さい 冊=さつ 章=しょー 週間=しゅーかん 週=しゅー 世紀=せーき 作=さく 勝=しょー 種類=しゅるい "
    "社=しゃ 席=せき セット=せっと センチ=せんち 周年=しゅーねん 周=しゅー 隻=せき 足=そく/ぞく 首=しゅ 節=せつ "
    "世帯=せたい 着=ちゃく 頭=とー 点=てん 丁目=ちょーめ 通=つー 対=つい 等=とー トン=とん 滴=てき 都市=とし "
    "試合=しあい 選=せん 色=しょく 石=せき 棟=とー 体=たい パーセント=ぱーせんと ポイント=ぽいんと ページ=ぺーじ"
)
H = _table(
    "本=ほん/ぼん 匹=ひき/びき 杯=はい/ばい 泊=はく/ぱく 発=はつ/ぱつ 分=ふん/ぷん 分間=ふんかん/ぷんかん "
    "分前=ふんまえ/ぷんまえ 分後=ふんご/ぷんご 本目=ほんめ/ぼんめ 票=ひょー/びょー 歩=ほ/ぽ 品=ひん/ぴん "
    "編=へん/ぺん 遍=へん/べん 拍=はく/ぱく 班=はん/ぱん 敗=はい/ぱい"
)
COUNTERS = K | S | H
SHORT = _table("一=いっ 六=ろっ 八=はっ 十=じゅっ 百=ひゃっ")
CLOSING = {"K": "一六八十百", "S": "一八十", "H": "一六八十百"}  # after which figures a counter is hardened
HARD = str.maketrans("はひふへほ", "ぱぴぷぺぽ")
# Counters that never change, and the figures that do before them
UNCHANGED = _table(
    "時=じ 時間=じかん 時半=じはん 月=がつ 年=ねん 年間=ねんかん 年生=ねんせー 年前=ねんまえ 年後=ねんご 円=えん "
    "人=にん 日=にち 日間=にちかん 名=めー 度=ど 台=だい 枚=まい 番=ばん 位=い 倍=ばい 秒=びょー 号=ごー 代=だい "
    "条=じょー 名様=めーさま 割=わり 両=りょー 話=わ 問=もん 部=ぶ 分の=ぶんの"
)
BEFORE_HOURS, BEFORE_MONTHS = _table("四=よ 七=しち 九=く"), _table("四=し 七=しち 九=く")
FOUR, PEOPLE = _table("四=よ"), _table("四=よ 七=しち")
FIGURES_BEFORE = {
    **dict.fromkeys(("時", "時間", "時半"), BEFORE_HOURS),
    **dict.fromkeys(("年", "年間", "年生", "年前", "年後", "円"), FOUR),
    **{"月": BEFORE_MONTHS, "人": PEOPLE},
}
DAYS = _table(
    "二=ふつか 三=みっか 四=よっか 五=いつか 六=むいか 七=なのか 八=よーか 九=ここのか 十=とーか "
    "十四=じゅーよっか 二十=はつか 二十四=にじゅーよっか"
)
WHOLE = _table("一人=ひとり 二人=ふたり 二十歳=はたち 二十才=はたち")
CHARACTERS = "".join(FIGURES) + "".join(PLACES)
COUNTED = "|".join(sorted({*COUNTERS, *UNCHANGED}, key=len, reverse=True))
# 十分 alone is "enough"; 一通り, 一足先, 八百屋 and names are words
NUMBER = re.compile(
    rf"(?<!第)(?P<number>[{CHARACTERS}]+)(?P<counter>{COUNTED})?(?![屋嵐路葉])|第(?P<nth>[{CHARACTERS}]+)(?P<nth_counter>{COUNTED})?"
)
WORDS = re.compile(
    r"(?<![時二三四五六七八九百千万])十分(?!間|前|後|の一|ほど)|一時(?!間|[一-九十半])|一(?:通り|足先|行|体|部|番|般|方|度に|緒|組|色|点張|等|期|日中)"
    r"|千葉|万一|二人三脚|四季"
)
SMALL_KANA = "ゃゅょぁぃぅぇぉ"
LONG_O = re.compile("(?<=[おこそとのほもよろごぞどぼぽゅょ])う")
LONG_E = re.compile("(?<=[えけせてねへめれげぜでべぺ])い")
# Numbers that are already written in kana: the words of the dictionary cut them anywhere
KANA_FIGURES = (
    "れい|ぜろ|いち|いっ|に|さん|よん|よ|ご|ろく|ろっ|なな|しち|はち|はっ|きゅう|く|じゅう|じゅっ|ひゃく|びゃく|ぴゃく|"
    "ひゃっ|びゃっ|ぴゃっ|せん|ぜん|まん|おく|ちょう"
)
KANA_PLACES = "じゅう|じゅっ|ひゃく|びゃく|ぴゃく|ひゃっ|びゃっ|せん|ぜん|まん|おく"


def with_numbers(words: list[Any]) -> list[Any]:
    """The words of the front end, numbers among them read as such."""
    words = _with_small_kana(words)
    text = "".join(word.surface for word in words)
    kept = [match.span() for match in WORDS.finditer(text)]
    for match in reversed(list(KANA_NUMBER.finditer(text))):
        words = _replaced(words, match.start(), match.end(), LONG_E.sub("ー", LONG_O.sub("ー", match.group())))
    for match in reversed(list(NUMBER.finditer(text))):
        reading = None if any(a < match.end() and match.start() < b for a, b in kept) else _reading(match)
        if reading is not None:
            words = _replaced(words, match.start(), match.end(), reading)
    return words


def _with_small_kana(words: list[Any]) -> list[Any]:
    """The dictionary splits び|ゃ, which is one syllable."""
    joined: list[Any] = []
    for word in words:
        if joined and word.surface[:1] in SMALL_KANA and word.surface[:1]:
            last = joined.pop()
            rest = word.hira[1:] if len(word.surface) > 1 else ""
            joined.append(replace(last, surface=last.surface + word.surface, hira=last.hira + word.surface[0] + rest))
        else:
            joined.append(word)
    return joined


def _replaced(words: list[Any], start: int, end: int, reading: str) -> list[Any]:
    """The words between two places of the text as one; left alone where a word lies across their edge."""
    position, first, last = 0, None, None
    for index, word in enumerate(words):
        if position == start:
            first = index
        position += len(word.surface)
        if position == end:
            last = index
    if first is None or last is None:
        return words
    surface = "".join(word.surface for word in words[first : last + 1])
    return [*words[:first], replace(words[first], surface=surface, hira=reading, char_type=6), *words[last + 1 :]]


def _reading(match: re.Match[str]) -> str | None:
    number, counter = match["number"] or match["nth"], match["counter"] or match["nth_counter"]
    nth = "だい" if match["nth"] else ""
    if counter is None:
        return nth + read(number) if len(number) > 1 or nth else None
    if not nth and number + counter in WHOLE:
        return WHOLE[number + counter]
    if counter in ("日", "日間"):
        return nth + _days(match.string[: match.start()], number, counter)
    return nth + counted(number, counter)


def _days(before: str, number: str, counter: str) -> str:
    """The first of a month is ついたち; one day long is いちにち."""
    if number == "一":
        return "ついたち" if before.endswith("月") and counter == "日" else read(number) + UNCHANGED[counter]
    if number in DAYS:
        return DAYS[number] + ("かん" if counter == "日間" else "")
    return read(number) + UNCHANGED[counter]


def read(number: str) -> str:
    """三千九百 → さんぜんきゅーひゃく; figures without places one by one."""
    words, position = "", 0
    while position < len(number):
        pair = number[position : position + 2]
        if pair in JOINED:
            words, position = words + JOINED[pair], position + 2
        else:
            words += FIGURES.get(number[position]) or PLACES[number[position]]
            position += 1
    return words


def counted(number: str, counter: str) -> str:
    """四時 → よじ, 六本 → ろっぽん, 三階 → さんがい."""
    last, head = number[-1], number[:-1]
    if counter in UNCHANGED:
        own = FIGURES_BEFORE.get(counter, {}).get(last)
        return (read(head) + own if own else read(number)) + UNCHANGED[counter]
    plain, _, after_n = COUNTERS[counter].partition("/")
    kind = "K" if counter in K else "S" if counter in S else "H"
    voiced = kind == "H" and last == "四" and after_n[:1] in ("ぷ", "ぱ", "ぽ", "ぴ", "ぺ")
    if after_n and (last == "三" or voiced or (last in "千万" and kind == "H")):
        return read(number) + after_n
    if last in CLOSING[kind]:
        hard = plain[0].translate(HARD) + plain[1:] if kind == "H" else plain
        return _shortened(number) + hard
    return read(number) + plain


def _shortened(number: str) -> str:
    """The end of a number before a hard sound: 十 → じゅっ, 三百 → さんびゃっ."""
    last = number[-1]
    if last == "百":
        return re.sub("く$", "っ", read(number))
    return read(number[:-1]) + SHORT[last]


def _kana_counters() -> str:
    """The readings of all counters, as one writes them."""
    readings = {part for reading in COUNTERS.values() for part in reading.split("/")}
    readings |= {reading[0].translate(HARD) + reading[1:] for reading in readings} | {*UNCHANGED.values()}
    return "|".join(sorted((re.sub("ー", "[ういー]", reading) for reading in readings), key=len, reverse=True))


KANA_NUMBER = re.compile(
    rf"(?:{KANA_FIGURES})*(?:{KANA_PLACES})(?:{KANA_FIGURES})*(?:{_kana_counters()})?|(?:{KANA_FIGURES})(?:{_kana_counters()})"
)
