"""Wager games: a bet on a hand whose win probability is known."""

from zerosum.models.solo.engines.wager.rules import HALF, Stakes, WagerDeal, WagerGame

__all__ = ["HALF", "Stakes", "WagerDeal", "WagerGame"]
