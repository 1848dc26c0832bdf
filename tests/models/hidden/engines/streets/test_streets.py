"""Street games up to suits: against exact hidden games with small decks, and the numbers of the whole game."""

import base64
import json
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import ClassVar

import numpy as np
import pytest

import zerosum
from zerosum import choose, deal, end
from zerosum.certificates import certify, check
from zerosum.certificates.document import digest, render
from zerosum.core.errors import InputError, TooLargeError
from zerosum.core.packed import UNIT
from zerosum.core.sides import SIDES, other
from zerosum.games.rhode_island import RhodeIsland
from zerosum.models.family import arena_for
from zerosum.models.hidden.engines.streets import solve as solver
from zerosum.models.hidden.engines.streets.answer import StreetSolution
from zerosum.models.hidden.engines.streets.rules import StreetCard, StreetPosition
from zerosum.models.hidden.engines.streets.verify import response_bound
from zerosum.models.hidden.questions import tree_evs
from zerosum.models.hidden.search import discover
from zerosum.models.hidden.verify import bounds as exact_bounds


class HereAndNow:
    """A pool of threads that has none."""

    def map(self, *given):
        return map(*given)


def random_mixes(game, seed):
    """Strategies up to suits, in whole units."""
    rounds, random = solver.StreetSpace(game, HereAndNow()), np.random.default_rng(seed)
    mixes = {}
    for side in SIDES:
        for total in rounds.total[side]:
            total[:] = random.random(total.shape) * (random.random(total.shape) < 0.8)
        mixes[side] = [table.astype(float) for table in rounds.average(side)]
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
    assert -rounds.sweeps.response("col", mixes["row"]) == pytest.approx(float(exact.lower), abs=1e-9)
    assert rounds.sweeps.response("row", mixes["col"]) == pytest.approx(float(exact.upper), abs=1e-9)


def test_with_more_cards_the_solver_and_the_verifier_find_the_same_best_responses():
    game = RhodeIsland(5, 3, 2, ante=Fraction(1, 3), bets=(1, 2, Fraction(7, 2)))
    rounds, mixes = random_mixes(game, 1)
    for side in SIDES:
        found = rounds.sweeps.response(other(side), mixes[side])
        units = [
            [
                np.ldexp(board[:, :, : len(one.hands)], UNIT).astype(np.uint32)
                for board, one in zip(table, boards, strict=True)
            ]
            for table, boards in zip(mixes[side], game.form.streets, strict=True)
        ]
        assert found == pytest.approx(float(response_bound(game, units, other(side))), abs=1e-9)


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
        plain = response_bound(game, units, other(side))
        assert response_bound(scaled, units, other(side)) == plain * unit != 0


def test_uniform_play_earns_what_every_deal_and_every_bet_says():
    game = RhodeIsland(3, 2, 1)
    rounds = solver.StreetSpace(game, HereAndNow())
    arena = arena_for(game)
    uniform = arena.roster("row")["uniform"]
    expected = float(arena.match(uniform, uniform).mean)
    regret, total = rounds.regret, rounds.total["row"]
    uniform_row = rounds.sweeps.learn("row", regret["col"], regret["row"], total, (1.0, 1.0, 1.0))
    assert uniform_row == pytest.approx(expected, abs=1e-12)


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
    expected = tree_evs(
        game,
        tree,
        lambda side, i: {m: Fraction(p) for m, p in solution.mix(side, tree.seen(side, i)).items()},
        tree.names,
    )
    for one in expected[::7]:
        [found] = solution.at(seen=one.information).evs
        assert found.side == one.side
        assert found.counterfactual_reach == pytest.approx(float(one.counterfactual_reach))
        assert found.reached == pytest.approx(float(one.reached))
        for move, earned in one.moves.items():
            if earned.ev is not None:
                assert found.moves[move].ev == pytest.approx(float(earned.ev), abs=1e-9)
    assert len(solution.evs) == 3 * len([point for point in game.form.bets if point.side])
    assert "EV" in str(solution.at(seen="As, check").report())


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


