"""What the documentation takes from the code: the page of games, the pages of notebooks, and the pictures.

Everything goes to `docs/_generated`, which every build makes again and kept out of the repository.
"""

import io
import re
import shlex
from contextlib import redirect_stdout
from pathlib import Path

import matplotlib.pyplot as plt

import zerosum
from zerosum.cli import run
from zerosum.core.solution import Solution
from zerosum.games import CATALOG, Entry
from zerosum.request.flags import flags_of_game
from zerosum.web.documentation import notebook_page

HERE = Path(__file__).parent
MADE = HERE / "_generated"
EXAMPLES = HERE.parent / "examples"

PICTURES = {
    "matrix": ([[2, -1, 4], [0, 3, -1]], {}),
    "staged": ("examples/matching_pennies.py:MatchingPennies", {"rounds": 3, "heads": 2}),
    "subtraction": ("matches", {"matches": 30}),
    "tricks": ("jujitsu", {"cards": 4}),
    "targets": ("nakai", {"stages": 3, "high": 1, "low": 1, "middle": 2}),
    "stochastic": ("stochastic", {"path": "examples/dare.toml"}),
    "lagged": ("gleason", {}),
    "betting": ("raise", {}),
    "kuhn": ("kuhn", {}),
    "wager": ("red-dog", {}),
    "drawing": ("blackjack", {}),
    "hidden": ("hidden", {"path": "examples/one-card-bluff.toml"}),
    "phased": ("two-phase-raise", {}),
    "river": ("river", {}),
}
"""The pictures of the pages: a game and its parameters, by the picture's name."""

MODELS = {
    "matrix": "Matrix games",
    "staged": "Staged games",
    "subtraction": "Subtraction games",
    "tricks": "Trick games",
    "targets": "Target games",
    "stochastic": "Stochastic games",
    "lagged": "Lagged games",
    "betting": "Betting games",
    "wager": "Wager games",
    "drawing": "Drawing games",
    "hidden": "Hidden games",
    "phased": "Games in two phases",
    "river": "Rivers and turns of poker",
}
"""What the theory's pages are called, by the model."""

SMALL = {
    "jujitsu": {"cards": 4},
    "goofspiel": {"cards": 4},
    "blind-goofspiel": {"cards": 3},
    "hidden": {"path": str(EXAMPLES / "one-card-bluff.toml")},
    "betting": {"path": str(EXAMPLES / "betting-von-neumann.toml")},
    "dealt-betting": {"path": str(EXAMPLES / "betting-ranges.toml")},
    "stochastic": {"path": str(EXAMPLES / "shapley.toml")},
}
"""The parameters with which a game is shown, where they are not the defaults: small, or a file to read."""

PAPERS = {
    "Sanwal": "jujitsu",
    "Nakai": "nakai",
    "Bricker": "matches",
    "Ferguson and Shapley": "gleason",
    "Bellman": "bluffing",
}
"""The papers that have a page, by an author."""


def main() -> None:
    """Make all of it."""
    (MADE / "notebooks").mkdir(parents=True, exist_ok=True)
    for name, (game, parameters) in PICTURES.items():
        _draw(MADE / f"{name}.svg", game, parameters)
    for page in sorted((HERE / "course").glob("[0-9]*.md")):
        _draw_figures(page)
    (MADE / "games.md").write_text(games_page(), encoding="utf-8")
    for path in sorted((HERE / "notebooks").glob("*.ipynb")):
        (MADE / "notebooks" / f"{path.stem}.md").write_text(notebook_page(path), encoding="utf-8")


def _draw(picture: Path, game: object, parameters: dict) -> None:
    here = {key: str(HERE.parent / value) if key == "path" else value for key, value in parameters.items()}
    named = str(HERE.parent / game) if isinstance(game, str) and ":" in game else game
    _save(zerosum.solve(named, **here), picture)


def figures(page: Path) -> list[str]:
    """The commands behind the figures of a page of the course; the last word of each is the file."""
    return re.findall(r"^Figure: `zerosum (.+)`$", page.read_text(encoding="utf-8"), re.MULTILINE)


def _draw_figures(page: Path) -> None:
    """Run the commands behind the figures of a page, which name examples as seen from the root of the repository."""
    (MADE / "course").mkdir(exist_ok=True)
    for command in figures(page):
        *words, file = shlex.split(command)
        here = [str(HERE.parent / word) if word.startswith("examples/") else word for word in words]
        with redirect_stdout(io.StringIO()):
            run([*here, str(MADE / "course" / file)])


def _save(solution: Solution, picture: Path) -> None:
    plt.close(zerosum.plot(solution, picture))


def games_page() -> str:
    """The games of the catalogue: rules, where each comes from, and its solution."""
    return GAMES + "\n".join(map(_section, CATALOG.values()))


GAMES = """# The games

Every game of the catalogue: how it is played, where it comes from, its parameters, its solution, and the
model whose page tells how it is solved. `zerosum solve GAME` prints such an answer, and `zerosum play GAME` plays.

"""


def _section(entry: Entry) -> str:
    kind, given = entry.load(), SMALL.get(entry.name, {})
    solution = zerosum.solve(entry.name, **given)
    title, _, rest = str(solution.report()).partition("\n")
    picture = MADE / f"game-{entry.name}.svg"
    _save(solution, picture)
    parts = [
        f"## {entry.name}",
        f"*{entry.summary[0].upper()}{entry.summary[1:]}.*",
        " ".join(solution.game.instructions),
        _source(entry),
        f"Model: [{MODELS[kind.model].lower()}](../theory/{kind.model}.md).",
        _parameters(kind),
        f"**{re.sub(' {2,}', ' · ', title)}**",
        f"![The solution of {entry.name}]({picture.name})",
        f"<details><summary>The solution in numbers</summary>\n\n```text\n{rest.strip()}\n```\n\n</details>",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _source(entry: Entry) -> str:
    page = next((page for author, page in PAPERS.items() if author in entry.paper), "")
    told = f" [The paper, recomputed](../papers/{page}.md)." if page else ""
    return f"From: {entry.paper}.{told}" if entry.paper else ""


def _parameters(kind: type) -> str:
    return "\n".join(f"- `{flag.name}`: {flag.help}" for flag in flags_of_game(kind))


if __name__ == "__main__":
    main()
