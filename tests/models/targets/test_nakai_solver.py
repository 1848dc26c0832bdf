"""The compiled recursion against other methods: quadrature, exact fractions, staged games, closed forms."""

# ruff: noqa: E741 - the letters are Nakai's

import itertools
import math
from dataclasses import dataclass
from fractions import Fraction as Fr

import pytest
from scipy.integrate import quad

from zerosum.core.errors import InputError
from zerosum.games.nakai import Nakai
from zerosum.models.staged.rules import StagedGame
from zerosum.models.staged.solve import solve as solve_staged
from zerosum.models.targets.certificate import distribution_or_table, parts_of, verify
from zerosum.models.targets.pieces import closed_form
from zerosum.models.targets.rules import TargetGame, Targets, parse_targets
from zerosum.models.targets.solve import solve
from zerosum.models.targets.verify import bounds
from zerosum.papers.checks.nakai_formulas import table


def val_two_columns(rows):
    """The least over q of the upper envelope of lines: by all the places where it can be."""
    if len(rows[0]) == 1:
        return max(row[0] for row in rows)
    places = {0.0, 1.0}
    for (a, c), (b, d) in itertools.combinations(rows, 2):
        if a - c - b + d != 0:
            places.add(min(1.0, max(0.0, (d - c) / (a - c - b + d))))
    return min(max(q * a + (1 - q) * c for a, c in rows) for q in places)


def by_quadrature(game, state, density, known):
    """The recursion with adaptive quadrature over matrix values, from the rules alone."""
    if state not in known:
        rows, cols = game.moves(state)
        if not rows:
            return 0.0
        cells = [[game.play(state, r, c) for c in cols] for r in rows]
        entries = [[(d, by_quadrature(game, s, density, known)) for (_, d), s in line] for line in cells]

        def integrand(x):
            return val_two_columns([[d * x + v for d, v in line] for line in entries]) * density(x)

        known[state] = quad(integrand, *density.span, limit=400, epsabs=1e-10, epsrel=1e-10)[0]
    return known[state]


def flat(x):
    return 1.0


def fading(x):
    return math.exp(-x / 2) / 2


flat.span, fading.span = (0, 1), (0, 60)


@pytest.mark.parametrize(("text", "density"), [("uniform", flat), ("exponential(2)", fading)])
def test_against_adaptive_quadrature(text, density):
    game, known = Nakai(4, 2, 2, 3, text), {}
    solution = solve(game)
    by_quadrature(game, game.start, density, known)
    assert len(known) > 10
    for state, value in known.items():
        assert float(solution.value_at(state)) == pytest.approx(value, abs=2e-8)


def test_the_aims_of_precision():
    assert table(20, "uniform")[1] < 1e-12


def test_two_forms_of_one_distribution_agree():
    (closed, e), (panels, f) = (table(6, text) for text in ("exponential(2)", "gamma(1,scale=2)"))
    assert max(abs(closed[state] - panels[state]) for state in closed) <= e + f


def test_cards_seen_from_the_other_side():
    """High cards against middle are middle against low with the players exchanged."""
    for text in ("uniform", "exponential(2)", "values(1,2,3)"):
        v, error = table(8, text)
        assert all(abs(v[n, k, 0, m] + v[n, 0, m, k]) <= 2 * error for n, k, l, m in v if l == 0)


@pytest.mark.parametrize("targets", ["values(1,2,3)", "values(0:1/3,1:2/3)", "point(2)"])
def test_floats_lie_around_the_fractions(targets):
    game = Nakai(4, 2, 1, 3, targets)
    exact, rough = solve(game, exact=True), solve(game)
    assert exact.value.is_exact
    assert exact.value.lower in rough.value
    assert sum(exact.row.values()) == 1


def test_exact_needs_finitely_many_values():
    with pytest.raises(InputError, match=r"finitely many.* uniform"):
        solve(Nakai(), exact=True)


@dataclass(frozen=True)
class AsStaged(StagedGame):
    """A target game with atoms only, told as a staged game: chance first shows the target, then both move."""

    game: TargetGame

    @property
    def start(self):
        return self.game.start, None

    def moves(self, position):
        state, x = position
        rows, cols = self.game.moves(state)
        return (rows, cols) if x is not None or not rows else (("look",), ("look",))

    def play(self, position, row, col):
        state, x = position
        if x is None:
            return [(p, 0, (state, at)) for at, p in self.game.target(self.game.stages_left(state)).exact]
        (c, d), following = self.game.play(state, row, col)
        return [(1, c + d * x, (following, None))]


@pytest.mark.parametrize(
    "game",
    [Nakai(4, 2, 1, 3, "values(1,2,3)"), Nakai(3, 1, 1, 2, "values(1:1/2,4:1/2);point(1);values(0,3)")],
)
def test_the_classical_reading_is_a_staged_game(game):
    assert solve(game, exact=True).value == solve_staged(AsStaged(game), exact=True).value
    assert abs(float(solve(game).value) - float(solve_staged(AsStaged(game)).value)) < 1e-12


@pytest.mark.parametrize("n", [1, 2, 3])
def test_closed_forms_agree_with_the_numbers(n):
    for k, l, m in itertools.product(range(n + 1), repeat=3):
        if k + l <= n and (k + l) * m:
            game = Nakai(n, k, l, m)
            form = closed_form(game, game.start)
            assert Fr(form.value(30)) in solve(game).value


