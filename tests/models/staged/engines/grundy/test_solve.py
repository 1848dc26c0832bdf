"""Subtraction games: Bricker's numbers, the classical theorems, brute force, and the staged solver as a witness."""

from fractions import Fraction
from functools import cache, reduce
from operator import xor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zerosum.core.errors import GameError, InputError, TooLargeError
from zerosum.games.matches import Matches, parse_takes
from zerosum.models.family import solve as solve_any
from zerosum.models.staged import solve as staged
from zerosum.models.staged.engines.grundy.answer import SubtractionSolution
from zerosum.models.staged.engines.grundy.certificate import verify
from zerosum.models.staged.engines.grundy.rules import Take
from zerosum.models.staged.engines.grundy.solve import grundy_sequence, mex, recursive_sequence, solve


def brute_force(takes, last_wins):
    """Whether the player to move loses, by the definition alone; takes None for any."""

    @cache
    def loses(heaps):
        responses = [
            tuple(sorted((*heaps[:k], heap - d, *heaps[k + 1 :])))
            for k, heap in enumerate(heaps)
            for d in (takes or range(1, heap + 1))
            if d <= heap
        ]
        return not any(map(loses, responses)) if responses else last_wins

    return lambda heaps: loses(tuple(sorted(heaps)))


class TestBricker:
    """The numbers of the stack: 30 matches, take 1, 2 or 3, the last one loses."""

    solution = solve(Matches())

    def test_the_first_costs(self):
        assert [self.solution.cost(x) for x in range(8)] == [0, 1, 0, 0, 0, 1, 0, 0]

    def test_his_recursion_holds_for_every_x(self):
        f = self.solution.cost
        assert all(f(x) == min(1 - f(x - d) for d in (1, 2, 3) if d <= x) for x in range(2, 31))

    @pytest.mark.parametrize(
        ("x", "takes"), [(6, [1]), (7, [2]), (8, [3]), (5, [1, 2, 3]), (30, [1]), (1, [1])]
    )
    def test_optimal_takes(self, x, takes):
        assert [take.taken for take in self.solution.optimal(x)] == takes

    def test_the_first_player_wins_from_thirty(self):
        assert self.solution.value.lower == self.solution.value.upper == 1
        assert self.solution.row == {1: Fraction(1)}

    def test_the_table_writes_out_the_minimum_over_responses_at_every_x(self):
        table = self.solution.report().tables[1]
        at = list(table.columns).index("f(x) = minimum of")
        assert [table.rows[x - 1][at] for x in (5, 6, 7)] == [
            "1-0, 1-0, 1-0",
            "1-1, 1-0, 1-0",
            "1-0, 1-1, 1-0",
        ]
        assert table.rows[1][at] == "1-1, 1-0"

    def test_the_table_has_every_x(self):
        table = self.solution.report().tables[1]
        assert [row[0] for row in table.rows] == list(range(1, 31))
        assert [row[1] for row in table.rows] == [int(x % 4 == 1) for x in range(1, 31)]
        assert table.rows[5][3] == "1"

    def test_it_is_taught(self):
        assert "1 more than a multiple of 4" in self.solution.report().notes[0]
        assert "respond to 1 with 3, to 2 with 2, to 3 with 1" in self.solution.report().notes[1]
        assert self.solution.report().notes[-1] == "With 30 left, take 1, which leaves 29."

    def test_the_recursion_is_written_out_as_on_his_slide(self):
        told = self.solution.at(matches_left=6).report()
        assert "f(6) = min {1 - f(5), 1 - f(4), 1 - f(3)} = min {0, 1, 1} = 0." in told.notes

    def test_the_value_and_the_cost_are_told_together(self):
        assert self.solution.report().value == "1 to row, the player to move, who wins: the cost is f(30) = 0"
        lost = self.solution.at(matches_left=29).report().value
        assert lost == "-1 to row, the player to move, who loses: the cost is f(29) = 1"


