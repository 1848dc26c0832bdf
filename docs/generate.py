"""What the documentation takes from the code: the page of games, the pages of notebooks, and the figures.

Everything goes to `docs/_generated`, which every build makes again and the repository ignores. A figure is drawn by the
command that its page names in a line `Figure: ...`, so no table here lists games, models or figures.
"""

import io
import os
import re
import shlex
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from pathlib import Path

import matplotlib.pyplot as plt

import zerosum
from zerosum.cli import run
from zerosum.core.game import Game, Instruction, Outline
from zerosum.games import CATALOG, CatalogEntry
from zerosum.papers import PAPERS
from zerosum.request import request_of
from zerosum.request.flags import flags_of_game
from zerosum.web.documentation import figures, notebook_page

HERE = Path(__file__).parent
ROOT = HERE.parent
MADE = HERE / "_generated"


def main() -> None:
    """Write all generated pages and figures."""
    (MADE / "notebooks").mkdir(parents=True, exist_ok=True)
    for page in sorted(HERE.rglob("*.md")):
        if MADE not in page.parents:
            draw_figures(page)
    (MADE / "games.md").write_text(games_page(), encoding="utf-8")
    for path in sorted((HERE / "notebooks").glob("*.ipynb")):
        (MADE / "notebooks" / f"{path.stem}.md").write_text(notebook_page(path), encoding="utf-8")


def draw_figures(page: Path) -> None:
    """Run the commands behind the figures of a page; they name examples relative to the root of the repository."""
    folder = MADE / page.parent.relative_to(HERE)
    for file, words in figures(page.read_text(encoding="utf-8")).items():
        folder.mkdir(parents=True, exist_ok=True)
        here = [str(ROOT / word) if word.startswith("examples/") else word for word in words]
        with redirect_stdout(io.StringIO()):
            run([*here, str(folder / file)])


def games_page() -> str:
    """Return the page of all built-in games: rules, source, parameters and solution."""
    return GAMES + "\n".join(map(_section, CATALOG.values()))


GAMES = """# The games

Every built-in game: its rules, where it comes from, its parameters, its solution at a small size, and the model whose
page explains how it is solved. `zerosum play GAME` plays.

"""


def _rules(rules: Sequence[Instruction]) -> Iterator[str]:
    """Yield the rules: paragraphs, and trees as they are drawn at a terminal."""
    for one in rules:
        yield "\n".join(("```text", *one.lines(), "```")) if isinstance(one, Outline) else one


def _section(entry: CatalogEntry) -> str:
    kind = entry.load()
    request = request_of(entry.name, _small(kind))
    solution = request.solve()
    title, _, rest = str(solution.report()).partition("\n")
    picture = MADE / f"game-{entry.name}.svg"
    plt.close(zerosum.plot(solution, picture))
    typed = shlex.join(request.typed).replace(f"{ROOT}{os.sep}", "")
    parts = [
        f"## {entry.name}",
        f"*{entry.summary[0].upper()}{entry.summary[1:]}.*",
        *_rules(solution.game.instructions),
        _source(entry),
        f"Model: [{_title(kind.family.name)}](../theory/{kind.family.name}.md).",
        "\n".join(f"- `{flag.name}`: {flag.help}" for flag in flags_of_game(kind)),
        f"**{re.sub(' {2,}', ' · ', title)}**",
        f"![The solution of {entry.name}]({picture.name})",
        f"<details><summary><code>zerosum solve {typed}</code></summary>\n\n```text\n{rest.strip()}\n```\n\n</details>",
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _small(kind: type[Game]) -> dict[str, str]:
    """Return the flags that make a game small; a path is found from any folder."""
    flags = dict(kind.demo_parameters)
    return flags | {"path": str(ROOT / flags["path"])} if "path" in flags else flags


def _title(model: str) -> str:
    """Return the title of a model's page, as it stands inside a sentence."""
    heading = (HERE / "theory" / f"{model}.md").read_text(encoding="utf-8").partition("\n")[0]
    return heading.removeprefix("# ")


def _source(entry: CatalogEntry) -> str:
    """Return where a game comes from, with a link to the paper if its claims are recomputed here."""
    page = next((key for key, paper in PAPERS.items() if entry.name in paper.document.games), "")
    link = f" [Claims about it, recomputed](../papers/{page}.md)." if page else ""
    return f"From: {entry.paper}.{link}" if entry.paper else ""


if __name__ == "__main__":
    main()
