"""Streets: poker with a private card each, public cards turned up one by one, and a betting round after each."""

from zerosum.models.hidden.engines.streets.rules import StreetGame

__all__ = ["StreetGame"]
