"""Checks of subtraction games, which are staged games."""

from zerosum.models.staged.check import check

__all__ = ["check"]
