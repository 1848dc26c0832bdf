"""Rivers: processor seconds to certified gaps, compared with a plain CFR+ as a reader would write it in numpy.

    zerosum bench river [--quick]
    python -m benchmarks.river subgame4.txt 18125 subgame3.txt 19750 [--draw picture.png]
    python -m benchmarks.river --openspiel [--draw picture.png]

The river of the first line has all hands on both sides. Files are endgames of Libratus's on the river
(github.com/Sandholm-Lab/LibratusEndgames), each followed by the chips that a player has left. Bets are of the pot
and all-in. The plain CFR+ values showdowns with the table of all pairs of hands, keeps regrets at 0 or above,
updates the players in turn and weights rounds by their number; it has 15 seconds. The gaps of both methods are
computed by the same best responses. Kernels are compiled before the clock starts.

With `--openspiel`, the catalogue's river, with 14 against 20 hands, is solved by OpenSpiel's CFR+ as well, as the
game `universal_poker` with the same board, pot, weights and bets (fold, call, pot, all-in). OpenSpiel's root has an
outcome for each of 1,624,350 pairs of hands, and its solvers stop with an error at one of probability 0 that has a card
of the board; so the root that its solver in Python gets here lists the pairs of positive probability only. It has 60
seconds.
"""

import sys
import time
from fractions import Fraction
from pathlib import Path

import numpy as np

from zerosum.core.progress import silent
from zerosum.core.sides import SIDES, other
from zerosum.display import Table
from zerosum.games.river import River
from zerosum.models.hidden.engines.regret import RegretMinimiser
from zerosum.models.hidden.engines.river.ranges import HAND, HANDS, read_cards
from zerosum.models.hidden.engines.river.solve import FIRST
from zerosum.models.hidden.engines.river.solve.program import finish
from zerosum.models.hidden.engines.river.solve.rounds import RiverSpace, averaged
from zerosum.models.hidden.engines.river.values import PairTable

QUICK = "--quick" in sys.argv
GAPS = (1e-2, 1e-3, 1e-4, 1e-5) if QUICK else (1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-8)
"""Target gaps, as fractions of the pot."""
ROUGH = 1e-5
"""The smallest gap for which rounds alone are measured."""
MAX_SECONDS, OPENSPIEL_SECONDS = 15.0, 60.0
"""Time limits for the plain method and for OpenSpiel's, in seconds."""

SMALL = "14 v 20 hands"
"""The river that OpenSpiel also solves."""


def plain(game: River) -> list[tuple[float, float]]:
    """Run CFR+ with all pairs of hands; return processor seconds and gaps, as fractions of the pot."""
    table, nodes, measure = PairTable(game, exact=False), game.nodes, RiverSpace(game)
    regret, total, mixes = (
        {side: np.zeros((len(game.hands[side]), len(nodes))) for side in SIDES} for _ in range(3)
    )
    for side in SIDES:
        mixes[side] = averaged(nodes, side, total[side])
    found: list[tuple[float, float]] = []
    pot, spent, check, t = 2 * float(game.half_pot), 0.0, 4, 0
    while spent < (10.0 if QUICK else MAX_SECONDS) and (not found or found[-1][1] > GAPS[-1]):
        began = time.process_time()
        t += 1
        for side in SIDES:
            worth = table.worths(side, mixes[other(side)], mixes[side])
            reach = np.ones((len(worth), len(nodes)))
            for n, node in enumerate(nodes):
                after = slice(node.first, node.first + len(node.moves))
                reach[:, after] = reach[:, n, None]
                if node.side == side:
                    regret[side][:, after] = np.maximum(
                        regret[side][:, after] + worth[:, after] - worth[:, n, None], 0
                    )
                    mixes[side][:, after] = averaged_at(regret[side][:, after])
                    reach[:, after] *= mixes[side][:, after]
            total[side] += t * reach
        spent += time.process_time() - began
        if t >= check:
            check = int(1.15 * t) + 1
            gap = sum(measure.conceded(side, averaged(nodes, side, total[side])) for side in SIDES)
            found.append((spent, gap / pot))
    return found


class DealtPairs:
    """The root of an OpenSpiel game, without the outcomes of probability 0."""

    def __init__(self, game) -> None:
        self.game, self.root = game, game.new_initial_state()
        self.deals = [(deal, p) for deal, p in self.root.chance_outcomes() if p > 0]

    def new_initial_state(self):
        """Return the root."""
        return self

    def chance_outcomes(self):
        """Return the pairs of hands that are dealt."""
        return self.deals

    def legal_actions(self):
        """Return the pairs of hands without their probabilities."""
        return [deal for deal, _ in self.deals]

    def is_terminal(self) -> bool:
        """Return False."""
        return False

    def is_chance_node(self) -> bool:
        """Return True."""
        return True

    def new_initial_states(self):
        """Return the root alone."""
        return [self]

    def __getattr__(self, name: str):
        of_root = name in ("child", "current_player", "is_simultaneous_node")
        return getattr(self.root if of_root else self.game, name)


