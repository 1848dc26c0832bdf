"""Rivers and turns in the arena: a player sees its own hand, the board and the bets.

For computed results each player is asked for its mix with every hand at every decision; everything else follows
computed from the tables of all pairs of hands (`values`). They are in fractions if the ranges are small and the
players' mixes are.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial

import numpy as np

from zerosum.arena.arena import Arena
from zerosum.arena.exploit import Leak
from zerosum.arena.players import (
    Equilibrium,
    Function,
    Mix,
    Observation,
    Player,
    ask,
    ask_exactly,
    best_of,
    has_user_function,
)
from zerosum.arena.results import BestResponse, Match
from zerosum.arena.rounds import Advice, Round, deed, paid_text, situation
from zerosum.arena.strategies import DecisionPoint, StrategyTable, table_of
from zerosum.core.arrays import Array, Floats, Ints, Scalar
from zerosum.core.boards import Cards, Chips, Happening, Tabletop, in_signs
from zerosum.core.game import Move, Position
from zerosum.core.limits import require_budget
from zerosum.core.numbers import Number
from zerosum.core.sides import SIDES, Side, other
from zerosum.core.value import Value
from zerosum.models.hidden.engines.river.answer import RiverSolution
from zerosum.models.hidden.engines.river.ranges import DECK
from zerosum.models.hidden.engines.river.rules import BetNode, RiverGame
from zerosum.models.hidden.engines.river.values import PairTable

MAX_EXACT = 40_000
"""Maximum number of pairs of hands times nodes for which matches are computed in fractions."""
ASK_SECONDS = 2e-5
"""Approximate time for one query of a player."""
UNREACHED = "the opponent's solution never lets play reach this point, so moves have no EVs here"


@dataclass(frozen=True)
class RiverView:
    """A side's information when it must choose."""

    side: Side
    hand: str
    """Its two cards, for example AhKh."""
    board: str
    """The board cards, for example JsKs5cQs7d."""
    bets: tuple[str, ...]
    """The moves so far; on a turn, also the card that was dealt."""

    def __str__(self) -> str:
        return ", ".join((self.hand, *self.bets))


