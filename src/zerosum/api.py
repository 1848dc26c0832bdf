"""The public surface: what a program asks for, in one call each.

    >>> import zerosum
    >>> solution = zerosum.solve("kuhn", cards=3)
    >>> print(solution.value)
    -0.0555555… = -1/18
    >>> zerosum.verify(solution).holds
    True

A game is meant by its name and parameters, by an object, or by a matrix of payoffs to row.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zerosum import games
from zerosum.core.arrays import Array
from zerosum.core.data import DataMap, Json
from zerosum.core.errors import InputError, unknown
from zerosum.core.game import Game, Move
from zerosum.core.sides import SIDES, Side, other
from zerosum.core.solution import Solution
from zerosum.core.verdict import Verdict
from zerosum.models.family import arena_for, family_of, workers_at
from zerosum.request.flags import flags_of_function, flags_of_game
from zerosum.request.players import read_player

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from zerosum.arena import Arena, Match, Observation, Player, Session
    from zerosum.formulas.answer import Formula
    from zerosum.formulas.number import AlgebraicValue
    from zerosum.formulas.regions import FormulaMap

__all__ = ["exact_value", "formula", "formula_map", "load", "match", "play", "plot", "solve", "verify"]

Choose = Callable[["Observation"], Move]
"""A person's own player: from what its side sees to a move, or to a mix of moves."""


def load(name: str) -> type[Game]:
    """The class of a game: one of the catalogue, or your own as "file.py:Class".

    Parameters
    ----------
    name
        The game's name, or a file and the class in it.

    Returns
    -------
    type
        The class, whose fields are the game's parameters.

    Examples
    --------
    >>> zerosum.load("goofspiel")(cards=6).title
    'Goofspiel · 6 cards each · ties discarded'
    """
    from zerosum.request import load_game

    return load_game(name)


def solve(
    game: Game | str | Sequence[Sequence[object]] | Array, /, *, locks: object = None, **options: object
) -> Solution:
    """Solve a game: its value with bounds, and both players' optimal strategies.

    Parameters
    ----------
    game
        A game; the name of one of the catalogue, whose parameters are then keywords; or a matrix of payoffs to the row
        player, as lists or an array.
    locks
        Decisions that are fixed, so that only the rest is solved: by what a player knows, moves and their
        probabilities, as `{"K, check": {"bet": "1/2"}}`, or texts such as "K, check: bet 1/2".
    options
        The game's parameters, where it is named, and options of its solver, such as `exact=True`.

    Returns
    -------
    Solution
        Value, strategies, and how they were found.

    Examples
    --------
    >>> zerosum.solve([[1, -1], [-1, 1]]).row
    {1: 0.5, 2: 0.5}
    >>> zerosum.solve("jujitsu", cards=4).value.gap < 1e-9
    True

    If B never bluffs with a jack after a check, the game is worth 1/18 to A instead of -1/18.

    >>> print(zerosum.solve("kuhn", locks={"J, check": {"bet": 0}}).value)
    0.0555555… = 1/18
    """
    made, rest = _game(game, options)
    if not isinstance(made, Game):
        if not hasattr(made, "__len__"):
            raise InputError(f"solve takes a game, the name of one, or a matrix of payoffs, not {made!r:.40}")
        from zerosum.matrix.value import as_fractions
        from zerosum.models.matrix_game.rules import MatrixGame

        if strange := set(rest) - {"exact", "every", "entropy"}:
            raise InputError(
                f"a matrix takes only the options exact, every and entropy, not {', '.join(sorted(strange))}"
            )
        made = MatrixGame.of(as_fractions(made))
    family = family_of(type(made))
    solver = family.solve
    try:
        if locks is not None:
            from zerosum.core.progress import silent
            from zerosum.request.questions import read_locks

            return family.locked(made, read_locks(locks, made.seats), progress=silent, **rest)
        found: Solution = solver(made, **rest)
    except TypeError as error:
        wrong = next((name for name in rest if f"argument '{name}'" in str(error)), None)
        if wrong is None:
            raise
        flags = [*flags_of_game(type(made)), *flags_of_function(solver)]
        raise unknown("parameter", wrong, [flag.name for flag in flags]) from error
    return found


