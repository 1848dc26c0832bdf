"""Toy rivers: the last betting round of a poker hand, with a few hands for each player and no cards to come.

Hands are ranks, or pairs of a rank, with weights: "AA, QQ", "A:1, Q:2". Bets are shares of the pot. Half of the pot
counts as each player's own, so a player who folds loses half of the pot and what they have bet.

With the cards A, K and Q for both, a pot of 2 and a bet of 1 this is the game of ace, king and queen, and Kuhn
poker. If only the first player may bet it is a half-street game.

References: B. Chen and J. Ankenman, The mathematics of poker, 2006; H. W. Kuhn, A simplified two-person poker,
Contributions to the Theory of Games I, 1950.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from zerosum.core.errors import GameError, InputError
from zerosum.core.game import Instruction, option
from zerosum.core.numbers import as_fraction, exact_text
from zerosum.core.sides import Side, other
from zerosum.games.betting_file import turn_in_tree
from zerosum.models.continuum.pot import pot_after
from zerosum.models.continuum.rules import (
    LETTER,
    SIDE_OF,
    Decision,
    Node,
    check,
    fold,
    showdown,
    tree_outline,
)
from zerosum.models.hidden.rules import HiddenGame, Turn, deal

__all__ = ["ToyRiver"]

RANKS = "23456789TJQKA"
"""Ranks from the lowest."""

MAX_RAISES = 20
"""Maximum number of raises."""


def _read_bets(text: str) -> tuple[str, ...]:
    """Parse the bet sizes that a person types."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _shares(bets: Sequence[Fraction | str], pot: Fraction, stack: Fraction) -> tuple[Fraction, ...]:
    """Return bet sizes as fractions of the pot; all-in is the fraction that takes the whole stack."""
    from zerosum.models.hidden.engines.river.rules import ALL_IN, read_size  # only texts need it

    shares = []
    for size in bets:
        if isinstance(size, str):
            read = read_size(size)
            shares.append(stack / pot if read == ALL_IN else read)
        else:
            shares.append(as_fraction(size))
    return tuple(shares)


