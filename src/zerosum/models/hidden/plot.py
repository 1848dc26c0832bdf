"""Pictures of hidden games: what each player does with what it alone knows, at every public state; and the public tree.

Maps. A player's knowledge has two parts: what only this player learned or did unseen (the *hand*), and what both know
(the *public state*). Hands are the lines of a map, public states its columns; a cell is divided among the moves by
their probabilities. Where the player's own moves never lead, the cell is pale.

Tree. A node is everything that both players have seen so far. A branch is as thick as it is likely, and is labelled
with what happened and its probability. If there are very many nodes, the likeliest ones are opened and the others end
in dots; an end shows what row is paid on average from there on.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated, NamedTuple

from zerosum.core.errors import InputError
from zerosum.core.game import Position
from zerosum.core.sides import SIDES, Side
from zerosum.display.drawing import Cell, colour_key, draw_divided, no_frame
from zerosum.display.questions import WHISKER, WHISKERS, whisker_ends
from zerosum.display.style import COL, GREY, ROW, colours_of, heading, names_below, new_figure
from zerosum.display.table import percent
from zerosum.models.hidden.answer import HiddenSolution
from zerosum.models.hidden.form import Event, History, NamedSet, words
from zerosum.models.hidden.grid import GridCell, charts, draw_grid, draw_legend
from zerosum.models.hidden.report import headline
from zerosum.models.hidden.rules import Choice, Deal, End, amount_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LETTER = 0.11
"""The width of a letter, in inches."""

MAX_PUBLIC, MAX_HANDS = 24, 13
"""How many public states and hands are drawn by default."""

PALE = 0.25
"""The opacity of a cell that is not reached."""

COLOUR = {"row": ROW, "col": COL, "chance": GREY}


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
        return draw_tree(solution, most)
    if solution.game.holding == "hand":
        if whiskers or (most, hands) != (MAX_PUBLIC, MAX_HANDS):
            raise InputError(
                "hold'em hands are always plotted as a complete grid; remove whiskers, most and hands"
            )
        return draw_grids(solution)
    replays = _Replays(solution)
    whole = {side: entries for side in SIDES if (entries := _entries(solution, side, replays))}
    order = {hand: place for place, hand in enumerate(_hands(whole.get("row", [])))}
    if "col" in whole and {entry.hand for entry in whole["col"]} == set(order):  # the same lines in both maps
        whole["col"].sort(key=lambda entry: order[entry.hand])
    maps = {side: _select(entries, most, hands) for side, entries in whole.items()}
    sizes = {side: (len(_hands(entries)), _publics(entries)) for side, entries in maps.items()}
    width = max([8.0, *(0.36 * len(publics) + 2.5 for _, publics in sizes.values())])
    heights = [
        0.34 * lines + LETTER * max(map(len, publics), default=0) * 0.75 + 0.7
        for lines, publics in sizes.values()
    ]
    figure = new_figure(width, sum(heights) + 1.1, headline(solution))
    if not maps:
        return figure
    axes = figure.subplots(len(maps), 1, squeeze=False, height_ratios=heights)[:, 0]
    colours = colours_of(
        [str(move) for side in maps for moves in solution.form.of(side).moves for move in moves]
    )
    drawn = set[str]()
    for axis, (side, entries) in zip(axes, maps.items(), strict=True):
        drawn.update(_draw_map(axis, solution, side, entries, colours))
        if whiskers:
            _draw_whiskers(axis, solution, side, entries)
        parts = {"public states": attrgetter("public"), "hands": attrgetter("hand")}
        counts = {
            name: (len(set(map(part, entries))), len(set(map(part, whole[side]))))
            for name, part in parts.items()
        }
        partial = [f"{few} of {all_} {name}" for name, (few, all_) in counts.items() if few < all_]
        seat = solution.game.seats[side]
        heading(axis, f"{seat}, by public information" + (f" ({' and '.join(partial)})" if partial else ""))
    told = "\n".join(filter(None, [solution.game.legend, WHISKERS if whiskers else ""]))
    _legend(figure, {name: colour for name, colour in colours.items() if name in drawn}, told)
    return figure


def draw_grids(solution: HiddenSolution) -> Figure:
    """Return the 13 × 13 grid of every decision of a hold'em game, with each move's share of all hands there."""
    shown, seats = list(charts(solution)), solution.game.seats
    figure = new_figure(6.4 * len(shown) + 0.4, 7.3, headline(solution))
    panels = figure.subplots(1, len(shown), squeeze=False)[0]
    colours = colours_of(
        [str(move) for side in SIDES for moves in solution.form.of(side).moves for move in moves]
    )
    reached = {(one.side, one.information): float(one.reached or 0) for one in solution.evs}
    for axes, chart in zip(panels, shown, strict=True):
        cells, played = dict[str, GridCell](), dict[str, float]()
        names = solution.form.names[chart.side]
        for name, number in chart.sets.items():
            mix = {str(move): p for move, p in solution.mix_at(chart.side, number).items()}
            cells[name] = GridCell(float(solution.comes_to(chart.side, number)), mix)
            for move, p in mix.items():
                played[move] = played.get(move, 0.0) + reached[chart.side, names[number]] * float(p)
        draw_grid(axes, cells, colours)
        heading(axes, chart.title(seats))
        whole = sum(played.values()) or 1.0
        draw_legend(axes, {move: percent(part / whole) for move, part in played.items()}, colours)
    return figure


class MapEntry(NamedTuple):
    """An information set on the map, by its index."""

    number: int
    hand: str
    public: str
    depth: int
    """The number of events that both players know."""
    comes: bool
    """Whether the player's own moves lead there."""


