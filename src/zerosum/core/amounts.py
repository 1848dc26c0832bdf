"""Convert the numbers that a user's rules return to plain Python numbers.

A model lists its rules that return numbers in `Game.numbers_in`, each with the function that converts the numbers
in a result. `Game.__init_subclass__` wraps these rules in every class that derives from the model, so that solver,
verifier, arena, report and plot see the same numbers, whether the rules return decimals, numpy numbers or
fractions. The rules of this package return plain numbers and are not wrapped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property, wraps
from types import FunctionType
from typing import Any

from zerosum.core.errors import GameError, InputError
from zerosum.core.numbers import as_amount, as_fraction

PACKAGE = "zerosum."

Clean = Callable[[Any], Any]
"""A function from the result of a rule to the same result with plain numbers. A malformed result is returned
unchanged and rejected later, by code that can name the position.
"""


def clean_rules(game: type[Any], rules: Mapping[str, Clean]) -> None:
    """Wrap the rules defined by this class itself."""
    if game.__module__.startswith(PACKAGE):
        return
    for name, clean in rules.items():
        if name in vars(game):
            setattr(game, name, _cleaned(vars(game)[name], clean))


def _cleaned(rule: object, clean: Clean) -> object:
    """Wrap a method, property or plain value of a class so that its results are plain numbers."""
    if isinstance(rule, FunctionType):
        return _wrapped(rule, clean)
    if isinstance(rule, staticmethod):
        return staticmethod(_wrapped(rule.__func__, clean))
    if isinstance(rule, property) and rule.fget is not None:
        return property(_wrapped(rule.fget, clean), rule.fset, rule.fdel, rule.__doc__)
    if isinstance(rule, cached_property):
        again = cached_property(_wrapped(rule.func, clean))
        again.__set_name__(Any, str(rule.attrname))
        return again
    return rule if hasattr(rule, "__get__") else clean(rule)


def _wrapped(rule: Callable[..., Any], clean: Clean) -> Callable[..., Any]:
    """Wrap a rule so that its results are plain numbers."""

    @wraps(rule)
    def cleaned_rule(*given: Any, **named: Any) -> Any:
        return clean(rule(*given, **named))

    return cleaned_rule


def clean_outcomes(said: Any) -> Any:
    """Convert outcomes (probability, reward, position) to plain numbers, one at a time, since there may be
    infinitely many.
    """
    if isinstance(said, Iterator):
        return map(clean_outcome, said)
    return [clean_outcome(one) for one in said] if hasattr(said, "__iter__") else said


def clean_outcome(said: Any) -> Any:
    """Convert one outcome to plain numbers."""
    if not isinstance(said, tuple) or len(said) != 3:
        return said
    p, reward, position = said
    return as_amount(p), as_amount(reward), position


def clean_first(said: Any) -> Any:
    """Convert the payment, the first item of a pair, to a plain number."""
    return (as_amount(said[0]), said[1]) if isinstance(said, tuple) and len(said) == 2 else said


def clean_cell(said: Any) -> Any:
    """Convert a pair of a payment and a mapping to weights, with plain numbers for all of them."""
    if not isinstance(said, tuple) or len(said) != 2 or not isinstance(said[1], Mapping):
        return said
    return as_amount(said[0]), {to: as_amount(p) for to, p in said[1].items()}


def clean_line(said: Any) -> Any:
    """Convert the payment c + d x, the first item of a pair, to plain numbers, which must be finite."""
    if not isinstance(said, tuple) or len(said) != 2 or not isinstance(said[0], tuple | list):
        return said
    return tuple(finite_amount(x, "a payment c + d x needs numbers c and d;") for x in said[0]), said[1]


def finite_amount(given: Any, what: str) -> Any:
    """Return a plain number; raise a GameError unless it is finite."""
    plain = as_amount(given)
    if type(plain) not in (int, Fraction):
        try:
            as_fraction(plain)
        except InputError as problem:
            raise GameError(f"{what} {problem}") from None
    return plain
