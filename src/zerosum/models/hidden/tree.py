"""The tree of any game that has one, with the strategies of a solution: for plots and for worked steps.

The family of the game provides the tree with information sets (`extensive`) and the strategies at its nodes
(`mix_in_tree`), so this module works for hidden games, betting games with a deck, staged games and trick games. In a
tree that is too large, the nodes that optimal play reaches most often are expanded, and the others are cut. Chance
moves with a single outcome are left out.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from zerosum.core.game import Position
from zerosum.core.numbers import Number
from zerosum.core.sides import SIDES, Side
from zerosum.core.solution import Solution
from zerosum.display.report import Headline, headline_of
from zerosum.display.tree import Branch, DrawnTree, TreeNode
from zerosum.models.hidden.form import words
from zerosum.models.hidden.rules import (
    Choice,
    Deal,
    End,
    HiddenGame,
    Knowledge,
    amount_of,
    knowledge_after,
)

MAX_ENDS = 40
"""Maximum number of leaves that are readable on a slide."""
MAX_MEAN = 20_000
"""Maximum number of nodes that are visited for the mean payoff of a part that is cut off."""


class _OpenNode(NamedTuple):
    """A node whose branches have not been added yet."""

    node: TreeNode
    position: Position
    known: Knowledge
    named: Knowledge
    """Both players' information, with the names of the picks."""
    chance: Number
    """The probability by chance alone, which orders nodes that optimal play never reaches."""


def game_tree(solution: Solution, most: int = MAX_ENDS) -> DrawnTree:
    """Return the tree of a solved game, cut to at most `most` leaves.

    Raises
    ------
    InputError
        If the game is not a finite tree.
    """
    game = solution.game
    tree = game.family.extensive(game)
    root, order, ends = TreeNode(), count(), 1
    heap: list[tuple[float, float, int, _OpenNode]] = [
        (-1.0, -1.0, next(order), _OpenNode(root, tree.start, ((), ()), ((), ()), Fraction(1)))
    ]
    cut: list[_OpenNode] = []
    while heap:
        *_, here = heappop(heap)
        # the next node where something is decided: skip chance moves with one outcome
        position, known, turn = here.position, here.known, tree.turn(here.position)
        while isinstance(turn, Deal) and len(turn.outcomes) == 1:
            picked = turn.outcomes[0][0]
            position, known = tree.after(position, picked), knowledge_after(turn, picked, known)
            turn = tree.turn(position)
        if isinstance(turn, End):
            here.node.payoff = amount_of(turn.payoff, "a payoff")
            continue
        branches = turn.outcomes if isinstance(turn, Deal) else turn.moves
        if ends + len(branches) - 1 > most:
            here.node.is_cut = True
            cut.append(here)
            continue
        ends += len(branches) - 1
        for below in _opened(solution, tree, here._replace(position=position, known=known), turn):
            reach = float(below.node.reach)
            heappush(heap, (-reach, -float(below.chance), next(order), below))
    budget = MAX_MEAN
    for here in cut:
        here.node.payoff, budget = _mean(solution, tree, here.position, here.known, budget)
    note = f"The tree is cut: at the {len(cut)} places marked by dots, play continues." if cut else ""
    return DrawnTree(headline_of(solution), game.seats, root, note)


@dataclass
class PublicNode:
    """A public state: its probability, the sum of row's payoffs below it times their probabilities, and its
    successors by mover (None for chance) and event.
    """

    chance: float = 0.0
    paid: float = 0.0
    branches: dict[tuple[Side | None, Hashable], PublicNode] = field(default_factory=dict)


