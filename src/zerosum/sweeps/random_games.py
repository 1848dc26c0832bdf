"""Random games by their seeds: integer matrices, the same on every machine."""

from __future__ import annotations

import random as generator
import re
from fractions import Fraction
from typing import Annotated

from zerosum.core.errors import InputError
from zerosum.core.limits import require_budget
from zerosum.models.matrix_game.rules import MatrixGame

MAX_ENTRY = 100
"""Entries are whole numbers from -MAX_ENTRY to MAX_ENTRY, all equally likely."""


def matrix(
    *,
    random: Annotated[
        str, f"the size of a random matrix of whole numbers up to {MAX_ENTRY}, for example 50x50"
    ],
    seed: Annotated[int, "the seed of the random numbers"] = 0,
) -> MatrixGame:
    """Return a random matrix game with independent, uniformly distributed entries."""
    size = re.fullmatch(r"\s*([1-9]\d*)\s*[x×*]\s*([1-9]\d*)\s*", random)
    if size is None:
        raise InputError(f"the size of a random matrix must be written as 50x50, not {random!r:.40}")
    rows, columns = int(size[1]), int(size[2])
    require_budget(f"a random matrix of {rows:,} x {columns:,}", memory=200.0 * rows * columns)
    draw = generator.Random(seed).random
    payoffs = [
        [Fraction(int(draw() * (2 * MAX_ENTRY + 1)) - MAX_ENTRY) for _ in range(columns)] for _ in range(rows)
    ]
    return MatrixGame.of(payoffs, heading=f"Random matrix game · {rows} × {columns} · seed {seed}")
