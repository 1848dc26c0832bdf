"""Hidden games at the table: a player sees what it learned and did itself, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
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
    has_user_function,
    uniform,
)
from zerosum.arena.results import BestResponse, Match, ProvedRange
from zerosum.arena.rounds import Advice, Round
from zerosum.core.errors import InputError
from zerosum.core.game import Move, Position
from zerosum.core.numbers import Number
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.hidden.answer import HiddenSolution
from zerosum.models.hidden.form import Event, View, words
from zerosum.models.hidden.plays import BATCH, Plays
from zerosum.models.hidden.rules import Choice, Deal, End, HiddenGame, Turn, amount_of
from zerosum.models.hidden.verify import BestReply

MOST_WEIGHED = 400_000
"""Maximum number of positions for which a player is told what each move earns."""
UNWEIGHED = "in a game of this size moves are not weighed against each other"


@dataclass(frozen=True)
class HiddenRound(Round):
    """A position, and what each side knows."""

    game: HiddenGame
    position: Position
    known: Mapping[Side, tuple[Event, ...]] = field(default_factory=lambda: {"row": (), "col": ()})
    """The events that each side knows, in order."""
    events: tuple[tuple[Event, frozenset[Side]], ...] = ()
    """Everything that was picked, in order, with the sides that know it."""
    own: Mapping[Side, tuple[tuple[Hashable, Hashable], ...]] = field(
        default_factory=lambda: {"row": (), "col": ()}
    )
    """The moves of each side so far: what it knew then, and the move."""

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
        """The side that must choose; nobody where chance picks."""
        turn = self.turn
        return (turn.side,) if isinstance(turn, Choice) else ()

    def observation(self, side: Side) -> Observation:
        """What the side knows, and its moves."""
        turn = self.turn
        if not isinstance(turn, Choice) or turn.side != side:
            return Observation(side, View(side, self.known[side]), ())
        known = self.known[side] if turn.knows is None else turn.knows
        return Observation(side, View(side, known), turn.moves)

    def after(self, moves: Mapping[Side, Move], random: np.random.Generator) -> HiddenRound:
        """The round after the move of the side that chooses, or after chance has picked."""
        turn = self.turn
        if isinstance(turn, Choice):
            return self.after_pick(turn, moves[turn.side])
        assert isinstance(turn, Deal)
        chances = np.array([float(p) for _, p in turn.outcomes])
        index = int(random.choice(len(chances), p=chances / chances.sum()))
        return self.after_pick(turn, turn.outcomes[index][0])

    def outcomes(self) -> Sequence[tuple[str, Number, Round]]:
        """What chance may deal, with the sides that learn it."""
        turn = self.turn
        if not isinstance(turn, Deal):
            return ()
        informed = [self.game.seats[side] for side, learns in zip(SIDES, turn.told, strict=True) if learns]
        to = " and ".join(informed) or "nobody"
        return [(f"{_text(what)} to {to}", p, self.after_pick(turn, what)) for what, p in turn.outcomes]

    def after_pick(self, turn: Deal | Choice, what: Hashable) -> HiddenRound:
        """The round after this was picked."""
        if isinstance(turn, Deal):
            event, informed, own = ("chance", what), dict(zip(SIDES, turn.told, strict=True)), self.own
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
            events=(*self.events, (event, frozenset(side for side in SIDES if informed[side]))),
            own=own,
        )

    def scene(self, side: Side) -> Sequence[str]:
        """Everything that the side learned and did, and what the rules show to both; the end tells all by itself."""
        if self.over:
            return list(self.game.told(self.position))
        known = self.observation(side).position.seen
        named = words(known) if known is not self.known[side] else ""
        so_far = " · ".join(_describe(*one, side) for one in self.events if side in one[1])
        return [
            f"you know: {named}" if named else f"so far: {so_far}" if so_far else "nothing has happened yet",
            *self.game.told(self.position),
        ]

    def as_data(self, side: Side) -> Mapping[str, object]:
        """What chance dealt to this side and showed to both, as cards; the pot; at the end, the rival's cards."""
        labels = [
            *([("what the rival was dealt", frozenset({other(side)}))] if self.over else []),
            ("what both were shown", frozenset(SIDES)),
            ("your dice" if self.game.deals == "die" else "your cards", frozenset({side})),
        ]
        rows = [
            {
                "label": label,
                "cards": [_text(e[1]) for e, informed in self.events if informed == to and _is_dealt(e)],
                "kind": self.game.deals,
            }
            for label, to in labels
        ]
        stakes = self.game.in_pot(self.position)
        if stakes is None:
            return {"kind": "cards", "rows": rows}
        put = {who: float(amount) for who, amount in zip(SIDES, stakes, strict=True)}
        return {"kind": "cards", "rows": rows, "pot": {"mine": put[side], "theirs": put[other(side)]}}

    def news(self, side: Side) -> Sequence[str]:
        """What the side has just learned; at the end, everything."""
        if not self.events:
            return []
        if self.over:
            return [f"all is shown: {' · '.join(_describe(*one, side) for one in self.events)}"]
        event, informed = self.events[-1]
        if side in informed:
            return [_describe(event, informed, side)]
        return [] if event[0] == "chance" else ["the rival moves, unseen"]


