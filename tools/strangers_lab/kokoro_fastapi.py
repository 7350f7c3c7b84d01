"""Kokoro-FastAPI 0.8's contract: what its clients send besides OpenAI's fields, and its routes under /dev."""

import base64
import json
from collections.abc import Iterator

import httpx

from kokoro_live.model.voices import CATALOGUE
from strangers_lab.case import FORMATS, SPEECH, Case, Outcome, attempt, heard, need, sound_of, tried

TEXT = "Hello there, this is a short test."
ABOUT = (0.8, 4.5)  # seconds of such a sentence, however fast
TURNS = [{"voice": "af_bella", "text": "Did you hear that?"}, {"voice": "am_adam", "text": "Hear what?"}]
OPTIONS = {
    "normalize": True,
    "unit_normalization": False,
    "url_normalization": False,
    "email_normalization": True,
    "optional_pluralization_normalization": True,
    "phone_normalization": True,
    "replace_remaining_symbols": True,
}


def _is_wav(answer: httpx.Response) -> str:
    return "" if answer.content[:4] == b"RIFF" else "this is no WAV file"


def _lines(answer: httpx.Response) -> str:
    """One object in each line of a stream: audio, its type, and words with their seconds."""
    lines = [json.loads(line) for line in answer.text.splitlines()]
    words = [word for line in lines for word in line["timestamps"]]
    _, sound = sound_of(b"".join(base64.b64decode(line["audio"]) for line in lines), "wav")
    fine = words and len(sound) and all(w["end_time"] >= w["start_time"] >= 0 and w["word"] for w in words)
    return "" if fine else f"{len(words)} words, {len(sound)} samples"


def _no_words(answer: httpx.Response) -> str:
    return "".join("words although none were asked for" for line in answer.text.splitlines() if '"word"' in line)[:80]


def _speech(name: str, /, brief: bool = True, **fields: object) -> Case:
    body = {"model": "kokoro", "input": TEXT, "voice": "af_heart", **fields}
    return Case(name, body, seconds=ABOUT, silent=False, brief=brief)


def _field(name: str, part: str) -> Case:
    path, body = ("/dev/ssml", {"text": part, "voice": "af_heart"})
    return Case(name, body, path, check=lambda a: "" if isinstance(a.json()["text"], str) else "no text")


def _cases() -> Iterator[Case]:
    for form in FORMATS:
        yield _speech(f"format {form}, streamed", form == "mp3", response_format=form)
        yield _speech(f"format {form}, whole", form == "wav", response_format=form, stream=False)
    yield from (_speech(f"speed {speed}", speed == 2, speed=speed) for speed in (0.5, 1.0, 1.5, 2.0))
    yield from (
        _speech(f"lang_code {code!r}", code in ("p", ""), lang_code=code)
        for code in ("a", "b", "e", "f", "p", "en-us", None, "")
    )
    yield from (
        _speech(f"volume_multiplier {volume}", volume == 3, volume_multiplier=volume) for volume in (0.5, 1.0, 2.0, 3.0)
    )
    for voice in ("af_bella+af_sky", "af_bella(2)+af_sky(1)", "af_bella + af_sky", "af_bella-af_sky",
                  "af_bella(2)-af_sky(.5)"):  # fmt: skip
        yield _speech(f"voice {voice}", "-" in voice, voice=voice)
    yield _speech("normalization_options", normalization_options=OPTIONS)
    yield _speech("normalization off", normalization_options={"normalize": False})
    yield _speech("return_download_link is passed over", return_download_link=True, download_format="wav")
    yield _speech("voice_aliases by name", voice="narrator", voice_aliases={"narrator": "af_bella"})
    paced = {"narrator": {"voice": "af_bella(2)+af_sky(1)", "rate": 0.8}}
    yield _speech("voice_aliases with a rate", voice="Narrator", voice_aliases=paced)
    yield Case("an alias of nobody", {"input": TEXT, "voice": "x", "voice_aliases": {"x": "af_nobody"}},
               status=400, code="voice_not_found")  # fmt: skip
    yield from _tags()
    yield from _dialogues()
    yield from _captions()
    yield from _other_routes()
    yield from _lists()


