"""What the documentation takes from the code: the page of games, the pages of notebooks, and the pictures.

Everything goes to `docs/_generated`, which is made anew at every build and kept out of the repository.
"""

import json
import textwrap
from pathlib import Path

import zerosum
from zerosum.games import CATALOG, Entry

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
}
"""What the theory's pages are called, by the model."""

FILES = {"hidden": "one-card-bluff.toml", "betting": "betting-von-neumann.toml", "stochastic": "shapley.toml"}
"""The games that are read from a file, and the example that stands for them."""


def main() -> None:
    """Make all of it."""
    (MADE / "notebooks").mkdir(parents=True, exist_ok=True)
    for name, (game, parameters) in PICTURES.items():
        _draw(MADE / f"{name}.svg", game, parameters)
    (MADE / "games.md").write_text(games_page(), encoding="utf-8")
    for path in sorted((HERE / "notebooks").glob("*.ipynb")):
        (MADE / "notebooks" / f"{path.stem}.md").write_text(notebook_page(path), encoding="utf-8")


def _draw(picture: Path, game: object, parameters: dict) -> None:
    import matplotlib.pyplot as plt

    here = {key: str(HERE.parent / value) if key == "path" else value for key, value in parameters.items()}
    named = str(HERE.parent / game) if isinstance(game, str) and ":" in game else game
    plt.close(zerosum.plot(zerosum.solve(named, **here), picture))


def games_page() -> str:
    """The games of the catalogue: rules, where each comes from, and its solution."""
    head = """# The games

        Every game of the catalogue, from the catalogue: how it is played, where it comes from, its parameters with
        their defaults, and the model whose page tells how it is solved. The solutions are
        recomputed at every build of this page; `zerosum solve GAME` prints them, and `zerosum play GAME` plays.

        """
    return textwrap.dedent(head.replace("# The games", " " * 8 + "# The games")) + "\n".join(
        map(_section, CATALOG.values())
    )


def _section(entry: Entry) -> str:
    kind = entry.load()
    where = {"path": str(EXAMPLES / FILES[entry.name])} if entry.name in FILES else {}
    rules = " ".join(kind(**where).instructions)
    lines = [f"## {entry.name}", f"*{entry.summary[0].upper()}{entry.summary[1:]}.*", rules]
    if entry.paper:
        lines.append(f"From: {entry.paper}.")
    lines.append(f"Model: [{MODELS[kind.model].lower()}](../theory/{kind.model}.md).")
    lines += [_parameters(kind), _solution(entry, where)]
    return "\n\n".join(line for line in lines if line) + "\n"


def _parameters(kind: type) -> str:
    from zerosum.request.flags import flags_of_game

    flags = list(flags_of_game(kind))
    return "\n".join(f"- `{flag.name}`: {flag.help}" for flag in flags)


def _solution(entry: Entry, where: dict) -> str:
    if entry.name in LONG:
        return f"`zerosum solve {entry.name}` takes a while; it is left out here."
    solution = zerosum.solve(entry.name, **where)
    return f"```text\n{str(solution.report()).split('next:')[0].rstrip()}\n```"


LONG = {"goofspiel", "jujitsu", "blind-goofspiel", "leduc", "liars-dice", "raises", "bets"}
"""Games whose default parameters take more than a moment."""


def notebook_page(path: Path) -> str:
    """A notebook as a page: its text, and its code in blocks."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    parts = [
        text if cell["cell_type"] == "markdown" else f"```python\n{text}\n```"
        for cell in cells
        for text in ["".join(cell["source"])]
    ]
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    main()
