"""Pictures: a module for each model, and what they share."""

__all__ = ["COL", "ROW"]

ROW, COL = "#0072b2", "#d55e00"
"""Blue for row and orange for col: told apart by all eyes."""
