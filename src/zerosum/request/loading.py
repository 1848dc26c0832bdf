"""A user's own game: "mygame.py:MyGame" becomes the class.

The file is imported with its own folder on the path, so that it may import other files there. Without a class name,
the file must have exactly one game.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from dataclasses import Field
from functools import wraps
from pathlib import Path
from types import ModuleType

from zerosum.core.errors import InputError, ZerosumError
from zerosum.core.game import Game, Move
from zerosum.core.reading import OWN_FILE, check_importable, check_readable, read_document

_imported: dict[str, str] = {}
"""The files that users named, by their names in tracebacks."""


def looks_like_a_file(text: str) -> bool:
    """Return whether a typed text means a user's own class and not a built-in game."""
    return ":" in text or text.endswith(".py")


def game_of_file(text: str, command: str) -> str | None:
    """Return the built-in game that reads a file of rules; None for any other file.

    For a matrix, the error names the command `matrix`.
    """
    suffix = Path(text).suffix.lower()
    if suffix == ".efg":
        return "hidden"
    one_matrix = InputError(
        f"{text} contains a single matrix; use the matrix command to solve, plot (--plot) and certify it: "
        f"zerosum matrix {text}"
    )
    if suffix in (".nfg", ".csv", ".tsv", ".txt"):
        raise one_matrix
    if suffix == ".cert":
        raise InputError(f"{text} is a certificate; check it with: zerosum check {text}")
    if suffix not in (".toml", ".json"):
        return None
    document = read_document(Path(text))
    if {"format", "solution"} <= set(document):
        raise InputError(
            f"{text} is a saved solution; load it in Python with zerosum.load_solution({text!r})"
        )
    if "states" in document:
        return "stochastic"
    if "matrix" in document:
        raise one_matrix
    tables = [table for table in document.values() if isinstance(table, Mapping)]
    if any("moves" in table or "chance" in table for table in tables):
        return "hidden"
    if any("actions" in table for table in tables):
        hands = document.get("hands")
        return "dealt-betting" if isinstance(hands, Mapping) and {"A", "B"} & set(hands) else "betting"
    raise InputError(
        f"{Path(text).name} is not a game: {command} reads files with states (stochastic games), with moves "
        "(hidden games) or with actions (betting games), and the matrix command reads files with a matrix"
    )


def load_class(text: str) -> type[Game]:
    """Return the class named by "mygame.py:MyGame" or "package.module:MyGame"."""
    where, name = (text, "") if text.endswith(".py") else _split_source(text)
    module = _import_file(Path(where)) if where.endswith(".py") else _import_module(where)
    return _whole(_named(module, where, name) if name else _only(module, where))


def load_function(text: str) -> Callable[..., Move]:
    """Return the function named by "mine.py:choose" or "package.module:choose"; report its failures in one sentence."""
    where, name = _split_source(text)
    module = _import_file(Path(where)) if where.endswith(".py") else _import_module(where)
    function = getattr(module, name, None)
    if not callable(function):
        own = [
            key for key, thing in vars(module).items() if inspect.isfunction(thing) and _is_own(thing, module)
        ]
        raise InputError(f"{where} has no function {name!r}; {_hint(name, own, 'function')}")

    @wraps(function)
    def guarded(*args: object) -> Move:
        with _one_sentence(text, where, "fails with"):
            return function(*args)

    return guarded


def _split_source(text: str) -> tuple[str, str]:
    """Return the file or module, and the class."""
    where, colon, name = text.rpartition(":")
    if not (where and colon and name):
        raise InputError(f"{text!r} does not name a class in a file; write it as mygame.py:MyGame")
    return where, name


def _import_file(path: Path) -> ModuleType:
    """Return the module in a file, freshly imported each time."""
    check_readable(path)
    if not path.is_file():
        raise InputError(
            f"there is no file {str(path)!r}; check the path, or start from one of: zerosum examples"
        )
    name = f"{OWN_FILE}{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise InputError(f"{str(path)!r} cannot be imported as Python")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look up their module by name
    _imported[str(path)] = _imported[str(path.resolve())] = str(path)
    with _importing(str(path), path.resolve().parent):
        spec.loader.exec_module(module)
    return module


