"""The average payoff: unichain games, games that depend on the start, and the Big Match."""

import json
import random
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zerosum
from zerosum.certificates import certify, check
from zerosum.core.errors import TooLargeError
from zerosum.core.solution import Value
from zerosum.models.stochastic.certificate import verify
from zerosum.models.stochastic.guesses import EXACT_STATES, best_average, relative_values
from zerosum.models.stochastic.rules import ArrayGame
from zerosum.models.stochastic.solve import solve
from zerosum.models.stochastic.solve.average import guarantee
from zerosum.models.stochastic.solve.discounted import solve_discounted
from zerosum.models.stochastic.solve.limit import limit_values, parts
from zerosum.models.stochastic.solve.operator import ShapleyOperator
from zerosum.models.stochastic.solve.processes import structure
from zerosum.models.stochastic.table import tabulate

EXAMPLES = Path(__file__).parents[3] / "examples"

NEVER_LEFT = [[[0, 1, 0]]], [[[0, 0, 1]]]
BIG_MATCH = ArrayGame(
    [[[1, 0], [0, 1]], [[0]], [[1]]],
    [[[[1, 0, 0], [1, 0, 0]], [[0, 1, 0], [0, 0, 1]]], *NEVER_LEFT],
    names=["play", "lost", "won"],
)


def random_game(seed, states, most=3):
    """A game in which every state can follow every other: unichain."""
    random = np.random.default_rng(seed)
    shapes = random.integers(1, most + 1, size=(states, 2))
    payoffs = [random.normal(size=shape) for shape in shapes]
    return ArrayGame(payoffs, [random.dirichlet(np.full(states, 0.7), size=shape) for shape in shapes])


def random_absorbing(seed):
    """Two states with matrices and sure moves, three states that are never left."""
    random = np.random.default_rng(seed)
    payoffs = [random.integers(-3, 4, size=(2, 2)) for _ in range(2)] + [
        [[x]] for x in random.integers(-3, 4, 3)
    ]
    to = [np.eye(5)[random.integers(0, 5, size=(2, 2))] for _ in range(2)]
    return ArrayGame(payoffs, to + [np.eye(5)[s].reshape(1, 1, 5) for s in (2, 3, 4)])


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), states=st.integers(1, 6))
def test_unichain_games_close_and_the_strategies_prove_it(seed, states):
    game = random_game(seed, states)
    found = solve(game)
    assert found.value.gap < 1e-10
    assert structure(ShapleyOperator(tabulate(game)).response_process()).kind == "unichain"
    proved = verify(found)
    assert proved.gap < 1e-9
    assert proved.lower <= found.value.upper
    assert proved.upper >= found.value.lower


def test_the_average_is_the_limit_of_the_discounted():
    game = random_game(3, 4)
    near = solve_discounted(ShapleyOperator(tabulate(game), 1 - 1e-6))
    assert float(solve(game).value) == pytest.approx(1e-6 * near.lower[0], abs=1e-4)


def test_a_periodic_game():
    """The play goes round a ring of three; each stage is pennies: the average is that of the constants."""
    to = [np.tile(np.eye(3)[(s + 1) % 3], (2, 2, 1)) for s in range(3)]
    pennies = np.array([[1.0, -1], [-1, 1]])
    found = solve(ArrayGame([pennies + k for k in (1, 5, 6)], to))
    assert 4 in Value(found.value.lower - 1e-12, found.value.upper + 1e-12)
    assert found.value.gap < 1e-12


def test_the_big_match_is_understood():
    """Blackwell and Ferguson 1968: the value is 1/2, col mixes evenly, row has no optimal strategy."""
    found = solve(BIG_MATCH)
    assert found.value == Value.exactly(Fraction(1, 2))
    assert found.col == pytest.approx({"0": 0.5, "1": 0.5})
    assert found.values["won"] == Value.exactly(1)
    told = " ".join(found.report().notes)
    assert "multichain" in told
    assert "for example {" in told  # there may be more places than the two that are named
    assert "row guarantees only 0 " in told
    assert "col holds row to 0.5 " in told
    assert found.guarantees["play"][0] == pytest.approx(0, abs=1e-12)
    assert verify(found) == Fraction(1, 2)  # by strategies that are functions of the discount