def openspiel(game: River) -> list[tuple[float, float]]:
    """Measure OpenSpiel's CFR+ on `universal_poker` in the same way."""
    import pyspiel
    from open_spiel.python.algorithms.cfr import CFRPlusSolver

    weights = ["0"] * 2 * len(HANDS)
    for k, side in enumerate(SIDES):
        for hand, weight in game.ranges[side].items():
            weights[k * len(HANDS) + hand] = f"{float(weight):.17g}"
    half, stack = int(game.half_pot), int(game.half_pot + game.stacks)
    poker = pyspiel.load_game(
        "universal_poker(betting=nolimit,bettingAbstraction=fcpa,numPlayers=2,numRounds=4,firstPlayer=1 1 1 1,"
        f"numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,blind={half} {half},stack={stack} {stack},"
        f"potSize={2 * half},boardCards={game.board},handReaches={' '.join(weights)})"
    )
    dealt, measure = DealtPairs(poker), RiverSpace(game)
    solver, found, began = CFRPlusSolver(dealt), [], time.process_time()
    for t in range(1, 10**6):
        solver.evaluate_and_update_policy()
        if t & (t - 1) == 0 or t % 100 == 0:
            spent = time.process_time() - began
            policy = solver.average_policy()
            gap = (
                sum(measure.conceded(side, _mixes_of(game, dealt, policy, side)) for side in SIDES)
                / measure.unit
            )
            found.append((spent, gap))
            began += time.process_time() - began - spent
            if spent > OPENSPIEL_SECONDS:
                return found
    return found


def _mixes_of(game: River, dealt: DealtPairs, policy, side):
    """Return [hand, node]: OpenSpiel's policy of a side, with its moves in our order."""
    hands = game.hands[side]
    mixes = np.ones((len(hands), len(game.nodes)))
    me = SIDES.index(side)
    seen = set()

    def walk(state, number: int, hand: int) -> None:
        node = game.nodes[number]
        if node.side is None:
            return
        actions = state.legal_actions()
        assert len(actions) == len(node.moves)
        if node.side == side:
            chances = policy.action_probabilities(state)
            for k, action in enumerate(actions):
                mixes[hand, node.first + k] = chances[action]
        for k, action in enumerate(actions):
            walk(state.child(action), node.first + k, hand)

    for deal, _ in dealt.deals:
        state = dealt.child(deal)
        shown = str(state).split(f"P{me} Cards: ")[1][:4]
        low, high = sorted(read_cards(shown))
        hand = hands.place[HAND[low, high]]
        if hand not in seen:
            seen.add(hand)
            walk(state, 0, hand)
    return mixes


def averaged_at(regret):
    """Return a mix in proportion to regrets."""
    whole = regret.sum(axis=1, keepdims=True)
    return np.divide(regret, whole, out=np.full_like(regret, 1 / regret.shape[1]), where=whole > 0)


def ours(game: River) -> list[tuple[float, float]]:
    """Measure our solver in the same way: rounds for the larger gaps, linear programs for the smaller ones."""
    found: list[tuple[float, float]] = []
    for fine in (False, True)[: 1 if QUICK else 2]:
        began, space = time.process_time(), RiverSpace(game)
        work = RegretMinimiser(space)

        def note(done: int, total: int, unit: str, work=work, pot=space.unit, began=began, fine=fine) -> None:
            if not fine or work.gap < ROUGH * pot:
                found.append((time.process_time() - began, work.gap / pot))

        work.run((FIRST if fine else ROUGH) * space.unit, 10**6, note)
        if fine:
            finish(work, space, GAPS[-1] * space.unit, 10**6, note)
            note(0, 0, "")
    return found


def seconds_to(found: list[tuple[float, float]], gap: float) -> float | None:
    """Return the time at which a gap was first reached."""
    return next((spent for spent, reached in found if reached <= gap), None)


def draw(curves: dict[str, list[tuple[float, float]]], path: Path) -> None:
    """Plot gaps over time on logarithmic axes."""
    from matplotlib.figure import Figure

    from zerosum.display.style import COLOURS, plain_axes

    figure = Figure(figsize=(7, 4.2), layout="constrained")
    axes = figure.add_subplot()
    rivers = list(dict.fromkeys(name.partition(", ")[0] for name in curves))
    for name, found in curves.items():
        best = np.minimum.accumulate([gap for _, gap in found])
        style = "--" if "plain" in name else ":" if "OpenSpiel" in name else "-"
        colour = COLOURS[rivers.index(name.partition(", ")[0])]
        axes.plot([spent for spent, _ in found], best, style, label=name, color=colour)
    axes.set(
        xscale="log", yscale="log", xlabel="processor seconds", ylabel="certified gap, as a share of the pot"
    )
    axes.grid(alpha=0.3)
    axes.legend(frameon=False, fontsize=8)
    plain_axes(axes)
    figure.savefig(path, dpi=150)


def main() -> None:
    """Print a table of all files, and draw the figure if requested."""
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    picture = Path(words.pop()) if "--draw" in sys.argv else None
    named = [
        (Path(file).stem, River(file=file, stacks=Fraction(stacks)))
        for file, stacks in zip(words[::2], words[1::2], strict=True)
    ] or [("random hands", River(oop="random", ip="random", stacks=Fraction(40)))]
    if "--openspiel" in sys.argv:
        named = [*(named if words else []), (SMALL, River())]
    RegretMinimiser(RiverSpace(River(oop="random", ip="random"))).run(1.0, 100, silent)
    rows, curves = [], {}
    for river, game in named:
        solvers = {"zerosum": ours, "plain CFR+": plain}
        if river == SMALL:
            solvers["OpenSpiel's CFR+"] = openspiel
        for name, found in ((name, solver(game)) for name, solver in solvers.items()):
            curves[f"{river}, {name}"] = found
            times = (seconds_to(found, gap) for gap in GAPS)
            rows.append([river, name, *("–" if spent is None else f"{spent:.2g} s" for spent in times)])
    print(Table("", ["river", "solved by", *(f"{gap:.0e}" for gap in GAPS)], rows))
    if picture:
        draw(curves, picture)


if __name__ == "__main__":
    main()
