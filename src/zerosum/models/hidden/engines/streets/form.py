"""A street game up to suits: its boards, private cards and bets.

Exchanging suits is a symmetry of the game. The mean of a strategy over all exchanges guarantees as much as the
strategy does, so it is enough to look for strategies that no exchange changes. They depend on a board only up to
suits: its suits are numbered 0, 1, … in the order in which they were turned up. A private card has one of these
suits, or another one; all other suits are equivalent, and the first of them represents them. So a *hand* is a card,
and its *count* is the number of cards that it represents.

A *line* is a number for the bets of all previous rounds: its digits are in base c if a round has c closes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from zerosum.core.errors import GameError
from zerosum.core.game import Position, as_typed, spelled
from zerosum.core.numbers import Amount
from zerosum.core.sides import SIDES, Side
from zerosum.models.hidden.rules import Choice, End

if TYPE_CHECKING:
    from zerosum.models.hidden.engines.streets.rules import BetLines, StreetCard, StreetGame

OpenCards = tuple["StreetCard", ...]


def _names(kind: str, given: Sequence[object]) -> tuple[str, ...]:
    """Return the names of cards or moves; they must stay distinct when they are typed with commas between them."""
    for name in given:
        if not isinstance(name, str) or spelled([name]) != name:
            raise GameError(
                f"a {kind} of a street game needs a name that is a string without commas, not {name!r:.40}"
            )
    names = tuple(map(str, given))
    if len(set(map(as_typed, names))) < len(names):
        raise GameError(
            f"two {kind}s of this street game have names that read alike in {spelled(names):.80}; rename one"
        )
    return names


class BetPoint(NamedTuple):
    """A node of a betting round."""

    line: tuple[str, ...]
    """The moves that lead there."""
    side: Side | None
    """The player to move; None where the round is over."""
    moves: tuple[str, ...] = ()
    first: int = 0
    """The index of the node after the first move; the nodes after the other moves follow."""
    slot: int = 0
    """The index of the first move among all moves of its player."""
    folded: Side | None = None
    """The player who folded, if any."""
    close: int = -1
    """The index of the node among those where the round closes: the game goes on, or hands are compared."""


class BoardHands(NamedTuple):
    """A board and the private cards that are compatible with it."""

    board: OpenCards
    cards: int
    """The number of cards that the last card of the board represents."""
    before: int
    """The index of the board before the last card."""
    first: int
    """The index of the first board that follows."""
    follow: int
    """The number of boards that follow."""
    hands: tuple[StreetCard, ...]
    """The hands, in the order of strength if the board is complete, otherwise in the order of the deck."""
    counts: tuple[int, ...]
    old: tuple[int, ...]
    """The index of each hand on the board before the last card."""


@dataclass(frozen=True)
class StreetForm:
    """All boards and hands of a street game, street by street, and the betting round."""

    game: StreetGame

    @cached_property
    def bets(self) -> tuple[BetPoint, ...]:
        """The nodes of a betting round, from the rules of the first round; moves lead to nodes with larger indices."""
        game, start = self.game, self.game.start
        for card in self._unequal_cards():
            start = game.after(start, card)
        found: list[tuple[tuple[str, ...], Position]] = [((), start)]
        points: list[BetPoint] = []
        slots, closes = dict.fromkeys(SIDES, 0), 0
        for line, position in found:
            turn = game.turn(position)
            if isinstance(turn, Choice):
                moves = _names("move", turn.moves)
                points.append(BetPoint(line, turn.side, moves, len(found), slots[turn.side]))
                slots[turn.side] += len(moves)
                found += [((*line, move), game.after(position, move)) for move in moves]
            elif isinstance(turn, End) and self._pays_exchanged(position) == turn.payoff:
                # The round ends the game, and the cards do not matter: the side that loses has folded.
                points.append(BetPoint(line, None, folded="col" if turn.payoff > 0 else "row"))
                if game.stake((line,)) != abs(turn.payoff):
                    raise GameError(
                        f"stake() of this street game must be the loser's payment, but after "
                        f"{spelled(line)} turn() pays {turn.payoff}, not "
                        f"{game.stake((line,))}"
                    )
            else:
                points.append(BetPoint(line, None, close=closes))
                closes += 1
        return tuple(points)

    def _unequal_cards(self) -> OpenCards:
        """Return a card for each side, the weakest and the strongest before any card is turned up."""
        _names("card", [card.name for card in self.game.deck])
        if self.game.streets > 1:
            return tuple(self.game.deck[:2])
        by_strength = sorted(self.game.deck, key=lambda card: self.game.strength((card,)))
        return by_strength[0], by_strength[-1]

    def _pays_exchanged(self, position: Position) -> Amount | None:
        """Return row's payoff if the two sides exchanged their cards; None if the game goes on."""
        turn = self.game.turn(position._replace(cards=position.cards[::-1]))
        return turn.payoff if isinstance(turn, End) else None

    @cached_property
    def closes(self) -> tuple[BetPoint, ...]:
        """The nodes that close a betting round."""
        return tuple(point for point in self.bets if point.close >= 0)

    def slots(self, side: Side) -> int:
        return sum(len(point.moves) for point in self.bets if point.side == side)

    def lines(self, street: int) -> int:
        """Return the number of betting lines before a street."""
        return int(len(self.closes) ** street)

    def shapes(self, side: Side) -> list[tuple[int, int, int, int]]:
        """Return for each street the numbers of boards, earlier lines, a side's moves, and hands at most."""
        return [
            (len(boards), self.lines(s), self.slots(side), max(len(one.hands) for one in boards))
            for s, boards in enumerate(self.streets)
        ]

    @property
    def size(self) -> int:
        """The number of probabilities in both strategies."""
        return self._rounds * sum(map(self.slots, SIDES))

    @property
    def decisions(self) -> int:
        """The number of decisions of both players, up to suits."""
        return self._rounds * sum(point.side is not None for point in self.bets)

    @property
    def _rounds(self) -> int:
        """The number of betting rounds, one for each line and hand on each board."""
        hands = [sum(len(one.hands) for one in boards) for boards in self.streets]
        return sum(self.lines(street) * many for street, many in enumerate(hands))

    def rounds(self, street: int, line: int) -> BetLines:
        """Return the betting lines of all rounds before a street."""
        base, found = len(self.closes), list[tuple[str, ...]]()
        for _ in range(street):
            line, close = divmod(line, base)
            found.insert(0, self.closes[close].line)
        return tuple(found)

    @cached_property
    def streets(self) -> tuple[tuple[BoardHands, ...], ...]:
        """The boards of each street; the boards that follow the same board are adjacent."""
        streets: list[tuple[BoardHands, ...]] = []
        boards: list[tuple[OpenCards, int, int]] = [((), 1, 0)]
        places: list[dict[tuple[int, int], int]] = []
        for street in range(self.game.streets):
            last = street == self.game.streets - 1
            found, following = list[BoardHands](), list[tuple[OpenCards, int, int]]()
            now: list[dict[tuple[int, int], int]] = []
            for number, (board, count, before) in enumerate(boards):
                suits = len({card.suit for card in board})
                cards = [card for card in self.game.deck if card.suit <= suits and card not in board]
                if last:
                    cards.sort(key=lambda card, board=board: self.game.strength((card, *board)))  # type: ignore[misc]
                counts = tuple(1 if card.suit < suits else self.suits - suits for card in cards)
                now.append({(card.rank, card.suit): place for place, card in enumerate(cards)})
                earlier = len({card.suit for card in board[:-1]})
                old = tuple(places[before][card.rank, min(card.suit, earlier)] for card in cards if street)
                first = len(following)
                if not last:
                    pairs = zip(cards, counts, strict=True)
                    following += [((*board, card), many, number) for card, many in pairs]
                found.append(
                    BoardHands(board, count, before, first, len(following) - first, tuple(cards), counts, old)
                )
            streets.append(tuple(found))
            boards, places = following, now
        return tuple(streets)

    @cached_property
    def suits(self) -> int:
        return 1 + max(card.suit for card in self.game.deck)

    @cached_property
    def numbers(self) -> tuple[dict[OpenCards, int], ...]:
        return tuple({where.board: k for k, where in enumerate(street)} for street in self.streets)

    def find(self, own: StreetCard, board: OpenCards) -> tuple[int, int]:
        """Return the indices of the board and of the hand that represent dealt cards."""
        suits: dict[int, int] = {}
        by_place = {(card.rank, card.suit): card for card in self.game.deck}
        standing = tuple(by_place[card.rank, suits.setdefault(card.suit, len(suits))] for card in board)
        number = self.numbers[len(board)][standing]
        hands = self.streets[len(board)][number].hands
        return number, hands.index(by_place[own.rank, suits.get(own.suit, len(suits))])

    def stakes(self, street: int) -> list[list[Fraction]]:
        """Return [line, node]: the loser's payment if a round is over; 0 at decisions."""
        game = self.game
        return [
            [
                game.stake((*self.rounds(street, line), point.line)) if point.side is None else Fraction(0)
                for point in self.bets
            ]
            for line in range(self.lines(street))
        ]
