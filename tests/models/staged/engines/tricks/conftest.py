"""Machines of a cluster: new ones for a test that kills some, the same ones for all others."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.models.staged.engines.tricks.machines import Machines

from zerosum.core.compiled import by_work_alone
from zerosum.core.progress import silent
from zerosum.games.goofspiel import Goofspiel
from zerosum.models.staged.engines.tricks.plan import make_plan
from zerosum.models.staged.engines.tricks.threads import Threads
from zerosum.store import MemoryStore


@pytest.fixture(scope="session", autouse=True)
def _kernels_are_on_disk() -> None:
    """Compile first: tables that are compared bit for bit may differ if one run came before that."""
    with by_work_alone():
        Threads(1).fill(make_plan(Goofspiel(cards=6)), MemoryStore(), silent)


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
