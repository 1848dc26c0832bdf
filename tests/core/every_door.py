"""Small games of every model in which a user writes rules, with given labels and numbers, and the doors to try."""

from __future__ import annotations

import datetime
import enum
import io
import json
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

import zerosum
from zerosum.arena import Session
from zerosum.certificates import certify
from zerosum.certificates.rocq import proof
from zerosum.core.data import plain
from zerosum.core.game import Game
from zerosum.core.solution import Solution
from zerosum.display import Report
from zerosum.handout import handout
from zerosum.interop.gambit import to_efg
from zerosum.interop.normal_form import plan_payoffs
from zerosum.models.continuum.rules import Decision, a, b, fold, showdown
from zerosum.models.family import arena_for, family_of
from zerosum.models.lagged.rules import Board
from zerosum.models.matrix_game.rules import MatrixGame
from zerosum.models.solo.engines.drawing.rules import HandLabel
from zerosum.models.solo.engines.wager.rules import Stakes
from zerosum.models.solo.engines.wager.win_chance import ExactDistribution, WinChance
from zerosum.numerics.distributions import parse

Labels = Callable[[int], Any]
Numbers = Callable[[Fraction], Any]


class Colour(enum.Enum):
    RED = 0
    GREEN = 1
    BLUE = 2
    WHITE = 3


class Level(enum.IntEnum):
    ONE = 1
    TWO = 2
    THREE = 3
    FOUR = 4


@dataclass(frozen=True)
class Place:
    x: int
    y: int


LABELS: dict[str, Labels] = {
    "text": lambda k: "abcd"[k],
    "int": lambda k: k,
    "negative int": lambda k: 10 * k - 15,
    "float": lambda k: k / 2,
    "tuple": lambda k: (k, "a"),
    "tuple of texts": lambda k: ("x", "yz"[k % 2], str(k)),
    "enum": lambda k: list(Colour)[k],
    "int enum": lambda k: list(Level)[k],
    "fraction": lambda k: Fraction(k, 3),
    "bool": lambda k: [False, True, 2, 3][k],
    "None": lambda k: [None, "a", "b", "c"][k],
    "numpy int": lambda k: np.int64(k),
    "numpy text": lambda k: np.str_("abcd"[k]),
    "numpy tuple": lambda k: (np.int64(k), np.float64(k)),
    "commas": lambda k: f"a, {k}",
    "colons": lambda k: f"x: {k}",
    "round brackets": lambda k: f"(a{k})",
    "square brackets": lambda k: f"[bold]a{k}[/bold]",
    "braces": lambda k: f"{{a{k}",
    "blanks": lambda k: f"go  to {k}",
    "a blank": lambda k: [" ", "a ", " b", "c"][k],
    "no text": lambda k: ["", "a", "b", "c"][k],
    "other scripts": lambda k: ["王", "Дама", "מלך", "ملكة"][k],
    "mathematics": lambda k: f"$x_{k}^2$ & 50% # ~ \\alpha",
    "angles": lambda k: f"<b>a{k}</b>",
    "frozenset": lambda k: frozenset({k}),
    "dataclass": lambda k: Place(k, 0),
    "date": lambda k: datetime.date(2026, 1, k + 1),
    "bytes": lambda k: bytes([65 + k]),
    "alike": lambda k: [1, "1", Fraction(1, 2), "1/2"][k],
    "mixed": lambda k: [1, "a", None, (2, 3)][k],
}

NUMBERS: dict[str, Numbers] = {
    "fraction": lambda x: x,
    "float": float,
    "int": lambda x: int(x) if x.denominator == 1 else x,
    "Decimal": lambda x: Decimal(x.numerator) / Decimal(x.denominator),
    "numpy float": lambda x: np.float64(float(x)),
    "numpy int": lambda x: np.int64(int(x)) if x.denominator == 1 else np.float64(float(x)),
    "numpy float32": lambda x: np.float32(float(x)),
}
"""All amounts of the games below are multiples of 1/8, so that each kind of number says them exactly."""

PAYS = ((2, -1), (-1, Fraction(3, 2)))
"""The payoffs of a game of two moves each."""


@dataclass(frozen=True)
class Own(Game):
    """What these games are made of."""

    labels: str = zerosum.option("text", "the kind of labels")
    numbers: str = zerosum.option("fraction", "the kind of numbers")

    def label(self, k: int) -> Any:
        return LABELS[self.labels](k)

    def n(self, x: int | str | Fraction) -> Any:
        return NUMBERS[self.numbers](Fraction(x))

    @property
    def pair(self) -> tuple[Any, Any]:
        return self.label(0), self.label(1)

    def paid(self, row: object, col: object) -> Any:
        return self.n(PAYS[self.pair.index(row)][self.pair.index(col)])


