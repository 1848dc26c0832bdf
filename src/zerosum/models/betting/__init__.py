"""Betting games: private hands, public bets."""

from zerosum.models.betting.rules import (
    LETTER,
    SIDE_OF,
    BettingGame,
    Decision,
    Deck,
    Fold,
    Node,
    Showdown,
    a,
    b,
    check,
    count,
    exact,
    fold,
    showdown,
    tree_text,
)

__all__ = [
    "LETTER",
    "SIDE_OF",
    "BettingGame",
    "Decision",
    "Deck",
    "Fold",
    "Node",
    "Showdown",
    "a",
    "b",
    "check",
    "count",
    "exact",
    "fold",
    "showdown",
    "tree_text",
]
