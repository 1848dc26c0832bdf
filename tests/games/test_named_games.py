"""The games by name against what is published about them, or against what is derived here by the rules alone.

Published: inspections (Dresher 1962; von Stengel, Mathematics of Operations Research 41, 2016), Morra (Williams 1954;
its strategies are proved here), Oshi-Zumo (Buro 2004; position by position against OpenSpiel's own rules). Derived
here: signs, Blotto, pursuit.
"""

from fractions import Fraction
from math import comb

import pytest

import zerosum
from zerosum.core.errors import GameError
from zerosum.games.blotto import Blotto
from zerosum.games.duel import NoisyDuel, SilentDuel
from zerosum.games.inspection import Inspection
from zerosum.games.morra import Call, Morra
from zerosum.games.oshi_zumo import OshiZumo, Ring
from zerosum.games.pennies import Pennies
from zerosum.games.pursuit import Pursuit
from zerosum.games.rps import RockPaperScissors


def exact(game):
    solution = zerosum.solve(game, exact=True)
    assert solution.verify().proved == solution.value
    return solution


def guaranteed(game, mix):
    """The least that row's mix earns in a game of one stage, by the rules alone."""
    _, responses = game.moves(game.start)
    return min(
        sum(p * game.play(game.start, move, response)[0][1] for move, p in mix.items())
        for response in responses
    )


@pytest.mark.parametrize(("a", "b", "c"), [(3, 1, -2), (1, 1, -1), (5, 2, 0), (Fraction(1, 2), 4, -3)])
def test_pennies_have_their_closed_form(a, b, c):
    whole = a + b - 2 * c
    solution = exact(Pennies(a, b, c))
    assert solution.value.lower == Fraction(a * b - c * c) / whole
    assert solution.row["heads"] == Fraction(b - c) / whole


@pytest.mark.parametrize("signs", [2, 3, 4, 5, 8])
def test_all_signs_alike_are_optimal(signs):
    game = RockPaperScissors(signs)
    assert exact(game).value.lower == 0
    assert guaranteed(game, {sign: Fraction(1, signs) for sign in game.names}) == 0


def test_rock_beats_scissors_and_lizard_and_nothing_else():
    game = RockPaperScissors(5)
    wins = {sign for sign in game.names if game.play("show", "rock", sign)[0][1] == 1}
    assert wins == {"scissors", "lizard"}


def test_williamss_strategy_for_morra_is_optimal():
    game = Morra(3)
    assert exact(game).value.lower == 0
    mix = {Call(1, 3): Fraction(5, 12), Call(2, 2): Fraction(4, 12), Call(3, 1): Fraction(3, 12)}
    assert guaranteed(game, mix) == 0


@pytest.mark.parametrize("share", [Fraction(4, 7), Fraction(3, 5)])
def test_the_ends_of_the_optimal_strategies_with_two_fingers(share):
    assert guaranteed(Morra(2), {Call(1, 2): share, Call(2, 1): 1 - share}) == 0
    assert guaranteed(Morra(2), {Call(1, 2): share + 1, Call(2, 1): -share}) < 0


def test_four_regiments_against_three():
    """Derived: a mix of row's and a mix of col's that meet at 14/9."""
    game, ninths = Blotto(), Fraction(1, 9)
    assert guaranteed(game, {"4-0": 4 * ninths, "0-4": 4 * ninths, "2-2": ninths}) == Fraction(14, 9)
    col = {"3-0": ninths / 2, "0-3": ninths / 2, "2-1": 4 * ninths, "1-2": 4 * ninths}
    rows, _ = game.moves(game.start)
    conceded = [
        sum(p * game.play("march", row, response)[0][1] for response, p in col.items()) for row in rows
    ]
    assert max(conceded) == Fraction(14, 9)
    assert exact(game).value.lower == Fraction(14, 9)


@pytest.mark.parametrize("counts", ["regiments", "posts", "majority"])
def test_equal_armies_are_worth_nothing(counts):
    assert exact(Blotto(3, 3, 3, counts)).value.lower == 0


def test_dreshers_inspections():
    solution = exact(Inspection(6, 6))
    for stages in range(1, 7):
        for inspections in range(stages):
            published = -Fraction(
                comb(stages - 1, inspections), sum(comb(stages, i) for i in range(inspections + 1))
            )
            assert exact(Inspection(stages, inspections)).value.lower == published
    assert solution.value.lower == 0


@pytest.mark.parametrize("turns", [1, 3])
def test_on_a_complete_graph_every_turn_is_a_guess(turns):
    edges = ",".join(f"{a}-{b}" for a in range(1, 5) for b in range(1, a))
    assert exact(Pursuit(edges, turns, 1, 2)).value.lower == 1 - Fraction(3, 4) ** turns


def test_on_a_ring_of_four_the_hare_is_safe():
    assert exact(Pursuit("1-2,2-3,3-4,4-1", 4, 1, 3)).value.lower == 0


def test_oshi_zumo_is_openspiels_at_every_position():
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    from zerosum.interop.openspiel import load

    ours = zerosum.solve(OshiZumo(5))
    theirs = zerosum.solve(load("oshi_zumo(coins=5,size=1,min_bid=1)"))
    found = 0
    for spot, value in theirs.values.items():
        words = str(spot).replace(",", "").split()
        ring = Ring(int(words[1]), int(words[2]), words[4].index("W") - 2)
        if ring in ours.values:
            found += 1
            assert float(ours.value_at(ring).middle) == pytest.approx(float(value.middle), abs=1e-9)
    assert found > 20


@pytest.mark.parametrize(
    "make",
    [
        lambda: RockPaperScissors(1),
        lambda: Morra(1),
        lambda: Blotto(50, 50, 9),
        lambda: OshiZumo(0),
        lambda: SilentDuel(1),
        lambda: NoisyDuel(5, 0),
        lambda: Inspection(2, 3),
        lambda: Pursuit(hare=1),
        lambda: Pursuit("1-2-3"),
    ],
)
def test_games_that_make_no_sense_are_refused(make):
    with pytest.raises(GameError):
        make()


@pytest.mark.parametrize(
    "name", ["rps", "morra", "blotto", "oshi-zumo", "silent-duel", "noisy-duel", "inspection", "pursuit"]
)
def test_every_one_is_matched_and_sat_down_to(name):
    assert zerosum.match(name, "equilibrium", "uniform").mean >= zerosum.solve(name).value.lower - 1e-9
    assert zerosum.play(name, seed=1).choices()


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (Pursuit(), ["the hunter is at node 1, the hare at node 5", "4 turns left"]),
        (Inspection(), ["5 stages and 2 inspections left"]),
        (OshiZumo(), ["coins: 6 for row, 6 for col", "the wrestler stands in the middle"]),
        (NoisyDuel(), ["step 1 of 12", "the probability of a hit is 1/12 for row and 1/12 for col"]),
    ],
)
def test_positions_are_told_in_words_which_tell_them_apart(game, words):
    assert game.describe_position(game.start) == words
    open_positions = [at for at in zerosum.solve(game).values if game.moves(at)[0]]
    assert len({tuple(game.describe_position(at)) for at in open_positions}) == len(open_positions)
    assert "the position" not in zerosum.play(game).description()[0]
