"""Reports on betting games: the strategy of each hand at each turn, in the order of play.

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
from zerosum.models.continuum.answer import BettingSolution, probabilities
from zerosum.models.continuum.form import BettingTurn, Step
from zerosum.models.continuum.rules import LETTER, BettingGame, tree_text

VERBS = {verb: f"{verb}s" for verb in ("fold", "bet", "see", "check", "call", "raise", "show")} | {
    "pass": "passes"
}
"""Third person of the verbs that begin actions."""

GLYPHS = {simple_fraction(unicodedata.numeric(glyph), 10): glyph for glyph in "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"}
"""Fractions with a character of their own; so that no bet size is mistaken for a probability."""

MAX_LENGTH = 24
"""Maximum length, in characters, of a fraction in a table; longer ones are shown as decimals."""

MAX_EXTREME_POINTS = 3
"""Maximum number of extreme points that are shown side by side."""


def action_text(action: str) -> str:
    """Return an action for display: "bet ½"."""

    def size(found: re.Match[str]) -> str:
        whole, part = divmod(Fraction(found[0]), 1)
        return f"{whole or ''}{GLYPHS[part]}" if part in GLYPHS else f"{float(Fraction(found[0])):.4g}"

    return re.sub(r"\d+/[1-9]\d*", size, action)


def does(action: str) -> str:
    """Return an action in the third person: "bets ½"."""
    verb, _, rest = action_text(action).partition(" ")
    return f"{VERBS.get(verb, verb)} {rest}".strip()


def mix_text(mix: Mapping[str, Number]) -> str:
    """Return a mix as text: its only action, or each action with its probability."""
    if len(mix) == 1:
        return does(next(iter(mix)))
    return ", ".join(f"{does(action)} {chance_text(p)}" for action, p in mix.items())


def end_text(end: Number, fractions: bool) -> str:
    """Return an end point as text: fractions if all are short, otherwise decimals, as in a plot."""
    if end in (0, 1):
        return str(int(end))
    return str(end) if fractions else f"{float(end):.4f}"


def cards_text(game: BettingGame, step: Step, ranks: int) -> str:
    """Return the cards of an interval, from the first to the last."""
    first, last = round(float(step.low) * ranks) + 1, round(float(step.high) * ranks)
    names = [game.hand(Fraction(card)) for card in dict.fromkeys((first, last))]
    return "–".join(names)


def report(solution: BettingSolution) -> Report:
    """Report both players' steps, or one turn, with all hands or with one."""
    tree = tree_text(solution.game.tree()).splitlines() if solution.with_tree else []
    if not solution.position_keys:
        turns = solution.shown_turns()
        tables = [_frequencies_table(solution, turns)]
        for side in SIDES:
            mine = [turn for turn in turns if turn.player == side]
            if mine:
                tables.append(_steps_table(solution, mine, f"player {LETTER[side]}"))
        tables += [
            _extreme_points_table(solution, side)
            for side in SIDES
            if len(solution.extreme_points[side].found) > 1
        ]
        return replace(report_of(solution, notes=[*tree, *_notes(solution, turns)]), tables=tables)
    turn = solution.form.at(str(solution.position_keys["node"]))
    assert turn is not None
    label, player = action_text(turn.label), LETTER[turn.player]
    if not solution.is_reached:
        foe = LETTER[other(turn.player)]
        never = (
            f"{foe} never lets play reach"
            if "hand" in solution.position_keys
            else "Optimal play never reaches"
        )
        note = f"{never} this point; the bounds are the largest stakes."
    else:
        given = (
            "given this hand"
            if "hand" in solution.position_keys
            else "averaged over the hands that both players can hold there"
        )
        near = " The strategies are only nearly optimal, so this is not a bound." * (
            not solution.value.is_exact
        )
        note = f"The value is A's expected payoff from here if both players follow these strategies, {given}.{near}"
    if "hand" not in solution.position_keys:
        table = _steps_table(solution, [turn], label)
    else:
        mix, ev = solution.choices(turn.history, solution.game.rank(solution.position_keys["hand"]))
        chances = probabilities({action: mix.get(action, 0) for action in turn.actions}, solution.of_game)
        rows: list[list[object]] = []
        for action, p in chances.items():
            earned = ev.get(action)
            if earned is not None and _short_fraction(earned) is None:
                earned = float(earned)
            rows.append([does(action), percent(p), earned])
        if solution.is_reached:
            note = f"{player} {mix_text(probabilities(mix, solution.of_game))}. {note}"
        table = Table("", [label, "probability", f"EV for {player}"], rows)
    return replace(report_of(solution, headline(solution), notes=[*tree, note]), tables=[table])


def headline(solution: BettingSolution) -> Headline:
    """Return the game, the requested turn and hand, and the value."""
    if not solution.position_keys:
        return headline_of(solution)
    turn = solution.form.at(str(solution.position_keys["node"]))
    assert turn is not None
    hand = f" with {solution.position_keys['hand']}" if "hand" in solution.position_keys else ""
    return headline_of(solution, f"{solution.game.title} · {action_text(turn.label)}{hand}")


