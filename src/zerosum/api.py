"""The public interface: one function for each task.

    >>> import zerosum
    >>> solution = zerosum.solve("kuhn", cards=3)
    >>> print(solution.value)
    -0.0555555… = -1/18
    >>> zerosum.verify(solution).holds
    True

A game is given by its name and parameters, by an object, or by a matrix of payoffs to row.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

from zerosum import games
from zerosum.core.arrays import Array
from zerosum.core.data import DataMap, Json
from zerosum.core.errors import InputError, unknown_name_error
from zerosum.core.game import Game, Move
from zerosum.core.sides import SIDES, Side, other
from zerosum.core.solution import Solution
from zerosum.core.verdict import Verdict
from zerosum.core.workers import workers_at
from zerosum.models.family import arena_for, family_of
from zerosum.request.flags import flags_of_function, flags_of_game
from zerosum.request.players import read_player

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from zerosum.arena import Arena, Match, Observation, Player, Session
    from zerosum.arena.exploit import Exploitation
    from zerosum.arena.strategies import Missing
    from zerosum.formulas.answer import Formula
    from zerosum.formulas.map_answer import FormulaMap
    from zerosum.formulas.number import AlgebraicValue
    from zerosum.models.continuum.answer import BettingSolution
    from zerosum.models.continuum.engines.phased.answer import PhasedSolution
    from zerosum.models.continuum.engines.phased.rules import PhasedGame
    from zerosum.models.continuum.rules import BettingGame
    from zerosum.models.hidden.answer import HiddenSolution
    from zerosum.models.hidden.engines.river.answer import RiverSolution
    from zerosum.models.hidden.engines.river.rules import RiverGame
    from zerosum.models.hidden.engines.streets.answer import StreetAnswer
    from zerosum.models.hidden.engines.streets.rules import StreetGame
    from zerosum.models.hidden.rules import HiddenGame
    from zerosum.models.lagged.answer import LaggedSolution
    from zerosum.models.lagged.rules import LaggedGame
    from zerosum.models.matrix_game.answer import MatrixSolution
    from zerosum.models.matrix_game.engines.allocation.answer import AllocationSolution
    from zerosum.models.matrix_game.engines.allocation.rules import AllocationGame
    from zerosum.models.solo.engines.drawing.answer import DrawingSolution
    from zerosum.models.solo.engines.drawing.rules import DrawingGame
    from zerosum.models.solo.engines.wager.answer import WagerSolution
    from zerosum.models.solo.engines.wager.rules import WagerGame
    from zerosum.models.staged.answer import StagedSolution
    from zerosum.models.staged.engines.grundy.answer import SubtractionSolution
    from zerosum.models.staged.engines.grundy.rules import SubtractionGame
    from zerosum.models.staged.engines.tricks.answer import TrickSolution
    from zerosum.models.staged.engines.tricks.rules import TrickGame
    from zerosum.models.staged.rules import StagedGame
    from zerosum.models.stochastic.answer import StochasticSolution
    from zerosum.models.stochastic.rules import StochasticGame
    from zerosum.models.targets.answer import TargetSolution
    from zerosum.models.targets.rules import TargetGame

__all__ = [
    "exact_value",
    "exploit",
    "formula",
    "formula_map",
    "load",
    "match",
    "play",
    "plot",
    "solve",
    "verify",
]

Choose = Callable[["Observation"], Move]
"""Your own player: a function from its side's observation to a move or a mix of moves."""