def _tags() -> Iterator[Case]:
    said = {"voice": "af_heart", "response_format": "wav"}
    yield Case("[pause:1.5s]", {"input": "One. [pause:1.5s] Two.", **said}, seconds=(2.3, 4.5), silent=False)
    yield Case("[PAUSE:0.5S] [Pause:0.5]", {"input": "One. [PAUSE:0.5S] Two. [Pause:0.5] Three.", **said},
               seconds=(2.0, 5), silent=False)  # fmt: skip
    slow = {"input": "[rate:0.5]This is said slowly.[rate:1.0]", **said}
    yield Case("[rate:0.5]", slow, seconds=(1.8, 6), silent=False)
    yield Case("[baserate:0.5]", slow | {"input": "[baserate:0.5]This is said slowly."}, seconds=(1.8, 6))
    tags = {"allow_voice_tags": True}
    yield Case("[voice:…] asked for", {"input": "[voice:af_bella]Hi. [voice:am_adam]Hello.", **said, **tags},
               seconds=(0.8, 4), headers={"x-ignored-params": None})  # fmt: skip
    yield Case("[voice:…] by an alias", {"input": "[voice:her]Hi there.", "voice_aliases": {"her": "af_bella"}, **tags,
               **said}, seconds=(0.5, 3))  # fmt: skip
    yield Case("[voice:…] of nobody, asked for", {"input": "[voice:af_nobody]Hi.", **said, **tags}, status=400,
               code="voice_not_found")  # fmt: skip
    yield Case("[voice:…] with allow_voice_tags false is read", {"input": "[voice:af_bella]Hi there.",
               "allow_voice_tags": False, **said}, seconds=(1.2, 6))  # fmt: skip
    yield Case("ssml: true with tags", {"input": '<speak>Hi <break time="1s"/> there.</speak>', "ssml": True, **said,
               **tags}, seconds=(1.5, 4), headers={"x-ignored-params": None})  # fmt: skip


def _dialogues() -> Iterator[Case]:
    path = "/dev/dialogue"
    two = {"model": "kokoro", "turns": TURNS, "response_format": "wav"}
    yield Case("dialogue", two, path, seconds=(1, 5), silent=False, check=_is_wav)
    yield Case("dialogue, whole", two | {"stream": False}, path, seconds=(1, 5), silent=False)
    yield Case("dialogue by inputs and voice_id", {"inputs": [{"voice_id": t["voice"], "text": t["text"]}
               for t in TURNS], "response_format": "wav"}, path, seconds=(1, 5))  # fmt: skip
    yield Case("dialogue with pauses", two | {"pause_between_turns": 2.0}, path, seconds=(3, 7))
    aliased = {"turns": [{"voice": "her", "text": "Hi there."}], "voice_aliases": {"her": "af_bella"}}
    yield Case("dialogue with aliases", aliased, path, seconds=(0.4, 3))
    blend = {"turns": [{"voice": "af_bella(2)+af_sky(1)", "text": "Hi there."}], "speed": 1.2, "lang_code": "a"}
    yield Case("dialogue with a blend, faster", blend, path, seconds=(0.4, 3))
    yield from (
        Case(f"dialogue, {form}", two | {"response_format": form}, path, seconds=(1, 5), brief=False)
        for form in FORMATS
    )
    for name, wrong in (
        ("without turns", {"turns": []}),
        ("turns missing", {"model": "kokoro"}),
        ("a blank turn", {"turns": [{"voice": "af_bella", "text": "  "}]}),
        ("a voice of nobody", {"turns": [{"voice": "af_nobody", "text": "Hi."}]}),
        ("a voice with a bracket", {"turns": [{"voice": "af_bella]x", "text": "Hi."}]}),
        ("a pause of eleven seconds", {"turns": TURNS, "pause_between_turns": 11}),
    ):
        yield Case(f"dialogue, {name}", wrong, path, status=400)


def _captions() -> Iterator[Case]:
    path, body = "/dev/captioned_speech", {"model": "kokoro", "input": TEXT, "voice": "af_heart"}
    wav = body | {"response_format": "wav"}
    yield Case("captions, streamed", wav | {"stream": True}, path, check=_lines)
    yield Case("captions, whole", wav | {"stream": False}, path, check=_lines)
    for stream in (True, False):
        plain = wav | {"stream": stream, "return_timestamps": False}
        yield Case(f"captions without words, stream {stream}", plain, path, check=_no_words)
    for form in FORMATS:
        yield Case(f"captions, {form}", body | {"response_format": form, "stream": False}, path, brief=False,
                   check=lambda a: "" if base64.b64decode(a.json()["audio"]) else "no audio")  # fmt: skip


