"""Betting games in the arena: rounds, exact results, exact best responses, and the range over optimal strategies.

In a round each player has a private hand, a point on a bar from 0 to 1 or a card, and the bets are public. A person
plays a round move by move. `play_many` plays many rounds together: all hands are dealt at once, as arrays, and the
batch walks down the tree. At a decision each round draws its action from the mix of its hand's cell, and the batch
splits, until every round has reached a leaf.

Exact results need the mix of each player with every card of a deck, or once between any two hands of [0, 1] at which
it may change. This gives tables, and everything is computed from tables in fractions. A user's function can be asked
about every card, but not about every hand of [0, 1]: on [0, 1] it is only simulated, hand by hand.
"""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import pairwise
from numbers import Real
from typing import Any

import numpy as np

from zerosum.arena.arena import Arena
from zerosum.arena.exploit import Leak
from zerosum.arena.players import (
    BEST_RESPONSE,
    Mix,
    Mixture,
    Observation,
    Player,
    Stepwise,
    ask,
    best_of,
    check_repeats,
    has_user_function,
    uniform,
)
from zerosum.arena.results import BestResponse, Match, ProvedRange
from zerosum.arena.rounds import Advice, PlacedNumber, Round, deed, situation
from zerosum.arena.strategies import (
    DecisionPoint,
    Missing,
    StrategyRow,
    StrategyTable,
    cells_between,
    interval_rows,
    read_cells,
    stepped,
)
from zerosum.core.arrays import Array
from zerosum.core.boards import Cards, Chips, Gauge, Happening, Tabletop
from zerosum.core.data import Data
from zerosum.core.errors import InputError, Unavailable
from zerosum.core.game import Instruction, Move, Position, spelled
from zerosum.core.limits import require_budget
from zerosum.core.numbers import Amount, Number
from zerosum.core.sides import SIDES, Side, other
from zerosum.core.value import Value
from zerosum.models.continuum.answer import BettingSolution, worth_of_actions
from zerosum.models.continuum.form import BettingTurn, StepStrategy
from zerosum.models.continuum.pot import consequence, pot_of
from zerosum.models.continuum.response import Mix as Tables
from zerosum.models.continuum.response import best_response, distribution
from zerosum.models.continuum.rules import BettingGame, Decision, Deck, Fold, Node, Showdown, tree_outline

PARTS = 20
"""Number of equal parts of [0, 1] whose middles a spectator can choose as hands."""

CARD_BYTES, CARD_SECONDS = 500, 1e-4
"""Approximate memory and time for one card at one turn when two players meet."""

MAX_DRAWN = 16
"""Largest number of lines of a tree that the rules show."""

ALL = (Fraction(0), Fraction(1))
"""The end points of the only interval of a player who ignores its hand."""


class ShownCard(str):
    """A card as shown, such as "K", compared with other cards and with numbers by its strength, 1 being the lowest.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from zerosum.models.continuum.arena import ShownCard
    >>> king, jack = ShownCard("K", Fraction(3)), ShownCard("J", Fraction(1))
    >>> king == "K", king > jack, king == 3
    (True, True, True)
    """

    strength: Fraction

    def __new__(cls, name: str, strength: Fraction) -> ShownCard:
        card = super().__new__(cls, name)
        card.strength = strength
        return card

    def __getnewargs__(self) -> tuple[str, Fraction]:  # type: ignore[override]
        return str(self), self.strength

    def __eq__(self, other: object) -> bool:
        return self.strength == other if isinstance(other, Real) else str.__eq__(self, other)

    def __hash__(self) -> int:
        return str.__hash__(self)

    def __lt__(self, other: Data) -> bool:
        return self.strength < _number(other)

    def __le__(self, other: Data) -> bool:
        return self.strength <= _number(other)

    def __gt__(self, other: Data) -> bool:
        return self.strength > _number(other)

    def __ge__(self, other: Data) -> bool:
        return self.strength >= _number(other)

    def __int__(self) -> int:
        return int(self.strength)

    def __float__(self) -> float:
        return float(self.strength)


def _number(given: ShownCard | Amount) -> Amount:
    return given.strength if isinstance(given, ShownCard) else given


