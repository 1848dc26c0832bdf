"""Rivers and turns of poker: weighted ranges of hands with blockers, on a public tree of bets."""

from zerosum.models.hidden.engines.river.rules import RiverGame

__all__ = ["RiverGame"]
