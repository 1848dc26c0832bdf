"""The documentation: the pages that `make docs` builds, or, before a build, the same texts, read by the same parser
(MyST).

A fresh clone has the Markdown files only, and so has an installed package. Features that need a build are
simplified. Figures of games are replaced by the site's plots, and other figures are omitted. The reference of a
function is its docstring. Pages that a build generates are replaced by short ones: the notebooks, and a list of the
games with links to their pages on the site.
"""

from __future__ import annotations

import inspect
import json
import re
import shlex
from functools import cache
from importlib import import_module
from pathlib import Path
from pydoc import locate
from types import ModuleType
from typing import ClassVar
from urllib.parse import urlencode

from docutils import nodes
from docutils.core import publish_doctree, publish_from_doctree
from docutils.parsers.rst import Directive, directives
from docutils.writers import html5_polyglot
from markupsafe import Markup, escape
from myst_parser.parsers.docutils_ import Parser

from zerosum.core.data import Json
from zerosum.core.foreign import Foreign
from zerosum.games import CATALOG
from zerosum.web.catalogue import examples

PACKAGE = Path(__file__).parents[1]
SOURCES = next(
    (one for one in (PACKAGE / "docs", PACKAGE.parents[1] / "docs") if one.is_dir()), PACKAGE / "docs"
)
"""The folder of the texts: in the package, or next to its sources."""
BUILT = PACKAGE.parents[1] / "docs" / "_build" / "html"
"""The folder in which `make docs` builds the documentation."""

PICTURES = (".png", ".svg")
TEXTS = (".md", ".ipynb")
TOCTREE = re.compile(r"^```\{toctree\}\n(.*?)^```", re.MULTILINE | re.DOTALL)
"""Matches a list of pages, with its options."""
LINK = re.compile(r"\[([^]]*)\]\([^)]*\)")
SECTION = re.compile(r'<section id="([^"]+)">\s*<h2>(.*?)</h2>', re.DOTALL)
"""Matches a section of a rendered page, and its heading."""
FIGURE = re.compile(r"^Figure: `zerosum (.+)`$", re.MULTILINE)
"""Matches the command that draws the next figure of a page; its last word is the file."""
SETTINGS = {
    "myst_enable_extensions": ["dollarmath", "amsmath", "deflist", "colon_fence"],  # as in docs/conf.py
    "myst_heading_anchors": 3,
    "myst_all_links_external": True,
    "math_output": "MathML",
    "syntax_highlight": "none",
    "raw_enabled": False,
    "file_insertion_enabled": False,
    "report_level": 5,
    "_disable_config": True,
}
"""The settings of MyST and docutils for a page: formulas become MathML, which browsers draw themselves."""
WIDE = '<div class="{}" tabindex="0" role="group" aria-label="{}">'
"""The element around content that may be wider than a phone: it scrolls separately, by touch and by keyboard."""


def page(path: str) -> tuple[str, Markup] | None:
    """Return the title and the text of a page as HTML; None if there is no such page."""
    path = path.removesuffix(".html").strip("/") or "index"
    text = source(path) if all(part.strip(".") for part in path.split("/")) else ""
    return render(path, text) if text else None


@cache
def render(path: str, text: str) -> tuple[str, Markup]:
    """Return the title and the text of a page, cached by the page's canonical name."""
    folder = (SOURCES / path).parent
    for name, directive in DIRECTIVES.items():
        directives.register_directive(name, directive)
    tree = publish_doctree(text, str(folder / "page.md"), parser=Parser(), settings_overrides=SETTINGS)
    drawn = site_figures(text)
    for image in list(tree.findall(nodes.image)):
        image["uri"] = drawn.get(Path(image["uri"]).name, image["uri"])
        if not (image["uri"].startswith("/api/") or (folder / image["uri"]).is_file()):
            image.parent.remove(image)
    for link in tree.findall(nodes.reference):
        file, hash_, place = link["refuri"].partition("#")
        if "://" not in file and file.endswith(TEXTS):
            link["refuri"] = f"{file.rpartition('.')[0]}.html{hash_}{place}"
    for formula in list(tree.findall(nodes.math)):
        _keep_stop(formula)
    writer = html5_polyglot.Writer()
    writer.translator_class = _Translator
    publish_from_doctree(tree, writer=writer, settings_overrides=SETTINGS)
    made = writer.parts["fragment"].replace("<pre ", '<pre tabindex="0" ')
    title = writer.parts["title"] or str(escape(path))
    return Markup(title).striptags(), Markup(f"<h1>{title}</h1>\n{made}")


