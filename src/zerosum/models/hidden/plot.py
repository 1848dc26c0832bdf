"""Pictures of hidden games: what each player does with what it alone knows, at every public state; and the tree.

A player's knowledge has two parts: what only this player was told or did unseen (the *hand*), and what both know (the
*public state*). Hands are the lines of a map, public states its columns; a cell is shared out among the moves
by their probabilities. Where the player's own moves never lead, the cell is pale.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated

from zerosum.core.sides import SIDES, Side
from zerosum.display.style import box, colours_of, heading, new_figure
from zerosum.models.hidden.answer import HiddenSolution
from zerosum.models.hidden.form import Event, NamedSet, read_alike, words
from zerosum.models.hidden.report import headline
from zerosum.models.hidden.rules import Choice, Deal

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LETTER = 0.11
"""The width of a letter, in inches."""

PALE = 0.25
"""How much colour is left to a cell that is not reached."""


@dataclass(frozen=True)
class Place:
    """An information set on the map."""

    index: int
    hand: str
    public: str
    depth: int
    """How many things both know."""


def draw(
    solution: HiddenSolution,
    *,
    tree: Annotated[bool, "the tree of what both players see, instead of the strategies"] = False,
    most: Annotated[int, "how many public states, or branches of the tree, are drawn at most"] = 24,
    hands: Annotated[int, "how many hands, the lines of a map, are drawn at most"] = 13,
) -> Figure:
    """The strategies of both players as maps, or the public tree."""
    if tree:
        from zerosum.models.hidden.plot_tree import draw_tree

        return draw_tree(solution, most)
    whole = {side: places for side in SIDES if (places := _places(solution, side))}
    maps = {side: _shown(solution, side, places, most, hands) for side, places in whole.items()}
    sizes = {side: (len(_hands(places)), _publics(places)) for side, places in maps.items()}
    width = max([8.0, *(0.36 * len(publics) + 2.5 for _, publics in sizes.values())])
    heights = [0.34 * lines + LETTER * _longest(publics) * 0.75 + 0.7 for lines, publics in sizes.values()]
    figure = new_figure(width, sum(heights) + 1.1, headline(solution))
    if not maps:
        return figure
    axes = figure.subplots(len(maps), 1, squeeze=False, height_ratios=heights)[:, 0]
    names = [str(move) for side in maps for moves in solution.form.of(side).moves for move in moves]
    colours = colours_of(names)
    drawn = set[str]()
    for axis, (side, places) in zip(axes, maps.items(), strict=True):
        drawn |= _map(axis, solution, side, places, colours)
        heading(axis, f"{side}, at what both have seen{_left_out(places, whole[side])}")
    _legend(figure, {name: colour for name, colour in colours.items() if name in drawn})
    return figure


def _places(solution: HiddenSolution, side: Side) -> list[Place]:
    """The information sets of a player; only the one that was asked for, if one was."""
    asked = solution.where.get("seen")
    return [
        _place(solution, side, i)
        for i in range(len(solution.form.of(side)))
        if asked is None or read_alike(words(solution.form.seen(side, i)), str(asked))
    ]


def _shown(solution: HiddenSolution, side: Side, places: list[Place], most: int, hands: int) -> list[Place]:
    """The places of the first public states, and of the first hands there; before others, those the player comes to."""
    for part, few in ((attrgetter("public"), most), (attrgetter("hand"), hands)):
        order = sorted(places, key=lambda place: (not solution.comes_to(side, place.index), place.depth))
        kept = list(dict.fromkeys(map(part, order)))[: max(few, 1)]
        places = [place for place in places if part(place) in kept]
    return places


def _left_out(places: list[Place], whole: list[Place]) -> str:
    """How many public states and hands are drawn, and of how many, where some are not."""
    parts = {"public states": _publics, "hands": _hands}
    counts = {name: (len(part(places)), len(part(whole))) for name, part in parts.items()}
    told = [f"{few} of {all_} {name}" for name, (few, all_) in counts.items() if few < all_]
    return f" ({' and '.join(told)})" if told else ""


def _place(solution: HiddenSolution, side: Side, index: int) -> Place:
    """What the player alone knows at a set, and what both know; a named set is all hand."""
    key = solution.form.of(side).keys[index]
    if isinstance(key, NamedSet):
        return Place(index, words(key.name), "", 0)
    secret, public = _parted(solution, side, index)
    return Place(index, words(tuple(secret)) if secret else "–", words(tuple(public)), len(public))


def _parted(solution: HiddenSolution, side: Side, index: int) -> tuple[list[Event], list[Event]]:
    """The events that the player alone knows, and those that both know, along the set's first history."""
    game, me = solution.game, SIDES.index(side)
    secret: list[Event] = []
    public: list[Event] = []
    position = game.start
    for picked in solution.form.history(solution.form.of(side).histories[index]):
        turn = game.turn(position)
        if isinstance(turn, Deal) and turn.told[me]:
            (public if turn.told[1 - me] else secret).append(("chance", picked))
        elif isinstance(turn, Choice) and (turn.side == side or not turn.hidden):
            (secret if turn.hidden else public).append((turn.side, picked))
        position = game.after(position, picked)
    return secret, public


