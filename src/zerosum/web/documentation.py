"""The documentation: the pages that `make docs` builds, or, until then, the same texts made readable on demand.

A fresh clone has the Markdown files only, and so has an installed package. Their links, tables, code, pictures and
formulas are shown, formulas as MathML, which browsers draw themselves. What only Sphinx can do is made plain: of the
pictures that a build draws, those of games are the site's own and others are left out; instead of the reference of a
function its docstring is shown. The pages that a build generates are short here: the notebooks, and a list of the games
with links to their pages on the site.
"""

from __future__ import annotations

import html
import inspect
import json
import re
from functools import cache
from importlib import import_module
from pathlib import Path
from pydoc import locate
from types import ModuleType

from docutils.utils.math import MathError
from docutils.utils.math.latex2mathml import tex2mathml
from markdown_it import MarkdownIt
from markupsafe import Markup
from mdit_py_plugins.anchors import anchors_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin

from zerosum.core.data import DataMap
from zerosum.games import CATALOG

PACKAGE = Path(__file__).parents[1]
SOURCES = next(
    (one for one in (PACKAGE / "docs", PACKAGE.parents[1] / "docs") if one.is_dir()), PACKAGE / "docs"
)
"""Where the texts are: in the package, or beside its sources."""
BUILT = PACKAGE.parents[1] / "docs" / "_build" / "html"
"""Where `make docs` builds the documentation."""

