"""Frequencies are those of the hands that reach a decision, as a count over all deals of the tree gives them."""

from collections import Counter
from fractions import Fraction

import pytest

import zerosum
from zerosum.models.continuum.answer import turn_frequencies

F = Fraction


def test_given_a_bet_b_folds_as_often_as_the_hands_that_face_one_do():
    """A bets J 1/3 of the time and K always; B folds J to it, and Q two times in three."""
    solution = zerosum.solve("kuhn")
    bets = {"J": F(1, 3), "Q": F(0), "K": F(1)}
    folds = {"J": F(1), "Q": F(2, 3), "K": F(0)}
    pairs = [(a, b) for a in bets for b in folds if a != b]
    faced = sum(bets[a] for a, b in pairs)
    given = sum(bets[a] * folds[b] for a, b in pairs) / faced
    assert given == F(17, 24)
    assert solution.frequencies["bet"].reached == faced / 6
    assert solution.frequencies["bet"].mix["fold"] == given
    assert solution.col["fold after bet"] == given == solution.at(node="bet").col["fold"]
    assert solution.json()["turns"]["bet"]["frequencies"]["fold"] == "17/24"
    rows = next(table for table in solution.report().tables if "reach" in table.columns).rows
    assert ["B", "bet", "44.4%", "folds", "70.8%"] in rows


@pytest.mark.parametrize(
    "parameters", [{"cards": 5}, {"cards": 4, "suits": 2}, {"cards": 4, "replace": True}]
)
def test_decks_count_every_deal(parameters):
    """The same frequencies from the EVs, whose reaches count the deals of each card."""
    solution = zerosum.solve("kuhn", **parameters)
    for turn in solution.form.turns:
        lines = solution.at(node=turn.name).evs
        found, whole = Counter(), sum(one.reached for one in lines)
        for one in lines:
            for move, told in one.moves.items():
                found[move] += one.reached * told.probability
        assert solution.frequencies[turn.name].reached == whole
        assert all(solution.frequencies[turn.name].mix[move] * whole == found[move] for move in found)


@pytest.mark.parametrize("name", ["relance", "raise", "two-bets"])
def test_hands_on_a_line(name):
    """Those who fold at once do not count later; at every turn that is reached the frequencies add up to 1."""
    solution = zerosum.solve(name)
    every = turn_frequencies(solution.form, *solution.by_hand, None)
    assert all(sum(one.mix.values()) == 1 for one in every.values() if one.reached)
    first = every["start"]
    assert first.reached == 1
    assert dict(first.mix) == solution.steps["start"].share()
    bet = next(action for action in first.mix if action.startswith("bet"))
    assert every[bet].reached == first.mix[bet]


def test_phases_count_only_who_comes_there():
    """In the second phase the score is not uniform: the frequencies are those of the scores that come there."""
    solution = zerosum.solve("two-phase-relance", tolerance=0.02)
    there = solution.at(node="bet, see")
    lines = there.evs
    fold = sum(one.reached * one.moves["fold"].probability for one in lines) / sum(
        one.reached for one in lines
    )
    assert there.row["fold"] == pytest.approx(fold)
    assert sum(there.row.values()) == pytest.approx(1)
