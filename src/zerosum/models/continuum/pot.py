"""The chips in the pot of a betting tree, derived from the amounts at its leaves."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from zerosum.arena.rounds import paid_text
from zerosum.core.boards import Chips
from zerosum.core.sides import Side
from zerosum.models.continuum.rules import Decision, Fold, Node, Showdown


def consequence(node: Node, before: Node, side: Side) -> str:
    """Return the effect of the moves that lead to a node: the loss by a fold, the stakes at a showdown, or the pot."""
    if isinstance(node, Fold):
        return f"Lose {paid_text(float(node.amount))}"
    if isinstance(node, Showdown):
        return f"Showdown for {paid_text(float(node.amount))}"
    pot = pot_of(node, before, side)
    return f"Pot {paid_text(pot.mine + pot.theirs)}" if pot else ""


def pot_after(tree: Node, history: Sequence[str], side: Side) -> Chips | None:
    before, node = tree, tree
    for action in history:
        assert isinstance(node, Decision)
        before, node = node, node.actions[action]
    return pot_of(node, before, side)


def pot_of(node: Node, before: Node, side: Side) -> Chips | None:
    """Return both players' chips in the pot: at the end the stakes of the showdown, or those before the fold."""
    if isinstance(node, Showdown):
        return Chips(float(node.amount), float(node.amount))
    return pot_at(before if isinstance(node, Fold) else node, side)


def pot_at(node: Node, side: Side) -> Chips | None:
    """Return both players' chips in the pot at a decision, from its actions; None at the end.

    A player who folds loses their own stake, and a showdown is for the larger stake. If neither can follow
    immediately, nobody has bet yet, and both stakes are the amount of the showdown if nobody bets.
    """
    if not isinstance(node, Decision):
        return None
    ends = node.actions.values()
    shown = [end.amount for end in ends if isinstance(end, Showdown)]
    folded = [end.amount for end in ends if isinstance(end, Fold)]
    own = float(min(folded or shown or [_least_showdown(node)]))
    opponent = float(min(shown)) if shown else own
    return Chips(own, opponent) if node.player == side else Chips(opponent, own)


def _least_showdown(node: Node) -> Fraction:
    """Return the smallest stake of a showdown from here; None if every line ends in a fold."""
    if isinstance(node, Decision):
        return min(map(_least_showdown, node.actions.values()))
    return node.amount
