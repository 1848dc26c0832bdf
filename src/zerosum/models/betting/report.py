"""Betting games as a person reads them: what each hand does at each turn, in the order of play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from zerosum.core.numbers import Number, exact_text
from zerosum.core.sides import SIDES, Side, other
from zerosum.display.report import Headline, Report, headline_of, report_of
from zerosum.display.table import Table, percent
from zerosum.models.betting.form import Turn
from zerosum.models.betting.protocol import BettingAnswer, Corners, shown_turns
from zerosum.models.betting.rules import LETTER, tree_text
from zerosum.models.betting.steps import Step
from zerosum.models.betting.words import action_text, cards_text, does, mix_text

__all__ = ["headline", "report"]

LONGEST = 24
"""A fraction with more characters than this is shown as a decimal."""
MOST_CORNERS = 3
"""So many corners of a family are shown side by side."""


def report(solution: BettingAnswer) -> Report:
    """The steps of both players; or one turn, with all hands or with one."""
    tree = tree_text(solution.game.tree()).splitlines() if solution.with_tree else []
    if not solution.where:
        return _whole(solution, tree)
    turn = solution.form.at(str(solution.where["node"]))
    assert turn is not None
    return _one_hand(solution, turn, tree) if "hand" in solution.where else _one_turn(solution, turn, tree)


def headline(solution: BettingAnswer) -> Headline:
    """The game, the turn and the hand that were asked for, and the value."""
    if not solution.where:
        return headline_of(solution)
    turn = solution.form.at(str(solution.where["node"]))
    assert turn is not None
    hand = f" with {solution.where['hand']}" if "hand" in solution.where else ""
    return headline_of(solution, f"{solution.game.title} · {action_text(turn.label)}{hand}")


def _whole(solution: BettingAnswer, tree: Sequence[str]) -> Report:
    """All turns to which the play can come."""
    turns = shown_turns(solution)
    tables = [
        _steps_table(solution, mine, f"player {LETTER[side]}")
        for side in SIDES
        if (mine := [turn for turn in turns if turn.player == side])
    ]
    told = report_of(solution, notes=[*tree, *_notes(solution, turns)])
    families = [_family_table(solution, side) for side in SIDES if len(solution.corners[side].found) > 1]
    return replace(told, tables=[_shares_table(solution), *tables, *families])


def _one_turn(solution: BettingAnswer, turn: Turn, tree: Sequence[str]) -> Report:
    """One turn, all hands."""
    told = report_of(
        solution,
        headline(solution),
        notes=[*tree, _meaning(solution, turn, "with whichever hands both then have")],
    )
    return replace(told, tables=[_steps_table(solution, [turn], action_text(turn.label))])


def _one_hand(solution: BettingAnswer, turn: Turn, tree: Sequence[str]) -> Report:
    """One turn, one hand: what to do, and what each action earns."""
    rank = solution.game.rank(solution.where["hand"])
    mix, earns = solution.choices(turn.history, rank)
    rows = [[does(a), percent(_shown(mix.get(a, 0), solution)), _short(earns.get(a))] for a in turn.actions]
    note = f"{LETTER[turn.player]} {mix_text(_probabilities(mix, solution))}. " * solution.is_reached
    told = report_of(
        solution,
        headline(solution),
        notes=[*tree, note + _meaning(solution, turn, "given this hand")],
    )
    columns = [action_text(turn.label), "probability", f"earns {LETTER[turn.player]}"]
    return replace(told, tables=[Table("", columns, rows)])


def _meaning(solution: BettingAnswer, turn: Turn, given: str) -> str:
    """What the value at a turn is the value of."""
    if solution.is_reached:
        near = " They are optimal only nearly, so it bounds nothing." * (not solution.value.is_exact)
        return f"The value is what A may expect from here if both go on as shown, {given}.{near}"
    foe = LETTER[other(turn.player)]
    never = (
        f"{foe} never lets the play come here" if "hand" in solution.where else "The play never comes here"
    )
    return f"{never}; the bounds are the largest stakes."


def _probabilities(mix: Mapping[str, Number], solution: BettingAnswer) -> dict[str, Number]:
    return {action: _shown(p, solution) for action, p in mix.items()}


def _shown(p: Number, solution: BettingAnswer) -> Number:
    """Fractions only where the value is exact: elsewhere they are floats in other clothes."""
    return p if solution.value.is_exact else float(p)


def _family_table(solution: BettingAnswer, side: Side) -> Table:
    """What the corners of a side's optimal strategies do where one does not do as shown above; a few are shown."""
    every, are_all = solution.corners[side]
    shown = every[:MOST_CORNERS]
    rows: list[list[object]] = []
    for turn in solution.form.of(side):
        for card, parts in enumerate(zip(*(corner[turn.name] for corner in shown), strict=True)):
            above = solution.steps[turn.name].at(Fraction(2 * card + 1, 2 * len(shown[0][turn.name])))
            mixes = [{action: p for action, p in mix.items() if p} for mix in parts]
            if any(mix and mix != above for mix in mixes):
                told = (mix_text(mix) if mix else None for mix in mixes)
                rows.append([action_text(turn.name), solution.game.hand(Fraction(card + 1)), *told])
    others = ", and no other" if are_all else "; there may be others"
    title = f"Optimal strategies of {LETTER[side]} form a family. Every mixture of these corners is optimal{others}."
    if len(shown) < len(every):
        title += f" {len(shown)} of the {len(every)} corners found are shown."
    return Table(title, ["after", "card", *(f"corner {k}" for k in range(1, len(shown) + 1))], rows)


