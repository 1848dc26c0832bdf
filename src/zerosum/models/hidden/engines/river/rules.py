"""River games: two players with hidden hands of two cards, a board of five cards, and one betting round; or (for a
turn) a board of four cards, a betting round, the fifth card, and another betting round.

The player out of position (row) moves first. Each player is dealt a *hand* according to weights: the probability of a
pair of hands is proportional to the product of their weights, and hands that share a card with each other or with the
board are never dealt. Bets are public, so the game is a tree of decisions, the same for all hands. At a leaf a player
has folded, or the hands are compared: the best five of seven cards win. If a card is still to come, the tree has
nodes at which it is dealt: all cards that are neither on the board nor in a hand are equally likely.

Payoffs are row's winnings beyond half of the pot. A player who loses, by folding or at showdown, loses half of the
pot and the chips that the player has put in since; so the game has sum zero.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Final, Literal, NamedTuple

import numpy as np

from zerosum.core.arrays import Floats, Ints
from zerosum.core.errors import GameError, InputError, TooLargeError
from zerosum.core.extras import missing_extra
from zerosum.core.game import Game
from zerosum.core.numbers import as_fraction, exact_text
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.hidden.engines.river.ranges import DECK, HANDS, Range, hand_name
from zerosum.models.parts import Family

if TYPE_CHECKING:
    from zerosum.models.hidden.engines.river.answer import RiverSolution

MAX_NODES = 5_000
"""Maximum number of decisions and leaves in the betting tree of one round."""

MAX_NODES_WITH_CARD = 400_000
"""Maximum number of nodes in a tree in which a card is dealt."""

START = "start"
"""The name of the first decision, before which there is no move."""

ALL_IN: Final = "all-in"

BOARD = 5
"""Number of board cards at a showdown."""

BLOCKED = -10_000
"""The strength of a hand that is impossible because one of its cards is on the board."""


@dataclass(frozen=True)
class BetSizes:
    """The bet and raise sizes of one player: fractions of the pot, or all-in."""

    bets: tuple[Fraction | Literal["all-in"], ...]
    raises: tuple[Fraction | Literal["all-in"], ...]


def read_size(text: str) -> Fraction | Literal["all-in"]:
    """Parse a bet size as a fraction of the pot, in players' notation: pot, 1/2, 75%, 2 pot or all-in."""
    word = text.strip().lower().removesuffix("pot").strip() or ("1" if "pot" in text.lower() else "")
    if word in ("all-in", "all in", "allin"):
        return ALL_IN
    try:
        size = as_fraction(word.removesuffix("%")) / (100 if word.endswith("%") else 1)
    except InputError:
        size = Fraction(0)
    if not 0 < size <= 1000:
        raise GameError(f"{text.strip()!r:.40} is not a bet size; write pot, 1/2, 75% or all-in")
    return size


def read_sizes(text: str) -> tuple[Fraction | Literal["all-in"], ...]:
    """Parse sizes in players' notation, such as "pot, all-in" or "1/2, 75%, 1.5"; "none" means no bets."""
    parts = (part for part in text.split(",") if part.strip().lower() not in ("none", ""))
    return tuple(dict.fromkeys(map(read_size, parts)))


def both_sizes(bets: str, raises: str, ip_bets: str, ip_raises: str) -> dict[Side, BetSizes]:
    """Parse the bet sizes of both players; an empty string repeats the previous sizes, or those of the other player."""
    mine = bets, raises or bets
    theirs = ip_bets or mine[0], ip_raises or ip_bets or mine[1]
    return {
        side: BetSizes(*map(read_sizes, texts)) for side, texts in zip(SIDES, (mine, theirs), strict=True)
    }


