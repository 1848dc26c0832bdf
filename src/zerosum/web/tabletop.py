"""The data with which a template draws a round, a hint and a review, with or without JavaScript.

One template draws every table (`play.html`), and the same part of the page is sent to scripts, which replace the
previous one. All lengths and positions are computed here, since they stand in attributes of SVG.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Annotated

from fastapi import APIRouter, Form, Path, Query, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse

from zerosum import games
from zerosum.core.data import Data, Json
from zerosum.core.errors import InputError
from zerosum.web.actions import action_classes, is_known
from zerosum.web.api import GameName, Move, TableName, TheSite, Visitor, given_in, progress_of, soon
from zerosum.web.catalogue import entry
from zerosum.web.covers import cover
from zerosum.web.pages import templates
from zerosum.web.play import COST_TOLERANCE
from zerosum.web.workers import JobPending

router = APIRouter(include_in_schema=False)

MAX_BUTTONS = 6
"""Maximum number of moves shown as buttons; more are shown as a list."""
MAX_OPTIONS = 6
"""Maximum number of moves with which a choice is compared."""
MANY_OTHERS = 3
"""Maximum number of moves outside poker that have colours."""
PLOT_WIDTH, PLOT_HEIGHT, EDGE = 316.0, 96.0, 8.0
"""The size of the graphs, and their margins."""


def round_places(count: int, x: float, y: float, radius: float) -> list[tuple[float, float]]:
    """Return positions for nodes around a circle, the first one at the top."""
    angles = [2 * math.pi * k / max(count, 1) for k in range(count)]
    return [
        (round(x + radius * math.sin(angle), 1), round(y - radius * math.cos(angle), 1)) for angle in angles
    ]


def number_text(x: float, digits: int = 3, *, sign: bool = False) -> str:
    """Return a number for display: few digits, a true minus sign, no sign before zero."""
    if abs(x) < COST_TOLERANCE:
        return "0"
    text = f"{x:.0f}" if float(x).is_integer() and abs(x) < 10**6 else f"{x:.{digits}g}"
    return ("+" * (sign and x > 0) + text).replace("-", "−")


def began(text: str) -> str:
    """Return the text with its first letter capitalised, unless it begins with a letter of a formula, such as d ≤ x."""
    return text if text[1:2] == " " and text[0] not in "ai" else text[:1].upper() + text[1:]


def seat_name(seat: str) -> str:
    """Return the name of a seat in words: Column player, Player B, Bettor."""
    plain = {"row": "Row player", "col": "Column player"}
    return plain.get(seat) or (f"Player {seat}" if len(seat) == 1 else began(seat))


templates.env.filters |= {
    "seat_name": seat_name,
    "round_places": round_places,
    "amount": number_text,
    "began": began,
}


def table_page(
    view: Json,
    review: Json | None = None,
    *,
    step: int | None = None,
    observed: Json | None = None,
    is_shared: bool = False,
    is_compact: bool = False,
) -> Json:
    """Return the data of the template: the view, with everything derived from it for a page."""
    board, steps = view["board"], []
    at = opened = None
    colours = _colours(view, review)
    if review is not None:
        last = len(review["steps"]) - 1
        at = last if step is None else min(step, last)
        board = review["steps"][at]["board"]
        steps = _steps(review, colours)
        opened = _costliest(review, at) if step is None else at
    is_last = review is None or at == len(review["steps"]) - 1
    mix = _hinted(view)
    names = [move["label"] for move in view["moves"]]
    classes = _classes(names)
    moves = [
        {
            **move,
            "label": began(move["label"]),
            "class": classes[move["label"]],
            "key": str(k) if k <= 9 else "",
            **mix.get(move["label"], {}),
        }
        for k, move in enumerate(view["moves"], 1)
    ]
    return {
        "view": view,
        "board": board,
        "felt": cover(view["game"]).felt,
        "seat": seat_name(view["seat"]),
        "words": () if view["over"] else tuple(move["word"] for move in view["moves"]),
        "moves": moves,
        "is_list": len(moves) > MAX_BUTTONS,
        "speech": _speech(view["happened"] if review is None else review["steps"][at]["happened"], colours),
        "happened": view["happened"],
        "banner": _banner(view) if view["over"] and is_last else None,
        "verdict": _verdict(review) if review else None,
        "review": review,
        "step": at,
        "opened": opened,
        "steps": steps,
        "split": _split(review) if review else [],
        "worth": _worth_plot(review) if review else None,
        "session": _session_plot(view),
        "reading": _reading(observed) if observed is not None else None,
        "is_shared": is_shared,
        "is_compact": is_compact,
        "address": f"/rounds/{view['id']}" if is_shared else f"/tables/{view['id']}",
    }


def _classes(names: Sequence[str]) -> Mapping[str, str]:
    """Return the colours of moves. Numbers have no colours, since cards and coins look the same; nor do moves
    outside poker if there are many.
    """
    found = action_classes(names)
    others = [name for name in found if not is_known(name)]
    plain = {name for name in others if name[:1].isdigit() or len(others) > MANY_OTHERS}
    return {name: "plain" if name in plain else found[name] for name in found}


def _colours(view: Json, review: Json | None) -> Mapping[str, str]:
    """Return, by name, the colour of each move in the lists of present and past choices."""
    lists = [[move["label"] for move in view["moves"]]]
    if review is not None:
        lists += [[*one["worth"], *one["mix"]] for one in review["choices"]]
    return {name: colour for names in lists for name, colour in _classes(names).items()}


def _colour(name: str, colours: Mapping[str, str]) -> str:
    """Return the colour of a move: its colour in the list, or its fixed colour."""
    return colours.get(name) or (action_classes([name])[name] if is_known(name) else "plain")


def _hinted(view: Json) -> dict[str, Json]:
    """Return the solution's frequency of each move, and its EV, if a hint was requested."""
    hint = view.get("hint")
    if not hint:
        return {}
    return {
        name: {"p": hint["mix"].get(name, 0.0), "worth": hint["worth"].get(name)}
        for name in {**hint["mix"], **hint["worth"], **{move["label"]: 0 for move in view["moves"]}}
    }


