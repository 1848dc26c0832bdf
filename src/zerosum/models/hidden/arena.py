"""Hidden games in the arena: a player sees its own information and moves, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from zerosum.arena.arena import Arena
from zerosum.arena.players import (
    BEST_RESPONSE,
    Equilibrium,
    Function,
    Mix,
    Observation,
    Player,
    ask,
    ask_exactly,
    best_of,
    check_repeats,
    has_user_function,
    uniform,
)
from zerosum.arena.results import BestResponse, Match, ProvedRange
from zerosum.arena.rounds import Advice, Round, paid_text, situation
from zerosum.arena.strategies import DecisionPoint
from zerosum.core.boards import Cards, Chips, Cup, Dice, Happening, TableCard, Tabletop, Thing, in_signs
from zerosum.core.errors import InputError
from zerosum.core.game import Move, Position
from zerosum.core.numbers import Number
from zerosum.core.sides import SIDES, Side, other
from zerosum.core.value import Value
from zerosum.models.hidden.answer import HiddenSolution
from zerosum.models.hidden.form import Event, HiddenForm, View, words
from zerosum.models.hidden.plays import BATCH, Plays
from zerosum.models.hidden.rules import Choice, Deal, End, HiddenGame, PlayedOut, Turn, amount_of
from zerosum.models.hidden.search import discover
from zerosum.models.hidden.verify import InformedResponse

if TYPE_CHECKING:
    from zerosum.arena.exploit import Leak

MAX_WEIGHED = 400_000
"""Maximum number of positions of a game for which a player sees the EV of each move."""
FOLD = "fold"
"""The move that gives up, as it is called in poker games."""
UNWEIGHED = "this game is too large to compute the EVs of single moves"


class Happened(NamedTuple):
    """An event of a round."""

    event: Event
    informed: frozenset[Side]
    """The sides that observe it."""
    is_dealt: bool
    """Whether chance dealt an object; it may also announce a fact."""


@dataclass(frozen=True)
class HiddenRound(Round):
    """A position, and each side's information."""

    game: HiddenGame
    position: Position
    known: Mapping[Side, tuple[Event, ...]] = field(default_factory=lambda: {"row": (), "col": ()})
    """The events that each side has observed, in order."""
    events: tuple[Happened, ...] = ()
    """All picks of chance and the players, in order."""
    own: Mapping[Side, tuple[tuple[Hashable, Hashable], ...]] = field(
        default_factory=lambda: {"row": (), "col": ()}
    )
    """The moves of each side so far: its information at the time, and the move."""
    played_out: PlayedOut | None = None
    """The decision of chance at a leaf whose payoff is a mean."""

    @property
    def turn(self) -> Turn:
        return self.game.turn(self.position)

    @property
    def over(self) -> bool:
        return isinstance(self.turn, End)

    @property
    def payoff(self) -> float:
        if self.played_out is not None:
            return float(self.played_out.payoff)
        return self._mean

    @property
    def _mean(self) -> float:
        turn = self.turn
        return float(amount_of(turn.payoff, "a payoff")) if isinstance(turn, End) else 0.0

    def choosers(self) -> Sequence[Side]:
        turn = self.turn
        return (turn.side,) if isinstance(turn, Choice) else ()

    def observation(self, side: Side) -> Observation:
        turn = self.turn
        if not isinstance(turn, Choice) or turn.side != side:
            return Observation(side, View(side, self.known[side]), ())
        known = self.known[side] if turn.knows is None else turn.knows
        return Observation(side, View(side, known), turn.moves)

    def after(self, moves: Mapping[Side, Move], random: np.random.Generator) -> HiddenRound:
        turn = self.turn
        if isinstance(turn, Choice):
            then = self.after_pick(turn, moves[turn.side])
        else:
            assert isinstance(turn, Deal)
            chances = np.array([float(p) for _, p in turn.outcomes])
            index = int(random.choice(len(chances), p=chances / chances.sum()))
            then = self.after_pick(turn, turn.outcomes[index][0])
        if then.over and self.game.lottery(then.position) is not None:
            return replace(then, played_out=self.game.play_out(then.position, random))
        return then

    def outcomes(self) -> Sequence[tuple[str, Number, Round]]:
        """Return the outcomes of chance, each with the sides that observe it."""
        turn = self.turn
        if not isinstance(turn, Deal):
            return ()
        informed = [
            self.game.seats[side] for side, learns in zip(SIDES, turn.learned_by, strict=True) if learns
        ]
        to = " and ".join(informed) or "nobody"
        return [
            (f"{self.game.dealt_text(what)} to {to}", p, self.after_pick(turn, what))
            for what, p in turn.outcomes
        ]

    def after_pick(self, turn: Deal | Choice, what: Hashable) -> HiddenRound:
        is_dealt = isinstance(turn, Deal) and not turn.is_news
        if isinstance(turn, Deal):
            event, informed, own = ("chance", what), dict(zip(SIDES, turn.learned_by, strict=True)), self.own
        else:
            event, informed = (turn.side, what), {turn.side: True, other(turn.side): not turn.hidden}
            knew = self.observation(turn.side).position.seen
            own = {**self.own, turn.side: (*self.own[turn.side], (knew, what))}
        return replace(
            self,
            position=self.game.after(self.position, what),
            known={
                side: (*self.known[side], event) if informed[side] else self.known[side] for side in SIDES
            },
            events=(
                *self.events,
                Happened(event, frozenset(side for side in SIDES if informed[side]), is_dealt),
            ),
            own=own,
        )

    def description(self, side: Side) -> Sequence[str]:
        """Describe all that the side has learned and done, and the facts that both see; at the end there is no
        description.
        """
        if self.over:
            return list(self.game.describe_to(side, self.position))
        known = self.observation(side).position.seen
        named = words(known) if known is not self.known[side] else ""
        so_far = " · ".join(self._describe(one, side) for one in self.events if side in one.informed)
        return [
            f"you know: {named}"
            if named
            else f"so far: {so_far}"
            if so_far
            else "nothing has happened so far",
            *self.game.describe_to(side, self.position),
        ]

    def board(self, side: Side) -> Tabletop:
        """Return the cards dealt, the pot, and the opponent's cards: face up at the end, before as far as known."""
        drawn: Thing
        if self.over:
            drawn = self._laid(frozenset({other(side)}))
        elif self.game.holding == "die":
            drawn = Cup(self._covered(side))
        else:
            drawn = Cards.covered(self._covered(side))
        pot, stacks = (
            None
            if both is None
            else Chips(float(both[SIDES.index(side)]), float(both[SIDES.index(other(side))]))
            for both in (self.game.in_pot(self.position), self.game.stacks_left(self.position))
        )
        late: dict[Side | None, tuple[str, ...]] = {}
        if self.played_out is not None:
            late = {self.played_out.by: self.played_out.cards}
            drawn = Cards.named(late[other(side)]) if other(side) in late else drawn
        shown = [*self._names(frozenset(SIDES)), *late.get(None, ())]
        middle = (Cards.named(shown),) if shown and self.game.holding != "die" else ()
        mine = self._laid(frozenset({side}), late.get(side, ()))
        board = Tabletop((drawn,), middle, (mine,), pot, stacks)
        return self.game.tabletop(self.position, side, board)

    def _dealt(self, to: frozenset[Side]) -> list[Hashable]:
        """Return the outcomes of chance that were dealt to exactly these sides."""
        return [one.event[1] for one in self.events if one.informed == to and one.is_dealt]

    def _names(self, to: frozenset[Side]) -> list[str]:
        """Return the names of the outcomes dealt to exactly these sides."""
        return [self.game.dealt_text(what) for what in self._dealt(to)]

    def _laid(self, to: frozenset[Side], late: Sequence[str] = ()) -> Thing:
        """Return the outcomes dealt to these sides, and the cards of a lottery, as an object to draw."""
        if self.game.holding == "die":
            return Dice(tuple(face for roll in self._dealt(to) for face in _faces(roll)))
        names = [*self._names(to), *late]
        if self.game.holding == "hand":  # for example AKs, where s is not a suit
            return Cards(tuple(map(TableCard, names)))
        return Cards.named(names)

    def _covered(self, side: Side) -> int:
        """Count the objects dealt to the opponent before the first other event that is hidden from this side."""
        count = 0
        for one in self.events:
            if one.informed == {other(side)} and one.is_dealt:
                count += len(_faces(one.event[1])) if self.game.holding == "die" else 1
            elif side not in one.informed:
                break
        return count

    def happenings(self, side: Side) -> Sequence[Happening]:
        if not self.events:
            return []
        (who, what), informed, _ = last = self.events[-1]
        if side not in informed and not self.over:
            return [] if who == "chance" else [Happening("opponent", "a hidden move")]
        if who != "chance":
            return [Happening("you" if who == side else "opponent", self.game.dealt_text(what))]
        return [Happening("chance", self._describe(last, side))]

    def consequence(self, side: Side, move: Move) -> str:
        turn = self.turn
        pots = [
            self.game.in_pot(position) for position in (self.position, self.game.after(self.position, move))
        ]
        if pots[0] is None or pots[1] is None or not isinstance(turn, Choice):
            return ""
        before, after = (float(sum(both)) for both in pots if both)
        return f"Pot {paid_text(after)}" if after > before else ""

    def situation(self, side: Side) -> str:
        known = self.observation(side).position.seen
        if known is not self.known[side]:
            return f"With {words(known)}"
        hold = " ".join([*self._names(frozenset(SIDES)), *self._names(frozenset({side}))])
        moves = [
            str(what) for (who, what), informed, _ in self.events if who != "chance" and side in informed
        ]
        return situation(hold, moves)

    def outcome(self, side: Side) -> str:
        if self.played_out is not None:
            if self.played_out.hands is None:
                return " ".join(f"{one[0].upper()}{one[1:]}." for one in self.played_out.latest_events)
            mine, theirs = (self.played_out.hands[SIDES.index(one)] for one in (side, other(side)))
            return f"Your {mine} against {theirs}."
        if not self.events or self.events[-1].event[0] == "chance":
            return ""
        who, what = self.events[-1].event
        who_did = "You" if who == side else "Your opponent"
        if reason := self.game.reason(self.position):
            return reason
        if what == FOLD:
            return f"{who_did} folded."
        written = " ".join if self.game.holding == "hand" else in_signs
        mine, theirs = (written(self._names(frozenset({one}))) for one in (side, other(side)))
        if self.game.in_pot(self.position) is not None and mine and theirs:
            return f"Your {mine} against {theirs}."
        return f"{who_did}: {self.game.dealt_text(what)}."

    def remarks(self, side: Side) -> Sequence[str]:
        """Return the remark that the payoff at a terminal node is averaged over chance."""
        if self.played_out is None:
            return []
        mean = (self._mean if side == "row" else -self._mean) + 0.0
        return [f"your average payoff with cards like these is {mean:+.3g}"]

    @property
    def description_has_events(self) -> bool:
        return not self.over

    def _describe(self, happened: Happened, side: Side) -> str:
        (who, what), informed, is_dealt = happened
        if who != "chance":
            return f"{'you' if who == side else 'the opponent'}: {self.game.dealt_text(what)}"
        if not is_dealt:
            return self.game.news_text(side, what)
        dealt = {
            0: "dealt to neither player",
            1: f"dealt to {'you' if side in informed else 'the opponent'}",
            2: "shown to both",
        }
        return f"{dealt[len(informed)]}: {self.game.dealt_text(what)}"

    def latest_events(self, side: Side) -> Sequence[str]:
        if not self.events:
            return []
        if self.over:
            history = " · ".join(self._describe(one, side) for one in self.events)
            return [
                f"everything is revealed: {history}",
                *(self.played_out.latest_events if self.played_out else ()),
            ]
        last = self.events[-1]
        if side in last.informed:
            return [self._describe(last, side)]
        return [] if last.event[0] == "chance" else ["the opponent makes a hidden move"]


