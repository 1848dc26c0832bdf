"""The GPU's engine: its kernels, built for this machine's processor, fill the same tables as the threads do."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.models.staged.engines.tricks.host_device import COMPILER, HostDevice

from zerosum.core.errors import InputError, TooLargeError
from zerosum.core.progress import silent
from zerosum.games.goofspiel import Goofspiel
from zerosum.games.jujitsu import Jujitsu
from zerosum.models.staged.engines.tricks.gpu import Gpu
from zerosum.models.staged.engines.tricks.gpu.device import Device, open_device
from zerosum.models.staged.engines.tricks.plan import Plan, make_plan
from zerosum.models.staged.engines.tricks.rules import TrickGame
from zerosum.models.staged.engines.tricks.solve import solve
from zerosum.models.staged.engines.tricks.threads import Threads
from zerosum.models.staged.engines.tricks.tiles import error_bounds, tiles
from zerosum.models.staged.engines.tricks.workers import choose
from zerosum.store import MemoryStore

needs_compiler = pytest.mark.skipif(COMPILER is None, reason="there is no C++ compiler on this machine")

GAMES = [
    Goofspiel(cards=6),
    Goofspiel(cards=5, payoff="win"),
    Goofspiel(cards=5, ties="carry"),
    Goofspiel(cards=6, prizes="descending"),
    Jujitsu(cards=7),
    Jujitsu(cards=6, ties="discarded", payoff="margin"),
]


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> HostDevice:
    return HostDevice(tmp_path_factory.mktemp("kernels"))


def filled(game: TrickGame, engine: Any) -> tuple[Plan, MemoryStore]:
    plan, store = make_plan(game), MemoryStore()
    assert engine.fill(plan, store, silent)
    return plan, store


def assert_same(game: TrickGame, engine: Any, least: float = 0.0) -> None:
    """Every value is within the two engines' bounds of the other's, and some differ by at least so much."""
    (plan, mine), (_, theirs) = filled(game, engine), filled(game, Threads(1))
    errors = zip(error_bounds(plan, mine), error_bounds(plan, theirs), strict=True)
    bounds, worst = [sum(both) for both in errors], 0.0
    for stage in plan.stages:
        for tile in tiles(stage):
            one, other = mine.get(tile.name), theirs.get(tile.name)
            assert one is not None
            assert other is not None
            far = float(np.abs(one - other).max(initial=0.0))
            assert far <= bounds[stage.left]
            worst = max(worst, far)
    assert worst >= least


@needs_compiler
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.title)
def test_same_tables_as_on_threads(game: TrickGame, host: HostDevice) -> None:
    assert_same(game, Gpu(host))


@needs_compiler
@pytest.mark.parametrize("game", GAMES[:3], ids=lambda game: game.title)
def test_integers_round_within_their_bounds(game: TrickGame, host: HostDevice) -> None:
    assert_same(game, Gpu(host, fixed=True), least=1e-10)


@needs_compiler
def test_what_supports_do_not_solve_goes_to_a_careful_method(tmp_path: Path) -> None:
    hopeless, failures = HostDevice(tmp_path, "HOPE=-1.0"), []
    engine = Gpu(hopeless, watch=lambda stage, outcome: failures.append(outcome.failures - outcome.games))
    assert_same(Goofspiel(cards=4), engine)
    assert set(failures) == {0}


@pytest.mark.long
@needs_compiler
def test_every_game_pivoted_on_its_own_gives_the_same(tmp_path: Path) -> None:
    assert_same(Goofspiel(cards=5), Gpu(HostDevice(tmp_path, "SUPPORTS=0")))


@pytest.mark.long
@needs_compiler
def test_large_supports_are_solved_without_registers(tmp_path: Path) -> None:
    assert_same(Goofspiel(cards=5), Gpu(HostDevice(tmp_path, "IN_REGISTERS=2")))


@needs_compiler
def test_only_what_fits_is_kept_and_the_bounds_are_known(host: HostDevice) -> None:
    game = Goofspiel(cards=6)
    _, store = filled(game, Gpu(host, keep=5_000))
    solution, whole = solve(game, store=store), solve(game, store=MemoryStore())
    for up in range(1, 7):
        mine, theirs = solution.at(up=up), whole.at(up=up)
        assert float(mine.value.gap) < 1e-11
        assert mine.row == pytest.approx(theirs.row, abs=1e-9)
    with pytest.raises(InputError, match="too large to store"):
        solution.at(row=[1, 2, 3, 5], col=[1, 2, 4, 6], prizes_left=[2, 3, 4, 5], up=3)


@needs_compiler
@pytest.mark.parametrize("fixed", [False, True])
def test_goes_on_where_another_engine_stopped(host: HostDevice, fixed: bool) -> None:
    plan, whole = filled(Goofspiel(cards=6), Threads(1))
    begun = MemoryStore()
    for stage in plan.stages[:3]:
        for tile in tiles(stage):
            values, facts = whole.get(tile.name), whole.facts(tile.name)
            assert values is not None
            begun.put(tile.name, values, facts)
    stages: list[int] = []
    Gpu(host, fixed=fixed, watch=lambda stage, _: stages.append(stage.left)).fill(plan, begun, silent)
    assert stages == [4, 5]
    last = tiles(plan.stages[4])[0].name
    one, other = begun.get(last), whole.get(last)
    assert one is not None
    assert other is not None
    assert np.abs(one - other).max() <= error_bounds(plan, begun)[5] + error_bounds(plan, whole)[5]


class Small:
    """A device with little memory."""

    def __init__(self, host: HostDevice, free: int) -> None:
        self.host, self.free_bytes = host, free

    def __getattr__(self, name: str) -> Any:
        return getattr(self.host, name)


@needs_compiler
def test_integers_where_doubles_do_not_fit_and_an_error_where_neither(host: HostDevice) -> None:
    plan, kinds = make_plan(Goofspiel(cards=6)), []
    most = 8 * max(
        sum(rows * columns for pair in (one, other) for rows, columns in Plan.halves(pair))
        for one, other in zip(plan.stages, plan.stages[1:], strict=False)
    )
    taken = 4 << 30
    for free in (taken + most, taken + most - 1):
        device: Device = Small(host, free)  # type: ignore[assignment]
        engine = Gpu(device, watch=lambda _, outcome: kinds.append(outcome.table.fixed))
        engine.fill(plan, MemoryStore(), silent)
    assert kinds == [False] * 5 + [True] * 5
    with pytest.raises(TooLargeError, match="32-bit"):
        Gpu(Small(host, taken + most // 2 - 1)).fill(plan, MemoryStore(), silent)  # type: ignore[arg-type]


def test_a_device_that_there_is_not() -> None:
    with pytest.raises(InputError, match="no device called 'tpu'"):
        choose(device="tpu")
    with pytest.raises(InputError, match="does not use threads"):
        choose(threads=2, device="gpu")


@pytest.mark.skipif(importlib.util.find_spec("cupy") is not None, reason="CuPy is installed here")
def test_without_cupy_one_sentence_says_what_is_missing() -> None:
    with pytest.raises(InputError, match=r"\[gpu\]"):
        solve(Goofspiel(cards=3), device="gpu")


def _card() -> Device | None:
    try:
        return open_device()
    except InputError:
        return None


CARD = _card()


@pytest.mark.skipif(CARD is None, reason="needs CuPy and a CUDA card")
@pytest.mark.parametrize("game", [*GAMES, Goofspiel(cards=9)], ids=lambda game: game.title)
def test_same_tables_on_a_card(game: TrickGame) -> None:
    assert_same(game, Gpu(CARD))
