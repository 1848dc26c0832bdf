"""Check answers to exercises exactly: any optimal strategy is right, and a wrong one is refuted by its best response.

A mix is right if it guarantees the value; so every one of several optimal strategies is accepted. For a wrong mix,
the check states the opponent's best response and the resulting payoff.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

from zerosum.core.errors import InputError
from zerosum.core.numbers import exact_text as t
from zerosum.display.document import math
from zerosum.practice import Exercise

__all__ = ["Blank", "Mark", "blanks", "check", "hint"]

NUMBER = re.compile(r"([-−]?)(\d{1,6})(?:/(\d{1,6})|\.(\d{1,6}))?")
FIRST, SECOND = "the first player", "the second player"


Part = Literal["row", "col", "value", "winner", "take"]
"""The subjects of blanks: a player's strategy, the value, the winner, or the first take."""


class Blank(NamedTuple):
    """A blank to fill in."""

    name: str
    label: str
    part: Part
    """The part of the answer that the blank belongs to; the blanks of a part are marked together."""
    group: str
    """The heading of the part."""
    choices: tuple[str, ...] = ()
    """The possible answers; any number if empty."""


class Mark(NamedTuple):
    """The result for a group of blanks."""

    group: str
    is_right: bool
    message: str


def blanks(exercise: Exercise) -> list[Blank]:
    """Return the blanks of an exercise."""
    value = Blank("value", "value", "value", "The value")
    if exercise.kind == "subtraction":
        return [
            Blank("winner", "who wins", "winner", "The winner", (FIRST, SECOND)),
            Blank("take", "first take (leave blank if the second player wins)", "take", "The first take"),
        ]
    if exercise.kind == "bluffing":
        return [
            Blank("bluff", "the row player bets a losing card with probability", "row", "Row's bluffs"),
            Blank("call", "the column player calls a bet with probability", "col", "Col's calls"),
            value,
        ]
    rows, cols = _shape(exercise)
    if exercise.kind == "saddle":
        return [
            Blank(
                "row", "the row player plays row", "row", "Row's move", tuple(str(i + 1) for i in range(rows))
            ),
            Blank(
                "col",
                "the column player plays column",
                "col",
                "Col's move",
                tuple(str(j + 1) for j in range(cols)),
            ),
            value,
        ]
    return [
        *(Blank(f"row{i + 1}", f"row {i + 1}", "row", "Row's mix") for i in range(rows)),
        *(Blank(f"col{j + 1}", f"column {j + 1}", "col", "Col's mix") for j in range(cols)),
        value,
    ]


def check(exercise: Exercise, given: Mapping[str, str]) -> list[Mark]:
    """Return a mark for each group of blanks; `given` has the texts by the names of blanks."""
    filled = {name: text.strip() for name, text in given.items()}
    marks = []
    for part, group in dict.fromkeys((blank.part, blank.group) for blank in blanks(exercise)):
        own = {blank.name: filled.get(blank.name, "") for blank in blanks(exercise) if blank.part == part}
        if not any(own.values()) and part != "take":
            marks.append(Mark(group, False, "Enter an answer first."))
            continue
        try:
            marks.append(Mark(group, *_marked(exercise, part, own, filled)))
        except InputError as problem:
            marks.append(Mark(group, False, str(problem)))
    return marks


def _marked(
    exercise: Exercise, part: Part, own: Mapping[str, str], filled: Mapping[str, str]
) -> tuple[bool, str]:
    """Return whether a part is right, and a comment."""
    if part == "value":
        return _value(exercise.value, _number(own["value"]))
    if exercise.kind == "subtraction":
        return _subtraction(exercise, part, own, filled)
    if exercise.kind == "bluffing":
        return _bluffing(exercise, part, _number(next(iter(own.values()))))
    rows, cols = _shape(exercise)
    size = rows if part == "row" else cols
    if exercise.kind == "saddle":
        chosen = next(iter(own.values()))
        if chosen not in {str(k + 1) for k in range(size)}:
            raise InputError(f"Choose one of 1 to {size}.")
        mix = [Fraction(k + 1 == int(chosen)) for k in range(size)]
    else:
        mix = [_number(text) if text else Fraction(0) for text in own.values()]
        if min(mix) < 0:
            raise InputError("A probability cannot be negative.")
        if sum(mix) != 1:
            raise InputError(f"These probabilities add up to {t(sum(mix, Fraction(0)))}, not 1.")
    return _mix(exercise, part, mix)


def _mix(exercise: Exercise, part: Part, mix: Sequence[Fraction]) -> tuple[bool, str]:
    """Return whether a mix guarantees the value; if it does not, also a comment with the best response to it."""
    A = _matrix(exercise)
    is_row = part == "row"
    lines = list(zip(*A, strict=True)) if is_row else A
    paid = [sum((p * a for p, a in zip(mix, line, strict=True)), Fraction(0)) for line in lines]
    worst = min(paid) if is_row else max(paid)
    response = paid.index(worst) + 1
    if worst == exercise.value:
        held = "gets at least" if is_row else "pays at most"
        return True, f"Right: this {held} {t(worst)}, whatever the other player does."
    if is_row:
        return (
            False,
            f"Against this, col plays column {response} and row gets only {t(worst)}. Row can guarantee more.",
        )
    return False, f"Against this, row plays row {response} and gets {t(worst)}. Col can hold row to less."