PICTURES = (".png", ".svg")
DRAWN = {
    "subtraction": "matches/picture.svg?matches=30",
    "tricks": "jujitsu/picture.svg?cards=4",
    "targets": "nakai/picture.svg?stages=3&high=1&low=1&middle=2",
    "stochastic": "stochastic/picture.svg?path=dare",
    "lagged": "gleason/picture.svg",
    "betting": "raise/picture.svg",
    "kuhn": "kuhn/picture.svg",
    "wager": "red-dog/picture.svg",
    "drawing": "blackjack/picture.svg",
    "hidden": "hidden/picture.svg?path=one-card-bluff",
    "phased": "two-phase-raise/picture.svg",
    "river": "river/picture.svg",
    "course/dare": "stochastic/picture.svg?path=dare",
    "course/gleason": "gleason/picture.svg",
    "course/jujitsu": "jujitsu/picture.svg?cards=4",
    "course/kuhn": "kuhn/picture.svg",
    "course/raise": "raise/picture.svg",
    "course/matches": "matches/picture.svg?matches=21",
}
"""Pictures of games that a build draws, by name, and where the site draws the same."""
DIRECTIVE = re.compile(r"^```\{(\S+)\} *([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
DOCUMENTED = re.compile(r"^\.\. auto\w+:: ([\w.]+)", re.MULTILINE)
ROLE = re.compile(r"\{\w+\}`([^`]*)`")
LINK = re.compile(r'(<a href="(?!https?:)[^"#]*?)\.(?:md|ipynb)((?:#[^"]*)?")')
IMAGE = re.compile(r'<img src="([^"]*)" alt="([^"]*)" ?/?>')
FORMULA_AND_STOP = re.compile(r'(<span class="math inline">(?:(?!</span>).)*</span>[.,;:)]+)', re.DOTALL)
"""A formula and what must not begin the next line."""
SCROLLING = {
    "<table>": '<div class="scroll" tabindex="0" role="group" aria-label="table"><table>',
    "</table>": "</table></div>",
    "<pre>": '<pre tabindex="0">',
    '<div class="math block">': '<div class="math block" tabindex="0" role="group" aria-label="formula">',
}
"""What may be wider than a phone scrolls by itself, by finger and by keyboard."""
FIRST = re.compile(r"<h1[^>]*>(.*?)</h1>", re.DOTALL)


@cache
def page(path: str) -> tuple[str, Markup] | None:
    """The title and the text of a page as HTML; None where there is no such page."""
    path = path.removesuffix(".html").strip("/") or "index"
    text = _text(path)
    if text is None:
        return None
    folder = (SOURCES / path).parent
    text = DIRECTIVE.sub(lambda found: _plain(found, folder), text)
    made = str(_markdown().render(ROLE.sub(r"`\1`", text)))
    made = LINK.sub(r"\1.html\2", made)
    made = IMAGE.sub(lambda found: found[0] if _is_there(found[1], folder) else found[2], made)
    for opening, inside in SCROLLING.items():
        made = made.replace(opening, inside)
    made = FORMULA_AND_STOP.sub(r'<span class="whole">\1</span>', made)
    title = FIRST.search(made)
    return (html.unescape(re.sub("<.*?>", "", title[1])) if title else path), Markup(made)


def _is_there(address: str, folder: Path) -> bool:
    """Whether a picture can be shown: one that the site draws, or a file."""
    return address.startswith("/api/") or (folder / address).is_file()


def picture(path: str) -> Path | None:
    """The file of a picture in a page, if there is one."""
    return _within(path) if path.endswith(PICTURES) else None


def _within(path: str) -> Path | None:
    """A file of the documentation; None for any other."""
    file = (SOURCES / path).resolve()
    return file if file.is_relative_to(SOURCES.resolve()) and file.is_file() else None


def _text(path: str) -> str | None:
    """The Markdown of a page."""
    if path == "_generated/games":
        return _games()
    file = _within(f"{path}.md")
    if file is not None:
        return file.read_text(encoding="utf-8")
    notebook = _within(f"{path.removeprefix('_generated/')}.ipynb")
    return None if notebook is None else notebook_page(notebook)


def notebook_page(path: Path) -> str:
    """A notebook as a page: its text, and its code in blocks."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    parts = [
        text if cell["cell_type"] == "markdown" else f"```python\n{text}\n```"
        for cell in cells
        for text in ["".join(cell["source"])]
    ]
    return "\n\n".join(parts) + "\n"


def _games() -> str:
    """The games of the catalogue, each with the way to its page, where it is solved and played."""
    rows = [
        f"| [{one.name}](/games/{one.name}) | {one.summary} | {one.paper or '–'} |"
        for one in CATALOG.values()
    ]
    return "\n".join(("# The games", "", "| game | rules | from |", "|---|---|---|", *rows, ""))


@cache
def _markdown() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    reader.use(anchors_plugin, max_level=3)
    return reader.use(dollarmath_plugin, allow_space=False, renderer=_formula)


def _formula(tex: str, options: DataMap) -> str:
    """A formula as MathML; as it is written where it cannot be read."""
    try:
        return str(tex2mathml(tex, as_block=options["display_mode"]))
    except MathError:
        return f"<code>{html.escape(tex)}</code>"


def _plain(directive: re.Match[str], folder: Path) -> str:
    """What is shown of a directive: docstrings of the reference, a list of pages, a picture, or nothing."""
    kind, words, body = directive.groups()
    if kind == "image" and (drawn := DRAWN.get(words.rpartition("_generated/")[2].removesuffix(".svg"))):
        return f"![{body.partition(':alt: ')[2].strip()}](/api/games/{drawn})"
    if kind == "eval-rst":
        return "\n\n".join(_documented(name) for name in DOCUMENTED.findall(body))
    if kind == "toctree" and ":hidden:" not in body:
        names = [line for line in body.splitlines() if line and not line.startswith(":")]
        return "\n".join(f"- [{_title(folder / name)}]({name}.md)" for name in names)
    return ""


def _title(file: Path) -> str:
    """What a page calls itself."""
    text = _text(str(file.relative_to(SOURCES))) or ""
    return next((line[2:] for line in text.splitlines() if line.startswith("# ")), file.stem)


def _documented(name: str) -> str:
    """The docstring of a module, a class or a function, and those of a module's functions."""
    found = locate(name)
    if found is None:
        module, _, attribute = name.rpartition(".")
        found = getattr(import_module(module), attribute, None)
    parts = [found]
    if isinstance(found, ModuleType):
        own = [getattr(found, one) for one in getattr(found, "__all__", [])]
        parts += [one for one in own if getattr(one, "__module__", "") == found.__name__]
    told = [
        f"### {getattr(one, '__qualname__', name)}\n\n```text\n{inspect.getdoc(one) or ''}\n```"
        for one in parts
    ]
    return "\n\n".join(told)