def _entries(solution: HiddenSolution, side: Side, replays: _Replays) -> list[MapEntry]:
    """Return the information sets of a player; only the requested one if the solution is for one."""
    form, requested = solution.form, solution.position_keys.get("seen")
    sets, me, entries = form.of(side), SIDES.index(side), []
    asked = None if requested is None else set(form.reading(side, str(requested)))
    for i, (key, history) in enumerate(zip(sets.keys, sets.histories, strict=True)):
        if asked is not None and i not in asked:
            continue
        comes = solution.comes_to(side, i)
        if isinstance(key, NamedSet):
            entries.append(MapEntry(i, words(key.name), "", 0, comes))
        else:
            replay = replays[history]
            entries.append(
                MapEntry(i, replay.secrets[me] or "–", replay.public or words(()), replay.depth, comes)
            )
    return entries


class _Replay(NamedTuple):
    """A replayed history: its position, the private information of row and col in words, and the public
    information.
    """

    position: Position
    secrets: tuple[str, str]
    public: str
    depth: int
    """The number of events that both players know."""


class _Replays(dict[int, _Replay]):
    """Histories by index, replayed on first use."""

    def __init__(self, solution: HiddenSolution) -> None:
        self.game, self.form = solution.game, solution.form
        self[0] = _Replay(self.game.start, ("", ""), "", 0)

    def __missing__(self, number: int) -> _Replay:
        before, picked = self.form.last_step(number)
        position, (row, col), public, depth = self[before]
        turn = self.game.turn(position)
        if isinstance(turn, Deal):
            row_hears, col_hears = turn.told
        else:
            assert isinstance(turn, Choice)
            row_hears, col_hears = (
                not turn.hidden or turn.side == "row",
                not turn.hidden or turn.side == "col",
            )
        if row_hears and col_hears:
            public, depth = f"{public}, {picked}" if depth else str(picked), depth + 1
        elif row_hears:
            row = f"{row}, {picked}" if row else str(picked)
        elif col_hears:
            col = f"{col}, {picked}" if col else str(picked)
        found = self[number] = _Replay(self.game.after(position, picked), (row, col), public, depth)
        return found