def formula(
    game: str | type[Game] | Sequence[Sequence[object]], /, *, pieces: int = 1000, **parameters: object
) -> Formula:
    """The value of a game as a formula in one of its parameters, piece by piece, with both strategies.

    Parameters
    ----------
    game
        The name of a game of the catalogue, a class of games, or a matrix whose entries have a letter in them.
    pieces
        Maximum number of pieces.
    parameters
        The game's parameters. One of them stays a variable: a letter ("b") for every value at which the game is
        defined, or a range ("0..4" or (0, 4)).

    Returns
    -------
    Formula
        `f(t)` is the value at t, exactly; `f.pieces` and `f.breaks` are its pieces and break points.

    Examples
    --------
    >>> f = zerosum.formula("kuhn", bet="b")
    >>> [str(piece.value) for piece in f.pieces]
    ['-b^2/(6(b + 2))', 'b(b - 2)/(6(b + 2))', '0']
    >>> f("22/5"), f("1/2")
    (Fraction(0, 1), Fraction(-1, 60))
    >>> print(zerosum.formula([["x", 1], [0, "x^2"]], x=(0, 3)).pieces[0].value)
    x
    """
    from zerosum.request.formula import lines_of, matrix_line

    if (isinstance(game, str) and ";" not in game) or isinstance(game, type):
        kind = load(game) if isinstance(game, str) else game
        line = lines_of(kind, parameters).line()
    else:
        line = matrix_line(game, parameters)
    made = line.make(line.points(4)[1])
    found: Formula = family_of(type(made)).formula(line, pieces=pieces)
    return found


def formula_map(game: str | type[Game], /, *, pieces: int = 1000, **parameters: object) -> FormulaMap:
    """The value of a game as a formula in two of its parameters: regions of the plane, each with its formula.

    Parameters
    ----------
    game
        The name of a game of the catalogue, or a class of games; hidden games and betting games have maps.
    pieces
        Maximum number of bases.
    parameters
        The game's parameters. Two of them stay variables: letters ("b"), or ranges ("0..4" or (0, 4)).

    Returns
    -------
    FormulaMap
        `m(x, y)` is the value at a point, exactly; `m.formulas`, `m.curves` and `m.bands` describe the map.

    Examples
    --------
    >>> drawn = zerosum.formula_map("raise", bet="b", more="m")
    >>> drawn.formulas[0].text(drawn.letters)[-36:]
    ')/((m + b + 1)(m + 4b + 4)(b + 2)^2)'
    >>> drawn(1, 1), zerosum.formula("raise", bet="b")(1)
    (Fraction(-43, 243), Fraction(-43, 243))
    """
    from zerosum.request.formula import lines_of

    return lines_of(load(game) if isinstance(game, str) else game, parameters).map(pieces)


def exact_value(game: Game, /) -> AlgebraicValue:
    """The value of a stochastic game as an algebraic number: a fraction, or a root of an irreducible polynomial.

    Parameters
    ----------
    game
        A stochastic game with few moves, discounted or with the average payoff.

    Returns
    -------
    AlgebraicValue
        The number, its minimal polynomial, and why it is the value; `at_least(t)` decides exactly.

    Examples
    --------
    >>> from fractions import Fraction as F
    >>> from zerosum.models.stochastic.rules import ArrayGame
    >>> goes_on = [[[F(3, 5)], [F(1, 5)]], [[F(4, 5)], [F(2, 5)]]]
    >>> found = zerosum.exact_value(ArrayGame([[[1, 3], [1, 2]]], [goes_on], 1))
    >>> found.polynomial
    (-25, 0, 2)
    """
    found: AlgebraicValue = family_of(type(game)).exact_value(game)
    return found


def verify(solution: Solution, /) -> Verdict:
    """What the strategies of a solution guarantee, recomputed from them alone, beside the value that is claimed.

    Parameters
    ----------
    solution
        What a solver found, or what was loaded from a file.

    Returns
    -------
    Verdict
        Whether the claim holds, and the bounds that are proved.

    Examples
    --------
    >>> print(zerosum.verify(zerosum.solve("relance")))
    the strategies guarantee it: between them -0.111111… = -1/9
    """
    return _solved(solution).verify()


def plot(solution: Solution, /, file: str | Path | None = None, **options: object) -> Figure:
    """The picture of a solution, and its file (PNG, SVG or PDF) where one is named.

    Parameters
    ----------
    solution
        What is drawn.
    file
        Where the picture goes; its ending says of which kind it is.
    options
        Those of the model's picture.

    Returns
    -------
    matplotlib.figure.Figure
        The picture.

    Examples
    --------
    >>> zerosum.plot(zerosum.solve("relance")).axes != []
    True
    """
    figure = _solved(solution).plot(**options)
    if file is not None:
        figure.savefig(file, dpi=150, bbox_inches="tight")
    return figure


