"""Random strategies of games in two phases, and what responses to them earn by plain sums."""

from fractions import Fraction

import numpy as np

from zerosum.core.sides import Side
from zerosum.models.continuum.engines.phased.rules import PhasedGame
from zerosum.models.continuum.form import StepStrategy
from zerosum.models.continuum.rules import Fold, Node, Showdown


def mixed(game: PhasedGame, cells: int, seed: int) -> dict[str, StepStrategy]:
    """Strategies that mix in every one of equal cells."""
    random = np.random.default_rng(seed)
    steps = {}
    for turn in game.form.turns:
        weights = random.integers(1, 9, (cells, len(turn.actions)))
        mixes = [[Fraction(int(w), int(line.sum())) for w in line] for line in weights]
        steps[turn.name] = StepStrategy.merged(
            turn.actions, [Fraction(k, cells) for k in range(cells + 1)], mixes
        )
    return steps


def uneven(game: PhasedGame, cells: int, seed: int) -> dict[str, StepStrategy]:
    """Strategies that mix, are pure or never take an action, and change at other places at every turn."""
    random = np.random.default_rng(seed)
    steps = {}
    for turn in game.form.turns:
        places = sorted({int(k) for k in random.integers(1, 1000, cells - 1)})
        ends = [Fraction(0), *(Fraction(k, 1000) for k in places), Fraction(1)]
        mixes = []
        for _ in ends[1:]:
            weights = random.integers(0, 4, len(turn.actions))
            weights[random.integers(len(weights))] += 1
            mixes.append([Fraction(int(w), int(weights.sum())) for w in weights])
        steps[turn.name] = StepStrategy.merged(turn.actions, ends, mixes)
    return steps


def by_sums(game: PhasedGame, steps: dict[str, StepStrategy], side: Side, fine: int) -> float:
    """What the best response earns, by plain sums over a fine grid of all four numbers' places."""
    first = (np.arange(fine) + 0.5) / fine
    score = np.array([[float(game.score.of(x, y)) for y in first] for x in first])
    sign = 1 if side == "row" else -1

    def value(node: Node, history: tuple[str, ...], foe: np.ndarray, gate: bool, actor: Side) -> np.ndarray:
        """The foe's weights at its places are given; what each own place earns."""
        mine = score if gate else first
        if isinstance(node, Fold):
            paid = float(-node.amount if actor == "row" else node.amount) * sign
            return np.full(mine.shape, paid * foe.sum())
        if isinstance(node, Showdown) and not gate:
            inner = np.repeat(foe[:, None] / fine, fine, axis=1)
            return value(game.second(node.amount), history, inner, True, actor).mean(axis=1)
        if isinstance(node, Showdown):
            _, places = np.unique(score, return_inverse=True)
            weight = np.bincount(places.ravel(), foe.ravel())
            below = (np.cumsum(weight) - weight / 2)[places.reshape(score.shape)]
            return float(node.amount) * (2 * below - foe.sum())
        parts = {}
        for k, (action, child) in enumerate(node.actions.items()):
            weights = foe
            if node.player != side:
                plan = steps[", ".join(history) or "start"]
                cells = np.searchsorted(np.array(plan.ends, float), mine, side="right") - 1
                weights = foe * np.array([float(mix[k]) for mix in plan.mixes])[cells]
            parts[action] = value(child, (*history, action), weights, gate, node.player)
        return sum(parts.values()) if node.player != side else np.maximum.reduce(list(parts.values()))

    return float(value(game.first(), (), np.full(fine, 1 / fine), False, "row").mean())