def _shares_table(solution: BettingAnswer) -> Table:
    """How many of all hands take each action at the first turns."""
    lines: list[list[object]] = []
    for side, shares in zip(SIDES, (solution.row, solution.col), strict=True):
        for action, share in shares.items():
            name, after, where = action.partition(" after ")
            lines.append([LETTER[side], does(name) + after + action_text(where), percent(float(share))])
    return Table("share of hands", ["player", "does", "share"], lines)


def _steps_table(solution: BettingAnswer, turns: Sequence[Turn], title: str) -> Table:
    """A line per step of the turns; steps that read the same are one."""
    deck, rows = solution.game.deck, list[list[object]]()
    for turn in turns:
        for text, low, high in _read(solution, turn):
            if deck is not None:
                rows.append(
                    [action_text(turn.name), text, cards_text(solution.game, Step(low, high, {}), deck.ranks)]
                )
            else:
                ends = f"{float(low):.4f}", f"{float(high):.4f}", _exact(low), _exact(high)
                rows.append([action_text(turn.name), text, *ends])
    names = ("cards",) if deck is not None else ("from", "to", "= from", "= to")
    return Table(title, ["after", "does", *names], rows)


def _read(solution: BettingAnswer, turn: Turn) -> list[tuple[str, Number, Number]]:
    """What is done, from where and to where."""
    steps: list[tuple[str, Number, Number]] = []
    for step in solution.steps[turn.name]:
        text = mix_text(_probabilities(step.mix, solution))
        low = steps.pop()[1] if steps and steps[-1][0] == text else step.low
        steps.append((text, low, step.high))
    return steps


def _exact(x: Number) -> object:
    """A fraction that is not too long to read."""
    return x if isinstance(x, Fraction) and len(exact_text(x)) <= LONGEST else None


def _short(x: Number | None) -> object:
    """A fraction that is not too long to read, or a decimal."""
    return x if x is None or _exact(x) is not None else float(x)


def _notes(solution: BettingAnswer, turns: Sequence[Turn]) -> list[str]:
    """What a person should know about the strategies."""
    form = solution.form
    mixed = [turn for turn in form.turns if not solution.steps[turn.name].is_pure]
    if not mixed:
        notes = ["Both strategies are pure: every hand has one action at every turn."]
    elif not any(turn in turns for turn in mixed):
        notes = ["Pure wherever the play can come; no pure reply was found to what the opponent never does."]
    else:
        some = "; ".join(action_text(turn.label) for turn in mixed[:4])
        who = " and of ".join(LETTER[side] for side in SIDES if _always_mixes(solution.corners[side]))
        none = f"There is no pure solution: every optimal strategy of {who} mixes. "
        notes = [f"{none if who else 'No pure solution was found. '}Some hands mix at these turns: {some}."]
    notes += [
        _only(LETTER[side], *solution.corners[side])
        for side in SIDES
        if len(solution.corners[side].found) == 1
    ]
    hidden = len(form.turns) - len(turns)
    if hidden:
        notes.append(
            f"Not shown: {hidden} turn{'s' * (hidden != 1)} to which the opponent never lets the play come."
        )
    return notes


def _always_mixes(corners: Corners) -> bool:
    """Whether it is proved that no optimal strategy is pure: a pure one would be a corner."""
    return corners.are_all and all(
        any(0 < p < 1 for mixes in corner.values() for mix in mixes for p in mix.values())
        for corner in corners.found
    )


def _only(player: str, _: object, is_proved: bool) -> str:
    """What is known where one corner was found."""
    if is_proved:
        return f"{player}'s optimal strategy is the only one, wherever {player}'s own play comes."
    return f"No other optimal strategy of {player} was found; that there is none is not proved."