@dataclass(frozen=True)
class ToyRiver(HiddenGame):
    """Each player holds one of a few hands and sees only their own. There is a pot to win. The first player
    checks or bets; after a check, the other player may also bet; after a bet, the other player folds, calls
    or, if allowed, raises. The higher hand wins at the showdown, any pair beats a single card."""

    name: ClassVar[str] = "toy-river"
    genre: ClassVar[str] = "poker"
    summary: ClassVar[str] = "the last betting round of a poker hand, with a few hands per player"
    paper: ClassVar[str] = "Chen and Ankenman 2006"
    tagline: ClassVar[str] = (
        "Choose the hands of both players and the size of the pot. Who bluffs, and how often?"
    )
    seats: ClassVar[Mapping[Side, str]] = LETTER
    players: ClassVar[tuple[str, ...]] = ("uniform",)
    a: str = option("A, K, Q", 'the hands of A, with weights if they differ: "AA, QQ", "A:1, Q:2"')
    b: str = option("A, K, Q", "the hands of B")
    pot: Fraction = option(Fraction(2), "size of the pot before the first bet")
    stack: Fraction = option(Fraction(100), "each player's remaining stack")
    bets: tuple[Fraction, ...] = option(
        (Fraction(1, 2),),
        "bet and raise sizes as shares of the pot, separated by commas: 1/2, 75%, pot, all-in",
        parse=_read_bets,
    )
    raises: int = option(0, "maximum number of raises after a bet")
    first: str = option("A", "the player who acts first", choices=("A", "B"))
    half: bool = option(False, "only the first player may bet: a half-street game")
    ties: bool = option(False, "allow both players to hold the same hand (they split the pot)")

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("pot", "stack"):
            object.__setattr__(self, name, as_fraction(getattr(self, name)))
        if min(self.pot, self.stack) <= 0:
            raise GameError("the pot and the stacks must be positive")
        object.__setattr__(self, "bets", _shares(self.bets, self.pot, self.stack))
        if not self.bets or min(self.bets) <= 0:
            raise GameError("give at least one bet size, a positive fraction of the pot such as 1/2 or 1")
        if not 0 <= self.raises <= MAX_RAISES:
            raise GameError(f"the number of raises must be from 0 to {MAX_RAISES}, not {self.raises}")
        check(self.tree)
        if not any(self.ties or hand != met for hand in self.hands["row"] for met in self.hands["col"]):
            raise GameError("both players hold the same single hand; change one of them, or allow ties")

    @property
    def ev_meaning(self) -> str:
        """What folding is worth, since half of the pot counts as each player's own."""
        return (
            "EVs are in chips. Half of the pot counts as each player's own, so a fold is worth "
            f"{exact_text(-self.pot / 2)} minus the player's own bets."
        )

    @cached_property
    def hands(self) -> Mapping[Side, Mapping[str, Fraction]]:
        """The weights of each player's hands."""
        return {"row": _read_hands(self.a, "A"), "col": _read_hands(self.b, "B")}

    @cached_property
    def tree(self) -> Decision:
        """The betting tree."""
        root = self._unopened(SIDE_OF[self.first], checked=False)
        assert isinstance(root, Decision)
        return root

    @property
    def title(self) -> str:
        """The hands, the pot and the stacks in one line."""
        hands = " · ".join(f"{LETTER[side]}: {_text(hands)}" for side, hands in self.hands.items())
        others = self.besides("bets", "raises", "first", "half", "ties")
        return f"Toy river · {hands} · pot {self.pot}, stacks {self.stack}{others}"

    @property
    def instructions(self) -> tuple[Instruction, ...]:
        """The hands and the betting tree."""
        hands = (f"{LETTER[side]} holds one of {_text(hands)}." for side, hands in self.hands.items())
        tied = (
            "Both players may hold the same hand; then they split the pot."
            if self.ties
            else "They never hold the same hand."
        )
        rule = (
            f"{tied} Hands without a weight are equally likely. The pot is {self.pot}; half of it counts "
            f"as each player's own chips, and each player has {self.stack} left"
            f". The higher hand wins."
        )
        return (*hands, rule, tree_outline(self.tree))

    def turn(self, position: tuple[str, ...]) -> Turn:
        """Deal A's hand, then B's hand, then follow the bets."""
        if not position:
            return deal({hand: self._chance_of(hand) for hand in self.hands["row"]}, to="row")
        if len(position) == 1:
            return deal(self._against(position[0]), to="col")
        row, col = map(_strength, position[:2])
        return turn_in_tree(self.tree, position[2:], (row > col) - (row < col))

    def in_pot(self, position: tuple[str, ...]) -> tuple[float, float] | None:
        """Return A's and B's chips in the pot."""
        pot = pot_after(self.tree, position[2:], "row")
        return None if pot is None else (pot.mine, pot.theirs)

    def _against(self, hand: str) -> dict[str, Fraction]:
        """Return the weights of B's hands if A holds a given hand."""
        return {met: weight for met, weight in self.hands["col"].items() if self.ties or met != hand}

    def _chance_of(self, hand: str) -> Fraction:
        """Return the weight of a hand of A together with B's possible hands."""
        return self.hands["row"][hand] * sum(self._against(hand).values(), Fraction(0))

    def _unopened(self, player: Side, *, checked: bool) -> Node:
        """Return a decision before any bet."""
        closes = checked or self.half
        actions: dict[str, Node] = {
            "check": showdown(self.pot / 2) if closes else self._unopened(other(player), checked=True)
        }
        sizes = self._sizes(self.pot, Fraction(0))
        for size in sizes:
            actions[self._name("bet", size, len(sizes))] = self._facing(other(player), size, self.raises)
        return Decision(player, actions)

    def _facing(self, player: Side, bet: Fraction, raises: int, own: Fraction = Fraction(0)) -> Node:
        """Return a decision after the opponent's bet: `bet` and `own` are both players' chips in the pot."""
        actions: dict[str, Node] = {"fold": fold(self.pot / 2 + own), "call": showdown(self.pot / 2 + bet)}
        sizes = self._sizes(self.pot + 2 * bet, bet) if raises else []
        for size in sizes:
            actions[self._name("raise", size, len(sizes))] = self._facing(
                other(player), size, raises - 1, bet
            )
        return Decision(player, actions)

    def _sizes(self, pot: Fraction, bet: Fraction) -> list[Fraction]:
        """Return the possible totals after a bet or a raise, within the stack."""
        sizes = (min(self.stack, bet + share * pot) for share in self.bets)
        return [size for size in dict.fromkeys(sorted(sizes)) if size > bet]

    def _name(self, verb: str, size: Fraction, count: int) -> str:
        """Return a bet's name: without its size if there is only one, "shove" if it is the whole stack."""
        if size >= self.stack:
            return "shove"
        return verb if count == 1 else f"{verb} {'to ' * (verb == 'raise')}{size}"


def _read_hands(text: str, who: str) -> dict[str, Fraction]:
    """Return the hands of a player, the weakest first, with their weights."""
    hands: dict[str, Fraction] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, weight = (word.strip() for word in part.partition(":"))
        hand = name.upper().replace("10", "T")
        if len(hand) not in (1, 2) or set(hand) - set(RANKS) or len(set(hand)) != 1:
            raise GameError(
                f"{name!r} is not a valid hand for {who}; hands are ranks, 2 to 9, T, J, Q, K, A, or pairs such as QQ"
            )
        if hand in hands:
            raise GameError(
                f"{who} has the hand {hand} twice; list it once with a weight, for example {hand}:2"
            )
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
    """Return hands as typed, the strongest first."""
    equal = len(set(hands.values())) == 1
    return ", ".join(hand if equal else f"{hand}:{weight}" for hand, weight in reversed([*hands.items()]))
