"""Subtraction games: heaps of matches, and the numbers that may be taken from one."""

from zerosum.models.staged.engines.grundy.rules import Heaps, SubtractionGame, Take

__all__ = ["Heaps", "SubtractionGame", "Take"]
