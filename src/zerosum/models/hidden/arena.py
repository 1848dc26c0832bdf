"""Hidden games at the table: each side is asked with what it was told and did, and with nothing else."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

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
    check_repeats,
    uniform,
)
from zerosum.arena.results import BestResponse, Match, ProvedRange
from zerosum.arena.rounds import Advice, Round
from zerosum.core.errors import InputError
from zerosum.core.game import Move, Position
from zerosum.core.numbers import Number
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.hidden.answer import HiddenSolution
from zerosum.models.hidden.form import Event, words
from zerosum.models.hidden.rules import Choice, Deal, End, HiddenGame, Turn, amount_of
from zerosum.models.hidden.verify import BestReply

MOST_WEIGHED = 400_000
"""In a game with more positions, moves are not weighed against each other at the table."""
UNWEIGHED = "in a game of this size moves are not weighed against each other"


@dataclass(frozen=True)
class View:
    """What a side knows when it must choose."""

    side: Side
    seen: tuple[Event, ...] | Hashable
    """All that it was told and did, as (who, what), or the name that the rules give to that."""

    def __str__(self) -> str:
        return words(self.seen)


@dataclass(frozen=True)
class HiddenRound(Round):
    """A position, and what each side has been told."""

    game: HiddenGame
    position: Position
    told: Mapping[Side, tuple[Event, ...]] = field(default_factory=lambda: {"row": (), "col": ()})
    events: tuple[Event, ...] = ()
    """All that was picked, in order."""
    heard: tuple[frozenset[Side], ...] = ()
    """Who was told of each event; that two events read alike does not make them one."""
    own: Mapping[Side, tuple[tuple[Hashable, Hashable], ...]] = field(
        default_factory=lambda: {"row": (), "col": ()}
    )
    """What each side knew at its moves so far, and the move."""

    @property
    def turn(self) -> Turn:
        """What happens now."""
        return self.game.turn(self.position)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return isinstance(self.turn, End)

    @property
    def payoff(self) -> float:
        """What row is paid."""
        turn = self.turn
        return float(amount_of(turn.payoff, "a payoff")) if isinstance(turn, End) else 0.0

    def choosers(self) -> Sequence[Side]:
        """The one who must choose; nobody where chance picks."""
        turn = self.turn
        return (turn.side,) if isinstance(turn, Choice) else ()

    def observation(self, side: Side) -> Observation:
        """What the side knows, and its moves."""
        turn = self.turn
        if not isinstance(turn, Choice) or turn.side != side:
            return Observation(side, View(side, self.told[side]), ())
        return Observation(
            side, View(side, self.told[side] if turn.knows is None else turn.knows), turn.moves
        )

    def after(self, moves: Mapping[Side, Move], random: np.random.Generator) -> HiddenRound:
        """The move of the one who chooses, or what chance picks."""
        turn = self.turn
        if isinstance(turn, Choice):
            return self.picked(turn, moves[turn.side])
        assert isinstance(turn, Deal)
        chances = np.array([float(p) for _, p in turn.outcomes])
        return self.picked(
            turn, turn.outcomes[int(random.choice(len(chances), p=chances / chances.sum()))][0]
        )

    def outcomes(self) -> Sequence[tuple[str, Number, Round]]:
        """What may be dealt, and who is told."""
        turn = self.turn
        if not isinstance(turn, Deal):
            return ()
        to = " and ".join(side for side, told in zip(SIDES, turn.told, strict=True) if told) or "nobody"
        return [(f"{_face(what)} to {to}", p, self.picked(turn, what)) for what, p in turn.outcomes]

    def picked(self, turn: Deal | Choice, what: Hashable) -> HiddenRound:
        """The round in which this was picked."""
        if isinstance(turn, Deal):
            event, informed, own = ("chance", what), dict(zip(SIDES, turn.told, strict=True)), self.own
        else:
            event, informed = (turn.side, what), {turn.side: True, other(turn.side): not turn.hidden}
            knew = self.observation(turn.side).position.seen
            own = {**self.own, turn.side: (*self.own[turn.side], (knew, what))}
        told = {side: (*self.told[side], event) if informed[side] else self.told[side] for side in SIDES}
        return replace(
            self,
            position=self.game.after(self.position, what),
            told=told,
            events=(*self.events, event),
            heard=(*self.heard, frozenset(side for side in SIDES if informed[side])),
            own=own,
        )

    def scene(self, side: Side) -> Sequence[str]:
        """All that the side was told and did, and what the rules show both."""
        known = self.observation(side).position.seen
        told = words(known) if known is not self.told[side] else ""
        so_far = " · ".join(_said(*one, side) for one in self._course if side in one[1])
        return [
            f"you know: {told}" if told else f"so far: {so_far or 'nothing'}",
            *self.game.told(self.position),
        ]

    @property
    def _course(self) -> list[tuple[Event, frozenset[Side]]]:
        """All that was picked, each with who was told."""
        return list(zip(self.events, self.heard, strict=True))

    def as_data(self, side: Side) -> Mapping[str, object]:
        """What chance dealt to this side and showed both, as cards; in the end, also what it dealt to the rival."""
        theirs = [("what the rival was dealt", frozenset({other(side)}))] if self.over else []
        labels = [
            *theirs,
            ("what both were shown", frozenset(SIDES)),
            ("what you were dealt", frozenset({side})),
        ]
        return {"kind": "cards", "rows": [{"label": label, "cards": self._cards(to)} for label, to in labels]}

    def _cards(self, to: frozenset[Side]) -> list[str]:
        """What chance dealt to these and nobody else; what it tells in words is no card."""
        return [_face(event[1]) for event, told in self._course if told == to and _is_dealt(event)]

    def news(self, side: Side) -> Sequence[str]:
        """What the side has just been told; in the end, everything."""
        if not self.events:
            return []
        if self.over:
            return [f"all is shown: {' · '.join(_said(*one, side) for one in self._course)}"]
        if side in self.heard[-1]:
            return [_said(*self._course[-1], side)]
        return [] if self.events[-1][0] == "chance" else ["the rival moves, unseen"]


def _said(event: Event, told: frozenset[Side], side: Side) -> str:
    """An event of which some were told, as a side tells it; what chance tells in words needs no more."""
    who, what = event
    if who == "chance" and not _is_dealt(event):
        return str(what)
    if who != "chance":
        return f"{'you' if who == side else 'the rival'}: {_face(what)}"
    dealt = {
        0: "dealt to nobody",
        1: f"dealt to {'you' if side in told else 'the rival'}",
        2: "shown to both",
    }
    return f"{dealt[len(told)]}: {_face(what)}"


def _is_dealt(event: Event) -> bool:
    """Whether chance dealt something, and did not tell in words how things stand."""
    who, what = event
    return who == "chance" and not (isinstance(what, str) and " " in what)


def _face(what: Hashable) -> str:
    """What was picked, in words; of several things together each."""
    return ", ".join(map(str, what)) if type(what) is tuple else str(what)


class HiddenArena(Arena[HiddenGame, HiddenSolution]):
    """Players of a hidden game."""

    @property
    def equilibrium(self) -> Player:
        """Plays the solution with what it knows."""
        return Equilibrium(self._strategies)

    def _strategies(self, view: View) -> tuple[Mix, Mix]:
        mix = self.solution.mix(view.side, view.seen)
        return (mix, {}) if view.side == "row" else ({}, mix)

    def deal(self, random: np.random.Generator) -> HiddenRound:
        """A round from the start; chance picks as it goes."""
        return self.before_deal()

    def before_deal(self) -> HiddenRound:
        """The start."""
        return HiddenRound(self.game, self.game.start)

    def advice(self, round: Round, side: Side) -> Advice:
        """The solution's mix, and what each move earns against the solution, given what the side knows."""
        assert isinstance(round, HiddenRound)
        mix = self.solution.mix(side, round.observation(side).position.seen)
        if self.solution.positions > MOST_WEIGHED:
            return Advice(mix, {}, UNWEIGHED)
        return Advice(mix, self._worth(round, side))

    def best_response(self, rival: Player, side: Side) -> BestResponse:
        """The best reply to a player, by what it may come to know."""

        def mix_at(seen: Hashable, turn: Choice) -> Mix:
            return ask(rival, Observation(other(side), View(other(side), seen), turn.moves))

        reply = BestReply(self.game, mix_at, side, exact=True)
        earned = reply.earned()
        chosen = Function("best-response", lambda seen: reply.chosen.get(seen.position.seen, seen.moves[0]))
        return BestResponse(chosen, earned if side == "row" else -earned)

    def range(self, rival: Player) -> ProvedRange:
        """Over all strategies of row that guarantee the value; where the ends are not proved, the bounds are told."""
        if rival is BEST_RESPONSE:
            raise InputError("the range over optimal strategies needs one fixed rival")
        reaches = self._reaches(self.seat_players(self.equilibrium, check_repeats(rival))[1])
        return ProvedRange.between(rival.name, self.solution.extremes(reaches), self.solution.value)

    def _reaches(self, player: Player) -> list[Fraction]:
        """The probability with which a player on the col side makes all moves of each sequence."""
        sets, reaches = self.solution.form.col, [Fraction(1)]
        for i, moves in enumerate(sets.moves):
            mix = ask(player, Observation("col", View("col", self.solution.form.seen("col", i)), moves))
            reaches += [reaches[sets.parent[i]] * Fraction(mix.get(move, 0)) for move in moves]
        return reaches

    def _match(self, row: Player, col: Player) -> Match:
        results: dict[Number, Number] = {}
        players: dict[Side, Player] = {"row": row, "col": col}
        for end, p in _ends(HiddenRound(self.game, self.game.start), Fraction(1), players):
            payoff = amount_of(end.payoff, "a payoff")
            results[payoff] = results.get(payoff, Fraction(0)) + p
        return Match(row.name, col.name, dict(sorted(results.items())))

    def _worth(self, round: HiddenRound, side: Side) -> dict[Hashable, float]:
        """What each move earns on average, over all histories that the side cannot tell from this one.

        Where the solution never leads, the other side is taken to have come there by picking every move alike.
        """
        players: dict[Side, Player] = {"row": self.equilibrium, "col": self.equilibrium}
        begin = HiddenRound(self.game, self.game.start)
        likely = list(_alike(begin, players, round, side))
        if not likely:
            likely = list(_alike(begin, {**players, other(side): uniform}, round, side))
        whole = sum(p for _, p in likely)
        sign = 1 if side == "row" else -1
        return {
            move: sign
            * sum(
                float(amount_of(end.payoff, "a payoff")) * float(p)
                for here, weight in likely
                for end, p in _ends(here.picked(_choice(here), move), weight / whole, players)
            )
            for move in round.observation(side).moves
        }


