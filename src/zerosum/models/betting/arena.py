"""Betting games in the arena: rounds, exact results, exact best responses, the range over optimal strategies.

In a round each player has a private hand, a point on a bar from 0 to 1 or a card, and the bets are public. A person's
round goes move by move. `play_many` plays many rounds together: all hands are dealt at once, as arrays, and the batch
walks down the tree. At a decision each play draws its action from the mix of its hand's cell, and the batch splits,
until every play is paid at a leaf.

For exact results each player is asked for its mix with every card of a deck, or once between any two hands of [0, 1] at
which it may change. That gives tables, and from tables everything is computed in fractions. A user's function can
be asked about every card, but not about every hand of [0, 1]: there it is only played out, hand by hand.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from numbers import Real

import numpy as np

from zerosum.arena.arena import Arena
from zerosum.arena.players import (
    BEST_RESPONSE,
    Mix,
    Mixture,
    Observation,
    Player,
    Stepwise,
    ask,
    check_repeats,
    has_user_function,
    uniform,
)
from zerosum.arena.results import BestResponse, Match, ProvedRange
from zerosum.arena.rounds import Advice, Round
from zerosum.core.arrays import Array
from zerosum.core.data import Data
from zerosum.core.errors import InputError, Unavailable
from zerosum.core.game import Move, Position
from zerosum.core.limits import afford
from zerosum.core.numbers import Amount, Number
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.betting.answer import BettingSolution, worth_of_actions
from zerosum.models.betting.form import BettingTurn
from zerosum.models.betting.response import Mix as Tables
from zerosum.models.betting.response import best_response, distribution
from zerosum.models.betting.rules import LETTER, BettingGame, Decision, Fold, Node, Showdown, tree_text

PARTS = 20
"""Number of equal parts of [0, 1] whose middles a spectator can choose as hands."""

BAR = 30
"""Length, in characters, of the bar from 0 to 1."""

CARD_BYTES, CARD_SECONDS = 500, 1e-4
"""Approximate memory and time for one card at one turn when two players meet."""

MOST_DRAWN = 16
"""Largest number of lines of a tree that is drawn among the rules."""

ALL = (Fraction(0), Fraction(1))
"""The end points of a player that does not look at its hand."""


class ShownCard(str):
    """A card as it is shown, such as "K". It compares with other cards and with numbers by its strength, 1 the lowest.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from zerosum.models.betting.arena import ShownCard
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
    """What a card is compared by."""
    return given.strength if isinstance(given, ShownCard) else given


@dataclass(frozen=True)
class BettingView:
    """What a player knows: its own hand, and the bets so far."""

    side: Side
    hand: Fraction | ShownCard
    """A number of [0, 1], or a card as it is shown."""
    history: tuple[str, ...]

    @classmethod
    def of(cls, game: BettingGame, side: Side, hand: Fraction, history: tuple[str, ...]) -> BettingView:
        """The view of a side whose hand has this rank."""
        return cls(side, hand if game.deck is None else ShownCard(game.hand(hand), hand), history)

    def __str__(self) -> str:
        return ", ".join((str(self.hand), *self.history))

    @property
    def strength(self) -> Fraction:
        """The hand as a number: on [0, 1], or of a card from 1 on."""
        return self.hand.strength if isinstance(self.hand, ShownCard) else self.hand


