"""The papers, by name: a module or two of claims for each, imported when asked for."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Any

from zerosum.errors import unknown
from zerosum.papers.claims import Claim, Picture

__all__ = ["PAPERS", "Paper", "find"]


@dataclass(frozen=True)
class Paper:
    """A paper and where its claims are kept."""

    key: str
    citation: str
    modules: tuple[str, ...]

    def claims(self) -> list[Claim]:
        """Every claim, in the order of the paper."""
        return [claim for module in self.modules for claim in _part(module, "CLAIMS")]

    def pictures(self) -> list[Picture]:
        """The figures of the report."""
        return [picture for module in self.modules for picture in _part(module, "PICTURES")]


def _part(module: str, name: str) -> tuple[Any, ...]:
    part: tuple[Any, ...] = getattr(importlib.import_module(f"zerosum.papers.{module}"), name, ())
    return part


PAPERS: dict[str, Paper] = {
    paper.key: paper
    for paper in (
        Paper("matches", "D. L. Bricker, A Game of Matches (1997)", ("matches",)),
        Paper(
            "jujitsu",
            "R. Sanwal and I. Drechsler, Equilibrium Strategies for Jujitsu (2002)",
            ("jujitsu", "jujitsu_table"),
        ),
        Paper("nakai", "T. Nakai, Generalized Goofspiel (1980)", ("nakai",)),
        Paper("gleason", "T. S. Ferguson and L. S. Shapley, Gleason's Game", ("gleason", "gleason_memory")),
        Paper(
            "bluffing",
            "R. Bellman and D. Blackwell, On Games Involving Bluffing (1950)",
            ("bluffing_cards", "bluffing"),
        ),
        Paper(
            "beyond",
            "Results of others on these games",
            ("beyond_goofspiel", "beyond_poker", "beyond_stochastic"),
        ),
    )
}


def find(key: str) -> Paper:
    """The paper called `key`."""
    if key not in PAPERS:
        raise unknown("paper", key, PAPERS)
    return PAPERS[key]
