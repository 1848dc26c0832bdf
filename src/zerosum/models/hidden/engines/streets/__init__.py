"""Streets: poker with one private card per player, and public cards turned up one by one, with a betting round after
each card.
"""

from zerosum.models.hidden.engines.streets.rules import StreetGame

__all__ = ["StreetGame"]
