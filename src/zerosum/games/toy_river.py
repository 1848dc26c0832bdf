"""Toy rivers: the last round of bets of a poker hand, with a few hands for each player and no cards to come.

Hands are ranks, or pairs of a rank, with weights: "AA, QQ", "A:1, Q:2". Bets are shares of the pot. Half of the pot
counts as each player's own, so a player who folds loses half of the pot and what they have bet.

With the cards A, K and Q for both, a pot of 2 and a bet of 1 this is the game of ace, king and queen, and Kuhn's
poker. If only the first player may bet it is a half-street game.

References: B. Chen and J. Ankenman, The mathematics of poker, 2006; H. W. Kuhn, A simplified two-person poker,
Contributions to the Theory of Games I, 1950.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from zerosum.core.errors import GameError, InputError
from zerosum.core.game import option
from zerosum.core.numbers import as_fraction
from zerosum.core.sides import Side, other
from zerosum.games.betting_file import turn_in_tree
from zerosum.models.betting.rules import (
    LETTER,
    SIDE_OF,
    Decision,
    Node,
    check,
    fold,
    showdown,
    tree_text,
)
from zerosum.models.hidden.rules import HiddenGame, Turn, deal

__all__ = ["ToyRiver"]

RANKS = "23456789TJQKA"
"""Ranks from the lowest."""

MOST_RAISES = 20
"""Maximum number of raises."""


@dataclass(frozen=True)
class ToyRiver(HiddenGame):
    """Each player holds one of a few hands, which only they see. There is a pot to be won. The first player checks or
    bets; after a check the other may bet, too; after a bet the other folds, calls, or raises where that is allowed. The
    higher hand wins at the showdown, any pair beats a single card."""

    name: ClassVar[str] = "toy-river"
    genre: ClassVar[str] = "poker"
    summary: ClassVar[str] = "the last bets of a poker hand, with a few hands for each player"
    paper: ClassVar[str] = "Chen and Ankenman 2006"
    invitation: ClassVar[str] = (
        "Say which hands both may hold and how much is in the pot; see who bluffs, and how often."
    )
    seats: ClassVar[Mapping[Side, str]] = LETTER
    players: ClassVar[tuple[str, ...]] = ("uniform",)
    a: str = option("A, K, Q", 'the hands of A, with weights if they differ: "AA, QQ", "A:1, Q:2"')
    b: str = option("A, K, Q", "the hands of B")
    pot: Fraction = option(Fraction(2), "what is in the pot before the first bet")
    stack: Fraction = option(Fraction(100), "what each player has left to bet")
    bets: tuple[Fraction, ...] = option(
        (Fraction(1, 2),), "the sizes of bets and raises as shares of the pot, with commas"
    )
    raises: int = option(0, "maximum number of raises after a bet")
    first: str = option("A", "who acts first", choices=("A", "B"))
    half: bool = option(False, "only the first player may bet: a half-street game")
    ties: bool = option(False, "both may hold the same hand, and then split the pot")

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("pot", "stack"):
            object.__setattr__(self, name, as_fraction(getattr(self, name)))
        object.__setattr__(self, "bets", tuple(map(as_fraction, self.bets)))
        if min(self.pot, self.stack) <= 0:
            raise GameError("the pot and the stacks must be positive")
        if not self.bets or min(self.bets) <= 0:
            raise GameError("give at least one size of bets, a positive share of the pot, as 1/2 or 1")
        if not 0 <= self.raises <= MOST_RAISES:
            raise GameError(f"there may be between 0 and {MOST_RAISES} raises, not {self.raises}")
        check(self.tree)
        if not any(self.ties or hand != met for hand in self.hands["row"] for met in self.hands["col"]):
            raise GameError("both hold the same single hand; give one of them another, or allow ties")

    @cached_property
    def hands(self) -> Mapping[Side, Mapping[str, Fraction]]:
        """The weights of each player's hands."""
        return {"row": _read_hands(self.a, "A"), "col": _read_hands(self.b, "B")}

    @cached_property
    def tree(self) -> Decision:
        """The tree of bets."""
        root = self._unopened(SIDE_OF[self.first], checked=False)
        assert isinstance(root, Decision)
        return root

    @property
    def title(self) -> str:
        """The hands, the pot and the stacks in one line."""
        hands = " · ".join(f"{LETTER[side]}: {_text(hands)}" for side, hands in self.hands.items())
        return f"Toy river · {hands} · pot {self.pot}, stacks {self.stack}"

    @property
    def instructions(self) -> tuple[str, ...]:
        """The hands and the tree of bets."""
        hands = (f"{LETTER[side]} holds {_text(hands)}." for side, hands in self.hands.items())
        told = f"The pot is {self.pot}, and half of it counts as each player's own. The higher hand wins."
        return (*hands, told, tree_text(self.tree))

    def turn(self, position: tuple[str, ...]) -> Turn:
        """A's hand, B's hand, and then the bets."""
        if not position:
            return deal({hand: self._chance_of(hand) for hand in self.hands["row"]}, to="row")
        if len(position) == 1:
            return deal(self._against(position[0]), to="col")
        row, col = map(_strength, position[:2])
        return turn_in_tree(self.tree, position[2:], (row > col) - (row < col))

    def _against(self, hand: str) -> dict[str, Fraction]:
        """The weights of B's hands where A holds a hand."""
        return {met: weight for met, weight in self.hands["col"].items() if self.ties or met != hand}

    def _chance_of(self, hand: str) -> Fraction:
        """The weight of a hand of A together with all that B may then hold."""
        return self.hands["row"][hand] * sum(self._against(hand).values(), Fraction(0))

    def _unopened(self, player: Side, *, checked: bool) -> Node:
        """A decision before any bet."""
        closes = checked or self.half
        actions: dict[str, Node] = {
            "check": showdown(self.pot / 2) if closes else self._unopened(other(player), checked=True)
        }
        sizes = self._sizes(self.pot, Fraction(0))
        for size in sizes:
            actions[self._name("bet", size, len(sizes))] = self._facing(other(player), size, self.raises)
        return Decision(player, actions)

    def _facing(self, player: Side, bet: Fraction, raises: int, own: Fraction = Fraction(0)) -> Node:
        """A decision after the other has bet: `bet` and `own` are what the two have put in."""
        actions: dict[str, Node] = {"fold": fold(self.pot / 2 + own), "call": showdown(self.pot / 2 + bet)}
        sizes = self._sizes(self.pot + 2 * bet, bet) if raises else []
        for size in sizes:
            actions[self._name("raise", size, len(sizes))] = self._facing(
                other(player), size, raises - 1, bet
            )
        return Decision(player, actions)

    def _sizes(self, pot: Fraction, bet: Fraction) -> list[Fraction]:
        """What a player may have put in after a bet or a raise; nobody bets more than the stack."""
        sizes = (min(bet + share * pot, self.stack) for share in self.bets)
        return [size for size in dict.fromkeys(sorted(sizes)) if size > bet]

    def _name(self, verb: str, size: Fraction, count: int) -> str:
        """A bet by name: without its size where there is only one, "shove" where it is all that a player has."""
        if size == self.stack:
            return "shove"
        return verb if count == 1 else f"{verb} {'to ' * (verb == 'raise')}{size}"


