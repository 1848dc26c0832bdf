"""Street games up to suits: against exact hidden games with small decks, and the numbers of the whole game."""

import base64
import json
import zlib
from fractions import Fraction

import numpy as np
import pytest

import zerosum
from zerosum.certificates import certify, check
from zerosum.certificates.document import digest, render
from zerosum.core.errors import InputError, TooLargeError
from zerosum.core.packed import UNIT
from zerosum.core.sides import SIDES, other
from zerosum.games.rhode_island import RhodeIsland
from zerosum.models.family import arena_for
from zerosum.models.hidden.earnings import tree_earnings
from zerosum.models.hidden.form import words
from zerosum.models.hidden.search import discover
from zerosum.models.hidden.verify import bounds as exact_bounds
from zerosum.models.streets import solve as solver
from zerosum.models.streets.answer import StreetSolution
from zerosum.models.streets.verify import reply_bound


class HereAndNow:
    """A pool of threads that has none."""

    def map(self, *given):
        return map(*given)


def random_mixes(game, seed):
    """Strategies up to suits, in whole units."""
    rounds, random = solver.StreetRounds(game, HereAndNow()), np.random.default_rng(seed)
    mixes = {}
    for side in SIDES:
        for total in rounds.total[side]:
            total[:] = random.random(total.shape) * (random.random(total.shape) < 0.8)
        mixes[side] = [rounds._averaged(side, total) for total in rounds.total[side]]
    return rounds, mixes


def as_solution(game, mixes):
    return StreetSolution(
        game=game, value=zerosum.Value(-1.0, 1.0), method="", positions=0, seconds=0.0, mixes=mixes
    )


@pytest.mark.parametrize("size", [(2, 2, 2), (3, 2, 1), (4, 1, 1), (2, 3, 1), (3, 2, 0)])
def test_random_strategies_guarantee_what_fractions_say(size):
    game = RhodeIsland(*size)
    rounds, mixes = random_mixes(game, sum(size))
    solution = as_solution(game, mixes)
    exact = exact_bounds(
        game, True, lambda side, known, turn: {m: Fraction(p) for m, p in solution.mix(side, known).items()}
    )
    proved = game.family.verify(solution)
    assert proved.lower <= exact.lower
    assert exact.upper <= proved.upper
    assert float(proved.lower) == pytest.approx(float(exact.lower), abs=1e-9)
    assert float(proved.upper) == pytest.approx(float(exact.upper), abs=1e-9)
    assert -rounds.sweep("col", mixes["row"]) == pytest.approx(float(exact.lower), abs=1e-9)
    assert rounds.sweep("row", mixes["col"]) == pytest.approx(float(exact.upper), abs=1e-9)


def test_with_more_cards_the_solver_and_the_verifier_find_the_same_best_replies():
    game = RhodeIsland(5, 3, 2, ante=Fraction(1, 3), bets=(1, 2, Fraction(7, 2)))
    rounds, mixes = random_mixes(game, 1)
    for side in SIDES:
        found = rounds.sweep(other(side), mixes[side])
        units = [
            [
                np.ldexp(board[:, :, : len(one.hands)], UNIT).astype(np.uint32)
                for board, one in zip(table, boards, strict=True)
            ]
            for table, boards in zip(mixes[side], game.form.streets, strict=True)
        ]
        assert found == pytest.approx(float(reply_bound(game, units, other(side))), abs=1e-9)


@pytest.mark.parametrize("power", [-90, 90])
def test_tiny_and_huge_stakes_are_bounded_like_others(power):
    unit = Fraction(10) ** power
    game, scaled = (
        RhodeIsland(2, 2, 1),
        RhodeIsland(2, 2, 1, ante=5 * unit, bets=(10 * unit, 20 * unit, 20 * unit)),
    )
    _, mixes = random_mixes(game, 3)
    for side in SIDES:
        units = [
            [
                np.ldexp(board[:, :, : len(one.hands)], UNIT).astype(np.uint32)
                for board, one in zip(table, boards, strict=True)
            ]
            for table, boards in zip(mixes[side], game.form.streets, strict=True)
        ]
        plain = reply_bound(game, units, other(side))
        assert reply_bound(scaled, units, other(side)) == plain * unit != 0


