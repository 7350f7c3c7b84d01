"""Nine documents as the manuals of speech services write them. None may be refused; what is passed over is told.

The elements are theirs, the documents ours.
"""

from collections.abc import Iterator

import httpx

from strangers_lab.case import SPEECH, Case, Outcome, attempt, heard, is_audible, need, tried

AZURE = 'version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xmlns:mstts="http://www.w3.org/2001/mstts"'
DOCUMENTS: dict[str, tuple[str, tuple[str, ...], tuple[float, float]]] = {  # text, passed over, seconds
    "azure: a voice of theirs": (
        f'<speak {AZURE} xml:lang="en-US"><voice name="en-US-JennyNeural">The shop opens at nine.</voice></speak>',
        ("voice",),
        (1, 4),
    ),
    "azure: styles and silence": (
        f'<speak {AZURE} xml:lang="en-US"><voice name="en-GB-RyanNeural"><mstts:silence type="Sentenceboundary" '
        'value="200ms"/><mstts:express-as style="cheerful" styledegree="2">What a fine morning!</mstts:express-as>'
        '<mstts:viseme type="redlips_front"/> Nobody was about.</voice></speak>',
        ("mstts:express-as", "mstts:silence"),
        (1.5, 6),
    ),
    "azure: paragraphs and bookmarks": (
        f'<speak {AZURE} xml:lang="en-US"><voice name="af_heart"><p><s>First we walk.</s><bookmark mark="walked"/>'
        "<s>Then we rest.</s></p></voice></speak>",
        ("bookmark",),
        (1.5, 6),
    ),
    "google: the kitchen sink": (
        '<speak>Step one. <break time="600ms"/> <say-as interpret-as="currency" language="en-US">$42.01</say-as> for '
        '<say-as interpret-as="unit">10 feet</say-as>, <say-as interpret-as="fraction">5+1/2</say-as>, <say-as '
        'interpret-as="expletive">darn</say-as> <emphasis level="moderate">indeed</emphasis>. <say-as '
        'interpret-as="date" format="yyyymmdd" detail="1">19600910</say-as> <audio src="https://a.example/x.ogg">a '
        "bell rings</audio> <sub alias=\"World Wide Web Consortium\">W3C</sub></speak>",
        ("audio",),
        (6, 25),
    ),
    "google: media in parallel": (
        '<speak><par><media xml:id="q" begin="0.5s"><speak>Who invented it?</speak></media><media begin="q.end+2.0s" '
        'soundLevel="-6dB"><seq><media><audio src="https://a.example/y.ogg"/></media></seq></media></par></speak>',
        ("par", "media"),
        (0.5, 6),
    ),
    "google: languages, marks, a voice by its traits": (
        '<speak>Go from <mark name="here"/> here, to <mark name="there"/> there! <voice gender="female" '
        'language="fr-FR" required="gender" ordering="gender language">Bonsoir.</voice> <lang xml:lang="de-DE">Guten '
        "Morgen.</lang></speak>",
        ("mark",),
        (2, 10),
    ),
    "polly: its own effects": (
        '<speak><amazon:domain name="news">It is raining.</amazon:domain> <amazon:effect name="whispered">Be quiet.'
        '</amazon:effect> <amazon:auto-breaths>Breathe.</amazon:auto-breaths> <w role="amazon:VB">read</w> <prosody '
        'volume="+6dB" pitch="+20Hz" amazon:max-duration="2s">Louder.</prosody> <phoneme alphabet="x-sampa" '
        'ph="pI&quot;kA:n">pecan</phoneme></speak>',
        ("amazon:domain", "amazon:effect"),
        (3, 14),
    ),
    "w3c: a document with all its head": (
        '<?xml version="1.0"?><!DOCTYPE speak PUBLIC "-//W3C//DTD SYNTHESIS 1.0//EN" '
        '"http://www.w3.org/TR/speech-synthesis/synthesis.dtd"><speak version="1.1" '
        'xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="en-US"><meta name="seeAlso" content="https://a.example/"/>'
        '<metadata><x>not to be read</x></metadata><lexicon uri="https://a.example/l.pls" xml:id="l"/><p><token>Two'
        '</token> <prosody contour="(0%,+20Hz) (10%,+30%)" range="high" duration="2s">tickets</prosody>, '
        '<![CDATA[please & thanks]]>.</p></speak>',
        ("lexicon", "meta"),
        (1, 6),
    ),
    "w3c: sounds with descriptions": (
        '<speak version="1.1" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="en-GB">Welcome. <audio '
        'src="hello.wav">Hello to you<desc xml:lang="en">a greeting</desc></audio> <voice gender="male" age="40" '
        'variant="1">said the man.</voice></speak>',
        ("audio",),
        (1.5, 7),
    ),
}  # fmt: skip


def outcomes(client: httpx.Client, brief: bool) -> Iterator[Outcome]:
    """All of it."""
    for name, (document, names, seconds) in DOCUMENTS.items():
        body = {"input": document, "response_format": "wav", "stream": False}
        case = Case(name, body, seconds=seconds, silent=False, check=lambda a, names=names: _untold(a, names))  # type: ignore[misc]
        yield tried(client, case)
        if not brief:
            streamed = body | {"stream": True, "input_format": "ssml"}
            yield tried(client, Case(f"{name}, streamed", streamed, seconds=seconds, silent=False))
        if names[0] in ("mark", "bookmark", "audio", "par"):
            strict = {"input": document, "input_format": "ssml", "ssml": "strict"}
            yield tried(client, Case(f"{name}, strictly", strict, status=400, code="invalid_ssml"))
    yield attempt("what is inside metadata is not read", lambda: _unread(client))
    loose = {"input": "<speak>Tom & Jerry</speak>", "response_format": "wav"}
    yield tried(client, Case("a bare & as templates have it", loose, seconds=(0.6, 3), silent=False))
    broken = ("<speak>Hi <break></speak>", "<speak>Hi")
    for text in broken:
        yield tried(client, Case(f"not well-formed: {text}", {"input": text, "input_format": "ssml"}, status=400))
    entity = '<!DOCTYPE speak [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><speak>&b;</speak>'
    yield tried(client, Case("entities of one's own", {"input": entity, "input_format": "ssml"}, status=400))


def _untold(answer: httpx.Response, names: tuple[str, ...]) -> str:
    told = answer.headers.get("x-ignored-ssml", "")
    return "".join(f"{name} is not among {told!r}" for name in names if name not in told)


def _unread(client: httpx.Client) -> None:
    def spoken(text: str) -> float:
        body = {"input": text, "response_format": "wav", "stream": False}
        rate, sound = heard(client.post(SPEECH, json=body))
        need(is_audible(sound), "it is silent")
        return len(sound) / rate

    with_it = spoken("<speak><metadata><x>a long remark that nobody should hear</x></metadata>Hello there.</speak>")
    need(abs(with_it - spoken("<speak>Hello there.</speak>")) < 0.3, f"{with_it:.2f} s")
