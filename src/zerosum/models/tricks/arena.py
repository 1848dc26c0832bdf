"""Trick games at the table and in matches: the hands, what the rules remember, and who took the trick.

Only the order of the cards matters to a trick. Where both players look at the order alone, a match is computed on hands
whose ranks are renamed 1, 2, ..., which are far fewer; a player that looks at the ranks themselves sees them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from zerosum.arena.players import (
    Equilibrium,
    Function,
    Mix,
    Mixture,
    Observation,
    Player,
    highest,
    lowest,
    second_lowest,
    uniform,
)
from zerosum.arena.results import BestResponse
from zerosum.core.game import Move
from zerosum.core.sides import Side
from zerosum.models.staged.arena import OpenArena, OpenRound
from zerosum.models.staged.rules import Outcome, StagedGame
from zerosum.models.tricks.answer import TrickSolution
from zerosum.models.tricks.rules import Hands, OpenTricks, TrickGame

BY_ORDER: tuple[Player, ...] = (uniform, highest, lowest, second_lowest)
"""Players to whom only the order of the cards in play matters."""


class ByOrder(Function):
    """A player made of a function that knows the cards in play only by their order."""

    def mix(self, seen: Observation) -> Mix:
        """The function's answer, for the cards that have this order."""
        hands = seen.position.in_order()
        ranks = hands.row if seen.side == "row" else hands.col
        asked = super().mix(Observation(seen.side, hands, ranks))
        return {card: asked[rank] for card, rank in zip(seen.moves, ranks, strict=True) if rank in asked}


def looks_at_order(player: Player) -> bool:
    """Whether a player looks only at the order of the cards in play, not at their ranks."""
    if isinstance(player, Mixture):
        return all(looks_at_order(part) for _, part in player.players)
    return isinstance(player, Equilibrium | ByOrder) or player in BY_ORDER


@dataclass(frozen=True)
class TrickRound(OpenRound):
    """Both hands, and the trick that was just played."""

    def described(self, side: Side) -> Sequence[str]:
        """Both hands, and what the rules remember by name; the score as this side counts it."""
        if isinstance(self.position, str):
            return ["the cards are dealt"]
        row, col, context = self.position
        mine, theirs = (row, col) if side == "row" else (col, row)
        assert isinstance(self.game, OpenTricks)
        facts = self.game.tricks.remembered(context).items()
        known = "; ".join(
            f"{name} {', '.join(map(str, fact)) if isinstance(fact, tuple | frozenset) else fact}"
            for name, fact in (
                (name, -fact if name == "score" and side == "col" else fact) for name, fact in facts
            )
            if fact
        )
        shown = [f"rival's cards  {_cards(theirs)}", f"your cards     {_cards(mine)}"]
        return [*shown, *([known] if known else [])]

    def as_data(self, side: Side) -> Mapping[str, object]:
        """Both hands, the prize, and the trick that was just played."""
        if isinstance(self.position, str):
            return {}
        row, col, context = self.position
        mine, theirs = (row, col) if side == "row" else (col, row)
        stake = getattr(context, "stake", None)
        prize = [{"label": "the prize", "cards": [stake], "kind": "prize"}] if stake and not self.over else []
        last = [card for _, card in sorted(self.last, key=lambda played: played[0] != side)]
        trick = [{"label": "the last trick: you, the rival", "cards": last}] if last else []
        hands = [
            {"label": "the rival's cards", "cards": list(theirs)},
            {"label": "your cards", "cards": list(mine), "playable": True},
        ]
        return {"kind": "cards", "rows": [*trick, *prize, *hands]}

    def news(self, side: Side) -> Sequence[str]:
        """Both cards, and who took the trick unless the payment shows it."""
        lines = list(super().news(side))
        if self.last and not self.reward:
            cards = dict(self.last)
            winner = "you take" if max(cards, key=cards.__getitem__) == side else "the rival takes"
            lines.append("a tie" if cards["row"] == cards["col"] else f"{winner} the trick")
        return lines


class TrickArena(OpenArena[TrickGame, TrickSolution]):
    """What can be done with players of a trick game."""

    round: ClassVar[type[OpenRound]] = TrickRound

    @property
    def rules(self) -> Sequence[str]:
        """What the game says, and what is typed."""
        return (*self.game.instructions, "Choose the card that you play.")

    def form(self, *players: Player) -> StagedGame:
        """The hands in the open; renamed by order if all players, and there are some, look at that alone."""
        return self.game.as_staged(by_order=bool(players) and all(map(looks_at_order, players)))

    def strategies(self, position: Hands | str) -> tuple[Mix, Mix]:
        """The solution's at two hands; before the deal there is nothing to choose."""
        if isinstance(position, str):
            return {}, {}
        answer = self.solution.answer_at(*position)
        return answer.row, answer.col

    def value(self, position: Hands | str) -> float:
        """The solution's at two hands; what is settled when they are empty."""
        if isinstance(position, str):
            return float(self.solution.value)
        if not position.row:
            return float(self.game.settle(position.context))
        return float(self.solution.answer_at(*position).value)

    def pair_worth(
        self, position: Hands | str, row: Move, col: Move, outcomes: Sequence[Outcome]
    ) -> float | None:
        """What is paid, and the value before chance goes on, which the tables have."""
        if isinstance(position, str):
            return super().pair_worth(position, row, col, outcomes)
        return float(self.solution.pair_worth(position, row, col))

    def best_response(self, rival: Player, side: Side) -> BestResponse:
        """To a rival who looks at the order alone, so does the best response."""
        found = super().best_response(rival, side)
        if not looks_at_order(rival) or not isinstance(found.player, Function):
            return found
        return BestResponse(ByOrder(found.player.name, found.player.choose), found.value)


def _cards(hand: Sequence[int]) -> str:
    return " ".join(f"[{card}]" for card in hand) or "none"
