"""Pictures of betting games, in the manner of Bellman and Blackwell: a bar from 0 to 1 for every decision.

Each interval of hands carries the name of its action; bluffs are the strong actions at the low end. Where hands
never come to a decision through their own choices, the bar is pale; where hands mix, its height is shared out by the
probabilities. `curve` draws values or thresholds as a bet grows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated

from zerosum.display.questions import WHISKER, WHISKERS, whisker_ends
from zerosum.display.style import COLOURS, blank_figure, box, colours_of, inside, new_figure
from zerosum.display.table import chance_text
from zerosum.models.continuum.answer import BettingSolution
from zerosum.models.continuum.form import BettingTurn, Step, StepStrategy
from zerosum.models.continuum.report import (
    action_text,
    cards_text,
    does,
    end_text,
    headline,
    mix_text,
)
from zerosum.models.continuum.rules import LETTER, BettingGame, tree_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

HAND = COLOURS[0]
"""The hand that was asked about."""

LETTER_WIDTH = 0.0082
"""Width of one letter of a name; an interval that is too narrow for its name has the name above the bar."""

LOW = 0.22
"""Smallest share of the height that has room for a name."""

TOP = 1.75
"""Height of a decision's panel; its bar is 1 high."""

UNREACHED = "pale: hands that never reach this point because of the player's own earlier actions"


def draw(
    solution: BettingSolution,
    *,
    everything: Annotated[bool, "also plot decisions that the opponent's strategy never reaches"] = False,
    whiskers: Annotated[
        bool, "show the range over all optimal strategies as whiskers (games with a deck)"
    ] = False,
) -> Figure:
    """Draw both players' bars in the order of play, or one turn with the requested hand."""
    form = solution.form
    if "node" in solution.position_keys:
        shown = [turn for turn in form.turns if turn.name == solution.position_keys["node"]]
    else:
        shown = form.turns if everything else solution.shown_turns()
    tree = tree_text(solution.game.tree()).splitlines() if solution.with_tree else []
    height, below = 1.6 + 1.1 * len(shown), 0.19 * len(tree)
    figure = new_figure(10, height + below, headline(solution))
    heights = [1.1] * len(shown) + [below] * bool(tree)
    panels = figure.subplots(len(heights), 1, squeeze=False, height_ratios=heights)[:, 0]
    _bars(solution, panels[: len(shown)], shown)
    if whiskers:
        _whiskers(solution, panels[: len(shown)], shown)
    if tree:
        panels[-1].set_axis_off()
        panels[-1].text(0, 1, "\n".join(tree), family="monospace", fontsize=8, va="top", parse_math=False)
    return figure


def _bars(solution: BettingSolution, panels: Iterable[Axes], shown: Sequence[BettingTurn]) -> None:
    """Draw a panel for each turn."""
    game, pale = solution.game, False
    colours = colours_of(action for turn in solution.form.turns for action in turn.actions)
    fractions = all(
        isinstance(end, Fraction) and end.denominator < 1000
        for turn in shown
        for end in solution.steps[turn.name].ends
    )
    for axis, turn in zip(panels, shown, strict=True):
        pale |= _bar(axis, solution, turn, colours)
        _ends(axis, solution.steps[turn.name], game, fractions)
        if "hand" in solution.position_keys:
            _mark(axis, game, solution.position_keys["hand"])
    across = "card (lowest on the left)" if game.deck else "hand, from 0 (weakest) to 1 (strongest)"
    axis.set_xlabel(f"{across}\n{UNREACHED}" if pale else across, fontsize=9)


def _whiskers(solution: BettingSolution, panels: Iterable[Axes], shown: Sequence[BettingTurn]) -> None:
    """Draw the ranges over all optimal strategies: of the first action, and of the last one if there are
    three.
    """
    found = {(line.side, line.information): line for line in solution.ranges}
    cards = 0 if solution.game.deck is None else solution.game.deck.ranks
    for axis, turn in zip(panels, shown, strict=True):
        after = f", {turn.name}" if turn.history else ""
        for card in range(cards):
            line = found.get((turn.player, f"{solution.game.hand(Fraction(card + 1))}{after}"))
            for low, high in whisker_ends(line) if line else ():
                axis.plot([(card + 0.06) / cards] * 2, [low, high], **WHISKER)
    axis.set_xlabel(f"{axis.get_xlabel()}\n{WHISKERS}", fontsize=9)


def _mark(axis: Axes, game: BettingGame, hand: object) -> None:
    """Draw the requested hand."""
    rank = game.rank(hand)
    place = rank if game.deck is None else (rank - Fraction(1, 2)) / game.deck.ranks
    axis.annotate(
        "this hand", (float(place), 1.0), (float(place), 1.55), ha="center", fontsize=9, color=HAND,
        arrowprops={"arrowstyle": "-|>", "color": HAND},
    )  # fmt: skip


