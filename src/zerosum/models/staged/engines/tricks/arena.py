"""Trick games in the arena: the hands, the context, and the winner of each trick.

Only the order of the cards matters in a trick. If both players use only the order, a match is computed on hands whose
ranks are renamed 1, 2, ..., of which there are far fewer; a player that uses the ranks themselves gets them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

import numpy as np

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
from zerosum.arena.rounds import paid_text
from zerosum.core.boards import Cards, Happening, Pill, TableCard, Tabletop, Thing, card, played
from zerosum.core.game import Instruction, Move
from zerosum.core.sides import Side, other
from zerosum.models.staged.arena import OpenArena, OpenRound
from zerosum.models.staged.engines.tricks.answer import TrickSolution
from zerosum.models.staged.engines.tricks.rules import Hands, OpenTricks, TrickGame
from zerosum.models.staged.rules import Outcome, StagedGame

BY_ORDER: tuple[Player, ...] = (uniform, highest, lowest, second_lowest)
"""Players to whom only the order of the cards in play matters."""


class ByOrder(Function):
    """A player made from a function that sees only the order of the cards in play."""

    def mix(self, seen: Observation) -> Mix:
        """Return the function's answer, given the cards' order."""
        hands = seen.position.in_order()
        ranks = hands.row if seen.side == "row" else hands.col
        asked = super().mix(Observation(seen.side, hands, ranks))
        return {card: asked[rank] for card, rank in zip(seen.moves, ranks, strict=True) if rank in asked}


def looks_at_order(player: Player) -> bool:
    """Return whether a player sees only the order of the cards in play, not their ranks."""
    if isinstance(player, Mixture):
        return all(looks_at_order(part) for _, part in player.players)
    return isinstance(player, Equilibrium | ByOrder) or player in BY_ORDER


@dataclass(frozen=True)
class TrickRound(OpenRound):
    """Both hands, the last trick, and the tricks won so far."""

    taken: Mapping[Side | None, tuple[str, ...]] = field(default_factory=dict)
    """The prizes of the tricks that each side won, or nobody, in order; empty texts in a game without prizes."""

    def after(self, moves: Mapping[Side, Move], random: np.random.Generator) -> TrickRound:
        """Play the trick, and note who won it."""
        then = super().after(moves, random)
        assert isinstance(then, TrickRound)
        if isinstance(self.position, str):
            return then
        row, col = self.played(moves).values()
        winner: Side | None = None if row == col else "row" if row > col else "col"
        prize = str(getattr(self.position.context, "stake", ""))
        return replace(then, taken={**self.taken, winner: (*self.taken.get(winner, ()), prize)})

    def happenings(self, side: Side) -> Sequence[Happening]:
        """Return both cards, and the prize that is turned up next."""
        stake = None if isinstance(self.position, str) else getattr(self.position.context, "stake", None)
        up = [Happening("chance", f"prize {stake}")] if stake and not self.over else []
        return [*super().happenings(side), *up]

    def outcome(self, side: Side) -> str:
        """Return the prizes, or the number of tricks, that each player won."""
        mine, theirs, nobodys = (self.taken.get(who, ()) for who in (side, other(side), None))
        if not any((*mine, *theirs, *nobodys)):
            return f"Tricks: you {len(mine)}, opponent {len(theirs)}."
        tied = f" Tied: {', '.join(nobodys)}." if nobodys else ""
        return f"Prizes: you {', '.join(mine) or 'none'}; opponent {', '.join(theirs) or 'none'}.{tied}"

    def described(self, side: Side) -> Sequence[str]:
        """Describe both hands and the context by name, with the score from this side's point of view."""
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
        shown = [f"opponent's cards  {_cards(theirs)}", f"your cards        {_cards(mine)}"]
        return [*shown, *([known] if known else [])]

    def board(self, side: Side) -> Tabletop:
        if isinstance(self.position, str):
            return Tabletop()
        assert isinstance(self.game, OpenTricks)
        row, col, context = self.position
        mine, theirs = (row, col) if side == "row" else (col, row)
        stake, hidden = getattr(context, "stake", None), getattr(context, "hidden", ())
        last = dict(self.last)
        middle: list[Thing] = []
        if last:
            middle.append(played(card(last[side]), card(last[other(side)])))
        if stake and not self.over:
            middle.append(Cards((TableCard(str(stake), look="prize"),), "Prize"))
        if hidden and not self.over:
            middle.append(Cards.named(hidden, "To come"))
        facts = self.game.tricks.remembered(context)
        score, carried = facts.get("score"), facts.get("ties carried")
        hand = () if self.over else tuple(card(one, word=str(one)) for one in mine)
        return Tabletop(
            theirs=(Cards.named(theirs),),
            middle=tuple(middle),
            mine=(Cards(hand),),
            facts=(
                *((Pill("Tricks ahead", f"{score if side == 'row' else -score:+d}"),) if score else ()),
                *((Pill("Ties carried", str(carried)),) if carried else ()),
                *(
                    (Pill("Ahead by" if self.won(side) > 0 else "Behind by", paid_text(abs(self.won(side)))),)
                    if self.paid and not self.over
                    else ()
                ),
            ),
        )

    def situation(self, side: Side) -> str:
        if isinstance(self.position, str):
            return "Before the deal"
        row, col, context = self.position
        mine, theirs = (", ".join(map(str, hand)) for hand in ((row, col) if side == "row" else (col, row)))
        stake = getattr(context, "stake", None)
        return f"With {mine} against {theirs}{f' for the {stake}' if stake else ''}"

    def latest_events(self, side: Side) -> Sequence[str]:
        """Return both cards and, unless the payment shows it, the winner of the trick."""
        lines = list(super().latest_events(side))
        if self.last and not self.reward:
            cards = dict(self.last)
            winner = "you take" if max(cards, key=cards.__getitem__) == side else "the opponent takes"
            lines.append("a tie" if cards["row"] == cards["col"] else f"{winner} the trick")
        return lines


