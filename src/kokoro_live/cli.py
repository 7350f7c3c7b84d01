"""The command line: the composition root. Heavy parts are imported only by the command that needs them."""

import argparse
import os
import re
import sys
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import NoReturn

from kokoro_live import __version__
from kokoro_live.errors import KokoroError, SetupError

Command = Callable[[argparse.Namespace], int]
BENCH_VOICES = "af_heart,am_michael,bf_emma,af_sky"

EPILOG = """\
examples:
  kokoro-live say "Hello, world."
  kokoro-live say -o hello.wav --voice bm_george --timestamps srt "Good evening."
  cat chapter.txt | kokoro-live say -o chapter.wav -
  kokoro-live doctor
"""


CHOICE = re.compile(r"invalid choice: '([^']*)' \(choose from (.*)\)")
COMMANDS = {  # what each does, and an example
    "say": (
        "speak a text, or write it to a file",
        'kokoro-live say -o hello.mp3 --voice bm_george "Good evening."',
    ),
    "voices": (
        "list the voices",
        "kokoro-live voices --lang en-gb",
    ),
    "models": (
        "list, fetch, verify, build or export the model files",
        "kokoro-live models list",
    ),
    "doctor": (
        "what is here, what is missing and how to get it",
        "kokoro-live doctor",
    ),
    "bench": (
        "measure honestly: the server as a listener meets it, beside others",
        "kokoro-live bench --presets short,long:5 --against kokoro-onnx --json run.json",
    ),
    "serve": (
        "the server that OpenAI's clients can talk to",
        "kokoro-live serve --port 8880 --voice bm_george",
    ),
    "config": (
        "every setting, its value and what it does",
        "kokoro-live config",
    ),
    "cache": (
        "kept audio: how much there is, or forget it",
        "kokoro-live cache show",
    ),
    "lexicon": (
        "how words are pronounced: your own, and all others",
        "kokoro-live lexicon add Siobhan /ʃɪˈvɔːn/",
    ),
    "explain": (
        "how a text would be read: words, rules, phonemes",
        'kokoro-live explain "Dr. Smith paid $5 on 3/4/2021."',
    ),
    "check": (
        "is a file of speech as loud and as clean as it should be",
        "kokoro-live check hello.mp3",
    ),
}


