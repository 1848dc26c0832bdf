"""Poker on [0, 1] as von Neumann played it: a player who does not bet checks, and nobody gives up the ante at once.

In von Neumann's game only A may bet, by a fixed amount, and a check ends in a showdown. C. Ferguson, T. Ferguson and
Gawargy let B bet after a check, let players raise, and let A check in order to raise. In Newman's game A may bet any
amount.

With antes of 1 and the bet sizes b_1 < … < b_n let w_i = 2/(2 + b_i), w_0 = 1 and
T = Σ w_{i-1} w_i (w_{i-1} - w_i). The value to A is T/(2 + T), and as many hands bluff. T is largest for equal steps of
w, which is of pot odds, where the value is 1/(7 + 6/(n(n + 2))). It rises to Newman's 1/7.
`papers/checks/uniform_poker.py` proves both by the strategies.

References: J. von Neumann and O. Morgenstern, Theory of games and economic behavior, section 19 (1944); D. J. Newman, A
model for 'real' poker, Operations Research 7 (1959); C. Ferguson, T. Ferguson and C. Gawargy, Uniform(0,1) two-person
poker models, Game Theory and Applications 12 (2007).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import ClassVar

from zerosum.core.errors import GameError
from zerosum.core.game import Sliders, option
from zerosum.core.numbers import exact_text
from zerosum.core.sides import Side, other
from zerosum.games.poker import ANTE, MAX_RAISES, OneCardPoker, positive
from zerosum.models.continuum.rules import Decision, Node, fold, showdown

__all__ = ["Newman", "VonNeumann"]

MAX_SIZES = 12
"""Maximum number of bet sizes in Newman's game."""


def checking_tree(sizes: tuple[Fraction, ...], raises: int, after_check: str) -> Decision:
    """Return the tree: check or bet one of the sizes; then fold, call, or raise by one of them, at most
    `raises` times.
    """
    bets = {_named("bet", size, sizes): _facing("col", ANTE, ANTE + size, sizes, raises) for size in sizes}
    checked: Node = showdown(ANTE)
    if after_check != "showdown":
        left = raises if after_check == "check-raise" else 0
        second = {
            _named("bet", size, sizes): _facing("row", ANTE, ANTE + size, sizes, left) for size in sizes
        }
        checked = Decision("col", {"check": showdown(ANTE), **second})
    return Decision("row", {"check": checked, **bets})


def _facing(
    player: Side, mine: Fraction, theirs: Fraction, sizes: tuple[Fraction, ...], left: int
) -> Decision:
    """Return the decision of a player who has put in `mine` and faces `theirs`, with some raises left."""
    actions: dict[str, Node] = {"fold": fold(mine), "call": showdown(theirs)}
    if left:
        for size in sizes:
            after = _facing(other(player), theirs, theirs + size, sizes, left - 1)
            actions[_named("raise", size, sizes)] = after
    return Decision(player, actions)


def _named(action: str, size: Fraction, sizes: tuple[Fraction, ...]) -> str:
    """Return the name of a bet or raise, with its size if there are several."""
    return action if len(sizes) == 1 else f"{action} {size}"


