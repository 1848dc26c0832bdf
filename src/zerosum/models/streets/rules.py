"""Streets: each player is dealt a card; after each round of bets a card is turned up, and at last hands are compared.

Such a game is a hidden game, and small ones are solved as that. Larger ones are solved on vectors over the private
cards, which needs more of the rules: what a street game promises beyond a hidden one is said by `StreetGame`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import numpy as np

from zerosum.core.arrays import Ints
from zerosum.core.limits import afford
from zerosum.core.sides import SIDES, Side
from zerosum.models.hidden.form import HiddenForm
from zerosum.models.hidden.rules import POSITION_BYTES, HiddenGame
from zerosum.models.streets.family import StreetFamily
from zerosum.models.streets.form import StreetForm

BetLines = tuple[tuple[str, ...], ...]
"""The bets of each round so far."""

POSITION_SECONDS = 5e-6
"""Approximate time to lay out one position."""


class StreetCard(NamedTuple):
    """A card: 0 is the lowest rank of the deck."""

    rank: int
    suit: int
    name: str

    def __str__(self) -> str:
        return self.name


class StreetPosition(NamedTuple):
    """Row's card, col's card and those for both, as far as they are dealt; and the bets of each round."""

    cards: tuple[StreetCard, ...] = ()
    rounds: BetLines = ((),)


class StreetGame(HiddenGame):
    """A street game. It is symmetric in its suits: exchanging them changes neither the bets nor who wins.

    Its positions are `StreetPosition`, bets depend on the bets before and not on cards, the same moves are offered in
    every round, and everything but the private cards is seen by both.

    Examples
    --------
    >>> game = zerosum.load("rhode-island")(ranks=13, suits=4, raises=3)
    >>> isinstance(game, zerosum.StreetGame), game.streets
    (True, 3)
    >>> f"{game.form.decisions:,} decisions up to suits"
    '3,937,128 decisions up to suits'
    """

    family: ClassVar[StreetFamily] = StreetFamily()  # type: ignore[assignment]  # small games are hidden games

    streets: ClassVar[int]
    """Number of rounds of bets; a card is turned up before each but the first."""

    @property
    @abstractmethod
    def deck(self) -> Sequence[StreetCard]:
        """All cards: every rank in every suit, ranks and suits counted from 0."""

    @abstractmethod
    def strength(self, hand: tuple[StreetCard, ...]) -> Any:
        """How strong the private card is with the public ones: anything that can be compared."""

    @abstractmethod
    def stake(self, rounds: BetLines) -> Fraction:
        """What the loser has paid when the bets have ended the game, or when hands are compared after them."""

    @property
    @abstractmethod
    def tree_size(self) -> int:
        """Approximate number of positions of the game as a tree."""

    def afford_tree(self) -> None:
        """Refuse what has to lay out every position, if there are too many."""
        size = self.tree_size
        afford(
            "laying out the positions of this game",
            memory=POSITION_BYTES * size,
            seconds=POSITION_SECONDS * size,
        )

    def alike(self, form: HiddenForm) -> Mapping[Side, Ints] | None:
        """The same number for information sets that differ by an exchange of suits; None if the rules name the sets.

        Suits are numbered in the order in which the player sees them.
        """
        keys = {side: [key for key in form.of(side).keys if isinstance(key, int)] for side in SIDES}
        if any(len(keys[side]) < len(form.of(side)) for side in SIDES):
            return None
        numbers: dict[tuple[int, str, Hashable], int] = {}
        seen: list[tuple[int, tuple[int, ...]]] = [(0, ())]
        for before, (who, picked) in form.told[1:]:
            known, suits = seen[before]
            if isinstance(picked, StreetCard):
                if picked.suit not in suits:
                    suits = (*suits, picked.suit)
                picked = picked.rank, suits.index(picked.suit)
            seen.append((numbers.setdefault((known, who, picked), len(numbers) + 1), suits))
        return {side: np.array([seen[key][0] for key in keys[side]], np.int64) for side in SIDES}

    @cached_property
    def form(self) -> StreetForm:
        """Boards and private cards up to suits, and the round of bets."""
        return StreetForm(self)
