"""Checks of trick games, as staged games."""

from zerosum.core.checking import CheckReport
from zerosum.models.staged import check as staged
from zerosum.models.staged.engines.tricks.rules import TrickGame


def check(game: TrickGame, limit: int) -> CheckReport:
    return staged.check(game.as_staged(), limit)