def _speech(happened: Sequence[Json], colours: Mapping[str, str]) -> dict[str, Json]:
    """Return each player's last action, if it was the latest event or the one before."""
    last: dict[str, Json] = {}
    for one in happened:
        if one["who"] == "you":
            last.pop("opponent", None)
        if one["who"] != "chance":
            last[one["who"]] = {
                "what": began(one["what"]),
                "class": _colour(one["what"], colours),
            }
    return last


def _banner(view: Json) -> Json:
    result = view["result"]
    won = f"You {'win' if result > 0 else 'lose'} {number_text(abs(result))}"
    headline = won if result else "Draw"
    return {
        "headline": headline,
        "detail": view["outcome"],
        "class": "won" if result > 0 else "lost" if result < 0 else "",
    }


def _costliest(review: Json, at: int) -> int:
    """Return the step of the most costly choice; if none had a cost, that of any choice."""
    costly = [one for one in review["choices"] if (one["cost"] or 0) > 0]
    return max(costly, key=lambda one: one["cost"])["at"] + 1 if costly else at


def _verdict(review: Json) -> Json:
    """Return two sentences: on the total cost of the visitor's choices, and on the rest of the result."""
    cost, costly = review["given_away"], [one for one in review["choices"] if (one["cost"] or 0) > 0]
    luck = "luck" if review["is_solution"] else "luck and your opponent's mistakes"
    if not review["choices"]:
        return {"headline": "You had no choice to make", "detail": "All of it was luck."}
    if cost is None:
        return {
            "headline": "Cost unknown",
            "detail": "There is no exact EV to compare your choices with.",
        }
    rest = f"The rest, {number_text(review['luck'], sign=True)}, was {luck}."
    if abs(review["luck"]) < COST_TOLERANCE:
        rest = "Luck changed nothing."
    if not costly:
        return {"headline": "No mistake", "detail": rest}
    headline = (
        f"Your {costly[0]['label']} cost {number_text(cost)}"
        if len(costly) == 1
        else f"{len(costly)} choices cost {number_text(cost)}"
    )
    return {"headline": headline, "detail": rest}


def _split(review: Json) -> list[Json]:
    """Return the parts of which the result is the sum: the value, the cost of choices, and luck, each with a bar
    from zero.
    """
    if review["luck"] is None:
        return []
    luck = "Luck" if review["is_solution"] else "Luck, mistakes"
    parts = {"Value": review["value"], "Your choices": -review["given_away"], luck: review["luck"]}
    most = max(*(abs(x) for x in parts.values()), abs(review["result"]), 1e-9)
    rows = []
    for name, x in parts.items():
        kind = "luck" if name == luck else "neg" if x < 0 else "pos"
        width = 50 * abs(x) / most
        rows.append(
            {
                "name": name,
                "class": kind,
                "x": f"{50 - width if x < 0 else 50:.1f}",
                "width": f"{width:.1f}",
                "text": number_text(x, sign=True),
            }
        )
    return rows


