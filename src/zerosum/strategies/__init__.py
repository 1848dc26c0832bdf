"""Import and export of strategies: make a player from a file or an object, and write strategy files.

    bot.csv  bot.json         a table: side, information set, move, probability
    bot.solution.json         a saved solution
    bot.openspiel.json        a tabular policy of OpenSpiel, by its information states (or .openspiel.csv)
    bot.ne                    a behaviour profile of Gambit, as its tools print it
    bot.txt                   ranges, one for each move at each decision of a river

The content determines the format of a file; only `.txt`, `.ne` and `.csv` are recognised by name. No code in a file
is run, the size of files is limited, and their content is checked against the rules of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zerosum.arena.players import Player, UserFunction, ask
from zerosum.arena.strategies import Missing, StrategyTable, player_of, table_of
from zerosum.core.errors import InputError, TooLargeError, Unavailable, ZerosumError
from zerosum.core.foreign import Foreign
from zerosum.core.game import Game
from zerosum.core.sides import SIDES, Side
from zerosum.core.solution import Solution
from zerosum.display.table import Table
from zerosum.models.family import arena_for
from zerosum.strategies.files import (
    FORMS,
    ReadStrategy,
    csv_text,
    dump_csv,
    dump_text,
    form_of,
    json_text,
    named_here,
    read_file,
    rows_of_columns,
)

if TYPE_CHECKING:
    from zerosum.arena import Arena

__all__ = ["FORMS", "player_from", "read_strategy", "write_player", "write_strategy"]


def read_strategy(
    source: object, game: Game | str, /, *, missing: Missing = None, **parameters: object
) -> Player:
    """Return the player that a file or an object describes, checked against the rules of a game.

    Parameters
    ----------
    source
        The name of a file; a table of `solution.table()` or a data frame with its columns; a mapping such as
        `{"row": {"J": {"bet": "1/3", "check": "2/3"}}}`; a solution; or a policy of OpenSpiel.
    game
        The game, or its name.
    missing
        "uniform": at decisions missing from the strategy, all moves are equally likely; otherwise a missing
        decision is an error.
    parameters
        The parameters of the game, if it is given by name.

    Returns
    -------
    Player
        A player for matches, locks, games and `zerosum.exploit`.

    Examples
    --------
    >>> jack = {"col": {"J, check": {"bet": "1/2", "check": "1/2"}}}
    >>> bot = zerosum.read_strategy(jack, "kuhn", missing="uniform")
    >>> zerosum.match("kuhn", "equilibrium", bot).mean
    Fraction(1, 6)
    """
    from zerosum.request import load_game

    made = load_game(game)(**parameters) if isinstance(game, str) else game
    return player_from(source, arena_for(made), missing)


def player_from(source: object, arena: Arena[Any, Any], missing: Missing = None, name: str = "") -> Player:
    """Return the player that a file or an object describes, in an arena."""
    if isinstance(source, str | Path):
        found = read_file(Path(source), arena)
        if isinstance(found, Solution):
            return _of_file(found, arena, Path(source).name)
        return player_of(arena, _checked(found, arena), name or str(source), missing)
    if isinstance(source, Solution):
        return _of_solution(source, arena, name or "a solution")
    if hasattr(source, "action_probabilities"):
        from zerosum.interop import openspiel

        called = name or "a policy of OpenSpiel"
        return player_of(arena, openspiel.read_policy(arena, source, called), called, missing)
    if hasattr(source, "mix"):
        return source  # type: ignore[return-value]  # a player of the user's own
    if isinstance(source, Mapping):
        found = ReadStrategy(named_here(source, "the mapping"))
    elif isinstance(source, Table):
        found = ReadStrategy(rows_of_columns(source.columns, source.rows, "the table"))
    elif hasattr(source, "columns"):
        found = ReadStrategy(_of_frame(source))
    elif callable(source):
        return UserFunction(getattr(source, "__name__", "a function"), source)
    else:
        raise InputError(
            "a strategy is a file, a table, a mapping, a solution, a policy of OpenSpiel, a player or a function, "
            f"not {type(source).__name__}"
        )
    return player_of(arena, _checked(found, arena), name or "a table", missing)


def write_strategy(
    strategy: object, file: str | Path, /, game: Game | str | None = None, **parameters: object
) -> None:
    """Write a strategy to a file; the file's ending determines the format.

    Parameters
    ----------
    strategy
        A solution; or, with its game, anything that `read_strategy` takes, such as a best response.
    file
        The file: `.csv` or `.json` for a table, `.solution.json` for the whole solution, `.openspiel.json` or
        `.openspiel.csv` for a policy of OpenSpiel, `.ne` for a behaviour profile of Gambit, `.txt` for ranges.
    game
        The game, or its name, unless the strategy is a solution.
    parameters
        The parameters of the game, if it is given by name.

    Examples
    --------
    >>> zerosum.write_strategy(zerosum.solve("kuhn"), "kuhn.csv")
    >>> print(zerosum.exploit("kuhn", "kuhn.csv").exploitability)
    0
    """
    from zerosum.request import load_game

    if isinstance(strategy, Solution) and game is None:
        arena = arena_for(strategy.game, lambda: strategy)
        write_player(arena, arena.equilibrium, Path(file), strategy)
        return
    if game is None:
        raise InputError("give the game of the strategy, for example write_strategy(player, file, game)")
    made = load_game(game)(**parameters) if isinstance(game, str) else game
    arena = arena_for(made)
    write_player(arena, player_from(strategy, arena), Path(file))


def write_player(
    arena: Arena[Any, Any], player: Player, file: Path, solution: Solution | None = None
) -> None:
    """Write a player's strategy to a file."""
    from zerosum.store import write_atomically

    form = form_of(file)
    if form == "solution":
        if solution is None:
            raise InputError(
                "only a solution can be saved whole; write the strategy as a table (.csv or .json)"
            )
        solution.save(file)
        return
    sides: tuple[Side, ...] = getattr(player, "sides", SIDES)
    if form.startswith("openspiel"):
        from zerosum.interop import openspiel

        dump = openspiel.to_dump(arena, player, sides)
        text = dump_csv(dump) if form.endswith("csv") else dump_text(dump)
    elif form == "profile":
        from zerosum.interop.gambit import to_profile

        if len(sides) < len(SIDES):
            raise InputError("a behaviour profile of Gambit has both sides; write the strategy as a table")
        text = to_profile(arena, player)
    elif form == "ranges":
        text = arena.ranges_of(player)
    else:
        rows = table_of(arena, player, sides)
        text = csv_text(rows) if form == "csv" else json_text(arena.game, rows)
    write_atomically(file, [text.encode("utf-8")])