def _bar(axis: Axes, solution: BettingSolution, turn: BettingTurn, colours: Mapping[str, str]) -> bool:
    """Draw one decision: its intervals and their names; return whether any part of it is pale."""
    raised, pale = 0, False
    for step in solution.steps[turn.name]:
        parts = _parts(solution, turn, step)
        for part, comes in parts:
            _interval(axis, part, colours, pale=not comes)
            pale |= not comes
            if _fits(part):
                middle, colour = float(part.low + part.high) / 2, "black" if comes else "#888888"
                for text, height in _places(part):
                    inside(axis, middle, height, text, fontsize=9, color=colour)
        reached = [part for part, comes in parts if comes]
        narrow = bool(reached) and not any(map(_fits, reached))
        if narrow:
            _annotate(axis, max(reached, key=lambda part: part.high - part.low), raised)
        raised = 1 - raised if narrow else 0
    axis.set(xlim=(0, 1), ylim=(0, TOP), yticks=[])
    for side in ("top", "left", "right", "bottom"):
        axis.spines[side].set_visible(False)
    words = f"after\n{action_text(turn.name)}" if turn.history else "at the start"
    axis.set_ylabel(
        f"{LETTER[turn.player]}\n{words}", rotation=0, ha="right", va="center", y=0.5 / TOP, fontsize=9
    )
    return pale


def _interval(axis: Axes, step: Step, colours: Mapping[str, str], pale: bool) -> None:
    """Draw the coloured part of a bar; in a mix, each action's height is its probability."""
    low, width, bottom = float(step.low), float(step.high - step.low), 0.0
    for action, p in step.mix.items():
        look = {"facecolor": colours[action], "edgecolor": "white", "linewidth": 0.8}
        box(axis, low, bottom, width, float(p), **look, alpha=0.35 if pale else 1.0)
        bottom += float(p)


def _fits(step: Step) -> bool:
    """Return whether an interval is wide enough for its label."""
    longest = max(len(text) for text, _ in _places(step))
    return float(step.high - step.low) > LETTER_WIDTH * (longest + 1)


def _annotate(axis: Axes, step: Step, raised: int) -> None:
    """Label a narrow interval above it, on two alternating levels."""
    middle = float(step.low + step.high) / 2
    side = "left" if middle < 0.06 else "right" if middle > 0.94 else "center"
    axis.annotate(
        mix_text(step.mix), (middle, 1.0), (middle, 1.18 + 0.27 * raised), ha=side, va="bottom", fontsize=7.5,
        arrowprops={"arrowstyle": "-", "color": "#999999", "linewidth": 0.6},
    )  # fmt: skip


def _places(step: Step) -> list[tuple[str, float]]:
    """Return texts and heights: in a mix, each action in its own part, or all in the largest if one is too low."""
    if step.is_pure:
        return [(mix_text(step.mix), 0.5)]
    heights, bottom = {}, 0.0
    for action, p in step.mix.items():
        heights[action] = bottom + float(p) / 2
        bottom += float(p)
    if min(step.mix.values()) < LOW:
        return [(mix_text(step.mix), heights[max(step.mix, key=lambda action: step.mix[action])])]
    return [(f"{does(action)} {chance_text(p)}", heights[action]) for action, p in step.mix.items()]


def _ends(axis: Axes, steps: StepStrategy, game: BettingGame, fractions: bool) -> None:
    """Write the end points below the bar, or the cards of each interval of a deck; crowded labels go on a
    second line.
    """
    if game.deck is None:
        marks = [(float(end), end_text(end, fractions)) for end in steps.ends]
    else:
        ranks = game.deck.ranks
        marks = [(float(step.low + step.high) / 2, cards_text(game, step, ranks)) for step in steps]
        axis.tick_params(axis="x", length=0)
    right = [-1.0, -1.0]
    labels: list[str] = []
    for place, label in marks:
        half = 0.0055 * len(label) + 0.004
        line = 0 if place - half > right[0] else 1
        right[line] = place + half
        labels.append("\n" * line + label)
    axis.set_xticks([place for place, _ in marks], labels, fontsize=8)


def _parts(solution: BettingSolution, turn: BettingTurn, step: Step) -> list[tuple[Step, bool]]:
    """Return the parts of a step, divided where its hands begin or cease to reach the turn, each with whether
    it reaches the turn.
    """
    before = solution.form.earlier(turn, turn.player)
    inner = {end for t in before for end in solution.steps[t.name].ends if step.low < end < step.high}
    parts: list[tuple[Step, bool]] = []
    for low, high in pairwise(sorted({step.low, *inner, step.high})):
        comes = solution.comes_by(turn, turn.player, (low + high) / 2)
        if parts and parts[-1][1] == comes:
            low = parts.pop()[0].low
        parts.append((Step(low, high, step.mix), comes))
    return parts


def curve(
    places: Sequence[float], lines: Mapping[str, Sequence[float]], *, across: str, up: str, title: str
) -> Figure:
    """Return the plotted lines over a growing bet, number of raises or number of sizes."""
    figure = blank_figure(7, 4.2)
    axis = figure.subplots()
    for name, line in lines.items():
        axis.plot(places, line, label=name, marker="o" if len(places) < 15 else None, markersize=4)
    axis.set(xlabel=across, ylabel=up, title=title)
    axis.grid(alpha=0.3)
    if len(lines) > 1:
        axis.legend(frameon=False)
    return figure