def test_uniform_play_earns_what_every_deal_and_every_bet_says():
    game = RhodeIsland(3, 2, 1)
    rounds = solver.StreetRounds(game, HereAndNow())
    arena = arena_for(game)
    uniform = arena.roster("row")["uniform"]
    expected = float(arena.match(uniform, uniform).mean)
    assert rounds.sweep("row", rounds.regret["col"], (1.0, 1.0, 1.0)) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("size", "value"),
    [((3, 2, 1), Fraction(-92, 567)), ((2, 3, 1), Fraction(-1, 64)), ((4, 1, 2), Fraction(-1, 6))],
)
def test_bounds_hold_the_value_in_fractions(size, value):
    solution = zerosum.solve(RhodeIsland(*size), first_order=True, tolerance=0.02)
    assert isinstance(solution, StreetSolution)
    assert solution.value.gap <= 0.02
    assert value in solution.value
    assert solution.verify().holds


def test_the_whole_deck_up_to_suits():
    form = RhodeIsland(13, 4, 3).form
    assert [len(boards) for boards in form.streets] == [1, 13, 325]
    assert [sum(len(one.hands) for one in boards) for boards in form.streets] == [13, 13 * 25, 9997]
    for street, boards in enumerate(form.streets):
        assert {sum(one.counts) for one in boards} == {52 - street}
    assert sum(form.streets[1][one.before].cards * one.cards for one in form.streets[2]) == 52 * 51
    assert form.size == 20 * (13 + 7 * 325 + 49 * 9997)


def test_moves_earn_what_the_tree_says():
    game = RhodeIsland(3, 2, 1)
    _, mixes = random_mixes(game, 5)
    solution, tree = as_solution(game, mixes), discover(game)
    expected = tree_earnings(
        game,
        tree,
        lambda side, i: {m: Fraction(p) for m, p in solution.mix(side, tree.seen(side, i)).items()},
        lambda side, known: words(known),
    )
    for one in expected[::7]:
        [found] = solution.at(seen=one.information).earnings
        assert found.side == one.side
        assert found.allowed == pytest.approx(float(one.allowed))
        assert found.reached == pytest.approx(float(one.reached))
        for move, earned in one.moves.items():
            if earned.earns is not None:
                assert found.moves[move].earns == pytest.approx(float(earned.earns), abs=1e-9)
    assert len(solution.earnings) == 3 * len([point for point in game.form.bets if point.side])
    assert "earns" in str(solution.at(seen="As, check").report())


def test_exchanged_suits_play_alike_and_nonsense_is_refused():
    solution = zerosum.solve(RhodeIsland(3, 3, 1), tolerance=1.0)
    one, two = (
        solution.at(seen=seen).col for seen in ("As, check, check, Kh, check", "Ad, check, check, Ks, check")
    )
    assert one == two != {}
    assert solution.mix("row", (("chance", "As"),)) == solution.at(seen="as").row
    for wrong in (
        "Zs",
        "As, check, check, As",
        "As, fold",
        "As, Ks",
        "",
        "As, check, check, Ks, check, check, Qs, call",
    ):
        with pytest.raises(InputError):
            solution.at(seen=wrong)
    with pytest.raises(InputError):
        solution.mix("row", "As, check")


