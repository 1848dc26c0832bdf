"""The guard before large work: what it estimates, what a person allows, what it says."""

import pickle

import pytest

import zerosum
from zerosum.core import limits
from zerosum.core.errors import InputError, TooLargeError
from zerosum.core.limits import Limits, OverLimitError, allowed, read_limits, require_budget, set_limits


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
    require_budget("a little", memory=1000, seconds=1)
    with pytest.raises(OverLimitError, match=r"10\^21 TB of memory"):
        require_budget("much", memory=10**33)
    with pytest.raises(TooLargeError, match=r"2 h of work.* 1 h"):
        require_budget("long", seconds=7200.0)


def test_numbers_beyond_floats_are_told_too() -> None:
    with pytest.raises(OverLimitError, match=r"10\^38\d TB"):
        require_budget("all of it", memory=10**400)
    with pytest.raises(OverLimitError, match=r"10\^998\d TB"):
        require_budget("and more", memory=10**10_000)


def test_a_refusal_is_data_and_travels_between_processes() -> None:
    with pytest.raises(OverLimitError) as told:
        require_budget("much", seconds=7200.0)
    assert (told.value.work, told.value.needs, told.value.limit) == ("much", "about 2 h of work", "1 h")
    again = pickle.loads(pickle.dumps(told.value))
    assert (str(again), again.needed) == (str(told.value), "2h")


def test_a_person_may_allow_more() -> None:
    set_limits("3h")
    require_budget("long", seconds=7200.0)
    set_limits("5MB")
    assert allowed() == (5e6, 3 * 3600)
    with pytest.raises(OverLimitError, match=r"6 MB of memory.* 5 MB") as told:
        require_budget("much", memory=6e6)
    set_limits(told.value.needed)
    require_budget("much", memory=6e6)


def test_the_environment_says_so_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZEROSUM_LIMIT", "1KB,2s")
    assert allowed() == (1000, 2)
    set_limits("1h")
    assert allowed() == (1000, 3600)


def test_what_is_free_is_never_more_than_the_machine_has() -> None:
    memory, seconds = allowed()
    assert 10**6 < memory < 10**15
    assert seconds == 3600


def test_the_rest_of_long_work_is_foreseen(monkeypatch):
    """A tenth of the work that takes 7 seconds of a minute is too much; one that takes 5.5 is not."""
    clock = [0.0]
    monkeypatch.setattr(limits, "thread_time", lambda: clock[0])
    meter = limits.Meter("this work")
    for clock[0], share in ((4.9, 0.001), (5.5, 0.1), (7.0, 0.2)):
        meter.foresee(share, limits.MINUTE)
    with pytest.raises(TooLargeError, match=r"1\.2 min of work.* 1 min"):
        meter.foresee(0.1, limits.MINUTE)
    monkeypatch.setenv("ZEROSUM_LIMIT", "2min")
    meter.foresee(0.1, limits.MINUTE)


def test_ranges_that_take_long_are_refused_with_an_estimate(monkeypatch):
    solution = zerosum.solve("leduc")
    monkeypatch.setattr(limits, "SECONDS_TO_FORESEE", 0.0)
    monkeypatch.setattr(limits.Meter, "check", lambda meter: None)
    monkeypatch.setenv("ZEROSUM_LIMIT", "0.001s")
    with pytest.raises(TooLargeError, match="ranges of all optimal strategies"):
        _ = solution.ranges