def _import_module(name: str) -> ModuleType:
    """Return an importable module, from the working folder if it is there."""
    check_importable(name)
    with _importing(name, Path.cwd()):
        return importlib.import_module(name)


@contextmanager
def _importing(what: str, folder: Path) -> Iterator[None]:
    """Import with `folder` on the path; report failures in one sentence."""
    sys.path.insert(0, str(folder))
    try:
        with _one_sentence(what, what, "cannot be imported:"):
            yield
    finally:
        sys.path.remove(str(folder))


@contextmanager
def _one_sentence(what: str, file: str, verdict: str) -> Iterator[None]:
    """Send the output of a user's own file to stderr, and report its failures in one sentence with the line."""
    try:
        with redirect_stdout(sys.stderr):
            yield
    except ZerosumError:
        raise
    except (Exception, SystemExit) as error:
        line = _line(error, file)
        raise InputError(f"{what} {verdict} {type(error).__name__}: {error}{line}") from error


def _line(error: BaseException, what: str) -> str:
    """Return the line of the file at which an error occurred, if the traceback has it."""
    if isinstance(error, SyntaxError):
        return ""  # the message of a syntax error has the line
    lines = []
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(Path(what).absolute()) or (
            Path(trace.tb_frame.f_code.co_filename).name == Path(what).name
        ):
            lines.append(trace.tb_lineno)
        trace = trace.tb_next
    return f" (line {lines[-1]})" if lines else ""


def own_failure(error: BaseException) -> str | None:
    """Describe a failure in a user's own file in one sentence; return None if it occurred elsewhere."""
    sentence, trace = None, error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if file in _imported:
            what = f"{type(error).__name__}: {error}".removesuffix(": ")
            sentence = f"the rules in {_imported[file]} failed with {what} (line {trace.tb_lineno})"
        trace = trace.tb_next
    return sentence


def _games(module: ModuleType) -> dict[str, type[Game]]:
    """Return the complete games that a module defines itself."""
    return {
        name: thing
        for name, thing in vars(module).items()
        if isinstance(thing, type) and issubclass(thing, Game) and _is_own(thing, module)
        if not inspect.isabstract(thing)
    }


def _is_own(thing: Callable[..., object], module: ModuleType) -> bool:
    """Return whether a module defines a class or a function itself."""
    return thing.__module__ == module.__name__


def _hint(name: str, there: Collection[str], kind: str) -> str:
    """Return a hint about an unknown name."""
    from difflib import get_close_matches

    close = get_close_matches(name, there, n=1) or there
    return f"it has {', '.join(close)}" if close else f"it defines no {kind}"


def _only(module: ModuleType, where: str) -> type[Game]:
    """Return the only game of a module."""
    games = _games(module)
    if len(games) == 1:
        return next(iter(games.values()))
    if not games:
        raise InputError(f"{where} defines no game; derive a class from a model such as StagedGame")
    choices = " or ".join(f"{where}:{name}" for name in games)
    raise InputError(f"{where} defines {len(games)} games; choose one: {choices}")


def _named(module: ModuleType, where: str, name: str) -> type[Game]:
    """Return the class of that name."""
    thing = getattr(module, name, None)
    if thing is None:
        raise InputError(f"{where} has no class {name!r}; {_hint(name, _games(module), 'game')}")
    if not (isinstance(thing, type) and issubclass(thing, Game)):
        raise InputError(f"{where}:{name} is not a game; derive the class from a model such as StagedGame")
    return thing


def _whole(game: type[Game]) -> type[Game]:
    """Return the class, if it is complete: no rule is missing, and it is a dataclass if it has parameters."""
    missing = sorted(getattr(game, "__abstractmethods__", ()))
    if missing:
        raise InputError(f"{game.__name__} lacks {' and '.join(missing)}, which its model requires")
    options = [name for name, thing in vars(game).items() if isinstance(thing, Field)]
    if options:
        raise InputError(
            f"{game.__name__} has parameters ({', '.join(options)}) but is not a dataclass; "
            "write @dataclass(frozen=True) above the class"
        )
    return game
