"""Oshi-Zumo, the pushing sumo: bids push a wrestler off the ring.

Both players begin with equal coins, so the value at the start is 0; at every other position it agrees with the game
of OpenSpiel, whose rules are written apart from these.

Reference: M. Buro, Solving the Oshi-Zumo game, Advances in Computer Games (2004), pages 361-366.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from zerosum.core.boards import Chips, Pill, Tabletop, Track
from zerosum.core.errors import GameError
from zerosum.core.game import MAX_MOVES, WAIT, Move, option
from zerosum.core.sides import Side, other
from zerosum.models.staged.rules import Outcome, StagedGame

__all__ = ["OshiZumo"]


class Ring(NamedTuple):
    """Both players' coins, and how far the wrestler stands on col's side of the middle."""

    row: int
    col: int
    pushed: int

    def __str__(self) -> str:
        return f"{self.row}, {self.col}, {self.pushed:+d}"


@dataclass(frozen=True)
class OshiZumo(StagedGame):
    """Both players simultaneously bid coins; all coins bid are spent. The higher bid pushes the wrestler one place
    towards the other player. A player loses if the wrestler goes off their end; once neither player can bid, the
    wrestler's side of the middle decides, and in the middle it is a draw."""

    name: ClassVar[str] = "oshi-zumo"
    genre: ClassVar[str] = "guessing"
    summary: ClassVar[str] = "bid coins to push a wrestler off the ring"
    paper: ClassVar[str] = "Buro 2003"
    tagline: ClassVar[str] = "Every bid is paid, win or lose. How many coins do you bid on the first push?"
    move: ClassVar[str] = "bid"
    players: ClassVar[tuple[str, ...]] = ("uniform", "highest", "lowest")
    coins: int = option(6, "coins of each player")
    size: int = option(1, "places on each side of the middle")
    least: int = option(1, "smallest bid; a player with fewer coins waits")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.coins < 1 or self.size < 1 or self.least < 1:
            raise GameError("the coins, the places on each side and the smallest bid must be at least 1")
        if self.coins > MAX_MOVES:
            raise GameError(f"the maximum is {MAX_MOVES:,} coins; more would allow too many bids")

    @property
    def instructions(self) -> tuple[str, ...]:
        """The rules with all numbers."""
        places = f"{self.size} place{'s' * (self.size > 1)}"
        short = f" A player with fewer than {self.least} coins waits (bids 0)." if self.least else ""
        return (
            f"A wrestler stands in the middle of a ring with {places} on each side. Each player has "
            f"{self.coins} coins.",
            f"In each step, both players simultaneously bid coins, at least {self.least} each; all coins "
            "bid are spent. "
            "The higher bid pushes the wrestler one place towards the opponent; equal bids leave him where he is."
            f"{short}",
            "If the wrestler is pushed off your end of the ring, you lose 1. Once neither player can bid, the player "
            "on whose side of the middle the wrestler stands loses 1; in the middle it is a draw.",
        )

    @property
    def title(self) -> str:
        """The title, for example: Oshi-Zumo · 6 coins · ring of 3."""
        return f"Oshi-Zumo · {self.coins} coins · ring of {2 * self.size + 1}{self.besides('least')}"

    @property
    def start(self) -> Ring:
        """The wrestler stands in the middle."""
        return Ring(self.coins, self.coins, 0)

    def moves(self, position: Ring) -> tuple[range | tuple[str, ...], range | tuple[str, ...]]:
        """Return the bids that can be paid."""
        row, col, pushed = position
        if abs(pushed) > self.size or max(row, col) < self.least:
            return (), ()
        mine, theirs = (range(self.least, coins + 1) if coins >= self.least else WAIT for coins in (row, col))
        return mine, theirs

    def play(self, position: Ring, row: int | object, col: int | object) -> list[Outcome]:
        """Return the next position: the coins bid are spent, and the higher bid pushes."""
        bids = [bid if isinstance(bid, int) else 0 for bid in (row, col)]
        push = (bids[0] > bids[1]) - (bids[0] < bids[1])
        return [(1, 0, Ring(position.row - bids[0], position.col - bids[1], position.pushed + push))]

    def tabletop(self, position: Ring, side: Side, last: Mapping[Side, Move]) -> Tabletop:
        """Return the ring with the wrestler on it, both players' coins, and the last bids."""
        row, col, pushed = position
        mine, theirs = (row, col) if side == "row" else (col, row)
        wrestler = Track(self.size, pushed if side == "row" else -pushed)
        bids = (Pill("Last bids", f"{last[side]} : {last[other(side)]}"),) if len(last) == 2 else ()
        return Tabletop(middle=(wrestler,), stacks=Chips(mine, theirs), facts=bids)

    def describe_position(self, position: Ring) -> list[str]:
        """Return the coins, and where the wrestler stands."""
        return self._described(position, {"row": "row", "col": "col"})

    def describe_to(self, side: Side, position: Ring) -> list[str]:
        """Return the same in a person's words."""
        return self._described(position, {side: "you", other(side): "the opponent"})

    def _described(self, position: Ring, names: Mapping[Side, str]) -> list[str]:
        row, col, pushed = position
        towards, places = names["col" if pushed > 0 else "row"], abs(pushed)
        stands = (
            f"stands {places} place{'s' * (places > 1)} towards {towards}"
            if pushed
            else "stands in the middle"
        )
        if places > self.size:
            stands = f"is off the ring, past {towards}"
        return [f"coins: {row} for {names['row']}, {col} for {names['col']}", f"the wrestler {stands}"]

    def payoff(self, position: Ring) -> int:
        """Return 1 if the wrestler is on col's side."""
        return (position.pushed > 0) - (position.pushed < 0)