class BetNode(NamedTuple):
    """A decision, a deal of a card, or an end of the betting tree, numbered by its index in the list of nodes."""

    line: tuple[str, ...]
    """The moves and cards that lead here."""
    side: Side | None
    """The player to move; None at a leaf, and where a card is dealt."""
    moves: tuple[str, ...]
    """The moves; where a card is dealt, the names of the cards; empty at a leaf."""
    first: int
    """The index of the node after the first move; the nodes after the other moves follow it directly."""
    stake: Fraction
    """At a leaf: the loss of the loser."""
    folded: Side | None
    """At a leaf: the player who folded; None at a showdown."""
    card: int | None = None
    """The card that was dealt before this node, if any."""
    movers: tuple[Side | None, ...] = ()
    """The player who made each move of the line; None for a card."""
    put: tuple[Fraction, ...] = ()
    """Row's and col's chips in the pot, including half of the pot."""

    @property
    def is_end(self) -> bool:
        """Return whether the hand has ended in a fold or a showdown."""
        return not self.moves

    @property
    def is_deal(self) -> bool:
        return self.side is None and bool(self.moves)

    @property
    def mover(self) -> Side:
        """Who moves, at a decision."""
        assert self.side
        return self.side

    @property
    def children(self) -> range:
        """The numbers of the nodes that follow, one for each move."""
        return range(self.first, self.first + len(self.moves))

    @property
    def after(self) -> slice:
        """The same numbers as a part of an array."""
        return slice(self.first, self.first + len(self.moves))

    @property
    def name(self) -> str:
        """The moves that lead here, as text; "start" at the root."""
        return ", ".join(self.line) or START

    def known(self, hand: str) -> str:
        """Return the information of a player with this hand at this node, in the notation of locks."""
        return ", ".join((hand, *self.line))


def chips(amount: Fraction) -> str:
    """Return an amount of chips, as a decimal if the decimal is short."""
    decimal = f"{float(amount):.10g}"
    return decimal if as_fraction(decimal) == amount else exact_text(amount)


class ChipsSpent(NamedTuple):
    """The state of a betting round: each side's chips, the last increase, and the number of raises after the first
    bet.
    """

    chips: tuple[Fraction, Fraction]
    step: Fraction = Fraction(0)
    raises: int = 0


def bet_tree(
    pot: Fraction,
    stack: Fraction,
    sizes: dict[Side, BetSizes],
    threshold: Fraction = Fraction(0),
    most_raises: int | None = None,
) -> tuple[BetNode, ...]:
    """Return the betting tree, breadth first.

    The size of a raise is a fraction of the pot after the call; it is at least the previous bet or raise, unless it
    is all-in. A bet becomes all-in if, after a call, less than `threshold` times the pot would be left.
    """
    nodes: list[BetNode] = []
    queue: list[tuple[tuple[str, ...], Side | None, ChipsSpent, Side | None]] = [
        ((), "row", ChipsSpent((Fraction(0),) * 2), None)
    ]  # moves so far, player to move, chips, player who folded
    while len(nodes) < len(queue):
        if len(queue) > MAX_NODES:
            raise TooLargeError(
                f"the betting tree has more than {MAX_NODES:,} nodes; use fewer sizes, or limit the raises"
            )
        line, side, spent, folded = queue[len(nodes)]
        # an end: the loser pays half of the pot and the own bets; after a call both have put in as much
        put = tuple(pot / 2 + chips for chips in spent.chips)
        if side is None:
            stake = put[SIDES.index(folded) if folded else 0]
            nodes.append(BetNode(line, None, (), 0, stake, folded, None, _in_turn(line), put))
            continue
        # facing a bet: fold, call or raise; else check, which ends the round if the other has checked, or bet
        me = SIDES.index(side)
        mine, theirs = spent.chips[me], spent.chips[1 - me]
        after: list[tuple[str, Side | None, ChipsSpent, Side | None]] = []
        if theirs > mine:
            called = spent._replace(chips=(theirs, theirs))
            after += [("fold", None, spent, side), ("call", None, called, None)]
            offered = sizes[side].raises if most_raises is None or spent.raises < most_raises else ()
        else:
            last = bool(line)
            after.append(("check", None if last else other(side), spent, None))
            offered = sizes[side].bets
        # sizes in chips: no more than the stack, no less than the last increase
        totals = set[Fraction]()
        for size in offered if theirs < stack else ():
            by = stack - theirs if size == ALL_IN else size * (pot + 2 * theirs)
            left, whole = stack - theirs - by, pot + 2 * theirs + 2 * by
            if left <= 0 or left < threshold * whole:
                by = stack - theirs
            elif by < spent.step:
                continue
            totals.add(theirs + by)
        for total in sorted(totals):
            word = "raise to" if theirs > mine else "bet"
            name = ALL_IN if total == stack else f"{word} {chips(total)}"
            both = (total, theirs) if me == 0 else (theirs, total)
            again = ChipsSpent(both, total - theirs, spent.raises + (theirs > mine))
            after.append((name, other(side), again, None))
        moves = tuple(name for name, *_ in after)
        nodes.append(BetNode(line, side, moves, len(queue), Fraction(0), None, None, _in_turn(line), put))
        queue += [((*line, name), mover, chips, folder) for name, mover, chips, folder in after]
    return tuple(nodes)


