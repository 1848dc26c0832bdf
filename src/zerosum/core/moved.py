"""What has moved since version 0.2, and where it is now.

A program that imports a documented module by its old name gets the new one, with a warning, for one release. A saved
solution names the classes of its records by module; old files keep loading.
"""

from __future__ import annotations

import importlib
import sys
import warnings
from collections.abc import Callable, Mapping
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.abc import Loader
else:
    Loader = object  # importing it takes 7 ms

DOCUMENTED = {
    "zerosum.arena.place": "zerosum.arena.session",
    "zerosum.errors": "zerosum.core.errors",
    "zerosum.families": "zerosum.models.family",
    "zerosum.limits": "zerosum.core.limits",
    "zerosum.models.game": "zerosum.core.game",
    "zerosum.models.matrix": "zerosum.models.matrix_game",
    "zerosum.progress": "zerosum.core.progress",
    "zerosum.reports": "zerosum.display",
    "zerosum.saved": "zerosum.certificates.saved",
    "zerosum.sides": "zerosum.core.sides",
    "zerosum.solution": "zerosum.core.solution",
    "zerosum.value": "zerosum.core.value",
    "zerosum.verdict": "zerosum.core.verdict",
}
"""Modules that the documentation of version 0.2 names."""

RECORDS = {
    "zerosum.games.goofspiel_coded": "zerosum.games.goofspiel",
    "zerosum.games.red_dog_deck": "zerosum.games.red_dog",
    "zerosum.games.red_dog_ranks": "zerosum.games.red_dog",
    "zerosum.interop.extensive": "zerosum.models.betting.extensive",
    "zerosum.interop.openspiel.taken": "zerosum.interop.openspiel.importer",
    "zerosum.models.answer": "zerosum.core.answer",
    "zerosum.models.betting": "zerosum.models.betting.rules",
    "zerosum.models.betting_answer": "zerosum.models.betting.answer",
    "zerosum.models.betting_form": "zerosum.models.betting.form",
    "zerosum.models.betting_response": "zerosum.models.betting.response",
    "zerosum.models.betting_steps": "zerosum.models.betting.form",
    "zerosum.models.card_law": "zerosum.models.wager.card_law",
    "zerosum.models.dealing": "zerosum.models.drawing.round",
    "zerosum.models.drawing": "zerosum.models.drawing.rules",
    "zerosum.models.drawing_spots": "zerosum.models.drawing.answer",
    "zerosum.models.game": "zerosum.core.game",
    "zerosum.models.hidden": "zerosum.models.hidden.rules",
    "zerosum.models.hidden_form": "zerosum.models.hidden.form",
    "zerosum.models.lagged": "zerosum.models.lagged.rules",
    "zerosum.models.matrix": "zerosum.models.matrix_game.rules",
    "zerosum.models.phased": "zerosum.models.phased.rules",
    "zerosum.models.phased_reply": "zerosum.models.phased.response",
    "zerosum.models.phased_results": "zerosum.models.phased.response",
    "zerosum.models.staged": "zerosum.models.staged.rules",
    "zerosum.models.staged_graph": "zerosum.models.staged.positions",
    "zerosum.models.staged_layout": "zerosum.models.staged.positions",
    "zerosum.models.stochastic": "zerosum.models.stochastic.rules",
    "zerosum.models.stochastic_arrays": "zerosum.models.stochastic.rules",
    "zerosum.models.stochastic_stages": "zerosum.models.stochastic.rules",
    "zerosum.models.stochastic_table": "zerosum.models.stochastic.table",
    "zerosum.models.subtraction": "zerosum.models.subtraction.rules",
    "zerosum.models.targets": "zerosum.models.targets.rules",
    "zerosum.models.tricks": "zerosum.models.tricks.rules",
    "zerosum.models.tricks_open": "zerosum.models.tricks.rules",
    "zerosum.models.unfolded": "zerosum.models.staged.extensive",
    "zerosum.models.wager": "zerosum.models.wager.rules",
    "zerosum.models.win_chance": "zerosum.models.wager.win_chance",
    "zerosum.solvers.betting": "zerosum.models.betting.solve",
    "zerosum.solvers.betting.cards": "zerosum.models.betting.solve.cards",
    "zerosum.solvers.betting.continuum": "zerosum.models.betting.solve.continuum",
    "zerosum.solvers.betting.extremes": "zerosum.models.betting.solve.extremes",
    "zerosum.solvers.betting.extremes_on_line": "zerosum.models.betting.solve.extremes",
    "zerosum.solvers.betting.family": "zerosum.models.betting.solve.corners",
    "zerosum.solvers.betting.pieces": "zerosum.models.betting.solve.pieces",
    "zerosum.solvers.betting.program": "zerosum.models.betting.solve.program",
    "zerosum.solvers.betting.proved": "zerosum.models.betting.solve.exact",
    "zerosum.solvers.betting.solution": "zerosum.models.betting.answer",
    "zerosum.solvers.betting.thresholds": "zerosum.models.betting.solve.pieces",
    "zerosum.solvers.betting.vertex": "zerosum.models.betting.solve.exact",
    "zerosum.solvers.betting.written": "zerosum.models.betting.solve.cards",
    "zerosum.solvers.drawing": "zerosum.models.drawing.answer",
    "zerosum.solvers.drawing.counts": "zerosum.models.drawing.solve",
    "zerosum.solvers.drawing.recursion": "zerosum.models.drawing.solve",
    "zerosum.solvers.hidden": "zerosum.models.hidden.solve",
    "zerosum.solvers.hidden.solution": "zerosum.models.hidden.answer",
    "zerosum.solvers.lagged": "zerosum.models.lagged.solve",
    "zerosum.solvers.lagged.certify": "zerosum.models.lagged.recursion",
    "zerosum.solvers.lagged.concave": "zerosum.models.lagged.functions",
    "zerosum.solvers.lagged.scale": "zerosum.models.lagged.functions",
    "zerosum.solvers.lagged.solution": "zerosum.models.lagged.answer",
    "zerosum.solvers.lagged.strategy": "zerosum.models.lagged.strategy",
    "zerosum.solvers.matrix": "zerosum.models.matrix_game.solve",
    "zerosum.solvers.memory": "zerosum.models.lagged.memory",
    "zerosum.solvers.memory.solution": "zerosum.models.lagged.answer",
    "zerosum.solvers.phased": "zerosum.models.phased.solve",
    "zerosum.solvers.phased.cutting": "zerosum.models.phased.solve.pure",
    "zerosum.solvers.phased.polish": "zerosum.models.phased.solve.pure",
    "zerosum.solvers.phased.program": "zerosum.models.phased.solve.program",
    "zerosum.solvers.phased.solution": "zerosum.models.phased.answer",
    "zerosum.solvers.staged": "zerosum.models.staged.solve",
    "zerosum.solvers.staged.solution": "zerosum.models.staged.answer",
    "zerosum.solvers.stochastic": "zerosum.models.stochastic.solve",
    "zerosum.solvers.stochastic.solution": "zerosum.models.stochastic.answer",
    "zerosum.solvers.subtraction": "zerosum.models.subtraction.answer",
    "zerosum.solvers.subtraction.heaps": "zerosum.models.subtraction.answer",
    "zerosum.solvers.subtraction.misere": "zerosum.models.subtraction.misere",
    "zerosum.solvers.targets": "zerosum.models.targets.solve",
    "zerosum.solvers.targets.closed": "zerosum.models.targets.solve.formulas",
    "zerosum.solvers.targets.kernel": "zerosum.models.targets.solve.kernel",
    "zerosum.solvers.targets.solution": "zerosum.models.targets.answer",
    "zerosum.solvers.targets.solved": "zerosum.models.targets.solve.solved",
    "zerosum.solvers.tricks": "zerosum.models.tricks.solve",
    "zerosum.solvers.tricks.coded": "zerosum.models.tricks.contexts",
    "zerosum.solvers.tricks.discover": "zerosum.models.tricks.contexts",
    "zerosum.solvers.tricks.exact": "zerosum.models.tricks.solve.tables",
    "zerosum.solvers.tricks.merge": "zerosum.models.tricks.plan",
    "zerosum.solvers.tricks.nodes": "zerosum.models.tricks.solve.tables",
    "zerosum.solvers.tricks.patterns": "zerosum.models.tricks.patterns",
    "zerosum.solvers.tricks.plan": "zerosum.models.tricks.plan",
    "zerosum.solvers.tricks.position": "zerosum.models.tricks.solve.position",
    "zerosum.solvers.tricks.solution": "zerosum.models.tricks.answer",
    "zerosum.solvers.tricks.tables": "zerosum.models.tricks.solve.tables",
    "zerosum.solvers.tricks.tiles": "zerosum.models.tricks.tiles",
    "zerosum.solvers.wager": "zerosum.models.wager.solve",
    "zerosum.value": "zerosum.core.value",
    "zerosum.verdict": "zerosum.core.verdict",
}
"""Modules whose classes are in solutions that version 0.2 saved."""

