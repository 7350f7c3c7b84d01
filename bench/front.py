"""The figures of the README, from the artefact of the server beside its peers."""

from typing import Any

Document = dict[str, Any]
BEGIN, END = "<!-- figures: kokoro-live bench write docs -->", "<!-- end of figures -->"
LENGTHS = {"brief": "a few words", "short": "a sentence", "medium": "a paragraph", "long": "an article"}
COMPARED = "speech"  # the artefact: the server beside its peers
OURS, SAID = "kokoro-live", "short"  # the length of which the headline speaks


def figures(document: Document) -> str:
    """A headline and a table."""
    return f"{BEGIN}\n\n{_headline(document)}\n\n{_table(document)}\n\n{_measured(document)}\n\n{END}"


def with_figures(page: str, document: Document) -> str:
    """The page with today's figures in their place."""
    before, found, rest = page.partition(BEGIN)
    _, ended, after = rest.partition(END)
    if not found or not ended:
        raise ValueError(f"the page has no place for figures: {BEGIN} … {END}")
    return before + figures(document) + after


def _headline(document: Document) -> str:
    first = 1000 * _series(document, OURS, SAID)["ttfa"]["p50"]
    sooner = [
        f"{document['ratios'][f'{peer}/{SAID}']['times_sooner']['value']:.1f} times sooner than {_plain(peer)}"
        for peer in document["peers"]
    ]
    return f"**First sound {first:.0f} ms after a sentence is sent: {' and '.join(sooner)}.**"


def _table(document: Document) -> str:
    lengths = [each for each in LENGTHS if f"{OURS}/{each}/warm" in document["series"]]
    head = ["first sound, ms (p50)", *(LENGTHS[each] for each in lengths), "seconds of work per second of speech"]
    rows = [head, ["---"] * len(head)]
    for target in (OURS, *document["peers"]):
        cells = [f"{1000 * _series(document, target, each)['ttfa']['p50']:.0f}" for each in lengths]
        version = f" {document['peers'][target]}" if target in document["peers"] else ""
        rows.append([_plain(target) + version, *cells, f"{_series(document, target, SAID)['rtf']['p50']:.3f}"])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _measured(document: Document) -> str:
    on, count = document["machine"], _series(document, OURS, SAID)["n"]
    return (
        "Measured from outside, to the first audible sample, in turn: "
        f"{on['cores']} cores of {on['processor']}, no GPU, "
        f"n {count} of each,\nfresh texts, commit {on['commit']}, variant {on['variant']}. "
        "All figures, and how to get your own: [performance](docs/performance.md)."
    )


def _series(document: Document, target: str, length: str) -> Document:
    found: Document = document["series"][f"{target}/{length}/warm"]
    return found


def _plain(target: str) -> str:
    name, _, mode = target.partition(":")
    return f"{name} ({mode})" if mode else name
