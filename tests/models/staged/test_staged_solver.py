"""The staged solver against closed forms and against a plain recursion in fractions."""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zerosum import matrix
from zerosum.core.errors import GameError, InputError, Stopped, TooLargeError
from zerosum.core.game import WAIT
from zerosum.core.limits import OverLimitError
from zerosum.core.progress import silent
from zerosum.core.value import Value
from zerosum.core.writing import written_mix
from zerosum.games.jujitsu import Jujitsu
from zerosum.models.family import solve as solve_any
from zerosum.models.staged.certificate import verify
from zerosum.models.staged.positions import discover
from zerosum.models.staged.rules import StagedGame
from zerosum.models.staged.solve import solve
from zerosum.models.staged.verify import prove


class OneShot(StagedGame):
    """A plain class without parameters: a single matrix, 2 by 2, value 1/5."""

    start = "play"

    def moves(self, position):
        return ("ab", "cd") if position == "play" else ((), ())

    def play(self, position, row, col):
        return [(1, {"ac": 2, "ad": -1, "bc": -1, "bd": 1}[row + col], "over")]


@dataclass(frozen=True)
class Written(StagedGame):
    """A game given by its tables: {position: (m, n, outcomes of each cell) or payoff}."""

    table: dict = field(hash=False)
    scale: float = 1.0
    start = 0

    def moves(self, position):
        entry = self.table[position]
        return (range(entry[0]), range(entry[1])) if isinstance(entry, tuple) else ((), ())

    def play(self, position, row, col):
        _, n, cells = self.table[position]
        return cells[row * n + col]

    def payoff(self, position):
        return self.table[position]


def plain_values(game):
    """The values of all positions by the most naive recursion there is, in fractions."""

    @cache
    def value(position):
        row, col = game.moves(position)
        if not row:
            return Fraction(game.payoff(position))
        entries = [
            [sum(p * (r + value(t)) for p, r, t in game.play(position, i, j)) for j in col] for i in row
        ]
        return matrix.solve_exact(entries).value.lower

    return value


@st.composite
def written_games(draw):
    """Random games in layers: position k leads only to larger numbers; shapes from 1 by 1 to 3 by 3."""
    size = draw(st.integers(1, 9))
    unit = draw(st.sampled_from([1, Fraction(1, 3), 10**9 + 7]))
    table = {}
    for s in range(size):
        if s == size - 1 or (s > 0 and draw(st.integers(0, 3)) == 0):
            table[s] = unit * draw(st.integers(-5, 5))
            continue
        m, n = draw(st.integers(1, 3)), draw(st.integers(1, 3))
        cells = []
        for _ in range(m * n):
            weights = draw(st.lists(st.integers(0, 4), min_size=1, max_size=3).filter(any))
            cells.append(
                [
                    (
                        Fraction(w, sum(weights)),
                        unit * draw(st.integers(-3, 3)),
                        draw(st.integers(s + 1, size - 1)),
                    )
                    for w in weights
                ]
            )
        table[s] = (m, n, cells)
    return Written(table, max(1.0, float(unit)))


@settings(max_examples=60, deadline=None)
@given(written_games())
def test_random_games_agree_with_the_plain_recursion_everywhere(game):
    value = plain_values(game)
    exact, floating = solve(game, exact=True), solve(game)
    for position in exact.values:
        assert exact.values[position].lower == exact.values[position].upper == value(position)
        assert value(position) in floating.values[position]
        assert floating.values[position].gap < 1e-12 * game.scale


@settings(max_examples=40, deadline=None)
@given(written_games())
def test_strategies_alone_prove_the_value(game):
    exact, floating = solve(game, exact=True), solve(game)
    assert verify(exact) == exact.value
    proof = verify(floating)
    assert exact.value.lower in proof
    assert proof.gap < 1e-12 * game.scale


def proved_with(row_mix):
    """What OneShot's solution proves with row's strategy replaced."""
    said = {"positions": {"play": [written_mix(row_mix), written_mix(solve(OneShot()).col)]}}
    return prove(OneShot(), Value(-1, 1), said)


def test_a_spoiled_strategy_proves_less():
    proof = proved_with({"a": 1.0, "b": 0.0})
    assert float(proof.lower) == pytest.approx(-1)
    assert float(proof.upper) == pytest.approx(0.2)


