"""Ranges of optimal strategies: textbook games, and every vertex of random small games by brute force."""

import json
import random
from contextlib import suppress
from fractions import Fraction
from itertools import combinations, product

import pytest
from tests.command import run
from tests.models.hidden.hidden_games import Kuhn, Pennies
from tests.rows import rows_of

import zerosum
from zerosum.core.errors import InputError, TooLargeError
from zerosum.matrix.analysis import optimal_vertices, transposed
from zerosum.matrix.exact import exact_game
from zerosum.models.hidden.form import words
from zerosum.models.hidden.rules import HiddenGame, choose, deal, end
from zerosum.models.hidden.search import discover
from zerosum.models.hidden.solve import ranges

F = Fraction


class AcesAndQueens(HiddenGame):
    """The question of desktop-postflop's issue 27: A has AA or QQ, B has KK; pot 100, stacks 100; A shoves or checks,
    and after a check B shoves or checks."""

    def turn(self, position):
        match position:
            case ():
                return deal(("AA", "QQ"), to="row")
            case (_,):
                return choose("row", ("check", "shove"))
            case (_, "check"):
                return choose("col", ("check", "shove"))
            case (_, "shove"):
                return choose("col", ("fold", "call"))
            case (_, "check", "shove"):
                return choose("row", ("fold", "call"))
        sign = 1 if position[0] == "AA" else -1
        if position[-1] == "fold":
            return end(50 if len(position) == 3 else -50)
        return end(sign * (150 if position[-1] == "call" else 50))


def table(solution):
    return {
        (line.side, line.information): {move: (r.least, r.most) for move, r in line.moves.items()}
        for line in solution.ranges
    }


def test_aces_and_queens_against_kings():
    """KK may shove after a check anywhere from never to half of the time; everything else is settled."""
    found = table(zerosum.solve(AcesAndQueens()))
    assert found["col", "check"] == {"check": (F(1, 2), 1), "shove": (0, F(1, 2))}
    assert found["col", "shove"]["call"] == (F(1, 2), F(1, 2))
    assert found["row", "QQ"]["shove"] == (F(1, 2), F(1, 2))
    assert found["row", "AA"]["shove"] == (1, 1)
    assert found["row", "AA, check, shove"] == {}
    assert found["row", "QQ, check, shove"]["fold"] == (1, 1)


def test_kuhn_has_the_family_that_kuhn_found():
    """Row bets J with probability a, K with 3a, calls with Q with 1/3 + a, for any a up to 1/3; col has no choice."""
    for solution in (zerosum.solve(Kuhn()), zerosum.solve("kuhn")):
        found = table(solution)
        jack, queen, king = ("1", "2", "3") if isinstance(solution.game, Kuhn) else "JQK"
        assert found["row", jack]["bet"] == (0, F(1, 3))
        assert found["row", king]["bet"] == (0, 1)
        assert found["row", f"{queen}, check, bet"]["call"] == (F(1, 3), F(2, 3))
        assert all(line.is_unique for line in solution.ranges if line.side == "col")


def test_a_unique_optimum():
    for line in zerosum.solve(Pennies()).ranges:
        assert line.is_unique
        assert {r.least for r in line.moves.values()} == {F(1, 2)}


def test_refused_where_the_value_is_not_exact():
    with pytest.raises(InputError, match="without numeric"):
        _ = zerosum.solve(Kuhn(), numeric=True).ranges


def test_ranges_hold_the_solution_and_its_neighbours():
    """Every range holds the probability of the solution shown; the shares of the ends leave room for a distribution."""
    solution = zerosum.solve("leduc", ranks=2)
    shown = {(line.side, line.information, line.move): line.probability for line in rows_of(solution)}
    for line in solution.ranges:
        for move, found in line.moves.items():
            reached = solution.comes_to(line.side, _index(solution, line))
            assert not reached or found.least <= shown[line.side, line.information, move] <= found.most
        if line.is_reached:
            assert sum(found.least for found in line.moves.values()) <= 1
            assert sum(found.most for found in line.moves.values()) >= 1


def _index(solution, line):
    form = solution.form
    return next(
        i for i in range(len(form.of(line.side))) if words(form.seen(line.side, i)) == line.information
    )


class RandomGame(HiddenGame):
    """A random game: a card for row, up to two moves in turn with hidden information, small payoffs."""

    def __init__(self, seed):
        random_numbers = random.Random(seed)
        object.__setattr__(self, "numbers", random_numbers)
        self.__dict__["cards"] = random_numbers.choice([1, 2, 2])
        self.__dict__["first"] = random_numbers.choice([2, 2, 3])
        self.__dict__["second"] = random_numbers.choice([2, 2, 3])
        self.__dict__["third"] = random_numbers.choice([0, 2])
        self.__dict__["sees"] = random_numbers.random() < 0.7
        self.__dict__["payoffs"] = {}

    def turn(self, position):
        if not position:
            return deal(range(self.cards), to="row")
        if len(position) == 1:
            return choose("row", range(self.first), hidden=not self.sees)
        if len(position) == 2:
            return choose("col", range(self.second))
        if len(position) == 3 and self.third and position[2] == 0:
            return choose("row", range(self.third))
        if position not in self.payoffs:
            self.payoffs[position] = self.numbers.randint(-2, 2)
        return end(self.payoffs[position])


