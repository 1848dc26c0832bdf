"""Players of target games: exact means against values, brute force and plays; best answers; errors in one sentence."""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from tests.by_name import computed, exploited, pair, ranged, sampled

from zerosum import matrix
from zerosum.arena import Session
from zerosum.arena.players import Observation
from zerosum.arena.sampling import Tally, play_out
from zerosum.core.errors import InputError, Unavailable
from zerosum.core.progress import silent
from zerosum.core.sides import SIDES
from zerosum.games.nakai import Nakai
from zerosum.models.targets.arena import TargetArena, TargetView
from zerosum.models.targets.rules import TargetGame
from zerosum.models.targets.solve import solve
from zerosum.numerics.distribution_arrays import Distribution
from zerosum.numerics.distributions import parse

DISTRIBUTIONS = ["uniform", "exponential(2)", "gamma(2)", "values(1,2,3)"]
BIGGER = Nakai(stages=4, high=1, low=2, middle=2)


@dataclass(frozen=True)
class Duel(TargetGame):
    """Three moves each, x in many places, for two stages: pieces of higher degree."""

    name: ClassVar[str] = "duel"
    row_moves: ClassVar[tuple[str, ...]] = ("stone", "paper", "scissors")
    col_moves: ClassVar[tuple[str, ...]] = ("stone", "paper", "scissors")
    distribution: str = "uniform"

    @property
    def start(self) -> int:
        return 2

    def stages_left(self, state: int) -> int:
        return state

    def target(self, left: int) -> Distribution:
        return parse(self.distribution)

    def moves(self, state: int) -> Any:
        return (self.row_moves, self.col_moves) if state else ((), ())

    def play(self, state: int, row: str, col: str) -> Any:
        i, j = self.row_moves.index(row), self.col_moves.index(col)
        won = (0, 1, -1)[(i - j) % 3]
        return (Fraction(won * (1 + i), 3), Fraction(won * (1 + j) + (i == j) * state, 2)), state - 1


@dataclass(frozen=True)
class Careless(TargetGame):
    """One stage: row may take x or nothing where col lets it; whatever row does guarantees nothing."""

    name: ClassVar[str] = "careless"
    row_moves: ClassVar[tuple[str, ...]] = ("stay", "take")
    col_moves: ClassVar[tuple[str, ...]] = ("guard", "sleep")
    stages: int = 1

    @property
    def start(self) -> int:
        return self.stages

    def stages_left(self, state: int) -> int:
        return state

    def target(self, left: int) -> Distribution:
        return parse("uniform")

    def moves(self, state: int) -> Any:
        return (self.row_moves, self.col_moves) if state else ((), ())

    def play(self, state: int, row: str, col: str) -> Any:
        return (0, int((row, col) == ("take", "sleep"))), state - 1


@dataclass(frozen=True)
class Tied(TargetGame):
    """One stage for a target worth one or two, with given payments."""

    name: ClassVar[str] = "tied"
    row_moves: ClassVar[tuple[str, ...]] = ("a", "b", "c")
    col_moves: ClassVar[tuple[str, ...]] = ("a", "b", "c")
    fixed: tuple[int, ...]
    slopes: tuple[int, ...]

    @property
    def start(self) -> int:
        return 1

    def stages_left(self, state: int) -> int:
        return state

    def target(self, left: int) -> Distribution:
        return parse("values(1,2)")

    def moves(self, state: int) -> Any:
        return (self.row_moves, self.col_moves) if state else ((), ())

    def play(self, state: int, row: str, col: str) -> Any:
        k = 3 * self.row_moves.index(row) + self.col_moves.index(col)
        return (self.fixed[k], self.slopes[k]), 0


class Tables:
    """An arena, its players named by text."""

    def __init__(self, game: TargetGame, *, exact: bool = False) -> None:
        self.arena, self.game = TargetArena(game, lambda game: solve(game, exact=exact)), game
        self.names = lambda: list(self.arena.roster("row"))
        self.player = lambda name: pair(self.arena, name, "uniform")[0]
        self.exactly = partial(computed, self.arena)
        self.simulated = partial(sampled, self.arena)
        self.exploited: Any = partial(exploited, self.arena)
        self.range = partial(ranged, self.arena)