@dataclass(frozen=True)
class BettingView:
    """A player's information: its own hand, and the bets so far."""

    side: Side
    hand: Fraction | ShownCard
    """A number of [0, 1], or a card as it is shown."""
    history: tuple[str, ...]

    @classmethod
    def of(cls, game: BettingGame, side: Side, hand: Fraction, history: tuple[str, ...]) -> BettingView:
        return cls(side, hand if game.deck is None else ShownCard(game.hand(hand), hand), history)

    def __str__(self) -> str:
        return ", ".join((str(self.hand), *self.history))

    @property
    def strength(self) -> Fraction:
        """The hand as a number: a point of [0, 1], or the rank of a card, counted from 1."""
        return self.hand.strength if isinstance(self.hand, ShownCard) else self.hand


def view_in_tree(game: BettingGame, side: Side, known: Hashable) -> BettingView:
    """Return the card and the bets that the side knows in the game tree."""
    assert isinstance(known, tuple)
    (_, rank), *bets = known
    return BettingView.of(game, side, Fraction(rank), tuple(str(move) for _, move in bets))


@dataclass(frozen=True, kw_only=True)
class BetsRound(Round):
    """A round on a tree of bets: the node that play has reached, and the actions so far."""

    node: Node
    history: tuple[str, ...] = ()
    actor: Side = "row"
    """The player who made the last move."""
    before: Node | None = None
    """The node at which the last move was made."""

    @abstractmethod
    def strength(self, side: Side) -> Fraction:
        """Return what a showdown compares."""

    @property
    def is_showdown(self) -> bool:
        """Whether the game ends with a showdown here."""
        return isinstance(self.node, Showdown)

    @property
    def over(self) -> bool:
        return isinstance(self.node, Fold) or self.is_showdown

    @property
    def payoff(self) -> float:
        if isinstance(self.node, Fold):
            return float(-self.node.amount if self.actor == "row" else self.node.amount)
        if not isinstance(self.node, Showdown) or not self.is_showdown:
            return 0.0
        row, col = self.strength("row"), self.strength("col")
        return float(self.node.amount) * ((row > col) - (row < col))

    @property
    def moves(self) -> tuple[str, ...]:
        """The actions of the player to move."""
        return tuple(self.node.actions) if isinstance(self.node, Decision) else ()

    def changes(self, moves: Mapping[Side, Move]) -> dict[str, Any]:
        """Return the fields that an action changes."""
        assert isinstance(self.node, Decision)
        ((side, action),) = moves.items()
        if action not in self.node.actions:
            allowed = ", ".join(self.node.actions)
            raise InputError(f"a player chose {action!r}, but the possible actions are {allowed}")
        history = (*self.history, action)
        return {"node": self.node.actions[action], "history": history, "actor": side, "before": self.node}

    def options(self, side: Side) -> Sequence[str]:
        """Return a line about the actions of the player to move."""
        if not isinstance(self.node, Decision):
            return []
        texts = " · ".join(self.option_text(action, after) for action, after in self.node.actions.items())
        who = "your" if self.node.player == side else "the opponent's"
        return [f"{who} options: {texts}"]

    def option_text(self, action: str, after: Node) -> str:
        """Return an action and, if it ends the game, the payoff."""
        if isinstance(after, Decision):
            return action
        return f"{action} ({'lose' if isinstance(after, Fold) else 'showdown for'} {after.amount})"

    def pot(self, side: Side) -> Chips | None:
        """Return both players' chips in the pot."""
        return pot_of(self.node, self.before or self.node, side)

    def happenings(self, side: Side) -> Sequence[Happening]:
        return [deed(self.actor, side, action) for action in self.history[-1:]]

    def consequence(self, side: Side, move: Move) -> str:
        assert isinstance(self.node, Decision)
        return consequence(self.node.actions[move], self.node, side)

    def outcome(self, side: Side) -> str:
        if isinstance(self.node, Fold):
            return "You folded." if self.actor == side else "Your opponent folded."
        return self.compared(side)

    @abstractmethod
    def compared(self, side: Side) -> str:
        """Return what a showdown has compared, in a sentence."""

    def last_action(self, side: Side) -> list[str]:
        """Return the last action as a line for a side."""
        who = "you" if self.actor == side else "the opponent"
        return [f"{who}: {action}" for action in self.history[-1:]]


