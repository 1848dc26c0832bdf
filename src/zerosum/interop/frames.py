"""Results as data frames of pandas or polars, whichever is installed."""

from zerosum.core.frames import frame, strategies_frame

__all__ = ["frame", "strategies_frame"]