def big_match_of_days(days):
    """The Big Match on some days that follow each other in a ring."""
    size = days + 2
    to = [np.zeros((2, 2, size)) for _ in range(days)]
    for s in range(days):
        to[s][0, :, (s + 1) % days] = 1
        to[s][1, 0, days] = to[s][1, 1, days + 1] = 1
    ends = [np.eye(size)[s].reshape(1, 1, size) for s in (days, days + 1)]
    return ArrayGame([[[1, 0], [0, 1]]] * days + [[[0]], [[1]]], to + ends)


@pytest.mark.parametrize("days", [5, 11])
def test_a_big_match_of_several_days_is_proved(days):
    """32 pure strategies are too many for the exact method, but not for functions of the discount."""
    found = solve(big_match_of_days(days))
    assert found.value == 0.5
    assert verify(found) == 0.5


def test_a_large_big_match_gets_an_honest_interval():
    found = solve(big_match_of_days(13))
    assert found.value.lower <= 0.5 <= found.value.upper
    assert "the exact method did not close this gap" in found.report().notes[-1]
    assert "come to about 0.5" in found.report().notes[-1]


def test_no_stationary_strategy_of_the_big_match_guarantees_anything():
    """If row ever stops with positive probability, col makes him stop at 0; if never, col never matches."""
    operator = ShapleyOperator(tabulate(BIG_MATCH))
    for stop in (0.0, 0.01, 0.5, 1.0):
        bound = guarantee(operator.response_process(row=np.array([1 - stop, stop, 1.0, 1.0])))
        assert bound[0] == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("seed", range(8))
def test_absorbing_games_three_ways(seed):
    """The value, the discounted values near 1, and what the strategies prove agree."""
    game = random_absorbing(seed)
    found = solve(game)
    near = solve_discounted(ShapleyOperator(tabulate(game), 1 - 1e-8))
    for s, value in enumerate(found.values.values()):
        assert value.gap < 1e-8
        assert float(value) == pytest.approx(0.5e-8 * (near.lower[s] + near.upper[s]), abs=2e-3)
    proved = verify(found)
    assert proved.lower <= found.value.upper
    assert proved.upper >= found.value.lower


def test_the_value_may_depend_on_the_start():
    """Row chooses one of two rooms, and stays; col has a choice in one of them."""
    to = [[[[0, 1, 0]], [[0, 0, 1]]], [[[0, 1, 0], [0, 1, 0]]], [[[0, 0, 1]]]]
    found = solve(ArrayGame([[[9], [9]], [[4, 3]], [[2]]], to))
    assert [float(value) for value in found.values.values()] == pytest.approx([3, 3, 2])
    assert found.row["0"] == pytest.approx(1)
    assert "multichain" in found.report().notes[0]


@pytest.mark.parametrize("p", [1e-6, 1e-14, 1e-16])
def test_a_state_that_is_left_hardly_ever(p):
    """However rare the way out, the play is forever where it leads; floats alone could not tell."""
    game = ArrayGame(payoffs=[[[0]], [[1]]], transitions=[[[[1 - p, p]]], [[[0, 1]]]])
    assert 1 in solve(game).value


def test_structure_is_proved_or_left_open():
    assert structure(ShapleyOperator(tabulate(BIG_MATCH)).response_process()).kind == "multichain"
    first, second = structure(ShapleyOperator(tabulate(BIG_MATCH)).response_process()).witness
    assert not set(first) & set(second)
    assert len(first) == len(second) == 1  # where a play settles, and not a union of such places


def test_the_limit_of_a_game_whose_discounted_values_move():
    """val[1*, 0; 0, 1*] with absorbing 1: v_t solves v = val[1, (1-t)v; (1-t)v, 1], and tends to 1."""
    to = [[[[0, 1], [1, 0]], [[1, 0], [0, 1]]], [[[0, 1]]]]
    table = tabulate(ArrayGame([[[1, 0], [0, 1]], [[1]]], to))
    value, end = limit_values(table, np.array([0.999, 1.0]), [Value(-9, 9)] * 2)
    assert value.lower <= 1 <= value.upper
    assert value.gap < 1e-11
    assert end == Value.exactly(1)


