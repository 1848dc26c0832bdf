"""Goofspiel: one card from each player for every prize turned up (Ross 1971; Nakai 1980 sets the full game aside).

Both players hold the cards 1 to n, and the prizes 1 to n lie face down. A prize is turned up; both players bid a
card; the higher card takes the prize. A tie discards it (as in the papers), or splits it, or carries it over to the
next trick. What counts is the difference of points, or only who has more.

Since a split pays both the same, it changes no difference: `split` and `discard` have the same values.

How far it goes: for points, the score need not be remembered, and 13 cards take 1.3 billion matrix games and 2 GB of
memory. Where only winning counts, the score is part of the context: 9 cards take 28 million matrix games, 10 cards 210
million, 11 cards 1.6 billion and 3.2 GB; larger ones can be planned, and say what they need.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import ClassVar, NamedTuple

import numpy as np

from zerosum.core.arrays import Ints
from zerosum.core.data import Data, DataMap
from zerosum.core.errors import GameError, InputError
from zerosum.core.game import Fact, Position, option
from zerosum.models.staged.engines.tricks.rules import OUTCOMES, TIE, Chance, Coded, TrickGame

ORDERS = ("random", "ascending", "descending")
TIES = {
    "discard": "the prize is discarded",
    "split": "each gets half of the prize",
    "carry": "the prize is added to the next one (after the last prize, it is lost)",
}
"""What happens to a prize for which both bid the same."""

MAX_CARDS = 38
"""Largest number of cards whose contexts fit into the code of an integer."""

MIDDLE = 1 << 11
"""The code of a score of 0."""


class PrizeState(NamedTuple):
    """The prizes still face down, the points at stake now, and the score if only winning counts."""

    hidden: tuple[int, ...]
    stake: int
    score: int

    def __repr__(self) -> str:
        """Return the name of the state that certificates use."""
        return f"hidden {self.hidden}, stake {self.stake}, score {self.score}"


@lru_cache(maxsize=1 << 17)
def turn_up(left: tuple[int, ...], carried: int, score: int, at_random: bool) -> Chance | PrizeState:
    """Turn up one of the remaining prizes, any or the first; a carried prize adds to it."""
    if not left:
        return PrizeState((), 0, score)
    if not at_random:
        return PrizeState(left[1:], left[0] + carried, score)
    return Chance.uniform(
        PrizeState(left[:i] + left[i + 1 :], up + carried, score) for i, up in enumerate(left)
    )


def order(text: str) -> str | tuple[int, ...]:
    """Return an order of prizes as typed: one of the words, or the prizes themselves."""
    if text in ORDERS:
        return text
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise InputError(
            f"the prizes must be {', '.join(ORDERS)} or a list such as 3,1,2, not {text!r}"
        ) from None


@dataclass(frozen=True)
class Goofspiel(TrickGame):
    """One card for every prize turned up; the higher card wins it."""

    name: ClassVar[str] = "goofspiel"
    genre: ClassVar[str] = "cards"
    summary: ClassVar[str] = "bid one card each for every prize"
    paper: ClassVar[str] = "Nakai 1980, Ross 1971"
    tagline: ClassVar[str] = "Your opponent holds the same cards. How high do you bid for this prize?"
    demo_parameters: ClassVar[Mapping[str, str]] = {"cards": "4"}
    facts: ClassVar[Mapping[str, Fact]] = {
        "prizes_left": Fact("prizes left, including the current one", several=True),
        "up": Fact("the current prize"),
        "score": Fact("points won by row minus points won by col so far"),
        "carried": Fact("points carried over"),
    }
    players: ClassVar[tuple[str, ...]] = (*TrickGame.players, "match-the-prize")
    chance_label: ClassVar[str] = "prize"

    cards: int = option(6, "cards in each hand, and prizes")
    prizes: str | tuple[int, ...] = option(
        "random", "order of the prizes: random, ascending, descending, or a list such as 3,1,2", parse=order
    )
    ties: str = option(
        "discard",
        "what happens to a prize if both bids are equal",
        choices=("discard", "split", "carry"),
    )
    payoff: str = option("points", "points: their difference; win: +1, 0 or -1", choices=("points", "win"))

    def __post_init__(self) -> None:
        super().__post_init__()
        if isinstance(self.prizes, str) and self.prizes not in ORDERS:
            raise GameError(f"prizes must be {', '.join(ORDERS)} or a list of numbers, not {self.prizes!r}")
        if not isinstance(self.prizes, str) and sorted(self.prizes) != list(range(1, self.cards + 1)):
            shown = ",".join(map(str, self.prizes))
            raise GameError(
                f"a prize order for {self.cards} cards must list each of 1 to {self.cards} once, not {shown}; "
                "the prizes of a position are its prizes_left"
            )

    @property
    def title(self) -> str:
        """The game with its parameters, in a line."""
        order = self.prizes if isinstance(self.prizes, str) else ",".join(map(str, self.prizes))
        words = [f"Goofspiel · {self.cards} card{'s' * (self.cards != 1)} each"]
        words += [f"prizes {order}"] if order != "random" else []
        words.append(f"ties {({'discard': 'discarded', 'split': 'split', 'carry': 'carried'})[self.ties]}")
        words += ["most points win"] if self.payoff == "win" else []
        return " · ".join(words)

    @property
    def order(self) -> tuple[int, ...] | None:
        """The order in which prizes are turned up, or None if it is random."""
        if self.prizes == "random":
            return None
        if isinstance(self.prizes, tuple):
            return self.prizes
        ascending = tuple(range(1, self.cards + 1))
        return ascending if self.prizes == "ascending" else ascending[::-1]

    @property
    def start(self) -> Chance | PrizeState:
        """The first prize is turned up."""
        return turn_up(self.order or tuple(range(1, self.cards + 1)), 0, 0, self.prizes == "random")

    def trick(self, context: PrizeState, outcome: int) -> tuple[int, Chance | PrizeState]:
        """Give the winner the prize; a tie discards, splits or carries it."""
        hidden, stake, score = context
        carried = stake if outcome == TIE and self.ties == "carry" else 0
        won = outcome * stake
        if self.payoff == "points":
            return won, turn_up(hidden, carried, 0, self.prizes == "random")
        return 0, turn_up(hidden, carried, score + won, self.prizes == "random")

    def coded(self) -> Coded | None:
        """Return the same rules on arrays of whole numbers."""
        if self.cards > MAX_CARDS:
            return None
        return CodedGoofspiel(self.cards, self.order, self.ties == "carry", self.payoff == "points")

    def settle(self, context: PrizeState) -> int:
        """Return the final payoff: 0 if points were paid when won, otherwise by the score."""
        return (context.score > 0) - (context.score < 0)

    def label(self, context: PrizeState) -> str:
        """Return the prize at stake."""
        return str(context.stake)

    def remembered(self, context: PrizeState) -> DataMap:
        """Return the prize turned up, with any carried prizes, and those to come."""
        known = {"prize": context.stake, "to come": context.hidden}
        return {**known, "score": context.score} if self.payoff == "win" else known

    @property
    def instructions(self) -> tuple[str, ...]:
        """The rules for a player."""
        order = "in random order" if self.order is None else f"in the order {', '.join(map(str, self.order))}"
        paid = "The payoff is the difference in points." if self.payoff == "points" else "More points win 1."
        return (
            f"Both players hold the cards 1 to {self.cards}. The prizes 1 to {self.cards} are "
            f"revealed one at a time, {order}.",
            "For each prize, both players bid a card face down. The higher card wins it, and both cards are discarded.",
            f"If the bids are equal, {TIES[self.ties]}. {paid}",
        )

    def context(self, left: int, **facts: Data) -> Chance | PrizeState:
        """Return the context given by `prizes_left` (including the one turned up), `up`, `carried` points and
        `score`.
        """
        prizes = self._prizes(left, facts.get("prizes_left"))
        carried, score, up = facts.get("carried", 0), facts.get("score", 0), facts.get("up")
        self._check_points(prizes, carried, score)
        score = score if self.payoff == "win" else 0
        if up is None:
            return turn_up(prizes, carried, score, self.prizes == "random")
        if self.order is not None and up != prizes[0]:
            raise InputError(f"with this prize order, the current prize is {prizes[0]}, not {up}")
        if up not in prizes:
            raise InputError(f"the current prize must be one of {','.join(map(str, prizes))}, not {up}")
        return PrizeState(tuple(prize for prize in prizes if prize != up), up + carried, score)

    def _prizes(self, left: int, given: Data) -> tuple[int, ...]:
        """Return the prizes left, checked; they may be omitted if the order or the start determines them."""
        known_order = self.order[self.cards - left :] if self.order is not None else None
        if given is None:
            if known_order is None and left != self.cards:
                example = ",".join(map(str, range(1, left + 1)))
                raise InputError(
                    f"give the {left} prizes left, including the current one, for example prizes_left={example}"
                )
            return known_order or tuple(range(1, self.cards + 1))
        prizes = tuple(sorted(given))
        if (
            len(prizes) != left
            or len(set(prizes)) != left
            or not set(prizes) <= set(range(1, self.cards + 1))
        ):
            shown = ",".join(map(str, given))
            raise InputError(
                f"with {left} cards each, there must be {left} different prizes left, not {shown}"
            )
        if known_order is not None and prizes != tuple(sorted(known_order)):
            raise InputError(f"in this order the prizes left are {','.join(map(str, known_order))}")
        return known_order or prizes

    def _check_points(self, prizes: tuple[int, ...], carried: int, score: int) -> None:
        """Raise an error for points that the prizes played cannot add up to."""
        gone = sorted(set(range(1, self.cards + 1)) - set(prizes))
        if carried and (self.ties != "carry" or carried not in _sums(gone)):
            raise InputError(
                f"with {','.join(map(str, prizes))} left, {carried} points cannot have been carried"
            )
        if abs(score) > sum(gone) - carried:
            raise InputError(f"with {sum(gone)} points played, the score cannot be {score}")


def _sums(prizes: list[int]) -> set[int]:
    """Return all sums of some of the prizes."""
    return {sum(some) for size in range(len(prizes) + 1) for some in combinations(prizes, size)}


def pack(prizes: Ints, points: Ints, score: Ints) -> Ints:
    """Return the codes of contexts or nodes."""
    return (prizes << 24) + (points << 12) + score + MIDDLE


def code(prizes: Iterable[int], points: int, score: int) -> int:
    """Return one code, from the prizes themselves."""
    return (sum(1 << prize - 1 for prize in prizes) << 24) + (points << 12) + score + MIDDLE


def unpack(codes: Ints) -> tuple[Ints, Ints, Ints]:
    """Return prizes, points and score."""
    return codes >> 24, codes >> 12 & 0xFFF, (codes & 0xFFF) - MIDDLE


@dataclass(frozen=True)
class CodedGoofspiel:
    """The rules on arrays: a context is a whole number made of the prizes (as bits), the points and the score.

        code = prizes 2^24 + points 2^12 + (score + 2^11)

    In a context the prizes are those face down and the points those at stake. In a node where nature turns up a prize,
    the prizes are all that are left and the points those carried. With one prize left only the sum of both matters,
    and the prize is written as 1.
    """

    cards: int
    order: tuple[int, ...] | None
    carry: bool
    points: bool

    @property
    def start(self) -> int:
        """The node with all prizes face down and the first about to be turned up."""
        one = np.zeros(1, np.int64)
        return int(self._turn_up(one + (1 << self.cards) - 1, one, one)[0])

    def branches(self, nodes: Ints) -> tuple[Ints, Ints]:
        """Return a branch for each prize left; if the order is known, or none is left, a node is a context."""
        prizes, carried, score = unpack(nodes)
        if self.order is not None or not prizes.any():
            return np.arange(len(nodes)), nodes
        owners, contexts = [], []
        for bit in range(self.cards):
            at = np.flatnonzero(prizes >> bit & 1)
            owners.append(at)
            contexts.append(pack(prizes[at] - (1 << bit), carried[at] + bit + 1, score[at]))
        owner = np.concatenate(owners)
        in_order = np.argsort(owner, kind="stable")
        return owner[in_order], np.concatenate(contexts)[in_order]

    def trick(self, contexts: Ints) -> tuple[Ints, Ints]:
        """Give the winner the prize; a tie carries it, or discards it."""
        hidden, stake, score = unpack(contexts)
        won = np.stack([outcome * stake for outcome in OUTCOMES], axis=1)
        carried = np.zeros_like(won)
        if self.carry:
            carried[:, OUTCOMES.index(TIE)] = stake
        pay, after = (won, 0 * won) if self.points else (0 * won, score[:, None] + won)
        return pay, self._turn_up(np.broadcast_to(hidden[:, None], won.shape), carried, after)

    def settle(self, contexts: Ints) -> Ints:
        """Return the final payoff: 0 if points were paid when won, otherwise by the score."""
        return np.sign(unpack(contexts)[2])

    def code(self, node: Position) -> int | None:
        """Return the code of a table, or of the lottery over the next prize."""
        if not isinstance(node, Chance):
            return code(node.hidden, node.stake, node.score)
        tables: list[Position] = [table for _, table in node.branches]
        one = tables[0]
        if len(tables) == 1:
            return code((1,), one.stake - 1, one.score)
        left = {*one.hidden, *tables[1].hidden}
        return code(left, one.stake - min(left - {*one.hidden}), one.score)

    def _turn_up(self, left: Ints, carried: Ints, score: Ints) -> Ints:
        """Return the node in which one of the remaining prizes is turned up; if none is left, a carried prize
        is lost.
        """
        if self.order is not None:
            return self._first(left, carried, score)
        alone = np.bitwise_count(left) == 1
        prize = np.where(alone, np.bitwise_count(left - 1), 0)
        return pack(np.where(alone, 1, left), np.where(left == 0, 0, carried + prize), score)

    def _first(self, left: Ints, carried: Ints, score: Ints) -> Ints:
        """Return the context in which the next prize of the order is up."""
        up = np.zeros_like(left)
        for prize in reversed(self.order or ()):
            up = np.where(left >> prize - 1 & 1, prize, up)
        none = left == 0
        return pack(
            np.where(none, 0, left - (1 << np.maximum(up, 1) - 1)), np.where(none, 0, up + carried), score
        )