@settings(max_examples=80, deadline=None)
@given(
    st.sets(st.integers(1, 7), min_size=1, max_size=4).map(lambda takes: tuple(sorted(takes))),
    st.sampled_from(["loses", "wins"]),
    st.integers(1, 40),
)
def test_one_heap_agrees_with_brute_force(takes, last, n):
    loses = brute_force(takes, last == "wins")
    solution = solve(Matches(n, takes, last))
    for x in range(n + 1):
        assert solution.cost(x) == loses((x,))
        winning = [d for d in takes if d <= x and loses((x - d,))]
        assert [take.taken for take in solution.optimal(x)] == (winning or [d for d in takes if d <= x])
    assert verify(solution) == solution.value


@settings(max_examples=60, deadline=None)
@given(
    st.one_of(st.none(), st.sets(st.integers(1, 4), min_size=1, max_size=3).map(lambda t: tuple(sorted(t)))),
    st.sampled_from(["loses", "wins"]),
    st.lists(st.integers(1, 5), min_size=2, max_size=4).map(tuple),
)
def test_several_heaps_agree_with_brute_force(takes, last, heaps):
    game = Matches(takes=takes, last=last, heaps=heaps)
    loses = brute_force(takes, last == "wins")
    solution = solve(game)
    assert solution.value.lower == (-1 if loses(heaps) else 1)
    for take in solution.optimal(*heaps):
        assert loses(heaps) or loses(game.after(game.tidy(heaps), take))
    assert verify(solution) == solution.value


@pytest.mark.parametrize(
    "game",
    [
        Matches(17),
        Matches(16, (2, 3)),
        Matches(16, (2, 5, 7), "wins"),
        Matches(heaps=(2, 3, 4), takes=None),
        Matches(heaps=(2, 3, 4), takes=None, last="wins"),
        Matches(heaps=(3, 3), takes=(1, 3)),
        Matches(1, (2,)),
    ],
    ids=lambda game: game.title,
)
def test_the_staged_solver_agrees_at_every_position(game):
    general, special = staged.solve(game, exact=True), solve(game)
    for heaps, turn in general.values:
        to_row = 1 - 2 * special.cost(*heaps)
        assert general.values[heaps, turn].lower == (to_row if turn == "row" else -to_row)


@pytest.mark.parametrize("k", range(1, 9))
def test_take_up_to_k_has_period_k_plus_1(k):
    grundy = grundy_sequence(Matches(1000, tuple(range(1, k + 1)), "wins"), 1000)
    assert (grundy.begin, grundy.period) == (0, k + 1)
    assert grundy.first(1000).tolist() == [x % (k + 1) for x in range(1000)]


@pytest.mark.parametrize(
    ("takes", "begin", "period"),
    [
        ((1, 2, 4), 0, 3),
        ((2, 3), 0, 5),
        ((1, 3, 4), 0, 7),
        ((2, 5, 7), 0, 22),
        ((2, 4, 7), 8, 3),
    ],
)
def test_periods_of_grundy_values(takes, begin, period):
    grundy = grundy_sequence(Matches(10_000, takes, "wins"), 10_000)
    assert (grundy.begin, grundy.period) == (begin, period)


@pytest.mark.parametrize("b", range(2, 13))
def test_two_takes_have_the_period_of_the_textbook(b):
    """Winning Ways: takes a < b repeat with a + b, or with 2a where b is an odd multiple of a."""
    for a in range(1, b):
        grundy = grundy_sequence(Matches(1000, (a, b), "wins"), 1000)
        assert (grundy.begin, grundy.period) == (0, 2 * a if b % (2 * a) == a else a + b)