def chained_matches(count):
    """Big Matches one after another: a win leads to the next, a loss ends all; only the last win pays 1 forever."""
    size = 2 * count + 1
    payoffs, to = [], []
    for s in range(count):
        on = np.zeros((2, 2, size))
        on[0, :, s] = 1
        on[1, 0, 2 * count - s] = on[1, 1, s + 1 if s + 1 < count else count] = 1
        payoffs.append([[1, 0], [0, 1]])
        to.append(on)
    for s in range(count, size):
        payoffs.append([[1 if s == count else 0]])
        to.append(np.eye(size)[s].reshape(1, 1, size))
    return ArrayGame(payoffs, to)


def test_a_game_in_parts_is_proved_part_by_part():
    """Six matches in a row have 64 pure strategies together, and two each.

    If the next match is worth v, then this one is worth val[1 0; 0 v] at the limit of its discounted values, which is
    v / (1 + v): 1/2, 1/3, 1/4 and so on.
    """
    game = chained_matches(6)
    found = solve(game)
    for s in range(6):
        assert found.values[str(s)].gap < 1e-10
        assert Fraction(1, 7 - s) in found.values[str(s)]
    assert list(parts(tabulate(game)))[-1] == (0,)


def test_parts_whose_values_are_only_enclosed_give_bounds():
    """Dare, worth sqrt 7 - 2, as the prize of a Big Match: v / (1 + v) again, now from bounds on v."""
    to = [np.zeros((2, 2, 7)) for _ in range(3)]
    to[0][0, :, 0] = 1
    to[0][1, 0, 3] = to[0][1, 1, 1] = 1
    to[1][0, 0, 3] = to[1][0, 1, 4] = to[1][1, 0, 5] = to[1][1, 1, 2] = 1
    payoffs = [[[1, 0], [0, 1]], np.zeros((2, 2)), np.zeros((2, 2)), [[0]], [[1]], [[3]], [[-1]]]
    to[2][0, 0, 3] = to[2][0, 1, 6] = to[2][1, 0, 6] = to[2][1, 1, 1] = 1
    game = ArrayGame(payoffs, [*to, *(np.eye(7)[s].reshape(1, 1, 7) for s in range(3, 7))])
    found = solve(game)
    prize = found.values["1"]
    assert found.value.gap < 1e-11
    assert found.value.lower - 1e-12 <= float(prize) / (1 + float(prize)) <= found.value.upper + 1e-12


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_exact_multichain_processes_by_brute_force(seed):
    """The best policy of all, by enumeration, in each start; chains are valued by long powers."""
    random = np.random.default_rng(seed)
    moves = random.integers(0, 4, size=(4, 2))
    payoff = random.integers(-3, 4, size=(4, 2))
    process = [
        [(Fraction(int(payoff[s, a])), {int(moves[s, a]): Fraction(1)}) for a in range(2)] for s in range(4)
    ]
    best = np.full(4, -np.inf)
    for policy in np.ndindex(2, 2, 2, 2):
        chain = np.eye(4)[[moves[s, a] for s, a in enumerate(policy)]]
        # 12 is a multiple of every period up to 4
        settled = np.linalg.matrix_power(chain, 24)
        cycle = sum(np.linalg.matrix_power(chain, k) for k in range(12)) / 12
        best = np.maximum(best, settled @ cycle @ [payoff[s, a] for s, a in enumerate(policy)])
    assert [float(g) for g in best_average(process, [])[0]] == pytest.approx(best.tolist())


def test_relative_values_prove_the_best_average_beyond_the_precision_of_floats():
    """`verify` once missed the claims of large games by 2e-15; what fractions find is the truth here."""
    random = np.random.default_rng(3)
    process = [
        [
            (
                Fraction(float(random.uniform(-1, 1))),
                {int(t): Fraction(1, 3) for t in random.permutation(12)[:3]},
            )
            for _ in range(3)
        ]
        for _ in range(12)
    ]
    W = relative_values(process)
    bound = max(
        r + sum(p * W[t] for t, p in to.items()) - W[s] for s, own in enumerate(process) for r, to in own
    )
    assert 0 <= bound - max(best_average(process, [])[0]) < Fraction(1, 10**25)


