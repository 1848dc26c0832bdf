"""Liar's dice: both players roll in secret and bid on all dice together, until one calls the other a liar.

A bid claims that at least a certain number of all dice show a face; the highest face, or the ones, or nothing is wild
and counts as any. Bids must rise. When a player calls the other a liar, the dice are shown, and the last bid is true or
not.

Reference: C. P. Ferguson and T. S. Ferguson, Models for the game of liar's dice, 1991. The default is the game that
OpenSpiel calls liars_dice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import ClassVar, NamedTuple

from zerosum.core.boards import Bids, Dice, Tabletop, Thing
from zerosum.core.errors import GameError
from zerosum.core.game import Sliders, option
from zerosum.core.limits import require_budget
from zerosum.core.sides import SIDES, Side
from zerosum.models.hidden.rules import Deal, HiddenGame, Turn, choose, deal, end, require_budget_for_pairs

__all__ = ["LiarsDice"]

LIAR = "liar"

HISTORY_BYTES, HISTORY_SECONDS = 150, 6e-6
"""Approximate memory and time to lay out one pair of rolls with one sequence of bids; solving comes on top."""
MAX_COUNTED = 10**15
"""Rolls are not counted further than this."""


class Roll(tuple[int, ...]):
    """The faces of a player's dice, written as 1 6."""

    __slots__ = ()

    def __str__(self) -> str:
        return " ".join(map(str, self))


class LiarsDicePosition(NamedTuple):
    """Both rolls, the number of bids made, the index of the last one, and whether it was called a lie."""

    row: Roll | None = None
    col: Roll | None = None
    bids: int = 0
    last: int = -1
    doubted: bool = False


