"""The texts the tagger is judged on, and those a student of it was taught.

They are public repositories at a commit, and packages of Debian.

None of the text is shipped. What is held out is never taught: whole sources, or documents chosen by a hash.
"""

import hashlib
import subprocess
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from training.tagger import readers

Reader = Callable[[str], Iterator[str]]
FETCH_SECONDS = 1800


@dataclass(frozen=True)
class Source:
    """Where a text is from, how it is read, and whether it is taught."""

    name: str
    licence: str
    kind: str  # of text: dialogue, narrative, technical, …
    origin: str  # "owner/repository@commit" or "debian:package=version"
    paths: str  # what a document's path must match
    read: Reader
    share: float = 1.0  # of the documents, by a hash of their paths
    held_out: float = 0.0  # of the documents, by another hash

    def documents(self, folder: Path) -> Iterator[tuple[str, str, bool]]:
        """Path, text, and whether it is held out."""
        for path, content in _files(self, folder):
            if _hash(path, "share") < self.share:
                yield path, content, _hash(path, "held out") < self.held_out


def _hash(path: str, use: str) -> float:
    return hashlib.sha256(f"{use} {path}".encode()).digest()[0] / 256


def _files(source: Source, folder: Path) -> Iterator[tuple[str, str]]:
    if source.origin.startswith("debian:"):
        package = source.origin.removeprefix("debian:").split("=")[0]
        root = folder / package
        if not root.is_dir():
            _unpack(source.origin.removeprefix("debian:"), root)
        for path in sorted(root.rglob("*")):
            name = path.relative_to(root).as_posix()
            if path.is_file() and readers.matches(source.paths, name):
                yield name, path.read_text(encoding="utf-8", errors="replace")
        return
    repository, commit = source.origin.split("@")
    clone = folder / repository.replace("/", "+")
    if not clone.is_dir():
        url = f"https://github.com/{repository}"
        subprocess.run(["git", "clone", "--bare", "--quiet", url, clone / "repo"], check=True, timeout=FETCH_SECONDS)
    git = ["git", "-C", str(clone / "repo")]
    listed = subprocess.run([*git, "ls-tree", "-r", "-z", "--name-only", commit], check=True, capture_output=True)
    names = [name for name in listed.stdout.decode(errors="replace").split("\0") if readers.matches(source.paths, name)]
    for name in names:
        shown = subprocess.run([*git, "show", f"{commit}:{name}"], capture_output=True, check=False)
        if name.endswith(".zip"):
            yield from _zipped(name, shown.stdout)
        elif shown.returncode == 0:
            yield name, shown.stdout.decode(errors="replace")


def _zipped(name: str, content: bytes) -> Iterator[tuple[str, str]]:
    with zipfile.ZipFile(BytesIO(content)) as archive:
        for inner in archive.namelist():
            if inner.endswith(".txt"):
                yield f"{name}/{inner}", archive.read(inner).decode("latin-1")


def _unpack(package: str, root: Path) -> None:
    """A package of Debian's, downloaded (not installed) and unpacked."""
    root.mkdir(parents=True)
    subprocess.run(["apt-get", "download", package], cwd=root.parent, check=True, timeout=FETCH_SECONDS)
    (archive,) = root.parent.glob(f"{package.split('=')[0]}_*.deb")
    subprocess.run(["dpkg-deb", "-x", archive, root], check=True)


def _book(name: str, held_out: float = 0.0) -> Source:
    repository, commit = name.split("@")
    return Source(
        repository.split("_", 1)[1], "CC0-1.0 (public domain)", "narrative", f"standardebooks/{repository}@{commit}",
        r"src/epub/text/(?!colophon|imprint|uncopyright|titlepage|halftitle|toc).*xhtml", readers.html, 1.0, held_out,
    )  # fmt: skip


