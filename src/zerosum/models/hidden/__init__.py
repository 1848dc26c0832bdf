"""Hidden games: any finite game with perfect recall."""

from zerosum.models.hidden.rules import (
    Audience,
    Choice,
    Deal,
    End,
    HiddenGame,
    Knowledge,
    Payoffs,
    Turn,
    afford_pairs,
    amount_of,
    check_turn,
    choose,
    deal,
    end,
    knowledge_after,
    tell,
)

__all__ = [
    "Audience",
    "Choice",
    "Deal",
    "End",
    "HiddenGame",
    "Knowledge",
    "Payoffs",
    "Turn",
    "afford_pairs",
    "amount_of",
    "check_turn",
    "choose",
    "deal",
    "end",
    "knowledge_after",
    "tell",
]
