"""Where a strategy of a game with open positions leaks: its EV loss against a best response, position by position.

The method is that of `zerosum.models.hidden.leaks`. Since both sides see the position, the reach of each position is
computed forward from the start, with the strategy against the best response; EVs are computed backward from the ends,
with the solution against the best response.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

from zerosum.arena.exploit import Leak
from zerosum.arena.players import Observation, Player, ask
from zerosum.core.game import Move, Position
from zerosum.core.numbers import Amount, Number, as_fraction
from zerosum.core.sides import SIDES, Side, other
from zerosum.models.staged.rules import StagedGame

MixAt = Callable[[Position], Mapping[Move, Number]]


def position_leaks(
    form: StagedGame,
    positions: Mapping[Position, str],
    side: Side,
    player: Player,
    response: Player,
    optimal: Player,
    *,
    exact: bool,
) -> Sequence[Leak]:
    """Return a player's EV loss at each position; `positions` names them in the order of play."""

    def number(x: Amount) -> Number:
        return as_fraction(x) if exact else float(x)

    def mixes(who: Player, side: Side) -> MixAt:
        """Return a player's mixes at a position; a single move needs no player."""

        def mix_at(position: Position) -> Mapping[Move, Number]:
            moves = form.moves(position)[SIDES.index(side)]
            if len(moves) <= 1:
                return dict.fromkeys(moves, number(1))
            found = ask(who, Observation(side, position, tuple(moves)))
            mix = {move: number(found.get(move, 0)) for move in moves}
            return {move: p / sum(mix.values()) for move, p in mix.items()}

        return mix_at

    plays_at, should_at, against_at = (
        mixes(player, side),
        mixes(optimal, side),
        mixes(response, other(side)),
    )
    sign = 1 if side == "row" else -1

    def after(position: Position, move: Move) -> Iterator[tuple[Number, Number, Position]]:
        """Yield the possible consequences of a move: probability, reward to the side, next position."""
        for theirs, q in against_at(position).items():
            row, col = (move, theirs) if side == "row" else (theirs, move)
            for p, reward, then in form.play(position, row, col) if q else ():
                yield q * number(p), sign * number(reward), then

    # forward: the reach of each position, with the player's strategy against the best response
    reach: dict[Position, Number] = defaultdict(lambda: number(0))
    reach[form.start] = number(1)
    for position in positions:
        for move, q in plays_at(position).items():
            if q and reach[position]:
                for p, _, then in after(position, move):
                    reach[then] += reach[position] * q * p
    # backward: the EVs of the solution and of the player's own mix against the best response
    value: dict[Position, Number] = {}
    found = []
    for position in reversed(positions):
        plays, should = plays_at(position), should_at(position)
        if not plays:
            value[position] = sign * number(form.payoff(position))
            continue
        earned = {
            move: sum((p * (reward + value[then]) for p, reward, then in after(position, move)), number(0))
            for move in plays
        }
        value[position], mine = (sum(mix[move] * earned[move] for move in earned) for mix in (should, plays))
        if len(plays) > 1:
            lost, here = value[position] - mine, reach[position]
            found.append(Leak(side, positions[position], here, plays, should, lost, here * lost))
    return found[::-1]
