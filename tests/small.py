"""Every game of the catalogue at the size that its class calls small."""

from pathlib import Path

from zerosum.core.game import Game
from zerosum.request import Request, load_game, request_of

ROOT = Path(__file__).parents[1]


def small(name: str) -> dict[str, str]:
    """The flags that make a game small, as typed; a file is found from any folder."""
    flags = dict(load_game(name).demo_parameters)
    return flags | {"path": str(ROOT / flags["path"])} if "path" in flags else flags


def small_request(name: str) -> Request:
    """The request for a small game."""
    return request_of(name, small(name))


def small_game(name: str) -> Game:
    """A small game."""
    return small_request(name).game
