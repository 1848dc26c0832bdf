"""Answers to exercises: every optimal strategy is right, nothing else is, and the responses are best responses."""

import random
from fractions import Fraction

import pytest

import zerosum
from zerosum.practice import KINDS, practice
from zerosum.practice.check import blanks, check, hint


def right(exercise) -> dict[str, str]:
    """A right answer, from the solver or from the numbers of the exercise."""
    data, value = exercise.data, str(exercise.value)
    if exercise.kind == "subtraction":
        said = exercise.answer[0].parts[-1]
        if said.startswith("The second"):
            return {"winner": "the second player"}
        return {"winner": "the first player", "take": said.split("take ")[1].split()[0]}
    if exercise.kind == "bluffing":
        return {"bluff": str(data[3]), "call": str(data[4]), "value": value}
    found = zerosum.solve(zerosum.MatrixGame.of([[Fraction(a) for a in row] for row in data]), exact=True)
    mixes = {"row": list(found.row.values()), "col": list(found.col.values())}
    if exercise.kind == "saddle":
        return {side: str(mix.index(1) + 1) for side, mix in mixes.items()} | {"value": value}
    return {f"{side}{k + 1}": str(p) for side, mix in mixes.items() for k, p in enumerate(mix)} | {
        "value": value
    }


@pytest.mark.parametrize("kind", KINDS)
def test_right_answers_are_right_and_all_blanks_are_asked(kind):
    for exercise in practice(kind, 11, 12).exercises:
        answer = right(exercise)
        assert set(answer) <= {blank.name for blank in blanks(exercise)}
        assert [mark for mark in check(exercise, answer) if not mark.is_right] == []
        assert hint(exercise)
        assert not any(mark.is_right for mark in check(exercise, {}))


def test_any_optimal_strategy_is_accepted():
    """Two rows are equal, so row may share its probability between them in any way."""
    from dataclasses import replace

    base = practice("2x2", 7, 1).exercises[0]
    game = replace(base, data=((3, 1), (0, 2), (3, 1)), value=Fraction(3, 2), kind="dominance")
    for first, third in (("1/2", "0"), ("0", "0.5"), ("1/4", "1/4"), ("1/3", "1/6")):
        marks = check(game, {"row1": first, "row2": "1/2", "row3": third})
        assert marks[0].is_right, marks[0].message


@pytest.mark.parametrize("kind", ["dominance", "2x2", "2xn", "mixed"])
def test_a_wrong_mix_meets_its_best_response(kind):
    chance = random.Random(5)
    for exercise in practice(kind, 3, 8).exercises:
        rows = len(exercise.data)
        weights = [Fraction(chance.randint(0, 3)) for _ in range(rows)]
        if not sum(weights):
            continue
        mix = [weight / sum(weights) for weight in weights]
        paid = [
            sum(p * a for p, a in zip(mix, column, strict=True))
            for column in zip(*exercise.data, strict=True)
        ]
        mark = check(exercise, {f"row{i + 1}": str(p) for i, p in enumerate(mix)})[0]
        assert mark.is_right == (min(paid) == exercise.value)
        if not mark.is_right:
            assert f"column {paid.index(min(paid)) + 1} and row gets only {min(paid)}." in mark.message


def test_bluffs_and_calls_that_are_wrong_are_exploited():
    exercise = practice("bluffing", 7, 1).exercises[0]
    *_, call = exercise.data
    too_often = check(exercise, {"bluff": "1", "call": str(call), "value": "0"})[0]
    assert "col always calls" in too_often.message
    never = check(exercise, {"bluff": "0", "call": "0"})
    assert "col always folds" in never[0].message
    assert "row bets every losing card" in never[1].message


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x", "is not a number"),
        ("1/0", "is not a number"),
        ("9" * 50, "is not a number"),
        ("1e9", "is not a number"),
        ("-1/2", "cannot be negative"),
        ("2/3", "add up to 2/3, not 1"),
    ],
)
def test_what_cannot_be_read_is_said_in_a_sentence(text, said):
    exercise = practice("2x2", 7, 1).exercises[0]
    mark = check(exercise, {"row1": text, "row2": "0"})[0]
    assert not mark.is_right
    assert said in mark.message


def test_a_losing_take_is_answered():
    exercise = practice("subtraction", 7, 1).exercises[0]  # ten matches, take 1, 2 or 3, the last one wins
    marks = check(exercise, {"winner": "the first player", "take": "1"})
    assert [mark.is_right for mark in marks] == [True, False]
    assert "leaves 9; your opponent takes 1" in marks[1].message
