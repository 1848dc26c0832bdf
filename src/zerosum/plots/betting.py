"""Pictures of betting games, in the manner of Bellman and Blackwell: a bar from 0 to 1 for every decision.

Each interval of hands carries the name of its action; bluffs are the strong actions at the low end. Where hands
never come to a decision through their own choices, the bar is pale; where hands mix, it is striped. `curve` draws
values or thresholds as a bet grows.
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

NARROW = 0.075
"""An interval narrower than this has its label above the bar."""


def draw(
    solution: Any, *, everything: Annotated[bool, "also the turns to which the opponent never comes"] = False
) -> Figure:
    """The bars of both players."""
    from matplotlib.figure import Figure

    form = betting_form(solution.rules.tree())
    shown = [t for player in SIDES for t in form.of(player) if everything or _seen(form, solution.plans, t)]
    figure = Figure(figsize=(10, 1.1 + 0.98 * len(shown)), layout="constrained")
    figure.suptitle(f"{solution.title}   value {_value(solution.value)}", fontsize=12)
    axes = figure.subplots(len(shown), 1, squeeze=False)[:, 0]
    for axis, turn in zip(axes, shown, strict=True):
        _bar(axis, form, solution.plans, turn, solution.rules.deck)
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


def _bar(axis: Axes, form: BettingForm, plans: Mapping[str, StepStrategy], turn: Turn, deck: Any) -> None:
    """One decision: its intervals, their names and their end points."""
    colours, raised = _colours(turn), 0
    for step in plans[turn.name]:
        parts = _parts(form, plans, turn, step)
        for part, comes in parts:
            _interval(axis, part, colours, pale=not comes)
        raised = _name(axis, step, not any(comes for _, comes in parts), raised)
    _ends(axis, plans[turn.name], deck)
    axis.set(xlim=(0, 1), ylim=(0, 1.75), yticks=[])
    for side in ("top", "left", "right", "bottom"):
        axis.spines[side].set_visible(False)
    words = f"after\n{turn.name}" if turn.history else "at the start"
    axis.set_ylabel(f"{LETTER[turn.player]}\n{words}", rotation=0, ha="right", va="center", fontsize=9)


def _interval(axis: Axes, step: Step, colours: Mapping[str, str], pale: bool) -> None:
    """The coloured part of a bar; of a mixture, each action has its share of the height."""
    low, width, bottom = float(step.low), float(step.high - step.low), 0.0
    for action, p in step.mix.items():
        hatch = None if step.is_pure else "///"
        axis.bar(
            low, float(p), width, bottom, align="edge", color=colours[action], edgecolor="white", linewidth=0.8,
            alpha=0.35 if pale else 1.0, hatch=hatch,
        )  # fmt: skip
        bottom += float(p)


def _name(axis: Axes, step: Step, pale: bool, raised: int) -> int:
    """The action's name in its interval, or above a narrow one, on two levels by turns; returns the next level."""
    middle, colour = float(step.low + step.high) / 2, "#888888" if pale else "black"
    text = " / ".join(step.mix)
    if float(step.high - step.low) > NARROW * max(1.0, len(text) / 7):
        axis.text(middle, 0.5, text, ha="center", va="center", fontsize=9, color=colour)
        return 0
    if pale:
        return raised
    axis.annotate(
        text, (middle, 1.0), (middle, 1.18 + 0.27 * raised), ha="center", va="bottom", fontsize=7.5, color=colour,
        arrowprops={"arrowstyle": "-", "color": "#999999", "linewidth": 0.6},
    )  # fmt: skip
    return 1 - raised


def _ends(axis: Axes, plan: StepStrategy, deck: Any) -> None:
    """The end points below the bar, a crowded one on a second line."""
    right = [-1.0, -1.0]
    labels: list[str] = []
    for end in plan.ends:
        label, place = _end(end, deck), float(end)
        half = 0.0055 * len(label) + 0.004
        line = 0 if place - half > right[0] else 1
        right[line] = place + half
        labels.append("\n" * line + label)
    axis.set_xticks([float(end) for end in plan.ends], labels, fontsize=8)


def _end(end: Any, deck: Any) -> str:
    """An end point as text: a card's number, a short fraction or a decimal."""
    if deck is not None:
        return str(int(end * deck.ranks))
    return str(end) if isinstance(end, Fraction) and end.denominator < 1000 else f"{float(end):.3f}"


def _parts(
    form: BettingForm, plans: Mapping[str, StepStrategy], turn: Turn, step: Step
) -> list[tuple[Step, bool]]:
    """A step cut where the player's own earlier choices change, and whether each part's hands come to the turn."""
    before = [t for t in form.of(turn.player) if t.history == turn.history[: len(t.history)] != turn.history]
    inner = {end for t in before for end in plans[t.name].ends if step.low < end < step.high}
    parts = []
    for low, high in pairwise(sorted({step.low, *inner, step.high})):
        middle = (low + high) / 2
        took = (plans[t.name].at(middle).get(turn.history[len(t.history)], 0) for t in before)
        parts.append((Step(low, high, step.mix), all(p > 0 for p in took)))
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