def _faces(roll: Hashable) -> tuple[int, ...]:
    """Return the faces of the dice in one roll: one number, or several."""
    return tuple(roll) if isinstance(roll, tuple) else (int(str(roll)),)


class HiddenArena(Arena[HiddenGame, HiddenSolution]):
    """The arena of a hidden game."""

    @property
    def equilibrium(self) -> Player:

        def strategies(view: View) -> tuple[Mix, Mix]:
            mix = self.solution.mix(view.side, view.seen)
            return (mix, {}) if view.side == "row" else ({}, mix)

        return Equilibrium(strategies)

    def deal(self, random: np.random.Generator) -> HiddenRound:
        return self.before_deal()

    def before_deal(self) -> HiddenRound:
        return HiddenRound(self.game, self.game.start)

    def advice(self, round: Round, side: Side) -> Advice:
        """Return the solution's mix and the EV of each move against the solution, given the side's information.

        The EVs are means over all histories that the side cannot tell from this one. At positions that the solution
        never reaches, the other side is assumed to have picked every earlier move with equal probability.
        """
        assert isinstance(round, HiddenRound)
        observation = round.observation(side)
        mix = self.solution.mix(side, observation.position.seen)
        if self.solution.positions > MAX_WEIGHED:
            return Advice(mix, {}, UNWEIGHED)
        players: dict[Side, Player] = {"row": self.equilibrium, "col": self.equilibrium}
        likely = list(_lookalikes(self.before_deal(), players, round, side))
        if not likely:
            likely = list(_lookalikes(self.before_deal(), {**players, other(side): uniform}, round, side))
        whole = sum(p for *_, p in likely)
        sign = 1 if side == "row" else -1
        earned = {
            move: sign
            * sum(
                float(amount_of(end.payoff, "a payoff")) * float(p)
                for here, turn, weight in likely
                for _, end, p in _ends(here.after_pick(turn, move), weight / whole, players)
            )
            for move in observation.moves
        }
        return Advice(mix, earned)

    def information(self, round: Round, side: Side) -> str:
        index = self.solution.index_of(side, round.observation(side).position.seen)
        return "" if index is None else self.solution.form.names[side][index]

    def best_response(self, opponent: Player, side: Side) -> BestResponse:
        """Return the best response to a player, at every information set of the side."""
        return self._best_response(opponent, side, None)

    def answer_to(self, player: Player, side: Side) -> tuple[Player, Value]:
        """Return a best response, which follows the solution where moves are equally good or never met."""
        found = self._best_response(player, other(side), self.equilibrium)
        return found.player, found.bounds

    def _best_response(self, opponent: Player, side: Side, ties: Player | None) -> BestResponse:
        response, earned = self._response(opponent, side)

        def best(seen: Observation) -> Mix:
            return best_of(response.found.get(seen.position.seen, ({}, 0))[0], seen, ties)

        return BestResponse(Function("best-response", best), earned if side == "row" else -earned)

    def worth_against(self, opponent: Player, side: Side) -> Callable[[Round], Mapping[Move, float]]:
        """Return the EV of each move given the side's information; empty if the opponent never comes here."""
        if self.solution.positions > MAX_WEIGHED:
            return super().worth_against(opponent, side)
        known = self._response(opponent, side)[0].found

        def worth(round: Round) -> Mapping[Move, float]:
            found, weight = known.get(round.observation(side).position.seen, ({}, 0))
            return {move: float(earned / weight) for move, earned in found.items()} if weight else {}

        return worth

    def _response(self, opponent: Player, side: Side) -> tuple[InformedResponse, Fraction]:
        """Return the best response to a player, and its EV."""

        self.game.require_budget_for_tree()

        def mix_at(seen: Hashable, turn: Choice) -> dict[Hashable, Fraction]:
            return ask_exactly(opponent, Observation(other(side), View(other(side), seen), turn.moves))

        response = InformedResponse(self.game, mix_at, side, exact=True)
        return response, response.ev()

    @cached_property
    def form(self) -> HiddenForm:
        self.game.require_budget_for_tree()
        return discover(self.game)

    def decision_at(self, side: Side, index: int) -> DecisionPoint:
        form = self.form
        seen = Observation(side, View(side, form.seen(side, index)), form.of(side).moves[index])
        return DecisionPoint(form.names[side][index], seen)

    def seen_in_tree(
        self, side: Side, position: Position, known: Hashable, moves: Sequence[Move]
    ) -> Observation:
        return Observation(side, View(side, known), moves)

    def decisions(self, side: Side) -> Iterator[DecisionPoint]:
        return (self.decision_at(side, i) for i in range(len(self.form.of(side))))

    def leaks(self, player: Player, side: Side, response: Player) -> Sequence[Leak]:
        from zerosum.models.hidden.leaks import tree_leaks

        return tree_leaks(self.game, self.form, self.decision_at, side, player, response, self.equilibrium)

    def range(self, opponent: Player) -> ProvedRange:
        """Return the range over all of row's strategies that guarantee the value; if its ends are not proved, return
        bounds.
        """
        if opponent is BEST_RESPONSE:
            raise InputError("the range over optimal strategies needs one fixed opponent")
        from zerosum.models.hidden.solve.optimal import extremes

        player = self.seat_players(self.equilibrium, check_repeats(opponent))[1]
        form = self.solution.form
        reaches = [Fraction(1)]  # the probability with which the opponent makes all moves of each sequence
        for i, moves in enumerate(form.col.moves):
            mix = ask(player, Observation("col", View("col", form.seen("col", i)), moves))
            reaches += [reaches[form.col.parent[i]] * Fraction(mix.get(move, 0)) for move in moves]
        value = self.solution.value
        ends = extremes(form, value, reaches) if value.is_exact else None
        return ProvedRange.between(opponent.name, ends, value)

    def _match(self, row: Player, col: Player) -> Match:
        self.game.require_budget_for_tree()
        results: dict[Number, Number] = {}
        players: dict[Side, Player] = {"row": row, "col": col}
        for here, end, p in _ends(self.before_deal(), Fraction(1), players):
            lottery = self.game.lottery(here.position) or {amount_of(end.payoff, "a payoff"): Fraction(1)}
            for payoff, chance in lottery.items():
                results[payoff] = results.get(payoff, Fraction(0)) + p * chance
        return Match(row.name, col.name, dict(sorted(results.items())))

    def _sample(self, row: Player, col: Player, *, plays: int, seed: int) -> Match:
        """Simulate all rounds at once; for a user's function, which may be random, simulate round by round."""
        if has_user_function(row) or has_user_function(col):
            return super()._sample(row, col, plays=plays, seed=seed)
        walk = Plays(self.game, {"row": row, "col": col})
        return self._batched(row, col, walk, plays=plays, seed=seed, batch=BATCH)


