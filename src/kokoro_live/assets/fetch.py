"""Published files, fetched once from the first source that works, verified, never half there."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kokoro_live.assets import sources
from kokoro_live.assets.manifest import Asset
from kokoro_live.assets.sources import SourceFailed
from kokoro_live.errors import AssetError
from kokoro_live.files import file_hash, locked, writing
from kokoro_live.records import Progress, silent


class Store:
    """The folder of verified published files."""

    def __init__(self, cache_dir: Path, model_dir: Path | None = None, order: tuple[str, ...] = ("index",)) -> None:
        self.folder = cache_dir / "published"
        self.model_dir = model_dir
        self.order = order

    def path(self, asset: Asset) -> Path:
        """Where the file is, or will be."""
        return self.folder / asset.name

    def problem(self, asset: Asset) -> str | None:
        """Why the file cannot be used, or None if every byte is right."""
        path = self.path(asset)
        if not path.is_file():
            return "missing"
        if path.stat().st_size != asset.size:
            return f"truncated: {path.stat().st_size} of {asset.size} bytes"
        if file_hash(path) != asset.sha256:
            return "damaged: its sha256 is not the pinned one"
        return None

    def fetch(self, asset: Asset, progress: Progress = silent) -> Path:
        """The verified file, fetched if need be. Two processes may ask at once: one fetches, the other waits."""
        if self.problem(asset) is None:
            return self.path(asset)  # without a lock: a finished cache may be read-only
        with writing(self.folder, asset.size), locked(self.folder / ".lock"):
            if self.problem(asset) is None:
                return self.path(asset)
            part = self.folder / f"{asset.name}.part"
            failures = []
            for attempt in self._attempts(asset, part, progress):
                try:
                    attempt()
                except SourceFailed as failure:
                    failures.append(str(failure))
                    continue
                if file_hash(part) == asset.sha256:
                    part.replace(self.path(asset))
                    return self.path(asset)
                part.unlink()
                failures.append("one source delivered a file whose sha256 is not the pinned one; it was thrown away")
        reasons = "\n  - ".join(failures) or "no source is enabled (KOKORO_SOURCES)"
        raise AssetError(
            f"Cannot fetch {asset.name} ({asset.size / 1e6:.0f} MB):\n  - {reasons}\n"
            f"Check the network and run again, or put the file into a folder and set KOKORO_MODEL_DIR to it."
        )

    def _attempts(self, asset: Asset, part: Path, progress: Progress) -> Iterator[Any]:
        for source in self.order:
            if source == "local" and self.model_dir is not None:
                original = self.model_dir / asset.name
                yield lambda original=original: sources.copy(original, part, progress)
            elif source in ("release", "hub"):
                for url in getattr(asset, source):
                    yield lambda url=url: sources.download(url, part, asset.size, progress)
            elif source == "index" and asset.index is not None:
                recipe, packages = asset.index["recipe"], asset.index["packages"]
                yield lambda recipe=recipe, packages=packages: sources.from_index(packages, recipe, part, progress)
