"""What all tests share: repeatable examples, and a cache of their own that is new in every run."""

import atexit
import gc
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from zerosum.core import limits

FOLDER = Path(__file__).parent

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.register_profile("search", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))

if "ZEROSUM_CACHE" not in os.environ:
    # set once, in the first process; the workers inherit it
    os.environ["ZEROSUM_CACHE"] = tempfile.mkdtemp(prefix="zerosum-tests-")
    atexit.register(shutil.rmtree, os.environ["ZEROSUM_CACHE"], ignore_errors=True)


SLOW = [line for line in (FOLDER / "slow.txt").read_text().splitlines() if not line.startswith("#")]
"""Files and folders that `make quick` leaves to `make test`: they take most of its time."""


@pytest.fixture(autouse=True)
def _no_callbacks_of_the_collector() -> None:
    """Leave out Hypothesis's callback of the garbage collector: the error of a watch that is raised there is lost."""
    gc.callbacks.clear()


@pytest.fixture(autouse=True)
def _no_limits_of_other_tests() -> Iterator[None]:
    """End the limits that a command of the test sets, since the tests of a worker share one process."""
    token = limits._given.set(limits.Limits())
    yield
    limits._given.reset(token)


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--quick`, for while you work."""
    parser.addoption("--quick", action="store_true", help="leave out the tests that take longest")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With `--quick`, files and folders of `SLOW` are not even collected."""
    if not config.getoption("--quick"):
        return None
    here = collection_path.relative_to(FOLDER).as_posix() if collection_path.is_relative_to(FOLDER) else ""
    return True if any(here == slow.rstrip("/") or here.startswith(slow) for slow in SLOW) else None