@dataclass(frozen=True)
class RiverRound(Round):
    """Both hands, and the node that play has reached."""

    game: RiverGame
    hands: tuple[int, int] | None
    """The indices of both hands in their ranges; None before the deal."""
    number: int = 0
    fresh: bool = True
    """Whether no move has been made."""

    @property
    def node(self) -> BetNode:
        return self.game.nodes[self.number]

    @property
    def over(self) -> bool:
        return self.hands is not None and self.node.is_end

    @property
    def payoff(self) -> float:
        """Row's winnings beyond half of the pot."""
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
        return self.game.hands[side].names[self._place(side)]

    def _held(self, side: Side) -> list[int]:
        """Return the cards of a side's hand, the higher one first."""
        low, high = self.game.hands[side].cards[self._place(side)].tolist()
        return [high, low]

    def choosers(self) -> Sequence[Side]:
        return (self.node.side,) if self.node.side and self.hands is not None else ()

    def observation(self, side: Side) -> Observation:
        board = board_text(self.game, self.node)
        if self.hands is None:
            return Observation(side, RiverView(side, "", board, ()), ())
        moves = self.node.moves if self.node.side == side else ()
        return Observation(side, RiverView(side, self.cards(side), board, self.node.line), moves)

    def after(self, moves: Mapping[Side, Move], random: np.random.Generator) -> RiverRound:
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

    def description(self, side: Side) -> Sequence[str]:
        held = "" if self.hands is None else f"your hand: {spaced(self.cards(side))}"
        return [
            f"board: {spaced(board_text(self.game, self.node))}",
            *([held] if held else []),
            f"so far: {', '.join(self.node.line) or 'no bets'}",
        ]

    def held(self, side: Side) -> str:
        return spaced(self.cards(side))

    def board(self, side: Side) -> Tabletop:
        """Return the board and the hand as cards, and the pot; after a showdown, also the opponent's hand."""
        if self.hands is None:
            return Tabletop()
        theirs = _face_up(self._held(other(side))) if self.over else Cards.covered(2)
        put = {who: float(chips) for who, chips in self.game.put_in(self.node).items()}
        left = {who: float(self.game.half_pot + self.game.most_bet) - chips for who, chips in put.items()}
        return Tabletop(
            (theirs,),
            (_face_up(board_cards(self.game, self.node)),),
            (_face_up(self._held(side)),),
            Chips(put[side], put[other(side)]),
            Chips(left[side], left[other(side)]),
        )

    def happenings(self, side: Side) -> Sequence[Happening]:
        if self.hands is None or self.fresh:
            return []
        mover, last = self.node.movers[-1], self.node.line[-1]
        return [deed(mover, side, last) if mover else Happening("chance", last)]

    def consequence(self, side: Side, move: Move) -> str:
        after = replace(self, number=self.node.first + self.node.moves.index(move)).node
        put = self.game.put_in(after)
        return "" if after.folded else f"Pot {paid_text(float(sum(put.values())))}"

    def situation(self, side: Side) -> str:
        return situation(spaced(self.cards(side)), self.node.line)

    def outcome(self, side: Side) -> str:
        if self.node.folded:
            return "You folded." if self.node.folded == side else "Your opponent folded."
        mine, theirs = (in_signs(spaced(self.cards(one)).split()) for one in (side, other(side)))
        return f"Your {mine} against {theirs}."

    @property
    def description_has_events(self) -> bool:
        return not self.over

    def latest_events(self, side: Side) -> Sequence[str]:
        if self.hands is None or self.fresh:
            return []
        mover, last = self.node.movers[-1], self.node.line[-1]
        said = [f"{'you' if mover == side else 'the opponent' if mover else 'the river'}: {last}"]
        if self.over:
            said.append(f"the opponent had {spaced(self.cards(other(side)))}")
        return said


def spaced(cards: str) -> str:
    return " ".join(cards[i : i + 2] for i in range(0, len(cards), 2))


def board_cards(game: RiverGame, node: BetNode) -> list[int]:
    return [*game.board_cards, *([] if node.card is None else [node.card])]


def board_text(game: RiverGame, node: BetNode) -> str:
    return "".join(DECK[card] for card in board_cards(game, node))


def _face_up(cards: Iterable[int]) -> Cards:
    return Cards.named(DECK[card] for card in cards)


def _draw(game: RiverGame, random: np.random.Generator) -> tuple[int, int]:
    """Draw a pair of disjoint hands by their weights: row's first, then col's among those compatible with it."""
    chances = game.row_chances
    row = int(random.choice(len(chances), p=chances))
    shared = np.isin(game.hands["col"].cards, game.hands["row"].cards[row]).any(axis=1)
    weights = np.where(shared, 0.0, np.array(game.hands["col"].weights, float))
    return row, int(random.choice(len(weights), p=weights / weights.sum()))


