"""The sequence form of a betting tree: arrays of decisions and leaves, in the order of the walk.

A *sequence* of a player is a decision of theirs with one of its actions; sequence 0 is the empty one. The
probability that a player, given a hand, does their part on the way to a leaf is the product of their
probabilities along it: their *reach* of the leaf's sequence. A leaf pays A `constant + stake · sign(x - y)`;
with the reaches r(x) and q(y) its part of A's expectation is the integral of r q times that. So the form
is all that expectations, best responses and linear programs need.

Reference: D. Koller, N. Megiddo and B. von Stengel, Fast algorithms for finding randomized strategies in game
trees, STOC 1994.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal

from zerosum.core.sides import Side, other
from zerosum.models.betting.rules import LETTER, Decision, Fold, Node, Showdown, check

__all__ = ["BettingForm", "Kind", "Leaf", "Turn", "betting_form"]


Kind = Literal["fold", "showdown", "on"]
"""An action ends the game by a fold or by a showdown, or the game goes on."""


@dataclass(frozen=True)
class Turn:
    """A decision of one player at one public history."""

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
    """What each action leads to."""

    @property
    def name(self) -> str:
        """The history as a person writes it; "start" at the start."""
        return ", ".join(self.history) or "start"

    @property
    def label(self) -> str:
        """Who decides, and after what: "B after bet"."""
        return (
            f"{LETTER[self.player]} after {self.name}"
            if self.history
            else f"{LETTER[self.player]} at the start"
        )


@dataclass(frozen=True)
class Leaf:
    """An end of the game, which pays A `constant + stake · sign(x - y)`."""

    row: int
    """A's sequence."""
    col: int
    """B's sequence."""
    constant: Fraction
    stake: Fraction
    history: tuple[str, ...]
    """The actions that lead there."""

    def sequence(self, player: Side) -> int:
        """The player's sequence."""
        return self.row if player == "row" else self.col


@dataclass
class BettingForm:
    """All turns, parents before children, all leaves, and how many sequences each player has."""

    turns: list[Turn] = field(default_factory=list)
    leaves: list[Leaf] = field(default_factory=list)
    sequences: dict[Side, int] = field(default_factory=lambda: {"row": 1, "col": 1})

    def of(self, player: Side) -> list[Turn]:
        """The player's turns, parents before children."""
        return [turn for turn in self.turns if turn.player == player]

    def children(self, player: Side) -> list[list[Turn]]:
        """The player's next turns after each of the player's sequences."""
        after: list[list[Turn]] = [[] for _ in range(self.sequences[player])]
        for turn in self.of(player):
            after[turn.parent].append(turn)
        return after

    def earlier(self, turn: Turn, player: Side) -> list[Turn]:
        """The turns of a player on the way to a turn."""
        return [
            before
            for before in self.of(player)
            if before.history == turn.history[: len(before.history)] != turn.history
        ]

    def after(self, turn: Turn) -> BettingForm:
        """The same form with only the leaves to which the play can come from a turn."""
        own = set(turn.sequences)
        for later in self.of(turn.player):
            if later.parent in own:
                own.update(later.sequences)
        return replace(self, leaves=[leaf for leaf in self.leaves if leaf.sequence(turn.player) in own])

    def at(self, name: str) -> Turn | None:
        """The turn of that name."""
        return next((turn for turn in self.turns if turn.name == name), None)


def betting_form(root: Decision) -> BettingForm:
    """Check a tree and lay it out."""
    check(root)
    form = BettingForm()
    _lay(form, root, (), {"row": 0, "col": 0}, "row")
    return form


def _lay(form: BettingForm, node: Node, history: tuple[str, ...], last: dict[Side, int], actor: Side) -> None:
    """Add a node and all below it; `actor` made the last move."""
    if isinstance(node, Decision):
        player = node.player
        first = form.sequences[player]
        form.sequences[player] += len(node.actions)
        sequences = tuple(range(first, form.sequences[player]))
        foe = last[other(player)]
        turn = Turn(
            len(form.turns), player, history, tuple(node.actions), last[player], foe, sequences, _kinds(node)
        )
        form.turns.append(turn)
        for sequence, (action, child) in zip(sequences, node.actions.items(), strict=True):
            _lay(form, child, (*history, action), {**last, player: sequence}, player)
    elif isinstance(node, Fold):
        constant = -node.amount if actor == "row" else node.amount
        form.leaves.append(Leaf(last["row"], last["col"], constant, Fraction(0), history))
    else:
        form.leaves.append(Leaf(last["row"], last["col"], Fraction(0), node.amount, history))


def _kinds(node: Decision) -> tuple[Kind, ...]:
    """What each action of a decision leads to."""
    names: dict[type, Kind] = {Fold: "fold", Showdown: "showdown", Decision: "on"}
    return tuple(names[type(child)] for child in node.actions.values())
