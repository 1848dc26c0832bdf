"""Stochastic games out of the literature, each with the place where it stands and the answer printed there.

Read for this table, and quoted by example or page:

* T. S. Ferguson, Game Theory, part II, section 6: pages II-62 to II-69, where the games of Shapley (1953) are
  introduced by examples and Shapley's iteration is carried out;
* H. Everett, Recursive games, Contributions to the Theory of Games III (1957), section 9;
* L. S. Shapley, Stochastic games, PNAS 39 (1953), page 1095: the model and the bound (1);
* D. Blackwell and T. S. Ferguson, The Big Match (1968), theorem 1, and S. Sorin, Asymptotic properties of a
  non-zero sum stochastic game (1986), pages 102-105, both as the notes of the Lean library UniformEquilibrium
  quote them;
* J. van der Wal's cycle (1978) and their own example 4.1, as K. Badger, J. Huang and M. Petrik give them:
  Convergence of fast policy iteration in Markov games and robust MDPs, AAAI 2026, and its code;
* T. E. S. Raghavan and Z. Syed's game of perfect information (2003), as M. Bourque's stochgame gives it.

J. Filar and K. Vrieze, Competitive Markov Decision Processes (1997), the textbook to which Ferguson refers, could not
be read for this table, so nothing in it is attributed to them.

A *recursive* game pays at its end only; here each end is a state that is never left, and `forever` is what a
stage pays until then, so that the average is the end's payoff, or `forever` if the play never ends.
"""

import functools
import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zerosum.core.errors import GameError
from zerosum.models.stochastic.certificate import verify
from zerosum.models.stochastic.rules import ArrayGame
from zerosum.models.stochastic.solve import solve
from zerosum.models.stochastic.solve.operator import ShapleyOperator
from zerosum.models.stochastic.solve.processes import total
from zerosum.models.stochastic.table import tabulate

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def recursive(games, forever=0):
    """Games whose entries are payoffs, other games by name, or lotteries over both."""
    lotteries = {
        name: [[entry if isinstance(entry, dict) else {entry: 1} for entry in line] for line in lines]
        for name, lines in games.items()
    }
    ends = sorted({e for lines in lotteries.values() for line in lines for lottery in line for e in lottery
                   if not isinstance(e, str)})  # fmt: skip
    order = [*games, *ends]
    payoffs = [[[forever] * len(line) for line in lines] for lines in games.values()]
    to = [
        [[[lottery.get(next_one, 0) for next_one in order] for lottery in line] for line in lines]
        for lines in lotteries.values()
    ]
    for end in ends:
        payoffs.append([[end]])
        to.append([[[int(other == end) for other in order]]])
    return ArrayGame(payoffs, to, names=[str(one) for one in order])


def stopping(payoffs, going_on):
    """A game of total payoff: for each state its payoffs, and the chances of the next states."""
    return ArrayGame(payoffs, going_on, 1)


TWO_POSITIONS = stopping(
    [[[4, 0], [1, 3]], [[0, -5], [-4, 1]]],
    [[[[0.3, 0], [0, 0.4]], [[0, 0.4], [0.5, 0]]], [[[0.5, 0], [0, 0]], [[0, 0], [0, 0.5]]]],
)
DARE = {"G": [[0, 1], [3, "reversed"]], "reversed": [[0, -3], [-1, "G"]]}
GUESSES = {
    "G": [
        [{"G": 2 * THIRD, "reversed": THIRD}, {1: 2 * THIRD, 0: THIRD}],
        [{0: 2 * THIRD, 4: THIRD}, {"reversed": 2 * THIRD, "G": THIRD}],
    ],
    "reversed": [
        [{"reversed": 2 * THIRD, "G": THIRD}, {0: 2 * THIRD, -4: THIRD}],
        [{-1: 2 * THIRD, 0: THIRD}, {"G": 2 * THIRD, "reversed": THIRD}],
    ],
}
THREE_GAMES = {
    "G1": [["G2", 0], [0, "G3"]],
    "G2": [["G1", 1], [1, 0]],
    "G3": [["G1", 2], [2, 0]],
}
TWO_GAMES = {
    "G1": [[{"G2": HALF, 0: HALF}, 1], [2, 0]],
    "G2": [[{"G1": 2 * THIRD, -2: THIRD}, 0], [0, -1]],
}
BIG_MATCH = ArrayGame(
    [[[1, 0], [0, 1]], [[0]], [[1]]],
    [[[[1, 0, 0], [1, 0, 0]], [[0, 1, 0], [0, 0, 1]]], [[[0, 1, 0]]], [[[0, 0, 1]]]],
)
# the second player of Sorin's game as row: his payoffs at L and R against Top (which ends the play) and Bottom
SORIN_SECOND = ArrayGame(
    [[[0, 1], [2, 0]], [[0]], [[2]]],
    [[[[0, 1, 0], [1, 0, 0]], [[0, 0, 1], [1, 0, 0]]], [[[0, 1, 0]]], [[[0, 0, 1]]]],
)