def test_decisions_of_a_small_game_are_locked():
    """A must raise with the highest of four cards and may not with the lowest."""
    game = RhodeIsland(4, 1, 1)
    free = zerosum.solve(game)
    locked = zerosum.solve(game, locks={"row: As": {"raise": 1}, "row: Js": {"check": 1}})
    found = {one.information: one.after for one in locked.changes() if one.locked and one.move == "raise"}
    assert found == {"As": 1, "Js": 0}
    assert locked.value.upper <= free.value.lower
    assert locked.verify().holds
    with pytest.raises(InputError, match="remove first_order"):
        zerosum.solve(game, locks={"As": {"raise": 1}}, first_order=True)


@dataclass(frozen=True)
class TwoStreets(zerosum.StreetGame):
    """Each says yes or no; if they differ, who said no pays; two streets, and a pair beats a high card."""

    streets = 2
    words: tuple[object, object] = ("No", "Yes")
    number: ClassVar[Callable[[int], object]] = Fraction
    tree_size = 1000

    @property
    def deck(self):
        return [
            StreetCard(rank, suit, f"{'JQK'[rank]}{'ab'[suit]}") for rank in range(3) for suit in range(2)
        ]

    @property
    def start(self):
        return StreetPosition()

    def strength(self, hand):
        return hand[0].rank == hand[-1].rank and len(hand) > 1, hand[0].rank

    def stake(self, rounds):
        return self.number(1 + 2 * sum([*one].count(self.words[1]) == 2 for one in rounds))

    def turn(self, position):
        cards, now = position.cards, position.rounds[-1]
        left = [card for card in self.deck if card not in cards]
        if len(cards) < 2:
            return deal(left, to=SIDES[len(cards)])
        if len(now) < 2:
            return choose(SIDES[len(now)], self.words)
        if now[0] != now[1]:
            return end(self.stake(position.rounds) * (1 if now[1] == self.words[0] else -1))
        if len(position.rounds) < self.streets:
            return deal(left)
        mine, yours = (self.strength((card, *cards[2:])) for card in cards[:2])
        return end(self.stake(position.rounds) * ((mine > yours) - (mine < yours)))

    def after(self, position, picked):
        if isinstance(picked, StreetCard):
            rounds = position.rounds if len(position.cards) < 2 else (*position.rounds, ())
            return StreetPosition((*position.cards, picked), rounds)
        return StreetPosition(position.cards, (*position.rounds[:-1], (*position.rounds[-1], picked)))


class OneStreet(TwoStreets):
    streets = 1


class InDecimals(TwoStreets):
    number = Decimal


class InFloats(TwoStreets):
    number = np.float32


@pytest.mark.parametrize("kind", [TwoStreets, OneStreet, InDecimals, InFloats])
def test_who_folds_is_read_from_the_rules_and_not_from_a_name(kind):
    """The fold was known by its name, "fold"; other names gave another game, and its value was proved."""
    game = kind(("No", "Yes  please"))
    solution = zerosum.solve(game, first_order=True, tolerance=0.02)
    exact = zerosum.solve(game).value
    assert solution.value.lower <= exact.lower
    assert exact.upper <= solution.value.upper
    assert solution.verify().holds
    assert {one.information for one in solution.evs} >= {"Ka", "Ka, Yes  please", "Ja, No"}
    reached = {one.information: one.reached for one in solution.evs}
    mix = solution.mix("row", "Ka")
    assert reached["Ka"] == pytest.approx(1 / 6)  # one of six cards
    assert set(mix) == {"No", "Yes  please"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((0, 1), "string without commas"),
        (("no", "yes, raise"), "string without commas"),
        (("no", "No"), "read alike"),
    ],
)
def test_moves_of_a_large_street_game_have_names(words, said):
    game = TwoStreets(words)
    assert zerosum.solve(game).value == zerosum.solve(TwoStreets()).value
    with pytest.raises(zerosum.GameError, match=said):
        zerosum.solve(game, first_order=True)


def test_an_interrupt_gives_the_best_bounds_so_far():
    def interrupt(done, total, unit):
        assert "gap" in unit
        if done == 12:
            raise KeyboardInterrupt

    solution = zerosum.models.hidden.engines.streets.solve.solve(RhodeIsland(3, 3, 1), progress=interrupt)
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
            with pytest.raises(InputError, match="fit the boards"):
                zerosum.load_solution(sealed(content, path))
