"""A solution as data to draw, and explained in one sentence, for front ends.

A *view* is a mapping with a `kind`, which describes a drawing by numbers and strings and does not depend on the
model. These kinds are made here, for every model, and a family may add its own (`Family.views`):

    mix         both strategies at one position: moves, probabilities, EVs
    decisions   one decision after another, if players have private information: for each hand its cards or its
                `interval` of numbers, a mix, the EV of each move, and the reach probability
    curves      lines and bars over a number that the reader moves, such as the value of a target; several choices of
                panels, of which one is shown
    chart       tables of cells, such as totals by the opponent's card, each with a mix and the EV of each move
    heaps       numbers or pairs of numbers at which the player to move wins or loses

`explain` gives a reason for the strategies in a sentence: which mix makes the opponent indifferent at which decision.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from zerosum.core.data import Data, Json, plain
from zerosum.core.errors import InputError
from zerosum.core.game import WAIT, Strategy
from zerosum.core.numbers import Number, short_text, simple_fraction
from zerosum.core.sides import SIDES, Side, other

if TYPE_CHECKING:
    from zerosum.core.arrays import Floats
    from zerosum.core.questions import SolvedDecision
    from zerosum.core.solution import Solution

MAX_POSITIONS = 400_000
"""Largest number of positions of a game whose decisions are examined one by one."""
MAX_LINES = 600
"""Maximum number of hands at decisions that are sent; decisions with the shortest histories come first."""
EV_TOLERANCE = 1e-7
"""Moves whose EVs differ by less than this are treated as equal."""
MAX_NAMED = 6
"""Largest number of moves that a sentence names."""
FEW = 6
"""Maximum number of moves drawn as coloured columns; more moves are drawn as a chart."""
MAX_WITH_DECIMALS = 10
"""Maximum number of columns whose percentages have a decimal."""
SIMPLE = 12
"""Maximum denominator of a fraction that is not rounded."""
NEVER = 1e-9
"""A smaller probability is a rounding error."""
VERBS = (
    "fold",
    "bet",
    "see",
    "check",
    "call",
    "raise",
    "shove",
    "hit",
    "stand",
    "bid",
    "fire",
    "wait",
    "inspect",
)
"""Moves that are verbs."""
COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class ChanceView(NamedTuple):
    """An outcome of the opening chance move: its name, its probability, and both sides' mixes after it."""

    name: str
    chance: Number
    mixes: Mapping[Side, Strategy]


def views(solution: Solution) -> list[Json]:
    """Return the views of a solution."""
    known = _evs(solution)
    if any(one.counterfactual_reach is not None for one in known):
        return [view for view in [_decisions(solution, known)] if view]
    return mix_views(solution) if known else []


def explain(solution: Solution) -> str:
    """Explain the strategies in a sentence; return an empty text if one sentence is not enough."""
    known = _evs(solution)
    if any(one.counterfactual_reach is not None for one in known):
        return explain_bluff(_decisions(solution, known) or {"decisions": []}, solution.game.seats)
    return explain_mix(solution, known) if known else ""


def with_article(seat: str) -> str:
    """Return the name of a side in a sentence: with an article ("the hunter"), except for A, row and OOP."""
    return f"the {seat}" if seat.islower() and seat not in ("row", "col") else seat


def _begins(text: str) -> str:
    """Return the text with a capital first letter."""
    return text[0].upper() + text[1:]


def frequency_in_words(p: Number) -> str:
    """Return a probability in words: "one time in three", or a percentage."""
    simple = simple_fraction(p, 10)
    if abs(simple - Fraction(p)) > Fraction(1, 10**6):
        return (
            f"{100 * float(p):.0f}% of the time"
            if 0.005 < p < 0.995
            else "very rarely"
            if p < 0.5
            else "almost always"
        )
    if simple in (0, 1):
        return "never" if simple == 0 else "always"
    if simple == Fraction(1, 2):
        return "half the time"
    times = "one time" if simple.numerator == 1 else f"{COUNTS[simple.numerator]} times"
    return f"{times} in {COUNTS[simple.denominator]}"


