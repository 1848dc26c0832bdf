"""States that are won surely, almost surely and limit-surely; Purgatory; and the proofs in the limit."""

import itertools
import json
import random
from dataclasses import replace
from fractions import Fraction
from functools import partial

import pytest

import zerosum
from zerosum.certificates import certify, check
from zerosum.core.errors import InputError
from zerosum.models.stochastic.answer import SURENESS
from zerosum.models.stochastic.certificate import prove, write
from zerosum.models.stochastic.rules import ArrayGame
from zerosum.models.stochastic.solve.composed import composed_proofs
from zerosum.models.stochastic.solve.decided import Decided, exact_guarantee
from zerosum.models.stochastic.solve.reach import won_states
from zerosum.models.stochastic.table import tabulate


@pytest.mark.parametrize(("levels", "numbers"), [(1, 2), (2, 2), (3, 2), (7, 2), (4, 3), (2, 5), (40, 2)])
def test_purgatory_is_worth_1_at_every_size_and_never_for_certain(levels, numbers):
    """The value is 1 (Hansen, Koucký and Miltersen 2009): it used to come out as 0.95 ± 0.06 at two levels."""
    solution = zerosum.solve("purgatory", levels=levels, numbers=numbers)
    assert solution.value.is_exact
    assert solution.value == 1
    assert solution.winning["row"].manners[1] == "limit sure"
    report = " ".join(str(solution).split())
    assert "limit-surely but not almost surely" in report
    assert "591" not in report
    assert solution.verify().holds
    assert "limit sure" in json.dumps(solution.json())


def test_a_certificate_of_purgatory_is_checked_from_its_file(tmp_path):
    file = tmp_path / "purgatory.cert"
    file.write_text(certify(zerosum.solve("purgatory", levels=9, numbers=3)), encoding="ascii")
    checked = check(file)
    assert checked.holds
    assert checked.verdict.proved == 1


def leads_of(seed):
    """The moves of a few random states with up to three moves each; the last two states are ends."""
    draw, size = random.Random(seed), 5
    return [
        [
            [frozenset(draw.sample(range(size), draw.choice([1, 1, 2]))) for _ in range(2 + (s + seed) % 2)]
            for _ in range(2)
        ]
        for s in range(size - 2)
    ] + [[[frozenset([s])]] for s in (size - 2, size - 1)]


def grown(start, after):
    """All that can be reached."""
    found, waiting = {start}, [start]
    while waiting:
        new = after(waiting.pop()) - found
        found |= new
        waiting += new
    return found


def shrunk(states, stays):
    """The largest set in which every state says that it can stay."""
    while (kept := {s for s in states if stays(s, states)}) != states:
        states = kept
    return states


def anywhere(played, s):
    """All states that may follow."""
    return frozenset().union(*(to for line in played[s] for to in line))


def held(played, s, away):
    """Whether some reply keeps the play among these states whatever is drawn."""
    return any(all(line[b] <= away for line in played[s]) for b in range(len(played[s][0])))


def drawn(played, s, away):
    """Whether the play may stay among these states, however unlikely."""
    return bool(anywhere(played, s) & away)


def brute_force(leads, end):
    """Sure and almost-sure states, by trying all sets of moves in all states."""
    inner = [s for s in range(len(leads)) if len(leads[s]) > 1]
    sets = [
        [m for k in range(1, len(leads[s]) + 1) for m in itertools.combinations(range(len(leads[s])), k)]
        for s in inner
    ]
    sure, almost = {end}, {end}
    for plan in itertools.product(*sets):
        played = [*leads]
        for s, moves in zip(inner, plan, strict=True):
            played[s] = [leads[s][a] for a in moves]
        for start in inner:
            others = grown(start, partial(anywhere, played)) - {end}
            if not shrunk(others, partial(held, played)):
                almost.add(start)
            if not shrunk(others, partial(drawn, played)):
                sure.add(start)
    return sure, almost


@pytest.mark.parametrize("seed", range(60))
def test_sure_and_almost_sure_states_against_all_sets_of_moves(seed):
    leads = leads_of(seed)
    end = len(leads) - 1
    sure, almost = brute_force(leads, end)
    found = {manner: set(won_states(leads, [end], range(len(leads)), manner).rank) for manner in SURENESS}
    assert found["sure"] == sure
    assert found["almost sure"] == almost
    assert found["almost sure"] <= found["limit sure"]


