"""Cover pictures of games: the objects on a felt, and its colour. templates/pieces.html draws the objects."""

from __future__ import annotations

from typing import NamedTuple


class Cover(NamedTuple):
    """The objects in a game's picture."""

    felt: str
    """The felt's colour, which names the family."""
    pieces: tuple[tuple[str, ...], ...]
    """The objects from left to right: the name of a macro in templates/pieces.html, and its arguments."""


def _cover(felt: str, pieces: str) -> Cover:
    return Cover(felt, tuple(tuple(one.split()) for one in pieces.split(", ")))


COVERS = {
    "jujitsu": _cover("blue", "card 2 s, card 8 s prize, card 5 s"),
    "goofspiel": _cover("blue", "card 4 s, card 6 d prize, card 5 c"),
    "blind-goofspiel": _cover("blue", "back, card 6 d prize, back"),
    "matches": _cover("slate", "heap 7 2"),
    "le-her": _cover("green", "card 7 s, back, card 8 d"),
    "red-dog": _cover("green", "card 9 h, card 4 d, card K s, card 7 c, back"),
    "red-dog-pot": _cover("green", "card 3 c, card J h, back, chips 4 gold"),
    "blackjack": _cover("green", "card A s, card K h, pill 21"),
    "seven-and-a-half": _cover("green", "card 7 d, card K c, pill 7½"),
    "nakai": _cover("blue", "card H s, target 0.6, card M c"),
    "gleason": _cover("slate", "ring +1 +2 −3"),
    "relance": _cover("green", "gauge 0.82"),
    "two-bets": _cover("green", "chips 2 blue, gauge 0.66, chips 5 red"),
    "raise": _cover("green", "chips 3 red, chips 6 blue"),
    "bets": _cover("green", "chips 1 red, chips 2 blue, chips 4 black, chips 6 gold"),
    "raises": _cover("green", "chips 2 red, chips 4 blue, chips 6 black"),
    "kuhn": _cover("green", "card J s, card Q s, card K s"),
    "von-neumann": _cover("green", "gauge 0.15, chips 3 blue, gauge 0.85"),
    "newman": _cover("green", "chips 1 blue, chips 3 red, chips 6 gold, gauge 0.9"),
    "endgame": _cover("green", "back, chips 4 red, pill ?"),
    "toy-river": _cover("green", "card A s, card K s, card Q s, pill Pot"),
    "leduc": _cover("green", "card Q h, card K s flat, back"),
    "river": _cover("green", "card K s flat, card J s flat, card 7 d flat, card 5 c flat, card 2 h flat"),
    "turn": _cover("green", "card Q d flat, card 8 h flat, card 7 c flat, card 3 s flat, spot"),
    "push-fold": _cover("green", "card A s, card 7 d, chips 10 black"),
    "rhode-island": _cover("green", "card A h, card T h flat, card 9 h flat"),
    "liars-dice": _cover("wine", "cup, die 5, die 6 wild"),
    "phases": _cover("green", "card 2 s, chips 2 red, card 3 h, chips 3 blue"),
    "sealed-bets": _cover("green", "back, chips 3 red, chips 3 blue, back"),
    "two-phase-relance": _cover("green", "gauge 0.45, gauge 0.8"),
    "two-phase-raise": _cover("green", "gauge 0.3, chips 4 red, gauge 0.7"),
    "free-dealer": _cover("green", "card T c, card 6 h, pill 16, back"),
    "blackjack-for-two": _cover("green", "card 9 s, card 8 d, back, back"),
    "seven-and-a-half-for-two": _cover("green", "card 5 c, pill ½, back"),
    "pennies": _cover("plum", "coin H, coin T"),
    "rps": _cover("plum", "sign rock, sign paper, sign scissors"),
    "morra": _cover("plum", "fingers 2, fingers 3"),
    "blotto": _cover("slate", "posts 3 1 2"),
    "battlefields": _cover("slate", "posts 5 0 4"),
    "oshi-zumo": _cover("slate", "track 7 4"),
    "silent-duel": _cover("slate", "duel silent"),
    "noisy-duel": _cover("slate", "duel noisy"),
    "mixed-duel": _cover("slate", "duel silent, pill ?"),
    "inspection": _cover("slate", "days 5 3"),
    "pursuit": _cover("slate", "graph"),
    "princess": _cover("slate", "track 7 2, pill ?"),
    "purgatory": _cover("wine", "track 7 1, pill ½"),
    "hidden": _cover("plum", "tree hidden"),
    "betting": _cover("green", "tree betting"),
    "dealt-betting": _cover("green", "card T s flat, tree betting, back"),
    "stochastic": _cover("plum", "payoffs 3 −1 0 2, payoffs −2 1 4 0"),
}
"""The picture of each game of the catalogue."""
EXERCISES = {
    "saddle": ("Find the saddle point of a table.", _cover("slate", "payoffs 2 4 1 3, target 2")),
    "dominance": (
        "Eliminate dominated moves, then solve what is left.",
        _cover("plum", "payoffs 3 1 2 0, payoffs 1 −2 0 −1"),
    ),
    "2x2": ("Use the formula or oddments.", _cover("plum", "payoffs 3 −1 0 2")),
    "2xn": ("Draw the lines and find the best point of their envelope.", _cover("blue", "lines")),
    "mixed": (
        "Three moves each, all with positive probability.",
        _cover("plum", "sign scissors, sign paper"),
    ),
    "subtraction": ("Take matches and work backwards.", _cover("slate", "heap 4 2")),
    "bluffing": (
        "One card, one bet: find the bluffing and calling frequencies.",
        _cover("green", "card J s, chips 2 red"),
    ),
    "own": ("Enter payoffs, and watch them worked out step by step.", _cover("slate", "payoffs ? ? ? ?")),
}
"""The subject of each kind of exercise, with its picture; the last one is a table entered by a visitor."""
LESSON_COVERS = {
    "several": _cover("green", "card A s, card K s, card Q s"),
    "proof": _cover("slate", "lines"),
}
"""The pictures of lessons that do not use their game's picture."""
OTHER = _cover("slate", "payoffs 1 −1 −1 1")
"""The picture of a game without its own picture."""


def cover(name: str) -> Cover:
    """Return the picture of a game."""
    return COVERS.get(name, OTHER)