def _other_routes() -> Iterator[Case]:
    symbols = "həlˈO wˈɜɹld."
    yield Case("phonemize", {"text": "Hello world", "language": "a"}, "/dev/phonemize",
               check=lambda a: "" if a.json()["phonemes"] and a.json()["tokens"] else a.text)  # fmt: skip
    yield Case("phonemize, British", {"text": "Hello world", "language": "b"}, "/dev/phonemize")
    yield Case("phonemize, empty", {"text": "", "language": "a"}, "/dev/phonemize", status=400)
    yield Case("generate_from_phonemes", {"phonemes": symbols, "voice": "af_bella"}, "/dev/generate_from_phonemes",
               seconds=(0.5, 3), silent=False, check=_is_wav)  # fmt: skip
    yield Case("generate_from_phonemes, empty", {"phonemes": ""}, "/dev/generate_from_phonemes", status=400)
    yield Case("combine a string", "af_bella+af_sky", "/v1/audio/voices/combine")
    yield Case("combine a list", ["af_bella", "af_sky"], "/v1/audio/voices/combine")
    yield Case("combine nobody", ["af_nobody"], "/v1/audio/voices/combine", status=400)
    yield Case("what of SSML is known", path="/dev/ssml", method="GET",
               check=lambda a: "" if {"break", "prosody"} <= set(a.json()["elements"]) else a.text)  # fmt: skip
    yield _field("SSML as tags", '<speak>Hi <break time="1s"/><voice name="am_adam">there</voice></speak>')
    yield _field("SSML as tags: prosody", '<speak><prosody rate="slow">Hi</prosody></speak>')
    yield _field("SSML as tags: unknown elements", '<speak>A <mark name="x"/> b</speak>')
    yield Case("SSML as tags: not well-formed", {"text": "<speak>Hi <break", "voice": "af_heart"}, "/dev/ssml",
               status=400)  # fmt: skip


def _lists() -> Iterator[Case]:
    yield Case("voices", path="/v1/audio/voices", method="GET",
               check=lambda a: "" if all(v["id"] and v["name"] for v in a.json()["voices"]) else "no id")  # fmt: skip
    yield Case("voices, legacy", path="/v1/audio/voices?legacy=true", method="GET",
               check=lambda a: "" if "af_heart" in a.json()["voices"] else a.text[:80])  # fmt: skip
    wanted = {"tts-1", "tts-1-hd", "kokoro"}
    yield Case("models", path="/v1/models", method="GET",
               check=lambda a: "" if wanted <= {model["id"] for model in a.json()["data"]} else "too few")  # fmt: skip
    yield from (Case(f"model {name}", path=f"/v1/models/{name}", method="GET") for name in ("kokoro", "tts-1"))
    yield Case("a voice of nobody", {"input": TEXT, "voice": "af_nobody"}, status=400, code="voice_not_found")
    yield Case("a format of nobody", {"input": TEXT, "response_format": "midi"}, status=400, param="response_format")
    yield Case("a speed out of range", {"input": TEXT, "speed": 9}, status=400, param="speed")


def outcomes(client: httpx.Client, brief: bool) -> Iterator[Outcome]:
    """All of it."""
    yield from (tried(client, case) for case in _cases() if case.brief or not brief)
    yield attempt("the phoneme pair: what one tells, the other says", lambda: _pair(client))
    voices = list(CATALOGUE)[:: 9 if brief else 1]
    for voice in voices:
        body = {"input": "Hello.", "voice": voice, "response_format": "wav", "stream": False}
        yield tried(client, Case(f"voice {voice}", body, seconds=(0.2, 3), silent=False))


def _pair(client: httpx.Client) -> None:
    said = {"text": "Hello world, how are you?", "language": "a"}
    phonemes = client.post("/dev/phonemize", json=said).json()["phonemes"]
    body = {"phonemes": phonemes, "voice": "af_bella"}
    rate, sound = heard(client.post("/dev/generate_from_phonemes", json=body))
    plain = {"input": said["text"], "voice": "af_bella", "response_format": "wav", "stream": False}
    rate_then, sound_then = heard(client.post(SPEECH, json=plain))
    need(rate == rate_then, "another sample rate")
    need(abs(len(sound) - len(sound_then)) / rate < 0.4, f"{len(sound)} samples, {len(sound_then)} from the text")
