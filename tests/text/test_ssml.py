"""SSML: what is said, how, and what an error says. Effects on the sound: tests/test_directions.py."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kokoro_live.errors import BadMarkup, UnknownLanguage, UnknownVoice
from kokoro_live.records import USUAL_HABITS, Habits, Prosody, Script, Segment
from kokoro_live.text import read, spoken_segments
from kokoro_live.text.ssml_elements import ATTRIBUTES, Names
from kokoro_live.text.ssml_source import is_ssml

VOICES = {"af_heart": "en-us", "bf_emma": "en-gb", "ef_dora": "es"}
LANGUAGES = {"en-us": "en-us", "en-gb": "en-gb", "es-es": "es", "es": "es", "ja-jp": "ja"}


def _voice(name: str) -> Prosody:
    if name not in VOICES:
        raise UnknownVoice(f"No voice {name!r}. There are: {', '.join(VOICES)}.")
    return Prosody(name, VOICES[name])


def _nearest(language: str, gender: str | None) -> Prosody:
    return Prosody(*next(pair for pair in VOICES.items() if pair[1] == language))


def _language(name: str) -> str:
    if name.lower() not in LANGUAGES:
        raise UnknownLanguage(f"No language {name!r}.")
    return LANGUAGES[name.lower()]


NAMES = Names(_voice, _language, lambda given: None, _nearest)
STRICT = Habits(strict_ssml=True)


def script(source: str, language: str = "en-us", form: str = "ssml", habits: Habits = USUAL_HABITS) -> Script:
    return read(source, form, language, NAMES, habits)


def segments(source: str, language: str = "en-us") -> list[Segment]:
    return list(spoken_segments(script(source, language), language))


def spoken(source: str, language: str = "en-us") -> list[str]:
    return [segment.text.text for segment in segments(source, language)]


def speak(inside: str) -> str:
    return f"<speak>{inside}</speak>"


def test_it_is_noticed_by_its_first_tag() -> None:
    for source in ("<speak>Hi</speak>", '  <?xml version="1.0"?>\n<speak version="1.1">', "<!-- a --><speak>"):
        assert is_ssml(source)
    for source in ("Say <speak> now", "<speaker>no</speaker>", "speak", ""):
        assert not is_ssml(source)


def test_a_fragment_needs_no_root() -> None:
    assert spoken('Hello <break time="1s"/> there') == ["Hello", "there"]
    with pytest.raises(BadMarkup, match="line 1, column 7"):
        script("Hello <audio/>", habits=STRICT)


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        ('<say-as interpret-as="cardinal">1999</say-as> men', ["one thousand nine hundred ninety-nine men"]),
        ('the <say-as interpret-as="ordinal">3</say-as> man', ["the third man"]),
        ('the <say-as interpret-as="ordinal">21st</say-as>', ["the twenty-first"]),
        ('<say-as interpret-as="characters">NASA 7</say-as>', ["N A S A seven"]),
        ('<say-as interpret-as="spell-out">hi</say-as>', ["H I"]),
        ('<say-as interpret-as="digits">1234</say-as>', ["one two three four"]),
        ('<say-as interpret-as="telephone">555-0123</say-as>', ["five five five, zero one two three"]),
        ('<say-as interpret-as="telephone">+44 20 7946</say-as>', ["plus four four, two zero, seven nine four six"]),
        ('<say-as interpret-as="date" format="dmy">09/10/2026</say-as>', ["October ninth, twenty twenty-six"]),
        ('<say-as interpret-as="date">09/10/2026</say-as>', ["September tenth, twenty twenty-six"]),
        ('<say-as interpret-as="date" format="md">5/6</say-as>', ["May sixth"]),
        ('<say-as interpret-as="time">2:30pm</say-as>', ["two thirty P M"]),
        ('<say-as interpret-as="cardinal">many</say-as>', ["many"]),
        ('<sub alias="World Wide Web Consortium">W3C</sub> says', ["World Wide Web Consortium says"]),
        ("Fish &amp; chips &lt;3 &#65;", ["Fish and chips heart A"]),
        ("<p>One</p><p>two</p>", ["One", "two"]),
        ("<s>One</s><s>two</s> three", ["One", "two", "three"]),
        ("One\n   line\n   Here", ["One line Here"]),
        ("$5 is <emphasis>not</emphasis> much", ["five dollars is not much"]),
        ("<!-- hidden -->seen<?pi hidden?>", ["seen"]),
    ],
)
def test_what_is_said(inside: str, expected: list[str]) -> None:
    assert spoken(speak(inside)) == expected


def test_dates_and_numbers_follow_the_language() -> None:
    assert spoken(speak('<say-as interpret-as="date">9/10/2026</say-as>'), "en-gb") == [
        "the ninth of October, twenty twenty-six"
    ]
    inside = '<voice name="ef_dora">El <say-as interpret-as="ordinal">3</say-as> día</voice>'
    assert spoken(speak(inside)) == ["El tercero día"]


def test_every_word_names_its_source() -> None:
    source = speak('<p>Pay <sub alias="five dollars">$5</sub> &amp; <emphasis>go — héllo</emphasis> 😀 now</p>')
    (found,) = segments(source)
    for start, end in zip(found.text.starts, found.text.ends, strict=True):
        assert 0 <= start <= end <= len(source)
    places = {
        word: source[found.text.span(at, at + len(word)).start : found.text.span(at, at + len(word)).end]
        for word in ("Pay", "five dollars", "and", "go", "héllo", "now")
        for at in [found.text.text.index(word)]
    }
    assert places == {"Pay": "Pay", "five dollars": "$5", "and": "&amp;", "go": "go", "héllo": "héllo", "now": "now"}


def test_manners_nest_and_end() -> None:
    source = speak('A <prosody rate="50%" volume="-6dB">B <prosody rate="+20%" pitch="-2st">C</prosody> D</prosody> E')
    directions = script(source).directions
    a, b, c, d, e = (directions.at(source.index(letter)) for letter in "ABCDE")
    assert (a.rate, b.rate, c.rate, d.rate, e.rate) == (1, 0.5, pytest.approx(0.6), 0.5, 1)
    assert (b.volume, e.volume) == (pytest.approx(0.501, abs=0.001), 1)
    assert (b.pitch, c.pitch, d.pitch) == (1, pytest.approx(0.891, abs=0.001), 1)


def test_voice_and_pitch_end_a_segment_language_does_not() -> None:
    found = segments(speak('I say <lang xml:lang="es-ES">buenos días</lang>, <voice name="bf_emma">she does</voice>.'))
    assert [segment.text.text for segment in found] == ["I say buenos días,", "she does."]
    assert [language for _, language in found[0].languages] == ["en-us", "es"]
    assert [language for _, language in found[1].languages] == ["en-gb"]
    assert found[0].text.text[found[0].languages[1][0] :] == "buenos días,"


def test_the_language_of_a_whole_document_leaves_a_voice_its_english() -> None:
    assert spoken('<speak xml:lang="en-US"><say-as interpret-as="date">1/2/2026</say-as></speak>', "en-gb") == [
        "the first of February, twenty twenty-six"
    ]
    (found,) = segments('<speak xml:lang="es-ES">3 gatos</speak>')
    assert found.languages == ((0, "es"),)


def test_breaks() -> None:
    found = segments(speak('One <break time="250ms"/> two <break strength="strong"/> three <break/> four'))
    assert [segment.pause for segment in found] == [0.25, 1.0, 0.75, None]
    long = segments(speak('a <break time="99999999s"/> ' * 9 + "b"))
    assert sum(segment.pause or 0 for segment in long) == 60
    assert max(segment.pause or 0 for segment in long) == 10


def test_pronunciations() -> None:
    directions = script(speak('A <phoneme alphabet="ipa" ph="təˈmɑːtoʊ">tomato</phoneme>!')).directions
    ((span, given),) = directions.pronounced
    assert (span.end - span.start, given) == (6, "/təˈmɑːtoʊ/")


@pytest.mark.parametrize(
    ("inside", "says"),
    [
        ('<audio src="http://somewhere/a.mp3"/>', r"line 1, column 8: <audio> is not supported. There are: .*<break>"),
        ('\\n<mstts:express-as style="sad">a</mstts:express-as>', r"line 2, column 1: <mstts:express-as> is not"),
        ('<amazon:effect name="whispered">a</amazon:effect>', "not supported"),
        ('<prosody contour="(0%,+20Hz)">a</prosody>', "no attribute 'contour'.*pitch, rate, volume"),
        ('<prosody pitch="+20Hz">a</prosody>', "pitch='.20Hz' is neither"),
        ('<prosody rate="quick">a</prosody>', "rate='quick' is neither one of x-slow"),
        ("<prosody>a</prosody>", "needs rate"),
        ('<emphasis level="extreme">a</emphasis>', "not one of: strong"),
        ('<break time="NaN"/>', "not like 500ms"),
        ('<break time="-1s"/>', "not like 500ms"),
        ("<break>text</break>", "is empty"),
        ('<say-as interpret-as="mood">$5</say-as>', "not one of: cardinal"),
        ('<say-as interpret-as="date" format="yyyy">5</say-as>', "not one of: dm"),
        ("<say-as>5</say-as>", "needs interpret-as"),
        ("<sub>5</sub>", "needs alias"),
        ('<sub alias="x"><p>5</p></sub>', "text only"),
        ('<phoneme alphabet="x-sampa" ph="a">a</phoneme>', "not one of: ipa"),
        ('<voice name="en-US-JennyNeural">a</voice>', "column 8: No voice 'en-US-JennyNeural'. There are: af_heart"),
        ('<voice gender="female">a</voice>', "needs name"),
        ('<lang xml:lang="tlh">a</lang>', "No language 'tlh'"),
        ("<speak>a</speak>", "stands once"),
        ("<p>a</s>", "not well-formed"),
        ("<![CDATA[a < b]]>", "column 8: CDATA is not supported"),
        ('<phoneme ph="wɜːd"/>', "needs the word inside"),
        ('x <say-as interpret-as="foo">long text here</say-as>', "column 10: interpret-as"),
        ("<p>a", "not well-formed"),
        ("&unknown;", "not well-formed"),
        (f'<sub alias="{"x" * 300}">a</sub>', "longer than 256"),
        ("<p>" * 20 + "a" + "</p>" * 20, "deep"),
        ("<s/>" * 2100, "2000 elements"),
    ],
)
def test_what_cannot_be_followed_is_named_with_its_place(inside: str, says: str) -> None:
    with pytest.raises(BadMarkup, match=says):
        script(speak(inside.replace("\\n", "\n")), habits=STRICT)


def test_many_comments_take_no_longer() -> None:
    assert not is_ssml("<!---->" * 5_000 + "x")
    assert is_ssml("<!-- a -->" * 500 + "<speak>")


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        ('<say-as interpret-as="telephone">1-800-FLOWERS</say-as>', ["one, eight zero zero, FLOWERS"]),
        ('<say-as interpret-as="date">June 7-8</say-as>', ["June seventh to eighth"]),
        ('<say-as interpret-as="digits">abc</say-as>', ["abc"]),
        ('<say-as interpret-as="digits">²³4</say-as>', ["four"]),
        ('<say-as interpret-as="characters">a-b@9</say-as>', ["A dash B at nine"]),
        ('<sub alias="World Wide Web"></sub> now', ["World Wide Web now"]),
        ("R&amp;D un<emphasis>believ</emphasis>able", ["R and D unbelievable"]),
        ('5 <phoneme ph="kɪlɒmɪtəz">km</phoneme>', ["five km"]),
    ],
)
def test_nothing_is_lost_or_invented(inside: str, expected: list[str]) -> None:
    assert spoken(speak(inside)) == expected


def test_an_alias_can_smuggle_nothing_in() -> None:
    (found,) = segments(speak('a <sub alias="&#xF770;b&#10;&#10;c&#x200b;">x</sub> d'))
    assert (found.text.text, found.pause) == ("a b c d", None)


@pytest.mark.parametrize(
    "inside",
    [
        '<prosody pitch="+99999st" volume="-99999dB" rate="999999">a</prosody>',
        f'<say-as interpret-as="cardinal">{"9" * 5000}</say-as>',
        f'<say-as interpret-as="date">1/2/{"9" * 5000}</say-as>',
    ],
)
def test_huge_numbers_are_read_or_refused(inside: str) -> None:
    assert script(speak(inside)).text.text


@pytest.mark.parametrize(
    ("pitch", "times"), [("80%", 0.8), ("-20%", 0.8), ("+12st", 2.0), ("high", 1.15), ("100%", 1.0)]
)
def test_a_percentage_is_the_whole_unless_it_has_a_sign(pitch: str, times: float) -> None:
    source = speak(f'<prosody pitch="{pitch}">A</prosody>')
    assert script(source).directions.at(source.index("A<")).pitch == pytest.approx(times)


@pytest.mark.parametrize("lead", ["\ufeff", "  ", "\n\n", '\ufeff <?xml version="1.0"?>\n', "<!-- c --> "])
def test_what_may_stand_before_a_document(lead: str) -> None:
    source = lead + speak("Hello <emphasis>you</emphasis>")
    assert is_ssml(source)
    (found,) = segments(source)
    assert found.text.text == "Hello you"
    assert source[found.text.starts[0] :].startswith("Hello")


def test_a_fragment_may_begin_with_a_comment() -> None:
    assert spoken("<!-- c --> Hello <emphasis>you</emphasis>") == ["Hello you"]


def test_breaks_count_at_the_ends_and_around_silence() -> None:
    (found,) = segments(speak('<break time="3s"/>Hello.<break time="2s"/>'))
    assert (found.lead, found.pause) == (3.0, 2.0)
    first, *_, last = segments(speak('Hi.<break time="1s"/>...<break time="2s"/>World.'))
    assert (first.pause, last.text.text) == (3.0, "World.")


BOMB = (
    "<!DOCTYPE a [<!ENTITY a 'ha'>"
    + "".join(f"<!ENTITY {b} '&{a};&{a};&{a};'>" for a, b in pairwise("abcdefgh"))
    + "]>"
)


@pytest.mark.parametrize(
    "source",
    [
        BOMB + "<speak>&h;</speak>",
        '<?xml version="1.0"?><!DOCTYPE speak SYSTEM "file:///etc/passwd"><speak>a</speak>',
        '<!DOCTYPE speak [<!ENTITY x SYSTEM "http://127.0.0.1:1/x">]><speak>&x;</speak>',
    ],
)
def test_no_document_type_no_entities(source: str) -> None:
    with pytest.raises(BadMarkup, match="document type"):
        script(source, habits=STRICT)


def test_the_place_of_a_document_type() -> None:
    with pytest.raises(BadMarkup, match="line 3, column 2:"):
        script("\n\n <!DOCTYPE speak><speak>a</speak>", habits=STRICT)


def test_hostile_documents_are_refused() -> None:
    for source in ("<speak>" + "<prosody rate='1'>" * 10_000, "<speak>" + "<" * 100_000, "<speak " + "a='1' " * 20_000):
        with pytest.raises(BadMarkup):
            script(source)


TAGS = [*(f"<{name}>" for name in ATTRIBUTES), *(f"</{name}>" for name in ATTRIBUTES), '<prosody rate="2">']
REST = ["a", " ", "5", "&amp;", "&", "<", ">", '<break time="1s"/>', "é", "\n", "\0", "\ud800", "]]>"]


@given(st.lists(st.sampled_from(TAGS + REST), max_size=30).map("".join))
def test_anything_is_read_or_refused_with_a_place(source: str) -> None:
    try:
        made = script(source)
    except BadMarkup as error:
        assert "line" in str(error)
        return
    assert all(0 <= start <= end <= len(source) for start, end in zip(made.text.starts, made.text.ends, strict=True))
    assert list(made.text.starts) == sorted(made.text.starts)


@given(st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=60))
def test_plain_text_inside_is_what_it_is_outside(text: str) -> None:
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    inside = script(speak(escaped)).text.text
    outside = read(text, "text", "en-us", NAMES).text.text
    if "[" not in text:
        assert " ".join(inside.split()) == " ".join(outside.split())


# Each as a vendor's manual shows it, in our own words.
@pytest.mark.parametrize(
    ("inside", "expected", "passed_over"),
    [
        ('Hi <mark name="here"/>there', ["Hi there"], ("mark",)),
        ('<audio src="http://x/a.mp3"><desc>a bell</desc>Ding!</audio> Go.', ["Ding!", "Go."], ("audio", "desc")),
        ('<metadata><rdf:RDF>who wrote it</rdf:RDF></metadata>Go.', ["Go."], ("metadata", "rdf:RDF")),
        ('<mstts:express-as style="sad">a</mstts:express-as> b', ["a b"], ("mstts:express-as",)),
        ('<amazon:effect name="whispered">a</amazon:effect>', ["a"], ("amazon:effect",)),
        ('<par><media xml:id="q"><speak>One.</speak></media></par>', ["One."], ("par", "media", "speak")),
        ('<w role="amazon:VB">read</w> it', ["read it"], ("w",)),
        ("<paragraph>One</paragraph><sentence>Two</sentence>", ["One", "Two"], ()),
        ('<voice name="Joanna">a</voice>', ["a"], ("voice",)),
        ('<voice name="en-US-JennyNeural">a</voice>', ["a"], ("voice",)),
        ('<voice gender="female">a</voice>', ["a"], ()),
        ('<lang xml:lang="de-DE">a</lang>', ["a"], ("lang@xml:lang",)),
        ('<prosody contour="(0%,+20Hz)" rate="80%">a</prosody>', ["a"], ("prosody@contour",)),
        ('<prosody pitch="+20Hz">a</prosody>', ["a"], ("prosody@pitch",)),
        ('<say-as interpret-as="currency" language="en-US">$42.01</say-as>',
         ["forty-two dollars and one cent"], ("say-as@language",)),
        ('<say-as interpret-as="date" format="yyyymmdd" detail="1">19600910</say-as>',
         ["September tenth, nineteen sixty"], ()),
        ('<say-as interpret-as="date" format="dd/mm/yyyy">03/04/2021</say-as>', ["April third, twenty twenty-one"], ()),
        ('<say-as interpret-as="unit">10 ft</say-as>', ["ten feet"], ()),
        ('<say-as interpret-as="fraction">2/5</say-as>', ["two fifths"], ()),
        ('a <say-as interpret-as="expletive">damn</say-as> cat', ["a beep cat"], ()),
        ('<say-as interpret-as="mood">five</say-as>', ["five"], ("say-as@interpret-as",)),
        ('<phoneme alphabet="x-sampa" ph="p@kAn">pecan</phoneme>', ["pecan"], ("phoneme",)),
        ('<break time="soon"/>a', ["a"], ("break@time",)),
        ('<sub alias="Tom & Jerry">TJ</sub> & <b>co</b> AT&T&nbsp;now', ["Tom and Jerry and co A T and T now"], ("b",)),
        ("<![CDATA[a < b & c]]>", ["a less than b and c"], ()),
    ],
)  # fmt: skip
def test_what_others_added_is_passed_over_and_told(
    inside: str, expected: list[str], passed_over: tuple[str, ...]
) -> None:
    assert spoken(speak(inside)) == expected
    assert script(speak(inside)).passed_over == passed_over


def test_a_voice_of_another_language_or_gender_is_replaced_by_the_nearest() -> None:
    source = speak('A <voice name="es-ES-ElviraNeural">B</voice> <voice gender="female" xml:lang="en-GB">C</voice>')
    directions = script(source).directions
    assert [directions.at(source.index(letter)).voice for letter in ("A ", "B<", "C<")] == [None, "ef_dora", "bf_emma"]


def test_the_standards_document_type_is_no_obstacle() -> None:
    heading = '<!DOCTYPE speak PUBLIC "-//W3C//DTD SYNTHESIS 1.0//EN" "http://www.w3.org/TR/synthesis.dtd">'
    assert is_ssml(heading) and spoken(heading + speak("Hello")) == ["Hello"]
    assert not is_ssml("<!DOCTYPE html><html>")


@pytest.mark.parametrize("habits", [USUAL_HABITS, STRICT])
def test_entities_of_ones_own_are_never_followed(habits: Habits) -> None:
    for source in (BOMB + "<speak>&h;</speak>", '<!DOCTYPE speak [<!ENTITY x SYSTEM "file:///x">]><speak>&x;</speak>'):
        with pytest.raises(BadMarkup, match="document type"):
            script(source, habits=habits)


@pytest.mark.parametrize("inside", ["<p>a</s>", "<p>a", "5 < 6", "<p>" * 20 + "a" + "</p>" * 20, "<s/>" * 2100])
def test_what_is_no_xml_or_too_much_is_refused_anyway(inside: str) -> None:
    with pytest.raises(BadMarkup, match="line 1"):
        script(speak(inside))


def test_an_ampersand_keeps_its_place() -> None:
    source = speak("Salt & pepper, A&B &nbsp; and &hearts; é & ü")
    (found,) = segments(source)
    assert found.text.text.startswith("Salt and pepper")
    at = found.text.text.index("and")
    assert source[found.text.span(at, at + 3).start] == "&"
    assert [source[place] for place in (found.text.starts[-1],)] == ["ü"]


@pytest.mark.parametrize(
    ("habits", "expected"), [(Habits(names_emoji=True), ["Good thumbs up"]), (USUAL_HABITS, ["Good"])]
)
def test_emoji_are_named_if_asked_for(habits: Habits, expected: list[str]) -> None:
    found = spoken_segments(script(speak("Good 👍"), habits=habits), "en-us")
    assert [" ".join(segment.text.text.split()) for segment in found] == expected
