"""Liar's dice: both roll in secret and bid on all dice together, until one calls the other a liar.

A bid claims that at least a certain number of all dice show a face; the highest face, or the ones, or nothing is wild
and counts as any. Bids must rise. When a player calls the other a liar, the dice are shown, and the last bid is true or
not.

Reference: C. P. Ferguson and T. S. Ferguson, Models for the game of liar's dice, 1991. The default is the game that
OpenSpiel calls liars_dice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import ClassVar, NamedTuple

from zerosum.core.errors import GameError
from zerosum.core.game import option
from zerosum.core.limits import afford
from zerosum.core.sides import SIDES
from zerosum.models.hidden.rules import Deal, HiddenGame, Turn, afford_pairs, choose, deal, end

__all__ = ["LiarsDice"]

LIAR = "liar"

HISTORY_BYTES, HISTORY_SECONDS = 150, 6e-6
"""Approximate memory and time to lay out one pair of rolls with one sequence of bids; solving comes on top."""
MOST_COUNTED = 10**15
"""Rolls are not counted further than this."""


class Roll(tuple[int, ...]):
    """The faces of a player's dice; written as 1 6."""

    __slots__ = ()

    def __str__(self) -> str:
        return " ".join(map(str, self))


class LiarsDicePosition(NamedTuple):
    """Both rolls, the number of bids made, the index of the last one, and whether it was doubted."""

    row: Roll | None = None
    col: Roll | None = None
    bids: int = 0
    last: int = -1
    doubted: bool = False


@dataclass(frozen=True)
class LiarsDice(HiddenGame):
    """Both roll in secret. In turn, row first, they bid how many dice at least show a face, the wild face counting as
    any, each bid above the last, or call the last bid a lie. Then all dice are shown: a bid that holds wins, else the
    one who doubted it."""

    name: ClassVar[str] = "liars-dice"
    genre: ClassVar[str] = "dice"
    summary: ClassVar[str] = "bid on all dice together, or call the bid a lie"
    paper: ClassVar[str] = "Ferguson and Ferguson 1991"
    invitation: ClassVar[str] = "Bid on dice that you cannot see, or call your rival a liar."
    small: ClassVar[Mapping[str, str]] = {"sides": "2"}
    move: ClassVar[str] = "bid"
    deals: ClassVar[str] = "die"
    dice: int = option(1, "dice of each player")
    sides: int = option(6, "faces of a die")
    order: str = option(
        "quantity",
        "what a bid must raise first: with quantity, 2×1 is above 1×6",
        choices=("quantity", "face"),
    )
    wild: str = option("highest", "the face that counts as every face", choices=("highest", "ones", "none"))
    col_dice: int = option(0, "dice of the second player; 0 for as many as the first")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.dice < 1 or self.sides < 2:
            raise GameError(f"everyone needs a die of two faces at least, not {self.dice} of {self.sides}")
        if self.col_dice < 0:
            raise GameError(
                f"the second player cannot have {self.col_dice} dice; 0 means as many as the first"
            )
        bids = sum(self.counts) * self.sides
        afford_pairs(bids)
        one, two = (min(comb(self.sides + dice - 1, dice), MOST_COUNTED) for dice in self.counts)
        histories = float(one * two * 2 ** min(bids, 100))  # any set of bids may be made, in their order
        what = f"laying out liar's dice with {bids:,} bids"
        afford(what, memory=HISTORY_BYTES * histories, seconds=HISTORY_SECONDS * histories)

    @property
    def title(self) -> str:
        """The rules in one line."""
        one, two = (f"{count} {'die' if count == 1 else 'dice'}" for count in self.counts)
        each = (
            f"{one} of {self.sides} faces each"
            if one == two
            else f"{one} against {two} of {self.sides} faces"
        )
        wild = "" if self.wild == "highest" else " · nothing wild" if self.wild == "none" else " · ones wild"
        return f"Liar's dice · {each} · bids by {self.order}{wild}"

    @property
    def counts(self) -> tuple[int, int]:
        """The number of dice of each player."""
        return self.dice, self.col_dice or self.dice

    @cached_property
    def bids(self) -> tuple[tuple[int, int], ...]:
        """All bids (number of dice, face) from the lowest to the highest."""
        every = [(many, face) for many in range(1, sum(self.counts) + 1) for face in range(1, self.sides + 1)]
        return tuple(every if self.order == "quantity" else sorted(every, key=lambda bid: bid[::-1]))

    @cached_property
    def moves(self) -> tuple[str, ...]:
        """The bids as text, and at the end the doubt."""
        return (*(f"{many}×{face}" for many, face in self.bids), LIAR)

    @cached_property
    def number(self) -> dict[str, int]:
        """The index of each bid."""
        return {move: place for place, move in enumerate(self.moves)}

    def rolls(self, dice: int) -> dict[Roll, int]:
        """The rolls of a number of dice, sorted, with the number of ways to get each."""
        rolls = map(Roll, combinations_with_replacement(range(1, self.sides + 1), dice))
        return {roll: factorial(dice) // prod(map(factorial, Counter(roll).values())) for roll in rolls}

    @cached_property
    def rolling(self) -> tuple[Deal, Deal]:
        """The chance moves that roll row's and col's dice."""
        one, two = self.counts
        return deal(self.rolls(one), to="row"), deal(self.rolls(two), to="col")

    @property
    def start(self) -> LiarsDicePosition:
        """Nobody has rolled."""
        return LiarsDicePosition()

    def turn(self, position: LiarsDicePosition) -> Turn:
        """Roll, bid in turn, show."""
        row, col, bids, last, doubted = position
        if row is None or col is None:
            return self.rolling[row is not None]
        if doubted:
            return end(1 if self.holds(row + col, last) == bool(bids % 2) else -1)
        return choose(SIDES[bids % 2], self.moves[last + 1 :] if bids else self.moves[:-1])

    def after(self, position: LiarsDicePosition, picked: Roll | str) -> LiarsDicePosition:
        """A roll, a bid, or a doubt."""
        row, col, bids, last, _ = position
        if not isinstance(picked, str):
            return LiarsDicePosition(picked) if row is None else LiarsDicePosition(row, picked)
        return (
            LiarsDicePosition(row, col, bids, last, True)
            if picked == LIAR
            else LiarsDicePosition(row, col, bids + 1, self.number[picked])
        )

    def holds(self, dice: tuple[int, ...], bid: int) -> bool:
        """Whether a bid is true: at least its number of dice show its face or the wild one."""
        many, face = self.bids[bid]
        wild = {"highest": self.sides, "ones": 1, "none": 0}[self.wild]
        return sum(die in (face, wild) for die in dice) >= many
