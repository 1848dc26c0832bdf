"""Betting games as a person reads them: what each hand does at each turn, in the order of play.

Actions, probabilities and hands read like "folds 10%, bets ½ 40%, bets 2 50%".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from zerosum.core.numbers import Number, exact_text, simple_fraction
from zerosum.core.sides import SIDES, Side, other
from zerosum.display.report import Headline, Report, headline_of, report_of
from zerosum.display.table import Table, chance_text, percent
from zerosum.models.betting.answer import BettingSolution, probabilities
from zerosum.models.betting.form import BettingTurn, Step
from zerosum.models.betting.rules import LETTER, BettingGame, tree_text

VERBS = {verb: f"{verb}s" for verb in ("fold", "bet", "see", "check", "call", "raise", "show")} | {
    "pass": "passes"
}
"""Third person of the verbs that begin actions."""

GLYPHS = {simple_fraction(unicodedata.numeric(glyph), 10): glyph for glyph in "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"}
"""Fractions with a character of their own; with these, nobody takes the size of a bet for a probability."""

LONGEST = 24
"""Maximum length, in characters, of a fraction in a table; longer ones are shown as decimals."""

MOST_CORNERS = 3
"""Maximum number of corners that are shown side by side."""


def action_text(action: str) -> str:
    """An action as a person reads it: "bet ½"."""

    def size(found: re.Match[str]) -> str:
        whole, part = divmod(Fraction(found[0]), 1)
        return f"{whole or ''}{GLYPHS[part]}" if part in GLYPHS else f"{float(Fraction(found[0])):.4g}"

    return re.sub(r"\d+/[1-9]\d*", size, action)


def does(action: str) -> str:
    """An action in the third person: "bets ½"."""
    verb, _, rest = action_text(action).partition(" ")
    return f"{VERBS.get(verb, verb)} {rest}".strip()


def mix_text(mix: Mapping[str, Number]) -> str:
    """What is done: one action, or each with its probability."""
    if len(mix) == 1:
        return does(next(iter(mix)))
    return ", ".join(f"{does(action)} {chance_text(p)}" for action, p in mix.items())


def end_text(end: Number, fractions: bool) -> str:
    """An end point: fractions where all are short, else decimals, so that one picture has one kind."""
    if end in (0, 1):
        return str(int(end))
    return str(end) if fractions else f"{float(end):.4f}"


def cards_text(game: BettingGame, step: Step, ranks: int) -> str:
    """The cards of an interval, from the first to the last."""
    first, last = round(float(step.low) * ranks) + 1, round(float(step.high) * ranks)
    names = [game.hand(Fraction(card)) for card in dict.fromkeys((first, last))]
    return "–".join(names)


def report(solution: BettingSolution) -> Report:
    """The steps of both players; or one turn, with all hands or with one."""
    tree = tree_text(solution.game.tree()).splitlines() if solution.with_tree else []
    if not solution.where:
        turns = solution.shown_turns()
        tables = [_shares_table(solution)]
        for side in SIDES:
            mine = [turn for turn in turns if turn.player == side]
            if mine:
                tables.append(_steps_table(solution, mine, f"player {LETTER[side]}"))
        tables += [_corners_table(solution, side) for side in SIDES if len(solution.corners[side].found) > 1]
        return replace(report_of(solution, notes=[*tree, *_notes(solution, turns)]), tables=tables)
    turn = solution.form.at(str(solution.where["node"]))
    assert turn is not None
    label, player = action_text(turn.label), LETTER[turn.player]
    if not solution.is_reached:
        foe = LETTER[other(turn.player)]
        never = f"{foe} never lets play get" if "hand" in solution.where else "Play never gets"
        note = f"{never} here; the bounds are the largest stakes."
    else:
        given = "given this hand" if "hand" in solution.where else "with whichever hands both then have"
        near = " They are only nearly optimal, so this is not a bound." * (not solution.value.is_exact)
        note = f"The value is what A may expect from here if both go on as shown, {given}.{near}"
    if "hand" not in solution.where:
        table = _steps_table(solution, [turn], label)
    else:
        mix, earns = solution.choices(turn.history, solution.game.rank(solution.where["hand"]))
        chances = probabilities({action: mix.get(action, 0) for action in turn.actions}, solution.value)
        rows: list[list[object]] = []
        for action, p in chances.items():
            earned = earns.get(action)
            if earned is not None and _short_fraction(earned) is None:
                earned = float(earned)
            rows.append([does(action), percent(p), earned])
        if solution.is_reached:
            note = f"{player} {mix_text(probabilities(mix, solution.value))}. {note}"
        table = Table("", [label, "probability", f"earns {player}"], rows)
    return replace(report_of(solution, headline(solution), notes=[*tree, note]), tables=[table])


def headline(solution: BettingSolution) -> Headline:
    """The game, the turn and the hand that were asked for, and the value."""
    if not solution.where:
        return headline_of(solution)
    turn = solution.form.at(str(solution.where["node"]))
    assert turn is not None
    hand = f" with {solution.where['hand']}" if "hand" in solution.where else ""
    return headline_of(solution, f"{solution.game.title} · {action_text(turn.label)}{hand}")


def _corners_table(solution: BettingSolution, side: Side) -> Table:
    """A few corners of a side's optimal strategies, at the cards whose mix differs from the tables above."""
    every, are_all, _ = solution.corners[side]
    shown = every[:MOST_CORNERS]
    rows: list[list[object]] = []
    for turn in solution.form.of(side):
        for card, parts in enumerate(zip(*(corner[turn.name] for corner in shown), strict=True)):
            above = solution.steps[turn.name].at(Fraction(2 * card + 1, 2 * len(shown[0][turn.name])))
            mixes = [{action: p for action, p in mix.items() if p} for mix in parts]
            if any(mix and mix != above for mix in mixes):
                texts = (mix_text(mix) if mix else None for mix in mixes)
                rows.append([action_text(turn.name), solution.game.hand(Fraction(card + 1)), *texts])
    others = ", and no other" if are_all else "; there may be others"
    title = f"Optimal strategies of {LETTER[side]} form a family. Every mixture of these corners is optimal{others}."
    if len(shown) < len(every):
        title += f" {len(shown)} of the {len(every)} corners found are shown."
    return Table(title, ["after", "card", *(f"corner {k}" for k in range(1, len(shown) + 1))], rows)