def test_the_closed_forms_of_the_example():
    def form(*state):
        return str(closed_form(Nakai(*state), state))

    assert form(2, 1, 0, 1) == "(2 - log(3))/4"
    assert form(2, 0, 1, 2) == "-3/8"
    assert form(3, 1, 1, 2) == "(8 - 2 log(3) + log(3)^2 + 5 log(5) - 5 log(9 + 2 log(3)))/32"
    assert form(3, 2, 1, 1) == "(48 - 9 log(19) + 9 log(3))/256"
    assert closed_form(Nakai(4, 1, 1, 2), (4, 1, 1, 2)) is None
    assert "closed form: (2 - log(3))/4" in solve(Nakai(2, 1, 0, 1)).report().notes


@pytest.mark.parametrize(
    "game",
    [
        Nakai(6, 2, 3, 3),
        Nakai(4, 2, 1, 3, "exponential(2)"),
        Nakai(3, 2, 1, 2, "gamma(2)"),
        Nakai(4, 2, 1, 3, "values(1,2,3)"),
        Nakai(3, 1, 1, 2, "uniform;values(1,2);exponential(1)"),
    ],
)
def test_the_strategies_guarantee_the_value(game):
    solution = solve(game)
    checked = verify(solution)
    assert checked.gap < 2e-12
    assert solution.value.lower <= checked.lower <= checked.upper <= solution.value.upper


def test_a_spoilt_strategy_is_noticed():
    game = Nakai(4, 2, 1, 3)
    solution = solve(game)

    def honest(layer, place):
        state = solution.solved.layers[layer].states[place]
        return parts_of(game, layer, state, solution.pieces_at(layer, place))

    def spoilt(layer, place):
        """At the start, row's high card and his low card are swapped."""
        parts = honest(layer, place)
        if solution.solved.layers[layer].states[place] != game.start:
            return parts
        swapped = {"play H": "play L", "play L": "play H", "pass": "pass"}
        return [
            p._replace(row=p.row._replace(tops={m: p.row.tops[swapped[m]] for m in p.row.tops}))
            for p in parts
        ]

    distributions = [distribution_or_table(game.target(left)) for left in range(1, 5)]
    assert bounds(game, honest, game.start, distributions, exact=False) == verify(solution)
    assert bounds(game, spoilt, game.start, distributions, exact=False).lower < float(solution.value) - 0.01


def test_a_target_is_the_number_that_was_given():
    solution = solve(Nakai(stages=2, targets="values(1/10,1)"), exact=True)
    assert solution.at(x=Fr(1, 10)).position_keys["x"] == Fr(1, 10)
    assert solution.at(x=0.1).position_keys["x"] == Fr(0.1) != Fr(1, 10)


def test_another_state_and_a_target_that_is_seen():
    solution = solve(Nakai())
    there = solution.at(state="2,1,0,1")
    assert (2 - math.log(3)) / 4 in there.value
    seen = solution.at(x=0.1)
    assert (dict(seen.row), dict(seen.col)) == ({"play L": 1.0}, {"play M": 1.0})
    a = (2 - math.log(3)) / 4
    seen = solution.at(x=0.8)
    assert seen.row["play H"] == pytest.approx(2 / (8 * 0.8 - 8 * a + 5))
    assert seen.col["play M"] == pytest.approx(5 / (8 * 0.8 - 8 * a + 5))
    assert solution.at(state="2,0,0,1").value.is_exact
    with pytest.raises(InputError, match="cannot follow"):
        solution.at(state="2,2,0,1")
    with pytest.raises(InputError, match="is worth 2"):
        solution.at(x=2.0)
    with pytest.raises(InputError, match="separated by commas"):
        solution.at(state="two")


def test_the_table_of_intervals():
    (_, shown, worth) = solve(Nakai(4, 2, 1, 3)).report().tables
    assert [row[1:3] for row in shown.rows][:3] == [
        ["play L", "play M"],
        ["pass", "play M"],
        ["play H", "play M"],
    ]
    assert shown.rows[3][1:] == [
        "play H 0.51929/D, pass (x - 0.297544)/D",
        "play M 0.5/D, pass (x - 0.278254)/D",
        "x + 0.221746",
    ]
    assert worth.rows[1] == ["0.252344 ≤ x < 0.278254", "0.371335"]
    assert shown.rows[3][0] == "0.297544 ≤ x ≤ 1"


def test_json_has_the_keys_of_every_solution():
    answer = solve(Nakai(targets="values(1,2)"), exact=True).json()
    assert set(answer) >= {"game", "parameters", "value", "strategies", "method", "positions", "seconds"}
    assert answer["parameters"]["targets"] == "values(1,2)"


UNIFORM = parse_targets("uniform")


@dataclass(frozen=True)
class Three(TargetGame):
    """Three moves each, x in every column: only the general method will do."""

    row_moves = ("a", "b", "c")
    col_moves = ("d", "e", "f")
    stages: int = 2
    targets: Targets = UNIFORM
    start = (2, 0)

    def stages_left(self, state):
        return state[0]

    def target(self, left):
        return self.targets.at(left)

    def moves(self, state):
        return (self.row_moves, self.col_moves) if state[0] else ((), ())

    def play(self, state, row, col):
        i, j = self.row_moves.index(row), self.col_moves.index(col)
        return (Fr((i * j + i + state[1]) % 3), Fr((i - j) % 3 - 1)), (state[0] - 1, (i + j) % 2)


def test_a_game_of_three_by_three():
    exact = solve(Three(targets=parse_targets("values(0,1,2)")), exact=True)
    assert (
        exact.value == solve_staged(AsStaged(Three(targets=parse_targets("values(0,1,2)"))), exact=True).value
    )
    assert exact.value.lower in solve(Three(targets=parse_targets("values(0,1,2)"))).value
    solution = solve(Three())
    assert solution.value.gap < 1e-12
    checked = verify(solution)
    assert checked.gap < 1e-10
    assert float(checked) == pytest.approx(float(solution.value), abs=1e-10)
    assert closed_form(Three(), (2, 0)) is None