def _steps(review: Json, colours: Mapping[str, str]) -> list[Json]:
    """Return the rows of the list of moves: the event, and the cost of a choice or the change by luck."""
    chosen = {one["at"] + 1: one for one in review["choices"]}
    luck = _luck_at(review)
    rows = []
    for k, step in enumerate(review["steps"]):
        if k == 0:
            rows.append(
                {"at": 0, "events": [{"who": "", "what": "The start"}], "choice": None, "luck": luck.get(0)}
            )
            continue
        events = [
            {
                "who": {"you": "You", "opponent": "Opponent", "chance": ""}[one["who"]],
                "what": began(one["what"]) if one["who"] == "chance" else one["what"],
                "class": "" if one["who"] == "chance" else _colour(one["what"], colours),
            }
            for one in step["happened"]
        ]
        rows.append(
            {
                "at": k,
                "events": events
                or [
                    {
                        "who": "",
                        "what": "Dealt out of your sight" if k < len(review["steps"]) - 1 else "The end",
                    }
                ],
                "choice": _choice(chosen[k]) if k in chosen else None,
                "luck": luck.get(k),
                "remarks": step["remarks"],
            }
        )
    return rows


def _luck_at(review: Json) -> dict[int, str]:
    """Return the change of the round's EV by luck, by the step at which it became known."""
    found: dict[int, str] = {}
    for before, after in pairwise(review["worth"]):
        change = after["value"] - before["value"]
        if after["by"] == "luck" and abs(change) > COST_TOLERANCE:
            found[after["at"]] = number_text(change, 2, sign=True)
    return found


def _choice(one: Json) -> Json:
    """Return a choice with its cost, compared with the other moves."""
    cost = one["cost"] if one["cost_here"] is None else one["cost_here"]
    names = list(dict.fromkeys([*one["worth"], *one["mix"]]))
    best = max(one["worth"].values(), default=0.0)
    classes = _classes(names)
    order = sorted(names, key=lambda name: (-one["mix"].get(name, 0.0), -one["worth"].get(name, 0.0)))
    options = [name for k, name in enumerate(order) if k < MAX_OPTIONS or name == one["label"]]
    return {
        "cost": cost,
        "badge": "?" if cost is None else "Best" if cost == 0 else f"−{number_text(cost)}",
        "class": "luck"
        if cost is None
        else "best"
        if cost == 0
        else "bad"
        if cost > 0.1 * (1 + abs(best))
        else "slip",
        "caveat": one["caveat"],
        "against": one["cost_here"] is not None,
        "cost_of_solution": None if one["cost"] is None else number_text(one["cost"]),
        "options": [
            {
                "label": began(name),
                "yours": name == one["label"],
                "class": classes[name],
                "p": one["mix"].get(name, 0.0),
                "worth": number_text(one["worth"][name]) if name in one["worth"] else "",
                "loss": best - one["worth"].get(name, best),
            }
            for name in options
        ],
    }


def _scaled(values: Sequence[float], height: float, room: float) -> Callable[[float], float]:
    """Return a function from a value to its height in a graph."""
    low, high = min(values), max(values)
    spread = max(high - low, 1e-9)
    return lambda x: room + (height - 2 * room) * (1 - (x - low) / spread)


def _worth_plot(review: Json) -> Json | None:
    """Return the graph of the round's EV from its start to its end; None if only the ends are known."""
    points = review["worth"]
    if len(points) < 3:
        return None
    values = [point["value"] for point in points]
    place = _scaled([*values, 0.0], 76, EDGE)
    step = (PLOT_WIDTH - 2 * EDGE) / (len(points) - 1)
    dots = []
    for k, point in enumerate(points):
        lost = point["by"] == "choice" and values[k - 1] - point["value"] > COST_TOLERANCE
        dots.append(
            {
                "x": round(EDGE + k * step, 1),
                "y": round(place(point["value"]), 1),
                "at": point["at"],
                "lost": lost,
            }
        )
    legs = [{"d": f"M{a['x']} {a['y']}L{b['x']} {b['y']}", "lost": b["lost"]} for a, b in pairwise(dots)]
    label = ", ".join(number_text(value) for value in values)
    return {"dots": dots, "legs": legs, "zero": round(place(0.0), 1), "label": label}


