"""The real model runs in the suite: one engine for the whole session, fetched and built like a user's."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import hypothesis
import pytest
from hypothesis.database import DirectoryBasedExampleDatabase, ReadOnlyDatabase

from kokoro_live.assets.fetch import Store
from kokoro_live.config import Settings
from kokoro_live.engine import Engine
from kokoro_live.model.store import Graphs, ready_graphs

# Property tests draw the same examples in every run (the seed stands in pyproject.toml), and first of all those that
# once failed, which are kept beside this file. A nightly run draws others, more of them, and keeps what fails.
FAILED_ONCE = DirectoryBasedExampleDatabase(Path(__file__).with_name("failed_once"))
hypothesis.settings.register_profile("steady", deadline=None, database=ReadOnlyDatabase(FAILED_ONCE))
hypothesis.settings.register_profile("nightly", deadline=None, database=FAILED_ONCE, max_examples=2000)
hypothesis.settings.load_profile("steady")  # unless --hypothesis-profile says otherwise


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """What asynchronous tests run on."""
    return "asyncio"


@pytest.fixture(scope="session")
def settings() -> Settings:
    return Settings.load()


@pytest.fixture(scope="session")
def store(settings: Settings) -> Store:
    return Store(settings.cache_dir, settings.model_dir, settings.sources)


@pytest.fixture(scope="session")
def engine(settings: Settings) -> Iterator[Engine]:
    yield Engine(settings)


@pytest.fixture(scope="session")
def graphs(settings: Settings, store: Store) -> Graphs:
    return ready_graphs(store, settings.cache_dir, settings.base)


@pytest.fixture
def empty_cache(settings: Settings, tmp_path: Path) -> Settings:
    return replace(settings, cache_dir=tmp_path / "cache")