@dataclass(frozen=True)
class OwnStaged(Own, zerosum.StagedGame):
    """Two stages; after the first chance decides, and then one side chooses alone."""

    @property
    def start(self) -> Any:
        return self.label(0)

    def moves(self, position: Any) -> Any:
        if position == self.label(0):
            return self.pair, self.pair
        if position == self.label(1):
            return self.pair, zerosum.WAIT
        return (), ()

    def play(self, position: Any, row: Any, col: Any) -> Any:
        if position == self.label(0):
            paid, n = self.paid(row, col), self.n
            return [(n("1/4"), paid, self.label(1)), (n("3/4"), paid, self.label(2))]
        return [(self.n(1), self.n(self.pair.index(row)), self.label(3))]

    def payoff(self, position: Any) -> Any:
        return self.n("1/8" if position == self.label(3) else 0)


@dataclass(frozen=True)
class OwnStochastic(Own, zerosum.StochasticGame):
    """Three states: two to play in, one that is never left."""

    rate: str = zerosum.option("average", "the discount")

    @property
    def states(self) -> Any:
        return [self.label(k) for k in range(3)]

    @property
    def first_state(self) -> Any:
        return self.label(0)

    @property
    def discount(self) -> Any:
        return None if self.rate == "average" else self.n(self.rate)

    def moves(self, state: Any) -> Any:
        return ([self.label(2)],) * 2 if state == self.label(2) else (self.pair, self.pair)

    def play(self, state: Any, row: Any, col: Any) -> Any:
        if state == self.label(2):
            return self.n("1/2"), {state: self.n(1)}
        on = {self.label(0): self.n("1/4"), self.label(1): self.n("1/4"), self.label(2): self.n("1/2")}
        again = {self.label(1 - [self.label(0), self.label(1)].index(state)): self.n(1)}
        return self.paid(row, col), on if row == col else again


@dataclass(frozen=True)
class OwnHidden(Own, zerosum.HiddenGame):
    """Row is dealt one of two cards and bets or not; col sees the bet alone and answers it."""

    def turn(self, position: Any) -> Any:
        match position:
            case ():
                return zerosum.deal({self.label(2): self.n("1/4"), self.label(3): self.n("3/4")}, to="row")
            case (_,):
                return zerosum.choose("row", self.pair)
            case (_, move) if move == self.label(1):
                return zerosum.choose("col", self.pair)
            case (card, _):
                return zerosum.end(self.n(1 if card == self.label(2) else -1))
            case (card, _, answer):
                sign = 1 if card == self.label(2) else -1
                return zerosum.end(self.n(1 if answer == self.label(0) else Fraction(5 * sign, 2)))


@dataclass(frozen=True)
class OwnNamed(OwnHidden):
    """The same with names for the information sets."""

    def turn(self, position: Any) -> Any:
        turn = super().turn(position)
        if not isinstance(turn, tuple) or not hasattr(turn, "side"):
            return turn
        return turn._replace(knows=position[0] if turn.side == "row" else self.label(0))


@dataclass(frozen=True)
class OwnTricks(zerosum.TrickGame, Own):
    """Three cards; a context is one of three labels, by who won the last trick."""

    cards: int = zerosum.option(3, "cards")
    players = ("uniform",)

    @property
    def start(self) -> Any:
        return self.label(1)

    def trick(self, context: Any, outcome: int) -> Any:
        return self.n(Fraction(outcome, 2)), self.label(1 + outcome)

    def settle(self, context: Any) -> Any:
        return self.n(Fraction(1, 4) if context == self.label(2) else 0)


@dataclass(frozen=True)
class OwnTargets(Own, zerosum.TargetGame):
    """Two stages of a target that is 1 or 2."""

    @property
    def row_moves(self) -> Any:
        return self.pair

    @property
    def col_moves(self) -> Any:
        return self.pair

    @property
    def start(self) -> Any:
        return self.label(2)

    def stages_left(self, state: Any) -> int:
        return [self.label(k) for k in range(3)].index(state)

    def target(self, left: int) -> Any:
        return parse("values(1,2)")

    def moves(self, state: Any) -> Any:
        return (self.pair, self.pair) if self.stages_left(state) else ((), ())

    def play(self, state: Any, row: Any, col: Any) -> Any:
        return (self.paid(row, col), self.n(1 if row == col else 0)), self.label(self.stages_left(state) - 1)


@dataclass(frozen=True)
class OwnLagged(Own, zerosum.LaggedGame):
    """A ring of three nodes."""

    def layout(self) -> Board:
        payoffs = tuple(self.n(x) for x in (1, "-3/2", "1/4"))
        return Board(tuple(self.label(k) for k in range(3)), payoffs, ((2, 1), (0, 2), (1, 0)))


