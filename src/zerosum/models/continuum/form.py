"""The sequence form of a betting tree, and strategies as step functions of the hand.

A *sequence* of a player is one of the player's decisions with one of its actions; sequence 0 is the empty one. The
player's *reach* of a leaf's sequence is the probability that the player, given a hand, takes all of the player's
actions on the path to the leaf: the product of their probabilities. A leaf pays A `constant + stake · sign(x - y)`;
with the reaches r(x) and q(y) its part of A's expectation is the integral of r q times that. So expectations, best
responses and linear programs need nothing but this form.

At each turn a strategy gives every hand probabilities of the actions, which are constant on intervals of hands
(`StepStrategy`). End points are fractions if the solution is exact. With a deck of n ranks, rank k (from 1, the
lowest) is the interval from (k - 1)/n to k/n, so that one type serves both.

Reference: D. Koller, N. Megiddo and B. von Stengel, Fast algorithms for finding randomized strategies in game
trees, STOC 1994.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from zerosum.core.errors import InputError
from zerosum.core.game import spelled
from zerosum.core.numbers import Number
from zerosum.core.sides import Side, other
from zerosum.models.continuum.rules import LETTER, Decision, Fold, Node, Showdown, check

Kind = Literal["fold", "showdown", "on"]
"""The effect of an action: a fold, a showdown, or the game goes on."""

KINDS: dict[type, Kind] = {Fold: "fold", Showdown: "showdown", Decision: "on"}


@dataclass(frozen=True)
class BettingTurn:
    """A decision of one player after one public history."""

    index: int
    player: Side
    history: tuple[str, ...]
    actions: tuple[str, ...]
    parent: int
    """The player's own sequence that leads here."""
    foe: int
    """The opponent's sequence that leads here."""
    sequences: tuple[int, ...]
    """The player's sequence for each action."""
    kinds: tuple[Kind, ...]
    """The effect of each action."""

    @property
    def name(self) -> str:
        """The typed history; "start" at the start. No two turns have the same name."""
        return spelled(self.history)

    @property
    def label(self) -> str:
        """The player and the history: "B after bet"."""
        return f"{LETTER[self.player]} {f'after {self.name}' if self.history else 'at the start'}"


@dataclass(frozen=True)
class Leaf:
    """A terminal node, which pays A `constant + stake · sign(x - y)`."""

    row: int
    """Row's (A's) sequence."""
    col: int
    """Col's (B's) sequence."""
    constant: Fraction
    stake: Fraction
    history: tuple[str, ...]
    """The actions that lead there."""

    def sequence(self, player: Side) -> int:
        return self.row if player == "row" else self.col


@dataclass
class BettingForm:
    """All turns, parents before children, all leaves, and each player's number of sequences."""

    turns: list[BettingTurn] = field(default_factory=list)
    leaves: list[Leaf] = field(default_factory=list)
    sequences: dict[Side, int] = field(default_factory=lambda: {"row": 1, "col": 1})

    def of(self, player: Side) -> list[BettingTurn]:
        return [turn for turn in self.turns if turn.player == player]

    def children(self, player: Side) -> list[list[BettingTurn]]:
        """Return the player's next turns after each of the player's sequences."""
        after: list[list[BettingTurn]] = [[] for _ in range(self.sequences[player])]
        for turn in self.of(player):
            after[turn.parent].append(turn)
        return after

    def after(self, turn: BettingTurn) -> BettingForm:
        """Return the same form with only the leaves below a turn."""
        own = set(turn.sequences)
        for later in self.of(turn.player):
            if later.parent in own:
                own.update(later.sequences)
        return replace(self, leaves=[leaf for leaf in self.leaves if leaf.sequence(turn.player) in own])

    def at(self, name: str) -> BettingTurn | None:
        return next((turn for turn in self.turns if turn.name == name), None)


def betting_form(root: Decision) -> BettingForm:
    """Check a tree and return its form."""
    check(root)
    form = BettingForm()
    _lay(form, root, (), {"row": 0, "col": 0}, "row")
    return form


def _lay(form: BettingForm, node: Node, history: tuple[str, ...], last: dict[Side, int], actor: Side) -> None:
    """Add a node and all nodes below it; `actor` is the player who made the last move."""
    if isinstance(node, Decision):
        player = node.player
        first = form.sequences[player]
        form.sequences[player] += len(node.actions)
        sequences = tuple(range(first, form.sequences[player]))
        foe = last[other(player)]
        kinds = tuple(KINDS[type(child)] for child in node.actions.values())
        turn = BettingTurn(
            len(form.turns), player, history, tuple(node.actions), last[player], foe, sequences, kinds
        )
        form.turns.append(turn)
        for sequence, (action, child) in zip(sequences, node.actions.items(), strict=True):
            _lay(form, child, (*history, action), {**last, player: sequence}, player)
    elif isinstance(node, Fold):
        constant = -node.amount if actor == "row" else node.amount
        form.leaves.append(Leaf(last["row"], last["col"], constant, Fraction(0), history))
    else:
        form.leaves.append(Leaf(last["row"], last["col"], Fraction(0), node.amount, history))