@dataclass(frozen=True)
class Published:
    """A game, the place where it stands, and what is printed there, state by state."""

    where: str
    game: ArrayGame
    values: Mapping[str, float | Fraction]
    digits: str = ""
    """The first value in decimals, as far as it is printed, rounded or cut."""
    row: tuple[float, ...] = ()
    col: tuple[float, ...] = ()


ROOT = math.sqrt
TABLE = [
    Published("Ferguson II.6.3, the first game", recursive({"G": [["G", 1], [1, 0]]}), {"G": 1}),
    Published(
        "Ferguson II.6.3, example 3",
        recursive({"G": [["G", 1, 0], [1, 0, "G"], [0, "G", 1]]}),
        {"G": HALF}, "", (1 / 3,) * 3, (1 / 3,) * 3,
    ),
    Published(
        "Ferguson II.6.3, example 4, Dare",
        recursive(DARE),
        {"G": ROOT(7) - 2, "reversed": 2 - ROOT(7)}, ".64575",
        ((5 - ROOT(7)) / 3, (ROOT(7) - 2) / 3), (3 - ROOT(7), ROOT(7) - 2),
    ),
    Published(
        "Ferguson II.6.3, example 5",
        recursive(THREE_GAMES),
        {"G1": Fraction(2, 5), "G2": Fraction(5, 8), "G3": Fraction(10, 9)}, "",
        (16 / 25, 9 / 25), (16 / 25, 9 / 25),
    ),
    Published(
        "Ferguson II.6.4, example 6",
        recursive(TWO_GAMES),
        {"G1": (10 - ROOT(30)) / 7, "G2": -(2 * ROOT(30) - 10) / 5}, ".646",
    ),
    Published(
        "Ferguson II.6.4, example 7",
        recursive(GUESSES),
        {"G": 9 - ROOT(73)}, ".456",
        ((13 - ROOT(73)) / 6, (ROOT(73) - 7) / 6), ((11 - ROOT(73)) / 6, (ROOT(73) - 5) / 6),
    ),
    Published(
        "Ferguson II.6.5, example 8",
        stopping([[[1, 3], [1, 2]]], [[[[0.6], [0.2]], [[0.8], [0.4]]]]),
        {"0": 2.5 * ROOT(2)}, "3.535",
        (ROOT(2) - 1, 2 - ROOT(2)), (1 - ROOT(2) / 2, ROOT(2) / 2),
    ),
    Published(
        "Everett 1957, section 9, example 5",
        recursive({"1": [["1", "1"], ["2", 20], [20, "2"]], "2": [[-10]]}),
        {"1": 5, "2": -10}, "", (0, 0.5, 0.5), (0.5, 0.5),
    ),
    Published("Blackwell and Ferguson 1968, theorem 1", BIG_MATCH, {"0": HALF}, "", (), (0.5, 0.5)),
    Published("Sorin 1986, page 103: v2", SORIN_SECOND, {"0": 2 * THIRD}),
]  # fmt: skip


@functools.cache
def _found(where):
    return solve(next(one.game for one in TABLE if one.where == where))