@dataclass(frozen=True)
class OwnBetting(Own, zerosum.BettingGame):
    """One bet, with numbers from [0, 1] for hands."""

    def tree(self) -> Decision:
        n, (give_up, bet) = self.n, self.pair
        see = b({self.label(2): fold(n(1)), self.label(3): showdown(n("5/2"))})
        return a({give_up: showdown(n(1)), bet: see})


@dataclass(frozen=True)
class OwnWager(Own, zerosum.WagerGame):
    """Three win chances."""

    @property
    def stakes(self) -> Stakes:
        return Stakes(self.n(1), self.n("3/2"), self.n(4))

    def win_chance(self) -> WinChance:
        half, quarter, n = Fraction(1, 2), Fraction(1, 4), self.n
        return WinChance.exactly(
            ExactDistribution.atoms({n("1/8"): n(half), n("3/8"): n(quarter), n("3/4"): n(quarter)})
        )

    def chance_of(self, hand: str) -> Any:
        return self.n(hand)


@dataclass(frozen=True)
class OwnSubtraction(Own, zerosum.SubtractionGame):
    """Nine matches, of which one or three are taken."""

    @property
    def sizes(self) -> Any:
        return (self.n(9),)

    @property
    def allowed(self) -> Any:
        return self.n(1), self.n(3)

    @property
    def last_wins(self) -> bool:
        return True


@dataclass(frozen=True)
class OwnAllocation(Own, zerosum.AllocationGame):
    """Two soldiers against one on two fields, of which the second pays more."""

    @property
    def count(self) -> int:
        return 2

    @property
    def armies(self) -> Any:
        return {"row": 2, "col": 1}

    def pays(self, field: int, row: int, col: int) -> Any:
        return self.n(Fraction(3 * field, 2) * ((row > col) - (row < col)))


@dataclass(frozen=True)
class OwnDrawing(Own, zerosum.DrawingGame):
    """Six cards of three kinds, up to a sum of five; the dealer hits below four."""

    @property
    def kinds(self) -> Any:
        return "one", "two", "three"

    @property
    def supply(self) -> Any:
        return 2, 2, 2

    @property
    def opponent_seen(self) -> bool:
        return True

    @property
    def stakes(self) -> Stakes:
        return Stakes(self.n(1), self.n("3/2"), self.n(4))

    def score(self, hand: Any) -> Any:
        total = sum(k * count for k, count in enumerate(hand, 1))
        return total if total <= 5 else None

    def opponent_hits(self, hand: Any) -> bool:
        return self.score(hand) < 4

    def wins(self, mine: int, opponent: int | None) -> bool:
        return opponent is None or mine > opponent

    def label(self, hand: Any) -> HandLabel:
        return HandLabel("total", str(self.score(hand)))

    def read_hand(self, text: str) -> Any:
        return tuple(text.split().count(kind) for kind in self.kinds)


def own_matrix(labels: str = "text", numbers: str = "fraction") -> Game:
    """A matrix game."""
    label, payoffs = LABELS[labels], [[NUMBERS[numbers](Fraction(x)) for x in row] for row in PAYS]
    return MatrixGame.of(payoffs, [label(0), label(1)], [label(2), label(3)])


GAMES: dict[str, Callable[..., Game]] = {
    "matrix": own_matrix,
    "allocation": OwnAllocation,
    "drawing": OwnDrawing,
    "staged": OwnStaged,
    "subtraction": OwnSubtraction,
    "tricks": lambda *given: OwnTricks(*given, cards=3),
    "targets": OwnTargets,
    "stochastic": OwnStochastic,
    "discounted": lambda *given: OwnStochastic(*given, rate="3/4"),
    "hidden": OwnHidden,
    "named": OwnNamed,
    "lagged": OwnLagged,
    "betting": OwnBetting,
    "wager": OwnWager,
}


def _play(game: Game, solution: Solution) -> object:
    """A round from either seat, each move typed as it is offered."""
    arena = arena_for(game, lambda: solution)
    seen = []
    for side in arena.sides:
        table = Session(arena, side=side, seed=3)
        for _ in range(6):
            while table.over:
                table.next_round()
            seen.append(
                (
                    list(table.description()),
                    list(table.round.latest_events(side)),
                    table.round.board(side).json(),
                )
            )
            choices = table.choices()
            assert table.advice()
            table.move(choices[0])
        json.dumps(table.transcript())
    json.dumps(seen, default=str)
    return arena.rules


def _saved(game: Game, solution: Solution, folder: Path) -> object:
    solution.save(folder / "saved.json")
    again = zerosum.load_solution(folder / "saved.json", type(game))
    assert again.row == solution.row
    return again.value