def contest(game: TargetGame, *, exact: bool = False) -> Tables:
    return Tables(game, exact=exact)


@pytest.fixture(scope="module", params=DISTRIBUTIONS)
def three(request: pytest.FixtureRequest) -> Tables:
    return contest(Nakai(targets=request.param))


def close(sampled: Any, exact: Any, errors: float = 4.0) -> bool:
    return abs(float(sampled.mean) - float(exact.mean)) <= errors * sampled.standard_error + 1e-12


@pytest.mark.parametrize(
    "game",
    [*(Nakai(targets=distribution) for distribution in DISTRIBUTIONS), BIGGER, Duel()],
    ids=lambda g: g.title,
)
def test_the_equilibrium_against_itself_has_the_value_and_cannot_be_exploited(game: TargetGame) -> None:
    table, value = contest(game), solve(game).value
    match = table.exactly("equilibrium", "equilibrium")
    slack = getattr(match, "bound", 0.0) + 1e-14
    assert value.lower - slack <= match.mean <= value.upper + slack
    held, given = (float(end) for end in table.exploited("equilibrium") if end is not None)
    assert held == pytest.approx(float(value), abs=1e-12)
    assert given == pytest.approx(float(value), abs=1e-12)


def test_simulation_agrees_with_the_exact_mean(three: Tables) -> None:
    for row in three.names():
        for col in ("equilibrium", "choosy", "greedy"):
            assert close(three.simulated(row, col, plays=20_000, seed=11), three.exactly(row, col))


@pytest.mark.parametrize("game", [BIGGER, Duel(), Duel("gamma(2)")], ids=lambda game: game.title)
def test_more_stages_and_more_moves(game: TargetGame) -> None:
    table = contest(game)
    pairs = [("equilibrium", "equilibrium"), ("equilibrium", "choosy"), ("greedy", "equilibrium")]
    for row, col in [*pairs, ("1/3*greedy+2/3*equilibrium", "1/2*equilibrium+1/2*uniform")]:
        assert close(table.simulated(row, col, plays=50_000, seed=2), table.exactly(row, col))


def test_targets_without_a_least_value() -> None:
    """Distributions that are not bounded below: the solution, simple players, and answers to them."""
    game = Duel("norm(1,2)")
    table = contest(game)
    pairs = [("greedy", "choosy"), ("best-response", "uniform"), ("boldest", "best-response")]
    for row, col in [*pairs, ("equilibrium", "equilibrium")]:
        assert close(table.simulated(row, col, plays=50_000, seed=3), table.exactly(row, col))


def test_played_out_rounds_agree_with_many_at_once(three: Tables) -> None:
    """At a table every player is asked at each target; the arena knows its spans."""
    for row, col in (("equilibrium", "uniform"), ("greedy", "equilibrium"), ("boldest", "choosy")):
        players = three.player(row), three.player(col)
        out = play_out(three.arena.deal, *players, plays=300, seed=7, progress=silent)
        assert close(out, three.exactly(row, col))


def test_the_formulas_mix_as_the_matrix_at_a_target_does() -> None:
    """The equilibrium evaluates the pieces; here the matrix at x is solved."""
    game = Nakai()
    table, solution = contest(game), solve(game)
    for state in ((3, 1, 1, 2), (2, 1, 0, 1), (2, 1, 1, 1), (2, 0, 1, 1)):
        rows, cols = game.moves(state)
        for x in (0.05, 0.3, 0.62, 0.97):
            plays = [[game.play(state, row, col) for col in cols] for row in rows]
            found = matrix.solve(
                [[c + d * x + float(solution.value_at(s)) for (c, d), s in line] for line in plays]
            )
            for side, moves, mix in (("row", rows, found.row), ("col", cols, found.col)):
                mine = table.player("equilibrium").mix(Observation(side, TargetView(state, x), moves))  # type: ignore[arg-type]
                assert np.allclose([mine.get(move, 0) for move in moves], mix, atol=1e-9), (state, x, side)


