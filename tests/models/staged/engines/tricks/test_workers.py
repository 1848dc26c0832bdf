"""Lists of tasks on a real scheduler and worker processes: the same results as here, bit for bit, whatever dies."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("distributed", reason="the extra `cluster` is not installed")

from tests.models.staged.engines.tricks.machines import Machines

from zerosum.api import match
from zerosum.arena import sampling
from zerosum.cli import main
from zerosum.core.cluster import Cluster
from zerosum.core.errors import ClusterError, InputError
from zerosum.games.blackjack import Blackjack
from zerosum.games.poker import Kuhn
from zerosum.models.family import arena_for
from zerosum.models.lagged import memory
from zerosum.models.lagged.memory import bounded_memory, histories, prove_best
from zerosum.models.lagged.rules import ring
from zerosum.models.solo.engines.drawing.arena import behaviour_of
from zerosum.models.solo.engines.drawing.kernel import compile_rounds

pytestmark = pytest.mark.filterwarnings("ignore")

EXAMPLES = Path(__file__).parents[5] / "examples"
GLEASON = ring((Fraction(1), Fraction(2), Fraction(-3)))
OWN = """
import random

def choose(seen):
    return random.Random(repr(seen)).choice(list(seen.moves))
"""


@pytest.fixture(autouse=True)
def small_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "TOGETHER", 100)
    monkeypatch.setattr(sampling, "AT_ONCE", 20)
    monkeypatch.setattr(memory, "BATCH", 64)


@pytest.mark.parametrize(
    ("game", "row", "col", "plays", "parameters"),
    [
        ("kuhn", "equilibrium", "uniform", 300_000, {}),
        ("goofspiel", "equilibrium", "uniform", 300_000, {"cards": 3}),
        ("gleason", "uniform", "always-cc", 20_000, {}),
        ("stochastic", "uniform", "uniform", 20_000, {"path": str(EXAMPLES / "big_match.toml")}),
        ("leduc", "1/2*equilibrium+1/2*uniform", "uniform", 100, {}),
    ],
)
def test_a_match_is_the_same_on_a_cluster(
    address: str, game: str, row: str, col: str, plays: int, parameters: Mapping[str, Any]
) -> None:
    here, there = (
        match(game, row, col, plays=plays, seed=3, cluster=at, **parameters) for at in (None, address)
    )
    assert here == there
    assert here != match(game, row, col, plays=plays, seed=4, **parameters)


def test_batches_of_cards_do_not_depend_on_each_other() -> None:
    game = Blackjack(deck=(1, 1, 0, 0, 1, 0, 1, 1, 2, 2))
    dealt = compile_rounds(game, behaviour_of(game, arena_for(game).roster("row")["uniform"]))
    first, again = (dealt(500, np.random.default_rng(1)) for _ in range(2))
    assert (first == again).all()


def test_a_function_in_a_file_goes_to_machines_that_lack_the_file(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.py").write_text(OWN)
    words = ("match", "kuhn", f"{tmp_path}/mine.py:choose", "uniform", "--plays", "100", "--json")
    assert said(monkeypatch, capsys, *words) == said(monkeypatch, capsys, *words, "--cluster", address)


def test_a_worker_that_dies_loses_nothing_and_a_scheduler_that_goes_is_one_sentence(
    machines: Machines,
) -> None:
    killed = []

    def kill_one(done: int, total: int, unit: str) -> None:
        if done > 0.3 * total and not killed:
            killed.append(machines.workers[0].pid)
            os.kill(killed[0], signal.SIGKILL)

    arena = arena_for(Kuhn(), progress=kill_one, workers=Cluster(machines.address))
    row, col = arena.roster("row")["uniform"], arena.roster("col")["boldest"]
    found = arena.sample(row, col, plays=1_000_000, seed=1)
    assert killed
    assert found == arena_for(Kuhn()).sample(row, col, plays=1_000_000, seed=1)
    results = Cluster(machines.address).each(abs, iter(range(10**9)))
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    os.kill(machines.scheduler.pid, signal.SIGKILL)
    with pytest.raises(ClusterError, match=r"lost the scheduler .* run .* again"):
        list(results)


def test_what_a_task_refuses_is_what_is_told(address: str) -> None:
    with pytest.raises(ZeroDivisionError):
        list(Cluster(address).each(Fraction(1).__truediv__, [1, 0]))


def test_a_proof_has_the_same_boxes_on_a_cluster(address: str) -> None:
    seen, target, told = histories(GLEASON, "row", 1), 3 - 2 * 2**0.5 - 1e-2, []
    boxes = prove_best(seen, target, workers=Cluster(address), progress=lambda *done: told.append(done))
    assert boxes == prove_best(seen, target)
    assert [done for done, _, _ in told] == list(range(1, 65))


def test_a_strategy_of_bounded_memory_is_the_same_on_a_cluster(address: str) -> None:
    here = bounded_memory(GLEASON, "col", 2, starts=2)
    there = bounded_memory(GLEASON, "col", 2, starts=2, workers=Cluster(address))
    assert replace(here, seconds=0) == replace(there, seconds=0)


def test_the_command_proves_on_a_cluster(
    address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("solve", "gleason", "--memory", "1", "--within", "1e-2")
    told = [said(monkeypatch, capsys, *words, *more).splitlines() for more in ((), ("--cluster", address))]
    place = next(
        i for i, line in enumerate(told[0]) if line.startswith(("next: ", "Try next: "))
    )  # hints repeat the flags
    here, there = ([line for line in lines[:place] if "proved in fractions" not in line] for lines in told)
    assert here == there
    assert any("is better by more than 0.01" in line for line in here)


def test_what_a_cluster_cannot_do_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="number of plays"):
        match("kuhn", "uniform", "uniform", cluster="local:2")
    monkeypatch.setattr("zerosum.core.cluster.SECONDS", 1)
    with pytest.raises(ClusterError, match="no scheduler answers at"):
        match("kuhn", "uniform", "uniform", plays=1000, cluster="tcp://127.0.0.1:9")


def said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What the command prints."""
    monkeypatch.setattr(sys, "argv", ["zerosum", *words])
    main()
    return capsys.readouterr().out