def _evs(solution: Solution) -> Sequence[SolvedDecision]:
    """Return the EV of each move at every decision; empty if it is unknown, or slow to compute."""
    if solution.positions > MAX_POSITIONS or set(solution.position_keys) - {"locks"}:
        return ()
    try:
        return solution.evs
    except InputError:
        return ()


def move_view(name: object, p: Number, ev: Number | None) -> Json:
    """Return a move of a view: its probability and its EV, as numbers and as texts."""
    return {
        "name": str(name),
        "p": float(p),
        "often": _share(p),
        "ev": None if ev is None else float(ev),
        "worth": "" if ev is None else _amount(ev),
    }


def _amount(x: Number) -> str:
    """Return the EV of a move, for people: a simple fraction, or three digits."""
    return str(x) if isinstance(x, Fraction) and x.denominator <= SIMPLE else short_text(float(x), 3)


def _share(p: Number) -> str:
    """Return a probability for people: a short fraction, or a percentage."""
    if p < NEVER:
        return "0"
    if p > 1 - NEVER:
        return "always"
    if isinstance(p, Fraction) and p.denominator <= SIMPLE:
        return str(p)
    return "<0.1%" if p < 0.0005 else f"{100 * float(p):.1f}%".replace(".0%", "%")


def points(xs: Floats, ys: Floats) -> list[list[float]]:
    """Return the points of a line as short numbers."""
    return [[float(f"{x:.6g}"), float(f"{y:.6g}")] for x, y in zip(xs.tolist(), ys.tolist(), strict=True)]


def mix_views(solution: Solution) -> list[Json]:
    """Return both strategies at this position, if a player chooses; for models whose strategies are those of
    one position.
    """
    seats = solution.game.seats
    players = []
    known = {one.side: one for one in list(_evs(solution))[:2] if one.counterfactual_reach is None}
    for side, mix in zip(SIDES, (solution.row, solution.col), strict=True):
        if len(mix) < 2 and [str(move) for move in mix] in ([], [str(WAIT)]):
            continue
        worth = known[side].moves if side in known and set(known[side].moves) == set(mix) else {}
        moves = [move_view(move, p, worth[move].ev if move in worth else None) for move, p in mix.items()]
        players.append({"seat": seats[side], "moves": moves})
    return (
        [{"kind": "mix", "title": "", "cards": solution.game.plays_cards, "players": players}]
        if players
        else []
    )


def chance_views(seats: Mapping[Side, str], branches: Sequence[ChanceView]) -> list[Json]:
    """Return both strategies after each outcome of an opening chance move: few moves as columns, many as a
    chart.
    """
    moves = {move for one in branches for mix in one.mixes.values() if _chooses(mix) for move in mix}
    if len(moves) > FEW:
        return [chance_chart(seats, branches)]
    return [
        decisions_view(
            [
                {
                    "seat": seat,
                    "side": side,
                    "after": [],
                    "hands": [
                        hand_view(one.name, one.chance, [move_view(move, p, None) for move, p in mix.items()])
                        for one, mix in shown
                    ],
                }
            ]
        )
        for seat, side, shown in _after_chance(seats, branches)
    ]


def _after_chance(
    seats: Mapping[Side, str], branches: Sequence[ChanceView]
) -> Iterator[tuple[str, Side, list[tuple[ChanceView, Strategy]]]]:
    """Yield each side that chooses after some outcomes, with these outcomes; yield one entry for both sides
    if they play alike.
    """
    alike = all(one.mixes["row"] == one.mixes["col"] for one in branches)
    for side in SIDES[: 1 if alike else 2]:
        shown = [(one, one.mixes[side]) for one in branches if _chooses(one.mixes[side])]
        if shown:
            yield "each" if alike else seats[side], side, shown


