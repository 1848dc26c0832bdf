"""Kernels: plain Python for small work, compiled for large; the same answers, and small games never wait."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from zerosum.core import compiled
from zerosum.core.compiled import ENOUGH, FEW, Kernel
from zerosum.core.game import Game
from zerosum.games import CATALOG
from zerosum.matrix import solve_batch
from zerosum.matrix.bounds import work_size
from zerosum.matrix.kernel import solve_into
from zerosum.models.family import solve
from zerosum.store import MemoryStore

EXAMPLES = Path(__file__).parents[2] / "examples"


@Kernel
def _twice(x: float) -> float:
    return 2 * x


@Kernel
def _doubled(x: np.ndarray) -> float:
    total = 0.0
    for one in x:
        total += _twice(one)
    return total


@Kernel
def _first(x: np.ndarray) -> float:
    return x[0]


def test_a_kernel_is_compiled_when_there_is_enough_to_do() -> None:
    assert _doubled(np.ones(FEW)) == 2 * FEW
    assert "compiled" not in vars(_doubled)
    assert _doubled(np.ones(FEW + 1)) == 2 * (FEW + 1)
    assert _doubled.compiled.signatures


def test_a_kernel_is_compiled_when_it_was_called_often_enough() -> None:
    for _ in range(ENOUGH // FEW):
        _first(np.ones(FEW))
    assert "compiled" not in vars(_first)
    assert _first(np.ones(FEW)) == 1
    assert "compiled" in vars(_first)


def test_a_patient_kernel_is_compiled_for_much_work_or_if_it_is_on_disk(tmp_path: Path) -> None:
    """Each run is a process of its own; the second finds what the first left."""
    program = (
        "import numpy as np, sys; from zerosum.core import compiled\n"
        "@compiled.patient(lambda x: x.size, 3)\n"
        "def total(x): return x.sum()\n"
        "for times in (1, 2, 4): total(np.ones(times * compiled.FEW)); print('compiled' in vars(total))\n"
    )
    file = tmp_path / "patient.py"
    file.write_text(program)
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "kept")}
    told = [
        subprocess.run([sys.executable, file], env=environment, capture_output=True, text=True, check=True)
        for _ in range(2)
    ]
    assert [one.stdout.split() for one in told] == [["False", "False", "True"], ["False", "True", "True"]]


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Everything is plain Python, on every thread, until this is undone."""
    monkeypatch.setattr(compiled._ThreadState, "plain", True)
    return monkeypatch


def _games() -> list[np.ndarray]:
    random = np.random.default_rng(5)
    shapes = [(1, 1), (2, 2), (3, 7), (8, 8), (9, 3), (12, 14), (17, 5), (20, 20)]
    mixed = [random.normal(size=shape) for shape in shapes]
    tied = [random.integers(-1, 2, size=shape).astype(float) for shape in shapes]
    return [*mixed, *tied, np.zeros((4, 5))]


def _solved(A: np.ndarray) -> tuple[float, float, np.ndarray, np.ndarray]:
    row, col = np.empty(len(A)), np.empty(A.shape[1])
    lower, upper = solve_into(A, row, col, np.empty(work_size.function(*A.shape)))
    return lower, upper, row, col


def test_a_matrix_is_solved_alike_in_plain_python_and_compiled(plain: pytest.MonkeyPatch) -> None:
    first = [_solved(A) for A in _games()]
    batch = np.random.default_rng(6).integers(-3, 4, size=(9, 3, 4)).astype(float)
    together = solve_batch(batch)
    plain.undo()
    assert solve_into.compiled
    for A, (lower, upper, row, col) in zip(_games(), first, strict=True):
        again = _solved(A)
        assert [lower, upper] == pytest.approx(again[:2], abs=1e-12)
        assert row == pytest.approx(again[2], abs=1e-9)
        assert col == pytest.approx(again[3], abs=1e-9)
    plain.setattr(compiled, "FEW", 0)
    assert together.value == pytest.approx(solve_batch(batch).value, abs=1e-12)


SMALL_GAMES = {
    "rps": {},
    "matches": {},
    "inspection": {},
    "jujitsu": {"cards": 4},
    "goofspiel": {"cards": 3},
    "nakai": {},
    "stochastic": {"path": str(EXAMPLES / "shapley.toml")},
    "gleason": {},
    "kuhn": {},
    "red-dog": {},
}


def _made(name: str) -> Game:
    return CATALOG[name].load()(**SMALL_GAMES[name])


def _found(name: str) -> tuple[object, ...]:
    game = _made(name)
    found = solve(game, **({"store": MemoryStore()} if game.engine == "tricks" else {}))
    return float(found.value.lower), float(found.value.upper), found.row, found.col


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("name", ["inspection", "jujitsu", "goofspiel", "nakai", "stochastic"])
def test_a_game_is_solved_alike_in_plain_python_and_compiled(name: str, plain: pytest.MonkeyPatch) -> None:
    first = _found(name)
    plain.undo()
    plain.setattr(compiled, "FEW", 0)
    second = _found(name)
    assert first[:2] == pytest.approx(second[:2], abs=1e-11)
    assert first[2] == pytest.approx(second[2], abs=1e-9)
    assert first[3] == pytest.approx(second[3], abs=1e-9)


def test_small_games_are_solved_without_the_compiler() -> None:
    program = (
        "import sys; from tests.core.test_compiled import SMALL_GAMES, _found\n"
        "sys.modules['numba'] = None\n"
        "for name in SMALL_GAMES: _found(name)"
    )
    subprocess.run([sys.executable, "-c", program], check=True, cwd=Path(__file__).parents[2])