def _select(entries: list[MapEntry], most: int, hands: int) -> list[MapEntry]:
    """Select the entries of the first public states and first hands, starting with reachable sets."""
    for part, few in ((attrgetter("public"), most), (attrgetter("hand"), hands)):
        order = sorted(entries, key=lambda entry: (not entry.comes, entry.depth))
        kept = set(list(dict.fromkeys(map(part, order)))[: max(few, 1)])
        entries = [entry for entry in entries if part(entry) in kept]
    return entries


def _hands(entries: list[MapEntry]) -> list[str]:
    """Return the hands, ordered by the smallest number of public events with which they occur."""
    return list(dict.fromkeys(entry.hand for entry in sorted(entries, key=lambda entry: entry.depth)))


def _publics(entries: list[MapEntry]) -> list[str]:
    """Return the public states, those with the fewest events first."""
    return list(dict.fromkeys(entry.public for entry in sorted(entries, key=lambda entry: entry.depth)))


def _draw_map(
    axis: Axes, solution: HiddenSolution, side: Side, entries: list[MapEntry], colours: dict[str, str]
) -> list[str]:
    """Draw one player's map; return the moves shown."""
    hands, publics = _hands(entries), _publics(entries)
    cells = []
    for entry in entries:
        x, y = publics.index(entry.public), hands.index(entry.hand)
        mix = {str(move): p for move, p in solution.mix_at(side, entry.number).items()}
        cells.append(Cell(x - 0.45, y - 0.42, 0.9, 0.84, mix, 1.0 if entry.comes else PALE))
    drawn = draw_divided(axis, cells, colours)
    axis.set(xlim=(-0.5, len(publics) - 0.5), ylim=(len(hands) - 0.5, -0.5))
    names_below(axis, publics)
    axis.set_yticks(range(len(hands)), hands, fontsize=8)
    axis.set_ylabel(f"private information of {solution.game.seats[side]}", fontsize=9)
    no_frame(axis)
    return drawn


def _draw_whiskers(axis: Axes, solution: HiddenSolution, side: Side, entries: list[MapEntry]) -> None:
    """Draw lines over the ranges where optimal strategies differ."""
    hands, publics = _hands(entries), _publics(entries)
    found = {line.information: line for line in solution.ranges if line.side == side}
    for entry in entries:
        line = found.get(solution.form.names[side][entry.number])
        left, y = publics.index(entry.public) - 0.45, hands.index(entry.hand)
        for low, high in whisker_ends(line) if line else ():
            axis.plot([left + 0.9 * low, left + 0.9 * high], [y, y], **{**WHISKER, "marker": "|"})


def _legend(figure: Figure, colours: dict[str, str], legend: str) -> None:
    """Draw the moves and their colours below the map."""
    longest = max((len(name) for name in colours), default=0) + 6
    fit = max(1, int(figure.get_figwidth() / (0.75 * LETTER * longest)))
    told = "\n".join(filter(None, (legend, "pale cells are never reached by the player's own moves")))
    below = {"loc": "outside lower center", "ncols": min(len(colours), fit)}
    colour_key(figure, colours, **below, fontsize=8, title=told, title_fontsize=8)


@dataclass
class PublicNode:
    """A public state: its probability, row's payoff there and below, and its successors."""

    chance: float = 0.0
    paid: float = 0.0
    """The payoffs of all ends here and below, each times its probability."""
    ended: float = 0.0
    """The probability that the game ends here."""
    branches: dict[Event, PublicNode] = field(default_factory=dict)
    left_out: int = 0
    """The number of branches that are not drawn."""

    @property
    def lines(self) -> int:
        """The number of lines that the node and its descendants need."""
        below = sum(branch.lines for branch in self.branches.values())
        return max(1, below + bool(self.left_out and self.branches))

    @property
    def depth(self) -> int:
        """The length of the longest path below the node."""
        return 1 + max((branch.depth for branch in self.branches.values()), default=-1)


