"""What the bench can be asked for. What measures is imported when it runs."""

import argparse
from importlib import import_module

from kokoro_live.audio.formats import FORMATS
from kokoro_live.errors import SetupError

BENCH_VOICES = "af_heart,am_michael,bf_emma,af_sky"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Speech, unless one of the other kinds is named."""
    parser.add_argument("--url", default="", help="a server that runs already; unless given, one is started")
    parser.add_argument("--key", default="", help="its API key")
    parser.add_argument(
        "--against", nargs="+", default=[], metavar="TARGET", help="kokoro-onnx, fastkokoro, an address"
    )
    parser.add_argument("--presets", default="short", help="of brief, short, medium, long, article, like short,long:5")
    parser.add_argument("--n", type=int, default=20, help="fresh texts of each preset; others take part from 20 on")
    parser.add_argument("--cold", type=int, default=1, help="starts of the server, with one text each")
    parser.add_argument("--cached", type=int, default=20, help="texts that are said twice")
    parser.add_argument("--voice", default=BENCH_VOICES, metavar="VOICES", help=f"in turn (default {BENCH_VOICES})")
    parser.add_argument("--format", default="pcm", choices=tuple(FORMATS))
    parser.add_argument("--whole", action="store_true", help="whole answers instead of streams")
    parser.add_argument("--events", action="store_true", help="as server-sent events")
    parser.add_argument("--concurrency", type=int, default=1, help="texts at once")
    parser.add_argument("--think", type=float, default=0.0, metavar="SECONDS", help="between two requests")
    parser.add_argument("--chunk-ms", type=int, default=50, help="of audio per write of our server")
    parser.add_argument("--buffered", type=int, default=1, choices=(1, 2, 3), help="pieces a player waits for")
    parser.add_argument("--seed", type=int, help="texts to draw; new ones each time unless given")
    parser.add_argument("--json", metavar="FILE", help="write every sample and the summary")
    parser.add_argument("--audio", action="store_true", help="keep the sound, in a folder beside --json")
    parser.add_argument("--html", metavar="FILE", help="write a page with plots")
    parser.set_defaults(command=run, module="speech")
    _add_kinds(parser.add_subparsers(metavar="WHAT"))


def _add_kinds(kinds: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    check = kinds.add_parser("check", help="a run against its bands and against an earlier one of this machine")
    check.add_argument("run", metavar="FILE", help="what `bench --json` wrote")
    check.add_argument("--baseline", metavar="FILE", help="the earlier run; default: the one that was kept")
    check.add_argument("--keep", action="store_true", help="keep this run to compare later ones with")
    check.add_argument("--nightly", action="store_true", help="allow a fifth instead of a tenth")
    check.set_defaults(module="check")
    soak = kinds.add_parser("soak", help="long mixed use: drift, memory, stutters")
    soak.add_argument("--minutes", type=float, default=20.0, help="how long; 480 for a night")
    soak.add_argument("--short", action="store_true", help="two minutes: proves that it runs, not that nothing drifts")
    soak.add_argument("--seed", type=int, help="what is asked; something new each time unless given")
    soak.add_argument("--json", metavar="FILE", help="write every sample and the summary")
    soak.add_argument("--plot", metavar="FILE.png", help="draw the run")
    soak.set_defaults(module="soak")
    write = kinds.add_parser("write", help="docs/performance.md and its pictures from docs/results")
    write.add_argument("folder", metavar="DOCS")
    write.set_defaults(module="write")
    engine = kinds.add_parser("engine", help="the engine in this process, beside another library")
    engine.add_argument("--against", choices=("kokoro-onnx",), default="kokoro-onnx", help="what to compare with")
    engine.add_argument("--n", type=int, default=20, help="trials of each (at least 20 for a claim)")
    engine.add_argument("--voice", default=BENCH_VOICES, metavar="VOICES", help=f"in turn (default {BENCH_VOICES})")
    engine.add_argument("--seed", type=int, help="texts to draw; a new one each time unless given")
    engine.add_argument("--sweep", type=int, default=5, metavar="N", help="also N texts each of 40 … 5000 characters")
    engine.add_argument("--json", metavar="FILE", help="write every sample and the summary")
    engine.add_argument("--plot", metavar="FILE.png", help="draw the run")
    engine.set_defaults(module="engine")
    text = kinds.add_parser("text", help="from characters to phonemes, and how that grows")
    text.add_argument("--n", type=int, default=100, help="fresh sentences (at least 20 for a claim)")
    text.add_argument("--seed", type=int, help="texts to draw; a new one each time unless given")
    text.set_defaults(module="text")


def run(options: argparse.Namespace) -> int:
    """One measurement."""
    try:
        module = import_module(f"bench.{options.module}")
    except ModuleNotFoundError as missing:
        if str(missing.name).partition(".")[0] in ("bench", "kokoro_live"):
            raise
        raise SetupError(f"The bench needs {missing.name}. Run: kokoro-live install bench") from missing
    return int(module.run(options))