def test_every_player_of_the_roster_sits_at_the_table_on_both_sides() -> None:
    arena = contest(Nakai()).arena
    for side in SIDES:
        for player in [
            *arena.roster(side).values(),
            arena.best_response(arena.simple["choosy"], side).player,
        ]:
            place = Session(arena, side="col" if side == "row" else "row", opponent=player, seed=2)
            while not place.over:
                place.move(str(place.observation().moves[0]))
            assert place.played == 1


def test_advice_knows_what_each_move_costs() -> None:
    """At the start with a target of 1, the mix is the one of the solution there, and its moves cost nothing."""
    arena = contest(Nakai(targets="point(1)")).arena
    round = arena.deal(np.random.default_rng(0))
    for side, mix in (("row", solve(arena.game).row), ("col", solve(arena.game).col)):
        advice = arena.advice(round, side)  # type: ignore[arg-type]
        assert advice.mix == pytest.approx({move: float(p) for move, p in mix.items()})
        assert all(advice.cost(move) == pytest.approx(0, abs=1e-12) for move in advice.mix)


def enumerated(game: Nakai, table: Tables, row: str, col: str, state: Any = None) -> dict[Fraction, Fraction]:
    """The results of two players, by going through every course of the game in fractions."""
    state = game.start if state is None else state
    rows, cols = game.moves(state)
    if not rows:
        return {Fraction(0): Fraction(1)}
    results: dict[Fraction, Fraction] = {}
    for x, p in game.target(game.stages_left(state)).exact:
        for a, mine in mix_of(row, rows, x, game, state, "row").items():
            for b, theirs in mix_of(col, cols, x, game, state, "col").items():
                (c, d), after = game.play(state, a, b)
                for total, chance in enumerated(game, table, row, col, after).items():
                    key = Fraction(c) + Fraction(d) * x + total
                    results[key] = results.get(key, Fraction(0)) + p * mine * theirs * chance
    return results


def mix_of(name: str, moves: Any, x: Fraction, game: Nakai, state: Any, side: str) -> dict[str, Fraction]:
    """The simple players once more, in the words of Nakai's game."""
    mean = sum(value * p for value, p in game.target(game.stages_left(state)).exact)
    bold = [move for move in moves if move != "pass"] or list(moves)
    meek = ["pass"] if "pass" in moves else list(moves)
    chosen = {
        "uniform": list(moves),
        "boldest": bold,
        "meekest": meek,
        "choosy": bold if x >= mean else meek,
    }[name]
    return dict.fromkeys(chosen, Fraction(1, len(chosen)))


@pytest.mark.parametrize(
    "game", [Nakai(targets="values(1,2,3)"), Nakai(targets="values(0:1/4,5:3/4)", low=2)]
)
def test_results_in_fractions_are_those_of_every_course(game: Nakai) -> None:
    table = contest(game)
    for row in ("uniform", "boldest", "meekest", "choosy"):
        for col in ("uniform", "choosy"):
            found = table.exactly(row, col)
            assert found.results == {x: p for x, p in enumerated(game, table, row, col).items() if p}
            assert all(isinstance(p, Fraction) for p in found.results.values())


def test_an_exact_solution_gives_an_exact_match() -> None:
    game = Nakai(targets="values(1,2,3)")
    table, value = contest(game, exact=True), solve(game, exact=True).value
    assert table.exactly("equilibrium", "equilibrium").mean == value.lower
    assert table.exploited("equilibrium") == (value.lower, value.lower)


def best(game: Nakai, opponent: str, side: str, state: Any) -> Fraction:
    """What the best answer to a simple player earns, by trying every move at every target."""
    rows, cols = game.moves(state)
    if not rows:
        return Fraction(0)
    total = Fraction(0)
    for x, p in game.target(game.stages_left(state)).exact:
        mix = mix_of(opponent, cols if side == "row" else rows, x, game, state, "")
        worth = []
        for mine in rows if side == "row" else cols:
            parts = Fraction(0)
            for theirs, chance in mix.items():
                (c, d), after = game.play(state, *((mine, theirs) if side == "row" else (theirs, mine)))
                parts += chance * (Fraction(c) + Fraction(d) * x + best(game, opponent, side, after))
            worth.append(parts)
        total += p * (max(worth) if side == "row" else min(worth))
    return total


