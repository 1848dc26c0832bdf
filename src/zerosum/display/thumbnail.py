"""A small picture of a solution for a list of games: no text, colours for light and dark, made of its views alone."""

from __future__ import annotations

from collections.abc import Sequence

from zerosum.core.data import Json

__all__ = ["thumbnail"]

WIDTH, HEIGHT, EDGE = 320, 150, 14
MOST = 24
"""Largest number of bars."""
STYLE = (
    "<style>svg{color-scheme:light dark}.g{fill:#f0ece3}.c0{fill:#8ecbf0}.c1{fill:#f2b270}.c2{fill:#8fcf9f}"
    ".c3{fill:#c7a9e8}.c4{fill:#e89aa2}.c5{fill:#cfc07a}@media (prefers-color-scheme:dark){.g{fill:#2a3641}"
    ".c0{fill:#5b9fc7}.c1{fill:#c98a45}.c2{fill:#5fa273}.c3{fill:#957ab5}.c4{fill:#b56a72}.c5{fill:#9a8f52}}</style>"
)
"""Both themes; a picture that is shown by itself follows the reader's system."""


def thumbnail(views: Sequence[Json]) -> str:
    """The first view that can be drawn small, as SVG; where there is none, an even pattern."""
    for view in views:
        if view["kind"] == "decisions" and view["decisions"]:
            return _svg(_strip(view["decisions"][0]["hands"]))
        if view["kind"] == "mix" and max(len(player["moves"]) for player in view["players"]) > 1:
            return _svg(_bars(view["players"]))
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