def _read_hands(text: str, who: str) -> dict[str, Fraction]:
    """The hands of a player, the weakest first, with their weights."""
    hands: dict[str, Fraction] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, weight = (word.strip() for word in part.partition(":"))
        hand = name.upper().replace("10", "T")
        if len(hand) not in (1, 2) or set(hand) - set(RANKS) or len(set(hand)) != 1:
            raise GameError(
                f"{name!r} is not a hand of {who}: hands are ranks, 2 to 9, T, J, Q, K, A, or pairs such as QQ"
            )
        if hand in hands:
            raise GameError(f"{who} has the hand {hand} twice; give it one weight, as {hand}:2")
        try:
            hands[hand] = as_fraction(weight) if weight else Fraction(1)
        except InputError as problem:
            raise GameError(f"the weight of {hand} must be a number: {problem}") from None
        if hands[hand] <= 0:
            raise GameError(f"the weight of {hand} must be positive; leave the hand out instead")
    if not hands:
        raise GameError(f"{who} needs at least one hand, such as AA, QQ")
    return dict(sorted(hands.items(), key=lambda item: _strength(item[0])))


def _strength(hand: str) -> tuple[int, int]:
    return len(hand), RANKS.index(hand[0])


def _text(hands: Mapping[str, Fraction]) -> str:
    """Hands as a person types them, the strongest first."""
    equal = len(set(hands.values())) == 1
    return ", ".join(hand if equal else f"{hand}:{weight}" for hand, weight in reversed([*hands.items()]))
