"""Oshi-Zumo, the pushing sumo: bids push a wrestler off the ring.

Both begin alike, so the value at the start is 0; at every other position it agrees with the game of OpenSpiel, whose
rules are written apart from these.

Reference: M. Buro, Solving the Oshi-Zumo game, Advances in Computer Games (2004), pages 361-366.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from zerosum.core.errors import GameError
from zerosum.core.game import MOST_MOVES, WAIT, option
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
    """Both bid coins at once, and all coins bid are gone. The higher bid pushes the wrestler one place towards the
    other player. Whoever has the wrestler pushed off the ring loses; once neither can bid, the wrestler's side of the
    middle decides, and in the middle it is a draw."""

    name: ClassVar[str] = "oshi-zumo"
    genre: ClassVar[str] = "guessing"
    summary: ClassVar[str] = "bids push a wrestler off the ring"
    paper: ClassVar[str] = "Buro 2003"
    invitation: ClassVar[str] = "Pay to push the wrestler, with coins that never come back."
    move: ClassVar[str] = "bid"
    players: ClassVar[tuple[str, ...]] = ("uniform", "highest", "lowest")
    coins: int = option(6, "coins of each player")
    size: int = option(1, "places on each side of the middle")
    least: int = option(1, "smallest bid; a player who has less waits")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.coins < 1 or self.size < 1 or self.least < 1:
            raise GameError("the coins, the places on each side and the smallest bid must be at least 1")
        if self.coins > MOST_MOVES:
            raise GameError(f"more than {MOST_MOVES:,} coins leave too many bids to choose from")

    @property
    def title(self) -> str:
        """For example: Oshi-Zumo · 6 coins · ring of 3."""
        return f"Oshi-Zumo · {self.coins} coins · ring of {2 * self.size + 1}"

    @property
    def start(self) -> Ring:
        """The wrestler stands in the middle."""
        return Ring(self.coins, self.coins, 0)

    def moves(self, position: Ring) -> tuple[range | tuple[str, ...], range | tuple[str, ...]]:
        """The bids that can be paid."""
        row, col, pushed = position
        if abs(pushed) > self.size or max(row, col) < self.least:
            return (), ()
        mine, theirs = (range(self.least, coins + 1) if coins >= self.least else WAIT for coins in (row, col))
        return mine, theirs

    def play(self, position: Ring, row: int | object, col: int | object) -> list[Outcome]:
        """Coins are paid, and the higher bid pushes."""
        bids = [bid if isinstance(bid, int) else 0 for bid in (row, col)]
        push = (bids[0] > bids[1]) - (bids[0] < bids[1])
        return [(1, 0, Ring(position.row - bids[0], position.col - bids[1], position.pushed + push))]

    def as_data(self, position: Ring) -> dict[str, object]:
        """The ring with the wrestler on it, and both players' coins."""
        coins = {"row": position.row, "col": position.col}
        return {"kind": "track", "size": self.size, "at": position.pushed, "coins": coins}

    def told(self, position: Ring) -> list[str]:
        """The coins, and where the wrestler stands."""
        row, col, pushed = position
        side, places = "col" if pushed > 0 else "row", abs(pushed)
        where = f"{places} place{'s' * (places > 1)} on {side}'s side" if pushed else "in the middle"
        stands = f"is off the ring on {side}'s side" if places > self.size else f"stands {where}"
        return [f"coins: {row} for row, {col} for col", f"the wrestler {stands}"]

    def payoff(self, position: Ring) -> int:
        """1 where the wrestler is on col's side."""
        return (position.pushed > 0) - (position.pushed < 0)
