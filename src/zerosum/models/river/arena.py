"""Rivers and turns at the table: a player sees its own hand, the board and the bets.

For computed results each player is asked for its mix with every hand at every decision; everything else follows from
the tables of all pairs of hands (`values`). They are in fractions if the ranges are small and the players' mixes are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial

import numpy as np

from zerosum.arena.arena import Arena
from zerosum.arena.players import Equilibrium, Function, Mix, Observation, Player, ask, has_user_function
from zerosum.arena.results import BestResponse, Match
from zerosum.arena.rounds import Advice, Round
from zerosum.core.arrays import Array, Floats, Ints, Scalar
from zerosum.core.game import Move
from zerosum.core.limits import afford
from zerosum.core.numbers import Number, as_fraction
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.river.answer import RiverSolution
from zerosum.models.river.ranges import DECK
from zerosum.models.river.rules import ALL_IN, BetNode, RiverGame
from zerosum.models.river.values import PairTable

MOST_EXACT = 40_000
"""Maximum number of pairs of hands times nodes for which matches are computed in fractions."""
ASK_SECONDS = 2e-5
"""Approximate time to ask a player once."""
UNREACHED = "the other player's solution never comes here, so moves are not weighed"


@dataclass(frozen=True)
class RiverView:
    """What a side knows when it must choose."""

    side: Side
    hand: str
    """Its two cards, as AhKh."""
    board: str
    """The cards on the table, as JsKs5cQs7d."""
    bets: tuple[str, ...]
    """The moves so far; on a turn, also the card that was dealt."""

    def __str__(self) -> str:
        return ", ".join((self.hand, *self.bets))


@dataclass(frozen=True)
class RiverRound(Round):
    """Both hands, and the decision or end to which the bets have led."""

    game: RiverGame
    hands: tuple[int, int] | None
    """The places of both hands in their ranges; None before they are dealt."""
    number: int = 0
    fresh: bool = True
    """Whether no move has been made."""

    @property
    def node(self) -> BetNode:
        """The decision or end."""
        return self.game.nodes[self.number]

    @property
    def over(self) -> bool:
        """Whether somebody folded or the hands are compared."""
        return self.hands is not None and self.node.is_end

    @property
    def payoff(self) -> float:
        """What row wins beyond half of the pot."""
        if not self.over:
            return 0.0
        stake = float(self.node.stake)
        if self.node.folded:
            return stake if self.node.folded == "col" else -stake
        row, col = (int(self.game.strengths(side, self.node.card)[self._place(side)]) for side in SIDES)
        return stake * ((row > col) - (row < col))

    def _place(self, side: Side) -> int:
        assert self.hands is not None
        return self.hands[SIDES.index(side)]

    def cards(self, side: Side) -> str:
        """A side's hand."""
        return self.game.hands[side].names[self._place(side)]

    def choosers(self) -> Sequence[Side]:
        """The side that must choose; nobody before the deal."""
        return (self.node.side,) if self.node.side and self.hands is not None else ()

    def observation(self, side: Side) -> Observation:
        """The hand, the board, the bets, and the moves."""
        board = board_text(self.game, self.node)
        if self.hands is None:
            return Observation(side, RiverView(side, "", board, ()), ())
        moves = self.node.moves if self.node.side == side else ()
        return Observation(side, RiverView(side, self.cards(side), board, self.node.line), moves)

    def after(self, moves: Mapping[Side, Move], random: np.random.Generator) -> RiverRound:
        """The round after a move, or after the deal."""
        if self.hands is None:
            return replace(self, hands=_draw(self.game, random))
        if self.node.is_deal:
            held = [
                card for side in SIDES for card in self.game.hands[side].cards[self._place(side)].tolist()
            ]
            free = [k for k, card in enumerate(self.game.rivers) if card not in held]
            return replace(self, number=self.node.first + free[random.integers(len(free))], fresh=False)
        assert self.node.side
        index = self.node.moves.index(moves[self.node.side])
        return replace(self, number=self.node.first + index, fresh=False)

    def scene(self, side: Side) -> Sequence[str]:
        """The board, the hand and the bets."""
        held = "" if self.hands is None else f"your hand: {spaced(self.cards(side))}"
        return [
            f"on the table: {spaced(board_text(self.game, self.node))}",
            *([held] if held else []),
            f"so far: {', '.join(self.node.line) or 'no bets'}",
        ]

    def as_data(self, side: Side) -> Mapping[str, object]:
        """The board and the hand as cards, and the pot; after a showdown, also the rival's hand."""
        if self.hands is None:
            return {}
        rows = [
            {"label": "on the table", "cards": spaced(board_text(self.game, self.node)).split()},
            {"label": "your hand", "cards": spaced(self.cards(side)).split()},
        ]
        if self.over:
            rows.insert(0, {"label": "the rival's hand", "cards": spaced(self.cards(other(side))).split()})
        put = {who: float(self.game.half_pot + more) for who, more in spent(self.game, self.node).items()}
        return {"kind": "cards", "rows": rows, "pot": {"mine": put[side], "theirs": put[other(side)]}}

    def news(self, side: Side) -> Sequence[str]:
        """The last move; at the end, both hands."""
        if self.hands is None or self.fresh:
            return []
        mover, last = self.node.movers[-1], self.node.line[-1]
        said = [f"{'you' if mover == side else 'the rival' if mover else 'the river'}: {last}"]
        if self.over:
            said.append(f"the rival held {spaced(self.cards(other(side)))}")
        return said


