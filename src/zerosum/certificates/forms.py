"""What the verifiers of the other models ask of a solution, as data and back."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import SimpleNamespace
from typing import Protocol, TypeVar

from zerosum.certificates.asked import STAGED, SUBTRACTION, TRICKS, key
from zerosum.certificates.lagged import LaggedForm
from zerosum.certificates.numbers import number, numbers, read_mix, texts, written_mix
from zerosum.certificates.targets import TARGETS
from zerosum.data import Data
from zerosum.errors import InputError
from zerosum.models.betting import BettingGame
from zerosum.models.betting_answer import BettingAnswer
from zerosum.models.betting_steps import StepStrategy
from zerosum.models.drawing import CLOSED, DrawingGame, Hand
from zerosum.models.drawing_spots import DrawingAnswer
from zerosum.models.hidden import Choice, HiddenGame
from zerosum.models.hidden_form import HiddenAnswer
from zerosum.models.matrix import MatrixAnswer, MatrixGame
from zerosum.models.phased import PhasedAnswer, PhasedGame
from zerosum.models.stochastic import StochasticAnswer, StochasticGame
from zerosum.models.wager import WagerAnswer, WagerGame
from zerosum.numerics.rational import Number
from zerosum.sides import Side
from zerosum.value import Value
from zerosum.verifiers import betting, drawing, hidden, matrix, phased, stochastic, wager

__all__ = ["FORMS", "Form"]

G = TypeVar("G", contravariant=True)
S = TypeVar("S", contravariant=True)


class Form(Protocol[G, S]):
    """How the strategies of one model become data, and how the data proves bounds."""

    def pack(self, game: G, solution: S) -> Data:
        """What the verifier asks of the solution."""

    def prove(self, game: G, value: Value, data: Data) -> Value:
        """The bounds that the data proves."""


class Matrix:
    """Both mixes."""

    def pack(self, game: MatrixGame, solution: MatrixAnswer) -> Data:
        """The probabilities in the order of the moves."""
        return {"row": texts(solution.row.values()), "col": texts(solution.col.values())}

    def prove(self, game: MatrixGame, value: Value, data: Data) -> Value:
        """Both guarantees, in fractions."""
        mixes = [dict(enumerate(_distribution(numbers(data[side])))) for side in ("row", "col")]
        return matrix.verify(game, SimpleNamespace(row=mixes[0], col=mixes[1]))


def _distribution(mix: list[Number]) -> list[Number]:
    if min(mix) < 0 or abs(sum((Fraction(p) for p in mix), Fraction(0)) - 1) > Fraction(1, 10**9):
        raise ArithmeticError("a strategy is no distribution")
    return mix


class Hidden:
    """A mix for everything that a player can come to know while the other plays their strategy."""

    def pack(self, game: HiddenGame, solution: HiddenAnswer) -> Data:
        """What the verifier asks, by who knows what."""
        said: dict[str, Data] = {}

        def mix_of(side: Side, seen: Hashable, turn: Choice) -> Mapping[Hashable, Number]:
            mix: Mapping[Hashable, Number] = solution.mix(side, seen)
            said[key((side, seen))] = written_mix(mix)
            return mix

        hidden.bounds(game, solution.value.is_exact, mix_of)
        return {"knowing": said}

    def prove(self, game: HiddenGame, value: Value, data: Data) -> Value:
        """Best replies to what the data says."""
        said = data["knowing"]

        def mix_of(side: Side, seen: Hashable, turn: Choice) -> Mapping[Hashable, Number]:
            if key((side, seen)) not in said:
                raise InputError(f"the certificate does not say what {side} does knowing {seen}")
            return read_mix(said[key((side, seen))], turn.moves)

        return hidden.bounds(game, value.is_exact, mix_of)


@dataclass(frozen=True)
class Steps:
    """Step functions at every turn: of the hand, or of numbers and scores."""

    verify: Callable[..., Value]
    """The verifier of the model."""

    def pack(self, game: BettingGame | PhasedGame, solution: BettingAnswer | PhasedAnswer) -> Data:
        """Their ends and mixes."""
        return {
            "turns": {
                turn: {
                    "actions": list(steps.actions),
                    "ends": texts(steps.ends),
                    "mixes": [texts(mix) for mix in steps.mixes],
                }
                for turn, steps in solution.steps.items()
            }
        }

    def prove(self, game: BettingGame | PhasedGame, value: Value, data: Data) -> Value:
        """Best replies, in fractions; every mix must add up to one exactly."""
        steps = {turn: _steps(said) for turn, said in data["turns"].items()}
        return self.verify(game, SimpleNamespace(steps=steps))


def _steps(said: Data) -> StepStrategy:
    """A step strategy whose mixes are scaled to add up to one."""
    mixes = []
    for one in said["mixes"]:
        exact = [Fraction(p) for p in _distribution(numbers(one))]
        mixes.append(tuple(p / sum(exact) for p in exact))
    return StepStrategy(
        tuple(said["actions"]), tuple(Fraction(end) for end in numbers(said["ends"])), tuple(mixes)
    )


class Stochastic:
    """Stationary strategies; with the average payoff also the relative values that prove it."""

    def pack(self, game: StochasticGame, solution: StochasticAnswer) -> Data:
        """By state."""
        mixes = {
            side: {state: written_mix(mix) for state, mix in by_state.items()}
            for side, by_state in (("row", solution.rows), ("col", solution.cols))
        }
        relative = [texts(values) for values in stochastic.relative_values(game, solution)]
        return {"state": solution.state, **mixes, "relative": relative}

    def prove(self, game: StochasticGame, value: Value, data: Data) -> Value:
        """What either strategy guarantees against every reply, in fractions."""
        rows, cols = (
            {state: {move: number(p) for move, p in mix.items()} for state, mix in data[side].items()}
            for side in ("row", "col")
        )
        if data["state"] != game.first_state:
            raise InputError("the certificate is about another state than the game's first")
        relative = [[Fraction(w) for w in numbers(values)] for values in data["relative"]]
        return stochastic.bounds(game, data["state"], rows, cols, relative)


class Wager:
    """Two thresholds on the win chance."""

    def pack(self, game: WagerGame, solution: WagerAnswer) -> Data:
        """The thresholds."""
        return {"thresholds": texts(solution.thresholds)}

    def prove(self, game: WagerGame, value: Value, data: Data) -> Value:
        """What the thresholds earn, and what the best acts would."""
        thresholds = [Fraction(t) for t in numbers(data["thresholds"])]
        return wager.verify(game, SimpleNamespace(thresholds=thresholds))


class Drawing:
    """To stick or to pull with every hand."""

    def pack(self, game: DrawingGame, solution: DrawingAnswer) -> Data:
        """By the rival's card and by hand."""
        return {
            "acts": {
                str(card): {",".join(map(str, hand)): spot.act for hand, spot in by_hand.items()}
                for card, by_hand in solution.spots.items()
            }
        }

    def prove(self, game: DrawingGame, value: Value, data: Data) -> Value:
        """What the plan earns, and what the best plan would."""
        spots = {
            int(card): {
                tuple(int(n) for n in hand.split(",")): SimpleNamespace(act=act)
                for hand, act in by_hand.items()
            }
            for card, by_hand in data["acts"].items()
        }
        _whole(game, spots)
        return drawing.verify(game, SimpleNamespace(spots=spots))


