"""Pictures of betting games, in the manner of Bellman and Blackwell: a bar from 0 to 1 for every decision.

Each interval of hands carries the name of its action; bluffs are the strong actions at the low end. Where hands
never come to a decision through their own choices, the bar is pale; where hands mix, its height is shared out by the
probabilities. `curve` draws values or thresholds as a bet grows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any

from zerosum.models.betting import LETTER
from zerosum.models.betting_form import BettingForm, Turn, betting_form
from zerosum.models.betting_steps import Step, StepStrategy
from zerosum.sides import SIDES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["curve", "draw"]

FOLD, SHOWDOWN = "#c9c9c9", "#8fbfe0"
BETS = ("#f4a582", "#e0704f", "#bf3b2c", "#8f1d1d", "#5c0f12")
"""Bets and raises, from the smallest to the largest."""

LETTER_WIDTH = 0.0082
"""The width of a letter of a name; an interval that its name does not fit into has it above the bar."""

LOW = 0.3
"""A share of the height lower than this is too low for its name."""

TOP = 1.75
"""How high a decision's panel is; its bar is 1 high."""

UNREACHED = "pale: these hands do not come here, by their own earlier choice"


def draw(
    solution: Any, *, everything: Annotated[bool, "also the turns to which the opponent never comes"] = False
) -> Figure:
    """The bars of both players."""
    from matplotlib.figure import Figure

    form = betting_form(solution.game.tree())
    shown = [t for player in SIDES for t in form.of(player) if everything or _seen(form, solution.plans, t)]
    figure = Figure(figsize=(10, 1.5 + 1.1 * len(shown)), layout="constrained")
    figure.suptitle(f"{solution.title}   value {_value(solution.value)}", fontsize=12)
    axes = figure.subplots(len(shown), 1, squeeze=False)[:, 0]
    fractions = all(_is_short(end) for turn in shown for end in solution.plans[turn.name].ends)
    pale = False
    for axis, turn in zip(axes, shown, strict=True):
        pale |= _bar(axis, form, solution.plans, turn)
        _ends(axis, solution.plans[turn.name], solution.game.deck, fractions)
    hands = "the hand, from 0, the weakest, to 1, the strongest"
    across = "the card, 1 the lowest" if solution.game.deck else hands
    axes[-1].set_xlabel(f"{across}\n{UNREACHED}" if pale else across, fontsize=9)
    return figure


def _value(value: Any) -> str:
    """The value, with a decimal beside a fraction."""
    return f"{value} ≈ {float(value):.5f}" if value.is_exact and value.lower.denominator > 20 else str(value)


def _seen(form: BettingForm, plans: Mapping[str, StepStrategy], turn: Turn) -> bool:
    """Whether the opponent lets the play come to a turn: whether each of their actions on the way is ever taken."""
    return all(
        plans[before.name].share()[turn.history[len(before.history)]] > 0
        for before in form.turns
        if before.player != turn.player
        and before.history == turn.history[: len(before.history)] != turn.history
    )


def _colours(turn: Turn) -> dict[str, str]:
    """A colour for each action."""
    colours, bets = {}, 0
    for action, kind in zip(turn.actions, turn.kinds, strict=True):
        if kind == "on" and action != "check":
            colours[action] = BETS[min(bets, len(BETS) - 1)]
            bets += 1
        else:
            colours[action] = FOLD if kind == "fold" else SHOWDOWN
    return colours


def _bar(axis: Axes, form: BettingForm, plans: Mapping[str, StepStrategy], turn: Turn) -> bool:
    """One decision: its intervals and their names; returns whether any part of it is pale."""
    colours, raised, pale = _colours(turn), 0, False
    for step in plans[turn.name]:
        parts = _parts(form, plans, turn, step)
        for part, comes in parts:
            _interval(axis, part, colours, pale=not comes)
            pale |= not comes
        reached = [part for part, comes in parts if comes] or [step]
        wide = [part for part in reached if _fits(part)]
        for part in wide:
            _write(axis, part, "black" if any(comes for _, comes in parts) else "#888888")
        if not wide and any(comes for _, comes in parts):
            _annotate(axis, max(reached, key=lambda part: part.high - part.low), raised)
        raised = 0 if wide else 1 - raised
    axis.set(xlim=(0, 1), ylim=(0, TOP), yticks=[])
    for side in ("top", "left", "right", "bottom"):
        axis.spines[side].set_visible(False)
    words = f"after\n{turn.name}" if turn.history else "at the start"
    axis.set_ylabel(
        f"{LETTER[turn.player]}\n{words}", rotation=0, ha="right", va="center", y=0.5 / TOP, fontsize=9
    )
    return pale


def _interval(axis: Axes, step: Step, colours: Mapping[str, str], pale: bool) -> None:
    """The coloured part of a bar; of a mixture, each action has its share of the height."""
    low, width, bottom = float(step.low), float(step.high - step.low), 0.0
    for action, p in step.mix.items():
        axis.bar(
            low, float(p), width, bottom, align="edge", color=colours[action], edgecolor="white", linewidth=0.8,
            alpha=0.35 if pale else 1.0,
        )  # fmt: skip
        bottom += float(p)