@pytest.mark.parametrize("published", TABLE, ids=lambda published: published.where)
def test_the_certified_interval_holds_the_printed_value(published):
    found = _found(published.where)
    for state, printed in published.values.items():
        value = found.values[state]
        assert value.gap < 1e-11
        assert float(value.lower) - 1e-14 <= printed <= float(value.upper) + 1e-14
    if published.digits:
        assert abs(float(found.value) - float(published.digits)) < 10.0 ** -len(
            published.digits.partition(".")[2]
        )


@pytest.mark.parametrize(
    "published", [one for one in TABLE if one.col], ids=lambda published: published.where
)
def test_the_strategies_are_those_printed(published):
    found = _found(published.where)
    assert list(found.col.values()) == pytest.approx(published.col, abs=1e-10)
    if published.row:
        assert list(found.row.values()) == pytest.approx(published.row, abs=1e-10)


@pytest.mark.parametrize(("forever", "printed"), [(-3, 1), (0, 1), (1, 1), (2, 2), (4, 4), (5, 5), (8, 5)])
def test_a_value_that_depends_on_what_endless_play_pays(forever, printed):
    """Ferguson, page II-62: (G 5; 1 0) is worth Q if 1 <= Q <= 5, 1 below that and 5 above."""
    found = solve(recursive({"G": [["G", 5], [1, 0]]}, forever))
    assert float(found.value) == pytest.approx(printed, abs=1e-12)


def test_a_misprint_in_the_guesses_of_a_coin():
    """Ferguson, example 7, gives I's strategy as (.743, .256); (sqrt 73 - 7) / 6 is .2573, so it is (.743, .257)."""
    row = list(solve(recursive(GUESSES)).row.values())
    assert [f"{p:.3f}" for p in row] == ["0.743", "0.257"]
    assert Decimal(".743") + Decimal(".256") != 1


def exact_iterates(steps):
    """Shapley's iteration of the two positions in fractions: no stage game has a saddle point."""

    def value(a, b, c, d):
        assert (a > b and d > c) or (a < b and d < c)
        return (a * d - b * c) / (a + d - b - c)

    x = y = Fraction(0)
    for _ in range(steps):
        first = value(4 + Fraction(3, 10) * x, Fraction(2, 5) * y, 1 + Fraction(2, 5) * y, 3 + x / 2)
        x, y = first, value(x / 2, Fraction(-5), Fraction(-4), 1 + y / 2)
        yield x, y


def test_shapley_iteration_as_printed_digit_by_digit():
    """Ferguson, page II-69: v1 to v6 from v0 = 0, and the bound .0002 on the error of v6.

    One digit is wrong: v4(2) is printed as -1.9977, and is -1.99764...
    """
    printed = [
        ("2", "-2"), ("2.0174", "-2"), ("2.0210", "-1.9983"), ("2.0220", "-1.9977"), ("2.0224", "-1.9974"),
        ("2.0225", "-1.9974"),
    ]  # fmt: skip
    operator = ShapleyOperator(tabulate(TWO_POSITIONS))
    v, wrong = np.zeros(2), []
    for n, (line, exact) in enumerate(zip(printed, exact_iterates(6), strict=True), start=1):
        v = operator(v).middle
        assert v == pytest.approx([float(x) for x in exact], abs=1e-14)
        for k, (said, x) in enumerate(zip(line, exact, strict=True), start=1):
            if abs(Fraction(said) - x) > Fraction(1, 20000):
                wrong.append((n, k, said, f"{float(x):.6f}"))
    assert wrong == [(4, 2, "-1.9977", "-1.997645")]
    for state, x in zip("01", v, strict=True):
        assert abs(float(solve(TWO_POSITIONS).values[state]) - x) < 0.0002


