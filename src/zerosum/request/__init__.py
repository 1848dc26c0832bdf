"""What a person asks for, in whatever front end: text becomes a game, options, a position and players here, once."""

from zerosum.request.flags import REQUIRED, Flag, Options, flags_of_function
from zerosum.request.request import Request, flag_groups, load_game, request_for, request_of

__all__ = [
    "REQUIRED",
    "Flag",
    "Options",
    "Request",
    "flag_groups",
    "flags_of_function",
    "load_game",
    "request_for",
    "request_of",
]