def _choice(round: HiddenRound) -> Choice:
    """The choice to be made now."""
    turn = round.turn
    assert isinstance(turn, Choice)
    return turn


def _steps(
    round: HiddenRound, turn: Deal | Choice, players: Mapping[Side, Player]
) -> Iterator[tuple[HiddenRound, Number]]:
    """All ways on, with their probabilities."""
    if isinstance(turn, Deal):
        chances: Mapping[Move, Number] = dict(turn.outcomes)
    else:
        chances = ask(players[turn.side], round.observation(turn.side))
    for what, p in chances.items():
        if p:
            yield round.picked(turn, what), p


def _ends(round: HiddenRound, p: Number, players: Mapping[Side, Player]) -> Iterator[tuple[End, Number]]:
    """All ends below a moment, with the probability of each."""
    stack = [(round, p)]
    while stack:
        here, weight = stack.pop()
        turn = here.turn
        if isinstance(turn, End):
            yield turn, weight
        else:
            stack += [(after, weight * chance) for after, chance in _steps(here, turn, players)]


def _alike(
    start: HiddenRound, players: Mapping[Side, Player], to: HiddenRound, side: Side
) -> Iterator[tuple[HiddenRound, float]]:
    """The moments that a side cannot tell from `to`, with the probability that chance and the other side lead there."""
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
                yield here, weight
            elif made < len(past) and knows == past[made][0]:
                stack.append((here.picked(turn, past[made][1]), weight))
        else:
            stack += [(after, weight * float(chance)) for after, chance in _steps(here, turn, players)]
