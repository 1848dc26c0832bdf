"""A solution as data to draw, and in one sentence: what a front end shows before the digits.

A *view* is a mapping with a `kind`, and says in plain numbers and texts what is to be drawn; it knows no model. These
kinds are made here, for every model, and a family may add its own (`Family.views`):

    mix         both strategies at one position: moves, how often, what each earns
    decisions   one decision after another, where players know different things: for each hand a mix, what each move
                earns, and how often play gets there
    curves      lines and bars over a number that the reader moves, such as the value of a target; several choices of
                panels, of which one is shown
    chart       tables of cells, such as totals by the rival's card, each with a mix and what each move earns
    heaps       numbers or pairs of numbers at which the player to move wins or loses

`why` says in a sentence why the strategies are as they are: which mix keeps which decision of the other undecided.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from zerosum.core.data import Json
from zerosum.core.errors import InputError
from zerosum.core.game import WAIT, Strategy
from zerosum.core.numbers import Number, short_text, simple_fraction
from zerosum.core.sides import SIDES, Side, other

if TYPE_CHECKING:
    from zerosum.core.questions import DecisionEarnings
    from zerosum.core.solution import Solution

MOST_POSITIONS = 400_000
"""Largest number of positions of a game whose decisions are looked at one by one."""
MOST_LINES = 600
"""Largest number of hands at decisions that are sent; those with the shortest past come first."""
EVEN = 1e-7
"""Moves whose earnings differ by less earn the same."""
MOST_NAMED = 6
"""Largest number of moves that a sentence names."""
FEW = 6
"""Largest number of moves that are columns of colours; more are a chart."""
SIMPLE = 12
"""Largest denominator of a fraction that is shown as it is."""
NEVER = 1e-9
"""A smaller probability is only rounding."""
VERBS = ("fold", "bet", "see", "check", "call", "raise", "pull", "stick", "bid", "fire", "wait", "inspect")
"""Moves that are verbs."""
COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class ChanceView(NamedTuple):
    """What chance may bring at first: its name, its probability, and what both sides do then."""

    name: str
    chance: Number
    mixes: Mapping[Side, Strategy]


def views(solution: Solution) -> list[Json]:
    """What is drawn of a solution."""
    known = _earnings(solution)
    if any(one.allowed is not None for one in known):
        return [view for view in [_decisions(solution, known)] if view]
    return mix_views(solution) if known else []


def why(solution: Solution) -> str:
    """Why the strategies are what they are, in a sentence; empty where that takes more than a sentence."""
    known = _earnings(solution)
    if any(one.allowed is not None for one in known):
        return why_bluff(_decisions(solution, known) or {"decisions": []}, solution.game.seats)
    return why_mix(solution, known) if known else ""


def the(seat: str) -> str:
    """The name of a side in a sentence: with an article ("the hunter"), except for A, row and OOP."""
    return f"the {seat}" if seat.islower() and seat not in ("row", "col") else seat


def _begins(text: str) -> str:
    """The text with a capital first letter."""
    return text[0].upper() + text[1:]


def often(p: Number) -> str:
    """How often, in words: "one time in three", or a percentage."""
    simple = simple_fraction(p, 10)
    if abs(simple - Fraction(p)) > Fraction(1, 10**6):
        return (
            f"{100 * float(p):.0f}% of the time"
            if 0.005 < p < 0.995
            else "very seldom"
            if p < 0.5
            else "nearly always"
        )
    if simple in (0, 1):
        return "never" if simple == 0 else "always"
    if simple == Fraction(1, 2):
        return "every other time"
    times = "one time" if simple.numerator == 1 else f"{COUNTS[simple.numerator]} times"
    return f"{times} in {COUNTS[simple.denominator]}"


def _earnings(solution: Solution) -> Sequence[DecisionEarnings]:
    """What each move earns at every decision; nothing where that is not known, or takes long."""
    if solution.positions > MOST_POSITIONS or set(solution.where) - {"locks"}:
        return ()
    try:
        return solution.earnings
    except InputError:
        return ()


def move_view(name: object, p: Number, earns: Number | None) -> Json:
    """A move of a view: how often it is played and what it earns, as numbers and as texts."""
    return {
        "name": str(name),
        "p": float(p),
        "often": _share(p),
        "earns": None if earns is None else float(earns),
        "worth": "" if earns is None else _amount(earns),
    }


def _amount(x: Number) -> str:
    """What a move earns, for people: a simple fraction, or three digits."""
    return str(x) if isinstance(x, Fraction) and x.denominator <= SIMPLE else short_text(float(x), 3)


def _share(p: Number) -> str:
    """A probability for people: a short fraction, or a percentage."""
    if p < NEVER:
        return "0"
    if p > 1 - NEVER:
        return "always"
    if isinstance(p, Fraction) and p.denominator <= SIMPLE:
        return str(p)
    return "<0.1%" if p < 0.0005 else f"{100 * float(p):.1f}%".replace(".0%", "%")


def mix_views(solution: Solution) -> list[Json]:
    """Both strategies here, where somebody chooses; for models whose strategies are those of one position."""
    seats = solution.game.seats
    players = []
    known = {one.side: one for one in list(_earnings(solution))[:2] if one.allowed is None}
    for side, mix in zip(SIDES, (solution.row, solution.col), strict=True):
        if len(mix) < 2 and [str(move) for move in mix] in ([], [str(WAIT)]):
            continue
        worth = known[side].moves if side in known and set(known[side].moves) == set(mix) else {}
        moves = [move_view(move, p, worth[move].earns if move in worth else None) for move, p in mix.items()]
        players.append({"seat": seats[side], "moves": moves})
    return [{"kind": "mix", "title": "", "players": players}] if players else []


def chance_views(seats: Mapping[Side, str], branches: Sequence[ChanceView]) -> list[Json]:
    """Both strategies after each outcome of chance, where chance moves first: few moves as columns, many as a chart."""
    found: list[Json] = []
    sides = [side for side in SIDES if any(_chooses(one.mixes[side]) for one in branches)]
    alike = len(sides) == 2 and all(one.mixes["row"] == one.mixes["col"] for one in branches)
    for side in sides[:1] if alike else sides:
        seat = "each" if alike else seats[side]
        shown = [one for one in branches if _chooses(one.mixes[side])]
        names = list(dict.fromkeys(str(move) for one in shown for move in one.mixes[side]))
        mixes = [{str(move): p for move, p in one.mixes[side].items()} for one in shown]
        if len(names) <= FEW:
            hands = [
                {
                    "name": one.name,
                    "information": "",
                    "weight": float(one.chance),
                    "reached": float(one.chance),
                    "moves": [move_view(move, p, None) for move, p in mix.items()],
                }
                for one, mix in zip(shown, mixes, strict=True)
            ]
            found.append({"seat": seat, "side": side, "after": [], "hands": hands})
            continue
        most = max(float(p) for mix in mixes for p in mix.values())
        rows = []
        for one, mix in zip(shown, mixes, strict=True):
            cells = [
                {
                    "text": f"{100 * float(mix[move]):.0f}" if mix[move] > NEVER else "",
                    "heat": float(mix[move]) / most,
                }
                if move in mix
                else None
                for move in names
            ]
            moves = [[float(p), _share(p), ""] for p in (mix.get(move, 0) for move in names)]
            rows.append({"name": one.name, "said": one.name, "cells": cells, "moves": moves})
        found.append({"name": f"{seat} plays", "acts": names, "columns": names, "rows": rows})
    if not found:
        return []
    if "hands" in found[0]:
        return [{"kind": "decisions", "decisions": [one], "left_out": 0, "lockable": False} for one in found]
    legend = ["how often each is played, in %"]
    return [{"kind": "chart", "seat": "", "across": "", "legend": legend, "at": None, "tables": found}]


def _chooses(mix: Strategy) -> bool:
    """Whether there is something to choose."""
    return len(mix) > 1 or [str(move) for move in mix] not in ([], [str(WAIT)], [str(move) for move in WAIT])


def why_chance(seats: Mapping[Side, str], branches: Sequence[ChanceView]) -> str:
    """Where one side alone chooses and never mixes: at which outcome of chance each of its moves begins."""
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
    if not 1 < len(begins) <= MOST_NAMED:
        return ""
    first, *others = begins
    told = ", and ".join(f"{move} from {name} on" for name, move in others)
    return f"{_begins(the(seats[side]))} never mixes: {first[1]} at first, {told}."


def _decisions(solution: Solution, known: Sequence[DecisionEarnings]) -> Json | None:
    """Decision by decision: the hands at it, their mixes, and what each move earns; None where nothing is hidden."""
    known = [one for one in known if one.allowed is not None]
    if not known:
        return None
    names = {str(move) for one in known for move in one.moves}
    found: dict[tuple[Side, tuple[str, ...]], Json] = {}
    for one in sorted(known, key=lambda one: one.information.count(", "))[:MOST_LINES]:
        parts = [part for part in one.information.split(", ") if part]
        past = tuple(part for part in parts if part in names)
        hand = ", ".join(part for part in parts if part not in names) or "–"
        moves = [move_view(move, told.probability, told.earns) for move, told in one.moves.items()]
        here = found.setdefault(
            (one.side, past),
            {"seat": solution.game.seats[one.side], "side": one.side, "after": list(past), "hands": []},
        )
        line = {
            "name": hand,
            "information": one.information,
            "weight": float(one.allowed or 0),
            "reached": float(one.reached),
            "moves": moves,
        }
        here["hands"].append(line)
    return {
        "kind": "decisions",
        "decisions": list(found.values()),
        "left_out": max(0, len(known) - MOST_LINES),
        "lockable": solution.game.family.is_lockable(solution.game),
    }


def why_bluff(view: Json, seats: Mapping[Side, str]) -> str:
    """A hand that mixes, or a threshold, and the hand of the other that it keeps undecided."""
    decisions: list[Json] = view["decisions"]
    for first in decisions:
        for k, name in reversed(list(enumerate(move["name"] for move in first["hands"][0]["moves"]))):
            replies = [
                one
                for one in decisions
                if one["after"] == [*first["after"], name] and one["side"] != first["side"]
            ]
            bets = [hand for hand in first["hands"] if len(hand["moves"]) > k]
            for hand in bets:
                kept = _undecided(replies, hand["name"])
                if kept is not None and NEVER < hand["moves"][k]["p"] < 1 - NEVER:
                    times = often(hand["moves"][k]["p"])
                    who = _holding(first["seat"], hand["name"], _does(name), first["after"])
                    comma = "," * name[-1:].isdigit()  # "bets 10, 3% of the time"
                    return f"{_at_first(decisions, first)}{who}{comma} {times}: exactly often enough that {kept}."
            kept = _threshold(replies)
            if kept is not None and all(" to " in hand["name"] for hand in bets):
                share = sum(hand["weight"] * hand["moves"][k]["p"] for hand in bets)
                who = f"With {100 * share:.0f}% of the hands {the(first['seat'])} {_does(name)}"
                return f"{who}, the best and some of the rest: just enough that {kept}."
    for one in decisions:
        kept = _undecided([one])
        if kept is not None:
            text = f"{kept}: {the(seats[other(one['side'])])} plays exactly so that neither is better."
            return f"{_at_first(decisions, one)}{_begins(text)}"
    pure = _at_first(decisions) if decisions else ""
    return f"{pure.removesuffix('. ')}: {_worst(decisions[0])}" if pure else ""


def _worst(decision: Json) -> str:
    """What the worst other move would lose at a decision where nobody mixes."""
    hands = decision["hands"]
    losses = [
        (max(one["earns"] for one in known) - move["earns"], str(move["name"]), hand["name"])
        for hand in hands
        for known in [[one for one in hand["moves"] if one["earns"] is not None]]
        for move in known
    ]
    loss, move, name = max(losses, default=(0.0, "", ""))
    if loss < EVEN:
        return "nothing earns more."
    return f"{move}{f' with {name}' * (len(hands) > 1)} would lose {short_text(loss, 3)}."


def _at_first(decisions: Sequence[Json], told: Json | None = None) -> str:
    """What is done at the first decision, with which a page opens, where the sentence is about another one."""
    first = decisions[0]
    if first is told:
        return ""
    done: dict[str, list[str]] = {}
    for hand in first["hands"]:
        move = max(hand["moves"], key=lambda move: float(move["p"]))
        if move["p"] < 1 - NEVER:
            return ""
        done.setdefault(_does(move["name"]), []).append(hand["name"])
    if len(done) == 1:
        what = next(iter(done)) + (" with every hand" if len(first["hands"]) > 1 else "")
    elif len(done) <= MOST_NAMED and max(map(len, done.values())) <= MOST_NAMED:
        what = listed([f"{does} with {listed(hands)}" for does, hands in done.items()])
    else:
        return ""
    return f"At first {the(first['seat'])} {what}. "


def _holding(seat: str, hand: str, does: str, after: Sequence[str]) -> str:
    """Who does what with which hand, after which moves; a player who knows nothing has none."""
    told = [f"after {listed(after)}"] if after else []
    told += [] if hand == "–" else [f"with {listed(hand.split(', '))}"]
    return _begins(", ".join([*told, f"{the(seat)} {does}"]))


def _can_meet(one: str, another: str) -> bool:
    """Whether two hands differ, as two of one deck do, and the cards turned up since the deal are the same."""
    return "–" in (one, another) or (one != another and one.split(", ")[1:] == another.split(", ")[1:])


def _undecided(decisions: Iterable[Json], met: str = "–") -> str | None:
    """A hand that makes both of two moves because they earn the same, in words; None where none meets that hand."""
    for one in decisions:
        for hand in one["hands"]:
            if not _can_meet(hand["name"], met):
                continue
            live = [move for move in hand["moves"] if move["earns"] is not None]
            best = max((move["earns"] for move in live), default=0.0)
            played = [move["name"] for move in live if best - move["earns"] < EVEN and move["p"] > NEVER]
            if len(played) > 1 and hand["reached"] > NEVER:
                return _does_not_care(one["seat"], hand["name"], played[:3])
    return None


def _threshold(decisions: Iterable[Json]) -> str | None:
    """Where hands are numbers: the hand at which one move gives way to the next, in words."""
    for one in decisions:
        for low, high in pairwise(one["hands"]):
            moves = [max(hand["moves"], key=lambda move: float(move["p"]))["name"] for hand in (low, high)]
            if moves[0] != moves[1] and " to " in low["name"] and low["reached"] > NEVER:
                return _does_not_care(one["seat"], f"a hand of {low['name'].partition(' to ')[2]}", moves)
    return None


def _does_not_care(seat: str, hand: str, moves: Sequence[str]) -> str:
    holding = the(seat) if hand == "–" else f"{the(seat)}, with {listed(hand.split(', '))},"
    if all(move.partition(" ")[0] in VERBS for move in moves):
        return f"{holding} does not care whether to {listed(moves, 'or')}"
    return f"{holding} is indifferent between {listed(moves)}"


def _does(move: str) -> str:
    """A move in the third person."""
    verb, _, rest = move.partition(" ")
    return f"{verb}s {rest}".strip() if verb in VERBS else f"plays {move}"


def why_mix(solution: Solution, known: Sequence[DecisionEarnings] = (), *, when: str = "") -> str:
    """Why both mix at an open position, or why each has one move: every move that is played there earns the same.

    `when` says when it does, such as " in the long run".
    """
    mixes: dict[Side, Mapping[object, Number]] = {"row": solution.row, "col": solution.col}
    played = {side: [str(move) for move, p in mix.items() if p > NEVER] for side, mix in mixes.items()}
    seats = solution.game.seats
    if any(len(mix) < 2 for mix in mixes.values()):
        return ""
    if all(len(moves) == 1 for moves in played.values()):
        row, col = played["row"][0], played["col"][0]
        return (
            f"Neither mixes here, because neither gains by a change: {row} is {the(seats['row'])}'s best answer to "
            f"{col}, and {col} is {the(seats['col'])}'s best answer to {row}."
        )
    if played["row"] == played["col"]:
        many = listed(played["row"])
        text = f"Both mix {many} so that each of them earns the other the same{when}: nobody can be read."
    else:
        side: Side = "row" if len(played["row"]) > 1 else "col"
        foe = other(side)
        same = f"{the(seats[foe])} earns the same{when} with {listed(played[foe])}, and no more with anything else"
        if len(played[foe]) == 1:
            same = f"{the(seats[foe])} has nothing better than {played[foe][0]}"
        text = f"{the(seats[side])} mixes {listed(played[side])} in exactly the shares at which {same}."
    return f"{text[0].upper()}{text[1:]}{_never(known, 'row')}"


def _never(known: Sequence[DecisionEarnings], side: Side) -> str:
    """A move that is never played, and what it would lose."""
    here = next((one for one in known if one.side == side), None)
    unplayed = (
        []
        if here is None
        else [
            (told.regret, move)
            for move, told in here.moves.items()
            if told.probability < NEVER and told.regret
        ]
    )
    if not unplayed:
        return ""
    regret, move = max(unplayed, key=lambda one: float(one[0]))
    return (
        f" {_begins(str(move))} is never played: it would lose {short_text(regret, 3)}."
        if float(regret) > EVEN
        else ""
    )


def listed(names: Sequence[str], last: str = "and") -> str:
    """Names as a sentence has them, with this word before the last; of very many, how many there are."""
    if len(names) > MOST_NAMED:
        return f"{len(names)} of the moves"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"