class Parser(argparse.ArgumentParser):
    """Says which choice was probably meant."""

    def error(self, message: str) -> NoReturn:
        """One line, and the exit status of a mistake."""
        choice = CHOICE.search(message)
        near = get_close_matches(choice[1], re.findall(r"[\w-]+", choice[2]), n=1) if choice else []
        super().error(f"{message}. Did you mean {near[0]}?" if near else message)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; a user's mistake is one line on stderr and an exit status, never a traceback."""
    options = _parser().parse_args(arguments)
    command: Command = options.command
    try:
        return command(options)
    except KokoroError as error:
        print(f"kokoro-live: {error}", file=sys.stderr)
        return error.exit_status
    except BrokenPipeError:  # the reader of our output went away: nothing is wrong
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="kokoro-live",
        description="Local text-to-speech around Kokoro-82M.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"kokoro-live {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_say(commands)
    _add_voices(commands)
    _add_models(commands)
    _add_doctor(commands)
    _add_bench(commands)
    _add_serve(commands)
    _add_config(commands)
    _add_cache(commands)
    _add_lexicon(commands)
    _add_explain(commands)
    _add_check(commands)
    return parser


def _command(commands: "argparse._SubParsersAction[Parser]", name: str) -> Parser:
    """Its help opens with what it does, and an example."""
    about, example = COMMANDS[name]
    opening = f"{about[0].upper()}{about[1:]}.\n\nexample:\n  {example}"
    formatter = argparse.RawDescriptionHelpFormatter
    return commands.add_parser(name, help=about, description=opening, formatter_class=formatter)


def _add_say(commands: "argparse._SubParsersAction[Parser]") -> None:
    say = _command(commands, "say")
    say.add_argument("text", nargs="*", help="what to say; - or nothing reads standard input")
    say.add_argument("-o", "--output", metavar="FILE", help="write a file instead of playing; - is standard output")
    say.add_argument(
        "--format",
        help="pcm, wav, mp3, opus, aac or flac (default: what the file's name ends in; wav on standard output)",
    )
    say.add_argument("--sample-rate", type=int, metavar="HZ", help="8000 to 48000 (default 24000; aac and opus 48000)")
    say.add_argument("--volume", type=_number, default=1.0, help="0 to 8")
    say.add_argument("--voice", help="a voice or a blend, like af_heart(2)+bm_george(1)")
    say.add_argument("--speed", type=_number, help="0.25 to 4")
    say.add_argument(
        "--lang", metavar="LANGUAGE", help="en-us, en-gb, es, fr-fr, hi, it, ja, pt-br, zh (default: the voice's)"
    )
    say.add_argument("--latency", choices=("fast", "quality"), default="fast", help="start sooner, or exact statistics")
    say.add_argument("--timestamps", choices=("srt", "vtt", "json"), help="word timings, beside the file or on stdout")
    say.add_argument("--verbose", action="store_true", help="say afterwards how segments got their statistics")
    say.set_defaults(command=_runner("commands.say"))


def _add_voices(commands: "argparse._SubParsersAction[Parser]") -> None:
    voices = _command(commands, "voices")
    voices.add_argument("--lang", metavar="LANGUAGE", help="only those of one language")
    voices.add_argument("--json", action="store_true", help="as JSON")
    voices.set_defaults(command=_runner("commands.voices"))


def _add_models(commands: "argparse._SubParsersAction[Parser]") -> None:
    models = _command(commands, "models")
    models.add_argument("action", choices=("list", "fetch", "verify", "path", "build", "export"))
    models.add_argument("name", nargs="?", help="one file (default: every file that is needed); for export, the folder")
    models.add_argument("--force", action="store_true", help="build again even if nothing changed")
    models.set_defaults(command=_runner("commands.models"))


def _add_doctor(commands: "argparse._SubParsersAction[Parser]") -> None:
    doctor = _command(commands, "doctor")
    doctor.add_argument("--json", action="store_true", help="as JSON")
    doctor.set_defaults(command=_runner("commands.doctor"))


def _add_bench(commands: "argparse._SubParsersAction[Parser]") -> None:
    bench = _command(commands, "bench")
    bench.add_argument("--url", default="", help="a server that runs already; unless given, one is started")
    bench.add_argument("--key", default="", help="its API key")
    bench.add_argument("--against", nargs="+", default=[], metavar="TARGET", help="kokoro-onnx, fastkokoro, an address")
    bench.add_argument("--presets", default="short", help="of brief, short, medium, long, article, like short,long:5")
    bench.add_argument("--n", type=int, default=20, help="fresh texts of each preset; others take part from 20 on")
    bench.add_argument("--cold", type=int, default=1, help="starts of the server, with one text each")
    bench.add_argument("--cached", type=int, default=20, help="texts that are said twice")
    bench.add_argument("--voice", default=BENCH_VOICES, metavar="VOICES", help=f"in turn (default {BENCH_VOICES})")
    bench.add_argument("--format", default="pcm", choices=("pcm", "wav", "mp3", "opus", "aac", "flac"))
    bench.add_argument("--whole", action="store_true", help="whole answers instead of streams")
    bench.add_argument("--events", action="store_true", help="as server-sent events")
    bench.add_argument("--concurrency", type=int, default=1, help="texts at once")
    bench.add_argument("--think", type=float, default=0.0, metavar="SECONDS", help="between two requests")
    bench.add_argument("--chunk-ms", type=int, default=50, help="of audio per write of our server")
    bench.add_argument("--buffered", type=int, default=1, choices=(1, 2, 3), help="pieces a player waits for")
    bench.add_argument("--seed", type=int, help="texts to draw; new ones each time unless given")
    bench.add_argument("--json", metavar="FILE", help="write every sample and the summary")
    bench.add_argument("--audio", action="store_true", help="keep the sound, in a folder beside --json")
    bench.add_argument("--html", metavar="FILE", help="write a page with plots")
    bench.set_defaults(command=_runner("bench.speech"))
    _add_kinds_of_bench(bench.add_subparsers(metavar="WHAT"))


def _add_kinds_of_bench(kinds: "argparse._SubParsersAction[Parser]") -> None:
    check = kinds.add_parser("check", help="a run against its bands and against an earlier one of this machine")
    check.add_argument("run", metavar="FILE", help="what `bench --json` wrote")
    check.add_argument("--baseline", metavar="FILE", help="the earlier run; default: the one that was kept")
    check.add_argument("--keep", action="store_true", help="keep this run to compare later ones with")
    check.add_argument("--nightly", action="store_true", help="allow a fifth instead of a tenth")
    check.set_defaults(command=_runner("bench.check"))
    soak = kinds.add_parser("soak", help="long mixed use: drift, memory, stutters")
    soak.add_argument("--minutes", type=float, default=20.0, help="how long; 480 for a night")
    soak.add_argument("--short", action="store_true", help="two minutes: proves that it runs, not that nothing drifts")
    soak.add_argument("--seed", type=int, help="what is asked; something new each time unless given")
    soak.add_argument("--json", metavar="FILE", help="write every sample and the summary")
    soak.add_argument("--plot", metavar="FILE.png", help="draw the run")
    soak.set_defaults(command=_runner("bench.soak"))
    write = kinds.add_parser("write", help="docs/performance.md and its pictures from docs/results")
    write.add_argument("folder", metavar="DOCS")
    write.set_defaults(command=_runner("bench.write"))
    engine = kinds.add_parser("engine", help="the engine in this process, beside another library")
    engine.add_argument("--against", choices=("kokoro-onnx",), default="kokoro-onnx", help="what to compare with")
    engine.add_argument("--n", type=int, default=20, help="trials of each (at least 20 for a claim)")
    engine.add_argument("--voice", default=BENCH_VOICES, metavar="VOICES", help=f"in turn (default {BENCH_VOICES})")
    engine.add_argument("--seed", type=int, help="texts to draw; a new one each time unless given")
    engine.add_argument("--sweep", type=int, default=5, metavar="N", help="also N texts each of 40 … 5000 characters")
    engine.add_argument("--json", metavar="FILE", help="write every sample and the summary")
    engine.add_argument("--plot", metavar="FILE.png", help="draw the run")
    engine.set_defaults(command=_runner("bench.engine"))
    text = kinds.add_parser("text", help="from characters to phonemes, and how that grows")
    text.add_argument("--n", type=int, default=100, help="fresh sentences (at least 20 for a claim)")
    text.add_argument("--seed", type=int, help="texts to draw; a new one each time unless given")
    text.set_defaults(command=_runner("bench.text"))


def _add_serve(commands: "argparse._SubParsersAction[Parser]") -> None:
    serve = _command(commands, "serve")
    serve.add_argument("--host", help="addresses to listen on, comma-separated (default: this machine only)")
    serve.add_argument("--port", help="default 8880")
    serve.add_argument("--api-key", metavar="KEY", help="what clients must send; needed beyond this machine")
    serve.add_argument("--voice", help="the default voice")
    serve.add_argument("--speed", help="the default speed")
    serve.add_argument("--pauses", help="tight, natural, slow, or a number (times as long)")
    serve.add_argument("--cache-dir", metavar="FOLDER", help="downloads, derived graphs and kept audio")
    serve.add_argument("--profile", help="audio per write of a stream: stable 50 ms, benchmark 40, safe 100")
    serve.add_argument("--chunk-ms", metavar="MS", help="the same as a number from 30 to 120")
    serve.add_argument("--prelude", action="store_const", const="true", help="silence at once, for old decoders")
    serve.add_argument("--threads", help="threads of the model")
    serve.add_argument("--variant", help="which make of the vocoder's window graph")
    serve.add_argument("--ephemeral", action="store_const", const="true", help="keep nothing on disk")
    serve.add_argument("--verbose-logs", action="store_const", const="true", help="log every request")
    serve.set_defaults(command=_runner("server.lifecycle"))


def _add_config(commands: "argparse._SubParsersAction[Parser]") -> None:
    config = _command(commands, "config")
    config.add_argument("--json", action="store_true", help="as JSON")
    config.set_defaults(command=_runner("commands.config"))


def _add_cache(commands: "argparse._SubParsersAction[Parser]") -> None:
    cache = _command(commands, "cache")
    cache.add_argument("action", choices=("show", "clear"))
    cache.set_defaults(command=_runner("commands.cache"))


def _add_lexicon(commands: "argparse._SubParsersAction[Parser]") -> None:
    lexicon = _command(commands, "lexicon")
    lexicon.add_argument("action", choices=("add", "remove", "list", "test"))
    lexicon.add_argument("words", nargs="*", help="add: WORD PRONUNCIATION (/IPA/, {symbols} or how it sounds)")
    lexicon.add_argument("--lang", metavar="LANGUAGE", help="default: en")
    lexicon.add_argument("--case", action="store_true", help="only when spelled exactly so")
    lexicon.set_defaults(command=_runner("commands.lexicon"))


def _add_explain(commands: "argparse._SubParsersAction[Parser]") -> None:
    explain = _command(commands, "explain")
    explain.add_argument("text", nargs="*", help="- or nothing reads standard input")
    explain.add_argument("--voice", help="whose habits; the default voice unless given")
    explain.add_argument("--lang", metavar="LANGUAGE", help="default: the voice's")
    explain.add_argument("--input-format", "--format", default="auto", help="auto, text, markdown or ssml")
    explain.add_argument("--json", action="store_true", help="as one JSON object")
    explain.set_defaults(command=_runner("commands.explain"))


def _add_check(commands: "argparse._SubParsersAction[Parser]") -> None:
    check = _command(commands, "check")
    check.add_argument("files", nargs="+", metavar="FILE", help="wav, mp3, opus, aac, flac and others; - reads one")
    check.add_argument("--json", action="store_true", help="as JSON")
    check.set_defaults(command=_runner("commands.check"))


def _runner(module: str) -> Command:
    """Runs `kokoro_live.<module>`, which is imported only when its command is the one given."""

    def run(options: argparse.Namespace) -> int:
        try:
            command = import_module(f"kokoro_live.{module}")
        except ModuleNotFoundError as missing:
            remedy = "pip install 'kokoro-live[bench]'" if module.startswith("bench.") else "pip install kokoro-live"
            raise SetupError(f"{missing.name} is not installed: {remedy}") from missing
        return int(command.run(options))

    return run


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None


if __name__ == "__main__":
    sys.exit(main())