def headings(text: str) -> list[tuple[str, str]]:
    """Return the places and headings of the sections of a rendered page."""
    return [(place, Markup(title).striptags()) for place, title in SECTION.findall(text)]


def _keep_stop(formula: nodes.math) -> None:
    """Keep a formula on one line with the full stop after it."""
    place = formula.parent.index(formula) + 1
    after = formula.parent[place] if place < len(formula.parent) else None
    if isinstance(after, nodes.Text) and (stop := after[: len(after) - len(after.lstrip(".,;:)"))]):
        formula.parent[place] = nodes.Text(after.removeprefix(stop))
        formula.replace_self(nodes.inline("", "", formula.deepcopy(), nodes.Text(stop), classes=["whole"]))


class _Translator(html5_polyglot.HTMLTranslator):  # type: ignore[misc]
    """HTML as the site's style sheet expects it."""

    def visit_literal(self, node: Foreign) -> None:
        """Begin a piece of code in a sentence."""
        self.body.append("<code>")

    def depart_literal(self, node: Foreign) -> None:
        """End a piece of code in a sentence."""
        self.body.append("</code>")

    def visit_table(self, node: Foreign) -> None:
        """Begin a table that scrolls separately."""
        self.body.append(WIDE.format("scroll", "table"))
        super().visit_table(node)

    def depart_table(self, node: Foreign) -> None:
        """End a table."""
        super().depart_table(node)
        self.body.append("</div>")

    def visit_math_block(self, node: Foreign) -> None:
        """Write a formula that scrolls separately."""
        self.body.append(WIDE.format("math block", "formula"))
        try:
            super().visit_math_block(node)
        finally:
            self.body.append("</div>")


class _Toctree(Directive):  # type: ignore[misc]
    """A list of pages, unless it is only for the navigation of a build."""

    has_content = True
    option_spec: ClassVar = dict.fromkeys(("hidden", "maxdepth", "caption", "glob"), directives.unchanged)

    def run(self) -> list[nodes.Node]:
        """Return the list."""
        if "hidden" in self.options:
            return []
        folder = Path(self.state.document["source"]).parent
        items = [
            nodes.list_item(
                "", nodes.paragraph("", "", nodes.reference("", _title(folder / name), refuri=f"{name}.md"))
            )
            for name in self.content
            if name
        ]
        return [nodes.bullet_list("", *items)]


class _Docstrings(Directive):  # type: ignore[misc]
    """The docstring of a module, a class or a function, and those of a module's functions."""

    has_content = True
    required_arguments = 1
    option_spec: ClassVar = dict.fromkeys(
        ("members", "show-inheritance", "no-index", "exclude-members"), directives.unchanged
    )

    def run(self) -> list[nodes.Node]:
        """Return a heading and the text of each docstring."""
        name = self.arguments[0]
        found = locate(name)
        if found is None:
            module, _, attribute = name.rpartition(".")
            found = getattr(import_module(module), attribute, None)
        parts = [found]
        if isinstance(found, ModuleType):
            own = [getattr(found, one) for one in getattr(found, "__all__", [])]
            parts += [one for one in own if getattr(one, "__module__", "") == found.__name__]
        made: list[nodes.Node] = []
        for one in parts:
            made.append(nodes.rubric("", getattr(one, "__qualname__", name)))
            text = inspect.getdoc(one) or ""
            made.append(nodes.literal_block(text, text))
        return made


DIRECTIVES = {"toctree": _Toctree} | dict.fromkeys(("automodule", "autoclass", "autofunction"), _Docstrings)
"""The directives and roles of Sphinx that pages use, registered with docutils only while pages are read here."""


def figures(text: str) -> dict[str, list[str]]:
    """Return the commands of the figures on a page, without their output files, by file."""
    commands = [shlex.split(command) for command in FIGURE.findall(text)]
    return {file: words for *words, file in commands}


def site_figures(text: str) -> dict[str, str]:
    """Return the addresses of a page's figures that the site draws itself, by file: plots of built-in games."""
    found = {file: _on_the_site(words) for file, words in figures(text).items()}
    return {file: address for file, address in found.items() if address}


