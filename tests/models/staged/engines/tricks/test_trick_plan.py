"""Plans: rules on arrays and rules in Python agree, exact numbers of any size stay exact, versions are noticed."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest

from zerosum.core.progress import silent
from zerosum.games.goofspiel import Goofspiel, PrizeState
from zerosum.games.jujitsu import Jujitsu
from zerosum.models.staged.engines.tricks import plan as planning
from zerosum.models.staged.engines.tricks.contexts import coding_of
from zerosum.models.staged.engines.tricks.plan import Plan, make_plan
from zerosum.models.staged.engines.tricks.rules import Chance, TrickGame
from zerosum.models.staged.engines.tricks.solve import solve
from zerosum.models.staged.engines.tricks.threads import Threads
from zerosum.models.staged.engines.tricks.tiles import VERSION, tiles
from zerosum.store import MemoryStore

VARIANTS = list(
    itertools.product(
        ("random", "ascending", "descending"), ("discard", "split", "carry"), ("points", "win"), range(1, 6)
    )
)


def in_python(game: TrickGame, monkeypatch: pytest.MonkeyPatch) -> Plan:
    with monkeypatch.context() as slow:
        slow.setattr(planning, "coding_of", lambda game: None)
        return make_plan(game)


@pytest.mark.parametrize(("prizes", "ties", "payoff", "cards"), VARIANTS)
def test_rules_on_arrays_give_the_same_plan(
    prizes: str, ties: str, payoff: str, cards: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Goofspiel(cards=cards, prizes=prizes, ties=ties, payoff=payoff)
    quick, slow = make_plan(game), in_python(game, monkeypatch)
    assert quick.digest() == slow.digest()
    assert (quick.positions, quick.matrices, quick.disk) == (slow.positions, slow.matrices, slow.disk)
    for left in range(cards + 1):
        for node in slow.nodes[left]:
            assert quick.ref(left, node) == slow.ref(left, node) is not None


def test_no_play_leads_to_a_score_that_cannot_be() -> None:
    plan = make_plan(Goofspiel(cards=3, payoff="win"))
    assert plan.ref(0, PrizeState((), 0, 1)) is not None
    assert plan.ref(0, PrizeState((), 0, 7)) is None


def test_twelve_cards_for_the_win_are_planned_on_arrays_and_are_not_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        Goofspiel, "trick", lambda *asked: pytest.fail("the rules are asked context by context")
    )
    plan = make_plan(Goofspiel(cards=12, payoff="win"))
    assert plan.matrices == 11_040_408_257
    assert len(plan.stages[-1].terms) == 12


@dataclass(frozen=True)
class Double(Goofspiel):
    """Goofspiel for twice the points: a derived game that changes the rules."""

    def trick(self, context: PrizeState, outcome: int) -> tuple[int, Chance | PrizeState]:
        paid, then = super().trick(context, outcome)
        return 2 * paid, then


def test_a_game_that_changes_the_rules_is_asked_itself() -> None:
    assert coding_of(Double(cards=3)) is None
    assert coding_of(Goofspiel(cards=3)) is not None
    at = {"row": (1, 3), "col": (2, 3), "prizes_left": (2, 3)}
    double, single = (game(cards=3) for game in (Double, Goofspiel))
    values = [solve(game, store=MemoryStore()).at(**at).value for game in (double, single)]
    assert float(values[0].lower) == pytest.approx(2 * float(values[1].lower))


@dataclass(frozen=True)
class Odd(TrickGame):
    """Amounts whose common denominators are beyond any machine integer, on lotteries that are uneven."""

    start = 0

    def trick(self, context: int, outcome: int) -> tuple[Fraction, Chance]:
        more = Fraction(outcome, 3**30 + context) + Fraction(1, 7**20)
        return more, Chance([(Fraction(1, 3), context), (Fraction(2, 3), (context + outcome) % 4)])

    def settle(self, context: int) -> Fraction:
        return Fraction(context, 11**15)


def test_numbers_of_any_size_stay_exact() -> None:
    game = Odd(cards=3)
    exact, quick = solve(game, exact=True), solve(game, store=MemoryStore())
    assert exact.value.lower == exact.value.upper
    assert exact.value.lower in quick.value
    by_hand = solve_by_hand(game, (1, 2, 3), (1, 2, 3), 0)
    assert exact.value.lower == by_hand


def solve_by_hand(game: TrickGame, row: tuple[int, ...], col: tuple[int, ...], at: int) -> Fraction:
    """Plain recursion in fractions, with no patterns, blocks or shifts."""
    from zerosum.matrix import solve_exact

    def value(row: tuple[int, ...], col: tuple[int, ...], node: object) -> Fraction:
        parts = node.branches if isinstance(node, Chance) else [(1, node)]
        return sum(p * (solve_by_hand(game, row, col, one) if row else game.settle(one)) for p, one in parts)

    lines = []
    for a in row:
        line = []
        for b in col:
            paid, then = game.trick(at, (a > b) - (a < b))
            rest = tuple(c for c in row if c != a), tuple(c for c in col if c != b)
            line.append(paid + value(*rest, then))
        lines.append(line)
    return solve_exact(lines).value.lower


KNOWN = {
    Goofspiel(cards=5): ("0ff41b8c0eda8640", 11.128298307),
    Jujitsu(cards=6): ("583d9decc673bcae", -7.1463947847),
}
"""The name of the rules, and a sum of all kept values with weights by place, in this version of the tables."""


def test_other_tables_have_another_version() -> None:
    """Whoever changes numbering or layout raises VERSION, so that nobody reads old tables as new ones."""
    assert VERSION == 4
    for game, known in KNOWN.items():
        plan, store = make_plan(game), MemoryStore()
        Threads(1).fill(plan, store, silent)
        kept = [store.get(tile.name) for stage in plan.stages for tile in tiles(stage)]
        weights = [np.cos(np.arange(values.size)).reshape(values.shape) for values in kept]
        found = sum(float((one * weight).sum()) for one, weight in zip(kept, weights, strict=True))
        assert (plan.digest(), pytest.approx(found, abs=1e-8)) == known
