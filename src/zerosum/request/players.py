"""Conversion of typed text to a player, for all front ends."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from zerosum.arena import BEST_RESPONSE, Mixture, Observation, Player, UserFunction
from zerosum.arena.players import Function, Stepwise, ask
from zerosum.arena.strategies import Missing
from zerosum.core.errors import InputError, unknown_name_error
from zerosum.core.numbers import as_fraction
from zerosum.core.reading import STRATEGY_FILES
from zerosum.request.loading import load_function, looks_like_a_file

if TYPE_CHECKING:
    from zerosum.arena import Arena

LOCK = "lock("
"""Prefix of a player that follows the solution with locks."""
ALIASES = {"random": "uniform"}


def read_player(
    text: str,
    roster: Mapping[str, Player],
    arena: Arena[Any, Any] | None = None,
    missing: Missing = None,
) -> Player:
    """Return the player with a given name: "lowest", a mixture "1/2*uniform+1/2*lowest", or "mine.py:choose".

    In an arena, "lock(K, check: bet 1/2)" plays the solution of the game with that decision locked; semicolons
    separate several locks. There "bot.csv" plays the strategy in a file (`zerosum.strategies`), and `missing` says
    what it does at decisions missing from the file. Your own function gets an `Observation`, the information that
    its side may see, and returns a move or a mix. If hands are numbers, "bet<1/9,fold<2/3,bet" bets below 1/9,
    folds from there to 2/3, and bets again from there on.
    """
    if text.strip().startswith(LOCK) and text.strip().endswith(")") and arena is not None:
        return _locked(text.strip(), arena)
    if "<" in text:
        return _by_thresholds(text)
    if "*" in text:
        parts = tuple(_weighted(part, roster, arena, missing) for part in text.split("+"))
        return Mixture(parts, text)
    if arena is not None and text.strip().lower().endswith(STRATEGY_FILES):
        from zerosum.strategies import player_from

        return player_from(text.strip(), arena, missing)
    if looks_like_a_file(text):
        return UserFunction(text, load_function(text))
    typed = text.strip().lower()
    name = ALIASES.get(typed, typed)
    named = {**roster, BEST_RESPONSE.name: BEST_RESPONSE}
    known = {own.lower(): player for own, player in named.items()}
    if name not in known:
        raise unknown_name_error("player", name, dict.fromkeys(named), cutoff=0.8)
    return known[name]


def _locked(text: str, arena: Arena[Any, Any]) -> Player:
    """Return the locked solution as a player; it follows the game's solution at decisions that the locks make
    unreachable.
    """
    from zerosum.request.questions import read_locks

    lines = text[len(LOCK) : -1].replace(";", "\n")
    locks = read_locks(lines, arena.game.seats, names_files=False)
    solution = arena.game.family.locked(arena.game, locks, progress=arena.progress)
    mixes = {
        (one.side, one.information): {move: answer.probability for move, answer in one.moves.items()}
        for one in solution.decisions
    }
    return Function(
        text,
        lambda seen: mixes.get((seen.side, str(seen.position))) or ask(arena.equilibrium, seen),
    )


def _by_thresholds(text: str) -> Player:
    """Return the actions below each threshold, and the action above the last."""
    *below, last = text.split(",")
    actions, cuts = [], []
    for part in below:
        action, _, cut = part.partition("<")
        actions.append(action.strip())
        cuts.append(as_fraction(cut))
    if "<" in last or cuts != sorted(cuts) or cuts[0] < 0:
        raise InputError(
            f"thresholds must increase and end with a final action, for example bet<1/9,fold<2/3,bet; got {text}"
        )
    actions.append(last.strip())
    inside = sorted({cut for cut in cuts if 0 < cut < 1})
    ends = (Fraction(0), *inside, Fraction(1))
    return Stepwise(text, lambda seen: actions[bisect_right(cuts, _hand(seen, text))], ends=ends)


def _hand(seen: Observation, text: str) -> Fraction:
    """Return the hand as a number: the hand in betting games; in games with two phases, the number in the first and
    the score in the second.
    """
    hand = getattr(seen.position, "strength", getattr(seen.position, "hand", None))
    if not isinstance(hand, Fraction):
        raise InputError(f"thresholds need numeric hands, which this game does not have: {text}")
    return hand


def _weighted(
    part: str, roster: Mapping[str, Player], arena: Arena[Any, Any] | None, missing: Missing
) -> tuple[Fraction, Player]:
    typed, _, name = part.partition("*")
    try:
        weight = Fraction(typed.strip())
    except (ValueError, ZeroDivisionError):
        raise InputError(f"write a mixture as 1/2*uniform+1/2*lowest; {part!r} has no weight") from None
    if weight <= 0:
        raise InputError(f"the weights of a mixture must be positive, not {typed.strip()}")
    player = read_player(name.strip(), roster, arena, missing)
    if player is BEST_RESPONSE:
        raise InputError("a mixture cannot contain a best response, which needs one fixed opponent")
    return weight, player