def public_tree(solution: Solution, headline: Headline, most: int) -> DrawnTree:
    """Return the public tree, in which all histories that look the same to both players are one node. It contains the
    likeliest nodes, each with all its branches, as long as there are at most `most` leaves.
    """
    game, nothing = solution.game, ((), ())
    tree, root = game.family.extensive(game), PublicNode(1.0)
    stack: list[tuple[Position, float, list[PublicNode], Knowledge]] = [(tree.start, 1.0, [root], nothing)]
    while stack:
        position, weight, path, known = stack.pop()
        turn = tree.turn(position)
        if isinstance(turn, End):
            for node in path:
                node.paid += weight * float(amount_of(turn.payoff, "a payoff"))
            continue
        who = turn.side if isinstance(turn, Choice) else None
        for picked, p in _weights(solution, tree, turn, position, known)[1]:
            if p:
                reach, after = weight * float(p), path
                if all(knowledge_after(turn, picked, nothing)):  # both players see it
                    after = [*path, path[-1].branches.setdefault((who, picked), PublicNode())]
                    after[-1].chance += reach
                stack.append(
                    (tree.after(position, picked), reach, after, knowledge_after(turn, picked, known))
                )
    drawn, ends = TreeNode(), 1
    front = [(root, drawn)]
    while front:
        front.sort(key=lambda pair: pair[0].chance)
        node, here = front.pop()
        here.reach, here.payoff = node.chance, node.paid / node.chance
        here.is_cut = node is not root and ends + len(node.branches) - 1 > most
        likeliest = sorted((below.chance for below in node.branches.values()), reverse=True)
        for (who, picked), below in () if here.is_cut else node.branches.items():
            here.mover, here.knows = who, id(node)
            if below.chance >= likeliest[:most][-1]:
                here.branches.append(Branch(str(picked), below.chance / node.chance, TreeNode()))
                front.append((below, here.branches[-1].node))
        ends += max(0, len(here.branches) - 1)
    note = "Both players see all of this; at a leaf, the payoff is the average over what they do not see."
    return DrawnTree(headline, game.seats, drawn, note)


def _weights(
    solution: Solution, tree: HiddenGame, turn: Choice | Deal, position: Position, known: Knowledge
) -> tuple[Hashable, list[tuple[Hashable, Number]]]:
    """Return the mover's information (None for chance), and the probability of each outcome or move."""
    if isinstance(turn, Deal):
        return None, [*turn.outcomes]
    own = known[SIDES.index(turn.side)]
    knows = turn.knows if turn.knows is not None else own
    mix = solution.family.mix_in_tree(solution, turn.side, position, knows)
    return knows, [(move, mix.get(move, Fraction(0))) for move in turn.moves]


def _opened(solution: Solution, tree: HiddenGame, here: _OpenNode, turn: Choice | Deal) -> list[_OpenNode]:
    """Add the branches of a node, and return the nodes below it, which are opened later."""
    knows, weights = _weights(solution, tree, turn, here.position, here.known)
    here.node.mover = turn.side if isinstance(turn, Choice) else None
    if isinstance(turn, Choice):
        here.node.knows = knows
        here.node.seen = words(knows if turn.knows is not None else here.named[SIDES.index(turn.side)])
    found = []
    for picked, p in weights:
        below = TreeNode(reach=here.node.reach * p)
        name = tree.named(here.position, picked)
        here.node.branches.append(Branch(name, p, below))
        by_chance = here.chance * p if isinstance(turn, Deal) else here.chance / len(weights)
        known, named = knowledge_after(turn, picked, here.known), knowledge_after(turn, name, here.named)
        found.append(_OpenNode(below, tree.after(here.position, picked), known, named, by_chance))
    return found


def _mean(
    solution: Solution, tree: HiddenGame, position: Position, known: Knowledge, budget: int
) -> tuple[Number | None, int]:
    """Return row's mean payoff from here, and the number of nodes that may still be visited; the mean is None if
    there are too many nodes.
    """
    if budget <= 0:
        return None, 0
    budget -= 1
    turn = tree.turn(position)
    if isinstance(turn, End):
        return amount_of(turn.payoff, "a payoff"), budget
    total: Number = Fraction(0)
    for picked, p in _weights(solution, tree, turn, position, known)[1]:
        if not p:
            continue
        after = tree.after(position, picked), knowledge_after(turn, picked, known)
        mean, budget = _mean(solution, tree, *after, budget)
        if mean is None:
            return None, 0
        total += p * mean
    return total, budget