def _shares_table(solution: BettingSolution) -> Table:
    """The share of all hands that takes each action at the first turns."""
    lines: list[list[object]] = []
    for side, shares in zip(SIDES, (solution.row, solution.col), strict=True):
        for action, share in shares.items():
            name, after, where = action.partition(" after ")
            lines.append([LETTER[side], does(name) + after + action_text(where), percent(float(share))])
    return Table("share of hands", ["player", "does", "share"], lines)


def _steps_table(solution: BettingSolution, turns: Sequence[BettingTurn], title: str) -> Table:
    """A line per step of the turns; steps that read the same are one."""
    deck, rows = solution.game.deck, list[list[object]]()
    for turn in turns:
        steps: list[tuple[str, Number, Number]] = []
        for step in solution.steps[turn.name]:
            text = mix_text(probabilities(step.mix, solution.value))
            low = steps.pop()[1] if steps and steps[-1][0] == text else step.low
            steps.append((text, low, step.high))
        for text, low, high in steps:
            if deck is not None:
                rows.append(
                    [action_text(turn.name), text, cards_text(solution.game, Step(low, high, {}), deck.ranks)]
                )
            else:
                ends = f"{float(low):.4f}", f"{float(high):.4f}", _short_fraction(low), _short_fraction(high)
                rows.append([action_text(turn.name), text, *ends])
    names = ("cards",) if deck is not None else ("from", "to", "= from", "= to")
    return Table(title, ["after", "does", *names], rows)


def _short_fraction(x: Number) -> Fraction | None:
    """A fraction that is not too long to read; None for any other number."""
    return x if isinstance(x, Fraction) and len(exact_text(x)) <= LONGEST else None


def _property(solution: BettingSolution) -> str:
    """What the strategies are besides optimal."""
    if solution.refinement:
        return (
            "Quasi-perfect: the limit of exact trembles. With every hand at every turn each strategy is a best reply "
            "to an opponent who may tremble, and neither strategy is dominated."
        )
    if not solution.value.is_exact:
        return "Each strategy guarantees its end of the interval around the value; neither is refined."
    return (
        "Each strategy guarantees the value. Others may, too. Only refined strategies are proved to answer mistakes in "
        "the best way."
    )


def _notes(solution: BettingSolution, turns: Sequence[BettingTurn]) -> list[str]:
    """What a person should know about the strategies; `turns` are those that are shown."""
    corners, every = solution.corners, solution.form.turns
    mixed = [turn for turn in every if not solution.steps[turn.name].is_pure]
    if not mixed:
        notes = ["Both strategies are pure: every hand has one action at every turn."]
    elif not any(turn in turns for turn in mixed):
        notes = [
            "Pure at every turn that play can reach; no pure reply to moves that the opponent never makes was found."
        ]
    else:
        some = "; ".join(action_text(turn.label) for turn in mixed[:4])
        always = [LETTER[side] for side in SIDES if corners[side].pure is False]
        if always:
            pure = f"There is no pure solution: every optimal strategy of {' and of '.join(always)} mixes."
        elif all(corners[side].pure for side in SIDES):
            pure = "There is also a pure solution: A and B each have a pure optimal strategy."
        else:
            pure = "No pure solution was found."
        notes = [f"{pure} Some hands mix at these turns: {some}."]
    for side in SIDES:
        player = LETTER[side]
        if len(corners[side].found) == 1 and corners[side].are_all:
            notes.append(
                f"{player}'s optimal strategy is the only one, at all turns that {player}'s own play reaches."
            )
        elif len(corners[side].found) == 1:
            notes.append(f"No other optimal strategy of {player} was found, but this is not a proof.")
    notes.append(_property(solution))
    hidden = len(every) - len(turns)
    if hidden:
        notes.append(
            f"Not shown: {hidden} turn{'s' * (hidden != 1)} that the opponent's strategy never reaches."
        )
    return notes
