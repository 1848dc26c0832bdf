"""Hidden games: any finite two-person game with perfect recall."""

from zerosum.models.hidden.rules import (
    Audience,
    Choice,
    Deal,
    End,
    HiddenGame,
    Knowledge,
    Payoffs,
    Turn,
    amount_of,
    check_turn,
    choose,
    deal,
    end,
    knowledge_after,
    require_budget_for_pairs,
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
    "amount_of",
    "check_turn",
    "choose",
    "deal",
    "end",
    "knowledge_after",
    "require_budget_for_pairs",
    "tell",
]