@dataclass(frozen=True)
class Step:
    """An interval of hands, with their mix."""

    low: Number
    high: Number
    mix: dict[str, Number]
    """The probabilities of the actions with positive probability."""

    @property
    def name(self) -> str:
        return f"{self.low} to {self.high}"

    @property
    def is_pure(self) -> bool:
        return len(self.mix) == 1

    def __str__(self) -> str:
        if self.is_pure:
            return next(iter(self.mix))
        return " or ".join(
            f"{action} {p}" if isinstance(p, Fraction) else f"{action} {p:.4g}"
            for action, p in self.mix.items()
        )


@dataclass(frozen=True)
class StepStrategy:
    """A strategy at one turn, as a function of the hand."""

    actions: tuple[str, ...]
    ends: tuple[Number, ...]
    """The end points of the intervals, from 0 to 1."""
    mixes: tuple[tuple[Number, ...], ...]
    """For each interval, the probability of each action."""

    def __post_init__(self) -> None:
        if len(self.ends) != len(self.mixes) + 1 or self.ends[0] != 0 or self.ends[-1] != 1:
            raise InputError("a step strategy needs end points from 0 to 1, one more than it has intervals")
        if any(not low < high for low, high in zip(self.ends, self.ends[1:], strict=False)):
            raise InputError("the end points of a step strategy must increase")
        for mix in self.mixes:
            shares = [float(p) for p in mix]  # comparing floats is faster
            if len(shares) != len(self.actions) or min(shares) < 0 or abs(sum(shares) - 1) > 1e-9:
                raise InputError(
                    "each interval of a step strategy needs one probability per action, adding up to 1"
                )

    @classmethod
    def merged(
        cls, actions: Sequence[str], ends: Sequence[Number], mixes: Sequence[Sequence[Number]]
    ) -> StepStrategy:
        """Return the strategy with as few intervals as possible."""
        kept_ends, kept = [ends[0]], [tuple(mixes[0])]
        for end, mix in zip(ends[1:], mixes[1:], strict=False):
            if (now := tuple(mix)) != kept[-1]:
                kept_ends.append(end)
                kept.append(now)
        return cls(tuple(actions), (*kept_ends, ends[-1]), tuple(kept))

    def __iter__(self) -> Iterator[Step]:
        for i, (low, high) in enumerate(pairwise(self.ends)):
            yield Step(low, high, self._mix(i))

    @property
    def is_pure(self) -> bool:
        return all(step.is_pure for step in self)

    def step_at(self, rank: Number) -> Step:
        """Return the interval of a hand of this rank; an end point belongs to the interval on its right."""
        if not 0 <= rank <= 1:
            raise InputError(f"a hand must be in [0, 1], not {rank}")
        i = min(bisect_right(self.ends, rank) - 1, len(self.mixes) - 1)
        return Step(self.ends[i], self.ends[i + 1], self._mix(i))

    def at(self, rank: Number) -> dict[str, Number]:
        """Return the probabilities of the actions with a hand of this rank in [0, 1]."""
        return self.step_at(rank).mix

    def _mix(self, i: int) -> dict[str, Number]:
        return {a: p for a, p in zip(self.actions, self.mixes[i], strict=True) if p}

    def share(self) -> dict[str, Number]:
        widths = [high - low for low, high in zip(self.ends, self.ends[1:], strict=False)]
        return {
            action: sum((w * mix[k] for w, mix in zip(widths, self.mixes, strict=True)), Fraction(0))
            for k, action in enumerate(self.actions)
        }


def earlier_turns(turn: BettingTurn, turns: Iterable[BettingTurn]) -> list[BettingTurn]:
    """Return those of the given turns that lie on the path to a turn."""
    return [one for one in turns if one.history == turn.history[: len(one.history)] != turn.history]


def comes_by(
    steps: Mapping[str, StepStrategy], turn: BettingTurn, earlier: Iterable[BettingTurn], hand: Number
) -> bool:
    """Return whether a player with this hand, a point of [0, 1], takes the actions that lead to a turn with positive
    probability.
    """
    return all(steps[one.name].at(hand).get(turn.history[len(one.history)], 0) > 0 for one in earlier)
