"""The solution of a betting game as a person reads it: steps by turn, shares of hands, what a hand should do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Annotated, Any

import numpy as np

from zerosum.errors import InputError
from zerosum.models.betting import LETTER, BettingGame, Deck
from zerosum.models.betting_form import BettingForm, Turn, betting_form
from zerosum.models.betting_steps import Step, StepStrategy
from zerosum.numerics.rational import Number
from zerosum.reports.table import Table, percent
from zerosum.sides import SIDES, Side, other
from zerosum.solution import Solution, Value
from zerosum.solvers.betting.found import Found, on_path
from zerosum.solvers.betting.response import Array, Mix, best_response, interpolate, reach

__all__ = ["BettingSolution", "describe"]

LONGEST = 24
"""A fraction with more characters than this is shown as a decimal."""


@dataclass(frozen=True, kw_only=True)
class BettingSolution(Solution):
    """Step functions for both players at every turn."""

    game: BettingGame = field(repr=False)
    """The game itself."""
    plans: Mapping[str, StepStrategy]
    """What is done at each turn, by the turn's name: "start", "bet", "bet, raise"."""
    drawn: tuple[str, ...] = ()
    """The lines of the tree, where it is to be drawn."""

    @property
    def is_pure(self) -> bool:
        """Whether no hand mixes at any turn."""
        return all(plan.is_pure for plan in self.plans.values())

    def at(
        self,
        *,
        hand: Annotated[str | None, "a hand in [0, 1], or the number of a card"] = None,
        node: Annotated[str | None, 'the actions so far, as "bet 1, raise 1"'] = None,
        player: Annotated[str | None, "A or B; at which of their turns, if no node is named"] = None,
    ) -> Solution:
        """What to do with a hand at a turn, and what A may expect there."""
        if hand is None and node is None and player is None:
            return self
        form = betting_form(self.game.tree())
        turn = _turn(form, node, player)
        there = _at_turn(self, turn) if hand is None else _at_hand(self, form, turn, hand)
        return replace(there, notes=[*self.drawn, *there.notes])

    def choices(
        self, history: tuple[str, ...], hand: Fraction
    ) -> tuple[Mapping[str, Number], dict[str, Number]]:
        """With which probability to take each action with a hand, and what each earns against this solution.

        The hand is a point of [0, 1], or the number of a card. What is earned counts for the one who moves; it
        is empty where the opponent never lets the play come.
        """
        form = betting_form(self.game.tree())
        turn = next(turn for turn in form.turns if turn.history == history)
        deck = self.game.deck
        where = hand if deck is None else (hand - 1) / deck.ranks
        earned = _worth(self, form, turn, where)
        return self.plans[turn.name].at(where), earned or {}


def grid(form: BettingForm, plans: Mapping[str, StepStrategy]) -> tuple[Array, Mix]:
    """The plans of all turns on one grid."""
    edges = np.array(sorted({end for plan in plans.values() for end in plan.ends}), object)
    mix: Mix = []
    for turn in form.turns:
        plan = plans[turn.name]
        cell = np.searchsorted(np.array(plan.ends, object), edges[:-1], side="right") - 1
        mix.append(np.array(plan.mixes, object)[cell])
    return edges, mix


def _turn(form: BettingForm, node: str | None, player: str | None) -> Turn:
    """The turn that a person means."""
    if node is not None:
        turn = form.at(node)
        if turn is None:
            names = "; ".join(repr(t.name) for t in form.turns)
            raise InputError(f"there is no turn after {node!r}; the turns are {names}")
        if player is not None and _player(player) != turn.player:
            raise InputError(f"after {node!r} it is {LETTER[turn.player]}'s turn, not {player}'s")
        return turn
    who = _player(player) if player is not None else form.turns[0].player
    return form.of(who)[0]


def _player(name: str) -> Side:
    """A player by letter or by role."""
    for player in SIDES:
        if name.strip().lower() in (player, LETTER[player].lower()):
            return player
    raise InputError(f"the players are A and B, and {name!r} is neither")


