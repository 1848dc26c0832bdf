"""The value of a betting game as a formula in one of its parameters."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Annotated

from zerosum.core.progress import Progress, silent
from zerosum.core.sides import SIDES
from zerosum.formulas.answer import Formula, Named, Rule, StepRule, assemble
from zerosum.formulas.line import GameLine
from zerosum.formulas.map_answer import PlaneLocal
from zerosum.formulas.reading import Shaped, read_numbers
from zerosum.formulas.tracked import ParameterPath, function_of
from zerosum.models.continuum.form import BettingForm
from zerosum.models.continuum.rules import BettingGame, Deck
from zerosum.models.continuum.solve.cards import place_of, program_layout, tie_break
from zerosum.models.continuum.solve.parametric import FormulaSteps, ParametricHands, PlaneHands
from zerosum.models.hidden.formula import formula_of_program, mix_rule
from zerosum.models.hidden.solve.parametric import Built, FormulaReaches, ParametricProgram
from zerosum.numerics.functions import RationalFunction
from zerosum.numerics.plane import PlaneFunction
from zerosum.numerics.trace import trace


def formula(
    line: GameLine[BettingGame],
    *,
    progress: Progress = silent,
    pieces: Annotated[int, "maximum number of pieces"] = 200,
) -> Formula:
    """Return the value and both strategies as rational functions of the parameter, piece by piece."""
    began = time.perf_counter()
    game = line.make(line.points(4)[1])
    form, deck = game.form, game.deck
    if deck is None:
        return _with_hands(line, form, began, progress, pieces)

    reading = read_numbers(line, _numbers)

    def build(t: Fraction) -> Built:
        made = line.make(t)
        assert made.deck is not None
        return program_layout(made.form, made.deck), {
            side: tie_break(made.form, made.deck, side) for side in SIDES
        }

    program = ParametricProgram(build, line, reading)
    labels = _labels(line, form)

    def rules(reaches: FormulaReaches) -> tuple[Rule, ...]:
        return _deck_rules(game, form, deck, reaches, labels, line.letter)

    return formula_of_program(line, program, rules, began, pieces, progress, proved=reading.proved)


def _with_hands(
    line: GameLine[BettingGame], form: BettingForm, began: float, progress: Progress, pieces: int
) -> Formula:
    """Return the formula for hands on [0, 1]: thresholds as functions of the parameter."""
    reading = read_numbers(line, _numbers)
    hands = ParametricHands(form, reading, line.points(4)[1])
    found = trace(hands.local, line.low, line.high, most=pieces, progress=progress)
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

    return assemble(line, found, answer, began, proved=reading.proved)


def plane_formula(
    game: BettingGame, followed: BettingGame, path: ParameterPath[PlaneFunction]
) -> PlaneLocal | None:
    """Return the value around a point as a function of two parameters, and the conditions under which this function
    is the value.
    """
    if game.deck is not None:
        from zerosum.models.hidden.formula import plane_formula as in_tree

        return in_tree(game.family.extensive(game), game.family.extensive(followed), path)
    numbers = [function_of(number, path) for number in _numbers(followed).values]
    point = tuple(one.plain for one in path.variables)
    found = PlaneHands(game.form, numbers).around(
        game.form, lambda condition: int((value := condition(*point)) > 0) - int(value < 0)
    )
    return None if found is None else PlaneLocal(found.answer.value, found.conditions)  # type: ignore[arg-type]


def _numbers(game: BettingGame) -> Shaped:
    """Return the amounts that may change with the parameter, and those that must not change."""
    form = game.form
    turns = [(turn.player, turn.parent, turn.foe, turn.sequences, turn.kinds) for turn in form.turns]
    shape = game.deck, tuple(turns), tuple((leaf.row, leaf.col) for leaf in form.leaves)
    return Shaped(shape, [amount for leaf in form.leaves for amount in (leaf.constant, leaf.stake)])


Labels = list[tuple[str, tuple[str, ...]]]
"""For each turn, the history before it and its actions, in words."""


def _labels(line: GameLine[BettingGame], form: BettingForm) -> Labels:
    """Return the names of turns and actions, with the letter of the parameter instead of its value."""
    names = line.named(lambda game: [turn.name if turn.history else "" for turn in game.form.turns])
    actions = iter(line.named(lambda game: [action for turn in game.form.turns for action in turn.actions]))
    return [
        (name, tuple(next(actions) for _ in turn.actions))
        for name, turn in zip(names, form.turns, strict=True)
    ]


def _deck_rules(
    game: BettingGame, form: BettingForm, deck: Deck, reaches: FormulaReaches, labels: Labels, letter: str
) -> tuple[Rule, ...]:
    """Return both players' strategies with each card at each turn."""
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


def lay_out(game: BettingGame) -> None:
    """Raise an error if the tree contains mistakes."""
    _ = game.form