def test_a_strategy_with_a_negative_weight_proves_nothing():
    with pytest.raises(InputError, match="not a distribution"):
        proved_with({"a": 2.0, "b": -1.0})


def test_one_matrix():
    solution = solve_any(OneShot(), exact=True)
    assert solution.value.lower == Fraction(1, 5)
    assert solution.strategies_at("play") == (
        {"a": Fraction(2, 5), "b": Fraction(3, 5)},
        {"c": Fraction(2, 5), "d": Fraction(3, 5)},
    )
    assert solution.strategies_at("over") == ({}, {})


def test_a_batch_of_random_matrices_agrees_with_single_solves():
    rng = np.random.default_rng(4)
    payoffs = rng.integers(-9, 9, size=(40, 3, 4))

    class Menu(StagedGame):
        """Chance picks one of forty matrices."""

        start = "menu"

        def moves(self, position):
            if position == "menu":
                return WAIT, WAIT
            return (range(3), range(4)) if isinstance(position, int) else ((), ())

        def play(self, position, row, col):
            if position == "menu":
                return [(Fraction(1, 40), 0, k) for k in range(40)]
            return [(1, int(payoffs[position, row, col]), "over")]

    solution = solve(Menu())
    singles = [matrix.solve_exact(A.tolist()).value.lower for A in payoffs]
    assert all(single in solution.values[k] for k, single in enumerate(singles))
    assert sum(singles) / 40 in solution.value
    assert sum(singles) / 40 == solve(Menu(), exact=True).value.lower


@dataclass(frozen=True)
class Chain(StagedGame):
    """So many rounds of matching pennies that pay 1 for a match and nothing else: half a point each."""

    rounds: int
    start = 0

    def moves(self, position):
        return ("HT", "HT") if position < self.rounds else ((), ())

    def play(self, position, row, col):
        return [(1, int(row == col), position + 1)]


def test_ten_thousand_stages():
    solution = solve(Chain(10_000))
    assert 5000.0 in solution.value
    assert solution.value.gap < 1e-6
    assert verify(solution).gap < 1e-6


def test_turns_need_no_matrix_and_break_ties_for_the_mover():
    class Turns(StagedGame):
        """Row picks 1, 2 or 3; col then picks a number up to it, which row is paid."""

        start = ()

        def moves(self, position):
            if position == ():
                return (1, 2, 3), WAIT
            return (WAIT, range(1, position[0] + 1)) if len(position) == 1 else ((), ())

        def play(self, position, row, col):
            return [(1, 0, (row,) if position == () else (*position, col))]

        def payoff(self, position):
            return position[1] * (4 - position[0])

    solution = solve(Turns())
    assert 3 in solution.value
    assert solution.row == {1: 1.0, 2: 0.0, 3: 0.0}
    assert solution.at(at="(3,)").col == {1: 1.0, 2: 0.0, 3: 0.0}


def test_a_cycle_is_printed():
    class Cycle(StagedGame):
        start = "home"

        def moves(self, position):
            return ("ab", WAIT) if position != "end" else ((), ())

        def play(self, position, row, col):
            following = {"home": "street", "street": "park", "park": "street"}
            return [(1, 0, following[position] if row == "a" else "end")]

    with pytest.raises(GameError, match=r"'street' → 'park' → 'street'|'park' → 'street' → 'park'"):
        solve(Cycle())


def test_an_outcome_of_probability_zero_never_happens():
    class Unlikely(OneShot):
        def play(self, position, row, col):
            return [(0, 100, position), *super().play(position, row, col)]

    assert solve(Unlikely(), exact=True).value.lower == Fraction(1, 5)


class Endless(StagedGame):
    start = 0

    def moves(self, position):
        return WAIT, WAIT

    def play(self, position, row, col):
        return [(1, 0, position + 1)]


@pytest.mark.parametrize(("limit", "told"), [("1TB,0.2s", "of work"), ("10MB,1h", "of memory")])
def test_a_game_that_is_too_large_says_so(limit, told, monkeypatch):
    monkeypatch.setenv("ZEROSUM_LIMIT", limit)
    with pytest.raises(TooLargeError, match=f"Endless would need .* {told}"):
        solve(Endless())


