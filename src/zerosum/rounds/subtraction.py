"""Subtraction games at the table: the matches as sticks, one line for each heap, and takes in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from zerosum.arena.public import Solve, public_game
from zerosum.models.subtraction import Heaps, SubtractionGame
from zerosum.rounds.course import simple_players
from zerosum.rounds.public import PublicDealer, PublicRound
from zerosum.sides import Side

__all__ = ["SubtractionDealer", "SubtractionRound", "dealer"]

MOST_STICKS = 40
"""A larger heap is cut short."""


@dataclass(frozen=True)
class SubtractionRound(PublicRound):
    """The heaps, and whose turn it is."""

    heaps_before: int = 1
    """How many heaps there were at the last take: with one, a take needs no heap."""

    def said(self, move: Any) -> str:
        """Only how many, where there is one heap."""
        return str(move.taken) if len(self.position[0]) == 1 else str(move)

    def news(self, side: Side) -> Sequence[str]:
        """Who took how many."""
        return [
            f"{'you take' if who == side else 'the rival takes'} "
            f"{take.taken if self.heaps_before == 1 else take}"
            for who, take in self.last
        ]

    def after(self, moves: Any, random: np.random.Generator) -> PublicRound:
        """The heaps that are left, and the number of those that were there."""
        left = super().after(moves, random)
        return SubtractionRound(**{**vars(left), "heaps_before": len(self.position[0])})


@dataclass(frozen=True)
class SubtractionDealer(PublicDealer):
    """Deals rounds of a subtraction game."""

    def deal(self, random: np.random.Generator) -> SubtractionRound:
        """All the matches."""
        return SubtractionRound(self.game, self.describe, self.game.game.start)


def dealer(game: SubtractionGame, solution: Solve) -> SubtractionDealer:
    """Deals rounds of a subtraction game."""
    return SubtractionDealer(
        game.title, _rules(game), public_game(game, solution), _table, simple_players(game)
    )


def _table(position: tuple[Heaps, str], side: Side) -> Sequence[str]:
    heaps, turn = position
    width = max((len(f"{heap:,}") for heap in heaps), default=0)
    lines = [f"{heap:>{width},}  {_sticks(heap)}" for heap in heaps] or ["nothing is left"]
    return [*lines, "it is your turn" if turn == side else "it is the rival's turn"]


def _sticks(heap: int) -> str:
    return " ".join("|" * min(heap, MOST_STICKS)) + (" …" if heap > MOST_STICKS else "")


def _rules(game: SubtractionGame) -> Sequence[str]:
    """Who takes what, and what the last take means."""
    where = "" if len(game.sizes) == 1 else " from one heap"
    wins, loses = ("wins", "loses") if game.last_wins else ("loses", "wins")
    last = f"Who takes the last match {wins}; the loser pays 1."
    if game.allowed is not None and 1 not in game.allowed:
        last = f"Who cannot take any more {loses}, though matches may be left over; the loser pays 1."
    typed = "Type how many you take." if not where else "Type how many and from which heap, such as 2 from 5."
    return (f"Take {_allowed(game.allowed)}{where}, in turn; row begins.", last, typed)


def _allowed(takes: Heaps | None) -> str:
    """The takes as a person says them."""
    if takes is None:
        return "any number of matches"
    *most, last = map(str, takes)
    return f"{', '.join(most)} or {last} matches" if most else f"{last} match{'es' * (takes != (1,))}"
