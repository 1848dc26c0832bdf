"""Pictures of hidden games: maps of each player's strategy by hand and public state; and the public tree.

Maps. A player's information has two parts: the events that only this player knows (the *hand*), and those that both
players know (the *public state*). Hands are the rows of a map, public states its columns; a cell is divided among the
moves in proportion to their probabilities. Cells that the player's own moves never reach are pale.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated, NamedTuple

from zerosum.core.errors import InputError
from zerosum.core.game import Position
from zerosum.core.numbers import Number
from zerosum.core.sides import SIDES, Side
from zerosum.display.drawing import PALE, Cell, colour_key, draw_divided, no_frame
from zerosum.display.questions import WHISKER, WHISKERS, whisker_ends
from zerosum.display.report import Headline
from zerosum.display.style import colours_of, heading, names_below, new_figure
from zerosum.display.table import percent
from zerosum.models.hidden.answer import HiddenSolution
from zerosum.models.hidden.form import NamedSet, words
from zerosum.models.hidden.grid import GridChart, charts, draw_grids
from zerosum.models.hidden.report import headline
from zerosum.models.hidden.rules import knowledge_after
from zerosum.models.hidden.tree import public_tree

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from zerosum.core.questions import DecisionRanges

LETTER = 0.11
"""The width of a letter, in inches."""

MAX_PUBLIC, MAX_HANDS = 24, 13
"""Default numbers of public states and hands that are drawn."""


def draw(
    solution: HiddenSolution,
    *,
    public: Annotated[bool, "draw the public tree instead of the strategies"] = False,
    most: Annotated[int, "maximum number of public states, or of branches of the tree, to draw"] = MAX_PUBLIC,
    hands: Annotated[int, "maximum number of hands (rows of the map) to draw"] = MAX_HANDS,
    whiskers: Annotated[bool, "show the range over all optimal strategies as whiskers"] = False,
) -> Figure:
    """Draw both players' strategies as maps, or the public tree."""
    if public:
        return public_tree(solution, headline(solution), max(most, 1)).figure()
    if solution.game.holding == "hand":
        if whiskers or (most, hands) != (MAX_PUBLIC, MAX_HANDS):
            raise InputError(
                "hold'em hands are always plotted as a complete grid; remove whiskers, most and hands"
            )
        return draw_grids(headline(solution), _grid_charts(solution), _moves(solution))
    ranges = {(line.side, line.information): line for line in solution.ranges} if whiskers else {}
    maps = {side: _entries(solution, side) for side in SIDES}
    return draw_maps(
        headline(solution),
        solution.game.seats,
        maps,
        _moves(solution),
        most,
        hands,
        ranges,
        solution.game.legend,
    )


def _moves(solution: HiddenSolution) -> list[str]:
    return [str(move) for side in SIDES for moves in solution.form.of(side).moves for move in moves]


def _grid_charts(solution: HiddenSolution) -> list[GridChart]:
    """Return the 13 × 13 grid of every decision of a hold'em game, with the frequency of each move over all hands
    there.
    """
    reached, found = {(one.side, one.information): float(one.reached or 0) for one in solution.evs}, []
    for chart in charts(solution):
        cells, played = dict[str, tuple[float, Mapping[str, Number]]](), dict[str, float]()
        for name, number in chart.sets.items():
            mix = {str(move): p for move, p in solution.mix_at(chart.side, number).items()}
            cells[name] = float(solution.comes_to(chart.side, number)), mix
            for move, p in mix.items():
                many = reached[chart.side, solution.form.names[chart.side][number]] * float(p)
                played[move] = played.get(move, 0.0) + many
        whole = sum(played.values()) or 1.0
        shares = {move: percent(part / whole) for move, part in played.items()}
        found.append(GridChart(chart.title(solution.game.seats), cells, shares))
    return found


class MapEntry(NamedTuple):
    """A cell of the map: an information set."""

    hand: str
    public: str
    depth: int
    """The number of events that both players know."""
    comes: bool
    """Whether the player's own moves lead there with positive probability."""
    mix: Mapping[str, Number]
    information: str


