"""Le Her: the card game for which the first mixed strategy was printed.

The receiver, called Paul in the letters of 1711 to 1715, wins with probability 11327/22100 = 0.5125. Both players
need to mix: the receiver swaps a seven with probability 3/8, and the dealer, called Pierre, exchanges an eight with
probability 5/8. There is one right move with every other card, so the game comes down to two moves each. Montmort
and Nicolaus Bernoulli counted the receiver's wins in these cases as 2828, 2838; 2834, 2828 of 5525, and Waldegrave
found the mixes.

References: P. R. de Montmort, Essay d'analyse sur les jeux de hazard, second edition, 1713; D. R. Bellhouse and
N. Fillion, Le Her and other problems in probability discussed by Bernoulli, Montmort and Waldegrave, Statistical
Science 30 (2015).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from zerosum.core.boards import Cards, Tabletop
from zerosum.core.errors import GameError
from zerosum.core.game import Sliders, option
from zerosum.core.sides import Side
from zerosum.models.hidden.rules import (
    End,
    HiddenGame,
    Turn,
    choose,
    deal,
    end,
    require_budget_for_pairs,
    tell,
)

__all__ = ["LeHer"]

NAMES = ("A", *map(str, range(2, 11)), "J", "Q")
"""Names of the ranks below the king, the lowest first."""
FIRST = {"dealer": Fraction(0), "receiver": Fraction(1), "split": Fraction(1, 2)}
"""What the receiver wins of a tie."""


@dataclass(frozen=True)
class LeHer(HiddenGame):
    """Both players get a card. The receiver keeps it or swaps it with the dealer, who refuses with a king. Then the
    dealer keeps the card or draws another, and puts a drawn king back. The higher card wins; ties go to the dealer.
    """

    name: ClassVar[str] = "le-her"
    genre: ClassVar[str] = "cards"
    summary: ClassVar[str] = "swap your card or keep it: the first mixed strategy in print"
    paper: ClassVar[str] = "Montmort 1713"
    tagline: ClassVar[str] = (
        "Experts argued about the seven for years. Would you swap it for a card you cannot see?"
    )
    seats: ClassVar[Mapping[Side, str]] = {"row": "Receiver", "col": "Dealer"}
    demo_parameters: ClassVar[Mapping[str, str]] = {"ranks": "4", "suits": "2"}
    sliders: ClassVar[Sliders] = {"ranks": (2, 13), "suits": (2, 6)}
    ranks: int = option(13, "ranks in the deck; the highest is the king")
    suits: int = option(4, "cards of each rank")
    ties: str = option("dealer", "who wins if both cards have the same rank", choices=tuple(FIRST))

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.ranks < 1 or self.suits < 1 or self.ranks * self.suits < 3:
            raise GameError(
                f"Le Her needs at least three cards, but the deck has {self.ranks * self.suits}; add ranks or suits"
            )
        require_budget_for_pairs(4 * self.ranks)

    @property
    def title(self) -> str:
        """Return the title: the deck, and who wins ties."""
        ties = "ties are split" if self.ties == "split" else f"ties to the {self.ties}"
        return f"Le Her · {self.ranks} ranks of {self.suits} · {ties}"

    @cached_property
    def cards(self) -> Mapping[str, int]:
        """The position of each rank by its name, the lowest first."""
        low = NAMES if self.ranks <= len(NAMES) + 1 else tuple(map(str, range(1, self.ranks)))
        return {name: place for place, name in enumerate((*low[: self.ranks - 1], "K"))}

    @property
    def instructions(self) -> tuple[str, ...]:
        """Return the rules: the deck, both decisions, the king's privilege, and the payoff."""
        ties = {
            "dealer": "Equal cards win for the dealer",
            "receiver": "Equal cards win for the receiver",
            "split": "Equal cards count as half a win for each player",
        }[self.ties]
        return (
            f"The deck has {self.suits} cards of each rank, from the lowest: {', '.join(self.cards)}. The receiver and "
            "the dealer get one card each, which only they see.",
            "The receiver keeps this card or swaps it for the dealer's. A dealer with a king shows it and "
            "refuses. Then both players keep their cards, which are compared immediately.",
            "Then the dealer keeps the card in hand, which may be the one from the swap, or draws a card from the "
            "deck in its place. A drawn king is put back: the dealer must keep the old card.",
            f"The higher card wins. {ties}. The payoff is 1 if the receiver wins and 0 if the dealer does, so the "
            "value is the probability that the receiver wins.",
        )

    def turn(self, position: tuple[str, ...]) -> Turn:
        """Deal; keep or swap; keep or draw; compare."""
        if len(position) < 2:
            return deal(self.left(position), to="col" if position else "row")
        received, dealt, *since = position
        match since:
            case []:
                return choose("row", ("keep", "swap"))
            case ["swap"] if dealt == "K":
                return tell("the dealer refuses with a king")
            case ["swap"]:  # what the receiver gets decides nothing for the receiver, who sees it at the end
                return tell(f"the dealer gets {received}")
            case ["keep"] | ["swap", _] if since == ["keep"] or dealt != "K":
                return choose("col", ("keep", "draw"))
            case [*_, "draw"]:
                return deal(self.left((received, dealt)))
        return end(self.won(position))

    def tabletop(self, position: tuple[str, ...], side: Side, board: Tabletop) -> Tabletop:
        """Return the cards at the end, after swaps and draws."""
        if not isinstance(self.turn(position), End):
            return board
        receiver, dealer = self.held(position)
        mine, theirs = (receiver, dealer) if side == "row" else (dealer, receiver)
        drawn = (Cards.named(position[-1:], "Drawn"),) if position[-2] == "draw" else ()
        return replace(board, theirs=(Cards.named([theirs]),), middle=drawn, mine=(Cards.named([mine]),))

    def left(self, gone: tuple[str, ...]) -> dict[str, int]:
        """Return the number of cards left of each rank."""
        taken = Counter(gone)
        return {name: self.suits - taken[name] for name in self.cards}

    def held(self, position: tuple[str, ...]) -> tuple[str, str]:
        """Return the cards of the receiver and of the dealer at the end."""
        receiver, dealer = position[:2]
        if position[2] == "swap" and dealer != "K":
            receiver, dealer = dealer, receiver
        if position[-2] == "draw" and position[-1] != "K":
            dealer = position[-1]
        return receiver, dealer

    def won(self, position: tuple[str, ...]) -> Fraction:
        """Return the receiver's payoff at the end."""
        receiver, dealer = self.held(position)
        if receiver == dealer:
            return FIRST[self.ties]
        return Fraction(self.cards[receiver] > self.cards[dealer])