def _fits(step: Step) -> bool:
    """Whether an interval is wide enough for what it does."""
    longest = max(len(text) for text, _ in _places(step))
    return float(step.high - step.low) > LETTER_WIDTH * (longest + 1)


def _write(axis: Axes, step: Step, colour: str) -> None:
    """What an interval does, in its middle."""
    for text, height in _places(step):
        middle = float(step.low + step.high) / 2
        axis.text(middle, height, text, ha="center", va="center", fontsize=9, color=colour)


def _annotate(axis: Axes, step: Step, raised: int) -> None:
    """What a narrow interval does, above it, on two levels by turns."""
    middle = float(step.low + step.high) / 2
    side = "left" if middle < 0.06 else "right" if middle > 0.94 else "center"
    axis.annotate(
        _mixture(step), (middle, 1.0), (middle, 1.18 + 0.27 * raised), ha=side, va="bottom", fontsize=7.5,
        arrowprops={"arrowstyle": "-", "color": "#999999", "linewidth": 0.6},
    )  # fmt: skip


def _places(step: Step) -> list[tuple[str, float]]:
    """Texts and heights: of a mixture each action in its own share, or all in the largest if one is too low."""
    if step.is_pure:
        return [(next(iter(step.mix)), 0.5)]
    heights, bottom = {}, 0.0
    for action, p in step.mix.items():
        heights[action] = bottom + float(p) / 2
        bottom += float(p)
    if min(step.mix.values()) < LOW:
        return [(_mixture(step), heights[max(step.mix, key=lambda action: step.mix[action])])]
    return [(f"{action} {_chance(p)}", heights[action]) for action, p in step.mix.items()]


def _mixture(step: Step) -> str:
    """The actions of an interval, with their probabilities if there are several."""
    if step.is_pure:
        return next(iter(step.mix))
    return ", ".join(f"{action} {_chance(p)}" for action, p in step.mix.items())


def _chance(p: Any) -> str:
    """A probability: a short fraction or a percentage, never 0% or 100%."""
    if isinstance(p, Fraction) and p.denominator < 100:
        return str(p)
    return "<1%" if p < 0.005 else ">99%" if p > 0.995 else f"{100 * float(p):.0f}%"


def _ends(axis: Axes, plan: StepStrategy, deck: Any, fractions: bool) -> None:
    """Below the bar the end points, or of a deck the cards of each interval; a crowded one on a second line."""
    if deck is None:
        marks = [(float(end), _end(end, fractions)) for end in plan.ends]
    else:
        marks = [(float(step.low + step.high) / 2, _cards(step, deck.ranks)) for step in plan]
        axis.tick_params(axis="x", length=0)
    right = [-1.0, -1.0]
    labels: list[str] = []
    for place, label in marks:
        half = 0.0055 * len(label) + 0.004
        line = 0 if place - half > right[0] else 1
        right[line] = place + half
        labels.append("\n" * line + label)
    axis.set_xticks([place for place, _ in marks], labels, fontsize=8)


def _is_short(end: Any) -> bool:
    """Whether an end point is a fraction that can be printed."""
    return isinstance(end, Fraction) and end.denominator < 1000


def _end(end: Any, fractions: bool) -> str:
    """An end point as text: a fraction if all are short, or a decimal."""
    return str(end) if fractions or end in (0, 1) else f"{float(end):.3f}"


def _cards(step: Step, ranks: int) -> str:
    """The cards of an interval, from the first to the last."""
    first, last = round(float(step.low) * ranks) + 1, round(float(step.high) * ranks)
    return str(first) if first == last else f"{first}–{last}"


def _parts(
    form: BettingForm, plans: Mapping[str, StepStrategy], turn: Turn, step: Step
) -> list[tuple[Step, bool]]:
    """A step cut where its hands begin or cease to come to the turn, and whether each part's hands do."""
    before = [t for t in form.of(turn.player) if t.history == turn.history[: len(t.history)] != turn.history]
    inner = {end for t in before for end in plans[t.name].ends if step.low < end < step.high}
    parts: list[tuple[Step, bool]] = []
    for low, high in pairwise(sorted({step.low, *inner, step.high})):
        middle = (low + high) / 2
        took = (plans[t.name].at(middle).get(turn.history[len(t.history)], 0) for t in before)
        comes = all(p > 0 for p in took)
        if parts and parts[-1][1] == comes:
            low = parts.pop()[0].low
        parts.append((Step(low, high, step.mix), comes))
    return parts


def curve(
    places: Sequence[float], lines: Mapping[str, Sequence[float]], *, across: str, up: str, title: str
) -> Figure:
    """Lines over a growing bet, number of raises or number of sizes."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4.2), layout="constrained")
    axis = figure.subplots()
    for name, line in lines.items():
        axis.plot(places, line, label=name, marker="o" if len(places) < 15 else None, markersize=4)
    axis.set(xlabel=across, ylabel=up, title=title)
    axis.grid(alpha=0.3)
    if len(lines) > 1:
        axis.legend(frameon=False)
    return figure