def test_the_strategies_of_the_two_positions_and_a_misprint():
    """Page II-69 prints q(1) = (.5219, .4718), which does not sum to 1: it should read (.5219, .4781)."""
    operator = ShapleyOperator(tabulate(TWO_POSITIONS))
    v = np.zeros(2)
    for _ in range(6):
        v = operator(v).middle
    stage = operator(v)
    assert [f"{p:.4f}" for p in stage.row] == ["0.4134", "0.5866", "0.3996", "0.6004"]
    assert [f"{p:.4f}" for p in stage.col] == ["0.5219", "0.4781", "0.4995", "0.5005"]
    assert Decimal(".5219") + Decimal(".4718") != 1


def test_truncated_games_need_not_tend_to_the_value():
    """Everett, example 5: with a compulsory stop after n rounds the value is 10 for every n, and in truth 5."""
    matrix, stops = [["1", "1"], ["2", 20], [20, "2"]], {"1": 0.0, "2": 0.0}
    for _ in range(30):
        entries = [[stops.get(entry, entry) for entry in line] for line in matrix]
        game = ArrayGame([entries], [np.zeros((3, 2, 1))], 1)
        stops = {"1": float(solve(game).value), "2": -10.0}
        assert stops["1"] == pytest.approx(10)


def test_a_stochastic_game_without_a_solution_says_so():
    """Everett, example 4: no state traps the play, yet the total oscillates and there is no critical vector."""
    games = [[[1, 5], [-5, 0]], [[-1, 5], [-5, 0]]]
    go_on = [[[[0, 1], [0, 0]], [[0, 0], [0, 0]]], [[[1, 0], [0, 0]], [[0, 0], [0, 0]]]]
    with pytest.raises(GameError, match=r"stop in 0, 1; .*discount"):
        solve(stopping(games, go_on))


@pytest.mark.parametrize("discount", [0.0, 0.5, 0.9, 0.999])
def test_the_big_match_and_sorins_game_have_one_value_at_every_discount(discount):
    """1/2 and 2/3 a stage (Sorin 1986, theorem 1, says so of his game, whose zero-sum side for I is the Big Match)."""
    for game, value in ((BIG_MATCH, 1 / 2), (SORIN_SECOND, 2 / 3)):
        found = solve(ArrayGame(game.payoffs, game.transitions, discount))
        assert float(found.value) * (1 - discount) == pytest.approx(value, abs=1e-12)


def test_blackwell_and_fergusons_strategies_of_player_one():
    """Theorem 1: predict 1 with probability 1 / (k + N + 1)^2, k the excess of 0's; he then gets N / 2(N + 1).

    Over T days and against every play of col this is a finite game of one player, solved by hand: the state is the
    excess, and col picks the worse digit. It needs T to be large, so the bound is Renault's: - N / (2 T) at most.
    """
    for N, T in ((1, 40), (3, 60)):
        worth = dict.fromkeys(range(-T - 1, T + 2), 0.0)
        for left in range(1, T + 1):
            before, worth = worth, {}
            for k in range(-(T - left), T - left + 1):
                stop = 1.0 if k + N <= 0 else 1 / (k + N + 1) ** 2
                col_0 = (1 - stop) * (1 + before[k + 1]) if stop < 1 else 0.0
                col_1 = stop * left + (1 - stop) * (before[k - 1] if stop < 1 else 0.0)
                worth[k] = min(col_0, col_1)
        assert N / (2 * (N + 1)) - N / (2 * T) - 1e-12 <= worth[0] / T <= 0.5


VAN_DER_WAL = ArrayGame(
    [[[3, 6], [2, 1]], [[0]]],
    [[[[1, 0], [THIRD, 2 * THIRD]], [[1, 0], [1, 0]]], [[[0, 1]]]],
    Fraction(3, 4),
)


def test_newton_alone_cycles_on_van_der_wals_game():
    """Pollatschek and Avi-Itzhak's step goes 12, 4, 12, 4 forever; with the safeguard it ends at the value 8."""
    operator = ShapleyOperator(tabulate(VAN_DER_WAL))
    v, seen = np.zeros(2), []
    for _ in range(4):
        stage = operator(v)
        v = total(*operator.chain(stage.row, stage.col))
        seen.append(v[0])
    assert seen == pytest.approx([12, 4, 12, 4])
    assert Fraction(8) in solve(VAN_DER_WAL).value


