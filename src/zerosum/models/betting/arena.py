"""Betting games in the arena: exact sums over the leaves, exact best responses, the range over optimal strategies.

A player is asked for its mix with every card of a deck, or once between any two hands of [0, 1] at which it
may change. That gives tables, and from tables everything is computed in fractions. A function of a person's own can
be asked about every card, but not about every hand of [0, 1]: there it is only played out, hand by hand.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

import numpy as np

from zerosum.arena.arena import Arena
from zerosum.arena.players import (
    BEST_RESPONSE,
    Function,
    Mix,
    Mixture,
    Observation,
    Player,
    ask,
    check_repeats,
    has_user_function,
    uniform,
)
from zerosum.arena.results import BestResponse, Match, ProvedRange
from zerosum.arena.rounds import Advice, Round
from zerosum.core.arrays import Array
from zerosum.core.errors import InputError, Unavailable
from zerosum.core.game import Move
from zerosum.core.limits import afford
from zerosum.core.numbers import Number
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.betting.form import BettingForm, Turn, betting_form
from zerosum.models.betting.protocol import BettingAnswer
from zerosum.models.betting.response import Mix as Tables
from zerosum.models.betting.response import best_response, distribution
from zerosum.models.betting.rounds import BettingRound, BettingView, ManyPlays
from zerosum.models.betting.rules import LETTER, BettingGame, tree_text

__all__ = ["BLIND", "BettingArena", "Stepwise", "ends_of"]

CARD_BYTES, CARD_SECONDS = 500, 1e-4
"""About what a card takes at each turn when two players meet."""

MOST_DRAWN = 16
"""A tree with no more lines than this is drawn among the rules."""

ALL = (Fraction(0), Fraction(1))
"""Where a player may change that does not look at its hand."""


@dataclass(frozen=True)
class Stepwise(Function):
    """A player whose mix changes at certain hands only, so that its matches can be computed."""

    ends: tuple[Number, ...] = ALL
    """On [0, 1], from 0 to 1, the hands at which it may change."""


@dataclass(frozen=True)
class Optimal:
    """Plays the solution with its own hand."""

    solution: Callable[[], BettingAnswer]
    name: str = "equilibrium"

    @property
    def ends(self) -> tuple[Number, ...]:
        """The hands at which the solution changes."""
        return tuple(sorted({end for steps in self.solution().steps.values() for end in steps.ends}))

    def mix(self, seen: Observation) -> Mix:
        """The solution's mix for this hand."""
        view, solution = seen.position, self.solution()
        deck = solution.game.deck
        hand = view.hand if deck is None else (view.hand - 1) / deck.ranks
        return solution.steps[", ".join(view.history) or "start"].at(hand)


BLIND: dict[str, Player] = {
    player.name: player
    for player in (
        uniform,
        Stepwise("boldest", lambda seen: seen.moves[-1]),
        Stepwise("meekest", lambda seen: seen.moves[0]),
    )
}
"""Players who do not look at their hand; a turn's actions are listed from the weakest to the strongest."""