@pytest.mark.parametrize("name", ["uniform", "boldest", "meekest", "choosy"])
def test_best_answers_in_fractions_by_brute_force(name: str) -> None:
    game = Nakai(targets="values(1,2,4)", low=2)
    assert contest(game).exploited(name) == tuple(
        best(game, name, side, game.start) for side in ("col", "row")
    )


def test_best_answers_to_a_continuum_are_limits_of_finer_and_finer_targets() -> None:
    """Uniform targets, and the middles of two hundred equal parts."""
    fine = Nakai(targets="values(" + ",".join(f"{2 * k + 1}/400" for k in range(200)) + ")", stages=2)
    smooth = Nakai(stages=2)
    for name in ("uniform", "choosy", "greedy", "1/2*uniform+1/2*equilibrium"):
        for one, two in zip(contest(fine).exploited(name), contest(smooth).exploited(name), strict=True):
            assert float(one) == pytest.approx(float(two), abs=5e-3)


def test_a_best_answer_earns_in_a_match_what_it_should(three: Tables) -> None:
    for name in ("uniform", "choosy", "equilibrium"):
        held, given = three.exploited(name)
        assert float(three.exactly(name, "best-response").mean) == pytest.approx(float(held), abs=1e-12)
        assert float(three.exactly("best-response", name).mean) == pytest.approx(float(given), abs=1e-12)
        others = [float(three.exactly(row, name).mean) for row in three.names()]
        assert max(others) <= float(given) + 1e-12
        others = [float(three.exactly(name, col).mean) for col in three.names()]
        assert min(others) >= float(held) - 1e-12


def test_one_stage_by_hand() -> None:
    """One target, a high card against a middle card: nobody may pass, and row wins x."""
    table = contest(Nakai(stages=1, high=1, low=0, middle=1, targets="exponential(2)"))
    match = table.exactly("uniform", "uniform")
    assert match.distribution() is None
    assert abs(match.mean - 2) <= match.bound < 1e-12


def test_choosy_against_a_closed_form() -> None:
    """Two stages, a high card each way: choosy keeps it below the mean, and so does the opponent keep his."""
    table = contest(Nakai(stages=2, high=1, low=0, middle=1))
    mean = float(table.exactly("choosy", "choosy").mean)
    both_now, both_later = Fraction(1, 2) * Fraction(3, 4), Fraction(1, 2) * Fraction(1, 2)
    assert mean == pytest.approx(float(both_now + both_later), abs=1e-14)


def test_a_game_that_is_over_before_it_begins_pays_nothing() -> None:
    table = contest(Nakai(stages=2, high=0, low=0, middle=1))
    assert table.exactly("uniform", "uniform").mean == 0
    assert table.simulated("uniform", "uniform", plays=10, seed=1).mean == 0


def test_a_function_of_one_s_own_is_asked_at_each_target(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "def choose(seen):\n    return seen.moves[0] if seen.position.x > 2 else seen.moves[-1]\n"
    )
    name = f"{file}:choose"
    finite, smooth = contest(Nakai(targets="values(1,2,3)")), contest(Nakai(targets="exponential(2)"))
    exact = finite.exactly(name, "equilibrium")
    assert close(finite.simulated(name, "equilibrium", plays=5000, seed=1), exact)
    held, given = finite.exploited(name)
    assert held <= exact.mean
    assert given >= finite.exactly("uniform", name).mean
    assert smooth.simulated(name, "uniform", plays=500, seed=1).plays == 500
    with pytest.raises(Unavailable, match="finitely many values; simulate"):
        smooth.exactly(name, "uniform")
    file.write_text("def choose(seen):\n    return 'play X'\n")
    with pytest.raises(InputError, match=r"'play X'; .*one of"):
        contest(Nakai()).simulated(name, "uniform", plays=10, seed=1)


@pytest.mark.parametrize("stages", [1, 3])
def test_the_range_over_optimal_strategies_where_all_are_optimal(stages: int) -> None:
    """Any mix guarantees nothing, the value. Against a uniform opponent, taking earns 1/4 a stage and staying
    nothing."""
    found = contest(Careless(stages)).range("uniform")
    assert float(found.worst) == pytest.approx(0, abs=1e-9)
    assert float(found.best) == pytest.approx(stages / 4, abs=1e-9)