def _on_the_site(words: list[str]) -> str:
    """Return the address of a plot of a built-in game or an example; empty for any other command."""
    if words[0] != "plot" or "--tree" in words:
        return ""
    game, *rest = words[1:-1]
    given = {flag.removeprefix("--"): value for flag, value in zip(rest[::2], rest[1::2], strict=True)}
    if game not in CATALOG:
        name = next((name for name in CATALOG if Path(game).stem in examples(name)), "")
        game, given = name, given | {"path": Path(game).stem}
    return f"/api/games/{game}/picture.svg?{urlencode(given)}" if game else ""


def picture(path: str) -> Path | None:
    """Return the file of a picture on a page; None if there is none."""
    return _within(path) if path.endswith(PICTURES) else None


def _within(path: str) -> Path | None:
    """Return a file of the documentation; None for any other."""
    file = (SOURCES / path).resolve()
    return file if file.is_relative_to(SOURCES.resolve()) and file.is_file() else None


def source(path: str) -> str:
    """Return the Markdown of a page; empty if there is no such page."""
    if path == "_generated/games":
        return _games()
    file = _within(f"{path}.md")
    if file is not None:
        return file.read_text(encoding="utf-8")
    notebook = _within(f"{path.removeprefix('_generated/')}.ipynb")
    return "" if notebook is None else notebook_page(notebook)


def notebook_page(path: Path) -> str:
    """Return a notebook as a page: its text, and its code in blocks."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    parts = [
        text if cell["cell_type"] == "markdown" else f"```python\n{text}\n```"
        for cell in cells
        for text in ["".join(cell["source"])]
    ]
    return "\n\n".join(parts) + "\n"


def _games() -> str:
    """Return the built-in games, each with a link to its page, on which it is solved and played."""
    rows = [
        f"| [{one.name}](/games/{one.name}) | {one.summary} | {one.paper or '–'} |"
        for one in CATALOG.values()
    ]
    return "\n".join(("# The games", "", "| game | rules | from |", "|---|---|---|", *rows, ""))


@cache
def contents(here: str) -> list[Json]:
    """Return the pages for the navigation, in the order of a build; subpages of a page are listed only if the
    current page is one of them.
    """
    listed, paths = [], _listed("index")
    for path in paths:
        if path.partition("/")[0] in paths and "/" in path:
            continue  # the current page is below that page
        below = _listed(path) or [one for one in paths if one.startswith(f"{path}/")]
        is_open = here == path or here in below
        listed.append(_entry(path, here) | {"below": [_entry(one, here) for one in below] if is_open else []})
    return listed


def _entry(path: str, here: str) -> Json:
    return {"title": _title(SOURCES / path), "address": f"/docs/{path}.html", "is_here": path == here}


def _listed(path: str) -> list[str]:
    """Return the pages named by the lists on a page."""
    folder = (SOURCES / path).parent
    lines = [line for block in TOCTREE.findall(source(path)) for line in block.splitlines()]
    names: list[str] = []
    for line in lines:
        if "*" in line:
            files = sorted(folder.glob(f"{line}.md"))
            names += [file.relative_to(folder).with_suffix("").as_posix() for file in files]
        elif line and not line.startswith(":"):
            names.append(line)
    return [(folder / name).relative_to(SOURCES).as_posix() for name in names]


@cache
def summary(path: str) -> str:
    """Return the first sentence of a page; empty if the page begins with something else."""
    paragraphs = (
        part
        for part in TOCTREE.sub("", source(path)).split("\n\n")[:3]
        if part[:1].isalnum() or part.startswith("[")
    )
    return plain(next(paragraphs, "")).partition(". ")[0].rstrip(".:")


def plain(text: str) -> str:
    """Return a paragraph of a page as one line without markup."""
    return LINK.sub(r"\1", " ".join(text.split())).translate(str.maketrans("", "", "*`$"))


@cache
def titles() -> dict[str, str]:
    """Return the titles of all pages by their paths."""
    files = sorted(file for file in SOURCES.rglob("*.md") if not file.is_relative_to(SOURCES / "_build"))
    return {
        file.relative_to(SOURCES).with_suffix("").as_posix(): _title(file.with_suffix("")) for file in files
    }


def _title(file: Path) -> str:
    """Return the title of a page."""
    text = source(str(file.relative_to(SOURCES)))
    return next((line[2:] for line in text.splitlines() if line.startswith("# ")), file.stem)