def test_a_game_on_which_filar_and_tolwinskis_method_never_ends():
    """Badger, Huang and Petrik, example 4.1: from 0 no step length is good enough; v = -.7071 - .6 * 1.25."""
    payoffs = [[[-ROOT(0.5), -ROOT(0.5)]], [[-0.5]], [[0.5]]]
    to = [[[[0, 0, 1], [0, 1, 0]]], [[[0, 1, 0]]], [[[0, 0, 1]]]]
    found = solve(ArrayGame(payoffs, to, Fraction(6, 10)))
    assert found.value.lower <= -ROOT(0.5) - 0.75 <= found.value.upper
    assert found.col == {"0": 0.0, "1": 1.0}


RAGHAVAN_SYED = {  # state: who moves, and for each move the payoff and the next state
    0: ("col", [(3, 1), (4, 0), (6, 1)]),
    1: ("row", [(8, 7), (3, 3), (6, 6)]),
    2: ("row", [(0, 5), (3, 4), (2, 5)]),
    3: ("row", [(2, 2), (7, 7), (1, 2)]),
    4: ("col", [(9, 3), (1, 5), (2, 3)]),
    5: ("row", [(8, 4), (0, 0), (7, 0)]),
    6: ("col", [(3, 6), (4, 5), (2, 1)]),
    7: ("col", [(4, 7), (3, 4), (5, 4)]),
}


def raghavan_syed(discount):
    """The game as arrays."""
    payoffs, to = [], []
    for who, moves in RAGHAVAN_SYED.values():
        shape = (3, 1) if who == "row" else (1, 3)
        payoffs.append(np.reshape([payoff for payoff, _ in moves], shape))
        to.append(np.reshape([np.eye(8)[next_one] for _, next_one in moves], (*shape, 8)))
    return ArrayGame(payoffs, to, discount)


def test_perfect_information_is_solved_by_pure_strategies():
    """Raghavan and Syed's game: all 3^8 pairs of pure strategies, a linear system each, against the solver."""
    choices = np.array(list(itertools.product(range(3), repeat=8)))
    payoff = np.array([[move[0] for move in moves] for _, moves in RAGHAVAN_SYED.values()], dtype=float)
    after = np.array([[move[1] for move in moves] for _, moves in RAGHAVAN_SYED.values()])
    states = np.arange(8)
    chains = np.eye(8)[after[states, choices]]
    values = np.linalg.solve(np.eye(8) - 0.9 * chains, payoff[states, choices][..., None])[..., 0]
    rows = [s for s, (who, _) in RAGHAVAN_SYED.items() if who == "row"]
    plan = choices[:, rows] @ 3 ** np.arange(len(rows))
    floors = np.array([values[plan == one].min(axis=0) for one in range(3 ** len(rows))])
    game = raghavan_syed(Fraction(9, 10))
    found = solve(game)
    assert [float(value) for value in found.values.values()] == pytest.approx(
        floors.max(axis=0).tolist(), abs=1e-9
    )
    assert all(set(mix.values()) <= {0.0, 1.0} for mix in (*found.rows.values(), *found.cols.values()))
    average = solve(raghavan_syed(None))
    assert verify(average).gap < 1e-9


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), states=st.integers(1, 5))
def test_shapleys_bound(seed, states):
    """Shapley 1953, (1): no play is worth more than M / s, s the least stop probability and M the largest payoff."""
    random = np.random.default_rng(seed)
    payoffs = [random.normal(size=(2, 3)) for _ in range(states)]
    going_on = [random.dirichlet(np.ones(states + 1), size=(2, 3)) for _ in range(states)]
    stop = min(to[:, :, -1].min() for to in going_on)
    found = solve(stopping(payoffs, [to[:, :, :-1] for to in going_on]))
    most = max(np.abs(payoff).max() for payoff in payoffs) / stop
    assert all(abs(float(value)) <= most * (1 + 1e-9) for value in found.values.values())
