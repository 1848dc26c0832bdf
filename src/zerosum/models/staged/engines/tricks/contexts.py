"""Queries to the rules of a trick game: all reachable contexts, and the effect of each outcome of a trick.

A *node* is a context, or a chance move over contexts. The nodes with the same number of cards left form a
`ContextLayer`: arrays of integers, in which nodes and contexts are numbered. Every answer of the rules is checked and
made exact here, once; the rest of the solver relies on it. Games that offer their rules on arrays (`Coded`) are
queried with arrays, millions of contexts in seconds.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

import numpy as np

from zerosum.core.arrays import Ints, Scalar
from zerosum.core.errors import GameError, TooLargeError
from zerosum.models.staged.engines.tricks.patterns import count
from zerosum.models.staged.engines.tricks.rules import OUTCOMES, Chance, Coded, Context, TrickGame, exactly

Exact = int | Fraction
"""An int or a Fraction."""

NumberArray = Scalar
"""An array of integers of any size: int64 if they fit, otherwise Python's ints."""

Node = Context | Chance
"""A context or a Chance."""

Steps = list[tuple[Exact, Node]]
"""The payments of a win, a tie and a loss, and the nodes to which they lead."""

MAX_CONTEXTS = 1_000_000
"""Largest number of contexts that are queried one by one; more would take minutes in Python before
the solver starts.
"""


class Nodes(Protocol):
    """The nodes of a layer, with their indices."""

    def __len__(self) -> int: ...

    def number(self, node: Node) -> int | None:
        """Return the index of a node, or None if it is unreachable."""


@dataclass(frozen=True)
class ContextLayer:
    """The nodes with the same number of cards left, each a lottery over contexts, and the transitions from
    each context.

    Node i is a lottery over contexts[starts[i] : starts[i + 1]], each with its weight relative to wholes[i].
    """

    nodes: Nodes
    starts: Ints
    contexts: Ints
    weights: Ints
    wholes: Ints
    pay: NumberArray
    """(contexts, 3): the payments of a win, a tie and a loss, in multiples of 1 / `unit`; with no cards left,
    (contexts, 1).
    """
    unit: int
    then: Ints
    """(contexts, 3): the indices of the next nodes, in the layer below."""

    @property
    def count(self) -> int:
        """The number of contexts."""
        return len(self.pay)


class NodeNumbers(dict[Node, int]):
    """The indices of a layer's nodes, as a dictionary."""

    def number(self, node: Node) -> int | None:
        """Return the index of a node, or None if it is unreachable."""
        return self.get(node)


def numbers(values: Sequence[int] | Iterable[int]) -> NumberArray:
    """Return integers as an array."""
    several = list(values)
    small = all(-(2**62) < value < 2**62 for value in several)
    return np.array(several, dtype=np.int64 if small else object)


