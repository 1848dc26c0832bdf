"""Players that are typed with locks."""

import pytest

import zerosum
from zerosum.core.errors import InputError


def test_a_locked_player_is_met_by_what_the_lock_costs() -> None:
    """A best response to the solution with locks earns the value with locks; off the locks' path the solution plays."""
    for game, lock, options in (
        ("kuhn", "J, check: bet 1", {}),
        ("kuhn", "J, check: bet 1; Q, check: bet 1/2", {}),
        ("leduc", "K, raise: fold 1", {"ranks": 2}),
        (
            "toy-river",
            "KK, check: shove 3/4",
            {"a": "AA, QQ", "b": "KK", "pot": 100, "stack": 100, "bets": (1,)},
        ),
    ):
        locked = zerosum.solve(game, locks=lock.replace("; ", "\n"), **options)
        met = zerosum.match(game, "best-response", f"lock({lock})", **options)
        assert met.mean == locked.value
    session = zerosum.play("kuhn", against="lock(J, check: bet 1)", seed=3)
    assert session.opponent.name == "lock(J, check: bet 1)"


@pytest.mark.parametrize("lock", ["B: mine.py:f", "locks.txt", "Z, check: bet 1", ""])
def test_a_locked_player_names_no_files_and_no_nonsense(lock: str) -> None:
    """An opponent's name comes from transcripts and visitors, so it opens nothing."""
    with pytest.raises(InputError):
        zerosum.match("kuhn", "equilibrium", f"lock({lock})")