@dataclass(frozen=True)
class BettingRound(BetsRound):
    """A round of a betting game: both hands, if dealt, and a node of the tree."""

    game: BettingGame
    hands: Mapping[Side, Fraction]

    def strength(self, side: Side) -> Fraction:
        return self.hands[side]

    def choosers(self) -> Sequence[Side]:
        return (self.node.player,) if isinstance(self.node, Decision) and len(self.hands) == 2 else ()

    def observation(self, side: Side) -> Observation:
        view = BettingView.of(self.game, side, self.hands[side], self.history)
        return Observation(side, view, self.moves)

    def after(self, moves: Mapping[Side, Move], random: np.random.Generator) -> BettingRound:
        return replace(self, **self.changes(moves))

    def outcomes(self) -> Sequence[tuple[str, Number, Round]]:
        """Return the hands that the next player may be dealt; on [0, 1], the midpoints of equal parts."""
        if len(self.hands) == 2:
            return ()
        side: Side = "col" if self.hands else "row"
        deck, left = self.game.deck, list[tuple[str, Fraction, Fraction]]()
        if deck is None:
            for hand in (Fraction(2 * k + 1, 2 * PARTS) for k in range(PARTS)):
                left.append((f"{float(hand):g}", hand, Fraction(1, PARTS)))
        else:
            gone = [] if deck.replace else list(self.hands.values())
            for rank in map(Fraction, range(1, deck.ranks + 1)):
                cards = deck.copies - gone.count(rank)
                p = Fraction(cards, deck.ranks * deck.copies - len(gone))
                left.append((self.game.hand(rank), rank, p))
        return [
            (f"{name} to {self.game.seats[side]}", p, replace(self, hands={**self.hands, side: hand}))
            for name, hand, p in left
            if p
        ]

    def description(self, side: Side) -> Sequence[str]:
        if side not in self.hands:
            return ["no hand dealt yet"]
        bets = ", ".join(self.history) or "no bets yet"
        return [self._hand_line("your hand", self.hands[side]), f"so far: {bets}", *self.options(side)]

    def board(self, side: Side) -> Tabletop:
        """Return the hand as a card or as a point of [0, 1], and the pot; after a showdown also the opponent's hand."""
        if len(self.hands) < 2:
            return Tabletop()
        mine, theirs, pot = self.hands[side], self.hands[other(side)], self.pot(side)
        if self.game.deck is None:
            shown = Gauge(float(theirs)) if self.is_showdown else Gauge(None)
            return Tabletop((shown,), (), (Gauge(float(mine)),), pot)
        opponent = Cards.named([self.game.hand(theirs)]) if self.is_showdown else Cards.covered(1)
        return Tabletop((opponent,), (), (Cards.named([self.game.hand(mine)]),), pot)

    def compared(self, side: Side) -> str:
        mine, theirs = (self._short_hand(self.hands[one]) for one in (side, other(side)))
        return f"Your {mine} against {theirs}."

    def situation(self, side: Side) -> str:
        return situation(self._short_hand(self.hands[side]), self.history)

    def _short_hand(self, hand: Fraction) -> str:
        return f"{float(hand):.3f}" if self.game.deck is None else self.game.hand(hand)

    @property
    def description_has_events(self) -> bool:
        return not self.over

    def latest_events(self, side: Side) -> Sequence[str]:
        lines = self.last_action(side)
        if self.is_showdown:
            lines.append(self._hand_line("the opponent shows", self.hands[other(side)]))
        return lines

    def _hand_line(self, label: str, hand: Fraction) -> str:
        """Return a line about a hand: a number from 0 to 1, or a card by its name."""
        if self.game.deck is None:
            return PlacedNumber(label, float(hand))
        return f"{label} {self.game.hand(hand)}"