def _entries(solution: HiddenSolution, side: Side) -> list[MapEntry]:
    """Return the information sets of a player; only the requested one, if there is a request."""
    game, form, requested = solution.game, solution.form, solution.position_keys.get("seen")
    sets, me, found = form.of(side), SIDES.index(side), []

    @cache
    def replay(history: int) -> tuple[Position, tuple[str, ...], tuple[tuple[str, ...], tuple[str, ...]]]:
        """Return the position after a history, the events that both have seen, and those that only
        each player knows.
        """
        if not history:
            return game.start, (), ((), ())
        before, picked = form.last_step(history)
        position, public, (row, col) = replay(before)
        learned = knowledge_after(game.turn(position), picked, ((), ()))
        new = (str(picked),)
        if all(learned):
            return game.after(position, picked), public + new, (row, col)
        return (
            game.after(position, picked),
            public,
            (row + new * len(learned[0]), col + new * len(learned[1])),
        )

    asked = None if requested is None else set(form.reading(side, str(requested)))
    for i, (key, history) in enumerate(zip(sets.keys, sets.histories, strict=True)):
        if asked is not None and i not in asked:
            continue
        mix = {str(move): p for move, p in solution.mix_at(side, i).items()}
        rest = (solution.comes_to(side, i), mix, form.names[side][i])
        if isinstance(key, NamedSet):
            found.append(MapEntry(words(key.name), "", 0, *rest))
        else:
            _, public, secrets = replay(history)
            hand = ", ".join(secrets[me]) or "–"
            found.append(MapEntry(hand, ", ".join(public) or words(()), len(public), *rest))
    return found


def draw_maps(
    title: Headline,
    seats: Mapping[Side, str],
    maps: Mapping[Side, Sequence[MapEntry]],
    moves: Sequence[str],
    most: int,
    hands: int,
    ranges: Mapping[tuple[Side, str], DecisionRanges],
    legend: str = "",
) -> Figure:
    """Draw a map for each side that has entries, cut to the first public states and hands."""
    maps = {side: entries for side, entries in maps.items() if entries}
    shown = {side: _select(entries, most, hands) for side, entries in maps.items()}
    lines = {side: _listed(entries, "hand") for side, entries in shown.items()}
    first = lines.get("row", [])
    if set(lines.get("col", ())) == set(first):  # the same rows in both maps
        lines["col"] = first
    columns = {side: _listed(entries, "public") for side, entries in shown.items()}
    heights = [0.34 * len(lines[side]) + LETTER * 0.75 * max(map(len, columns[side])) + 0.7 for side in shown]
    width = max([8.0, *(0.36 * len(names) + 2.5 for names in columns.values())])
    figure = new_figure(width, sum(heights) + 1.1, title)
    if not shown:
        return figure
    colours, drawn = colours_of(moves), set[str]()
    panels = figure.subplots(len(shown), 1, squeeze=False, height_ratios=heights)[:, 0]
    for axes, (side, entries) in zip(panels, shown.items(), strict=True):
        cells = []
        for one in entries:
            x, y = columns[side].index(one.public), lines[side].index(one.hand)
            cells.append(Cell(x - 0.45, y - 0.42, 0.9, 0.84, one.mix, 1.0 if one.comes else PALE))
            line = ranges.get((side, one.information))
            for low, high in whisker_ends(line) if line else ():
                axes.plot([x - 0.45 + 0.9 * low, x - 0.45 + 0.9 * high], [y, y], **{**WHISKER, "marker": "|"})
        drawn.update(draw_divided(axes, cells, colours))
        _label(axes, lines[side], columns[side])
        axes.set_ylabel(f"private information of {seats[side]}", fontsize=9)
        counts = [
            f"{len(few)} of {len(every)} {name}"
            for name, few, every in (
                ("public states", columns[side], {one.public for one in maps[side]}),
                ("hands", lines[side], {one.hand for one in maps[side]}),
            )
            if len(few) < len(every)
        ]
        heading(
            axes, f"{seats[side]}, by public information" + (f" ({' and '.join(counts)})" if counts else "")
        )
    key = {move: colour for move, colour in colours.items() if move in drawn}
    fit = max(1, int(width / (0.75 * LETTER * (max(map(len, key), default=0) + 6))))
    caption = (legend, WHISKERS if ranges else "", "pale cells: the player's own moves never lead there")
    below = {"loc": "outside lower center", "ncols": min(len(key), fit), "fontsize": 8, "title_fontsize": 8}
    colour_key(figure, key, title="\n".join(filter(None, caption)), **below)
    return figure


def _label(axes: Axes, lines: Sequence[str], columns: Sequence[str]) -> None:
    axes.set(xlim=(-0.5, len(columns) - 0.5), ylim=(len(lines) - 0.5, -0.5))
    names_below(axes, columns)
    axes.set_yticks(range(len(lines)), lines, fontsize=8)
    no_frame(axes)


def _select(entries: Sequence[MapEntry], most: int, hands: int) -> list[MapEntry]:
    """Select the entries of the first public states and first hands, starting with reachable sets."""
    for part, few in ((attrgetter("public"), most), (attrgetter("hand"), hands)):
        order = sorted(entries, key=lambda entry: (not entry.comes, entry.depth))
        kept = set(list(dict.fromkeys(map(part, order)))[: max(few, 1)])
        entries = [entry for entry in entries if part(entry) in kept]
    return list(entries)


def _listed(entries: Sequence[MapEntry], part: str) -> list[str]:
    """Return the hands or the public states, those with the fewest public events first."""
    return list(dict.fromkeys(map(attrgetter(part), sorted(entries, key=attrgetter("depth")))))
