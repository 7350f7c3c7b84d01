"""Lines that somebody wrote who had not seen the rules, with every reading that is as right as any other."""

from pathlib import Path

import pytest

from kokoro_live.phonemes import is_installed
from lab.readings import BETWEEN, LANGUAGES, is_said_so

TABLES = sorted((Path(__file__).parents[1] / "data" / "heard").glob("*.tsv"))
LINES = [
    (LANGUAGES.get(table.stem, table.stem), *line.split("\t")[1:])
    for table in TABLES
    for line in table.read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize(("language", "written", "readings"), LINES, ids=lambda value: str(value)[:40])
def test_a_line_is_said_as_somebody_would(language: str, written: str, readings: str) -> None:
    if not is_installed(language):
        pytest.skip(f"the front end of {language} is an extra")
    assert is_said_so(written, readings.split(BETWEEN), language)