RENAMED: dict[str, str] = {
    "zerosum.solvers.targets.kernel:Bounds": "zerosum.models.targets.answer:LayerValues",
    "zerosum.solvers.targets.solved:Solved": "zerosum.models.targets.answer:StateValues",
    "zerosum.models.staged_layout:Layout": "zerosum.models.staged.positions:SolveOrder",
    "zerosum.solvers.hidden.bilinear:Tree": "zerosum.models.hidden.form:SequenceTree",
    "zerosum.solvers.hidden.reaches:Reaches": "zerosum.models.hidden.form:RealizationPlan",
    "zerosum.solvers.tricks.discover:Listed": "zerosum.models.tricks.contexts:NodeNumbers",
    "zerosum.solvers.staged.solution:Solved": "zerosum.models.staged.answer:SolvedPositions",
    "zerosum.solvers.subtraction.heaps:Periodic": "zerosum.models.subtraction.answer:PeriodicSequence",
    "zerosum.solvers.wager:WagerSolution": "zerosum.models.wager.answer:WagerSolution",
    "zerosum.interop.extensive:Dealt": "zerosum.models.betting.extensive:BettingTree",
    "zerosum.models.hidden_form:Named": "zerosum.models.hidden.form:NamedSet",
    "zerosum.models.hidden_form:Past": "zerosum.models.hidden.form:HistoryBlock",
    "zerosum.models.hidden_form:Sets": "zerosum.models.hidden.form:InformationSets",
    "zerosum.models.unfolded:Step": "zerosum.models.staged.extensive:StagedNode",
    "zerosum.models.unfolded:Told": "zerosum.models.staged.extensive:StageOutcome",
    "zerosum.models.unfolded:Unfolded": "zerosum.models.staged.extensive:StagedTree",
    "zerosum.models.staged:Waiting": "zerosum.core.game:Waiting",
    "zerosum.solvers.matrix:MatrixResult": "zerosum.models.matrix_game.answer:MatrixSolution",
    "zerosum.games.goofspiel:Table": "zerosum.games.goofspiel:PrizeState",
    "zerosum.games.red_dog_pot:Turn": "zerosum.games.red_dog_pot:PotState",
    "zerosum.games.shoe:Rule": "zerosum.games.shoe:StickRule",
    "zerosum.games.stochastic_file:State": "zerosum.games.stochastic_file:FileState",
    "zerosum.models.betting.form:Turn": "zerosum.models.betting.form:BettingTurn",
    "zerosum.models.staged.positions:Graph": "zerosum.models.staged.positions:PositionGraph",
    "zerosum.models.wager.card_law:Uniform": "zerosum.models.wager.card_law:UniformCard",
}
"""Classes in such files that have another name or file today, as `module:class`; the module may be today's."""


