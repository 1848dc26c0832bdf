"""Pictures of betting games, in the manner of Bellman and Blackwell: a bar from 0 to 1 for every decision.

Each interval of hands carries the name of its action; bluffs are the strong actions at the low end. Where hands never
reach a decision because of their own earlier choices, the bar is pale; where hands mix, its height is divided in
proportion to the probabilities.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated

from zerosum.display.drawing import PALE
from zerosum.display.questions import WHISKER, WHISKERS, whisker_ends
from zerosum.display.style import COLOURS, box, colours_of, inside, new_figure
from zerosum.display.table import chance_text
from zerosum.models.continuum.answer import BettingSolution
from zerosum.models.continuum.form import BettingTurn, Step, StepStrategy, comes_by, earlier_turns
from zerosum.models.continuum.report import (
    action_text,
    cards_text,
    does,
    end_text,
    headline,
    mix_text,
)
from zerosum.models.continuum.rules import LETTER, tree_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

HAND = COLOURS[0]
"""Colour of the requested hand."""

LETTER_WIDTH = 0.0082
"""Width of one letter of a name; if an interval is too narrow for its name, the name stands above the bar."""

LOW = 0.22
"""Smallest share of the height in which a name fits."""

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
    form, game = solution.form, solution.game
    if "node" in solution.position_keys:
        shown = [turn for turn in form.turns if turn.name == solution.position_keys["node"]]
    else:
        shown = form.turns if everything else solution.shown_turns()
    tree = tree_text(game.tree()).splitlines() if solution.with_tree else []
    height, below = 1.6 + 1.1 * len(shown), 0.19 * len(tree)
    figure = new_figure(10, height + below, headline(solution))
    heights = [1.1] * len(shown) + [below] * bool(tree)
    panels = figure.subplots(len(heights), 1, squeeze=False, height_ratios=heights)[:, 0]
    pale = draw_bars(panels, shown, form.turns, solution.steps)
    plans = [solution.steps[turn.name] for turn in shown]
    fractions = all(
        isinstance(end, Fraction) and end.denominator < 1000 for plan in plans for end in plan.ends
    )
    ranks = game.deck.ranks if game.deck else 0
    for axis, plan in zip(panels, plans, strict=False):
        if ranks:
            marks = [(float(step.low + step.high) / 2, cards_text(game, step, ranks)) for step in plan]
            axis.tick_params(axis="x", length=0)
        else:
            marks = [(float(end), end_text(end, fractions)) for end in plan.ends]
        write_ends(axis, marks)
        if "hand" in solution.position_keys:
            rank = game.rank(solution.position_keys["hand"])
            place = float((rank - Fraction(1, 2)) / ranks if ranks else rank)
            arrow = {"arrowstyle": "-|>", "color": HAND}
            axis.annotate(
                "this hand", (place, 1), (place, 1.55), ha="center", fontsize=9, color=HAND, arrowprops=arrow
            )
    across = "card (lowest on the left)" if ranks else "hand, from 0 (weakest) to 1 (strongest)"
    told = [across, *[UNREACHED] * pale, *[WHISKERS] * whiskers]
    panels[len(shown) - 1].set_xlabel("\n".join(told), fontsize=9)
    found = {(line.side, line.information): line for line in solution.ranges} if whiskers else {}
    for axis, turn in zip(panels, shown, strict=False):
        after = f", {turn.name}" if turn.history else ""
        for card in range(ranks):
            line = found.get((turn.player, f"{game.hand(Fraction(card + 1))}{after}"))
            for low, high in whisker_ends(line) if line else ():
                axis.plot([(card + 0.06) / ranks] * 2, [low, high], **WHISKER)
    if tree:
        panels[-1].set_axis_off()
        panels[-1].text(0, 1, "\n".join(tree), family="monospace", fontsize=8, va="top", parse_math=False)
    return figure


def draw_bars(
    panels: Iterable[Axes],
    shown: Iterable[BettingTurn],
    turns: Sequence[BettingTurn],
    steps: Mapping[str, StepStrategy],
) -> bool:
    """Draw a bar for each turn shown, in the colours of all turns; return whether some part is pale."""
    colours, pale = colours_of(action for turn in turns for action in turn.actions), False
    for axis, turn in zip(panels, shown, strict=False):
        raised = False
        for part, comes in parts_of(turn, turns, steps):
            low, width, bottom = float(part.low), float(part.high - part.low), 0.0
            texts, pale = list[tuple[str, float]](), pale or not comes
            for action, p in part.mix.items():
                look = {"facecolor": colours[action], "edgecolor": "white", "linewidth": 0.8}
                box(axis, low, bottom, width, float(p), **look, alpha=1.0 if comes else PALE)
                words = does(action) if part.is_pure else f"{does(action)} {chance_text(p)}"
                texts.append((words, bottom + float(p) / 2))
                bottom += float(p)
            if min(part.mix.values()) < LOW:  # one name for all, in the widest part
                largest = max(range(len(texts)), key=lambda k: [*part.mix.values()][k])
                texts = [(mix_text(part.mix), texts[largest][1])]
            middle = low + width / 2
            fits = width > LETTER_WIDTH * (max(len(words) for words, _ in texts) + 1)
            for words, height in texts if fits else ():
                inside(axis, middle, height, words, fontsize=9, color="black" if comes else "#888888")
            raised = comes and not fits and not raised
            if comes and not fits:  # above, on two alternating levels
                axis.annotate(
                    mix_text(part.mix),
                    (middle, 1.0),
                    (middle, 1.18 + 0.27 * (not raised)),
                    ha="left" if middle < 0.06 else "right" if middle > 0.94 else "center",
                    fontsize=7.5,
                    arrowprops={"arrowstyle": "-", "color": "#999999", "linewidth": 0.6},
                )
        axis.set(xlim=(0, 1), ylim=(0, TOP), yticks=[])
        axis.spines[:].set_visible(False)
        words = f"{LETTER[turn.player]}\n" + (
            f"after\n{action_text(turn.name)}" if turn.history else "at the start"
        )
        axis.set_ylabel(words, rotation=0, ha="right", va="center", y=0.5 / TOP, fontsize=9)
    return pale


def write_ends(axis: Axes, marks: Sequence[tuple[float, str]]) -> None:
    """Write labels below a bar; crowded ones go on a second line."""
    right, labels = [-1.0, -1.0], []
    for place, label in marks:
        half = 0.0055 * len(label) + 0.004
        line = 0 if place - half > right[0] else 1
        right[line] = place + half
        labels.append("\n" * line + label)
    axis.set_xticks([place for place, _ in marks], labels, fontsize=8)


def parts_of(
    turn: BettingTurn, turns: Sequence[BettingTurn], steps: Mapping[str, StepStrategy]
) -> list[tuple[Step, bool]]:
    """Return the steps of a turn, divided at the hands where the player's own choices begin or cease to reach the
    turn; say for each part whether they reach it.
    """
    earlier = earlier_turns(turn, (one for one in turns if one.player == turn.player))
    ends = sorted({end for one in (turn, *earlier) for end in steps[one.name].ends})
    parts = list[tuple[Step, bool]]()
    for low, high in pairwise(ends):
        mix, comes = steps[turn.name].at((low + high) / 2), comes_by(steps, turn, earlier, (low + high) / 2)
        if parts and (parts[-1][0].mix, parts[-1][1]) == (mix, comes):
            low = parts.pop()[0].low
        parts.append((Step(low, high, mix), comes))
    return parts