class BettingArena(Arena[BettingGame, BettingAnswer]):
    """Players of a betting game."""

    @property
    def rules(self) -> Sequence[str]:
        """How it is played."""
        tree = self.game.tree()
        drawn = tree_text(tree).splitlines()
        return (
            *self.game.instructions,
            *(drawn if len(drawn) <= MOST_DRAWN else ()),
            self._hands_told(),
            "Each sees only their own hand; the higher hand wins a showdown, and a tie pays nothing. "
            f"{LETTER[tree.player]} begins.",
        )

    def _hands_told(self) -> str:
        """What hands there are, in a sentence."""
        deck = self.game.deck
        if deck is None:
            return "A hand is a number between 0 and 1, any as likely as any other."
        copies = f", {deck.copies} of each" if deck.copies > 1 else ""
        hands = [self.game.hand(Fraction(rank)) for rank in (1, deck.ranks)]
        return f"A hand is a card from {hands[0]} up to {hands[1]}{copies}."

    @cached_property
    def equilibrium(self) -> Player:
        """Plays the solution with its own hand."""
        return Optimal(lambda: self.solution)

    @property
    def simple(self) -> Mapping[str, Player]:
        """Players who do not look at their hand."""
        return BLIND

    def deal(self, random: np.random.Generator) -> BettingRound:
        """A hand each: independent points of [0, 1], or cards of the deck."""
        row, col = self._dealt(random)
        return BettingRound(self.game, {"row": row, "col": col}, self.game.tree())

    def before_deal(self) -> BettingRound:
        """A round in which nobody has a hand yet."""
        return BettingRound(self.game, {}, self.game.tree())

    def _dealt(self, random: np.random.Generator) -> tuple[Fraction, Fraction]:
        deck = self.game.deck
        if deck is None:
            row, col = random.random(2)
            return Fraction(row), Fraction(col)
        row, col = random.choice(deck.ranks * deck.copies, size=2, replace=deck.replace)
        return Fraction(int(row) // deck.copies + 1), Fraction(int(col) // deck.copies + 1)

    def advice(self, round: Round, side: Side) -> Advice:
        """The solution's mix for this hand, and what each action earns against the solution."""
        view = round.observation(side).position
        mix, worth = self.solution.choices(view.history, view.hand)
        return Advice(mix, {action: float(earned) for action, earned in worth.items()})

    def _match(self, row: Player, col: Player) -> Match:
        """How often each result comes, in fractions."""
        edges, mix = self._tables({"row": row, "col": col})
        return Match(row.name, col.name, distribution(self._form, mix, edges, self.game.deck))

    def _sample(self, row: Player, col: Player, *, plays: int, seed: int) -> Match:
        """All plays at once; hand by hand where a function of a person's own plays, for it may throw dice."""
        if has_user_function(row) or has_user_function(col):
            return super()._sample(row, col, plays=plays, seed=seed)
        exact_edges, mix = self._tables({"row": row, "col": col})
        chances = [np.cumsum(table.astype(float), axis=1)[:, :-1] for table in mix]
        game, form, edges = self.game, self._form, exact_edges.astype(float)

        def deal(count: int, random: np.random.Generator) -> Array:
            return ManyPlays(game, form, edges, chances, random, np.empty(count)).played()

        return self._batched(row, col, deal, plays=plays, seed=seed)

    def best_response(self, rival: Player, side: Side) -> BestResponse:
        """The best response to a player, itself a player, and what row is then paid."""
        edges, mix = self._tables({side: uniform, other(side): rival})
        deck = self.game.deck
        reply = best_response(self._form, side, mix, edges, deck)
        inside = {k: w if deck is not None else w[:, :-1] + w[:, 1:] for k, w in reply.worth.items()}
        choice = {self._form.turns[k].history: worth.argmax(axis=0) for k, worth in inside.items()}

        def choose(seen: Observation) -> Move:
            hand = seen.position.hand
            cell = int(hand) - 1 if deck is not None else bisect_right(reply.edges, hand) - 1
            at = choice[seen.position.history]
            return seen.moves[int(at[min(cell, len(at) - 1)])]

        paid = reply.value if side == "row" else -reply.value
        return BestResponse(Stepwise(BEST_RESPONSE.name, choose, ends=tuple(reply.edges)), paid)

    def range(self, rival: Player) -> ProvedRange:
        """Over all strategies of row that guarantee the value."""
        if rival is BEST_RESPONSE:
            raise InputError("the range over optimal strategies needs one fixed rival")
        _, rival = self.seat_players(self.equilibrium, check_repeats(rival))
        edges, mix = self._tables({"row": self.equilibrium, "col": rival})
        ends = self.solution.extremes(mix, edges, progress=self.progress)
        return ProvedRange.between(rival.name, ends, self.solution.value)

    def spans(self, player: Player, side: Side) -> dict[str, list[tuple[Number, Number, str]]]:
        """What a player likes best on a side, by the bets before: from which hand to which it does what."""
        edges, mix = self._tables({side: player, other(side): uniform})
        found: dict[str, list[tuple[Number, Number, str]]] = {}
        for turn, table in zip(self._form.turns, mix, strict=True):
            spans = found.setdefault(", ".join(turn.history) or "start", []) if turn.player == side else []
            for (low, high), cell in zip(pairwise(edges), table, strict=True):
                action = turn.actions[int(np.argmax(cell))]
                before = spans.pop() if spans and spans[-1][2] == action else (low, low, action)
                spans.append((before[0], high, action))
        return found

    @cached_property
    def _form(self) -> BettingForm:
        return betting_form(self.game.tree())

    def _tables(self, players: Mapping[Side, Player]) -> tuple[Array, Tables]:
        """What the players do, on one grid."""
        edges = self._grid(players)
        return edges, self._on(edges, players)

    def _grid(self, players: Mapping[Side, Player]) -> Array:
        """Where the players may change; card by card for a deck."""
        deck = self.game.deck
        if deck is not None:
            size = deck.ranks * len(self._form.turns)
            afford(f"players of {deck.ranks:,} cards", memory=CARD_BYTES * size, seconds=CARD_SECONDS * size)
            return np.array([Fraction(k, deck.ranks) for k in range(deck.ranks + 1)], object)
        return np.array(sorted({end for side in SIDES for end in ends_of(players[side])}), object)

    def _on(self, edges: Array, players: Mapping[Side, Player]) -> Tables:
        """What the players do in every cell of a grid."""
        middles = [(Fraction(low) + Fraction(high)) / 2 for low, high in pairwise(edges)]
        hands = middles if self.game.deck is None else [Fraction(k + 1) for k in range(len(middles))]
        return [
            np.array([_asked(players[turn.player], turn, hand) for hand in hands], object)
            for turn in self._form.turns
        ]


def ends_of(player: Player) -> set[Number]:
    """The hands at which a player may change."""
    if isinstance(player, Mixture):
        return {end for _, part in player.players for end in ends_of(part)}
    if hasattr(player, "ends"):
        return set(player.ends)
    if player is uniform:
        return set(ALL)
    raise Unavailable(
        f"{player.name} cannot be asked about every hand of [0, 1], as about every card; its plays can be sampled"
    )


def _asked(player: Player, turn: Turn, hand: Fraction) -> list[Fraction]:
    """A player's probabilities of a turn's actions, which add up to exactly 1."""
    mix = ask(player, Observation(turn.player, BettingView(turn.player, hand, turn.history), turn.actions))
    chances = [Fraction(mix.get(action, 0)) for action in turn.actions]
    return [chance / sum(chances) for chance in chances]
