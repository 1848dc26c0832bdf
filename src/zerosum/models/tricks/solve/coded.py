"""Asking a trick game for its rules by arrays: millions of contexts in seconds, for games that offer it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from zerosum.core.arrays import Ints
from zerosum.models.tricks.rules import Coded, TrickGame
from zerosum.models.tricks.solve.discover import Layer, Node, check_count
from zerosum.models.tricks.solve.patterns import count

__all__ = ["coding_of", "discover_coded"]

MOST_CODED = 30_000_000
"""More contexts than this would fill the memory before any solving."""


@dataclass(frozen=True)
class Codes:
    """Nodes by their codes, sorted."""

    coded: Coded
    codes: Ints

    def __len__(self) -> int:
        return len(self.codes)

    def number(self, node: Node) -> int | None:
        """The number of a node, or None if no play leads to it."""
        code = self.coded.code(node)
        at = int(np.searchsorted(self.codes, code)) if code is not None else len(self.codes)
        return at if at < len(self.codes) and self.codes[at] == code else None


def coding_of(game: TrickGame) -> Coded | None:
    """The game's rules on arrays, if it offers them and no class derived from it has changed the rules since."""
    line = type(game).__mro__

    def stated(name: str) -> int:
        return next(place for place, base in enumerate(line) if name in vars(base))

    changed = any(stated(name) < stated("coded") for name in ("start", "trick", "settle"))
    return None if changed else game.coded()


def discover_coded(game: TrickGame, coded: Coded) -> list[Layer]:
    """The nodes that can follow each other from the start, by cards left."""
    layers: list[Layer] = []
    nodes = np.array([coded.start], dtype=np.int64)
    seen, positions = 0, 0
    for left in range(game.cards, -1, -1):
        owner, branches = coded.branches(nodes)
        contexts, number = np.unique(branches, return_inverse=True)
        seen, positions = seen + len(contexts), positions + count(left, game.cards) * len(nodes)
        check_count(game, seen, MOST_CODED, left, positions)
        if left:
            pay, after = coded.trick(contexts)
            below, then = np.unique(after, return_inverse=True)
        else:
            pay, below, then = coded.settle(contexts)[:, None], nodes[:0], np.empty(0, np.int64)
        wholes = np.bincount(owner, minlength=len(nodes))
        starts = np.concatenate([[0], np.cumsum(wholes)])
        ones = np.ones(len(owner), np.int64)
        layers.append(Layer(Codes(coded, nodes), starts, number, ones, wholes, pay, 1, then.reshape(-1, 3)))
        nodes = below
    return layers[::-1]
