"""The documentation: the pages that `make docs` builds, or, until then, the same texts made readable on demand.

A fresh clone has the Markdown files only, and so has an installed package. Their links, tables and code are shown; what
only Sphinx can do is made plain: a picture that it would draw is left out, and instead of the reference of a function
its docstring is shown.
"""

from __future__ import annotations

import html
import inspect
import re
from functools import cache
from importlib import import_module
from pathlib import Path
from pydoc import locate
from types import ModuleType

from markdown_it import MarkdownIt
from markupsafe import Markup

__all__ = ["BUILT", "page"]

PACKAGE = Path(__file__).parents[1]
SOURCES = next(
    (one for one in (PACKAGE / "docs", PACKAGE.parents[1] / "docs") if one.is_dir()), PACKAGE / "docs"
)
"""Where the texts are: in the package, or beside its sources."""
BUILT = PACKAGE.parents[1] / "docs" / "_build" / "html"
"""Where `make docs` builds the documentation."""

DIRECTIVE = re.compile(r"^```\{(\S+)\}[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
DOCUMENTED = re.compile(r"^\.\. auto\w+:: ([\w.]+)", re.MULTILINE)
ROLE = re.compile(r"\{\w+\}`([^`]*)`")
LINK = re.compile(r'(<a href="(?!https?:)[^"#]*?)\.(?:md|ipynb)((?:#[^"]*)?")')
FIRST = re.compile(r"<h1>(.*?)</h1>", re.DOTALL)


@cache
def page(path: str) -> tuple[str, Markup] | None:
    """The title and the text of a page as HTML; None where there is no such page."""
    file = (SOURCES / f"{path.removesuffix('.html').strip('/') or 'index'}.md").resolve()
    if not file.is_relative_to(SOURCES.resolve()) or not file.is_file():
        return None
    text = DIRECTIVE.sub(_plain, file.read_text(encoding="utf-8"))
    made = MarkdownIt("commonmark", {"html": False}).enable("table").render(ROLE.sub(r"`\1`", text))
    made = LINK.sub(r"\1.html\2", made)
    made = re.sub(r'<img src="[^"]*" alt="([^"]*)" ?/?>', r"\1", made)
    made = made.replace(
        "<table>", '<div class="scroll" tabindex="0" role="region" aria-label="table"><table>'
    )
    made = made.replace("</table>", "</table></div>")
    title = FIRST.search(made)
    return (html.unescape(re.sub("<.*?>", "", title[1])) if title else file.stem), Markup(made)


def _plain(directive: re.Match[str]) -> str:
    """What is shown of a directive: of the reference the docstrings; of other directives nothing."""
    if directive[1] != "eval-rst":
        return ""
    return "\n\n".join(_documented(name) for name in DOCUMENTED.findall(directive[2]))


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