def _next_rounds(
    round: HiddenRound, turn: Deal | Choice, players: Mapping[Side, Player]
) -> Iterator[tuple[HiddenRound, Number]]:
    if isinstance(turn, Deal):
        chances: Mapping[Move, Number] = dict(turn.outcomes)
    else:
        chances = ask(players[turn.side], round.observation(turn.side))
    for what, p in chances.items():
        if p:
            yield round.after_pick(turn, what), p


def _ends(
    round: HiddenRound, p: Number, players: Mapping[Side, Player]
) -> Iterator[tuple[HiddenRound, End, Number]]:
    stack = [(round, p)]
    while stack:
        here, weight = stack.pop()
        turn = here.turn
        if isinstance(turn, End):
            yield here, turn, weight
        else:
            stack += [(after, weight * chance) for after, chance in _next_rounds(here, turn, players)]


def _lookalikes(
    start: HiddenRound, players: Mapping[Side, Player], to: HiddenRound, side: Side
) -> Iterator[tuple[HiddenRound, Choice, float]]:
    """Yield the rounds that a side cannot tell from `to`, with its choice and the chance that the others lead there."""
    past, now = to.own[side], to.observation(side).position.seen
    stack = [(start, 1.0)]
    while stack:
        here, weight = stack.pop()
        turn = here.turn
        if isinstance(turn, End):
            continue
        if isinstance(turn, Choice) and turn.side == side:
            made, knows = len(here.own[side]), here.observation(side).position.seen
            if made == len(past) and knows == now:
                yield here, turn, weight
            elif made < len(past) and knows == past[made][0]:
                stack.append((here.after_pick(turn, past[made][1]), weight))
        else:
            stack += [(after, weight * float(chance)) for after, chance in _next_rounds(here, turn, players)]
