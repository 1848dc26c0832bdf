"""Trick games at the table: the hands, what the rules remember, and who took the trick."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from zerosum.arena.public import Solve, public_game
from zerosum.arena.unfold import Hands
from zerosum.models.tricks import TrickGame
from zerosum.rounds.course import simple_players
from zerosum.rounds.public import PublicDealer, PublicRound
from zerosum.sides import Side

__all__ = ["TrickDealer", "TrickRound", "dealer"]


@dataclass(frozen=True)
class TrickRound(PublicRound):
    """Both hands, and the trick that was just played."""

    def news(self, side: Side) -> Sequence[str]:
        """Both cards, and whose trick it is where that is not told by what it pays."""
        return [*super().news(side), *([] if self.reward or not self.last else [self._trick(side)])]

    def _trick(self, side: Side) -> str:
        cards = dict(self.last)
        if cards["row"] == cards["col"]:
            return "a tie"
        return f"{'you take' if max(cards, key=cards.__getitem__) == side else 'the rival takes'} the trick"


@dataclass(frozen=True)
class TrickDealer(PublicDealer):
    """Deals rounds of a trick game."""

    def deal(self, random: np.random.Generator) -> TrickRound:
        """Both full hands."""
        return TrickRound(self.game, self.describe, self.game.game.start)


def dealer(game: TrickGame, solution: Solve) -> TrickDealer:
    """Deals rounds of a trick game."""
    rules = (*game.instructions, "Type the card that you play.")
    return TrickDealer(
        game.title, rules, public_game(game, solution), partial(_hands, game), simple_players(game)
    )


def _hands(game: TrickGame, position: Hands | str, side: Side) -> Sequence[str]:
    if isinstance(position, str):
        return ["the cards are dealt"]
    mine, theirs = (position.row, position.col) if side == "row" else (position.col, position.row)
    known = _known(game, position.context, side)
    return [f"rival's cards  {_cards(theirs)}", f"your cards     {_cards(mine)}", *([known] if known else [])]


def _cards(hand: Sequence[int]) -> str:
    return " ".join(f"[{card}]" for card in hand) or "none"


def _known(game: TrickGame, context: Any, side: Side) -> str:
    """What the rules remember, each thing by its name, the score as this side counts it."""
    facts = {
        name: -value if name == "score" and side == "col" else value
        for name, value in game.remembered(context).items()
    }
    return "; ".join(f"{name} {_fact(value)}" for name, value in facts.items() if value)


def _fact(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple | frozenset) else str(value)