def spent(game: RiverGame, node: BetNode) -> dict[Side, Fraction]:
    """The chips that both have put in on the way to a node, beyond half of the pot."""
    put: dict[Side, Fraction] = {side: Fraction(0) for side in SIDES}
    before = Fraction(0)
    for who, word in zip(node.movers, node.line, strict=True):
        if who is None:  # a card: what was bet before is matched
            before = put["row"]
        elif word == "call":
            put[who] = put[other(who)]
        elif word == ALL_IN:
            put[who] = max(one.stake for one in game.nodes) - game.half_pot
        elif word.startswith(("bet ", "raise to ")):
            put[who] = before + as_fraction(word.rpartition(" ")[2])
    return put


def spaced(cards: str) -> str:
    """Cards with blanks between them."""
    return " ".join(cards[i : i + 2] for i in range(0, len(cards), 2))


def board_text(game: RiverGame, node: BetNode) -> str:
    """The cards on the table."""
    return "".join(DECK[card] for card in (*game.board_cards, *([] if node.card is None else [node.card])))


def _draw(game: RiverGame, random: np.random.Generator) -> tuple[int, int]:
    """A pair of hands that share no card, by their weights: row's first, then col's among those that it can meet."""
    chances = game.row_chances
    row = int(random.choice(len(chances), p=chances))
    shared = np.isin(game.hands["col"].cards, game.hands["row"].cards[row]).any(axis=1)
    weights = np.where(shared, 0.0, np.array(game.hands["col"].weights, float))
    return row, int(random.choice(len(weights), p=weights / weights.sum()))