def random_reachability(seed):
    """Two or three states of two moves each that lead anywhere, a good end and a bad one."""
    draw = random.Random(seed)
    inner = draw.choice([2, 3])
    size = inner + 2

    def certain(t):
        return [int(u == t) for u in range(size)]

    to = [[[certain(draw.randrange(size)) for _ in "lr"] for _ in "ab"] for _ in range(inner)]
    ends = [[[certain(s)]] for s in (inner, inner + 1)]
    return ArrayGame([[[0, 0], [0, 0]]] * inner + [[[1]], [[0]]], to + ends)


@pytest.mark.parametrize("seed", range(40))
def test_limit_sure_states_are_those_of_value_1(seed):
    """An independent check: the strategies of a discount near 1, judged exactly."""
    game = random_reachability(seed)
    solution = zerosum.solve(game)
    won = solution.winning["row"].manners
    near = zerosum.solve(ArrayGame(game.payoffs, game.transitions, Fraction(999_999_999, 10**9)))
    for state in game.states:
        normalised = float(near.values[state]) / 1e9
        assert (state in won) == (normalised > 0.99), state
        assert (
            solution.at(state=state).verify().proved.lower >= solution.values[state].lower - 1e-9
            or state not in won
        )


def test_almost_sure_and_sure_states_are_told_apart():
    """Matching pennies until a match is won almost surely; a state with a move that always wins, surely."""
    one, two, end = [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]
    game = ArrayGame(
        [[[0, 0], [0, 0]], [[0, 0], [0, 0]], [[1]], [[0]]],
        [[[end, one], [one, end]], [[one, two], [end, end]], [[end]], [[[0, 0, 0, 1]]]],
        names=["pennies", "sure", "won", "lost"],
    )
    solution = zerosum.solve(game)
    assert solution.winning["row"].manners == {"pennies": "almost sure", "sure": "sure", "won": "sure"}
    assert solution.values["pennies"] == solution.values["sure"] == 1
    assert solution.shortfalls == {}
    assert (
        exact_guarantee(tabulate(game), "row", [list(mix.values()) for mix in solution.rows.values()])[0] == 1
    )
    assert "almost surely: with probability 1" in " ".join(str(solution).split())


def changed(data, *path, to):
    """The same data with one entry changed."""
    data = json.loads(json.dumps(data))
    place = data
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = to
    return data


@pytest.mark.parametrize(
    ("path", "to"),
    [
        (("values", "1"), {"0": "2"}),
        (("values", "1"), {"0": "1"}),  # 1 itself is not attained
        (("mixes", "1"), {"1": {"0": "1/2"}, "2": {"0": "1/2"}}),
        (("mixes", "1"), {"1": {"0": "1", "1": "1"}, "2": {"1": "-1"}}),
        (("mixes", "2", "2"), {"3": "1"}),
        (("mixes", "2", "2"), {"-2": "1"}),
        (("power",), "1"),
        (("power",), "0"),
        (("power",), "-3"),
        (("over",), {"0": "1/2"}),
        (("over",), {"0": "-1"}),
        (("over",), {"1": "1"}),
        (("values", "hell"), {"0": "1"}),
    ],
)
def test_no_false_proof_in_the_limit_is_accepted(path, to):
    solution = zerosum.solve("purgatory", levels=2)
    data = json.loads(json.dumps(write(solution)))
    assert prove(solution.game, solution.value, data) == 1
    with pytest.raises((InputError, ArithmeticError, ValueError)):
        prove(solution.game, solution.value, changed(data, "limit", 1, *path, to=to))


def test_a_proof_with_very_long_polynomials_is_refused():
    """A product of two of them, which nothing can stop, used to take half a minute for a file of 1 MB."""
    solution = zerosum.solve("purgatory", levels=2)
    data = json.loads(json.dumps(write(solution)))
    long = {str(power): "1" for power in range(2001)}
    with pytest.raises(InputError, match="at most 2000 powers"):
        prove(solution.game, solution.value, changed(data, "limit", 1, "values", "1", to=long))


