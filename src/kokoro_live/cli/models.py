"""kokoro-live models list|fetch|verify|path|build|export"""

import argparse
from pathlib import Path

from kokoro_live.assets.fetch import Store
from kokoro_live.assets.manifest import VOICES, Asset, manifest
from kokoro_live.cli.progress import bar
from kokoro_live.config import Settings
from kokoro_live.errors import AssetError, BadOption
from kokoro_live.model.store import BASES, chosen_base, graphs_of, is_built, ready_graphs, tampered

EXAMPLE = "kokoro-live models list"


def add_options(parser: argparse.ArgumentParser) -> None:
    """What may be asked for."""
    parser.add_argument("action", choices=("list", "fetch", "verify", "path", "build", "export"))
    parser.add_argument("name", nargs="?", help="one file (default: every file that is needed); for export, the folder")
    parser.add_argument("--force", action="store_true", help="build again even if nothing changed")


def run(options: argparse.Namespace) -> int:
    """One action on the model files."""
    settings = Settings.load()
    store = Store(settings.cache_dir, settings.model_dir, settings.sources)
    actions = {"list": _list, "fetch": _fetch, "verify": _verify, "path": _path}
    if options.action == "build":
        return _build(settings, store, options.force)
    if options.action == "export":
        return _export(settings, store, options.name)
    return actions[options.action](store, _chosen(options.name, options.action, store, settings))


def _chosen(name: str | None, action: str, store: Store, settings: Settings) -> list[Asset]:
    known = manifest()
    if name is not None:
        if name not in known:
            raise BadOption(f"No file {name!r}. There are: {', '.join(known)}.")
        return [known[name]]
    if action == "list":
        return list(known.values())
    base = BASES[chosen_base(store, settings.base)]
    return [known[base], known[VOICES]]


def _list(store: Store, assets: list[Asset]) -> int:
    for asset in assets:
        state = store.problem(asset) or "here"
        need = "needed" if asset.required else "optional"
        print(f"{asset.name:24} {asset.size / 1e6:6.1f} MB  {need:8}  {asset.licence}  {state}  – {asset.what}")
    return 0


def _fetch(store: Store, assets: list[Asset]) -> int:
    with bar() as report:
        for asset in assets:
            print(store.fetch(asset, report))
    return 0


def _verify(store: Store, assets: list[Asset]) -> int:
    problems = [f"{store.path(asset)} is {problem}." for asset in assets if (problem := store.problem(asset))]
    if problems:
        raise AssetError("\n".join([*problems, "Run: kokoro-live models fetch"]))
    for asset in assets:
        print(f"{asset.name}: every byte is right")
    return 0


def _path(store: Store, assets: list[Asset]) -> int:
    for asset in assets:
        print(store.path(asset))
    return 0


def _build(settings: Settings, store: Store, force: bool) -> int:
    base = chosen_base(store, settings.base)
    folder = graphs_of(settings.cache_dir, base).folder
    damaged = is_built(folder) and tampered(folder) is not None
    with bar() as report:
        graphs = ready_graphs(store, settings.cache_dir, settings.base, report, again=force or damaged)
    print(graphs.folder)
    return 0


def _export(settings: Settings, store: Store, folder: str | None) -> int:
    from kokoro_live.graph.coreml import export  # half a second

    if folder is None:
        raise BadOption("Where to? Give a folder: kokoro-live models export FOLDER")
    with bar() as report:
        graphs = ready_graphs(store, settings.cache_dir, settings.base, report)
    for each in export(graphs, Path(folder)):
        print(each)
    return 0
