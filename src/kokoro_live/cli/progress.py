"""A progress bar on stderr for fetching and building; one line per step where there is no terminal."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from kokoro_live.records import Progress as Report


@contextmanager
def bar() -> Iterator[Report]:
    """Yields the function that long work reports to; nothing is drawn until it reports."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description:44}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, disable=not console.is_terminal) as shown:
        tasks: dict[str, TaskID] = {}

        def report(label: str, done: int, total: int) -> None:
            kind = label.split(":")[0]
            if kind not in tasks:
                tasks[kind] = shown.add_task(label, total=total)
            if not console.is_terminal and (done >= total or kind != label):
                console.print(f"{label}: {done} of {total}", highlight=False)
            shown.update(tasks[kind], description=label, completed=done, total=total)

        yield report
