"""Subtraction games: heaps, and who may take how many."""

from zerosum.models.subtraction.rules import Heaps, Repetition, SubtractionAnswer, SubtractionGame, Take

__all__ = ["Heaps", "Repetition", "SubtractionAnswer", "SubtractionGame", "Take"]
