"""Strategies of bounded memory in lagged games: the best reply to one, and the best one."""

from zerosum.models.lagged.memory.proof import prove_best
from zerosum.models.lagged.memory.reply import Histories, Reply, best_reply, histories
from zerosum.models.lagged.memory.solution import MemorySolution, bounded_memory

__all__ = ["Histories", "MemorySolution", "Reply", "best_reply", "bounded_memory", "histories", "prove_best"]
