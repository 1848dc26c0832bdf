"""Hidden games: any finite game with perfect recall."""

from zerosum.models.hidden.rules import (
    Audience,
    Choice,
    Deal,
    End,
    HiddenGame,
    Payoffs,
    Told,
    Turn,
    afford_pairs,
    amount_of,
    check_turn,
    choose,
    deal,
    end,
    heard,
    tell,
)

__all__ = [
    "Audience",
    "Choice",
    "Deal",
    "End",
    "HiddenGame",
    "Payoffs",
    "Told",
    "Turn",
    "afford_pairs",
    "amount_of",
    "check_turn",
    "choose",
    "deal",
    "end",
    "heard",
    "tell",
]