def _session_plot(view: Json) -> Json | None:
    """Return the graph of the score compared with the prediction from the value, with the band of most
    sessions.
    """
    results, value, spread = view["results"], view["value"], view["spread"]
    if len(results) < 2:
        return None
    total, score = 0.0, [0.0]
    for result in results:
        total += result
        score.append(total)
    n = len(results)
    aim = [value * k for k in range(n + 1)]
    band = [1.96 * spread * math.sqrt(k) for k in range(n + 1)]
    place = _scaled(
        [
            *score,
            *(a + b for a, b in zip(aim, band, strict=True)),
            *(a - b for a, b in zip(aim, band, strict=True)),
        ],
        PLOT_HEIGHT,
        EDGE,
    )
    xs = [round(EDGE + (PLOT_WIDTH - 2 * EDGE) * k / n, 1) for k in range(n + 1)]

    def line(values: Sequence[float]) -> str:
        return " ".join(f"{x},{place(y):.1f}" for x, y in zip(xs, values, strict=True))

    upper = [a + b for a, b in zip(aim, band, strict=True)]
    lower = [a - b for a, b in zip(aim, band, strict=True)]
    back = " ".join(f"{x},{place(y):.1f}" for x, y in zip(reversed(xs), reversed(lower), strict=True))
    return {
        "score": line(score),
        "aim": line(aim),
        "band": f"{line(upper)} {back}",
        "zero": round(place(0.0), 1),
        "end": (xs[-1], round(place(score[-1]), 1)),
        "expected": number_text(value * n, sign=True),
    }


SCALE = 0.1
"""The fraction of a typical result whose loss in every round is in the middle of the meter."""


OFTEN = {"never": "never does", "always": "always does"}
"""Words for frequencies that precede the verb."""


def _reading(observed: Json) -> Json:
    """Return the display of the exploitability meter; if nothing is known yet, a note."""
    if "reason" in observed:
        return {"is_known": False, "note": observed["reason"], "at": None, "leak": ""}
    rounds = observed["rounds"]
    counted = f"{rounds} round{'s' * (rounds != 1)}"
    if not observed["known"]:
        note = (
            "Habits can be measured only after more rounds."
            if observed["few"]
            else f"Your choices in {counted} are consistent with optimal play. More choices are needed to show a habit."
        )
        return {"is_known": False, "note": note if rounds else "Play a round first.", "at": None, "leak": ""}
    cost = observed["cost"]
    worst = observed["each"][0]
    moves = [move for move in worst["moves"] if worst["times"]]
    far = max(moves, key=lambda move: abs(move["times"] / worst["times"] - move["p"]))
    leak = (
        f"{began(worst['situation'])}, you played {far['label']} {far['times']} of {worst['times']} times. "
        f"The solution {OFTEN.get(far['often'], 'does so ' + far['often'])}."
    )
    return {
        "is_known": True,
        "cost": number_text(cost, 2),
        "at": round(300 * cost / (cost + SCALE * max(observed["spread"], 1e-9)), 1),
        "note": f"An opponent who knew how you played in {counted} would win this much more from you in each.",
        "leak": leak,
    }


def _observed(site: TheSite, visitor: str | None, name: str) -> Json:
    """Return a visitor's frequencies, or the reason why they are unknown."""
    try:
        return site.observed_strategy(visitor, name)
    except InputError as error:
        return {"reason": f"{began(str(error))}."}


def _of(
    site: TheSite,
    visitor: str | None,
    name: str,
    *,
    hint: bool,
    step: int | None,
    read: bool,
    is_compact: bool = False,
) -> Json:
    """Return the content of a page for a visitor's table."""
    view = site.table(visitor, name, hint=hint)
    review = site.review(visitor, name) if view["over"] else None
    if review is not None:
        view = site.table(visitor, name)  # including the costs of this round's choices
    observed = _observed(site, visitor, name) if read and view["played"] else None
    return table_page(view, review, step=step, observed=observed, is_compact=is_compact)


Step = Annotated[int | None, Query(ge=0, le=10**6)]


@router.get("/tables/{name}")
def table(
    request: Request,
    name: str,
    site: TheSite,
    hint: bool = False,
    late: bool = False,
    step: Step = None,
    read: bool = False,
    cookie: Visitor = None,
) -> Response:
    """Return the page of a table, or the progress of solving its game; it also says whether a move came too late."""
    visitor = site.signer.visitor(cookie)
    try:
        shown = _of(site, visitor, name, hint=hint, step=step, read=read)
    except JobPending:
        return templates.TemplateResponse(
            request, "waiting.html", {"asks": f"/api/tables/{name}", "late": late}, 202
        )
    return templates.TemplateResponse(request, "table.html", shown)