def play_many(
    game: BettingGame, edges: Array, chances: list[Array], count: int, random: np.random.Generator
) -> Array:
    """Deal a pair of hands for each of many rounds, and return row's payoffs.

    `edges` is the grid of hands on which the mixes are constant, with a cell for each card of a deck; `chances`
    holds, for each turn and cell, the running sums of the probabilities of all actions but the last.
    """
    deck = game.deck
    if deck is None:
        row, col = random.random((2, count))
    else:  # each card is the middle of its rank's cell; the second card skips the first
        cards = deck.ranks * deck.copies
        first = random.integers(cards, size=count)
        second = random.integers(cards if deck.replace else cards - 1, size=count)
        if not deck.replace:
            second += second >= first
        row, col = ((card // deck.copies + 0.5) / deck.ranks for card in (first, second))
    cells = {
        side: np.minimum(np.searchsorted(edges, hands, side="right") - 1, len(edges) - 2)
        for side, hands in (("row", row), ("col", col))
    }
    ahead, paid = np.sign(row - col), np.empty(count)
    turns = {turn.history: turn for turn in game.form.turns}

    def walk(node: Node, history: tuple[str, ...], plays: Array, actor: Side) -> None:
        """Continue the rounds that have reached a node, to which `actor` moved."""
        if isinstance(node, Fold):
            paid[plays] = float(-node.amount if actor == "row" else node.amount)
        elif isinstance(node, Showdown):
            paid[plays] = ahead[plays] * float(node.amount)
        else:
            turn = turns[history]
            sums = chances[turn.index][cells[turn.player][plays]]
            drawn = (random.random(len(plays))[:, None] >= sums).sum(axis=1)
            for k, (action, child) in enumerate(node.actions.items()):
                walk(child, (*history, action), plays[drawn == k], turn.player)

    walk(game.tree(), (), np.arange(count), "row")
    return paid


@dataclass(frozen=True)
class StepPlayer:
    """A player that follows step functions of its hand, number or score."""

    name: str
    steps: Callable[[], Mapping[str, StepStrategy]]
    """The strategy at each turn, by the turn's name."""
    deck: Deck | None = None

    @property
    def ends(self) -> set[Number]:
        return {end for plan in self.steps().values() for end in plan.ends}

    def mix(self, seen: Observation) -> Mix:
        view: BettingView = seen.position
        return self.steps()[spelled(view.history)].at(place_of(view.strength, self.deck))


def place_of(strength: Fraction, deck: Deck | None) -> Fraction:
    """Return the position of a hand in [0, 1]; the position of a card is the lower end of its cell."""
    return strength if deck is None else (strength - 1) / deck.ranks


BLIND: dict[str, Player] = {
    player.name: player
    for player in (
        uniform,
        Stepwise("boldest", lambda seen: seen.moves[-1]),
        Stepwise("meekest", lambda seen: seen.moves[0]),
    )
}
"""Players who ignore their hands; they rely on the order of a turn's actions, from the weakest to the strongest."""


class BettingArena(Arena[BettingGame, BettingSolution]):
    """The arena of a betting game."""

    @cached_property
    def rules(self) -> Sequence[Instruction]:
        drawn, instructions = tree_outline(self._tree), self.game.instructions
        dealt = [line for line in self.game.hand_rules() if line not in instructions]
        return (*instructions, *dealt, *([drawn] if len(drawn.lines()) <= MAX_DRAWN else ()))

    @cached_property
    def _tree(self) -> Decision:
        return self.game.tree()

    @cached_property
    def equilibrium(self) -> Player:
        return StepPlayer("equilibrium", lambda: self.solution.steps, self.game.deck)

    @property
    def simple(self) -> Mapping[str, Player]:
        return BLIND

    def deal(self, random: np.random.Generator) -> BettingRound:
        deck = self.game.deck
        if deck is None:
            row, col = map(Fraction, random.random(2))
        else:
            cards = random.choice(deck.ranks * deck.copies, size=2, replace=deck.replace)
            row, col = (Fraction(int(card) // deck.copies + 1) for card in cards)
        return BettingRound(self.game, {"row": row, "col": col}, node=self._tree)

    def before_deal(self) -> BettingRound:
        return BettingRound(self.game, {}, node=self._tree)

    def advice(self, round: Round, side: Side) -> Advice:
        """Return the solution's mix for this hand, and the EV of each action against the solution."""
        view = round.observation(side).position
        mix, worth = self.solution.choices(view.history, view.strength)
        return Advice(mix, {action: float(earned) for action, earned in worth.items()})

    def information(self, round: Round, side: Side) -> str:
        """Return the card, or the interval of hands that the solution treats alike, and the bets."""
        view = round.observation(side).position
        if self.game.deck is not None:
            return str(view)
        step = self.solution.steps[spelled(view.history)].step_at(view.strength)
        return spelled((step.name, *view.history))

    def worth_against(self, opponent: Player, side: Side) -> Callable[[Round], Mapping[Move, float]]:
        """Return the EV of each action with a hand; none if the opponent's strategy never reaches this turn."""
        tables = self._tables({side: uniform, other(side): opponent})

        def worth(round: Round) -> Mapping[Move, float]:
            view = round.observation(side).position
            turn = next(turn for turn in self.game.form.turns if turn.history == view.history)
            place = place_of(view.strength, self.game.deck)
            found = worth_of_actions(self.game, turn, place, *tables) or {}
            return {action: float(earned) for action, earned in found.items()}

        return worth

    def decisions(self, side: Side) -> Iterator[DecisionPoint]:
        deck = self.game.deck
        if deck is None:
            raise Unavailable("hands are points of [0, 1], so the decisions cannot be listed")
        for turn in self.game.form.turns:
            for rank in range(1, deck.ranks + 1) if turn.player == side else ():
                view = BettingView.of(self.game, side, Fraction(rank), turn.history)
                yield DecisionPoint(str(view), Observation(side, view, turn.actions))

    def seen_in_tree(
        self, side: Side, position: Position, known: Hashable, moves: Sequence[Move]
    ) -> Observation:
        return Observation(side, view_in_tree(self.game, side, known), moves)

    def rows(self, player: Player, side: Side) -> Iterator[StrategyRow]:
        if self.game.deck is not None:
            yield from super().rows(player, side)
            return
        for turn in self.game.form.turns:
            if turn.player == side:
                after = f", {turn.name}" if turn.history else ""
                cells = cells_between(ends_of(player), partial(self._mix_at, player, turn))
                yield from interval_rows(side, "", after, turn.actions, cells)

    def _mix_at(self, player: Player, turn: BettingTurn, hand: Fraction) -> Mix:
        view = BettingView.of(self.game, turn.player, hand, turn.history)
        return player.mix(Observation(turn.player, view, turn.actions))

    def player_of(self, table: StrategyTable, name: str, missing: Missing) -> Player:
        """Return the player described by a table, by cards or by intervals of hands."""
        if self.game.deck is not None:
            return super().player_of(table, name, missing)
        turns = {(turn.player, turn.name): turn.actions for turn in self.game.form.turns}
        cells, filled = read_cells(table, turns, name, missing)
        return stepped(cells, name, filled, lambda seen: spelled(seen.position.history))

    def leaks(self, player: Player, side: Side, response: Player) -> Sequence[Leak]:
        from zerosum.models.continuum.extensive import extensive
        from zerosum.models.hidden.leaks import tree_leaks
        from zerosum.models.hidden.search import discover

        if self.game.deck is None:
            raise Unavailable(
                "the loss can be split over decisions only if hands are cards, not points of [0, 1]"
            )
        tree = extensive(self.game)
        form = discover(tree)

        def decision_at(side: Side, index: int) -> DecisionPoint:
            seen = self.seen_in_tree(side, None, form.seen(side, index), form.of(side).moves[index])
            return DecisionPoint(str(seen.position), seen)

        return tree_leaks(tree, form, decision_at, side, player, response, self.equilibrium)

    def _match(self, row: Player, col: Player) -> Match:
        edges, mix = self._tables({"row": row, "col": col})
        return Match(row.name, col.name, distribution(self.game.form, mix, edges, self.game.deck))

    def _sample(self, row: Player, col: Player, *, plays: int, seed: int) -> Match:
        """Simulate all rounds at once; for a user's function, which may be random, simulate hand by hand."""
        if has_user_function(row) or has_user_function(col):
            return super()._sample(row, col, plays=plays, seed=seed)
        exact_edges, mix = self._tables({"row": row, "col": col})
        chances = [np.cumsum(table.astype(float), axis=1)[:, :-1] for table in mix]
        deal = partial(play_many, self.game, exact_edges.astype(float), chances)
        return self._batched(row, col, deal, plays=plays, seed=seed)

    def best_response(self, opponent: Player, side: Side) -> BestResponse:
        return self._best_response(opponent, side, None)

    def answer_to(self, player: Player, side: Side) -> tuple[Player, Value]:
        """Return the best response; with a deck it follows the solution where moves are equally good or never met."""
        ties = None if self.game.deck is None else self.equilibrium
        found = self._best_response(player, other(side), ties)
        return found.player, found.bounds

    def _best_response(self, opponent: Player, side: Side, ties: Player | None) -> BestResponse:
        edges, mix = self._tables({side: uniform, other(side): opponent})
        deck = self.game.deck
        response = best_response(self.game.form, side, mix, edges, deck)
        inside = {k: w if deck is not None else w[:, :-1] + w[:, 1:] for k, w in response.worth.items()}
        worths = {self.game.form.turns[k].history: worth for k, worth in inside.items()}

        def choose(seen: Observation) -> Mix:
            hand = seen.position.strength
            cell = int(hand) - 1 if deck is not None else bisect_right(response.edges, hand) - 1
            here = worths[seen.position.history]
            worth = here[:, min(cell, here.shape[1] - 1)].tolist()
            return best_of(dict(zip(seen.moves, worth, strict=True)), seen, ties)

        paid = response.value if side == "row" else -response.value
        return BestResponse(Stepwise(BEST_RESPONSE.name, choose, ends=tuple(response.edges)), paid)

    def range(self, opponent: Player) -> ProvedRange:
        """Return the range over all of row's strategies that guarantee the value."""
        if opponent is BEST_RESPONSE:
            raise InputError("the range over optimal strategies needs one fixed opponent")
        from zerosum.models.continuum.solve.extremes import find_extremes

        _, opponent = self.seat_players(self.equilibrium, check_repeats(opponent))
        edges, mix = self._tables({"row": self.equilibrium, "col": opponent})
        ends = find_extremes(self.solution, mix, edges, progress=self.progress)
        return ProvedRange.between(opponent.name, ends, self.solution.value)

    def spans(self, player: Player, side: Side) -> dict[str, list[tuple[Number, Number, str]]]:
        """Return the most likely action of a player on a side as intervals of hands, for each betting line."""
        edges, mix = self._tables({side: player, other(side): uniform})
        found: dict[str, list[tuple[Number, Number, str]]] = {}
        for turn, table in zip(self.game.form.turns, mix, strict=True):
            spans = found.setdefault(turn.name, []) if turn.player == side else []
            for (low, high), cell in zip(pairwise(edges), table, strict=True):
                action = turn.actions[int(np.argmax(cell))]
                before = spans.pop() if spans and spans[-1][2] == action else (low, low, action)
                spans.append((before[0], high, action))
        return found

    def _tables(self, players: Mapping[Side, Player]) -> tuple[Array, Tables]:
        """Return a grid with all hands at which moves may change (of a deck, a cell per card), and the mixes."""
        deck = self.game.deck
        if deck is None:
            ends = sorted({end for side in SIDES for end in ends_of(players[side])})
        else:
            size = deck.ranks * len(self.game.form.turns)
            require_budget(
                f"players of {deck.ranks:,} cards", memory=CARD_BYTES * size, seconds=CARD_SECONDS * size
            )
            ends = list(deck.ends)
        edges = np.array(ends, object)
        return edges, self.mixes_on(edges, players)

    def mixes_on(self, edges: Array, players: Mapping[Side, Player]) -> Tables:
        """Return the players' mixes in every cell of a grid, at every turn."""
        hands = [(Fraction(low) + Fraction(high)) / 2 for low, high in pairwise(edges)]
        if self.game.deck is not None:
            hands = [Fraction(k + 1) for k in range(len(hands))]
        tables = []
        for turn in self.game.form.turns:
            views = [BettingView.of(self.game, turn.player, hand, turn.history) for hand in hands]
            table = [normalized_mix(players[turn.player], turn, view) for view in views]
            tables.append(np.array(table, object))
        return tables


def normalized_mix(player: Player, turn: BettingTurn, view: Position) -> list[Fraction]:
    """Return a player's probabilities of a turn's actions, scaled to add up to exactly 1."""
    mix = ask(player, Observation(turn.player, view, turn.actions))
    chances = [Fraction(mix.get(action, 0)) for action in turn.actions]
    return [chance / sum(chances) for chance in chances]


def ends_of(player: Player) -> set[Number]:
    if isinstance(player, Mixture):
        return {end for _, part in player.players for end in ends_of(part)}
    if hasattr(player, "ends"):
        return set(player.ends)
    if player is uniform:
        return set(ALL)
    raise Unavailable(
        f"{player.name} cannot be evaluated for every hand in [0, 1]; simulate its matches instead"
    )