def chance_chart(seats: Mapping[Side, str], branches: Sequence[ChanceView]) -> Json:
    """Return both strategies after each outcome of an opening chance move as tables, a row for each outcome."""
    tables = []
    for seat, _, shown in _after_chance(seats, branches):
        names = list(dict.fromkeys(str(move) for _, mix in shown for move in mix))
        most, rows = max(float(p) for _, mix in shown for p in mix.values()), list[Json]()
        for one, mix in shown:
            chances = {str(move): p for move, p in mix.items()}
            cells = [
                {"text": _percent(chances[move], len(names)), "heat": float(chances[move])}
                if move in chances
                else None
                for move in names
            ]
            moves = [[float(p), _share(p), ""] for p in (chances.get(move, 0) for move in names)]
            rows.append({"name": one.name, "label": one.name, "cells": cells, "moves": moves})
        tables.append({"name": f"{seat} plays", "acts": names, "columns": names, "full": most, "rows": rows})
    legend = ["frequency of each move, in %"]
    return {"kind": "chart", "seat": "", "across": "", "legend": legend, "at": None, "tables": tables}


def _percent(p: Number, columns: int) -> str:
    """Return a percentage without its sign, for a cell of a row; empty for never."""
    text = f"{100 * float(p):.{int(columns <= MAX_WITH_DECIMALS)}f}"
    return "" if p < NEVER else text if float(text) else "<1"


def hand_view(
    name: str, weight: Number, moves: Sequence[Json], reached: Number | None = None, **more: Data
) -> Json:
    """Return the view of a hand at a decision: its frequency there, its reach probability, and its mix."""
    come = float(weight if reached is None else reached)
    return {"name": name, "information": "", "weight": float(weight), "reached": come, "moves": moves, **more}


def decisions_view(
    decisions: Sequence[Json], *, left_out: int = 0, lockable: bool = False, **more: Data
) -> Json:
    """Return a view of decisions."""
    return {"kind": "decisions", "decisions": decisions, "left_out": left_out, "lockable": lockable, **more}


def _chooses(mix: Strategy) -> bool:
    """Return whether a player has a choice."""
    return len(mix) > 1 or [str(move) for move in mix] not in ([], [str(WAIT)], [str(move) for move in WAIT])


def explain_chance(seats: Mapping[Side, str], branches: Sequence[ChanceView]) -> str:
    """Explain at which chance outcome each move begins, if only one side chooses and never mixes."""
    sides = [side for side in SIDES if any(_chooses(one.mixes[side]) for one in branches)]
    if len(sides) != 1:
        return ""
    side, begins = sides[0], list[tuple[str, str]]()
    for one in branches:
        best = max(one.mixes[side].items(), key=lambda played: float(played[1]))
        if float(best[1]) < 1 - NEVER:
            return ""
        if not begins or begins[-1][1] != str(best[0]):
            begins.append((one.name, str(best[0])))
    if not 1 < len(begins) <= MAX_NAMED:
        return ""
    first, *others = begins
    others_named = ", and ".join(f"{move} from {name} up" for name, move in others)
    return f"{_begins(with_article(seats[side]))} never mixes: {first[1]} at first, {others_named}."


def _decisions(solution: Solution, known: Sequence[SolvedDecision]) -> Json | None:
    """Return the hands, their mixes and the EVs, decision by decision; None if nothing is hidden."""
    known = [one for one in known if one.counterfactual_reach is not None]
    if not known:
        return None
    found: dict[tuple[Side, tuple[str, ...]], Json] = {}
    for one in sorted(known, key=lambda one: len(one.hand) + len(one.history))[:MAX_LINES]:
        past = one.history
        moves = [move_view(move, answer.probability, answer.ev) for move, answer in one.moves.items()]
        here = found.setdefault(
            (one.side, past),
            {"seat": solution.game.seats[one.side], "side": one.side, "after": list(past), "hands": []},
        )
        name, weight = ", ".join(one.hand) or "–", one.counterfactual_reach or 0
        line = hand_view(
            name, weight, moves, one.reached or 0, hand=list(one.hand), information=one.information
        )
        here["hands"].append({**line, **({"interval": [*map(plain, one.interval)]} if one.interval else {})})
    return decisions_view(
        list(found.values()),
        left_out=max(0, len(known) - MAX_LINES),
        lockable=solution.game.family.is_lockable(solution.game),
        cards=solution.game.holding == "card",
    )


