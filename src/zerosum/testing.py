"""A check for authors of games: it tests whether a game keeps the contract of its model.

    from zerosum import check_game
    check_game(MyGame())

The rules of a staged or a hidden game are called for every position (up to a limit), twice if their results must
not change, and all violations of the contract are reported together. Trick games are visited with both hands face
up. A game of another model is solved, and its solution is proved by the model's verifier, which uses only the rules
and the strategies. `examine` returns the report; `check_game` raises a GameError if it lists a problem.
"""

from __future__ import annotations

from zerosum.core.checking import CheckReport
from zerosum.core.errors import GameError, InputError
from zerosum.core.game import Game
from zerosum.models.family import family_of

__all__ = ["CheckReport", "check_game", "examine"]


def check_game(game: Game, *, limit: int = 100_000) -> CheckReport:
    """Return the report on a game that keeps the contract; otherwise raise a GameError that lists the faults.

    Parameters
    ----------
    game
        A game of any model.
    limit
        Maximum number of positions to visit.

    Returns
    -------
    CheckReport
        The report: numbers of positions and pairs of moves visited, and violations.

    Examples
    --------
    >>> zerosum.check_game(zerosum.load("inspection")(3, 1)).ok
    True
    """
    given: object = game
    if not isinstance(given, Game):
        named = given.__name__ if isinstance(given, type) else repr(given)
        raise InputError(f"check_game needs a game, for example check_game({named}()), not {named}")
    report = examine(game, limit=limit)
    if not report.ok:
        raise GameError(f"{type(game).__name__} violates the contract: {'; '.join(report.problems)}")
    return report


def examine(game: Game, *, limit: int = 100_000) -> CheckReport:
    """Visit up to `limit` positions of a game, and report breaches of the contract."""
    return family_of(type(game)).check(game, limit)
