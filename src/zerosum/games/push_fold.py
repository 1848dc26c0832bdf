"""Push or fold: heads-up hold'em before the flop with stacks so small that the small blind moves all-in or folds.

What a player holds is one of the 169 classes of hands: all that their suits do before the flop is to match or not. How
often one class beats another is counted exactly (`zerosum.games.preflop`), and so is how often the one meets the other.

References: P. B. Miltersen and T. B. Sørensen, A near-optimal strategy for a heads-up no-limit Texas Hold'em poker
tournament, AAMAS 2007; B. Chen and J. Ankenman, The mathematics of poker, 2006, chapter 13.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from zerosum.core.boards import in_signs
from zerosum.core.errors import GameError
from zerosum.core.game import Instruction, Sliders, option
from zerosum.core.numbers import Number, as_fraction, exact_text
from zerosum.core.sides import Side
from zerosum.games.preflop import BOARDS, NAMES, PAIRS, counts, hand_rank
from zerosum.models.hidden.engines.river.ranges import CLASSES, DECK, FILE, HANDS, read_range
from zerosum.models.hidden.rules import Deal, HiddenGame, Payoffs, PlayedOut, Turn, choose, deal, end

if TYPE_CHECKING:
    import numpy as np

__all__ = ["PushFold"]

MIN_STACK, MAX_STACK = 1, 25
"""In big blinds."""

SMALL_BLIND = Fraction(1, 2)

NUMBER = {name: number for number, name in enumerate(NAMES)}


@dataclass(frozen=True)
class PushFold(HiddenGame):
    """Both players hold two cards of a full deck. The small blind posts half a big blind, the big blind posts
    one, and both ante. The small blind folds or moves all-in (shoves). After a shove the big blind folds or
    calls. After a call five board cards are dealt, and the better hand wins both stacks; equal hands split
    the pot.
    """

    name: ClassVar[str] = "push-fold"
    genre: ClassVar[str] = "poker"
    summary: ClassVar[str] = "hold'em before the flop with small stacks: all-in or fold"
    paper: ClassVar[str] = "Miltersen and Sørensen 2007"
    tagline: ClassVar[str] = (
        "Ten big blinds left. Which hands do you push all-in, and which do you call with?"
    )
    seats: ClassVar[Mapping[Side, str]] = {"row": "small blind", "col": "big blind"}
    holding: ClassVar[str] = "hand"
    demo_parameters: ClassVar[Mapping[str, str]] = {"dealt": "QQ, AK, 76s"}
    sliders: ClassVar[Sliders] = {"stack": (2, MAX_STACK), "ante": (0, 0.5, 0.05)}
    stack: Fraction = option(
        Fraction(10), "each player's chips before blinds and antes, from 1 to 25 big blinds"
    )
    ante: Fraction = option(Fraction(0), "ante of each player, in big blinds")
    dealt: str = option("random", "the hands that may be dealt, as a range of whole classes: 22+, A2+, KTs+")

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("stack", "ante"):
            object.__setattr__(self, name, as_fraction(getattr(self, name)))
        if not MIN_STACK <= self.stack <= MAX_STACK:
            raise GameError(f"the stack must be from {MIN_STACK} to {MAX_STACK} big blinds, not {self.stack}")
        if not 0 <= self.ante <= self.stack - 1:
            raise GameError(
                "the ante must be at least 0 and leave a stack of at least one big blind, "
                f"not {self.ante} of {self.stack}"
            )
        if len(self.classes) == len(NAMES):
            object.__setattr__(self, "dealt", "random")
        elif FILE.fullmatch(self.dealt.strip()):  # a certificate holds what the file says instead
            object.__setattr__(self, "dealt", ", ".join(self.classes))

    @property
    def title(self) -> str:
        """The stack and the ante."""
        return f"Push or fold · {exact_text(self.stack)} big blinds{self.besides('ante', 'dealt')}"

    @property
    def instructions(self) -> tuple[Instruction, ...]:
        """The rules of the class, and the chips."""
        return (
            *super().instructions,
            f"Each player has {exact_text(self.stack)} big blinds before blinds and antes; the ante is "
            f"{exact_text(self.ante)}. Payoffs are in big blinds. A hand is a pair (AA), suited (AKs) or offsuit "
            "(AKo).",
            *([f"Only these hands are dealt: {self.dealt}."] if len(self.classes) < len(NAMES) else []),
        )

    @cached_property
    def classes(self) -> tuple[str, ...]:
        """The classes of hands that are dealt."""
        dealt = read_range(self.dealt, (), 0)
        classes = tuple(name for name, hands in CLASSES.items() if hands[0] in dealt)
        if set(dealt.values()) != {Fraction(1)} or len(dealt) != sum(len(CLASSES[name]) for name in classes):
            raise GameError(
                f"{self.dealt!r:.40} must be whole classes without weights, such as 22+, A2+, KTs+"
            )
        if not any(PAIRS[NUMBER[row], NUMBER[col]] for row in classes for col in classes):
            raise GameError(f"the range {self.dealt!r:.40} does not contain hands for two players; add hands")
        return classes

    def turn(self, position: tuple[str, ...]) -> Turn:
        """Deal both hands; shove or fold; call or fold."""
        match position:
            case ():
                return self._first_deal
            case (hand,):
                return self._second_deals[hand]
            case (_, _):
                return choose("row", ("fold", "shove"))
            case (_, _, "fold"):
                return end(-SMALL_BLIND - self.ante)
            case (row, col, "shove"):
                return choose("col", ("fold", "call"), pays=Payoffs((1 + self.ante, self._equity(row, col))))
            case (row, col, _, answer):
                return end(1 + self.ante if answer == "fold" else self._equity(row, col))
        raise AssertionError

    @cached_property
    def _first_deal(self) -> Deal:
        """The small blind's hand: the probability of a class is proportional to its hands, 4, 6 or 12, and to
        the hands that they can meet.
        """
        meets = {name: int(sum(self._pairs(name).values())) for name in self.classes}
        return deal(meets, to="row")

    @cached_property
    def _second_deals(self) -> Mapping[str, Deal]:
        """The big blind's hand, from the 50 cards that the small blind does not hold."""
        return {name: deal(self._pairs(name), to="col") for name in self.classes}

    def _pairs(self, row: str) -> dict[str, int]:
        """Return the number of pairs of hands that share no card, for a class of the small blind and all of
        the big blind.
        """
        return {col: int(PAIRS[NUMBER[row], NUMBER[col]]) for col in self.classes}

    def _equity(self, row: str, col: str) -> Fraction:
        """Return the small blind's mean payoff of an all-in."""
        wins, _, losses, deals = _deals(row, col)
        return self.stack * Fraction(wins - losses, deals)

    def lottery(self, position: tuple[str, ...]) -> dict[Number, Number] | None:
        """Return the distribution of the payoff after a call, over all boards."""
        if position[3:] != ("call",):
            return None
        wins, ties, losses, deals = _deals(*position[:2])
        chances = {
            self.stack: Fraction(wins, deals),
            Fraction(0): Fraction(ties, deals),
            -self.stack: Fraction(losses, deals),
        }
        return {payoff: p for payoff, p in chances.items() if p}

    def play_out(self, position: tuple[str, ...], random: np.random.Generator) -> PlayedOut:
        """Deal the suits of both hands and the board, and compare."""
        both = [CLASSES[name] for name in position[:2]]
        while True:  # every pair of hands of the two classes that share no card is as likely as any other
            hands = [HANDS[int(random.choice(hands))] for hands in both]
            if not set(hands[0]) & set(hands[1]):
                break
        left = [card for card in range(len(DECK)) if card not in hands[0] + hands[1]]
        board = [int(card) for card in random.choice(left, 5, replace=False)]
        dealt = tuple(DECK[card] for card in board)
        row, col = (_strength([*hand, *board]) for hand in hands)
        names = [in_signs(DECK[card] for card in reversed(hand)) for hand in hands]
        won = "the small blind wins" if row > col else "the big blind wins" if col > row else "they split"
        return PlayedOut(
            self.stack * ((row > col) - (row < col)),
            (
                f"the small blind has {names[0]}, the big blind {names[1]}",
                f"the board is {in_signs(dealt)}: {won}",
            ),
            (names[0], names[1]),
            None,
            dealt,
        )

    def in_pot(self, position: tuple[str, ...]) -> tuple[Number, Number]:
        """Return the blinds and antes, and all-ins."""
        pushed, called = "shove" in position, position[3:] == ("call",)
        return (
            self.stack if pushed else SMALL_BLIND + self.ante,
            self.stack if called else 1 + self.ante,
        )

    def stacks_left(self, position: tuple[str, ...]) -> tuple[Number, Number]:
        """Return both stacks behind the pot."""
        row, col = self.in_pot(position)
        return self.stack - row, self.stack - col


def _deals(row: str, col: str) -> tuple[int, int, int, int]:
    """Return the number of deals of two classes that the first wins, that are split, that the second wins,
    and of all deals.
    """
    i, j = NUMBER[row], NUMBER[col]
    wins, ties = counts()
    return int(wins[i, j]), int(ties[i, j]), int(wins[j, i]), int(PAIRS[i, j]) * BOARDS


def _strength(cards: list[int]) -> int:
    import numpy as np

    return int(hand_rank(np.array(cards)))