def _whole(game: DrawingGame, spots: Mapping[int, Mapping[Hand, object]]) -> None:
    """Every hand that has not gone over needs its act, or the check would count it as lost."""
    supply = game.supply
    cards = {kind for kind, count in enumerate(supply) if count} if game.rival_seen else {CLOSED}
    if spots.keys() != cards:
        raise InputError("the certificate does not say what to do against every card of the rival's")
    for card, by_hand in spots.items():
        for hand in {(0,) * len(supply), *by_hand}:
            for kind, count in enumerate(supply):
                after = (*hand[:kind], hand[kind] + 1, *hand[kind + 1 :])
                left = count - (kind == card) - hand[kind]
                if left > 0 and after not in by_hand and game.score(after) is not None:
                    raise InputError(f"the certificate does not say what to do with the cards {after}")


FORMS: dict[str, Form[Data, Data]] = {
    "matrix": Matrix(),
    "staged": STAGED,
    "subtraction": SUBTRACTION,
    "tricks": TRICKS,
    "targets": TARGETS,
    "stochastic": Stochastic(),
    "lagged": LaggedForm(),
    "betting": Steps(betting.verify),
    "wager": Wager(),
    "drawing": Drawing(),
    "hidden": Hidden(),
    "phased": Steps(phased.verify),
}
"""The forms by model; each serves games and solutions of its own model only."""