def _in_turn(line: tuple[str, ...]) -> tuple[Side, ...]:
    return tuple(SIDES[k % 2] for k in range(len(line)))


def with_card(
    first: tuple[BetNode, ...], cards: Sequence[int], after: Callable[[BetNode], tuple[BetNode, ...]]
) -> tuple[BetNode, ...]:
    """Return the tree of a betting round, a card and another round; the nodes of the first round come first.

    If nobody has folded in the first round, one of the cards is dealt; `after` is the tree that follows, the same for
    every card.
    """
    nodes = list(first)
    names = tuple(DECK[card] for card in cards)
    for n, node in enumerate(first):
        if node.moves or node.folded:
            continue
        tree = after(node)
        roots = len(nodes)
        if roots + len(cards) * len(tree) > MAX_NODES_WITH_CARD:
            raise TooLargeError(
                f"the betting trees of all rivers have more than {MAX_NODES_WITH_CARD:,} nodes; use fewer "
                f"sizes, or limit the raises"
            )
        nodes[n] = node._replace(moves=names, first=roots)
        rest = roots + len(cards)  # the roots of all cards come first, then the rest of each card's tree
        grown: list[list[BetNode]] = [[], []]
        for k, card in enumerate(cards):
            shift = rest + k * (len(tree) - 1) - 1
            for number, one in enumerate(tree):
                placed = one._replace(
                    line=(*node.line, names[k], *one.line),
                    first=shift + one.first if one.moves else 0,
                    card=card,
                    movers=(*node.movers, None, *one.movers),
                )
                grown[number > 0].append(placed)
        nodes += grown[0] + grown[1]
    return tuple(nodes)


@dataclass(frozen=True)
class DealtHands:
    """The hands of one player, from the weakest to the strongest, or by their indices if a card is to come."""

    numbers: Ints
    """The number of each hand."""
    cards: Ints
    """The two cards of each hand, [hand, 2]."""
    strength: Ints
    """The strength of each hand on this board; hands of equal strength split the pot. All 0 if a card is to come."""
    weights: tuple[Fraction, ...]
    names: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.names)

    @cached_property
    def place(self) -> dict[int, int]:
        return {int(number): place for place, number in enumerate(self.numbers)}


def hand_strengths(board: Sequence[int], hands: Sequence[tuple[int, ...]]) -> list[int]:
    """Return the strength of each hand's best five cards with the board, from -7462, the weakest, to -1."""
    try:
        from phevaluator import evaluate_cards
    except ImportError:
        raise missing_extra("poker hands need the package phevaluator", "poker") from None
    table = [DECK[card] for card in board]
    return [-evaluate_cards(*table, *(DECK[card] for card in hand)) for hand in hands]


def other_cards(board: Sequence[int]) -> tuple[int, ...]:
    return tuple(card for card in range(len(DECK)) if card not in board)


class RiverFamily(Family["RiverGame", "RiverSolution"]):
    """Rivers and turns of hold'em."""

    records: ClassVar[tuple[str, ...]] = ("hidden.engines.river.answer.RiverSolution",)


