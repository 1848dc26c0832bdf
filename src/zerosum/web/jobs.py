"""What a worker can be asked: plain data in, plain data out. Each is what the command does, without a terminal."""

from __future__ import annotations

from zerosum.core.data import Json, plain
from zerosum.core.progress import Progress
from zerosum.display.style import as_svg
from zerosum.models.family import arena_for, family_of
from zerosum.request import flags_of_function, load_game
from zerosum.web.catalogue import command
from zerosum.web.lessons import reply, slides, sweep
from zerosum.web.papers import figure, verdicts
from zerosum.web.play import TableBook
from zerosum.web.solved import Given, solved
from zerosum.web.walk import walked
from zerosum.web.workers import Jobs

__all__ = ["answer_jobs", "table_jobs"]


def answer_jobs() -> Jobs:
    """The jobs of a worker that answers."""
    return {job.__name__: job for job in (answer, picture, walk, reply, slides, sweep, verdicts, figure)}


def table_jobs() -> Jobs:
    """The jobs of a worker at whose tables visitors play."""
    book = TableBook()
    return {job.__name__: job for job in (book.solve, book.open, book.act, book.view, book.review)}


def answer(progress: Progress, game: str, given: Given) -> Json:
    """The solution as data, and its report."""
    request, whole = solved(progress, game, given)
    solution = request.at(whole)
    report = solution.report()
    return {
        "solution": solution.json(),
        "report": {
            "title": report.title,
            "value": report.value,
            "tables": [
                {"title": table.title, "columns": list(table.columns), "rows": table.cells()}
                for table in report.tables
            ],
            "notes": list(report.notes),
            "footer": report.footer,
        },
        "rules": list(arena_for(request.game).rules),
        "command": f"zerosum solve {command(game, given)}",
    }


def picture(progress: Progress, game: str, given: Given) -> str:
    """The picture as SVG."""
    draw = family_of(load_game(game)).plot
    own = {flag.name: flag for flag in flags_of_function(draw)}
    request, whole = solved(progress, game, {key: text for key, text in given.items() if key not in own})
    solution = request.at(whole)
    options = {name: own[name].value(text) for name, text in given.items() if name in own}
    return as_svg(draw(solution, **options))


def walk(progress: Progress, game: str, given: Given, path: str, mix: str) -> Json:
    """A position that was walked to, move by move: its value, both mixes, and what each move is worth."""
    request, whole = solved(progress, game, given)
    found: Json = plain(walked(arena_for(request.game, lambda: whole), path, mix))
    return found