def public_tree(solution: HiddenSolution) -> PublicNode:
    """Return the public tree: all histories, merged where both players have seen the same."""
    game, root = solution.game, PublicNode()
    stack: list[tuple[Position, float, PublicNode, History, History]] = [(game.start, 1.0, root, (), ())]
    while stack:
        position, weight, node, row, col = stack.pop()
        turn = game.turn(position)
        if isinstance(turn, End):
            node.ended += weight
            node.paid += weight * float(amount_of(turn.payoff, "a payoff"))
            continue
        if isinstance(turn, Choice):
            mine = turn.side == "row"
            known = (row if mine else col) if turn.knows is None else turn.knows
            who, chances = turn.side, dict(solution.mix(turn.side, known))
            informed = (mine or not turn.hidden, not mine or not turn.hidden)
        else:
            who, chances, informed = "chance", dict(turn.outcomes), turn.told  # type: ignore[assignment]
        for picked, p in chances.items():
            if p:
                event: Event = (who, picked)
                after = node.branches.setdefault(event, PublicNode()) if all(informed) else node
                knows = (*row, event) if informed[0] else row, (*col, event) if informed[1] else col
                stack.append((game.after(position, picked), weight * float(p), after, *knows))

    def add_up(node: PublicNode) -> None:
        for branch in node.branches.values():
            add_up(branch)
            node.paid += branch.paid
        node.chance = node.ended + sum(branch.chance for branch in node.branches.values())

    add_up(root)
    return root


def draw_tree(solution: HiddenSolution, most: int) -> Figure:
    """Return the likeliest branches of the public tree."""
    root = public_tree(solution)
    _prune(root, most)
    lines, depth = root.lines, root.depth
    figure = new_figure(max(6.0, 2.2 + 1.5 * depth), max(2.4, 1.4 + 0.36 * lines), headline(solution))
    axis = figure.subplots()
    _draw_node(axis, root, 0, 0.0)
    axis.set(xlim=(-0.1, depth + 0.6), ylim=(lines - 0.4, -0.6))
    axis.set_axis_off()
    row, col = solution.game.seats["row"], solution.game.seats["col"]
    told = f"blue: {row} · orange: {col} · grey: chance; at the leaves: average payoff to {row}"
    axis.text(0, lines - 0.45, told, fontsize=8, va="top")
    return figure


def _prune(root: PublicNode, most: int) -> None:
    """Expand the likeliest nodes, each with all its branches, until there would be more than `most` ends."""
    front, ends = [root], 1
    while front:
        node = max(front, key=lambda node: node.chance)
        front.remove(node)
        if node is not root and ends + len(node.branches) - 1 > most:
            node.left_out, node.branches = len(node.branches), {}
        likeliest = sorted(node.branches, key=lambda event: -node.branches[event].chance)[:most]
        node.left_out += len(node.branches) - len(likeliest)
        node.branches = {event: branch for event, branch in node.branches.items() if event in likeliest}
        ends += max(0, len(node.branches) - 1)
        front += node.branches.values()


def _draw_node(axis: Axes, node: PublicNode, x: int, top: float) -> float:
    """Draw a node and its descendants, starting at a given line; return the node's height."""
    heights, line = [], top
    for branch in node.branches.values():
        heights.append(_draw_node(axis, branch, x + 1, line))
        line += branch.lines
    y = sum(heights) / len(heights) if heights else top
    for height, ((who, picked), branch) in zip(heights, node.branches.items(), strict=True):
        axis.plot(
            [x, x + 0.25, x + 1], [y, height, height], color=COLOUR[who], linewidth=0.8 + 5 * branch.chance,
            solid_capstyle="round", zorder=1,
        )  # fmt: skip
        share = branch.chance / node.chance if node.chance else 0.0
        axis.text(x + 0.3, height - 0.08, f"{picked}  {100 * share:.3g}%", fontsize=8, va="bottom", zorder=3)
    if node.left_out and node.branches:
        axis.text(x + 0.3, line + 0.1, f"… {node.left_out} more", fontsize=8, color="#666666", va="center")
    if not node.branches and node.chance:
        earned = f"{node.paid / node.chance:+.3g}{' …' if node.left_out else ''}"
        axis.text(x + 0.06, y, earned, fontsize=8, va="center", weight="bold")
    axis.plot([x], [y], "o", color="black", markersize=3, zorder=2)
    return y