def _value(value: Fraction, given: Fraction) -> tuple[bool, str]:
    if given == value:
        return True, f"Right: {t(value)}."
    return (
        False,
        f"Not {t(given)}: {'row can guarantee more' if given < value else 'col can hold row to less'}.",
    )


def _subtraction(
    exercise: Exercise, part: Part, own: Mapping[str, str], filled: Mapping[str, str]
) -> tuple[bool, str]:
    matches, takes, last_wins = _heap(exercise)
    wins = [not last_wins]
    for left in range(1, matches + 1):
        wins.append(any(take <= left and not wins[left - take] for take in takes))
    winner = FIRST if wins[-1] else SECOND
    if part == "winner":
        right = own["winner"] == winner
        return right, f"Right: {winner} wins." if right else f"{winner[:1].upper()}{winner[1:]} wins."
    if not own["take"]:
        if winner == SECOND and filled.get("winner") == SECOND:
            return True, "Right: every take loses."
        return False, "Enter an answer first."
    take = _number(own["take"])
    if take not in takes:
        return False, f"The allowed takes are {', '.join(map(str, takes))}."
    left = matches - int(take)
    if not wins[left]:
        return True, f"Correct: that leaves your opponent {left}, a losing position."
    answer = next(one for one in takes if one <= left and not wins[left - one])
    return (
        False,
        f"That leaves {left}; your opponent takes {answer}, which leaves you in a losing position.",
    )


def _bluffing(exercise: Exercise, part: Part, p: Fraction) -> tuple[bool, str]:
    if not 0 <= p <= 1:
        raise InputError("A probability must be between 0 and 1.")
    ante, bet, h = _stakes(exercise)
    if part == "row":
        called = h * (ante + bet) + (1 - h) * (-p * (ante + bet) - (1 - p) * ante)
        folded = h * ante + (1 - h) * (p * ante - (1 - p) * ante)
        worst = min(called, folded)
        if worst == exercise.value:
            return True, f"Right: row gets {t(worst)}, whether col calls or folds."
        does = "calls" if called < folded else "folds"
        return False, f"Against this, col always {does} and row gets only {t(worst)}. Row can guarantee more."
    bluff, checked = -p * (ante + bet) + (1 - p) * ante, Fraction(-ante)
    best = h * max(ante + p * bet, Fraction(ante)) + (1 - h) * max(bluff, checked)
    if best == exercise.value:
        return True, f"Right: row gets {t(best)}, whether a losing card bets or not."
    does = "bets every losing card" if bluff > checked else "never bets a losing card"
    return False, f"Against this, row {does} and gets {t(best)}. Col can hold row to less."


def hint(exercise: Exercise) -> str:
    """Return a hint on how to begin."""
    if exercise.kind == "saddle":
        return "Write the smallest entry next to each row and the largest below each column. What are you looking for?"
    if exercise.kind == "dominance":
        found = next((step.parts[0] for step in exercise.answer if step.heading == "Dominance"), "")
        return str(found) or "Compare two rows, entry by entry."
    if exercise.kind == "2x2":
        (a, b), (c, d) = _matrix(exercise)
        terms = f"{t(a)} p + ({t(c)}) (1 - p) = {t(b)} p + ({t(d)}) (1 - p)"
        return f"Row plays row 1 with the probability p that makes both columns pay the same: {math(terms)}."
    if exercise.kind == "2xn":
        side, other = ("row", "column") if _shape(exercise)[0] == 2 else ("col", "row")
        return f"For each {other}, plot the payoff as a straight line against the probability of {side}'s first move."
    if exercise.kind == "mixed":
        return (
            "Every move is played with positive probability, so every column pays the same against row's "
            "mix. Write this as equations."
        )
    if exercise.kind == "subtraction":
        return "Work backwards from 0 matches: a position is winning if some take leads to a losing one."
    return (
        "Row bluffs so that col is indifferent to calling; col calls so that row is indifferent to bluffing."
    )


def _number(text: str) -> Fraction:
    """Return a number as typed: 1/3, -2, 0.25."""
    found = NUMBER.fullmatch(text.replace(" ", ""))
    if found is None or (found[3] is not None and not int(found[3])):
        raise InputError(f"{text[:20]!r} is not a number; write, for example, 1/3 or 0.25.")
    sign, whole, under, decimals = found.groups()
    size = Fraction(int(whole), int(under)) if under else Fraction(f"{whole}.{decimals or 0}")
    return -size if sign else size


def _matrix(exercise: Exercise) -> list[tuple[Fraction, ...]]:
    return [tuple(Fraction(int(str(a))) for a in row) for row in exercise.data if isinstance(row, tuple)]


def _shape(exercise: Exercise) -> tuple[int, int]:
    A = _matrix(exercise)
    return len(A), len(A[0])


def _heap(exercise: Exercise) -> tuple[int, tuple[int, ...], bool]:
    matches, takes, last_wins = exercise.data
    assert isinstance(matches, int)
    assert isinstance(takes, tuple)
    return matches, takes, bool(last_wins)


def _stakes(exercise: Exercise) -> tuple[int, int, Fraction]:
    ante, bet, h, *_ = exercise.data
    assert isinstance(ante, int)
    assert isinstance(bet, int)
    assert isinstance(h, Fraction)
    return ante, bet, h