def _of_file(solution: Solution, arena: Arena[Any, Any], name: str) -> Player:
    """Return the player that follows a solution from a file; some of its mixes may be invalid."""
    from zerosum.certificates.check import MALFORMED

    try:
        player = _of_solution(solution, arena, name)
        for side in arena.sides:
            with suppress(TooLargeError, Unavailable):  # too many decisions, or hands from an interval
                for _, seen in arena.decisions(side):
                    if len(seen.moves) > 1:  # solutions omit forced moves, such as waiting for the deal
                        ask(player, seen)
        with suppress(TooLargeError, Unavailable):
            table_of(arena, player)
    except ZerosumError:
        raise
    except MALFORMED as error:
        raise InputError(f"the solution in {name} does not fit the rules of its game") from error
    return player


def _of_solution(solution: Solution, arena: Arena[Any, Any], name: str) -> Player:
    """Return the player that follows a saved solution of the same game."""
    game = arena.game
    from zerosum.certificates.certify import written

    if type(solution.game) is not type(game) or written(solution.game) != written(game):
        raise InputError(
            f"{name} is a solution of {solution.game.title}, not of {game.title}; use the same parameters"
        )
    if arena.__dict__.get("solution") is solution:
        return arena.equilibrium
    return replace(arena, solve=lambda _: solution).equilibrium


def _checked(found: ReadStrategy, arena: Arena[Any, Any]) -> StrategyTable:
    """Return the table of a file, with its sides under their names here; raise an error if it is for another game."""
    if found.game and found.game != arena.game.slug:
        raise InputError(f"the strategy is of the game {found.game}, not of {arena.game.slug}")
    seats: dict[str, Side] = {arena.game.seats[side].lower(): side for side in SIDES}
    seats |= {"row": "row", "col": "col"}
    table: dict[tuple[Side, str], Mapping[str, Any]] = {}
    for (who, information), mix in found.table.items():
        side = seats.get(who.strip().lower())
        if side is None:
            named = " or ".join(arena.game.seats.values())
            raise InputError(f"a side must be row or col (here also {named}), not {who!r:.40}")
        if (side, information) in table:
            raise InputError(f"{side} at {information!r:.60} occurs twice in the table")
        table[side, information] = mix
    return table


def _of_frame(frame: Foreign) -> Any:
    """Return the rows of a pandas or polars data frame."""
    columns = [str(column) for column in frame.columns]
    rows = zip(*(list(frame[column]) for column in columns), strict=True)
    return rows_of_columns(columns, list(rows), "the data frame")