def pure_plans(sets):
    """Every pure plan of a player, as a list of reaches."""
    for picks in product(*(range(len(moves)) for moves in sets.moves)):
        reach = [1] + [0] * (sets.sequences - 1)
        for i, pick in enumerate(picks):
            reach[sets.first[i] + pick] = reach[sets.parent[i]]
        yield tuple(reach)


def brute_ranges(form):
    """The ranges, from all vertices of the optimal strategies of the normal form: each plan is a mixture of those."""
    plans = {"row": sorted(set(pure_plans(form.row))), "col": sorted(set(pure_plans(form.col)))}
    ends = list(zip(*(part.tolist() for part in form.ends), strict=True))
    matrix = [
        [sum((x[i] * y[j] * form.weights[k] for i, j, k in ends), F(0)) for y in plans["col"]]
        for x in plans["row"]
    ]
    value, _, _ = exact_game(matrix)
    found = {}
    for side, payoffs, worth in (("row", matrix, value), ("col", transposed(matrix), -value)):
        sets = form.of(side)
        points = [
            [
                sum(p * plan[k] for p, plan in zip(mix, plans[side], strict=True))
                for k in range(sets.sequences)
            ]
            for mix in optimal_vertices(payoffs, worth)
        ]
        for i in range(len(sets)):
            reached = [point for point in points if point[sets.parent[i]]]
            ratios = [
                [point[sets.first[i] + k] / point[sets.parent[i]] for point in reached]
                for k in range(len(sets.moves[i]))
            ]
            moves = zip(sets.moves[i], ratios, strict=True) if reached else ()
            found[side, words(form.seen(side, i))] = {move: (min(r), max(r)) for move, r in moves}
    return found


def check_random_game(seed):
    game = RandomGame(seed)
    form = discover(game)
    assert table(zerosum.solve(game)) == brute_ranges(form), seed


@pytest.mark.parametrize("seed", range(30))
def test_random_games_by_brute_force(seed):
    """The ends are those of the vertices: a ratio of linear functions has its extremes at vertices."""
    check_random_game(seed)


@pytest.mark.long
def test_many_random_games_by_brute_force():
    """300 games; those with too many vertices to list them are passed over."""
    compared = 0
    for seed in range(30, 1000):
        with suppress(TooLargeError):
            check_random_game(seed)
            compared += 1
        if compared == 300:
            break
    assert compared == 300


def test_matrices_by_brute_force():
    numbers = random.Random(7)
    for _ in range(20):
        size = numbers.randint(2, 4), numbers.randint(2, 4)
        matrix = [[F(numbers.randint(-2, 2)) for _ in range(size[1])] for _ in range(size[0])]
        solution = zerosum.solve(matrix, exact=True)
        value = solution.value.lower
        for line, points in zip(
            solution.ranges,
            (optimal_vertices(matrix, value), optimal_vertices(transposed(matrix), -value)),
            strict=True,
        ):
            for k, found in enumerate(line.moves.values()):
                assert (found.least, found.most) == (min(p[k] for p in points), max(p[k] for p in points))


def test_decks_agree_with_the_tree():
    """The ranges of a deck are those of the same game written as a tree."""
    for cards, bet in combinations((3, 4, 5), 2):
        solution = zerosum.solve("kuhn", cards=cards, bet=bet - 3)
        tree = solution.game.family.extensive(solution.game)
        other = table(zerosum.solve(tree))
        for (side, information), moves in table(solution).items():
            card, *rest = information.split(", ")
            known = ", ".join([str(solution.game.rank(card)), *rest])
            assert moves == other[side, known]


def check_certificate(file, *words_of):
    """Every end is attained by a strategy that is proved optimal, and bounded by one of the opponent's."""
    assert run("certify", *words_of, "--range", "--out", str(file)).returncode == 0
    content = json.loads(file.read_text())
    assert content["strategies"]["ranges"]["col"]["claims"]
    checked = run("check", str(file))
    assert checked.returncode == 0
    assert "decisions also hold" in " ".join(checked.stdout.split())


def test_a_certificate_of_ranges_is_checked_by_the_rules(tmp_path):
    check_certificate(tmp_path / "river.cert", "toy-river", "--a", "AA, QQ", "--b", "KK", "--bets", "1")
    check_certificate(tmp_path / "kuhn.cert", "kuhn")
    refused = run("certify", "rps", "--range", "--out", str(tmp_path / "rps.cert"))
    assert "cannot contain ranges" in refused.stderr
    wrong = run("certify", "relance", "--range", "--out", str(tmp_path / "relance.cert"))
    assert "hands come from [0, 1]" in " ".join(wrong.stderr.split())