class RiverArena(Arena[RiverGame, RiverSolution]):
    """Players of a river."""

    @cached_property
    def _pairs(self) -> PairTable:
        """All pairs of hands; in fractions if there are few."""
        count = len(self.game.hands["row"]) * len(self.game.hands["col"]) * len(self.game.nodes)
        return PairTable(self.game, count <= MOST_EXACT)

    @property
    def equilibrium(self) -> Player:
        """Plays the solution."""

        def strategies(view: RiverView) -> tuple[Mix, Mix]:
            number = self.game.line_numbers[view.bets]
            mix = self.solution.mix_at(number, self.solution.hand_of(view.side, view.hand))
            return (mix, {}) if view.side == "row" else ({}, mix)

        return Equilibrium(strategies)

    def deal(self, random: np.random.Generator) -> RiverRound:
        """A round with hands dealt."""
        return RiverRound(self.game, _draw(self.game, random))

    def advice(self, round: Round, side: Side) -> Advice:
        """The solution's mix, and what each move earns against the solution, given the hand and the bets."""
        assert isinstance(round, RiverRound)
        assert round.hands is not None
        hand = round.hands[SIDES.index(side)]
        earns = self.solution.earns_at(round.number, hand)
        mix = self.solution.mix_at(round.number, hand)
        return Advice(mix, {move: float(x) for move, x in earns.items()}, "" if earns else UNREACHED)

    def best_response(self, rival: Player, side: Side) -> BestResponse:
        """The best reply to a player, for every hand."""
        worth = self._pairs.worths(side, self._mixes(rival, other(side)))
        earned = (self._pairs.weights[side] @ worth[:, 0]) / self._pairs.whole
        place = {name: hand for hand, name in enumerate(self.game.hands[side].names)}

        def best(observation: Observation) -> Move:
            view = observation.position
            node = self.game.nodes[self.game.line_numbers[view.bets]]
            worths = worth[place[view.hand], node.first : node.first + len(node.moves)].tolist()
            return node.moves[worths.index(max(worths))]

        return BestResponse(
            Function("best-response", best), self._number(earned if side == "row" else -earned)
        )

    def _match(self, row: Player, col: Player) -> Match:
        """Each payoff with its probability, end by end."""
        pairs = self._pairs
        reach = {
            side: pairs.reaches(side, self._mixes(player, side))
            for side, player in zip(SIDES, (row, col), strict=True)
        }
        results: dict[Number, Number] = {}
        for n, node in enumerate(self.game.nodes):
            if node.is_end:
                found = pairs.outcomes(node, reach["row"][:, n], reach["col"][:, n])
                for payoff, p in zip((node.stake, Fraction(0), -node.stake), found, strict=True):
                    if p > 0:
                        results[payoff] = results.get(payoff, 0) + self._number(p)
        return Match(row.name, col.name, dict(sorted(results.items())))

    def _sample(self, row: Player, col: Player, *, plays: int, seed: int) -> Match:
        """All plays at once, if they are more than the decisions; round by round for a user's function, too."""
        game = self.game
        decisions = sum(len(game.hands[node.side]) for node in game.nodes if node.side)
        if has_user_function(row) or has_user_function(col) or plays < decisions:
            return super()._sample(row, col, plays=plays, seed=seed)
        mixes = [
            self._mixes(player, side).astype(float) for player, side in zip((row, col), SIDES, strict=True)
        ]
        return self._batched(row, col, partial(play_many, game, mixes), plays=plays, seed=seed)

    def _number(self, x: Scalar) -> Number:
        """A number of the tables as a result; a sum of fractions and floats is a float."""
        return Fraction(x) if self._pairs.exact and not isinstance(x, float) else float(x)

    def _mixes(self, player: Player, side: Side) -> Array:
        """[hand, node]: what a player does with every hand at every decision."""
        game = self.game
        names = game.hands[side].names
        turns = [node for node in game.nodes if node.side == side]
        afford("asking a player about every hand", seconds=ASK_SECONDS * len(names) * len(turns))
        mixes: Array = np.full((len(names), len(game.nodes)), 1, object if self._pairs.exact else float)
        for node in turns:
            board = board_text(game, node)
            for hand, name in enumerate(names):
                if node.card in game.hands[side].cards[hand]:
                    continue
                mix = ask(player, Observation(side, RiverView(side, name, board, node.line), node.moves))
                shares = [mix.get(move, 0) for move in node.moves]
                mixes[hand, node.first : node.first + len(node.moves)] = shares
        return mixes


def play_many(game: RiverGame, mixes: Sequence[Floats], count: int, random: np.random.Generator) -> Floats:
    """What each of many plays pays row; `mixes` of row and of col are by hand and node."""
    hands = _draw_many(game, count, random)
    held = np.concatenate([game.hands[side].cards[hands[k]] for k, side in enumerate(SIDES)], axis=1)
    paid = np.empty(count)

    def walk(number: int, plays: Ints) -> None:
        """Continue the plays that have come to a node."""
        node = game.nodes[number]
        if not len(plays):
            return
        if node.is_end:
            if node.folded:
                wins: Scalar = 1 if node.folded == "col" else -1
            else:
                row, col = (game.strengths(side, node.card)[hands[k, plays]] for k, side in enumerate(SIDES))
                wins = (row > col).astype(int) - (row < col)
            paid[plays] = float(node.stake) * wins
            return
        drawn = random.random(len(plays))
        if node.is_deal:
            free = (held[plays, :, None] != np.array(game.rivers)).all(axis=1).cumsum(axis=1)
            children, picked = (
                len(game.rivers),
                (free <= (drawn * free[:, -1]).astype(int)[:, None]).sum(axis=1),
            )
        else:
            assert node.side
            k, children = SIDES.index(node.side), len(node.moves)
            sums = mixes[k][hands[k, plays], node.first : node.first + children].cumsum(axis=1)
            picked = (drawn[:, None] >= sums[:, :-1]).sum(axis=1)
        for child in range(children):
            walk(node.first + child, plays[picked == child])

    walk(0, np.arange(count))
    return paid


def _draw_many(game: RiverGame, count: int, random: np.random.Generator) -> Ints:
    """The places of row's hands and of col's, for each of many plays."""
    hands = np.empty((2, count), np.int64)
    hands[0] = random.choice(len(game.row_chances), count, p=game.row_chances)
    weights = np.array(game.hands["col"].weights, float)
    for row in np.unique(hands[0]):
        plays = np.flatnonzero(hands[0] == row)
        shared = np.isin(game.hands["col"].cards, game.hands["row"].cards[row]).any(axis=1)
        chances = np.where(shared, 0.0, weights)
        hands[1, plays] = random.choice(len(weights), len(plays), p=chances / chances.sum())
    return hands