def test_a_limit_proves_nothing_with_a_discount():
    discounted = zerosum.solve(ArrayGame([[[1]]], [[[[1]]]], Fraction(9, 10)))
    limit = write(zerosum.solve("purgatory", levels=2))["limit"]
    with pytest.raises(InputError, match="average payoff only"):
        prove(discounted.game, discounted.value, {**write(discounted), "limit": limit})


def test_a_best_response_to_a_patient_strategy_is_found():
    """Lucifer's best response used to be one that let Dante win."""
    found = zerosum.match("purgatory", "equilibrium", "best-response", levels=2)
    shown = zerosum.solve("purgatory", levels=2).guarantees[1][0]
    assert found.mean == shown
    assert 0.98 < shown < 0.99


def test_the_big_match_has_a_certificate(tmp_path):
    """Row stops with probability t at the discount 1 - t, which is worth 1/2 in the limit."""
    solution = zerosum.solve("stochastic", path="examples/big_match.toml")
    assert solution.in_the_limit["row"].mixes["play"]["guess 1"] == {1: 1}
    assert solution.in_the_limit["row"].limit("play") == Fraction(1, 2)
    assert solution.verify().proved == Fraction(1, 2)
    file = tmp_path / "big.cert"
    file.write_text(certify(solution), encoding="ascii")
    assert check(file).holds
    assert "arbitrarily close to 0.5" in str(solution)


def random_absorbing(seed):
    """One state that pays, and three ends; half of the moves stay."""
    draw = random.Random(seed)

    def to(s):
        return [int(t == s) for t in range(4)]

    moves = [[to(draw.choice([0, 0, 0, 1, 2, 3])) for _ in "lr"] for _ in "ab"]
    payoffs = [[draw.randint(-3, 3) for _ in "lr"] for _ in "ab"]
    ends = [[[draw.randint(-3, 3)]] for _ in range(3)]
    return ArrayGame([payoffs, *ends], [moves, *([[to(s)]] for s in (1, 2, 3))])


@pytest.mark.parametrize("seed", range(25))
def test_every_random_absorbing_game_has_a_certificate(seed):
    solution = zerosum.solve(random_absorbing(seed))
    assert solution.verify().holds
    assert float(solution.value.gap) < 1e-9


@pytest.mark.parametrize("seed", range(40))
def test_a_proof_put_together_from_parts_is_accepted(seed):
    """Two or three states lead anywhere: to each other, to Purgatory with two levels, and to its mirror image."""
    draw, chosen = random.Random(seed), 2 + seed % 2
    size = chosen + 6

    def to(*states):
        return [Fraction(states.count(t), len(states)) for t in range(size)]

    up, down, won, lost = chosen, chosen + 2, size - 2, size - 1
    anywhere = [
        [[to(*(draw.randrange(size) for _ in range(draw.choice([1, 2])))) for _ in "lr"] for _ in "ab"]
        for _ in range(chosen)
    ]
    levels = [
        [[to(best), to(first)], [to(worst), to(best)]]
        for first, worst, ladder in ((up, lost, (up + 1, won)), (down, won, (down + 1, lost)))
        for best in ladder
    ]
    mirrored = [[list(column) for column in zip(*level, strict=True)] for level in levels[2:]]
    payoffs = [[[0, 0], [0, 0]]] * (chosen + 4) + [[[1]], [[0]]]
    game = ArrayGame(payoffs, [*anywhere, *levels[:2], *mirrored, [[to(won)]], [[to(lost)]]])
    decided = Decided.of(tabulate(game))
    lower, upper = decided.bounds
    assert lower[up] == 1
    assert upper[down] == 0
    proofs = composed_proofs(decided, ["row", "col"])
    assert len(proofs) == 2
    solution = zerosum.solve(game)
    data = write(replace(solution, in_the_limit=proofs))
    for state in game.states:
        proved = prove(game, solution.values[state], json.loads(json.dumps(data)), state)
        assert float(proved.gap) < 1e-9
        assert proved.lower <= float(solution.values[state].upper) + 1e-9
        assert proved.upper >= float(solution.values[state].lower) - 1e-9