class RiverArena(Arena[RiverGame, RiverSolution]):
    """The arena of a river or a turn."""

    def paid_before(self, round: Round, side: Side) -> float | None:
        """Return half of the pot: it counts as each player's own chips, since an EV counts everything won."""
        return -float(self.game.half_pot)

    @cached_property
    def _pairs(self) -> PairTable:
        """All pairs of hands; in fractions if there are few pairs."""
        count = len(self.game.hands["row"]) * len(self.game.hands["col"]) * len(self.game.nodes)
        return PairTable(self.game, count <= MAX_EXACT)

    @property
    def equilibrium(self) -> Player:

        def strategies(view: RiverView) -> tuple[Mix, Mix]:
            number = self.game.line_numbers[view.bets]
            mix = self.solution.mix_at(number, self.solution.hand_of(view.side, view.hand))
            return (mix, {}) if view.side == "row" else ({}, mix)

        return Equilibrium(strategies)

    def deal(self, random: np.random.Generator) -> RiverRound:
        return RiverRound(self.game, _draw(self.game, random))

    def advice(self, round: Round, side: Side) -> Advice:
        """Return the solution's mix and the EV of each move against the solution, given the hand and the bets."""
        assert isinstance(round, RiverRound)
        assert round.hands is not None
        hand = round.hands[SIDES.index(side)]
        ev = self.solution.ev_at(round.number, hand)
        mix = self.solution.mix_at(round.number, hand)
        return Advice(mix, {move: float(x) for move, x in ev.items()}, "" if ev else UNREACHED)

    def information(self, round: Round, side: Side) -> str:
        assert isinstance(round, RiverRound)
        return round.node.known(round.cards(side))

    def best_response(self, opponent: Player, side: Side) -> BestResponse:
        return self._best_response(opponent, side, None)

    def answer_to(self, player: Player, side: Side) -> tuple[Player, Value]:
        """Return a best response, which follows the solution where moves are equally good or never met."""
        found = self._best_response(player, other(side), self.equilibrium)
        return found.player, found.bounds

    def _best_response(self, opponent: Player, side: Side, ties: Player | None) -> BestResponse:
        worth = self._pairs.worths(side, self._mixes(opponent, other(side)))
        earned = (self._pairs.weights[side] @ worth[:, 0]) / self._pairs.whole
        place = {name: hand for hand, name in enumerate(self.game.hands[side].names)}

        def best(seen: Observation) -> Mix:
            view = seen.position
            node = self.game.nodes[self.game.line_numbers[view.bets]]
            worths = worth[place[view.hand], node.after].tolist()
            return best_of(dict(zip(node.moves, worths, strict=True)), seen, ties)

        paid = self._number(earned if side == "row" else -earned)
        # in floats, each sum over hands, moves and cards is rounded once per term, so a move may look best only
        # because of rounding
        terms = sum(map(len, self.game.hands.values())) + 4 * len(self.game.nodes) + 64
        largest = max(float(node.stake) for node in self.game.nodes if node.is_end)
        return BestResponse(Function("best-response", best), paid, terms * largest * 2.0**-51)

    def decisions(self, side: Side) -> Iterator[DecisionPoint]:
        """Yield all decisions of a side with every hand that can be held there."""
        for node in self.game.nodes:
            if node.side != side:
                continue
            hands, board = self.game.hands[side], board_text(self.game, node)
            for hand, name in enumerate(hands.names):
                if node.card not in hands.cards[hand]:
                    seen = Observation(side, RiverView(side, name, board, node.line), node.moves)
                    yield DecisionPoint(node.known(name), seen)

    def seen_in_tree(
        self, side: Side, position: Position, known: Hashable, moves: Sequence[Move]
    ) -> Observation:
        assert isinstance(known, tuple)
        (_, hand), *bets = known
        line = tuple(str(move) for _, move in bets)
        board = board_text(self.game, self.game.nodes[self.game.line_numbers[line]])
        return Observation(side, RiverView(side, str(hand), board, line), moves)

    def ranges_of(self, player: Player) -> str:
        """Return a player as ranges, one for each move at each decision."""
        from zerosum.models.hidden.engines.river.range_text import write_ranges

        return write_ranges(self.game, table_of(self, player))

    def read_ranges(self, text: str, name: str) -> StrategyTable:
        from zerosum.models.hidden.engines.river.range_text import read_ranges

        return read_ranges(self.game, text, name)

    def leaks(self, player: Player, side: Side, response: Player) -> Sequence[Leak]:
        """Return the EV loss with each hand at each decision (`zerosum.models.hidden.leaks`)."""
        pairs, names = self._pairs, self.game.hands[side].names
        plays, should = self._mixes(player, side), self._mixes(self.equilibrium, side)
        against = self._mixes(response, other(side))
        worth, foes = pairs.worths(side, against, should), pairs.foes(side, against)
        reach, found = pairs.reaches(side, plays), []
        for n, node in enumerate(self.game.nodes):
            if node.side != side:
                continue
            after, chance = node.after, pairs.chance(node)
            less = ((should[:, after] - plays[:, after]) * worth[:, after]).sum(axis=1)
            for hand, name in enumerate(names):
                if node.card in self.game.hands[side].cards[hand]:
                    continue
                there = reach[hand, n] * foes[hand, n] * chance / pairs.whole
                lost = reach[hand, n] * less[hand] * chance / pairs.whole
                mine, better = (
                    dict(zip(node.moves, map(self._number, mix[hand, after]), strict=True))
                    for mix in (plays, should)
                )
                number, known = self._number, node.known(name)
                ev_loss = number(less[hand] / foes[hand, n]) if foes[hand, n] > 0 else None
                found.append(Leak(side, known, number(there), mine, better, ev_loss, number(lost)))
        return found

    def _match(self, row: Player, col: Player) -> Match:
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
        """Simulate all rounds at once, unless they are few or a function of a user plays."""
        game = self.game
        decisions = sum(len(game.hands[node.side]) for node in game.nodes if node.side)
        if has_user_function(row) or has_user_function(col) or plays < decisions:
            return super()._sample(row, col, plays=plays, seed=seed)
        mixes = [
            self._mixes(player, side).astype(float) for player, side in zip((row, col), SIDES, strict=True)
        ]
        return self._batched(row, col, partial(play_many, game, mixes), plays=plays, seed=seed)

    def _number(self, x: Scalar) -> Number:
        """Convert a number from the tables to a fraction or a float; a sum of fractions and floats is a float."""
        return Fraction(x) if self._pairs.exact and not isinstance(x, float) else float(x)

    def _mixes(self, player: Player, side: Side) -> Array:
        """Return a player's mix for every hand at every decision, as [hand, node]."""
        game = self.game
        names = game.hands[side].names
        turns = [node for node in game.nodes if node.side == side]
        require_budget("querying a player for every hand", seconds=ASK_SECONDS * len(names) * len(turns))
        asked: Callable[[Player, Observation], Mix] = ask_exactly if self._pairs.exact else ask
        mixes: Array = np.full((len(names), len(game.nodes)), 1, object if self._pairs.exact else float)
        for node in turns:
            board = board_text(game, node)
            for hand, name in enumerate(names):
                if node.card in game.hands[side].cards[hand]:
                    continue
                mix = asked(player, Observation(side, RiverView(side, name, board, node.line), node.moves))
                shares = [mix.get(move, 0) for move in node.moves]
                mixes[hand, node.after] = shares
        return mixes


