"""Where a strategy leaks: its EV loss against a best response, divided among its information sets, in the sequence
form.

Let s be a player's strategy, b the opponent's best response to it, and s* the solution's strategy. Let Q(I, m) be the
EV of move m at an information set I against b if s* is played afterwards. The loss at I is

    reach(I) · sum over m of (s*(m) - s(m)) · Q(I, m),

where reach(I) is the probability of reaching I with s against b. Summed over all information sets, this is the EV of
s* against b minus the EV of s against b (the performance difference lemma): each change from s to s* is counted once,
at its own information set. With y the opponent's reaches, Q times the probability of b and chance is a sum over
leaves of weight · y, as in `questions`.

Reference: S. Kakade and J. Langford, Approximately optimal approximate reinforcement learning, ICML 2002, Lemma 6.1.
"""

from __future__ import annotations

from collections.abc import Callable

from zerosum.arena.exploit import Leak
from zerosum.arena.players import Player, ask_exactly
from zerosum.arena.strategies import DecisionPoint
from zerosum.core.sides import Side, other
from zerosum.models.hidden.form import HiddenForm
from zerosum.models.hidden.questions import reaches_of, summed
from zerosum.models.hidden.rules import HiddenGame
from zerosum.models.hidden.search import discover

DecisionPointAt = Callable[[Side, int], DecisionPoint]
"""Maps a side and the index of one of its information sets to the decision."""


def tree_leaks(
    tree: HiddenGame,
    form: HiddenForm,
    decision_at: DecisionPointAt,
    side: Side,
    player: Player,
    response: Player,
    optimal: Player,
) -> list[Leak]:
    """Return a player's EV losses at a side's sets, given the best `response` to the player and an `optimal` player."""
    sets, foes = form.of(side), form.of(other(side))
    decisions = [decision_at(side, i) for i in range(len(sets))]
    plays = [ask_exactly(player, one.seen) for one in decisions]
    should = [ask_exactly(optimal, one.seen) for one in decisions]
    reach = reaches_of(sets, plays)
    against = reaches_of(
        foes, [ask_exactly(response, decision_at(other(side), i).seen) for i in range(len(foes))]
    )
    worth = summed(form, side, against)
    count = summed(discover(tree, counted=True), side, against)
    found = []
    for i in range(len(sets) - 1, -1, -1):
        first, moves, allowed = sets.first[i], sets.moves[i], count[sets.first[i]]
        earned = dict(zip(moves, worth[first : first + len(moves)], strict=True))
        sign = 1 if side == "row" else -1
        better, mine = (
            sign * sum(mix.get(move, 0) * x for move, x in earned.items()) for mix in (should[i], plays[i])
        )
        worth[sets.parent[i]] += sign * better
        count[sets.parent[i]] += allowed
        here = reach[sets.parent[i]]
        found.append(
            Leak(
                side,
                decisions[i].information,
                here * allowed,
                plays[i],
                should[i],
                (better - mine) / allowed if allowed else None,
                here * (better - mine),
            )
        )
    return found[::-1]