def _at(solution: Solution) -> object:
    """Every position that the solution names, by itself and by its name as a person types it."""
    for position in list(getattr(solution, "values", ()))[:4]:
        if hasattr(solution, "at_position"):
            solution.at_position(position)
    for state in getattr(solution, "rows", ()):
        assert solution.at(state=state).value == solution.values[state]  # type: ignore[call-arg,attr-defined]
        names = [str(other) for other in solution.rows]  # type: ignore[attr-defined]
        if names.count(str(state)) == 1:
            assert solution.at(state=str(state)).value == solution.values[state]  # type: ignore[call-arg,attr-defined]
    return True


def _proved(solution: Solution) -> bool:
    """The verifier proves the claim."""
    verdict = solution.verify()
    assert verdict.holds
    return verdict.holds


def _plot(solution: Solution) -> object:
    from matplotlib import pyplot

    with _letters_may_be_missing():
        figure = solution.plot()
        figure.canvas.draw()
    pyplot.close("all")
    return True


def _card(solution: Solution) -> object:
    """What a notebook shows, with the picture in it."""
    with _letters_may_be_missing():
        return solution._repr_html_()


@contextmanager
def _letters_may_be_missing() -> Iterator[None]:
    """Matplotlib warns of letters that no font of this machine has, and draws boxes for them."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        warnings.filterwarnings("ignore", message="Matplotlib currently does not support")
        yield


def simple_player(game: Game) -> str:
    """An opponent that every arena has: the fixed one, where only one side chooses."""
    return "house" if game.engine in ("wager", "drawing") else "uniform"


def _samplers(game: Game) -> tuple[str, str]:
    return ("best-response", "house") if game.engine in ("wager", "drawing") else ("uniform", "equilibrium")


def _walk(game: Game, solution: Solution) -> object:
    """The first moments of a walk through the game."""
    arena, path = arena_for(game, lambda: solution), ""
    for _ in range(3):
        here = arena.walk(path)
        json.dumps(plain(here), allow_nan=False)
        following = here.get("pairs") or here.get("next") or here.get("choices")
        if not following:
            break
        path = f"{path} 0:0:0".strip()
    return path


def _locked(game: Game, solution: Solution) -> object:
    """The first decision fixed at its first move, by the name of the decision and the move itself."""
    first = solution.evs[0]
    return zerosum.solve(
        game, locks={f"{first.side}: {first.information or 'start'}": {next(iter(first.moves)): 1}}
    ).value


DOORS: dict[str, Callable[[Game, Solution, Path], object]] = {
    "text": lambda game, solution, _: str(solution),
    "rich": lambda game, solution, _: _rich(solution.report()),
    "html": lambda game, solution, _: solution.report().html(),
    "latex": lambda game, solution, _: solution.report().document().latex(),
    "markdown": lambda game, solution, _: solution.report().document().markdown(),
    "json": lambda game, solution, _: json.dumps(solution.json(), allow_nan=False),
    "at": lambda game, solution, _: _at(solution),
    "plot": lambda game, solution, _: _plot(solution),
    "table": lambda game, solution, _: str(solution.table()),
    "frame": lambda game, solution, _: solution.to_frame().shape,
    "verify": lambda game, solution, _: _proved(solution),
    "certify": lambda game, solution, _: certify(solution),
    "save": lambda game, solution, folder: _saved(game, solution, folder),
    "evs": lambda game, solution, _: len(solution.evs),
    "ranges": lambda game, solution, _: len(solution.ranges),
    "match": lambda game, solution, _: float(zerosum.match(game, "equilibrium", simple_player(game)).mean),
    "best response": lambda game, solution, _: float(
        zerosum.match(game, "best-response", simple_player(game)).mean
    ),
    "simulated": lambda game, solution, _: zerosum.match(game, *_samplers(game), plays=100).plays,
    "play": lambda game, solution, _: _play(game, solution),
    "steps": lambda game, solution, _: family_of(type(game)).steps(solution).document.latex(),
    "views": lambda game, solution, _: json.dumps(family_of(type(game)).views(solution), allow_nan=False),
    "why": lambda game, solution, _: family_of(type(game)).explain(solution),
    "notebook": lambda game, solution, _: _card(solution),
    "handout": lambda game, solution, _: [handout(solution).latex(), handout(solution).html()],
    "walk": lambda game, solution, _: _walk(game, solution),
    "gambit": lambda game, solution, _: to_efg(game),
    "plans": lambda game, solution, _: plan_payoffs(game).shape,
    "Rocq": lambda game, solution, _: proof(solution),
    "lock": lambda game, solution, _: _locked(game, solution),
    "formula": lambda game, solution, _: zerosum.exact_value(game),
    "check": lambda game, solution, _: zerosum.check_game(game).ok,
    "extensive": lambda game, solution, _: zerosum.solve(family_of(type(game)).extensive(game)).value,
}


def _rich(report: Report) -> str:
    """The report as a terminal shows it."""
    console = Console(file=io.StringIO(), width=120)
    console.print(report)
    return console.file.getvalue()  # type: ignore[attr-defined,no-any-return]