def _hands(places: list[Place]) -> list[str]:
    """The hands, in the order in which they are first met."""
    return list(dict.fromkeys(place.hand for place in sorted(places, key=lambda place: place.depth)))


def _publics(places: list[Place]) -> list[str]:
    """The public states, those of the fewest events first."""
    return list(dict.fromkeys(place.public for place in sorted(places, key=lambda place: place.depth)))


def _longest(texts: list[str]) -> int:
    """The length of the longest text."""
    return max(map(len, texts), default=0)


def _map(
    axis: Axes, solution: HiddenSolution, side: Side, places: list[Place], colours: dict[str, str]
) -> set[str]:
    """One player's map; the moves that are drawn on it."""
    hands, publics = _hands(places), _publics(places)
    drawn: set[str] = set()
    for place in places:
        mix = {str(move): float(p) for move, p in solution.mix_at(side, place.index).items()}
        drawn |= {name for name, p in mix.items() if p}
        pale = not solution.comes_to(side, place.index)
        _cell(axis, publics.index(place.public), hands.index(place.hand), mix, colours, pale)
    axis.set(xlim=(-0.5, len(publics) - 0.5), ylim=(len(hands) - 0.5, -0.5))
    axis.set_xticks(range(len(publics)), publics, rotation=90, fontsize=8)
    axis.set_yticks(range(len(hands)), hands, fontsize=8)
    axis.set_ylabel(f"what only {side} knows", fontsize=9)
    axis.tick_params(length=0)
    for spine in axis.spines.values():
        spine.set_visible(False)
    return drawn


def _cell(axis: Axes, x: int, y: int, mix: dict[str, float], colours: dict[str, str], pale: bool) -> None:
    """A cell shared out among the moves from left to right."""
    left, alpha = x - 0.45, PALE if pale else 1.0
    for move, p in mix.items():
        if p:
            box(axis, left, y - 0.42, 0.9 * p, 0.84, color=colours[move], alpha=alpha, linewidth=0)
        left += 0.9 * p


def _legend(figure: Figure, colours: dict[str, str]) -> None:
    """The moves and their colours, below."""
    from matplotlib.patches import Patch

    handles = [Patch(color=colour, label=name) for name, colour in colours.items()]
    longest = max((len(name) for name in colours), default=0) + 6
    fit = max(1, int(figure.get_figwidth() / (0.75 * LETTER * longest)))
    figure.legend(
        handles=handles, loc="outside lower center", ncols=min(len(handles), fit), fontsize=8, frameon=False,
        title="a pale cell is one to which the player's own moves never lead", title_fontsize=8,
    )  # fmt: skip
