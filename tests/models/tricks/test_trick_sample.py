"""Random positions of a trick game, each checked from its children's values."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import zerosum
from zerosum.core.value import Value
from zerosum.models.tricks.verify_sample import sampled


class Wrong:
    """A solution whose values with three cards left are too high by a millionth."""

    def __init__(self, solution: Any) -> None:
        self.solution, self.value = solution, solution.value

    def answer_at(self, row: Any, col: Any, at: Any) -> Any:
        answer = self.solution.answer_at(row, col, at)
        off = 1e-6 * (len(row) == 3)
        return answer._replace(value=Value(answer.value.lower + off, answer.value.upper + off))


def test_right_tables_pass_and_wrong_ones_do_not() -> None:
    solution: Any = zerosum.solve("jujitsu", cards=4)
    right = sampled(solution.game, solution, 60)
    assert right.failed == 0
    assert right.share == pytest.approx(1 - 0.05 ** (1 / 60))
    wrong: Any = Wrong(replace(solution))
    assert sampled(solution.game, wrong, 60).failed > 0