def _extreme_points_table(solution: BettingSolution, side: Side) -> Table:
    """Return a few extreme points of a side's optimal strategies, at the cards whose mix differs from the tables
    above."""
    every, are_all, _ = solution.extreme_points[side]
    shown = every[:MAX_EXTREME_POINTS]
    rows: list[list[object]] = []
    for turn in solution.form.of(side):
        for card, parts in enumerate(
            zip(*(extreme_point[turn.name] for extreme_point in shown), strict=True)
        ):
            above = solution.steps[turn.name].at(Fraction(2 * card + 1, 2 * len(shown[0][turn.name])))
            mixes = [{action: p for action, p in mix.items() if p} for mix in parts]
            if any(mix and mix != above for mix in mixes):
                texts = (mix_text(mix) if mix else None for mix in mixes)
                rows.append([action_text(turn.name), solution.game.hand(Fraction(card + 1)), *texts])
    others = ", and no other strategy is" if are_all else "; there may be others"
    title = f"{LETTER[side]} has many optimal strategies. Every mixture of these extreme points is optimal{others}."
    if len(shown) < len(every):
        title += f" Showing {len(shown)} of the {len(every)} extreme points found."
    return Table(title, ["after", "card", *(f"extreme point {k}" for k in range(1, len(shown) + 1))], rows)


def _frequencies_table(solution: BettingSolution, turns: Sequence[BettingTurn]) -> Table:
    """Return the reach of each turn and the frequencies of its actions."""
    lines: list[list[object]] = []
    for turn in sorted(turns, key=lambda turn: SIDES.index(turn.player)):
        reached, mix = solution.frequencies[turn.name]
        head = [LETTER[turn.player], action_text(turn.name), percent(float(reached))]
        for action, p in mix.items():
            lines.append([*head, does(action), percent(float(p))])
            head = ["", "", ""]
    title = "frequencies, over all hands that reach the decision"
    return Table(title, ["player", "after", "reach", "action", "frequency"], lines)


def _steps_table(solution: BettingSolution, turns: Sequence[BettingTurn], title: str) -> Table:
    """Return a row per step of the turns; steps with equal text are merged."""
    deck, rows = solution.game.deck, list[list[object]]()
    for turn in turns:
        steps: list[tuple[str, Number, Number]] = []
        for step in solution.steps[turn.name]:
            text = mix_text(probabilities(step.mix, solution.of_game))
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
    return Table(title, ["after", "action", *names], rows)


def _short_fraction(x: Number) -> Fraction | None:
    """Return a fraction that is short enough to read; None for any other number."""
    return x if isinstance(x, Fraction) and len(exact_text(x)) <= MAX_LENGTH else None


def _property(solution: BettingSolution) -> str:
    if solution.refinement:
        return (
            "The strategies are quasi-perfect: with every hand, at every decision, each is a best "
            "response to an opponent who may tremble, and neither is dominated."
        )
    if not solution.value.is_exact:
        return "Each strategy guarantees its end of the value interval; neither is refined."
    return (
        "Each strategy guarantees the value, but other strategies may as well. Only refined strategies "
        "are proved to make the most of an opponent's mistakes."
    )


def _notes(solution: BettingSolution, turns: Sequence[BettingTurn]) -> list[str]:
    extreme_points, every = solution.extreme_points, solution.form.turns
    mixed = [turn for turn in every if not solution.steps[turn.name].is_pure]
    if not mixed:
        notes = ["Both strategies are pure: every hand takes a single action at every decision."]
    elif not any(turn in turns for turn in mixed):
        notes = [
            "Both strategies are pure at every decision that play can reach; no pure response was found "
            "to moves that the opponent never makes."
        ]
    else:
        some = "; ".join(action_text(turn.label) for turn in mixed[:4])
        always = [LETTER[side] for side in SIDES if extreme_points[side].pure is False]
        if always:
            pure = f"There is no pure solution: every optimal strategy of {' and of '.join(always)} is mixed."
        elif all(extreme_points[side].pure for side in SIDES):
            pure = "There is also a pure solution: A and B each have a pure optimal strategy."
        else:
            pure = "No pure solution was found."
        notes = [f"{pure} Some hands mix at these decisions: {some}."]
    for side in SIDES:
        player = LETTER[side]
        if len(extreme_points[side].found) == 1 and extreme_points[side].are_all:
            notes.append(
                f"{player}'s optimal strategy is unique at all decisions that {player}'s own play can reach."
            )
        elif len(extreme_points[side].found) == 1:
            notes.append(f"No other optimal strategy of {player} was found, but this is not a proof.")
    notes.append(_property(solution))
    hidden = len(every) - len(turns)
    if hidden:
        notes.append(
            f"Not shown: {hidden} decision{'s' * (hidden != 1)} that the opponent's strategy never reaches."
        )
    return notes