def current_name(name: str) -> str:
    """Today's `module:class` for one that a saved solution names."""
    if name not in RENAMED:
        module, _, path = name.partition(":")
        name = f"{RECORDS.get(module, module)}:{path}"
    return RENAMED.get(name, name)


def renamed(module: str, names: Mapping[str, str]) -> Callable[[str], object]:
    """The `__getattr__` of a module some of whose names are now others, as `module:name`; each use gives a warning."""

    def find(name: str) -> object:
        if name not in names:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        warnings.warn(f"{module}.{name} is now {names[name]}", DeprecationWarning, stacklevel=2)
        place, _, new = names[name].partition(":")
        return getattr(importlib.import_module(place), new)

    return find


def spec_of(name: str) -> ModuleSpec | None:
    """How a module of an old name is imported; None for a name that the documentation never had."""
    return ModuleSpec(name, Alias()) if name in DOCUMENTED else None


class Alias(Loader):
    """Puts the module that has moved in the place of its old name."""

    def create_module(self, spec: ModuleSpec) -> None:
        """An empty module, for the time being."""

    def exec_module(self, module: ModuleType) -> None:
        """The module under its new name."""
        old = module.__name__
        warnings.warn(f"{old} is now {DOCUMENTED[old]}", DeprecationWarning, stacklevel=2)
        sys.modules[old] = importlib.import_module(DOCUMENTED[old])