@settings(max_examples=30, deadline=None)
@given(st.sets(st.integers(1, 7), min_size=1, max_size=4).map(lambda t: tuple(sorted(t))), st.integers(2, 4))
def test_takes_by_the_packet_play_like_single_ones(takes, c):
    single = grundy_sequence(Matches(300, takes, "wins"), 300)
    packets = grundy_sequence(Matches(300 * c, tuple(c * d for d in takes), "wins"), 300 * c)
    assert packets.first(300 * c).tolist() == [single[x // c] for x in range(300 * c)]


@settings(max_examples=50, deadline=None)
@given(st.sets(st.integers(1, 12), min_size=1, max_size=5).map(lambda takes: tuple(sorted(takes))))
def test_a_period_once_found_goes_on(takes):
    short = recursive_sequence(takes, mex, 30)
    size = 3000
    direct = []
    for x in range(size):
        direct.append(mex(direct[x - d] for d in takes if d <= x))
    assert short.period > 0
    assert short.first(size).tolist() == direct
    assert [short[x] for x in range(2900, size)] == direct[2900:]
    smaller = [p for p in range(1, short.period) if direct[short.begin : -p] == direct[short.begin + p :]]
    assert smaller == []
    if short.begin:
        assert direct[short.begin - 1] != direct[short.begin - 1 + short.period]


def test_nim_is_lost_where_the_exclusive_or_is_zero():
    solution = solve(Matches(heaps=(7, 7, 7), takes=None, last="wins"))
    for heaps in np.ndindex(8, 8, 8):
        assert solution.cost(*heaps) == (reduce(xor, heaps) == 0)


def test_misere_nim_differs_only_when_all_heaps_are_single():
    """Bouton 1902: play as in Nim until one heap above 1 is left, then leave an odd number of ones."""
    solution = solve(Matches(heaps=(6, 6, 6, 6), takes=None))
    for heaps in np.ndindex(7, 7, 7, 7):
        nim = reduce(xor, heaps)
        assert solution.cost(*heaps) == (nim == 1 if max(heaps) <= 1 else nim == 0)


def test_nim_345_has_one_winning_take():
    assert [
        str(take) for take in solve(Matches(heaps=(3, 4, 5), takes=None, last="wins")).optimal(3, 4, 5)
    ] == ["2 from 3"]


class TestLarge:
    """Cost depends on the period and not on the number of matches."""

    def test_a_million_and_more(self):
        for n in (10**6, 10**18 + 1):
            solution = solve(Matches(n))
            assert solution.cost(n) == (n % 4 == 1)
            assert len(solution.report().tables[1].rows) == 50
            assert solution.positions == n + 1

    def test_large_heaps(self):
        assert solve(Matches(heaps=(10**12, 10**12), last="wins")).value.lower == -1

    def test_takes_that_can_never_be_used_cost_nothing(self):
        assert solve(Matches(10, (1, 2, 3, 10**9))).cost(9) == 1

    def test_too_large(self):
        with pytest.raises(TooLargeError, match="1,030,300,000,000 positions"):
            solve(Matches(heaps=(9999, 9999, 10302)))
        with pytest.raises(TooLargeError, match="at most 10,000 matches"):
            solve(Matches(10**6, None))


class TestAt:
    solution = solve(Matches())

    def test_fewer_matches(self):
        there = self.solution.at(matches_left=7)
        assert isinstance(there, SubtractionSolution)
        assert there.row == {2: 1}
        assert there.parameters["matches_left"] == 7
        assert there.heaps == (7,)
        assert self.solution.at(matches_left=9).value.lower == -1
        assert self.solution.at() is self.solution

    def test_fewer_heaps(self):
        nim = solve(Matches(heaps=(3, 4, 5), takes=None, last="wins"))
        assert nim.at(heaps_left=(2, 4, 2)).row == {Take(4, 4): 1}
        assert nim.at(heaps_left=(0, 0, 0)).value.lower == -1

    @pytest.mark.parametrize("left", [31, -1])
    def test_what_cannot_be_left(self, left):
        with pytest.raises(InputError, match=r"cannot occur; .* 30"):
            self.solution.at(matches_left=left)

    def test_heaps_that_cannot_be_left(self):
        with pytest.raises(InputError, match="cannot occur"):
            solve(Matches(heaps=(3, 3), takes=None)).at(heaps_left=(4, 1))

    def test_not_both(self):
        with pytest.raises(InputError, match="not both"):
            self.solution.at(matches_left=3, heaps_left=(3,))


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"matches": 0}, "every heap needs at least 1 match, not 0"),
        ({"heaps": (3, 0)}, "every heap needs at least 1 match, not 0"),
        ({"takes": ()}, "takes must be one or more numbers from 1 up, such as 1,2,3$"),
        ({"takes": (0,)}, "takes must be one or more numbers from 1 up, such as 1,2,3, not 0$"),
        ({"takes": (0, 1)}, "takes must be one or more numbers from 1 up, such as 1,2,3, not 0,1$"),
        ({"matches": 3, "heaps": (3, 4)}, "either matches 3 or heaps 3,4, not both$"),
        ({"last": "draws"}, "last must be one of loses, wins"),
    ],
)
def test_bad_parameters(parameters, message):
    with pytest.raises(GameError, match=message):
        Matches(**parameters)


