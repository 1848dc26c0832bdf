"""Phased games: numbers from [0, 1] in two phases, public bets."""

from zerosum.models.continuum.engines.phased.rules import Highest, PhasedForm, PhasedGame, Score, Weighted

__all__ = ["Highest", "PhasedForm", "PhasedGame", "Score", "Weighted"]