def test_the_range_holds_the_strategy_that_was_found(three: Tables) -> None:
    """In Nakai's game with these cards the optimal strategies earn the same, whoever the opponent is."""
    for name in ("uniform", "meekest", "greedy"):
        found, mean = three.range(name), float(three.exactly("equilibrium", name).mean)
        assert float(found.worst) == pytest.approx(mean, abs=1e-8)
        assert float(found.best) == pytest.approx(mean, abs=1e-8)
        assert found.worst <= found.best


@pytest.mark.parametrize("seed", range(6))
def test_the_range_is_a_linear_program_at_each_target(seed: int) -> None:
    """One stage, small whole payments, so that many mixes are optimal."""
    random = np.random.default_rng(seed)
    game = Tied(tuple(random.integers(-1, 2, 9).tolist()), tuple(random.integers(-1, 2, 9).tolist()))
    found = contest(game).range("uniform")
    ends = [0.0, 0.0]
    for x in (1.0, 2.0):
        A = np.reshape(game.fixed, (3, 3)) + x * np.reshape(game.slopes, (3, 3))
        ends = [
            end + most(A, sign * A.mean(axis=1)) * sign / 2 for end, sign in zip(ends, (-1, 1), strict=True)
        ]
    assert (float(found.worst), float(found.best)) == pytest.approx(tuple(ends), abs=1e-7)


def most(A: np.ndarray, c: np.ndarray) -> float:
    """The most of c·p over row's optimal mixes p, by linear programming."""
    from scipy.optimize import linprog

    bounds = [(0, None)] * 3
    value = -linprog(
        [0, 0, 0, -1],
        A_ub=np.c_[-A.T, np.ones(3)],
        b_ub=np.zeros(3),
        A_eq=[[1, 1, 1, 0]],
        b_eq=[1],
        bounds=[*bounds, (None, None)],
    ).fun
    return float(
        -linprog(-c, A_ub=-A.T, b_ub=np.full(3, 1e-9 - value), A_eq=[[1] * 3], b_eq=[1], bounds=bounds).fun
    )


def test_errors_in_one_sentence() -> None:
    table = contest(Nakai())
    with pytest.raises(InputError, match="choose from: equilibrium, uniform"):
        table.exactly("nobody", "uniform")
    with pytest.raises(InputError, match="one fixed opponent"):
        table.exactly("best-response", "best-response")


def test_the_same_seed_gives_the_same_plays() -> None:
    table = contest(Nakai())
    one, two = (table.simulated("equilibrium", "greedy", plays=150_000, seed=6) for _ in range(2))
    assert one == two
    assert one.spread is not None
    assert one != table.simulated("equilibrium", "greedy", plays=150_000, seed=7)


def test_a_summary_says_what_a_list_of_results_would() -> None:
    random = np.random.default_rng(1)
    paid = np.round(random.normal(0.1, 1.0, 30_000), 2)
    few, many = Tally(), Tally()
    few.add(paid)
    many.add(paid)
    many.listed = False
    one, two = few.match("a", "b"), many.match("a", "b")
    assert one.spread is None
    assert two.spread is not None
    for key, cell in one.line().items():
        assert two.line()[key] == (pytest.approx(cell, rel=1e-9) if isinstance(cell, float) else cell)


@pytest.mark.parametrize(
    "text", ["uniform(1,3)", "exponential(2)", "values(1:1/4,3:3/4)", "gamma(2)", "beta(0.5,2)"]
)
def test_random_targets_have_their_distribution(text: str) -> None:
    distribution = parse(text)
    x = distribution.sample(np.random.default_rng(4), 100_000)
    assert abs(x.mean() - distribution.mean) < 4 * x.std() / math.sqrt(len(x))
    if text in ("gamma(2)", "beta(0.5,2)"):
        from scipy import stats

        frozen = stats.gamma(2) if text == "gamma(2)" else stats.beta(0.5, 2)
        assert stats.kstest(x, frozen.cdf).pvalue > 1e-4