def _describe(event: Event, informed: frozenset[Side], side: Side) -> str:
    """An event in words, for a side; of a sentence that chance announces, only who wins is put in other words."""
    who, what = event
    if who != "chance":
        return f"{'you' if who == side else 'the rival'}: {_text(what)}"
    if not _is_dealt(event):
        said = {f"{side} wins": "you win it", f"{other(side)} wins": "the rival wins it"}
        return said.get(str(what), str(what))
    dealt = {
        0: "dealt to nobody",
        1: f"dealt to {'you' if side in informed else 'the rival'}",
        2: "shown to both",
    }
    return f"{dealt[len(informed)]}: {_text(what)}"


def _is_dealt(event: Event) -> bool:
    """Whether chance dealt something, rather than announced it in words."""
    who, what = event
    return who == "chance" and not (isinstance(what, str) and " " in what)


def _text(what: Hashable) -> str:
    """What was picked, as text; the parts of a tuple one after the other."""
    return ", ".join(map(str, what)) if type(what) is tuple else str(what)


class HiddenArena(Arena[HiddenGame, HiddenSolution]):
    """Players of a hidden game."""

    @property
    def equilibrium(self) -> Player:
        """Plays the solution, with what it knows."""

        def strategies(view: View) -> tuple[Mix, Mix]:
            mix = self.solution.mix(view.side, view.seen)
            return (mix, {}) if view.side == "row" else ({}, mix)

        return Equilibrium(strategies)

    def deal(self, random: np.random.Generator) -> HiddenRound:
        """A round from the start; chance picks as it goes."""
        return self.before_deal()

    def before_deal(self) -> HiddenRound:
        """The start."""
        return HiddenRound(self.game, self.game.start)

    def advice(self, round: Round, side: Side) -> Advice:
        """The solution's mix, and what each move earns against the solution, given what the side knows.

        The earnings are means over all histories that the side cannot tell from this one. Where the solution never
        leads, the other side is assumed to have come there by picking every move with equal probability.
        """
        assert isinstance(round, HiddenRound)
        observation = round.observation(side)
        mix = self.solution.mix(side, observation.position.seen)
        if self.solution.positions > MOST_WEIGHED:
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
                for end, p in _ends(here.after_pick(turn, move), weight / whole, players)
            )
            for move in observation.moves
        }
        return Advice(mix, earned)

    def best_response(self, rival: Player, side: Side) -> BestResponse:
        """The best reply to a player, for everything that the side may know."""
        reply, earned = self._reply(rival, side)

        def best(seen: Observation) -> Move:
            worth, _ = reply.found.get(seen.position.seen, ({seen.moves[0]: Fraction(0)}, 0))
            return max(worth, key=lambda move: worth[move])

        return BestResponse(Function("best-response", best), earned if side == "row" else -earned)

    def worth_against(self, rival: Player, side: Side) -> Callable[[Round], Mapping[Move, float]]:
        """What each move earns with what the side knows; nothing where the rival never plays to this moment."""
        if self.solution.positions > MOST_WEIGHED:
            return super().worth_against(rival, side)
        known = self._reply(rival, side)[0].found

        def worth(round: Round) -> Mapping[Move, float]:
            found, weight = known.get(round.observation(side).position.seen, ({}, 0))
            return {move: float(earned / weight) for move, earned in found.items()} if weight else {}

        return worth

    def _reply(self, rival: Player, side: Side) -> tuple[BestReply, Fraction]:
        """The best reply to a player, and what it earns its side."""

        def mix_at(seen: Hashable, turn: Choice) -> dict[Hashable, Fraction]:
            mix = ask(rival, Observation(other(side), View(other(side), seen), turn.moves))
            return {move: Fraction(p) for move, p in mix.items()}

        reply = BestReply(self.game, mix_at, side, exact=True)
        return reply, reply.earned()

    def range(self, rival: Player) -> ProvedRange:
        """The range over all strategies of row that guarantee the value; bounds where the ends are not proved."""
        if rival is BEST_RESPONSE:
            raise InputError("the range over optimal strategies needs one fixed rival")
        player = self.seat_players(self.equilibrium, check_repeats(rival))[1]
        form = self.solution.form
        reaches = [Fraction(1)]  # the probability with which the rival makes all moves of each sequence
        for i, moves in enumerate(form.col.moves):
            mix = ask(player, Observation("col", View("col", form.seen("col", i)), moves))
            reaches += [reaches[form.col.parent[i]] * Fraction(mix.get(move, 0)) for move in moves]
        return ProvedRange.between(rival.name, self.solution.extremes(reaches), self.solution.value)

    def _match(self, row: Player, col: Player) -> Match:
        results: dict[Number, Number] = {}
        players: dict[Side, Player] = {"row": row, "col": col}
        for end, p in _ends(self.before_deal(), Fraction(1), players):
            payoff = amount_of(end.payoff, "a payoff")
            results[payoff] = results.get(payoff, Fraction(0)) + p
        return Match(row.name, col.name, dict(sorted(results.items())))

    def _sample(self, row: Player, col: Player, *, plays: int, seed: int) -> Match:
        """All plays at once; round by round where a user's function plays, since it may be random."""
        if has_user_function(row) or has_user_function(col):
            return super()._sample(row, col, plays=plays, seed=seed)
        walk = Plays(self.game, {"row": row, "col": col})
        return self._batched(row, col, walk, plays=plays, seed=seed, batch=BATCH)


def _next_rounds(
    round: HiddenRound, turn: Deal | Choice, players: Mapping[Side, Player]
) -> Iterator[tuple[HiddenRound, Number]]:
    """All rounds that may follow, with their probabilities."""
    if isinstance(turn, Deal):
        chances: Mapping[Move, Number] = dict(turn.outcomes)
    else:
        chances = ask(players[turn.side], round.observation(turn.side))
    for what, p in chances.items():
        if p:
            yield round.after_pick(turn, what), p


def _ends(round: HiddenRound, p: Number, players: Mapping[Side, Player]) -> Iterator[tuple[End, Number]]:
    """All ends that may follow, with the probability of each."""
    stack = [(round, p)]
    while stack:
        here, weight = stack.pop()
        turn = here.turn
        if isinstance(turn, End):
            yield turn, weight
        else:
            stack += [(after, weight * chance) for after, chance in _next_rounds(here, turn, players)]


def _lookalikes(
    start: HiddenRound, players: Mapping[Side, Player], to: HiddenRound, side: Side
) -> Iterator[tuple[HiddenRound, Choice, float]]:
    """The rounds that a side cannot tell from `to`, its choice there, and the probability that chance and the other
    side lead there."""
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
