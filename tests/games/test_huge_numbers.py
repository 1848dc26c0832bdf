"""Numbers without measure are rejected in one sentence, not by an error of Python."""

import pytest

from zerosum.core.errors import TooLargeError
from zerosum.request.request import request_of


@pytest.mark.parametrize("goal", ["1e300", "1e30"])
def test_a_goal_of_the_free_dealer_is_estimated_before_work(goal: str) -> None:
    with pytest.raises(TooLargeError, match="would need"):
        request_of("free-dealer", {"goal": goal})
