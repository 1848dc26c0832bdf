"""The papers, by name: each is a file of claims and the modules of checks that it names, imported on demand."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING

from zerosum.core.data import Data
from zerosum.core.errors import InputError, unknown_name_error
from zerosum.core.solution import Solution
from zerosum.papers.rows import Claim, PaperFile, PictureRow, read

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["PAPERS", "Paper", "find"]


@dataclass(frozen=True)
class Paper:
    """A paper with its claims, imported on demand."""

    key: str

    @cached_property
    def document(self) -> PaperFile:
        """The file of the paper."""
        return read(self.key)

    @property
    def citation(self) -> str:
        """Authors, title and year."""
        return self.document.citation

    def claims(self) -> tuple[Claim, ...]:
        """Return every claim, in the order of the paper."""
        return self.document.claims

    def claims_about(self, game: str) -> tuple[Claim, ...]:
        """Return the claims about one game of the catalogue, or about a file's example such as "stochastic/dare"."""
        if game not in self.document.games:
            return ()
        places = tuple(self.document.games[game]) or ("",)
        return tuple(claim for claim in self.claims() if claim.where.startswith(places))

    def function(self, name: str) -> Callable[..., Data]:
        """Return the check or the drawing of this name."""
        for module in self.document.checks:
            found = getattr(importlib.import_module(f"zerosum.papers.checks.{module}"), name, None)
            if callable(found):
                return found  # type: ignore[no-any-return]
        raise InputError(f"{self.key}: there is no check called {name!r}")

    def draw(self, picture: PictureRow) -> Figure:
        """Draw a figure of the paper."""
        if picture.draw:
            return self.function(picture.draw)()  # type: ignore[no-any-return]
        return _solved(picture.game, **picture.arguments).plot(**picture.options)


@cache
def _solved(game: str, **parameters: Data) -> Solution:
    """Solve a game once for all of its figures."""
    from zerosum.api import solve

    return solve(game, **parameters)


PAPERS: dict[str, Paper] = {
    key: Paper(key) for key in ("matches", "jujitsu", "nakai", "gleason", "bluffing", "beyond")
}


def find(key: str) -> Paper:
    """Return the paper with this key."""
    if key not in PAPERS:
        raise unknown_name_error("paper", key, PAPERS)
    return PAPERS[key]
