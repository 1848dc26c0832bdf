"""How Sphinx builds these pages: `make docs`. Pictures, the list of games and the notebooks' pages are made first."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "src")]

from docutils.nodes import SkipNode
from docutils.utils.math.latex2mathml import tex2mathml

import zerosum

project = "zerosum"
version = release = zerosum.__version__
html_title = f"zerosum {version}"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]
exclude_patterns = ["_build", "notebooks/*.ipynb"]
myst_enable_extensions = ["dollarmath", "amsmath", "deflist", "colon_fence"]
myst_heading_anchors = 3
html_theme = "furo"
html_favicon = "../src/zerosum/web/static/icon.svg"
html_math_renderer = "mathml"
html_static_path = []
html_copy_source = False
html_show_copyright = False
default_role = "code"
suppress_warnings = ["ref.python"]  # a type of one name in two modules, as Position: either link will do
autodoc_typehints = "description"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "show-inheritance": True}
napoleon_numpy_docstring = True
napoleon_google_docstring = False


def keep_indented(app, what, name, obj, options, lines):
    """Show the indented blocks of a docstring as they stand: formulas, tables and code."""
    blocks = any(set(line) == {"-"} for line in lines)  # a docstring in the numpydoc form has its own way
    for k in range(len(lines) - 1, 0, -1):
        opens = lines[k].startswith("    ") and not lines[k - 1].strip()
        above = next((line for line in reversed(lines[:k]) if line.strip()), "")
        if opens and not blocks and ">>>" not in lines[k] and not above.startswith((" ", "* ")):
            lines[k:k] = ["::", ""]


def show_math(self, node):
    """Return a formula as MathML, which browsers draw themselves: the pages need no network."""
    block = node.tagname == "math_block"
    tree = tex2mathml(node.astext(), as_block=block)
    self.body.append(f'<div style="margin: 1em 0">{tree}</div>' if block else tree)
    raise SkipNode


def setup(app):
    """Make what the code draws and lists, before the pages are read."""
    import generate

    app.connect("builder-inited", lambda _: generate.main())
    app.add_html_math_renderer("mathml", (show_math, None), (show_math, None))
    app.connect("autodoc-process-docstring", keep_indented)