def load(name: str) -> type[Any]:
    """Return the class of a game: a built-in one, or your own as "file.py:Class".

    Parameters
    ----------
    name
        The name of a built-in game, or a file and the class in it.

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


@overload
def solve(
    game: Game | str | Sequence[Sequence[object]] | Array, /, *, locks: object, **options: Any
) -> Solution: ...


@overload
def solve(game: TrickGame | Literal["jujitsu", "goofspiel"], /, **options: Any) -> TrickSolution: ...


@overload
def solve(game: SubtractionGame | Literal["matches"], /, **options: Any) -> SubtractionSolution: ...


@overload
def solve(game: WagerGame | Literal["red-dog"], /, **options: Any) -> WagerSolution: ...


@overload
def solve(
    game: StagedGame
    | Literal[
        "red-dog-pot",
        "pennies",
        "rps",
        "morra",
        "blotto",
        "oshi-zumo",
        "silent-duel",
        "noisy-duel",
        "inspection",
        "pursuit",
        "princess",
    ],
    /,
    **options: Any,
) -> StagedSolution: ...


@overload
def solve(
    game: DrawingGame | Literal["blackjack", "seven-and-a-half"], /, **options: Any
) -> DrawingSolution: ...


@overload
def solve(game: TargetGame | Literal["nakai"], /, **options: Any) -> TargetSolution: ...


@overload
def solve(game: LaggedGame | Literal["gleason"], /, **options: Any) -> LaggedSolution: ...


@overload
def solve(
    game: BettingGame
    | Literal["relance", "two-bets", "raise", "bets", "raises", "kuhn", "von-neumann", "newman", "betting"],
    /,
    **options: Any,
) -> BettingSolution: ...


@overload
def solve(
    game: PhasedGame | Literal["two-phase-relance", "two-phase-raise"],
    /,
    **options: Any,
) -> PhasedSolution: ...


@overload
def solve(game: RiverGame | Literal["river", "turn"], /, **options: Any) -> RiverSolution: ...


@overload
def solve(game: StreetGame | Literal["rhode-island"], /, **options: Any) -> StreetAnswer: ...


@overload
def solve(game: AllocationGame | Literal["battlefields"], /, **options: Any) -> AllocationSolution: ...


@overload
def solve(
    game: HiddenGame
    | Literal[
        "le-her",
        "mixed-duel",
        "endgame",
        "toy-river",
        "push-fold",
        "leduc",
        "liars-dice",
        "blind-goofspiel",
        "phases",
        "sealed-bets",
        "free-dealer",
        "blackjack-for-two",
        "seven-and-a-half-for-two",
        "hidden",
        "dealt-betting",
    ],
    /,
    **options: Any,
) -> HiddenSolution: ...


@overload
def solve(
    game: StochasticGame | Literal["purgatory", "stochastic"], /, **options: Any
) -> StochasticSolution: ...


@overload
def solve(game: Game | str, /, **options: Any) -> Solution: ...


@overload
def solve(game: Sequence[Sequence[object]] | Array, /, **options: Any) -> MatrixSolution: ...


def solve(
    game: Game | str | Sequence[Sequence[object]] | Array, /, *, locks: object = None, **options: object
) -> Solution:
    """Solve a game: compute its value, with proven bounds, and both optimal strategies.

    Parameters
    ----------
    game
        A game; the name of a built-in game, with its parameters as keywords; or a matrix of payoffs to the row
        player, as lists or an array.
    locks
        Decisions to fix (node locking); only the rest is solved. Give information sets, moves and their
        probabilities, for example `{"K, check": {"bet": "1/2"}}`, or texts such as "K, check: bet 1/2".
    options
        The game's parameters, if it is given by name, and solver options such as `exact=True`.

    Returns
    -------
    Solution
        The value, both strategies, and how they were found.

    Examples
    --------
    >>> zerosum.solve([[1, -1], [-1, 1]]).row
    {1: Fraction(1, 2), 2: Fraction(1, 2)}
    >>> zerosum.solve("jujitsu", cards=4).value.gap < 1e-9
    True

    If B never bluffs with a jack after a check, the game is worth 1/18 to A instead of -1/18.

    >>> print(zerosum.solve("kuhn", locks={"J, check": {"bet": 0}}).value)
    0.0555555… = 1/18
    """
    made, rest = _game(game, options)
    if not isinstance(made, Game):
        if not hasattr(made, "__len__"):
            raise InputError(f"solve needs a game, the name of a game, or a payoff matrix, not {made!r:.40}")
        from zerosum.matrix.value import as_fractions
        from zerosum.models.matrix_game.rules import MatrixGame

        if strange := set(rest) - {"exact", "every", "entropy"}:
            raise InputError(
                f"for a matrix, the only options are exact, every and entropy, not {', '.join(sorted(strange))}"
            )
        made = MatrixGame.of(as_fractions(made))
    family = family_of(type(made))
    _reject_unknown(made, rest)
    if locks is not None:
        from zerosum.core.progress import silent
        from zerosum.request.questions import read_locks

        return family.locked(made, read_locks(locks, made.seats, game=made), progress=silent, **rest)
    found: Solution = family.solve(made, **rest)
    return found


def _reject_unknown(game: Game, options: DataMap) -> None:
    """Reject an option that the game's solver does not have, and list its options and the game's parameters."""
    solver = game.family.solve
    for name in options.keys() - inspect.signature(solver).parameters.keys():
        flags = [*flags_of_game(type(game)), *flags_of_function(solver)]
        raise unknown_name_error("parameter", name, [flag.name for flag in flags])


def formula(
    game: str | type[Game] | Sequence[Sequence[object]], /, *, pieces: int = 1000, **parameters: object
) -> Formula:
    """Return the value and both strategies of a game as piecewise formulas in one of its parameters.

    Parameters
    ----------
    game
        The name of a built-in game, a game class, or a matrix whose entries contain a letter.
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
    """Return the value of a game as a function of two parameters: regions of the plane, each with its formula.

    Parameters
    ----------
    game
        The name of a built-in game, or a game class; maps exist for hidden games and betting games.
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

    return lines_of(load(game) if isinstance(game, str) else game, parameters).plane().map(pieces)


def exact_value(game: Game, /) -> AlgebraicValue:
    """Return the value of a stochastic game as an algebraic number: a fraction or a root of an irreducible polynomial.

    Parameters
    ----------
    game
        A stochastic game with few moves, discounted or with the average payoff.

    Returns
    -------
    AlgebraicValue
        The number and its minimal polynomial; `at_least(t)` decides exactly.

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
    """Recompute what the strategies of a solution guarantee, and compare it with the claimed value.

    Parameters
    ----------
    solution
        A solution from `solve` or `load_solution`.

    Returns
    -------
    Verdict
        Whether the claim holds, and the proven bounds.

    Examples
    --------
    >>> print(zerosum.verify(zerosum.solve("relance")))
    verified: the strategies guarantee -0.111111… = -1/9
    """
    return _solved(solution).verify()