def play_many(game: RiverGame, mixes: Sequence[Floats], count: int, random: np.random.Generator) -> Floats:
    """Return row's payoff in each of many rounds; the `mixes` of row and col are by hand and node."""
    hands = _draw_many(game, count, random)
    held = np.concatenate([game.hands[side].cards[hands[k]] for k, side in enumerate(SIDES)], axis=1)
    paid = np.empty(count)

    def walk(number: int, plays: Ints) -> None:
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
            k, children = SIDES.index(node.mover), len(node.moves)
            sums = mixes[k][hands[k, plays], node.first : node.first + children].cumsum(axis=1)
            picked = (drawn[:, None] >= sums[:, :-1]).sum(axis=1)
        for child in range(children):
            walk(node.first + child, plays[picked == child])

    walk(0, np.arange(count))
    return paid


def _draw_many(game: RiverGame, count: int, random: np.random.Generator) -> Ints:
    """Draw the indices of row's and col's hands for each of many rounds."""
    hands = np.empty((2, count), np.int64)
    hands[0] = random.choice(len(game.row_chances), count, p=game.row_chances)
    weights = np.array(game.hands["col"].weights, float)
    for row in np.unique(hands[0]):
        plays = np.flatnonzero(hands[0] == row)
        shared = np.isin(game.hands["col"].cards, game.hands["row"].cards[row]).any(axis=1)
        chances = np.where(shared, 0.0, weights)
        hands[1, plays] = random.choice(len(weights), len(plays), p=chances / chances.sum())
    return hands
