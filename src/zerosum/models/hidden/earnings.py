"""What each move earns at every information set, from both strategies and the sequence form.

With the opponent's reaches y, a sequence of a player is worth the sum of weight · y over the ends at it, plus what the
player's next sets are worth, each with its best move. Summed for payoffs of 1, the same recursion gives the probability
that chance and the opponent let play get to a set: after any move of the player the game ends somehow, so all moves of
a set have the same sum. One divided by the other is what a move earns once the player is there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from zerosum.core.game import Move, Position
from zerosum.core.numbers import Number
from zerosum.core.questions import DecisionEarnings, MoveEarnings
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.hidden.form import HiddenForm, InformationSets, Known
from zerosum.models.hidden.rules import Choice, End, HiddenGame, Payoffs, Turn
from zerosum.models.hidden.search import discover

NEVER = 1e-12
"""A set to which floats lead with a smaller probability is taken as never reached."""

MixAt = Callable[[Side, int], Mapping[Move, Number]]
"""A player and the number of an information set in, the probability of each move out."""


@dataclass(frozen=True)
class CountedGame(HiddenGame):
    """The same game with a payoff of 1 at every end, so that weights are probabilities."""

    game: HiddenGame = field(repr=False)

    @property
    def start(self) -> Position:
        """Where the game starts."""
        return self.game.start

    def turn(self, position: Position) -> Turn:
        """The same turn, apart from payoffs."""
        turn = self.game.turn(position)
        if isinstance(turn, End):
            return End(1)
        if isinstance(turn, Choice) and turn.pays is not None:
            return turn._replace(pays=Payoffs([1] * len(turn.moves)))
        return turn

    def after(self, position: Position, picked: Move) -> Position:
        """The same next position."""
        return self.game.after(position, picked)


def tree_earnings(
    tree: HiddenGame, form: HiddenForm, mix_at: MixAt, name: Callable[[Side, Known], str]
) -> list[DecisionEarnings]:
    """The table of all information sets; `name` is what a person reads of what a player knows."""
    mixes = {side: [mix_at(side, i) for i in range(len(form.of(side)))] for side in SIDES}
    reaches = {side: _reach(form.of(side), mixes[side]) for side in SIDES}
    counted = discover(CountedGame(tree))
    sequences = dict(zip(SIDES, (part.tolist() for part in form.ends[:2]), strict=True))
    paid = [form.weights[k] for k in form.ends[2].tolist()]
    chances = [counted.weights[k] for k in counted.ends[2].tolist()]
    lines: list[DecisionEarnings] = []
    for side in SIDES:
        sets, sign, foe = form.of(side), 1 if side == "row" else -1, reaches[other(side)]
        worth: list[Number] = [Fraction(0)] * sets.sequences
        count: list[Number] = [Fraction(0)] * sets.sequences
        ends = zip(sequences[side], sequences[other(side)], paid, chances, strict=True)
        for mine, theirs, amount, chance in ends:
            if y := foe[theirs]:
                worth[mine] += sign * y * amount
                count[mine] += y * chance
        found = []
        for i in range(len(sets) - 1, -1, -1):
            first, moves, allowed = sets.first[i], sets.moves[i], count[sets.first[i]]
            earned = worth[first : first + len(moves)]
            worth[sets.parent[i]] += max(earned)
            count[sets.parent[i]] += allowed
            reached = reaches[side][sets.parent[i]] * allowed
            found.append(
                decision(side, name(side, form.seen(side, i)), reached, allowed, mixes[side][i], earned)
            )
        lines += reversed(found)
    return lines


def decision(
    side: Side,
    information: str,
    reached: Number,
    allowed: Number,
    mix: Mapping[Move, Number],
    earned: Sequence[Number],
) -> DecisionEarnings:
    """One line of a table: `earned` is what each move earns, times `allowed`."""
    if not allowed or (isinstance(allowed, float) and allowed < NEVER):
        nothing = {move: MoveEarnings(p, None, None) for move, p in mix.items()}
        return DecisionEarnings(side, information, allowed * 0, allowed * 0, None, nothing)
    best, total = max(earned), sum(p * worth for p, worth in zip(mix.values(), earned, strict=True))
    moves = {
        move: MoveEarnings(p, worth / allowed, (best - worth) / allowed)
        for (move, p), worth in zip(mix.items(), earned, strict=True)
    }
    return DecisionEarnings(side, information, reached, allowed, total / allowed, moves)


def _reach(sets: InformationSets, mixes: Sequence[Mapping[Move, Number]]) -> list[Number]:
    """The reach of each sequence."""
    reach: list[Number] = [Fraction(1)] * sets.sequences
    for i, mix in enumerate(mixes):
        for k, move in enumerate(sets.moves[i]):
            reach[sets.first[i] + k] = reach[sets.parent[i]] * mix.get(move, 0)
    return reach


def position_of(tree: HiddenGame, form: HiddenForm, side: Side, index: int) -> Position:
    """A position in an information set."""
    position = tree.start
    for picked in form.history(form.of(side).histories[index]):
        position = tree.after(position, picked)
    return position
