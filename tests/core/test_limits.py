"""The guard before large work: what it estimates, what a person allows, what it says."""

import pytest

from zerosum.core import limits
from zerosum.core.errors import InputError, TooLargeError
from zerosum.core.limits import Limits, OverLimitError, afford, allow, allowed, read_limits


@pytest.fixture(autouse=True)
def nothing_said(monkeypatch: pytest.MonkeyPatch) -> None:
    limits._given.set(Limits())
    monkeypatch.delenv("ZEROSUM_LIMIT", raising=False)


def test_limits_are_read_as_typed() -> None:
    assert read_limits("64GB,5h") == Limits(64e9, 5 * 3600)
    assert read_limits("1.5 gb") == Limits(1.5e9, None)
    assert read_limits("2d") == Limits(None, 2 * 86_400)


@pytest.mark.parametrize("text", ["", "64", "GB", "64GB;5h", "-1GB", "5 parsecs", "nan h"])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="64GB,5h"):
        read_limits(text)


def test_small_work_is_affordable_and_large_work_is_not() -> None:
    afford("a little", memory=1000, seconds=1)
    with pytest.raises(
        OverLimitError, match=r"much would need about 10\^21 TB of memory, and .* may be used"
    ):
        afford("much", memory=10**33)
    with pytest.raises(TooLargeError, match="long would need about 2 h of work, and 1 h may be used"):
        afford("long", seconds=7200.0)


def test_numbers_beyond_floats_are_told_too() -> None:
    with pytest.raises(OverLimitError, match=r"10\^38\d TB"):
        afford("all of it", memory=10**400)
    with pytest.raises(OverLimitError, match=r"10\^998\d TB"):
        afford("and more", memory=10**10_000)


def test_a_person_may_allow_more() -> None:
    allow("3h")
    afford("long", seconds=7200.0)
    allow("5MB")
    assert allowed() == (5e6, 3 * 3600)
    with pytest.raises(OverLimitError, match="6 MB of memory, and 5 MB may be used") as told:
        afford("much", memory=6e6)
    allow(told.value.needed)
    afford("much", memory=6e6)


def test_the_environment_says_so_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZEROSUM_LIMIT", "1KB,2s")
    assert allowed() == (1000, 2)
    allow("1h")
    assert allowed() == (1000, 3600)


def test_what_is_free_is_never_more_than_the_machine_has() -> None:
    memory, seconds = allowed()
    assert 10**6 < memory < 10**15
    assert seconds == 3600
