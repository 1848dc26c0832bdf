"""The indifference equations of a betting game with a deck, as a hidden game."""

from zerosum.models.hidden.steps import worked_steps

__all__ = ["worked_steps"]