def test_takes_as_typed():
    assert parse_takes("1,2,3") == (1, 2, 3)
    assert parse_takes("any") is None
    with pytest.raises(GameError, match="not 'some'"):
        parse_takes("some")
    assert Matches(takes=(3, 1, 3)).takes == (1, 3)


@pytest.mark.parametrize(
    ("game", "note"),
    [
        (Matches(20, last="wins"), "a multiple of 4:"),
        (Matches(20, (2, 3)), "a multiple of 5 plus 2 or 3:"),
        (
            Matches(40, (2, 4, 7), "wins"),
            "With 4 or more left, the player to move loses exactly when the number left is a multiple of 3",
        ),
        (Matches(1, (2,)), "a multiple of 4 plus 2 or 3:"),
        (Matches(1, (2,), "wins"), "a multiple of 4 plus 0 or 1:"),
        (
            Matches(9, None, "wins"),
            "The player to move loses only when nothing is left: leave your opponent nothing.",
        ),
        (Matches(9, None), "The player to move loses only with 1 left: leave your opponent such a number."),
        (
            Matches(10, (1, 2, 3, 10**9)),
            "Up to 10 the player to move loses exactly when the number left is 1 more",
        ),
        (Matches(5, (10**9,)), "With 5 or fewer left, no move is possible: the player to move wins."),
        (
            Matches(5, (10**9,), "wins"),
            "With 5 or fewer left, no move is possible: the player to move loses.",
        ),
    ],
    ids=lambda item: getattr(item, "title", ""),
)
def test_the_rule_in_words_comes_from_the_sequence(game, note):
    assert note in solve(game).report().notes[0]


@pytest.mark.parametrize("last", ["loses", "wins"])
@pytest.mark.parametrize("takes", [(1, 2, 3), (2, 3), (1, 4, 6), (3,)])
def test_the_rule_does_not_depend_on_how_many_matches_there_are(takes, last):
    rules = {solve(Matches(n, takes, last)).report().notes[0] for n in (1, 2, 3, 4, 7, 30, 1000)}
    assert len(rules) == 1


@settings(max_examples=60, deadline=None)
@given(
    st.sets(st.integers(1, 12), min_size=1, max_size=4).map(lambda takes: tuple(sorted(takes))),
    st.sampled_from(["loses", "wins"]),
    st.integers(1, 6),
)
def test_a_period_found_with_few_matches_holds_for_many(takes, last, n):
    loses = brute_force(takes, last == "wins")
    costs = solve(Matches(n, takes, last)).oracle.costs
    assert costs.period > 0
    assert [costs[x] for x in range(120)] == [loses((x,)) for x in range(120)]


def test_the_check_says_how_far_it_goes():
    with pytest.raises(TooLargeError, match="at most 200,000 positions"):
        verify(solve(Matches(10**9)))
    assert verify(solve(Matches(20_000))).lower == 1


def test_the_answer_shows_itself():
    text = str(solve_any(Matches(heaps=(3, 4, 5), takes=None, last="wins")))
    assert "2 from 3  5, 4, 1" in text
    assert "XOR of the heaps' Grundy values is 0" in text
    answer = solve_any(Matches()).json()
    assert answer["game"] == "matches"
    assert answer["parameters"] == {"matches": 30, "takes": [1, 2, 3], "last": "loses"}
    assert answer["value"] == {"lower": "1", "upper": "1"}