@dataclass(frozen=True)
class RiverGame(Game):
    """A river or a turn; derive from it and define the board, the ranges and the betting tree.

    Examples
    --------
    >>> river = zerosum.load("river")()
    >>> len(river.hands["row"]), len(river.hands["col"]), river.nodes[0].moves
    (14, 20, ('check', 'bet 10', 'all-in'))
    >>> print(zerosum.solve(river).value)
    2.69307… = 6730/2499
    """

    family: ClassVar[RiverFamily] = RiverFamily()

    @property
    @abstractmethod
    def board_cards(self) -> tuple[int, ...]:
        """The board cards: five, or four if the fifth is dealt during the game."""

    @property
    @abstractmethod
    def half_pot(self) -> Fraction:
        """Each player's chips in the pot at the start."""

    @property
    @abstractmethod
    def ranges(self) -> dict[Side, Range]:
        """The weights of both players' hands, without hands that contain a board card."""

    @property
    @abstractmethod
    def nodes(self) -> tuple[BetNode, ...]:
        """The betting tree; the first node is its root."""

    @cached_property
    def hands(self) -> dict[Side, DealtHands]:
        """Return both players' hands, without hands that are compatible with no hand of the opponent."""
        kept = {side: set(self.ranges[side]) for side in SIDES}
        for side in SIDES:
            foes = [set(HANDS[hand]) for hand in self.ranges[other(side)]]
            kept[side] = {h for h in kept[side] if any(foe.isdisjoint(HANDS[h]) for foe in foes)}
        if not all(kept.values()):
            raise GameError(
                "every hand of one range shares a card with every hand of the other; widen one of them"
            )
        return {side: _dealt(self.board_cards, self.ranges[side], sorted(kept[side])) for side in SIDES}

    @property
    def combinations(self) -> Fraction:
        """Return the total weight of all pairs of hands that share no card."""
        row, col = (self.ranges[side] for side in SIDES)
        zero = Fraction(0)
        whole = sum(row.values(), zero) * sum(col.values(), zero)
        shares = [[zero] * len(DECK) for _ in SIDES]
        for side, share in zip((row, col), shares, strict=True):
            for hand, weight in side.items():
                for card in HANDS[hand]:
                    share[card] += weight
        # pairs that share a card, counted once for each card; equal hands share two cards, so they are counted twice
        sharing = sum((a * b for a, b in zip(*shares, strict=True)), zero)
        equal = sum((weight * col[hand] for hand, weight in row.items() if hand in col), zero)
        return whole - sharing + equal

    @cached_property
    def rivers(self) -> tuple[int, ...]:
        """The cards that may still be dealt; none on a river."""
        return () if len(self.board_cards) == BOARD else other_cards(self.board_cards)

    @cached_property
    def card_chance(self) -> Fraction:
        """Return the probability of a card that may be dealt and is in neither hand; 1 on a river."""
        return Fraction(1, max(1, len(self.rivers) - 4))

    @cached_property
    def _ranks(self) -> dict[tuple[Side, int | None], Ints]:
        return {(side, None): self.hands[side].strength for side in SIDES}

    def strengths(self, side: Side, card: int | None) -> Ints:
        """Return the strength of each hand of a side once a card has been dealt; `BLOCKED` for hands that contain the
        card.
        """
        found = self._ranks.get((side, card))
        if found is None:
            assert card is not None
            cards = self.hands[side].cards
            free = (cards != card).all(axis=1)
            found = np.full(len(cards), BLOCKED)
            found[free] = hand_strengths((*self.board_cards, card), [*map(tuple, cards[free].tolist())])
            self._ranks[side, card] = found
        return found

    @cached_property
    def row_chances(self) -> Floats:
        """Return the probability of each of row's hands in the deal."""
        row, col = (self.hands[side] for side in SIDES)
        shared = (row.cards[:, None, :, None] == col.cards[None, :, None, :]).any(axis=(2, 3))
        weights = np.array(row.weights, float) * (~shared @ np.array(col.weights, float))
        chances: Floats = weights / weights.sum()
        return chances

    @cached_property
    def most_bet(self) -> Fraction:
        """The chips of an all-in beyond half of the pot."""
        return max(node.stake for node in self.nodes) - self.half_pot

    def put_in(self, node: BetNode) -> dict[Side, Fraction]:
        """Return both players' chips in the pot at a node, including half of the pot."""
        return dict(zip(SIDES, node.put, strict=True))

    @cached_property
    def line_numbers(self) -> dict[tuple[str, ...], int]:
        return {node.line: number for number, node in enumerate(self.nodes)}


def _dealt(board: Sequence[int], weights: Range, hands: list[int]) -> DealtHands:
    whole = len(board) == BOARD
    strengths = hand_strengths(board, [HANDS[hand] for hand in hands]) if whole else [0] * len(hands)
    order = sorted(range(len(hands)), key=lambda i: (strengths[i], hands[i]))
    numbers = [hands[i] for i in order]
    return DealtHands(
        np.array(numbers),
        np.array([HANDS[hand] for hand in numbers]),
        np.array([strengths[i] for i in order]),
        tuple(weights[hand] for hand in numbers),
        tuple(map(hand_name, numbers)),
    )