@dataclass(frozen=True)
class BettingRound(Round):
    """Both hands, and a node of the tree; hands that have not been dealt yet are missing."""

    game: BettingGame
    hands: Mapping[Side, Fraction]
    node: Node
    history: tuple[str, ...] = ()
    actor: Side = "row"
    """Who made the last move."""

    @property
    def over(self) -> bool:
        """Whether the bets have ended in a fold or a showdown."""
        return not isinstance(self.node, Decision)

    @property
    def payoff(self) -> float:
        """What row wins."""
        if isinstance(self.node, Decision):
            return 0.0
        amount = float(self.node.amount)
        if isinstance(self.node, Fold):
            return -amount if self.actor == "row" else amount
        row, col = self.hands["row"], self.hands["col"]
        return amount * ((row > col) - (row < col))

    def choosers(self) -> Sequence[Side]:
        """The player whose decision it is."""
        return (self.node.player,) if isinstance(self.node, Decision) and len(self.hands) == 2 else ()

    def observation(self, side: Side) -> Observation:
        """The side's own hand and the bets; never the other hand."""
        moves = tuple(self.node.actions) if isinstance(self.node, Decision) else ()
        return Observation(side, BettingView.of(self.game, side, self.hands[side], self.history), moves)

    def after(self, moves: Mapping[Side, Move], random: np.random.Generator) -> BettingRound:
        """One step down the tree."""
        assert isinstance(self.node, Decision)
        ((side, action),) = moves.items()
        if action not in self.node.actions:
            allowed = ", ".join(self.node.actions)
            raise InputError(f"a player chose {action!r}, which is not an action here: {allowed}")
        return replace(self, node=self.node.actions[action], history=(*self.history, action), actor=side)

    def outcomes(self) -> Sequence[tuple[str, Number, Round]]:
        """The hands that the next player may be dealt; of those on [0, 1] the middles of equal parts."""
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

    def scene(self, side: Side) -> Sequence[str]:
        """The hand on its bar, the bets, and what may be done."""
        if side not in self.hands:
            return ["no hand yet"]
        bets = ", ".join(self.history) or "no bet yet"
        lines = [f"your hand {self._hand_text(self.hands[side])}", f"so far: {bets}"]
        if isinstance(self.node, Decision):
            choices = " · ".join(choice_text(action, after) for action, after in self.node.actions.items())
            mover = self.node.player == side
            lines.append(f"you may: {choices}" if mover else f"the rival may: {choices}")
        return lines

    def as_data(self, side: Side) -> Mapping[str, object]:
        """The hand as a card or as a place on [0, 1], and the pot; the rival's hand after a showdown."""
        if len(self.hands) < 2:
            return {}
        open_now = self.over and not isinstance(self.node, Fold)
        mine, theirs = self.hands[side], self.hands[other(side)]
        pot = pot_at(self.node, side)
        if self.game.deck is None:
            shown = float(theirs) if open_now else None
            return {"kind": "interval", "mine": float(mine), "theirs": shown, "pot": pot}
        rival = {
            "label": "the rival's card",
            "cards": [self.game.hand(theirs) if open_now else "?"],
            "hidden": not open_now,
        }
        own = {"label": "your card", "cards": [self.game.hand(mine)]}
        return {"kind": "cards", "rows": [rival, own], "pot": pot}

    def news(self, side: Side) -> Sequence[str]:
        """The last action, and both hands after a showdown."""
        who = "you" if self.actor == side else "the rival"
        lines = [f"{who}: {action}" for action in self.history[-1:]]
        if self.over and not isinstance(self.node, Fold):
            lines.append(f"the rival shows {self._hand_text(self.hands[other(side)])}")
        return lines

    def _hand_text(self, hand: Fraction) -> str:
        """A hand on the bar from 0 to 1, or a card by its name."""
        return on_bar(hand) if self.game.deck is None else self.game.hand(hand)


def pot_at(node: Node, side: Side) -> Mapping[str, float] | None:
    """What both have put into the pot at a decision, read off its actions; None at the end.

    A fold loses the player's own stake, and hands are shown for the larger stake. Where neither follows at once, nobody
    has bet yet, and both stakes are what the hands are shown for if nobody does.
    """
    if not isinstance(node, Decision):
        return None
    ends = node.actions.values()
    shown = [end.amount for end in ends if isinstance(end, Showdown)]
    folded = [end.amount for end in ends if isinstance(end, Fold)]
    own = float(min(folded or shown or [_least_showdown(node)]))
    rival = float(min(shown)) if shown else own
    return {"mine": own, "theirs": rival} if node.player == side else {"mine": rival, "theirs": own}


def _least_showdown(node: Node) -> Fraction:
    """The least amount for which hands can be shown from here on; none where every way ends in a fold."""
    if isinstance(node, Decision):
        return min(map(_least_showdown, node.actions.values()))
    return node.amount


def on_bar(hand: Fraction) -> str:
    """A number on the bar from 0 to 1."""
    place = min(int(hand * BAR), BAR - 1)
    return f"0 {'─' * place}●{'─' * (BAR - 1 - place)} 1  {float(hand):.3f}"


def choice_text(action: str, after: Node) -> str:
    """An action, and what it ends in if it ends the game."""
    if isinstance(after, Decision):
        return action
    return f"{action} {'loses' if isinstance(after, Fold) else 'shows for'} {after.amount}"


def play_many(
    game: BettingGame, edges: Array, chances: list[Array], count: int, random: np.random.Generator
) -> Array:
    """Deal a pair of hands for each of many plays, and return what each play pays row.

    `edges` is the grid of hands on which the mixes are constant, with a cell for each card of a deck; `chances` has,
    for each turn, the running sums of its actions' probabilities in each cell, without the last.
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
        """Continue the plays that have come to a node, to which `actor` moved."""
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
class Optimal:
    """Plays the solution with its own hand."""

    solution: Callable[[], BettingSolution]
    name: str = "equilibrium"

    @property
    def ends(self) -> tuple[Number, ...]:
        """The hands at which the solution changes."""
        return tuple(sorted({end for steps in self.solution().steps.values() for end in steps.ends}))

    def mix(self, seen: Observation) -> Mix:
        """The solution's mix for this hand."""
        view, solution = seen.position, self.solution()
        deck = solution.game.deck
        hand = view.strength if deck is None else (view.strength - 1) / deck.ranks
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