BOOKS_TAUGHT = (
    "agatha-christie_the-mysterious-affair-at-styles@5daaa8ab33f8",
    "arthur-conan-doyle_the-adventures-of-sherlock-holmes@23b2b6e0aa13",
    "bertrand-russell_the-problems-of-philosophy@6d2f24b18a42",
    "charles-dickens_great-expectations@d386bda66efc",
    "edgar-rice-burroughs_a-princess-of-mars@2e2490f77a41",
    "ernest-hemingway_the-sun-also-rises@250a5cec3785",
    "h-g-wells_the-time-machine@9fd22d612e6e",
    "jack-london_the-call-of-the-wild@1aeef4791114",
    "jane-austen_pride-and-prejudice@8ec1ca806088",
    "l-frank-baum_the-wonderful-wizard-of-oz@8d8c2b208d56",
    "mark-twain_the-adventures-of-huckleberry-finn@7ff397180b5d",
    "p-g-wodehouse_love-among-the-chickens@225f938a7eea",
    "p-g-wodehouse_right-ho-jeeves@30a8d6c863bf",
    "philip-k-dick_short-fiction@e423075ad132",
)
BOOKS_HELD_OUT = (
    "f-scott-fitzgerald_the-great-gatsby@194dc118c0f9",
    "jerome-k-jerome_three-men-in-a-boat@4f8189319b45",
    "h-beam-piper_little-fuzzy@1b68fe09aeed",
    "mary-shelley_frankenstein@0e54fe85d391",
)
SOURCES = (
    Source("common-voice", "CC0-1.0", "read sentences", "common-voice/common-voice@bc2cc85e101d",
           r"server/data/en/[^/]*\.txt", readers.lines),
    Source("wiki-split", "CC-BY-SA-4.0", "encyclopedia", "google-research-datasets/wiki-split@80f5bddf42d1",
           r"(?:tune|validation)\.tsv", readers.table),
    Source("wiki-split test", "CC-BY-SA-4.0", "encyclopedia", "google-research-datasets/wiki-split@80f5bddf42d1",
           r"test\.tsv", readers.table, 1.0, 1.0),
    Source("taskmaster", "CC-BY-4.0", "dialogue", "google-research-datasets/Taskmaster@d92cb6af3005",
           r"TM-[1-4].*/data/.*\.json", readers.utterances),
    Source("schema-guided dialogue", "CC-BY-SA-4.0", "dialogue",
           "google-research-datasets/dstc8-schema-guided-dialogue@e852981ae349",
           r"test/dialogues.*\.json", readers.utterances, 0.25, 1.0),
    Source("endless-sky", "GPL-3.0-or-later", "dialogue and narrative", "endless-sky/endless-sky@a44250826e2e",
           r"data/.*\.txt", readers.quoted),
    Source("factbook", "public domain", "reference", "factbook/factbook.json@8662a8b17a78", r".*\.json", readers.values),
    Source("kubernetes", "CC-BY-4.0", "technical", "kubernetes/website@56464fe6c846",
           r"content/en/.*\.md", readers.markdown),
    Source("mdn", "CC-BY-SA-2.5", "technical", "mdn/content@b2c48c8b7c09", r"files/en-us/.*\.md", readers.markdown, 0.25),
    Source("github-docs", "CC-BY-4.0", "technical", "github/docs@60321755e16a", r"content/.*\.md", readers.markdown, 0.5),
    Source("rust-book", "MIT or Apache-2.0", "technical", "rust-lang/book@917544888a55", r"src/.*\.md",
           readers.markdown, 1.0, 1.0),
    Source("typescript", "CC-BY-4.0", "technical", "microsoft/TypeScript-Website@1f8e642574ce",
           r"packages/.*/copy/en/.*\.md", readers.markdown, 1.0, 1.0),
    Source("18f", "public domain", "news", "18F/18f.gsa.gov@0a55c75e6d9b", r"content/(?:posts|pages)/.*\.md", readers.markdown),
    Source("digitalgov", "public domain", "news", "GSA/digitalgov.gov@4979583206d9",
           r"content/(?:news|guides|resources|events)/.*\.md", readers.markdown, 1.0, 0.3),
    Source("ewt", "CC-BY-SA-4.0", "web: letters, blogs, reviews, answers",
           "UniversalDependencies/UD_English-EWT@15d613d8447b", r"not-to-release/sources/.*\.conllu", readers.treebank, 1.0, 0.5),
    Source("gum", "CC-BY-4.0 and others", "news, interviews, talk, fiction, essays",
           "UniversalDependencies/UD_English-GUM@afb41ee9bca5", r"not-to-release/sources/.*\.conllu", readers.treebank, 1.0, 1.0),
    Source("state of the union", "public domain", "speeches", "nltk/nltk_data@5db857e6f7df",
           r"packages/corpora/state_union\.zip", readers.speeches),
    Source("inaugural", "public domain", "speeches", "nltk/nltk_data@5db857e6f7df",
           r"packages/corpora/inaugural\.zip", readers.speeches, 1.0, 1.0),
    Source("anarchist faq", "GFDL-1.1 or GPL-2.0", "essays", "debian:anarchism=15.3-3", r".*/html/.*\.html", readers.html),
    Source("debian handbook", "CC-BY-SA-3.0 or GPL-2.0", "technical", "debian:debian-handbook=11.20220922",
           r".*/html/en-US/.*\.html", readers.html),
    Source("gimp help", "GFDL-1.2", "technical", "debian:gimp-help-en=2.10.34-2", r".*/help/en/.*\.html", readers.html),
    Source("gnome help", "CC-BY-SA-3.0", "technical", "debian:gnome-user-docs=43.0-2", r".*/help/C/.*\.page",
           readers.html, 1.0, 1.0),
    Source("wordnet", "WordNet 3.0", "examples", "debian:wordnet-base=1:3.0-37", r".*/data\.(?:noun|verb|adj|adv)",
           readers.glosses),
    Source("fortunes", "public domain and others", "sayings", "debian:fortunes=1:1.99.1-7.3",
           r"usr/share/games/fortunes/[a-z-]*", readers.fortunes),
    *(_book(name) for name in BOOKS_TAUGHT),
    *(_book(name, 1.0) for name in BOOKS_HELD_OUT),
)  # fmt: skip