@pytest.mark.parametrize("game", ["kuhn", [[1, -1, -1], [-1, 1, 1]]])
def test_certificates_of_decks_and_matrices_prove_their_ranges(game):
    """What is claimed is what was found, and no wider or narrower range is accepted."""
    solution = zerosum.solve(game, exact=True) if isinstance(game, list) else zerosum.solve(game)
    found = [line.moves for line in solution.ranges]
    certificate = solution.game.family
    data = certificate.write(solution)
    assert certificate.prove(solution.game, solution.value, data) == solution.value
    claims = [claim for side in ("row", "col") for claim in data["ranges"][side]["claims"].values()]
    said = sorted(sorted((name, *map(F, ends)) for name, ends in claim.items()) for claim in claims)
    assert said == sorted(
        sorted((str(name), one.least, one.most) for name, one in moves.items()) for moves in found
    )
    for ends in (pair for claim in claims for pair in claim.values()):
        for k, by in product((0, 1), (F(1, 7), -F(1, 7))):
            true = ends[k]
            ends[k] = str(F(true) + by)
            with pytest.raises(InputError):
                certificate.prove(solution.game, solution.value, data)
            ends[k] = true
    relance = zerosum.solve("relance")
    said = {**relance.game.family.write(relance), "ranges": data["ranges"]}
    with pytest.raises(InputError):
        relance.game.family.prove(relance.game, relance.value, said)


@pytest.mark.long
def test_a_certificate_of_the_ranges_of_leduc(tmp_path):
    check_certificate(tmp_path / "leduc.cert", "leduc", "--ranks", "2")


@pytest.mark.parametrize(
    "change", ["wider", "narrower", "without a plan", "without a bound", "a move less", "a set less"]
)
def test_false_ranges_are_refused(change):
    solution = zerosum.solve(Kuhn())
    _ = solution.ranges
    certificate = solution.game.family
    data = certificate.write(solution)
    assert certificate.prove(solution.game, solution.value, data) == solution.value
    row = data["ranges"]["row"]
    key = next(key for key in row["claims"] if row["claims"][key].get("bet") == ["0", "1/3"])
    if change == "wider":
        row["claims"][key]["bet"] = ["0", "1/2"]
    elif change == "narrower":
        row["claims"][key]["bet"] = ["0", "1/4"]
    elif change == "without a plan":
        row["plans"] = row["plans"][:1]
    elif change == "without a bound":
        row["bounds"] = [bound for bound in row["bounds"] if key not in bound["pays"]]
    elif change == "a move less":
        del row["claims"][key]["check"]
    else:
        del row["claims"][key]
    with pytest.raises(InputError, match="range"):
        certificate.prove(solution.game, solution.value, data)


def test_bounds_that_do_not_hold_are_refused():
    solution = zerosum.solve(Kuhn())
    _ = solution.ranges
    certificate = solution.game.family
    data = certificate.write(solution)
    data["ranges"]["row"]["bounds"][-1]["unit"] = "1000"
    with pytest.raises(InputError, match="does not hold"):
        certificate.prove(solution.game, solution.value, data)
    data = certificate.write(solution)
    data["ranges"]["row"]["plans"][0] = data["ranges"]["row"]["plans"][0] | {
        key: {move: "1" if k == 0 else "0" for k, move in enumerate(mix)}
        for key, mix in data["ranges"]["row"]["plans"][0].items()
    }
    with pytest.raises(InputError, match="not optimal"):
        certificate.prove(solution.game, solution.value, data)
    data = certificate.write(solution)
    data["ranges"]["row"]["plans"][0].clear()
    with pytest.raises(InputError, match="has no entry for"):
        certificate.prove(solution.game, solution.value, data)


@pytest.mark.parametrize(
    "game", [*map(RandomGame, range(60)), zerosum.load("leduc")(ranks=2), zerosum.load("liars-dice")(sides=3)]
)
def test_large_games_have_a_way_of_their_own(game, monkeypatch):
    """One program for all moves that are used, and fractions next to floats, give the same ranges."""
    expected = table(zerosum.solve(game))
    monkeypatch.setattr(ranges, "LARGE", 0)
    assert table(zerosum.solve(game)) == expected


def test_one_decision_is_the_same_as_in_the_whole_table():
    solution = zerosum.solve("leduc", ranks=2)
    for (side, information), moves in list(table(solution).items())[::17]:
        [line] = [one for one in solution.at(seen=information).ranges if one.side == side]
        assert {str(move): (one.least, one.most) for move, one in line.moves.items()} == {
            str(move): ends for move, ends in moves.items()
        }