def test_progress_can_stop_the_work():
    def stop(done, total, unit):
        raise Stopped("enough")

    with pytest.raises(Stopped):
        solve(Chain(10), progress=stop)


def test_exact_mode_refuses_floats():
    class Halves(OneShot):
        def play(self, position, row, col):
            return [(0.5, 1, "over"), (0.5, 0, "over")]

    with pytest.raises(GameError, match=r"0\.5 is a float"):
        solve(Halves(), exact=True)


def test_exact_mode_wants_probabilities_that_add_up_exactly():
    class Almost(OneShot):
        def play(self, position, row, col):
            return [(1 - Fraction(1, 10**15), 1, "over")]

    assert float(solve(Almost()).value) == pytest.approx(1)
    with pytest.raises(GameError, match="add up to"):
        solve(Almost(), exact=True)


@pytest.mark.parametrize(
    ("outcomes", "message"),
    [
        ([(0.5, 0, "over")], "add up to 0.5"),
        ([], "leads to no position"),
        ([(2, 0, "over"), (-1, 0, "over")], "not positive"),
        ([(1, float("inf"), "over")], "infinite reward"),
        ([(1, 0, ["over"])], "unhashable"),
        ([(1, 0)], "not enough values"),
        ([(1, None, "over")], "TypeError"),
    ],
)
def test_broken_rules_get_one_sentence(outcomes, message):
    class Broken(OneShot):
        def play(self, position, row, col):
            return outcomes

    with pytest.raises(GameError, match=message) as caught:
        solve(Broken())
    assert "\n" not in str(caught.value)


def test_moves_on_one_side_only():
    class Lame(OneShot):
        def moves(self, position):
            return "ab", ()

    with pytest.raises(GameError, match=r"row player .*'play'"):
        solve(Lame())


@pytest.fixture(scope="module")
def solution():
    return solve(Chain(3))


class TestSolution:
    def test_json_has_the_keys_of_the_design(self, solution):
        answer = solution.json()
        assert {"game", "parameters", "value", "strategies", "method", "positions", "seconds"} <= set(answer)
        assert answer["game"] == "Chain"
        assert answer["parameters"] == {"rounds": 3}
        assert answer["strategies"]["row"] == pytest.approx({"H": 0.5, "T": 0.5})
        assert answer["positions"] == 4

    def test_another_position_is_typed_as_text(self, solution):
        there = solution.at(at=" 2 ")
        assert there.position == 2
        assert 0.5 in there.value
        assert there.parameters == {"rounds": 3, "at": "2"}
        assert solution.at() is solution

    def test_a_position_that_play_never_reaches(self, solution):
        with pytest.raises(InputError, match=r"'7'; .*'0'"):
            solution.at(at="7")
        with pytest.raises(InputError, match="the position 7"):
            solution.strategies_at(7)

    def test_values_is_a_mapping_of_all_positions(self, solution):
        assert len(solution.values) == 4
        assert [float(solution.values[s]) for s in solution.values] == pytest.approx([1.5, 1, 0.5, 0])

    def test_texts_that_two_positions_share(self):
        class Twins(OneShot):
            """Positions 1 and "1" read alike."""

            def moves(self, position):
                return (WAIT, WAIT) if position in ("play", 1) else ((), ())

            def play(self, position, row, col):
                return [(1, 0, 1 if position == "play" else "1")]

        with pytest.raises(InputError, match=r"2 positions .*'1'"):
            solve(Twins()).at(at="1")
        assert solve(Twins()).at(at="'1'").position == "1"

    def test_the_matrix_and_the_stages_are_tables(self, solution):
        titles = [table.title for table in solution.report().tables]
        assert titles == ["", "value of each pair of moves", "positions by stage"]
        assert solution.report().tables[1].rows[0] == ["H", 2.0, 1.0]

    def test_the_speed_is_reported(self):
        assert "positions per second" in solve(Chain(2000)).report().notes[0]


def test_fractions_that_grow_too_long_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Jujitsu(cards=6).as_staged()
    graph = discover(game, exact=True, progress=silent)  # laying out is metered apart
    monkeypatch.setattr("zerosum.models.staged.solve.discover", lambda *_, **__: graph)
    monkeypatch.setenv("ZEROSUM_LIMIT", "0.1s")
    with pytest.raises(OverLimitError, match="jujitsu in fractions"):
        solve(game, exact=True)