def plot(solution: Solution, /, file: str | Path | None = None, **options: object) -> Figure:
    """Plot a solution, and save the plot to a file (PNG, SVG or PDF) if one is given.

    Parameters
    ----------
    solution
        The solution to plot.
    file
        Where to save the plot; the file extension determines the format.
    options
        Plot options of the model.

    Returns
    -------
    matplotlib.figure.Figure
        The figure.

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
    """Match two players against each other: exactly, or by simulation if `plays` is given.

    A player is given by name, as a mixture ("1/2*uniform+1/2*lowest"), or as a function from its side's observation
    to a move or to a mix of moves.

    Parameters
    ----------
    game
        A game, or its name.
    row, col
        The players.
    plays
        How many plays to simulate; if omitted, the results are computed exactly.
    seed
        The seed of the random numbers.
    cluster
        Where to simulate: "local:4" for four local worker processes, or a scheduler's address.
    parameters
        The parameters of the game, if it is given by name.

    Returns
    -------
    Match
        The distribution of results, the mean, and wins, draws and losses.

    Examples
    --------
    >>> zerosum.match("kuhn", "equilibrium", "uniform").mean > 0
    True
    """
    if cluster is not None and plays is None:
        raise InputError("a cluster is used only for simulated matches; give the number of plays")
    made, options = _game(game, parameters)
    rules = _playable(made)
    arena = arena_for(rules, lambda: solve(rules, **options), workers=workers_at(cluster))
    players = [_player(one, arena, side) for one, side in zip((row, col), SIDES, strict=True)]
    found = arena.match(*players) if plays is None else arena.sample(*players, plays=plays, seed=seed)
    return replace(found, seat=rules.seats["row"])


def exploit(
    game: Game | str,
    strategy: object,
    /,
    *,
    missing: Missing = None,
    **parameters: object,
) -> Exploitation:
    """Measure how good a strategy is: the payoff of the best response to it, and the decisions at which it loses EV.

    Parameters
    ----------
    game
        A game, or its name.
    strategy
        A file or an object that `read_strategy` takes; or a player as `match` takes it, such as "uniform".
    missing
        "uniform": at decisions missing from the strategy, all moves are equally likely; otherwise a missing
        decision is an error.
    parameters
        The parameters of the game, if it is given by name, and options of the solver.

    Returns
    -------
    Exploitation
        For each side, the winnings of the best response, the loss, and the loss at each decision; NashConv and
        exploitability as in OpenSpiel; the best response as a player.

    Examples
    --------
    >>> found = zerosum.exploit("kuhn", "uniform")
    >>> print(found.exploitability)
    0.458333… = 11/24
    >>> zerosum.match("kuhn", "uniform", found.best_response).mean
    Fraction(-5, 12)
    """
    from zerosum.arena.exploit import exploit
    from zerosum.core.reading import STRATEGY_FILES
    from zerosum.strategies import player_from

    made, options = _game(game, parameters)
    rules = _playable(made)
    _reject_unknown(rules, options)
    arena = arena_for(rules, lambda: solve(rules, **options))
    if isinstance(strategy, str) and not strategy.strip().lower().endswith(STRATEGY_FILES):
        roster = {**arena.roster("col"), **arena.roster("row")}
        return exploit(arena, read_player(strategy, roster, arena, missing))
    return exploit(arena, player_from(strategy, arena, missing))


def play(
    game: Game | str,
    /,
    *,
    side: Side = "row",
    against: Player | Choose | str | None = None,
    seed: int = 0,
    **parameters: object,
) -> Session:
    """Start an interactive session: `scene()`, `choices()`, `move(text)`, `advice()`, `undo()`, `score`.

    Parameters
    ----------
    game
        A game, or its name.
    side
        Your side: "row" or "col".
    against
        Your opponent; by default, the solution.
    seed
        The seed of the random numbers.
    parameters
        The parameters of the game, if it is given by name.

    Returns
    -------
    Session
        The session.

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
    opponent = None if against is None else _player(against, arena, other(side))
    return Session(arena, side=side, opponent=opponent, seed=seed)