def test_it_is_played_and_sampled_and_what_takes_a_tree_is_refused(monkeypatch):
    game = RhodeIsland(4, 3, 2)
    solution = zerosum.solve(game, tolerance=2.0)
    arena = arena_for(game, lambda: solution)
    sampled = arena.sample(arena.equilibrium, arena.roster("col")["uniform"], plays=300, seed=1)
    assert abs(float(sampled.mean)) < 100
    with pytest.raises(InputError, match="smaller"):
        _ = solution.ranges
    at_table = arena.deal(np.random.default_rng(1)).after({}, np.random.default_rng(1))
    weighed = arena.advice(at_table.after({}, np.random.default_rng(2)), "row")
    assert weighed.mix.keys() == weighed.worth.keys() == {"check", "raise"}
    with pytest.raises(InputError, match="small"):
        game.family.locked(game, [], progress=lambda *_: None)
    with pytest.raises(InputError, match="refinement"):
        zerosum.solve(game, refine=True)
    with pytest.raises(TooLargeError):
        zerosum.solve(RhodeIsland(13, 4, 40))
    monkeypatch.setenv("ZEROSUM_LIMIT", "1s")
    with pytest.raises(TooLargeError):
        arena_for(RhodeIsland(13, 4, 3), lambda: solution).best_response(arena.equilibrium, "row")


def test_an_interrupt_gives_the_best_bounds_so_far():
    def interrupt(done, total, unit):
        assert "gap" in unit
        if done == 12:
            raise KeyboardInterrupt

    solution = zerosum.models.streets.solve.solve(RhodeIsland(3, 3, 1), progress=interrupt)
    assert "stopped early" in solution.method
    assert solution.verify().holds
    with pytest.raises(KeyboardInterrupt):
        solver.solve(RhodeIsland(3, 3, 1), progress=lambda *_: interrupt(12, 12, "gap"))


@pytest.fixture(scope="module")
def certificate():
    solution = zerosum.solve(RhodeIsland(2, 3, 1), first_order=True, tolerance=0.5)
    return json.loads(certify(solution))


def sealed(content, path):
    content["sha256"] = digest(content)
    path.write_text(render(content), encoding="utf-8")
    return path


def test_a_certificate_proves_the_claim_and_a_forged_one_does_not(certificate, tmp_path):
    path = tmp_path / "streets.cert"
    found = check(sealed(certificate, path))
    assert found.holds
    assert found.answers == RhodeIsland(2, 3, 1).form.size
    packed = certificate["strategies"]["row"][0]
    units = np.frombuffer(zlib.decompress(base64.b64decode(packed["text"])), "<u4").copy()

    def forged(numbers):
        text = base64.b64encode(zlib.compress(numbers.astype("<u4").tobytes())).decode()
        part = {"numbers": numbers.size, "text": text}
        return {**certificate["strategies"], "row": [part, *certificate["strategies"]["row"][1:]]}

    longer, more = np.append(units, 0), units.copy()
    more[0] += 1
    other_move = units.copy()
    other_move[:] = np.where(np.arange(len(units)) < 2, 1 << UNIT, 0)
    for wrong in (
        forged(longer),
        forged(more),
        forged(units[:-1]),
        {**certificate["strategies"], "row": certificate["strategies"]["row"][:2]},
        {**certificate["strategies"], "row": ["?", "", ""]},
        {
            **certificate["strategies"],
            "row": [{**packed, "numbers": 7}, *certificate["strategies"]["row"][1:]],
        },
        {"row": certificate["strategies"]["row"]},
    ):
        with pytest.raises(InputError):
            check(sealed({**certificate, "strategies": wrong}, path))


def test_a_tampered_saved_solution_is_refused_when_it_is_loaded(tmp_path):
    path = tmp_path / "streets.json"
    zerosum.solve(RhodeIsland(2, 3, 1), first_order=True, tolerance=0.5).save(path)
    saved = json.loads(path.read_text(encoding="utf-8"))
    assert zerosum.load_solution(path).verify().holds
    for k, record in enumerate(saved["solution"]["records"]):
        if record[0] == "array":
            content = json.loads(json.dumps(saved))
            content["solution"]["records"][k][2] = record[2][::-1]
            with pytest.raises(InputError, match="does not fit the boards"):
                zerosum.load_solution(sealed(content, path))
