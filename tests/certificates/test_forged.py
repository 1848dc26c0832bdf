"""Files that state false values under a correct checksum: none is confirmed, and each is refused for the right reason.

| file | claims | truth |
|---|---|---|
| false_kuhn_0.cert, false_kuhn_solution.json | 0 | -1/18: turns have an action "nothing", the tree has none |
| false_red_dog.cert | 35/6 | 17/6: a threshold of 2 counts the mass at win chance 1 twice |
| false_pursuit_denormal.cert | 0.666… | 0.75: weights that are multiples of 5e-324 |
| false_pennies_width.cert | [0.9, 2.9] | 0: the claim missed by its own width |
| false_small_payoffs.cert | 9e-10 | 5e-11: an absolute slack of 1e-9 |
| quadrature_false.cert | [-0.3749935, -0.3749882] | -3/8: a strategy that is right at the quadrature's nodes only |
"""

from contextlib import suppress
from pathlib import Path

import pytest

import zerosum
from zerosum.certificates import check
from zerosum.core.errors import InputError

FORGED = Path(__file__).parent / "forged"


@pytest.mark.parametrize("path", sorted(FORGED.glob("*.cert")), ids=lambda path: path.stem)
def test_a_forged_certificate_is_not_confirmed(path: Path) -> None:
    with suppress(InputError):
        assert not check(path).holds


def test_a_forged_solution_is_not_verified() -> None:
    with pytest.raises(InputError, match="actions at"):
        zerosum.load_solution(FORGED / "false_kuhn_solution.json").verify()
