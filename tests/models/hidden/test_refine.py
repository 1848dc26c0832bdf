"""Quasi-perfect equilibria: textbook games where plain optimal strategies are silly, and trembles of a small size."""

from fractions import Fraction

import pytest
from tests.models.hidden.hidden_games import Kuhn
from tests.models.hidden.test_hidden_ranges import AcesAndQueens, RandomGame
from tests.rows import rows_of

import zerosum
from zerosum.core.errors import InputError
from zerosum.models.hidden.form import BehaviourPlan
from zerosum.models.hidden.rules import HiddenGame, choose, deal, end

F = Fraction


class GuessTheAce(HiddenGame):
    """Miltersen and Sørensen: row may offer 1000 for a right guess whether the top card is the ace of spades."""

    def turn(self, position):
        match position:
            case ():
                return choose("row", ("leave", "offer"))
            case ("leave",):
                return end(0)
            case ("offer",):
                return deal({"ace": 1, "other": 51}, to="nobody")
            case (_, _):
                return choose("col", ("ace", "other"))
        return end(-1000 if position[1] == position[2] else 0)


class GiftAfterPennies(HiddenGame):
    """Matching pennies; whoever loses may then give the other a further coin, which is never wise."""

    def turn(self, position):
        if len(position) < 2:
            return choose("row" if not position else "col", "HT", hidden=not position)
        if len(position) == 2:
            return choose("col" if position[0] == position[1] else "row", ("keep", "give"))
        win = 1 if position[0] == position[1] else -1
        return end(win + (win if position[2] == "give" else 0))


class Threat(HiddenGame):
    """Row may enter. Col may then hit, which hurts col only after row's blunder; a threat that is not carried out."""

    def turn(self, position):
        match position:
            case ():
                return choose("row", ("good", "bad", "worse"))
            case ("good",):
                return end(0)
            case (_,):
                return choose("col", ("take", "waste"))
        return end(
            {"bad": {"take": -2, "waste": -1}, "worse": {"take": -9, "waste": -1}}[position[0]][position[1]]
        )


def mix(solution, side, information):
    return solution.mix(side, information)


def test_guess_the_ace():
    """Whoever guesses says "other", though row never offers: the ace is right once in 52 times."""
    refined = zerosum.solve(GuessTheAce(), refine=True)
    assert refined.value == 0
    assert mix(refined, "row", "start")["leave"] == 1
    assert mix(refined, "col", "offer")["other"] == 1
    assert refined.refinement == "quasi-perfect"
    assert refined.verify().holds
    assert zerosum.solve(GuessTheAce()).refinement == ""


def test_nobody_gives_presents():
    refined = zerosum.solve(GiftAfterPennies(), refine=True)
    for line in rows_of(refined):
        if line.move in ("keep", "give"):
            assert line.probability == (line.move == "keep")
    assert refined.verify().holds


def test_blunders_are_punished_as_hard_as_possible():
    """After row's blunder col takes; any mixture would be optimal, since row never makes it."""
    refined = zerosum.solve(Threat(), refine=True)
    assert mix(refined, "col", "bad")["take"] == mix(refined, "col", "worse")["take"] == 1


def test_kuhn_and_the_river():
    assert zerosum.solve(Kuhn(), refine=True).value == F(-1, 18)
    river = zerosum.solve(AcesAndQueens(), refine=True)
    ranges = {(line.side, line.information): line.moves for line in river.ranges}
    for line in rows_of(river):
        found = ranges[line.side, line.information]
        assert not found or found[line.move].least <= line.probability <= found[line.move].most
    assert river.mix("row", "AA, check, shove")["call"] == 1


@pytest.mark.parametrize("seed", range(10))
def test_refined_moves_are_best_responses_to_small_trembles(seed):
    """With the exact trembles of the proof, at a small size, no move that is played has a regret worth the name."""
    from zerosum.models.hidden.solve import refine as module
    from zerosum.models.hidden.solve.bilinear import bilinear_game

    game = RandomGame(seed)
    refined = zerosum.solve(game, refine=True)
    plain = zerosum.solve(game)
    assert refined.value == plain.value
    assert refined.verify().holds
    # the plans of the program with a small tremble, evaluated as numbers
    seen = {}
    limit = module._limit

    def noted(tree, reach):
        seen[id(tree)] = reach
        return limit(tree, reach)

    module._limit = noted
    try:
        whole = bilinear_game(refined.form)
        module.quasi_perfect(whole)
    finally:
        module._limit = limit
    size = 1e-3
    numbers = {
        side: [
            sum(float(part[k]) * size**power for power, part in enumerate(seen[id(whole.of(side))]))
            for k in range(whole.of(side).sequences)
        ]
        for side in ("row", "col")
    }
    for side, foe in (("row", "col"), ("col", "row")):
        tree, sign = whole.of(side), 1 if side == "row" else -1
        matrix = whole.matrix if side == "row" else whole.transpose
        worth = list(sign * (matrix @ numbers[foe]))
        assert min(numbers[foe]) > 0
        for i in range(len(tree) - 1, -1, -1):
            own = worth[tree.first[i] : tree.first[i + 1]]
            best = max(own)
            scale = max(abs(one) for one in own) or 1.0
            for one, p in zip(own, refined.reaches[side].mix(i), strict=True):
                assert p == 0 or best - one <= 0.1 * scale
            worth[tree.parent[i]] += best


def test_leduc_with_two_ranks():
    refined = zerosum.solve("leduc", ranks=2, refine=True)
    assert refined.value == 0
    assert isinstance(refined.reaches["row"], BehaviourPlan)
    for line in refined.evs:
        assert all(not move.regret for move in line.moves.values() if move.probability and line.reached)


def test_a_refinement_is_exact():
    with pytest.raises(InputError, match="in fractions"):
        zerosum.solve(Kuhn(), refine=True, numeric=True)
    assert zerosum.solve(Kuhn(), refine=True).json()["refinement"] == "quasi-perfect"
    assert "refinement" not in zerosum.solve(Kuhn()).json()


def test_a_refined_solution_is_saved(tmp_path):
    refined = zerosum.solve("toy-river", a="AA, QQ", b="KK", pot=100, stack=100, bets=(1,), refine=True)
    refined.save(tmp_path / "river.json")
    loaded = zerosum.load_solution(tmp_path / "river.json")
    assert loaded.mix("row", "AA, check, shove") == refined.mix("row", "AA, check, shove")
    assert loaded.refinement == "quasi-perfect"


def test_decks():
    """The deck's refinement is one of the tree: optimal, exact, and sensible where play never gets."""
    refined = zerosum.solve("kuhn", refine=True)
    assert refined.value == F(-1, 18)
    assert refined.method.startswith("quasi-perfect")
    assert refined.verify().holds
    with pytest.raises(InputError, match="with a deck"):
        zerosum.solve("relance", refine=True)
