"""Kernels: plain Python for small work, compiled for large; small games never wait for the compiler."""

import subprocess
import sys

import numpy as np
import pytest

from zerosum.compiled import FEW, Kernel


@Kernel
def _twice(x: float) -> float:
    return 2 * x


@Kernel
def _doubled(x: np.ndarray) -> float:
    total = 0.0
    for one in x:
        total += _twice(one)
    return total


def test_a_kernel_is_compiled_when_there_is_enough_to_do() -> None:
    assert _doubled(np.ones(FEW)) == 2 * FEW
    assert "compiled" not in vars(_doubled)
    assert _doubled(np.ones(FEW + 1)) == 2 * (FEW + 1)
    assert _doubled.compiled.signatures
    assert _twice.compiled.signatures


@pytest.mark.parametrize("game", ["CATALOG['kuhn'].load()()", "CATALOG['matches'].load()()"])
def test_small_games_are_solved_without_the_compiler(game: str) -> None:
    program = (
        "import sys; from zerosum.games import CATALOG; from zerosum.families import solve;"
        f"solve({game}).report(); sys.exit('numba' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
