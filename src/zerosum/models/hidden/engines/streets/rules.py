"""Streets: each player is dealt a card; after each betting round a card is turned up, and at the end hands are
compared.

A street game is a hidden game, and small ones are solved as hidden games. Larger ones are solved on vectors over the
private cards, which requires more of the rules: `StreetGame` lists these requirements.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Concatenate, NamedTuple

import numpy as np

from zerosum.core.amounts import Clean, finite_amount
from zerosum.core.arrays import Ints
from zerosum.core.numbers import Amount, as_fraction
from zerosum.core.sides import SIDES, Side
from zerosum.models.hidden.engines.streets.form import StreetForm
from zerosum.models.hidden.form import HiddenForm
from zerosum.models.hidden.rules import HiddenFamily, HiddenGame
from zerosum.models.parts import Family, Part

if TYPE_CHECKING:
    from zerosum.models.hidden.engines.streets.answer import StreetAnswer, StreetSolution

BetLines = tuple[tuple[str, ...], ...]
"""The bets of each round so far."""


class StreetCard(NamedTuple):
    """A card: 0 is the lowest rank of the deck."""

    rank: int
    suit: int
    name: str

    def __str__(self) -> str:
        return self.name


class StreetPosition(NamedTuple):
    """Row's card, col's card and the public cards, as far as they have been dealt, and the bets of each round."""

    cards: tuple[StreetCard, ...] = ()
    rounds: BetLines = ((),)


class StreetFamily(Family["StreetGame", "StreetSolution"]):
    """Street games; small ones are solved as hidden games, and have their solutions."""

    records: ClassVar[tuple[str, ...]] = (
        "hidden.engines.streets.answer.StreetSolution",
        *HiddenFamily.records,
    )

    also: ClassVar[tuple[str, ...]] = ("zerosum.models.hidden",)

    solve: Part[Callable[Concatenate[StreetGame, ...], StreetAnswer]] = Part("solve.solve")  # type: ignore[assignment]


def _stake(given: Amount) -> Fraction:
    """Return a stake as a fraction, as the verifier requires."""
    return as_fraction(finite_amount(given, "a stake must be a number:"))


class StreetGame(HiddenGame):
    """A street game, which is symmetric in its suits: exchanging them changes neither the bets nor the winner.

    Its positions are `StreetPosition`, legal moves depend on the earlier bets and not on cards, the moves are the
    same in every round, the names of moves and cards contain no commas, and both players see everything but the
    private cards.

    Examples
    --------
    >>> game = zerosum.load("rhode-island")(ranks=13, suits=4, raises=3)
    >>> isinstance(game, zerosum.StreetGame), game.streets
    (True, 3)
    >>> f"{game.form.decisions:,} decisions up to suits"
    '3,937,128 decisions up to suits'
    """

    family: ClassVar[StreetFamily] = StreetFamily()  # type: ignore[assignment]  # small games are hidden games

    numbers_in: ClassVar[Mapping[str, Clean]] = {"stake": _stake}
    streets: ClassVar[int]
    """Number of betting rounds; a card is turned up before each but the first."""

    @property
    @abstractmethod
    def deck(self) -> Sequence[StreetCard]:
        """All cards: every rank in every suit, both counted from 0."""

    @abstractmethod
    def strength(self, hand: tuple[StreetCard, ...], /) -> Any:
        """Return the strength of the private card with the public cards: any comparable value."""

    @abstractmethod
    def stake(self, rounds: BetLines, /) -> Fraction:
        """Return the loser's payment when a fold or a showdown ends the game after these bets."""

    @property
    @abstractmethod
    def tree_size(self) -> int:
        """The approximate number of positions of the game as a tree."""

    def alike(self, form: HiddenForm) -> Mapping[Side, Ints] | None:
        """Return the same number for information sets that differ by an exchange of suits; None if the rules name the
        information sets.

        Suits are numbered in the order in which the player sees them.
        """
        keys = {side: [key for key in form.of(side).keys if isinstance(key, int)] for side in SIDES}
        if any(len(keys[side]) < len(form.of(side)) for side in SIDES):
            return None
        numbers: dict[tuple[int, str, Hashable], int] = {}
        seen: list[tuple[int, tuple[int, ...]]] = [(0, ())]
        for before, (who, picked) in form.knowledge[1:]:
            known, suits = seen[before]
            if isinstance(picked, StreetCard):
                if picked.suit not in suits:
                    suits = (*suits, picked.suit)
                picked = picked.rank, suits.index(picked.suit)
            seen.append((numbers.setdefault((known, who, picked), len(numbers) + 1), suits))
        return {side: np.array([seen[key][0] for key in keys[side]], np.int64) for side in SIDES}

    @cached_property
    def form(self) -> StreetForm:
        """Boards and private cards up to suits, and the betting round."""
        return StreetForm(self)
