"""Asking a trick game for its rules: all contexts that can occur, and what each outcome of a trick does.

Every answer is checked here, once, and made exact; the rest of the solver need not doubt it.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, NamedTuple

from zerosum.errors import GameError, TooLargeError
from zerosum.models.tricks import OUTCOMES, Chance, Context, TrickGame, exactly
from zerosum.solvers.tricks.patterns import count

__all__ = ["Exact", "Found", "Lottery", "Node", "Steps", "discover", "follow", "lottery"]

Exact = int | Fraction

Node = Any
"""A context or a Chance."""

Steps = list[tuple[Exact, Node]]
"""What a win, a tie and a loss pay, and the nodes that they lead to."""

Lottery = tuple[int, tuple[tuple[int, Context], ...]]
"""A node as a whole, and its contexts with their parts of the whole."""

MOST_CONTEXTS = 1_000_000
"""More contexts than this would keep Python busy for minutes before any solving."""


class Found(NamedTuple):
    """The nodes with so many cards left, and the steps from each of their contexts."""

    lotteries: dict[Node, Lottery]
    steps: dict[Context, Steps]


def lottery(node: Node) -> Lottery:
    """A node as parts of a whole, checked."""
    if not isinstance(node, Chance):
        return 1, ((1, node),)
    shares = [exactly(probability, "a probability") for probability, _ in node.branches]
    if any(share < 0 for share in shares):
        raise GameError(f"a probability must not be negative, as one of {node!r} is")
    whole = math.lcm(*(share.denominator for share in shares))
    parts = [share.numerator * (whole // share.denominator) for share in shares]
    if sum(parts) != whole:
        raise GameError(
            f"the probabilities of a Chance must sum to 1, not to {sum(shares)}; use fractions, not floats"
        )
    contexts = (context for _, context in node.branches)
    return whole, tuple((part, context) for part, context in zip(parts, contexts, strict=True) if part)


def follow(game: TrickGame, context: Context) -> Steps:
    """What a win, a tie and a loss pay, and the nodes that they lead to, checked."""
    steps = []
    for outcome in OUTCOMES:
        answer = game.trick(context, outcome)
        if not isinstance(answer, tuple) or len(answer) != 2:
            raise GameError(
                f"trick({context!r}, {outcome}) must return a payment and a context, not {answer!r}"
            )
        steps.append((exactly(answer[0], "what a trick pays"), hashable(answer[1])))
    return steps


def hashable(node: Node) -> Node:
    """The node itself, if it can be a key."""
    try:
        hash(node)
    except TypeError:
        raise GameError(f"a context must be hashable, as tuples are, not {node!r}") from None
    return node


def discover(game: TrickGame) -> list[Found]:
    """The nodes that can follow each other from the start, by cards left."""
    found: list[Found] = []
    nodes: dict[Node, Lottery] = {hashable(game.start): lottery(game.start)}
    seen, positions = 0, 0
    for left in range(game.cards, -1, -1):
        contexts = dict.fromkeys(context for _, parts in nodes.values() for _, context in parts)
        seen, positions = seen + len(contexts), positions + count(left, game.cards) * len(nodes)
        if seen > MOST_CONTEXTS:
            raise TooLargeError(
                f"{game.title} has more than {MOST_CONTEXTS:,} contexts besides the hands, "
                f"and would need {8e-9 * positions:,.3g} GB of tables for the first {game.cards - left} tricks alone; "
                "take fewer cards, or let fewer things count"
            )
        steps = {context: follow(game, context) for context in contexts} if left else {}
        found.append(Found(nodes, steps))
        nodes = {}
        for paths in steps.values():
            for _, node in paths:
                if node not in nodes:
                    nodes[node] = lottery(node)
    return found[::-1]