def _at_turn(whole: BettingSolution, turn: Turn) -> Solution:
    """One turn, all hands."""
    shares = _known({a: p for a, p in whole.plans[turn.name].share().items() if p}, whole.value)
    return Solution(
        game=whole.game,
        where={"node": turn.name},
        title=f"{whole.title} · {turn.label}",
        value=whole.value,
        row=shares if turn.player == "row" else {},
        col=shares if turn.player == "col" else {},
        move="share of hands",
        method=whole.method,
        positions=1,
        seconds=0.0,
        tables=[steps_table(whole.game.deck, [turn], whole.plans, whole.value, turn.label)],
        notes=["the value is that of the whole game"],
    )


def _at_hand(whole: BettingSolution, form: BettingForm, turn: Turn, hand: str) -> Solution:
    """One turn, one hand."""
    rank = whole.game.rank(hand)
    deck = whole.game.deck
    if deck is not None and not (rank.denominator == 1 and 1 <= rank <= deck.ranks):
        raise InputError(
            f"the cards are numbered from 1, the lowest, to {deck.ranks}, and {hand} is not one of them"
        )
    if deck is None and not 0 <= rank <= 1:
        raise InputError(f"a hand lies in [0, 1], and {hand} does not")
    where = rank if deck is None else (rank - 1) / deck.ranks
    mix = _known(whole.plans[turn.name].at(where), whole.value)
    value = _expected(whole, form, turn, where, mix)
    never = f"{LETTER[other(turn.player)]} never lets the play come here; the bounds are the largest stakes"
    return Solution(
        game=whole.game,
        where={"hand": hand, "node": turn.name},
        title=f"{whole.title} · {turn.label} with {hand}",
        value=value if value is not None else _stakes(form),
        row=mix if turn.player == "row" else {},
        col=mix if turn.player == "col" else {},
        move="action",
        method=whole.method,
        positions=1,
        seconds=0.0,
        notes=["the value is what A may expect from here, given this hand"] if value is not None else [never],
    )


def _stakes(form: BettingForm) -> Value:
    """All that can be won or lost."""
    most = max(max(abs(leaf.constant), leaf.stake) for leaf in form.leaves)
    return Value(-most, most)


def _expected(
    whole: BettingSolution, form: BettingForm, turn: Turn, where: Fraction, mix: Mapping[str, Number]
) -> Value | None:
    """What A may expect at a turn, given the mover's hand, when both go on as they should."""
    worth = _worth(whole, form, turn, where)
    if worth is None:
        return None
    total = sum(Fraction(p) * Fraction(worth[action]) for action, p in mix.items())
    signed = total if turn.player == "row" else -total
    if whole.value.is_exact:
        return Value.exactly(signed)
    slack = float(whole.value.gap) + 1e-15
    return Value(float(signed) - slack, float(signed) + slack)


def _worth(
    whole: BettingSolution, form: BettingForm, turn: Turn, where: Fraction
) -> dict[str, Number] | None:
    """What each action earns the mover with a hand, the best to follow; None where the play never comes."""
    edges, table = grid(form, whole.plans)
    deck = whole.game.deck
    if deck is not None:
        edges, table = by_card(edges, table, deck.ranks)
    reply = best_response(form, turn.player, table, edges, deck)
    worth = reply.worth[turn.index]
    foe = reach(form, other(turn.player), table)[turn.foe]
    here: Any
    if deck is None:
        present, here = foe @ np.diff(edges), interpolate(np.array([where]), reply.edges, worth)[:, 0]
    else:
        card = int(where * deck.ranks)
        alpha, beta = deck.spread
        present, here = alpha * (foe @ np.diff(edges)) - beta * foe[card], worth[:, card]
    if not present:
        return None
    return {action: here[i] / present for i, action in enumerate(turn.actions)}


def by_card(edges: Array, mix: Mix, ranks: int) -> tuple[Array, Mix]:
    """Strategies on a coarse grid, rank by rank."""
    cards = np.array([Fraction(k, ranks) for k in range(ranks + 1)], object)
    cell = np.searchsorted(edges, cards[:-1], side="right") - 1
    return cards, [table[cell] for table in mix]


def short(x: Number) -> object:
    """A fraction that is not too long to read, or a decimal."""
    return x if isinstance(x, Fraction) and len(str(x)) <= LONGEST else float(x)