def test_a_chain_whose_matrix_is_small_though_its_moves_are_many(tmp_path):
    """70 states: a matrix from states to states is kept in full, one from moves to states is not."""
    luck = random.Random(1)
    lines = []
    for s in range(70):
        payoff = [[luck.randint(-9, 9) for _ in range(3)] for _ in range(3)]
        to = [[f"{{s{luck.randrange(70)} = 1}}" for _ in range(3)] for _ in range(3)]
        rows = ", ".join(f"[{', '.join(line)}]" for line in to)
        lines.append(f"[states.s{s}]\npayoff = {payoff}\nnext = [{rows}]\n")
    file = tmp_path / "many.toml"
    file.write_text("\n".join(lines))
    solution = zerosum.solve("stochastic", path=str(file))
    assert solution.value.gap < 1e-9
    proved = solution.verify().proved
    assert proved.lower - solution.value.upper < 1e-12
    assert solution.value.lower - proved.upper < 1e-12
    assert proved.gap < 1e-12


def test_an_average_payoff_that_takes_long_is_refused(monkeypatch):
    monkeypatch.setenv("ZEROSUM_LIMIT", "0.000001s")
    with pytest.raises(TooLargeError, match=r"average payoff of . states"):
        zerosum.solve("stochastic", path=str(EXAMPLES / "big_match.toml"))


@pytest.mark.parametrize(
    ("size", "ends"), [(600, False), (60, True), pytest.param(600, True, marks=pytest.mark.long)]
)
def test_many_states_are_solved_or_refused_with_an_estimate(tmp_path, size, ends, monkeypatch):
    """If plays end in absorbing states, the value depends on the start: that takes long, and the first part says so."""
    luck = random.Random(7)
    states = {}
    for s in range(size):
        payoff = [[luck.randint(-9, 9) for _ in range(2)] for _ in range(2)]
        to = [
            [
                {f"s{luck.randrange(size // 2, size)}": "1/2", f"s{luck.randrange(size // 2)}": "1/2"}
                for _ in "ab"
            ]
            for _ in "ab"
        ]
        states[f"s{s}"] = {"payoff": payoff[0][0]} if ends and s % 5 == 4 else {"payoff": payoff, "next": to}
    file = tmp_path / "many.json"
    file.write_text(json.dumps({"states": states}))
    if ends:
        monkeypatch.setattr("zerosum.models.stochastic.solve.average.MINUTE", 0.01)
        with pytest.raises(TooLargeError, match=r"depends on the start.* of work"):
            zerosum.solve("stochastic", path=str(file))
    else:
        assert zerosum.solve("stochastic", path=str(file)).value.gap < 1e-9


def test_a_value_that_depends_on_the_start_is_estimated_before_it_takes_long(monkeypatch):
    """The strategies for the first discount say how long all of them will take."""
    monkeypatch.setattr("zerosum.models.stochastic.solve.average.MINUTE", 0.0)
    with pytest.raises(TooLargeError, match="depends on the start"):
        zerosum.solve("stochastic", path=str(EXAMPLES / "big_match.toml"))


def large_absorbing(size, seed):
    """Every fifth state is never left; the others have 2 x 2 moves and two next states each."""
    luck = random.Random(seed)
    payoffs, to = [], []
    for s in range(size):
        if s % 5 == 4:
            payoffs.append([[luck.randint(-9, 9)]])
            to.append(np.eye(size)[s].reshape(1, 1, size))
            continue
        payoffs.append([[luck.randint(-9, 9) for _ in "ab"] for _ in "ab"])
        ends = [[luck.randrange(size), luck.randrange(size)] for _ in range(4)]
        to.append(np.eye(size)[ends].mean(axis=1).reshape(2, 2, size))
    return ArrayGame(payoffs, to)


def large_deterministic(size, seed):
    """The players move in turn, each with two sure ways."""
    luck = random.Random(seed)
    shapes = [(2, 1) if s % 2 else (1, 2) for s in range(size)]
    payoffs = [np.array([luck.randint(-9, 9) for _ in "ab"]).reshape(shape).tolist() for shape in shapes]
    ways = [[luck.randrange(size) for _ in "ab"] for _ in shapes]
    return ArrayGame(
        payoffs, [np.eye(size)[way].reshape(*shape, size) for way, shape in zip(ways, shapes, strict=True)]
    )


