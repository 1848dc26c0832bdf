"""Old module names still work, with a warning."""

import importlib
import sys

import pytest

from zerosum.core.moved import DOCUMENTED, current_name


@pytest.mark.parametrize("old", sorted(DOCUMENTED))
def test_a_module_that_has_moved_is_found_under_its_old_name(old: str) -> None:
    sys.modules.pop(old, None)
    with pytest.warns(DeprecationWarning, match=DOCUMENTED[old]):
        assert importlib.import_module(old) is importlib.import_module(DOCUMENTED[old])


def test_a_class_of_a_saved_solution_is_found_where_it_is_now() -> None:
    for name in (
        "zerosum.solvers.betting.solution:BettingSolution",
        "zerosum.models.betting_steps:StepStrategy",
        "zerosum.models.betting_form:Turn",
        "zerosum.models.staged_graph:Graph",
        "zerosum.models.card_law:Uniform",
    ):
        module, _, path = current_name(name).partition(":")
        assert hasattr(importlib.import_module(module), path)


def test_a_module_that_never_was_is_not_found() -> None:
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("zerosum.nowhere")
