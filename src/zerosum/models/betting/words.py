"""How actions, probabilities and hands of betting games read: "folds 10%, bets ½ 40%, bets 2 50%"."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from fractions import Fraction

from zerosum.core.numbers import Number, simple_fraction
from zerosum.display.table import chance_text
from zerosum.models.betting.rules import BettingGame
from zerosum.models.betting.steps import Step

__all__ = ["action_text", "cards_text", "chance_text", "does", "end_text", "mix_text"]

VERBS = {verb: f"{verb}s" for verb in ("fold", "bet", "see", "check", "call", "raise", "show")} | {
    "pass": "passes"
}
"""What a player does, said of the player."""

GLYPHS = {simple_fraction(unicodedata.numeric(glyph), 10): glyph for glyph in "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"}
"""The fractions that have a sign of their own, so that no one takes a size for a probability."""


def _size(found: re.Match[str]) -> str:
    """A size in the name of an action: a sign, or a decimal."""
    size = Fraction(found[0])
    whole, part = divmod(size, 1)
    if part in GLYPHS:
        return f"{whole or ''}{GLYPHS[part]}"
    return f"{float(size):.4g}"


def action_text(action: str) -> str:
    """An action as a person reads it: "bet ½"."""
    return re.sub(r"\d+/[1-9]\d*", _size, action)


def does(action: str) -> str:
    """An action said of the one who does it: "bets ½"."""
    verb, _, rest = action_text(action).partition(" ")
    return f"{VERBS.get(verb, verb)} {rest}".strip()


def mix_text(mix: Mapping[str, Number]) -> str:
    """What is done: one action, or each with its probability."""
    if len(mix) == 1:
        return does(next(iter(mix)))
    return ", ".join(f"{does(action)} {chance_text(p)}" for action, p in mix.items())


def end_text(end: Number, fractions: bool) -> str:
    """An end point: fractions where all are short, else decimals, so that one picture has one kind."""
    if end in (0, 1):
        return str(int(end))
    return str(end) if fractions else f"{float(end):.4f}"


def cards_text(game: BettingGame, step: Step, ranks: int) -> str:
    """The cards of an interval, from the first to the last."""
    first, last = round(float(step.low) * ranks) + 1, round(float(step.high) * ranks)
    names = [game.hand(Fraction(card)) for card in dict.fromkeys((first, last))]
    return "–".join(names)