def match(
    game: Game | str,
    row: Player | Choose | str,
    col: Player | Choose | str,
    /,
    *,
    plays: int | None = None,
    seed: int = 0,
    cluster: str | None = None,
    **parameters: object,
) -> Match:
    """Two players against each other: computed, or sampled where `plays` says how often.

    A player is one of the game's by name, a mixture ("1/2*uniform+1/2*lowest"), or a function from what its side
    sees to a move or to a mix of moves.

    Parameters
    ----------
    game
        A game, or its name.
    row, col
        The players.
    plays
        How many plays to sample; without it the results are computed.
    seed
        The seed of the random numbers.
    cluster
        Where the plays are sampled: "local:4" for four worker processes here, or a scheduler's address.
    parameters
        The game's, where it is named.

    Returns
    -------
    Match
        Each result and how often, the mean, wins, draws and losses.

    Examples
    --------
    >>> zerosum.match("kuhn", "equilibrium", "uniform").mean > 0
    True
    """
    if cluster is not None and plays is None:
        raise InputError("a cluster is for sampled matches: give the number of plays")
    made, options = _game(game, parameters)
    rules = _playable(made)
    arena = arena_for(rules, lambda: solve(rules, **options), workers=workers_at(cluster))
    players = [_player(one, arena, side) for one, side in zip((row, col), SIDES, strict=True)]
    found = arena.match(*players) if plays is None else arena.sample(*players, plays=plays, seed=seed)
    return replace(found, seat=rules.seats["row"])


def play(
    game: Game | str,
    /,
    *,
    side: Side = "row",
    against: Player | Choose | str | None = None,
    seed: int = 0,
    **parameters: object,
) -> Session:
    """A person's place at a table: `scene()`, `choices()`, `move(text)`, `advice()`, `undo()`, `score`.

    Parameters
    ----------
    game
        A game, or its name.
    side
        Where the person sits: "row" or "col".
    against
        The player on the other side; without one, the solution.
    seed
        The seed of the random numbers.
    parameters
        The game's, where it is named.

    Returns
    -------
    Session
        The person's place.

    Examples
    --------
    >>> table = zerosum.play("matches", matches=5, seed=1)
    >>> table.choices()
    ['1', '2', '3']
    """
    from zerosum.arena import Session

    made, options = _game(game, parameters)
    rules = _playable(made)
    arena = arena_for(rules, lambda: solve(rules, **options))
    rival = None if against is None else _player(against, arena, other(side))
    return Session(arena, side=side, rival=rival, seed=seed)


def _game(game: object, options: DataMap) -> tuple[object, Json]:
    """The game that is meant, or the matrix, and the options that are not its parameters."""
    if isinstance(game, type):
        if not issubclass(game, Game):
            raise InputError(
                f"{game.__name__} is not a game; derive it from a model such as zerosum.StagedGame"
            )
        raise InputError(
            f"{game.__name__} is a class: make a game of it first, as in solve({game.__name__}())"
        )
    if not isinstance(game, str):
        return game, dict(options)
    kind = load(game)
    names = {flag.name for flag in flags_of_game(kind)}
    parameters = {name: value for name, value in options.items() if name in names}
    try:
        made = kind(**parameters)
    except TypeError:
        missing = [flag.name for flag in flags_of_game(kind) if flag.positional and flag.name not in options]
        raise InputError(f"{game} needs {', '.join(missing)}") from None
    return made, {name: value for name, value in options.items() if name not in names}


def _solved(given: object) -> Solution:
    """What was given, if it is a solution."""
    if not isinstance(given, Solution):
        raise InputError("this takes a solution, as solve(...) or load_solution(...) gives one")
    return given


def _playable(game: object) -> Game:
    if not isinstance(game, Game):
        known = ", ".join(list(games.CATALOG)[:3])
        raise InputError(f"a game is an object or a name such as {known}, not {type(game).__name__}")
    return game


def _player(player: Player | Choose | str, arena: Arena[Any, Any], side: Side) -> Player:
    from zerosum.arena import UserFunction

    if isinstance(player, str):
        return read_player(player, arena.roster(side), arena)
    if not callable(player):
        return player
    return UserFunction(getattr(player, "__name__", "a function"), player)