def _game(game: object, options: DataMap) -> tuple[object, Json]:
    """Return the game or matrix given by an argument, and the options that are not its parameters."""
    if isinstance(game, type):
        if not issubclass(game, Game):
            raise InputError(
                f"{game.__name__} is not a game; derive it from a model such as zerosum.StagedGame"
            )
        raise InputError(f"{game.__name__} is a class; create a game from it first: solve({game.__name__}())")
    if not isinstance(game, str):
        return game, dict(options)
    kind: type[Game] = load(game)
    names = {flag.name for flag in flags_of_game(kind)}
    parameters = {name: value for name, value in options.items() if name in names}
    try:
        made = kind(**parameters)
    except TypeError:
        missing = [flag.name for flag in flags_of_game(kind) if flag.positional and flag.name not in options]
        raise InputError(f"{game} needs {', '.join(missing)}") from None
    return made, {name: value for name, value in options.items() if name not in names}


def _solved(given: object) -> Solution:
    """Return an argument that is already a solution."""
    if not isinstance(given, Solution):
        raise InputError("expected a solution, as returned by solve(...) or load_solution(...)")
    return given


def _playable(game: object) -> Game:
    if not isinstance(game, Game):
        known = ", ".join(list(games.CATALOG)[:3])
        raise InputError(f"a game must be an object or a name such as {known}, not {type(game).__name__}")
    return game


def _player(player: Player | Choose | str, arena: Arena[Any, Any], side: Side) -> Player:
    from zerosum.arena import UserFunction

    if isinstance(player, str):
        return read_player(player, arena.roster(side), arena)
    if not callable(player):
        return player
    return UserFunction(getattr(player, "__name__", "a function"), player)
