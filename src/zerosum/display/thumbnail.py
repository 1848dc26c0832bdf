"""A small picture of a solution for a list of games: no text, colours for light and dark, made of its views alone."""

from __future__ import annotations

from collections.abc import Sequence

from zerosum.core.data import Json

WIDTH, HEIGHT, EDGE = 320, 150, 14
MOST = 24
"""Largest number of bars."""
FAINT = 0.02
"""A cell of a chart with less colour is left out."""
LIGHT = ("#8ecbf0", "#f2b270", "#8fcf9f", "#c7a9e8", "#e89aa2", "#cfc07a")
DARK = ("#5b9fc7", "#c98a45", "#5fa273", "#957ab5", "#b56a72", "#9a8f52")


def _colours(colours: Sequence[str], ground: str) -> str:
    """Fills c0, c1, …, lines l0, l1, …, and the ground g."""
    each = "".join(f".c{k}{{fill:{one}}}.l{k}{{stroke:{one}}}" for k, one in enumerate(colours))
    return f".g{{fill:{ground}}}{each}"


STYLE = (
    "<style>svg{color-scheme:light dark}polyline{fill:none;stroke-width:4}"
    f"{_colours(LIGHT, '#f0ece3')}@media (prefers-color-scheme:dark){{{_colours(DARK, '#2a3641')}}}</style>"
)
"""Both themes; a picture that is shown by itself follows the reader's system."""


def thumbnail(views: Sequence[Json]) -> str:
    """The first view that can be drawn small, as SVG; where there is none, an even pattern."""
    for view in views:
        if view["kind"] == "decisions" and view["decisions"]:
            return _svg(_strip(view["decisions"][0]["hands"]))
        if view["kind"] == "mix" and max(len(player["moves"]) for player in view["players"]) > 1:
            return _svg(_bars(view["players"]))
        if view["kind"] == "curves":
            return _svg(_panel(view["choices"][0]["panels"][0], view["axis"]))
        if view["kind"] == "chart":
            return _svg(_chart(view["tables"][0]["rows"]))
        if view["kind"] == "heaps":
            return _svg(_heaps(view["rows"]))
    return _svg([_rect(EDGE + 75 * k, 40, 60, 70, f"c{k}") for k in range(4)])


def _svg(parts: Sequence[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">'
    return f"{head}{STYLE}{''.join(parts)}</svg>"


def _rect(x: float, y: float, width: float, height: float, colour: str) -> str:
    return (
        f'<rect class="{colour}" x="{x:.1f}" y="{y:.1f}" width="{max(width, 0.5):.1f}" height="{max(height, 0):.1f}" '
        'rx="2"/>'
    )


def _strip(hands: Sequence[Json]) -> list[str]:
    """Hands as columns, each filled by its moves."""
    names = list(dict.fromkeys(move["name"] for hand in hands for move in hand["moves"]))
    total = sum(hand["weight"] for hand in hands) or 1.0
    parts, left = [], float(EDGE)
    for hand in hands:
        width, top = (WIDTH - 2 * EDGE) * hand["weight"] / total, float(HEIGHT - EDGE)
        for move in sorted(hand["moves"], key=lambda move: names.index(move["name"])):
            height = (HEIGHT - 2 * EDGE) * move["p"]
            top -= height
            parts.append(_rect(left + 1, top, width - 2, height, f"c{names.index(move['name']) % 6}"))
        left += width
    return parts


def _bars(players: Sequence[Json]) -> list[str]:
    """A column for each move, row's upwards and col's downwards from the middle."""
    parts = []
    for k, player in enumerate(players[:2]):
        moves = player["moves"][:MOST]
        most = max((move["p"] for move in moves), default=1.0) or 1.0
        width = (WIDTH - 2 * EDGE) / max(1, len(moves))
        room = HEIGHT - 2 * EDGE if len(players) == 1 else (HEIGHT - 2 * EDGE - 6) / 2
        base = EDGE + room if k == 0 else HEIGHT - EDGE - room
        for j, move in enumerate(moves):
            height = room * move["p"] / most
            parts.append(_rect(EDGE + j * width + 2, base - room if k == 0 else base, width - 4, room, "g"))
            parts.append(
                _rect(EDGE + j * width + 2, base - height if k == 0 else base, width - 4, height, f"c{k}")
            )
    return parts


def _panel(panel: Json, axis: Json) -> list[str]:
    """The lines of a panel."""
    parts = [_rect(EDGE, EDGE, WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE, "g")]
    span, width = (panel["high"] - panel["low"]) or 1.0, (axis["high"] - axis["low"]) or 1.0
    for line in panel["lines"]:
        places = [
            (
                EDGE + (WIDTH - 2 * EDGE) * (x - axis["low"]) / width,
                HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * min(1.0, max(0.0, (y - panel["low"]) / span)),
            )
            for x, y in line["points"]
        ]
        points = " ".join(f"{x:.0f},{y:.0f}" for x, y in places)
        parts.append(f'<polyline class="l{line["hue"] % 6}" points="{points}"/>')
    return parts


def _chart(rows: Sequence[Json]) -> list[str]:
    """The cells of a chart, in two colours."""
    tall, wide = (HEIGHT - 2 * EDGE) / len(rows), (WIDTH - 2 * EDGE) / len(rows[0]["cells"])
    return [
        _rect(EDGE + j * wide, EDGE + i * tall, wide - 1, tall - 1, "c0" if cell["heat"] > 0 else "c1")
        for i, row in enumerate(rows)
        for j, cell in enumerate(row["cells"])
        if cell and abs(cell["heat"]) > FAINT
    ]


def _heaps(rows: Sequence[Sequence[Json]]) -> list[str]:
    """Who wins at each number, in lines; or the map of two heaps."""
    lines = list(rows) if len(rows) > 1 else [rows[0][k : k + 8] for k in range(0, min(len(rows[0]), 32), 8)]
    tall, wide = (HEIGHT - 2 * EDGE) / len(lines), (WIDTH - 2 * EDGE) / len(lines[0])
    return [
        _rect(EDGE + j * wide + 1, EDGE + i * tall + 1, wide - 2, tall - 2, "c0" if cell["wins"] else "c1")
        for i, line in enumerate(lines)
        for j, cell in enumerate(line)
    ]