def lottery(node: Node) -> tuple[int, list[tuple[int, Context]]]:
    """Check a node and return it as contexts with integer weights, and the sum of the weights."""
    if not isinstance(node, Chance):
        return 1, [(1, node)]
    shares = [exactly(probability, "a probability") for probability, _ in node.branches]
    if any(share < 0 for share in shares):
        raise GameError(f"a probability of {node!r} is negative")
    whole = math.lcm(*(share.denominator for share in shares))
    parts = [share.numerator * (whole // share.denominator) for share in shares]
    if sum(parts) != whole:
        raise GameError(
            f"the probabilities of a Chance must sum to 1, not {sum(shares)}; use fractions, not floats"
        )
    if whole >= 2**31:
        raise GameError(
            f"the probabilities of a Chance must have a common denominator below 2^31, not {whole}"
        )
    contexts = (context for _, context in node.branches)
    return whole, [(part, context) for part, context in zip(parts, contexts, strict=True) if part]


def follow(game: TrickGame, context: Context) -> Steps:
    """Check and return the payments of a win, a tie and a loss, and the next nodes."""
    steps = []
    for outcome in OUTCOMES:
        answer = game.trick(context, outcome)
        if not isinstance(answer, tuple) or len(answer) != 2:
            raise GameError(
                f"trick({context!r}, {outcome}) must return a payment and a context, not {answer!r}"
            )
        steps.append((exactly(answer[0], "the payment of a trick"), hashable(answer[1])))
    return steps


def hashable(node: Node) -> Node:
    """Return the node itself, if it can be a dictionary key."""
    try:
        hash(node)
    except TypeError:
        raise GameError(f"a context must be hashable, for example a tuple, not {node!r}") from None
    return node


def discover(game: TrickGame) -> list[ContextLayer]:
    """Return the nodes that are reachable from the start, by cards left."""
    layers: list[ContextLayer] = []
    nodes = NodeNumbers({hashable(game.start): 0})
    seen, positions = 0, 0
    for left in range(game.cards, -1, -1):
        drawn = [lottery(node) for node in nodes]
        contexts = {
            context: number
            for number, context in enumerate(dict.fromkeys(at for _, parts in drawn for _, at in parts))
        }
        seen, positions = seen + len(contexts), positions + count(left, game.cards) * len(nodes)
        check_count(game, seen, MAX_CONTEXTS, left, positions)
        below = NodeNumbers()
        if left:
            steps = [follow(game, context) for context in contexts]
            pay = [[amount for amount, _ in ways] for ways in steps]
            then = [[below.setdefault(node, len(below)) for _, node in ways] for ways in steps]
        else:
            pay, then = [[exactly(game.settle(context), "a payoff")] for context in contexts], []
        layers.append(_layer(nodes, drawn, contexts, pay, then))
        nodes = below
    return layers[::-1]


def _layer(
    nodes: NodeNumbers,
    drawn: list[tuple[int, list[tuple[int, Context]]]],
    contexts: dict[Context, int],
    pay: list[list[Exact]],
    then: list[list[int]],
) -> ContextLayer:
    """Return a layer's arrays."""
    unit = math.lcm(*(amount.denominator for ways in pay for amount in ways))
    amounts = numbers(int(amount * unit) for ways in pay for amount in ways)
    return ContextLayer(
        nodes,
        np.cumsum([0, *(len(parts) for _, parts in drawn)], dtype=np.int64),
        np.array([contexts[at] for _, parts in drawn for _, at in parts], dtype=np.int64),
        np.array([part for _, parts in drawn for part, _ in parts], dtype=np.int64),
        np.array([whole for whole, _ in drawn], dtype=np.int64),
        amounts.reshape(len(contexts), -1),
        unit,
        np.array(then, dtype=np.int64).reshape(-1, 3),
    )


def check_count(game: TrickGame, contexts: int, most: int, left: int, positions: int) -> None:
    """Raise an error for a game with too many contexts."""
    if contexts > most:
        raise TooLargeError(
            f"{game.title} has more than {most:,} contexts besides the hands, and would need "
            f"{8e-9 * positions:,.3g} GB of tables for the first {game.cards - left} tricks alone; use "
            f"fewer cards, or rules with fewer contexts"
        )


MAX_CODED = 30_000_000
"""Largest number of contexts that are queried with arrays; more would fill the memory before the solver starts."""


@dataclass(frozen=True)
class Codes:
    """Nodes by their codes, sorted."""

    coded: Coded
    codes: Ints

    def __len__(self) -> int:
        return len(self.codes)

    def number(self, node: Node) -> int | None:
        """Return the index of a node, or None if it is unreachable."""
        code = self.coded.code(node)
        at = int(np.searchsorted(self.codes, code)) if code is not None else len(self.codes)
        return at if at < len(self.codes) and self.codes[at] == code else None


def coding_of(game: TrickGame) -> Coded | None:
    """Return the game's rules on arrays, if it has them and no derived class has changed the rules since."""
    line = type(game).__mro__

    def stated(name: str) -> int:
        return next(place for place, base in enumerate(line) if name in vars(base))

    changed = any(stated(name) < stated("coded") for name in ("start", "trick", "settle"))
    return None if changed else game.coded()


def discover_coded(game: TrickGame, coded: Coded) -> list[ContextLayer]:
    """Return the nodes that are reachable from the start, by cards left."""
    layers: list[ContextLayer] = []
    nodes = np.array([coded.start], dtype=np.int64)
    seen, positions = 0, 0
    for left in range(game.cards, -1, -1):
        owner, branches = coded.branches(nodes)
        contexts, number = np.unique(branches, return_inverse=True)
        seen, positions = seen + len(contexts), positions + count(left, game.cards) * len(nodes)
        check_count(game, seen, MAX_CODED, left, positions)
        if left:
            pay, after = coded.trick(contexts)
            below, then = np.unique(after, return_inverse=True)
        else:
            pay, below, then = coded.settle(contexts)[:, None], nodes[:0], np.empty(0, np.int64)
        wholes = np.bincount(owner, minlength=len(nodes))
        starts = np.concatenate([[0], np.cumsum(wholes)])
        ones = np.ones(len(owner), np.int64)
        layers.append(
            ContextLayer(Codes(coded, nodes), starts, number, ones, wholes, pay, 1, then.reshape(-1, 3))
        )
        nodes = below
    return layers[::-1]
