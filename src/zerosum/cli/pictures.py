"""Plots on the command line, where importing matplotlib takes longer than drawing.

A third of the import time is spent on things that no plot of ours needs: docstrings that list the properties of
every kind of artist, three-dimensional axes, and Adobe's list of the names of glyphs. So the command skips these.
Python code that imports matplotlib gets all of it: in a notebook people read these docstrings and draw in three
dimensions.
"""

from __future__ import annotations

import importlib
import sys
import warnings
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import LazyLoader
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from zerosum.core.errors import InputError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["import_matplotlib", "picture_file", "save_picture"]

PICTURES = (".png", ".svg", ".pdf")
"""The allowed extensions of a plot's file."""

NEVER = "mpl_toolkits.mplot3d"
SELDOM = "fontTools.agl"
"""A module that is loaded at its first use, when LaTeX sets the text of a plot."""


def picture_file(given: Path | None, default: str = "", *, flag: str = "--out") -> Path:
    """Return the file for a figure; raise an error before the work if it cannot be written."""
    file = given if given is not None else Path(default)
    if file.suffix.lower() not in PICTURES or file.is_dir():
        raise InputError(f"{flag} needs a file that ends in {', '.join(PICTURES)}, not {str(given)!r}")
    if not file.absolute().parent.is_dir():
        raise InputError(f"there is no folder {str(file.parent)!r} in which to write {file.name}")
    return file


def save_picture(draw: Callable[[], Figure], file: Path) -> None:
    """Save a figure as a PNG, SVG or PDF file."""
    import_matplotlib()
    from zerosum.display.style import save

    save(draw(), file)


class _Finder:
    """An import finder that skips or postpones some modules."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Block a module, postpone loading it, or leave it to Python."""
        if name == NEVER:
            raise ModuleNotFoundError(name=name)
        spec = PathFinder.find_spec(name, path, target) if name == SELDOM else None
        if spec is not None and spec.loader is not None:
            spec.loader = LazyLoader(spec.loader)
        return spec


def import_matplotlib() -> None:
    """Import the parts of matplotlib that draw figures; only the first call has an effect."""
    if "matplotlib" in sys.modules:
        return
    from matplotlib import artist

    sys.meta_path.insert(0, _Finder)
    describe, artist.kwdoc = artist.kwdoc, lambda artist: ""
    try:
        with warnings.catch_warnings(action="ignore"):  # matplotlib warns that there are no such axes
            importlib.import_module("matplotlib.figure")
    finally:
        artist.kwdoc = describe
        sys.meta_path.remove(_Finder)
