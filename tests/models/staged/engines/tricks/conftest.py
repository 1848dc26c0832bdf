"""Machines of a cluster: new ones for a test that kills some, the same ones for all others."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.models.staged.engines.tricks.machines import Machines


@pytest.fixture
def machines() -> Iterator[Machines]:
    started = Machines()
    yield started
    started.stop()


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    started = Machines()
    yield started.address
    started.stop()