def explain_bluff(view: Json, seats: Mapping[Side, str]) -> str:
    """Return a hand that mixes, or a threshold, and the opposing hand that it keeps indifferent."""
    decisions: list[Json] = view["decisions"]
    for first in decisions:
        for k, name in reversed(list(enumerate(move["name"] for move in first["hands"][0]["moves"]))):
            responses = [
                one
                for one in decisions
                if one["after"] == [*first["after"], name] and one["side"] != first["side"]
            ]
            bets = [hand for hand in first["hands"] if len(hand["moves"]) > k]
            for hand in bets:
                kept = _undecided(responses, hand["hand"])
                if kept is not None and NEVER < hand["moves"][k]["p"] < 1 - NEVER:
                    times = frequency_in_words(hand["moves"][k]["p"])
                    who = _holding(first["seat"], hand["hand"], in_third_person(name), first["after"])
                    comma = "," * name[-1:].isdigit()  # "bets 10, 3% of the time"
                    return (
                        f"{_at_first(decisions, first)}{who}{comma} {times}: exactly often enough to "
                        f"ensure that {kept}."
                    )
            kept = _threshold(responses)
            if kept is not None and all("interval" in hand for hand in bets):
                come = sum(hand["reached"] for hand in bets)
                share = sum(hand["reached"] * hand["moves"][k]["p"] for hand in bets) / (come or 1)
                after = f", after {listed(first['after'])}," if first["after"] else ""
                who = f"{_begins(with_article(first['seat']))}{after} {in_third_person(name)}"
                who += f" with {100 * share:.0f}% of hands"
                return f"{who}, the best ones and some weaker ones: just enough to ensure that {kept}."
    for one in decisions:
        kept = _undecided([one])
        if kept is not None:
            text = f"{kept}: {with_article(seats[other(one['side'])])} plays so that neither move is better."
            return f"{_at_first(decisions, one)}{_begins(text)}"
    pure = _at_first(decisions) if decisions else ""
    return f"{pure.removesuffix('. ')}: {_worst(decisions[0])}" if pure else ""


def _worst(decision: Json) -> str:
    """Return the smallest EV loss of a mistake at a decision at which neither player mixes."""
    hands = decision["hands"]
    losses = [
        (max(one["ev"] for one in known) - move["ev"], str(move["name"]), hand["name"])
        for hand in hands
        for known in [[one for one in hand["moves"] if one["ev"] is not None]]
        for move in known
    ]
    loss, move, name = max(losses, default=(0.0, "", ""))
    if loss < EV_TOLERANCE:
        return "no other move has a higher EV."
    return f"{move}{f' with {name}' * (len(hands) > 1)} would lose {short_text(loss, 3)}."


def _at_first(decisions: Sequence[Json], decision: Json | None = None) -> str:
    """Describe the first decision, which is displayed, if the sentence is about another one."""
    first = decisions[0]
    if first is decision:
        return ""
    done: dict[str, list[str]] = {}
    for hand in first["hands"]:
        move = max(hand["moves"], key=lambda move: float(move["p"]))
        if move["p"] < 1 - NEVER:
            return ""
        done.setdefault(in_third_person(move["name"]), []).append(hand["name"])
    if len(done) == 1:
        what = next(iter(done)) + (" with every hand" if len(first["hands"]) > 1 else "")
    elif len(done) <= MAX_NAMED and max(map(len, done.values())) <= MAX_NAMED:
        what = listed([f"{does} with {listed(hands)}" for does, hands in done.items()])
    else:
        return ""
    return f"To begin, {with_article(first['seat'])} {what}. "


def _holding(seat: str, hand: Sequence[str], does: str, after: Sequence[str]) -> str:
    """Describe the player, the hand, the previous moves and the move; a player without private information
    has no hand.
    """
    parts = [f"after {listed(after)}"] if after else []
    parts += [f"with {listed(hand)}"] if hand else []
    return _begins(", ".join([*parts, f"{with_article(seat)} {does}"]))


def _can_meet(one: Sequence[str], another: Sequence[str]) -> bool:
    """Return whether two hands can meet: they are different cards of one deck, with the same public cards
    since the deal.
    """
    return not one or not another or (one != another and one[1:] == another[1:])