def _known(mix: Mapping[str, Number], value: Value) -> dict[str, Number]:
    """Probabilities as fractions only where the value is exact: elsewhere they are floats in other clothes."""
    return {action: p if value.is_exact else float(p) for action, p in mix.items()}


def _does(step: Step, value: Value) -> str:
    """What the hands of a step do."""
    mix = _known(step.mix, value)
    return next(iter(mix)) if step.is_pure else " or ".join(f"{a} {percent(p)}" for a, p in mix.items())


def _read(plan: StepStrategy, value: Value) -> list[tuple[str, Number, Number]]:
    """What is done, from where and to where; steps that read the same are one."""
    steps: list[tuple[str, Number, Number]] = []
    for step in plan:
        does = _does(step, value)
        low = steps.pop()[1] if steps and steps[-1][0] == does else step.low
        steps.append((does, low, step.high))
    return steps


def steps_table(
    deck: Deck | None, turns: list[Turn], plans: Mapping[str, StepStrategy], value: Value, title: str
) -> Table:
    """A line per step of the turns."""
    rows: list[list[object]] = []
    for turn in turns:
        for does, low, high in _read(plans[turn.name], value):
            if deck is not None:
                rows.append([turn.name, does, int(low * deck.ranks) + 1, int(high * deck.ranks)])
            else:
                about = [f"{float(low):.4f}", f"{float(high):.4f}"]
                rows.append([turn.name, does, short(low), short(high), *about])
    names = ("first card", "last card") if deck is not None else ("from", "to", "≈ from", "≈ to")
    return Table(title, ["after", "does", *names], rows)


def _shares(form: BettingForm, plans: Mapping[str, StepStrategy], player: Side) -> dict[str, Number]:
    """How many of all hands take each action at the player's first turns."""
    shares: dict[str, Number] = {}
    for turn in form.of(player):
        if turn.parent == 0:
            for action, share in plans[turn.name].share().items():
                shares[f"{action} after {turn.name}" if turn.history else action] = share
    return shares


def describe(
    game: BettingGame, form: BettingForm, found: Found, edges: Array, mix: Mix, seconds: float
) -> BettingSolution:
    """The solution of a game from what its solver found."""
    plans = {
        turn.name: StepStrategy.merged(turn.actions, list(edges), [tuple(row) for row in mix[turn.index]])
        for turn in form.turns
    }
    seen = [turn for turn in form.turns if on_path(form, turn, mix, edges)]
    tables = [
        steps_table(game.deck, mine, plans, found.value, f"player {LETTER[player]}")
        for player in SIDES
        if (mine := [t for t in seen if t.player == player])
    ]
    grids = f"linear programs on {found.rounds} grid{'s' * (found.rounds != 1)} of up to {found.cells} cells"
    exact = "fractions recovered and proved by" if found.value.is_exact else "bounds proved by"
    return BettingSolution(
        title=game.title,
        value=found.value,
        row=_known(_shares(form, plans, "row"), found.value),
        col=_known(_shares(form, plans, "col"), found.value),
        move="share of hands",
        method=f"{grids}, {exact} exact best responses",
        positions=len(form.turns),
        seconds=seconds,
        tables=tables,
        notes=_notes(form, found, plans, seen),
        game=game,
        plans=plans,
    )


def _notes(form: BettingForm, found: Found, plans: Mapping[str, StepStrategy], seen: list[Turn]) -> list[str]:
    """What a person should know about the strategies."""
    mixed = [turn for turn in form.turns if not plans[turn.name].is_pure]
    notes = [f"value ≈ {float(found.value):.12g}"] if found.value.is_exact else []
    if not mixed:
        notes.append("both strategies are pure: every hand has one action at every turn")
    elif not any(turn in seen for turn in mixed):
        notes.append(
            "pure wherever the play can come; no pure reply was found to what the opponent never does"
        )
    else:
        notes.append(
            f"no pure solution was found; some hands mix at these turns: {'; '.join(t.label for t in mixed[:4])}"
        )
    hidden = len(form.turns) - len(seen)
    if hidden:
        notes.append(
            f"not shown: {hidden} turn{'s' * (hidden != 1)} to which the opponent never lets the play come"
        )
    return notes
