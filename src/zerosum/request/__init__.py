"""Requests from any front end: all text is converted here to a game, options, a position and players."""

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
