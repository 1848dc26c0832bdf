"""Solutions that several tests look at."""

import pytest

from zerosum.games.gleason import Gleason
from zerosum.models.lagged.answer import LaggedSolution
from zerosum.models.lagged.solve import solve


@pytest.fixture(scope="session")
def gleason() -> LaggedSolution:
    """The paper's game."""
    return solve(Gleason())


@pytest.fixture(scope="session")
def symmetric() -> LaggedSolution:
    """The symmetric variant."""
    return solve(Gleason(nodes=(0, 0, 1)))