class TrickArena(OpenArena[TrickGame, TrickSolution]):
    """Rounds, matches and best responses for players of a trick game."""

    round: ClassVar[type[OpenRound]] = TrickRound

    @property
    def rules(self) -> Sequence[Instruction]:
        return (*self.game.instructions, "Choose a card to play.")

    def form(self, *players: Player) -> StagedGame:
        """Return the game with public hands; the cards are renamed by their order if all players use only the order."""
        return self.game.as_staged(by_order=bool(players) and all(map(looks_at_order, players)))

    def strategies(self, position: Hands | str) -> tuple[Mix, Mix]:
        """Return the solution's strategies at two hands; before the deal there is no choice."""
        if isinstance(position, str):
            return {}, {}
        answer = self.solution.answer_at(*position)
        return answer.row, answer.col

    def value(self, position: Hands | str) -> float:
        """Return the solution's value at two hands; the final payoff when they are empty."""
        if isinstance(position, str):
            return float(self.solution.value)
        if not position.row:
            return float(self.game.settle(position.context))
        return float(self.solution.answer_at(*position).value)

    def pair_worth(
        self, position: Hands | str, row: Move, col: Move, outcomes: Sequence[Outcome]
    ) -> float | None:
        """Return the payment plus the value of the next node, before the outcome of chance is known; the tables
        contain this value.
        """
        if isinstance(position, str):
            return super().pair_worth(position, row, col, outcomes)
        return float(self.solution.pair_worth(position, row, col))

    def respond(
        self, opponent: Player, side: Side, *, exact: bool = False, ties: Player | None = None
    ) -> BestResponse:
        """Return the best response; against an opponent who sees only the order, the response also uses only the
        order.
        """
        found = super().respond(opponent, side, exact=exact, ties=ties)
        if not looks_at_order(opponent) or not isinstance(found.player, Function):
            return found
        return replace(found, player=ByOrder(found.player.name, found.player.choose))


def _cards(hand: Sequence[int]) -> str:
    return " ".join(f"[{card}]" for card in hand) or "none"
