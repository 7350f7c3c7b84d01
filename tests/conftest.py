"""The real model runs in the suite: one engine for the whole session, fetched and built like a user's."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kokoro_live.config import Settings
from kokoro_live.engine import Engine
from kokoro_live.speech.assets import Store
from kokoro_live.speech.build import Derived, derived


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
def graphs(settings: Settings, store: Store) -> Derived:
    return derived(store, settings.cache_dir, settings.base)


@pytest.fixture
def empty_cache(settings: Settings, tmp_path: Path) -> Settings:
    return replace(settings, cache_dir=tmp_path / "cache")