class BettingArena(Arena[BettingGame, BettingSolution]):
    """Players of a betting game."""

    @cached_property
    def rules(self) -> Sequence[str]:
        """How it is played, written once: a table shows it after every move."""
        deck, drawn = self.game.deck, tree_text(self._tree).splitlines()
        if deck is None:
            hands = "A hand is a number between 0 and 1, any as likely as any other."
        else:
            copies = f", {deck.copies} of each" if deck.copies > 1 else ""
            low, high = (self.game.hand(Fraction(rank)) for rank in (1, deck.ranks))
            hands = f"A hand is a card from {low} up to {high}{copies}."
        return (
            *self.game.instructions,
            *(drawn if len(drawn) <= MOST_DRAWN else ()),
            hands,
            "Each sees only their own hand; the higher hand wins a showdown, and a tie pays nothing. "
            f"{LETTER[self._tree.player]} begins.",
        )

    @cached_property
    def _tree(self) -> Decision:
        return self.game.tree()

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
        deck = self.game.deck
        if deck is None:
            row, col = map(Fraction, random.random(2))
        else:
            cards = random.choice(deck.ranks * deck.copies, size=2, replace=deck.replace)
            row, col = (Fraction(int(card) // deck.copies + 1) for card in cards)
        return BettingRound(self.game, {"row": row, "col": col}, self._tree)

    def before_deal(self) -> BettingRound:
        """A round in which nobody has a hand yet."""
        return BettingRound(self.game, {}, self._tree)

    def advice(self, round: Round, side: Side) -> Advice:
        """The solution's mix for this hand, and what each action earns against the solution."""
        view = round.observation(side).position
        mix, worth = self.solution.choices(view.history, view.strength)
        return Advice(mix, {action: float(earned) for action, earned in worth.items()})

    def worth_against(self, rival: Player, side: Side) -> Callable[[Round], Mapping[Move, float]]:
        """What each action earns with a hand; nothing where the rival never plays to this turn."""
        tables = self._tables({side: uniform, other(side): rival})

        def worth(round: Round) -> Mapping[Move, float]:
            view = round.observation(side).position
            turn = next(turn for turn in self.game.form.turns if turn.history == view.history)
            place = view.strength if self.game.deck is None else (view.strength - 1) / self.game.deck.ranks
            found = worth_of_actions(self.game, turn, place, *tables) or {}
            return {action: float(earned) for action, earned in found.items()}

        return worth

    def _match(self, row: Player, col: Player) -> Match:
        """How often each result comes, in fractions."""
        edges, mix = self._tables({"row": row, "col": col})
        return Match(row.name, col.name, distribution(self.game.form, mix, edges, self.game.deck))

    def _sample(self, row: Player, col: Player, *, plays: int, seed: int) -> Match:
        """All plays at once; hand by hand where a user's function plays, since it may be random."""
        if has_user_function(row) or has_user_function(col):
            return super()._sample(row, col, plays=plays, seed=seed)
        exact_edges, mix = self._tables({"row": row, "col": col})
        chances = [np.cumsum(table.astype(float), axis=1)[:, :-1] for table in mix]
        game, edges = self.game, exact_edges.astype(float)

        def deal(count: int, random: np.random.Generator) -> Array:
            return play_many(game, edges, chances, count, random)

        return self._batched(row, col, deal, plays=plays, seed=seed)

    def best_response(self, rival: Player, side: Side) -> BestResponse:
        """The best response to a player, itself a player, and what row is then paid."""
        edges, mix = self._tables({side: uniform, other(side): rival})
        deck = self.game.deck
        reply = best_response(self.game.form, side, mix, edges, deck)
        inside = {k: w if deck is not None else w[:, :-1] + w[:, 1:] for k, w in reply.worth.items()}
        choice = {self.game.form.turns[k].history: worth.argmax(axis=0) for k, worth in inside.items()}

        def choose(seen: Observation) -> Move:
            hand = seen.position.strength
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
        """A player's most likely action on a side, by the bets before: intervals of hands with their action."""
        edges, mix = self._tables({side: player, other(side): uniform})
        found: dict[str, list[tuple[Number, Number, str]]] = {}
        for turn, table in zip(self.game.form.turns, mix, strict=True):
            spans = found.setdefault(", ".join(turn.history) or "start", []) if turn.player == side else []
            for (low, high), cell in zip(pairwise(edges), table, strict=True):
                action = turn.actions[int(np.argmax(cell))]
                before = spans.pop() if spans and spans[-1][2] == action else (low, low, action)
                spans.append((before[0], high, action))
        return found

    def _tables(self, players: Mapping[Side, Player]) -> tuple[Array, Tables]:
        """A grid with all hands at which the players may change, a cell per card of a deck, and their mixes there."""
        deck = self.game.deck
        if deck is None:
            ends = sorted({end for side in SIDES for end in ends_of(players[side])})
        else:
            size = deck.ranks * len(self.game.form.turns)
            afford(f"players of {deck.ranks:,} cards", memory=CARD_BYTES * size, seconds=CARD_SECONDS * size)
            ends = list(deck.ends)
        edges = np.array(ends, object)
        return edges, self.mixes_on(edges, players)

    def mixes_on(self, edges: Array, players: Mapping[Side, Player]) -> Tables:
        """The players' mixes in every cell of a grid, at every turn."""
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
    """A player's probabilities of a turn's actions, which add up to exactly 1."""
    mix = ask(player, Observation(turn.player, view, turn.actions))
    chances = [Fraction(mix.get(action, 0)) for action in turn.actions]
    return [chance / sum(chances) for chance in chances]


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