def rings(size, seed):
    """Row chooses one of four rings of 2 x 2 games, which are never left."""
    luck, each = random.Random(seed), size // 4
    payoffs, to = [[[0]] * 4], [np.eye(1 + 4 * each)[[[1 + k * each] for k in range(4)]]]
    for k in range(4):
        for i in range(each):
            payoffs.append([[luck.randint(-9, 9) for _ in "ab"] for _ in "ab"])
            to.append(np.tile(np.eye(1 + 4 * each)[1 + k * each + (i + 1) % each], (2, 2, 1)))
    return ArrayGame(payoffs, to)


@pytest.mark.parametrize(
    ("make", "size"),
    [
        (large_absorbing, 50),
        (large_absorbing, 100),
        (large_deterministic, 100),
        (large_deterministic, 600),
        (rings, 100),
    ],
)
def test_the_strategies_of_a_large_game_prove_a_value_that_depends_on_the_start(make, size):
    """`verify` once missed the values of games with more than 40 states by whole payoffs."""
    found = solve(make(size, 1))
    assert len({round(float(value), 6) for value in found.values.values()}) > 1
    assert found.value.gap < 1e-7
    assert found.verify().holds


def test_large_and_small_processes_are_proved_alike(monkeypatch):
    """Policy iteration in fractions finds the truth; end components come as near as the floats of a claim."""
    for make in (large_absorbing, large_deterministic, rings):
        found = solve(make(EXACT_STATES - 5, 2))
        exact = verify(found)
        with monkeypatch.context() as patch:
            patch.setattr("zerosum.models.stochastic.guesses.EXACT_STATES", 0)
            proved = verify(found)
        assert proved.lower <= exact.lower + Fraction(1, 10**30)
        assert proved.upper >= exact.upper - Fraction(1, 10**30)
        assert exact.lower - proved.lower < 1e-12
        assert proved.upper - exact.upper < 1e-12


def test_a_large_game_whose_value_depends_on_the_start_has_a_certificate(tmp_path):
    luck = random.Random(7)
    states = {}
    for s in range(60):
        payoff = [[luck.randint(-9, 9) for _ in "ab"] for _ in "ab"]
        to = [
            [{f"s{luck.randrange(60)}": "1/2", f"s{luck.randrange(59)}": "1/2"} for _ in "ab"] for _ in "ab"
        ]
        states[f"s{s}"] = {"payoff": payoff[0][0]} if s % 5 == 4 else {"payoff": payoff, "next": to}
    for state in states.values():
        for line in state.get("next", []):
            for k, to in enumerate(line):
                if len(to) == 1:
                    line[k] = dict.fromkeys(to, "1")
    file = tmp_path / "many.json"
    file.write_text(json.dumps({"states": states}))
    certificate = tmp_path / "many.cert"
    certificate.write_text(certify(zerosum.solve("stochastic", path=str(file))), encoding="ascii")
    assert check(certificate).holds


class Purgatory(zerosum.StochasticGame):
    """Dante guesses Lucifer's number: right is one level up, too high is hell, too low is the first level."""

    states = (1, 2, "paradise", "hell")
    first_state = 1

    def moves(self, state):
        return ((1, 2), (1, 2)) if state in (1, 2) else ((0,), (0,))

    def play(self, state, row, col):
        if state in ("paradise", "hell"):
            return int(state == "paradise"), {state: 1}
        if row == col:
            return 0, {{1: 2, 2: "paradise"}[state]: 1}
        return 0, {"hell" if row > col else 1: 1}


def test_discounted_values_that_did_not_converge_mislead_nobody():
    """The value is 1 (Hansen, Koucký and Miltersen 2009); the discounted values used to come to 591.88."""
    solution = zerosum.solve(Purgatory())
    assert all(0 <= limit <= 1 + 1e-9 for limit in solution.limits.values())
    assert solution.value.lower > 1 - 1e-6
    assert solution.value.upper < 1 + 1e-6
    assert "591" not in str(solution)