@router.get("/rounds/{name}")
def shared_round(request: Request, name: str, site: TheSite, step: Step = None) -> Response:
    """Return a finished round, for anyone who has its address."""
    try:
        view, review = site.shared_round(name)
    except JobPending:
        return templates.TemplateResponse(request, "waiting.html", {"asks": f"/api/rounds/{name}"}, 202)
    return templates.TemplateResponse(
        request, "table.html", table_page(view, review, step=step, is_shared=True)
    )


@router.post("/tables/{name}/move")
def move(
    name: str,
    site: TheSite,
    word: Annotated[str, Form(max_length=400)],
    turn: Annotated[int, Form(ge=0)],
    cookie: Visitor = None,
) -> Response:
    """Make a move and show the table again."""
    try:
        site.act(site.signer.visitor(cookie) or "", name, word, turn)
    except JobPending:
        return RedirectResponse(f"/tables/{name}?late=true", 303)
    return RedirectResponse(f"/tables/{name}", 303)


@router.get("/tables")
def tables(request: Request, site: TheSite, cookie: Visitor = None) -> Response:
    """Return a visitor's tables."""
    mine = [
        one
        for one in site.records.of(site.signer.visitor(cookie))
        if one["words"] and one["game"] in games.CATALOG
    ]
    return templates.TemplateResponse(
        request, "tables.html", {"tables": mine, "entries": {one["game"]: entry(one["game"]) for one in mine}}
    )


def _drawn(ask: Callable[[], Json]) -> Data:
    """Return a table as HTML for scripts, or the progress of the work that it waits for."""
    try:
        shown = ask()
    except JobPending as found:
        return JSONResponse(progress_of(found), 202)
    view = shown["view"]
    html = templates.get_template("play.html").render(shown)
    return {
        "html": html,
        "turn": view["turn"],
        "over": view["over"],
        "played": view["played"],
        "reviewed": shown["review"] is not None,
        "messages": [*view["news"], *([shown["banner"]["headline"]] if shown["banner"] else [])],
    }


@router.get("/api/tables/{name}/page", response_model=None)
def drawn_table(
    name: TableName,
    site: TheSite,
    hint: bool = False,
    step: Step = None,
    read: bool = False,
    compact: bool = False,
    cookie: Visitor = None,
) -> Data:
    """Return a visitor's table as HTML."""
    visitor = site.signer.visitor(cookie)
    return _drawn(lambda: _of(site, visitor, name, hint=hint, step=step, read=read, is_compact=compact))


@router.post("/api/tables/{name}/page", response_model=None)
def drawn_move(
    name: TableName, move: Move, site: TheSite, compact: bool = False, cookie: Visitor = None
) -> Data:
    """Make a move and return the table as HTML; the review of a finished round is requested afterwards."""
    visitor = site.signer.visitor(cookie) or ""
    return _drawn(lambda: table_page(site.act(visitor, name, move.word, move.turn), is_compact=compact))


@router.get("/api/rounds/{name}/page", response_model=None)
def drawn_round(name: Annotated[str, Path(max_length=120)], site: TheSite, step: Step = None) -> Data:
    """Return a shared round as HTML."""

    def ask() -> Json:
        view, review = site.shared_round(name)
        return table_page(view, review, step=step, is_shared=True)

    return _drawn(ask)


@router.get("/api/games/{game}/walk/drawn", response_model=None)
def drawn_walk(
    request: Request, game: GameName, site: TheSite, walk: Annotated[str, Query(max_length=400)] = ""
) -> Data:
    """Return the position at the end of a path of moves, with each side's view of it, as HTML."""

    def ask() -> Json:
        here = site.ask("walk", game, given_in(request, "walk"), path=walk, mix="")
        shown = here.get("shown", {})  # before the deal nothing is shown
        boards = shown if here.get("onlooker") else {"row": shown}
        return {**here, "drawn": {side: _drawn_board(board, game) for side, board in boards.items()}}

    return soon(ask)


def _drawn_board(board: Json, game: str) -> str:
    """Return a board as HTML; empty if it has no objects."""
    if not (board and any(board.values())):
        return ""
    macros = templates.get_template("board.html").module
    return str(macros.plain_board(board, cover(game).felt))  # type: ignore[attr-defined]