@dataclass(frozen=True)
class VonNeumann(OneCardPoker):
    """A checks or bets. After a bet B folds or calls; after a check the higher hand wins the antes."""

    name: ClassVar[str] = "von-neumann"
    genre: ClassVar[str] = "poker"
    summary: ClassVar[str] = "check or bet, then fold or call; also with raises and check-raises"
    paper: ClassVar[str] = "von Neumann and Morgenstern 1944"
    tagline: ClassVar[str] = "Check or bet on a single number. Which of your worst hands deserve a bluff?"
    sliders: ClassVar[Sliders] = {"cards": (0, 8, 2), "suits": (), "raises": (0, 2)}
    bets: tuple[Fraction, ...] = option((Fraction(2),), "bet sizes, separated by commas: 1,2,4")
    after_check: str = option(
        "showdown",
        "after A checks: a showdown, or B may bet, or B may bet and A may raise",
        choices=("showdown", "bet", "check-raise"),
    )
    raises: int = option(0, "maximum number of raises, each by one of the bet sizes")

    def __post_init__(self) -> None:
        super().__post_init__()
        sizes = tuple(positive(size, "bet") for size in self.bets)
        if not sizes or any(x >= y for x, y in pairwise(sizes)):
            raise GameError("bet sizes must be positive and increasing, for example 1,2,4")
        object.__setattr__(self, "bets", sizes)
        if not 0 <= self.raises <= MAX_RAISES:
            raise GameError(f"the number of raises must be from 0 to {MAX_RAISES}, not {self.raises}")
        if self.after_check == "check-raise" and not self.raises:
            raise GameError("a check-raise needs at least 1 raise; set raises to 1 or more")

    def bet_rules(self) -> str:
        """Return the betting rules."""
        sizes = " or ".join(map(exact_text, self.bets))
        times = f"at most {self.raises} raise{'s' * (self.raises != 1)}"
        raising = f", or raises by {sizes} more, and so on, with {times}" if self.raises else ""
        checked = {
            "showdown": "After a check there is a showdown.",
            "bet": f"After a check B checks, and the hands are compared, or bets {sizes}, and A folds or calls.",
            "check-raise": f"After a check B checks, and the hands are compared, or bets {sizes}, and A folds, calls "
            "or raises in the same way.",
        }[self.after_check]
        return f"A checks or bets {sizes}. After A's bet, B folds or calls{raising}. {checked}"

    @property
    def title(self) -> str:
        """The rules in a line."""
        sizes = ", ".join(map(exact_text, self.bets))
        after = {
            "showdown": "",
            "bet": " · B may bet after a check",
            "check-raise": " · A may check and raise",
        }
        raises = f" · {self.raises} raise{'s' * (self.raises != 1)}" if self.raises else ""
        return f"Von Neumann's poker · bet {sizes}{raises}{after[self.after_check]} · {self.dealt()}"

    def tree(self) -> Decision:
        """Return the tree: check or bet; fold, call or raise."""
        return checking_tree(self.bets, self.raises, self.after_check)


@dataclass(frozen=True)
class Newman(OneCardPoker):
    """A checks or bets one of several sizes, spread from small to large. After a bet B folds or calls; after a check
    the higher hand wins the antes."""

    name: ClassVar[str] = "newman"
    genre: ClassVar[str] = "poker"
    summary: ClassVar[str] = "bet any size: Newman's poker, with as many bet sizes as you like"
    paper: ClassVar[str] = "Newman 1959"
    tagline: ClassVar[str] = "Bet as much as you like. Does a bigger bet mean a better hand or a worse one?"
    sliders: ClassVar[Sliders] = {"cards": (0, 8, 2), "suits": (), "sizes": (1, 6)}
    demo_parameters: ClassVar[Mapping[str, str]] = {"sizes": "3"}
    sizes: int = option(4, "number of bet sizes, equally spaced in pot odds")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.sizes <= MAX_SIZES:
            raise GameError(f"the number of bet sizes must be from 1 to {MAX_SIZES}, not {self.sizes}")

    @property
    def bets(self) -> tuple[Fraction, ...]:
        """The bet sizes: of n, number k is k/(n + 1 - k) of the pot, which is 2."""
        n = self.sizes
        return tuple(Fraction(2 * k, n + 1 - k) for k in range(1, n + 1))

    def bet_rules(self) -> str:
        """Return the betting rules."""
        sizes = " or ".join(map(exact_text, self.bets))
        return f"A checks or bets {sizes}. After a bet B folds or calls; after a check there is a showdown."

    @property
    def title(self) -> str:
        """The rules in a line."""
        return f"Newman's poker · bet {', '.join(map(exact_text, self.bets))} · {self.dealt()}"

    def tree(self) -> Decision:
        """Return the tree: check or bet any size; fold or call."""
        return checking_tree(self.bets, 0, "showdown")
