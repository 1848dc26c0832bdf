"""The value of a betting game as a formula in one of its parameters."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Annotated

from zerosum.core.errors import InputError
from zerosum.core.progress import Progress, silent
from zerosum.core.sides import SIDES
from zerosum.formulas.answer import Formula, Named, Rule, StepRule, assemble
from zerosum.formulas.line import GameLine
from zerosum.formulas.trace import Local, trace
from zerosum.models.betting.form import BettingForm
from zerosum.models.betting.rules import BettingGame, Deck
from zerosum.models.betting.solve.cards import place_of, program_layout, tie_break
from zerosum.models.betting.solve.parametric import POINTS, FormulaSteps, ParametricHands
from zerosum.models.hidden.formula import mix_rule
from zerosum.models.hidden.solve.parametric import Built, FormulaReaches, ParametricProgram
from zerosum.numerics.functions import RationalFunction


def formula(
    line: GameLine[BettingGame],
    *,
    progress: Progress = silent,
    pieces: Annotated[int, "maximum number of pieces"] = 200,
) -> Formula:
    """The value and both strategies as rational functions of the parameter, piece by piece."""
    began = time.perf_counter()
    game = line.make(line.points(4)[1])
    form, deck = game.form, game.deck
    if deck is None:
        return _with_hands(line, form, began, progress, pieces)

    def build(t: Fraction) -> Built:
        made = line.make(t)
        assert made.deck is not None
        _check_shape(made.form, form, t)
        return program_layout(made.form, made.deck), {
            side: tie_break(made.form, made.deck, side) for side in SIDES
        }

    program = ParametricProgram(build, line)
    found = trace(program.local, line.low, line.high, most=pieces, progress=progress)
    labels = _labels(line, form)

    def answer(reaches: FormulaReaches) -> tuple[RationalFunction, tuple[Rule, ...]]:
        return reaches.value, _deck_rules(game, form, deck, reaches, labels, line.letter)

    return assemble(line, found, answer, began)


def _with_hands(
    line: GameLine[BettingGame], form: BettingForm, began: float, progress: Progress, pieces: int
) -> Formula:
    """The formula for hands on [0, 1]: thresholds as functions of the parameter."""
    for count in POINTS:
        forms = [(t, line.make(t).form) for t in line.points(count)]
        for t, made in forms:
            _check_shape(made, form, t)
        hands = ParametricHands(forms)
        if hands.ok:
            break
    else:
        raise InputError("the amounts are not rational functions of low degree in the parameter")
    line.refuse_poles(hands.common)

    def follows(t: Fraction) -> bool:
        made = line.make(t).form
        _check_shape(made, form, t)
        return all(
            (leaf.constant, leaf.stake) == (constant(t), stake(t))
            for leaf, (constant, stake) in zip(made.leaves, hands.functions, strict=True)
        )

    def local(t: Fraction) -> Local[FormulaSteps] | None:
        line.refuse_unless(follows(t), t)
        return hands.local(t)

    line.confirm(follows)
    found = trace(local, line.low, line.high, most=pieces, progress=progress)
    labels = _labels(line, form)

    def answer(steps: FormulaSteps) -> tuple[RationalFunction, tuple[Rule, ...]]:
        rules: list[Rule] = []
        for turn in form.turns:
            name, actions = labels[turn.index]
            parts = tuple(
                (Named(low, line.letter), Named(high, line.letter), actions[k])
                for low, high, k in steps.steps[turn.index]
            )
            if parts:
                rules.append(StepRule(turn.player, f"after {name}" if name else "", parts))
        return steps.value, tuple(rules)

    return assemble(line, found, answer, began)


def _check_shape(made: BettingForm, form: BettingForm, t: Fraction) -> None:
    """Refuse a tree that changes with the parameter."""
    if _shape(made) != _shape(form):
        raise InputError(f"the betting tree changes at {t}; give a range on which it does not change")


def _shape(form: BettingForm) -> list[tuple[object, ...]]:
    """What must not change with the parameter: everything about a tree but its amounts and the names of actions."""
    turns: list[tuple[object, ...]] = [
        (turn.player, turn.parent, turn.foe, turn.sequences, turn.kinds) for turn in form.turns
    ]
    return turns + [(leaf.row, leaf.col) for leaf in form.leaves]


Labels = list[tuple[str, tuple[str, ...]]]
"""For each turn, the history before it and its actions, in words."""


def _labels(line: GameLine[BettingGame], form: BettingForm) -> Labels:
    """The names of turns and actions, with the letter where they have the parameter in them."""
    named = line.named(
        lambda game: "\n".join(
            "\t".join((turn.name if turn.history else "", *turn.actions)) for turn in game.form.turns
        )
    )
    lines = [text.split("\t") for text in named.split("\n")]
    return [(name, tuple(actions)) for name, *actions in lines]


def _deck_rules(
    game: BettingGame, form: BettingForm, deck: Deck, reaches: FormulaReaches, labels: Labels, letter: str
) -> tuple[Rule, ...]:
    """What both players do with each card at each turn."""
    rules: list[Rule] = []
    for turn in form.turns:
        reach = reaches.row if turn.player == "row" else reaches.col
        name, actions = labels[turn.index]
        for rank in range(deck.ranks):
            at = [place_of(form, turn.player, rank, sequence) for sequence in turn.sequences]
            hand = game.hand(Fraction(rank + 1))
            place = f"with {hand}{f' after {name}' if name else ''}"
            parent = reach[place_of(form, turn.player, rank, turn.parent)]
            rule = mix_rule(turn.player, place, list(actions), parent, [reach[k] for k in at], letter)
            if rule is not None:
                rules.append(rule)
    return tuple(rules)