def _undecided(decisions: Iterable[Json], met: Sequence[str] = ()) -> str | None:
    """Return a hand that mixes two moves because their EVs are equal, in words; None if no such hand meets
    the other.
    """
    for one in decisions:
        for hand in one["hands"]:
            if not _can_meet(hand["hand"], met):
                continue
            live = [move for move in hand["moves"] if move["ev"] is not None]
            best = max((move["ev"] for move in live), default=0.0)
            played = [move["name"] for move in live if best - move["ev"] < EV_TOLERANCE and move["p"] > NEVER]
            if len(played) > 1 and hand["reached"] > NEVER:
                return _does_not_care(one["seat"], hand["hand"], played[:3])
    return None


def _threshold(decisions: Iterable[Json]) -> str | None:
    """Return the threshold between one move and the next for hands on a line, in words."""
    for one in decisions:
        for low, high in pairwise(one["hands"]):
            moves = [max(hand["moves"], key=lambda move: float(move["p"]))["name"] for hand in (low, high)]
            if moves[0] != moves[1] and "interval" in low and low["reached"] > NEVER:
                return _does_not_care(one["seat"], [f"a hand of {low['interval'][1]}"], moves)
    return None


def _does_not_care(seat: str, hand: Sequence[str], moves: Sequence[str]) -> str:
    holding = f"{with_article(seat)}, with {listed(hand)}," if hand else with_article(seat)
    return f"{holding} is indifferent between {listed(moves)}"


def in_third_person(move: str) -> str:
    """Return a move in the third person."""
    verb, _, rest = move.partition(" ")
    return f"{verb}s {rest}".strip() if verb in VERBS else f"plays {move}"


def explain_mix(solution: Solution, known: Sequence[SolvedDecision] | None = None, *, when: str = "") -> str:
    """Explain why both mix at a public position (all moves played there have equal EVs), or why each plays a single
    move. `when` qualifies the EVs, for example " in the long run".
    """
    mixes: dict[Side, Mapping[object, Number]] = {"row": solution.row, "col": solution.col}
    played = {side: [str(move) for move, p in mix.items() if p > NEVER] for side, mix in mixes.items()}
    seats = solution.game.seats
    if any(len(mix) < 2 for mix in mixes.values()):
        return ""
    if all(len(moves) == 1 for moves in played.values()):
        row, col = played["row"][0], played["col"][0]
        return (
            f"Neither player mixes, since neither gains by deviating: {row} is "
            f"{with_article(seats['row'])}'s best response "
            f"to {col}, and {col} is {with_article(seats['col'])}'s best response to {row}."
        )
    if played["row"] == played["col"]:
        many = listed(played["row"])
        text = (
            f"Both players mix {many} so that all of these give the opponent the same EV{when}: neither player "
            "can be exploited."
        )
    else:
        side: Side = "row" if len(played["row"]) > 1 else "col"
        foe = other(side)
        same = f"{with_article(seats[foe])} has the same EV{when} with {listed(played[foe])}"
        same += ", and no higher EV with any other move"
        if len(played[foe]) == 1:
            same = f"{with_article(seats[foe])} can do no better than {played[foe][0]}"
        text = f"{with_article(seats[side])} mixes {listed(played[side])} in exactly the proportions at which {same}."
    return f"{text[0].upper()}{text[1:]}{_never(_evs(solution)[:2] if known is None else known, 'row')}"


def _never(known: Sequence[SolvedDecision], side: Side) -> str:
    """Return a move that is never played, and its EV loss."""
    here = next((one for one in known if one.side == side), None)
    unplayed = (
        []
        if here is None
        else [
            (answer.regret, move)
            for move, answer in here.moves.items()
            if answer.probability < NEVER and answer.regret
        ]
    )
    if not unplayed:
        return ""
    regret, move = max(unplayed, key=lambda one: float(one[0]))
    return (
        f" {_begins(str(move))} is never played: it would cost {short_text(regret, 3)}."
        if float(regret) > EV_TOLERANCE
        else ""
    )


def listed(names: Sequence[str], last: str = "and") -> str:
    """Return names as a list in a sentence, with `word` before the last; only their number if there are very many."""
    if len(names) > MAX_NAMED:
        return f"{len(names)} of the moves"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"