@dataclass(frozen=True)
class LiarsDice(HiddenGame):
    """Both players roll in secret. Taking turns, row first, they bid a minimum number of dice showing a face (a wild
    face counts as any), each bid above the last, or call the last bid a lie. Then all dice are shown: if the bid was
    true, its bidder wins; if not, the player who called it a lie wins.
    """

    name: ClassVar[str] = "liars-dice"
    genre: ClassVar[str] = "dice"
    summary: ClassVar[str] = "bid on everyone's dice, or call the bid a lie"
    paper: ClassVar[str] = "Ferguson and Ferguson 1991"
    tagline: ClassVar[str] = "Bid on dice you cannot see, or call your opponent a liar."
    demo_parameters: ClassVar[Mapping[str, str]] = {"sides": "2"}
    move: ClassVar[str] = "bid"
    holding: ClassVar[str] = "die"
    sliders: ClassVar[Sliders] = {"dice": (1, 1), "sides": (2, 7), "col_dice": (0, 1)}
    dice: int = option(1, "number of dice of each player")
    sides: int = option(6, "number of faces of a die")
    order: str = option(
        "quantity",
        "how bids are ordered: by quantity, 2×1 beats 1×6",
        choices=("quantity", "face"),
    )
    wild: str = option(
        "highest", "the face that is wild (counts as any face)", choices=("highest", "ones", "none")
    )
    col_dice: int = option(0, "number of dice of the second player; 0 for as many as the first")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.dice < 1 or self.sides < 2:
            raise GameError(
                f"each player needs one or more dice of two or more faces, not {self.dice} of {self.sides}"
            )
        if self.col_dice < 0:
            raise GameError(
                f"the second player cannot have {self.col_dice} dice; 0 means as many as the first"
            )
        bids = sum(self.counts) * self.sides
        require_budget_for_pairs(bids)
        one, two = (min(comb(self.sides + dice - 1, dice), MAX_COUNTED) for dice in self.counts)
        histories = float(one * two * 2 ** min(bids, 100))  # any set of bids may be made, in their order
        what = f"listing the positions of liar's dice with {bids:,} bids"
        require_budget(what, memory=HISTORY_BYTES * histories, seconds=HISTORY_SECONDS * histories)

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
    def instructions(self) -> tuple[str, ...]:
        """Return the rules: the dice, the meaning of a bid, the wild face, and the end of a round."""
        one, two = self.counts
        dice = f"{one} {'die' if one == 1 else 'dice'}"
        rolls = f"Row and col each roll {dice}" if one == two else f"Row rolls {dice} and col rolls {two}"
        wild = {
            "highest": f"The {self.sides} is wild: a die that shows {self.sides} counts as any face.",
            "ones": "Ones are wild: a die that shows 1 counts as any face.",
            "none": "No face is wild.",
        }[self.wild]
        first, second = self.moves[0], self.moves[1]
        order = (
            "more dice, or the same number of dice of a higher face"
            if self.order == "quantity"
            else "a higher face, or the same face and more dice"
        )
        return (
            f"{rolls} with {self.sides} faces, and each sees only their own. Taking turns, row first, "
            f"they bid or say liar.",
            f"A bid of {first} claims that among all {one + two} dice on the table at least one shows {first[2:]}; "
            f"{one + two}×{self.sides} claims that all {one + two} show {self.sides}. {wild}",
            f"Every bid must be higher than the last: {order}. So {second} beats {first}.",
            "When a player says liar, the round ends and all dice are shown. If the last bid is true, the "
            "bidder wins 1; if it is false, the player who said liar wins 1.",
        )

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
        """The bids as text, and at the end the call "lie"."""
        return (*(f"{many}×{face}" for many, face in self.bids), LIAR)

    @cached_property
    def number(self) -> dict[str, int]:
        """The index of each bid."""
        return {move: place for place, move in enumerate(self.moves)}

    def rolls(self, dice: int) -> dict[Roll, int]:
        """Return the rolls of a number of dice, sorted, with the number of ways to get each."""
        rolls = map(Roll, combinations_with_replacement(range(1, self.sides + 1), dice))
        return {roll: factorial(dice) // prod(map(factorial, Counter(roll).values())) for roll in rolls}

    @cached_property
    def rolling(self) -> tuple[Deal, Deal]:
        """The chance moves that roll row's and col's dice."""
        one, two = self.counts
        return deal(self.rolls(one), to="row"), deal(self.rolls(two), to="col")

    @property
    def start(self) -> LiarsDicePosition:
        """The position before the rolls."""
        return LiarsDicePosition()

    def tabletop(self, position: LiarsDicePosition, side: Side, board: Tabletop) -> Tabletop:
        """Return the board with all bids, the last ones marked, and the wild face among the dice."""
        first = not position.bids
        made = [self.bids[position.last]] if position.bids else []
        by = SIDES[(position.bids - 1) % 2]
        rows = tuple(
            tuple(
                (
                    many,
                    face,
                    f"{many}×{face}" if first or self.number[f"{many}×{face}"] > position.last else "",
                )
                for face in range(1, self.sides + 1)
            )
            for many in range(1, sum(self.counts) + 1)
        )
        wild = {"highest": self.sides, "ones": 1}.get(self.wild, 0)
        last = made[0] if made else None
        bids = Bids(rows, wild, last if by == side else None, last if by != side else None)

        def dyed(things: tuple[Thing, ...]) -> tuple[Thing, ...]:
            return tuple(replace(one, wild=wild) if isinstance(one, Dice) else one for one in things)

        return replace(board, theirs=dyed(board.theirs), middle=(bids,), mine=dyed(board.mine))

    def turn(self, position: LiarsDicePosition) -> Turn:
        """Return the turn: roll, bid or doubt, show the dice."""
        row, col, bids, last, doubted = position
        if row is None or col is None:
            return self.rolling[row is not None]
        if doubted:
            return end(1 if self.holds(row + col, last) == bool(bids % 2) else -1)
        return choose(SIDES[bids % 2], self.moves[last + 1 :] if bids else self.moves[:-1])

    def after(self, position: LiarsDicePosition, picked: Roll | str) -> LiarsDicePosition:
        """Return a roll, a bid, or a doubt."""
        row, col, bids, last, _ = position
        if not isinstance(picked, str):
            return LiarsDicePosition(picked) if row is None else LiarsDicePosition(row, picked)
        return (
            LiarsDicePosition(row, col, bids, last, True)
            if picked == LIAR
            else LiarsDicePosition(row, col, bids + 1, self.number[picked])
        )

    def reason(self, position: LiarsDicePosition) -> str:
        """Return how many dice show the face of the last bid, or the wild one."""
        row, col, _, last, doubted = position
        if not doubted or row is None or col is None:
            return ""
        count = self.count(row + col, last)
        shown = f"{count or 'no'} {'die counts' if count < 2 else 'dice count'}"
        return f"{self.moves[last]} was {str(self.holds(row + col, last)).lower()}: {shown}."

    def count(self, dice: tuple[int, ...], bid: int) -> int:
        """Return how many dice show the face of a bid or the wild one."""
        wild = {"highest": self.sides, "ones": 1, "none": 0}[self.wild]
        return sum(die in (self.bids[bid][1], wild) for die in dice)

    def holds(self, dice: tuple[int, ...], bid: int) -> bool:
        """Return whether a bid is true, that is, at least its number of dice show its face or the wild one."""
        return self.count(dice, bid) >= self.bids[bid][0]
