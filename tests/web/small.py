"""Every game of the catalogue, small enough to be solved at once, as texts that a form would send."""

import re
import time
from pathlib import Path
from typing import Any

from zerosum import games


def small(name: str) -> dict[str, str]:
    """The flags that make a game small; the site knows its examples by their names."""
    flags = dict(games.load(name).demo_parameters)
    return flags | {"path": Path(flags["path"]).stem} if "path" in flags else flags


NAMES = list(games.CATALOG)


def answered(client: Any, asked: dict[str, Any]) -> Any:
    """The answer to a request, waiting for work that takes longer."""
    for _ in range(600):
        response = client.request(**asked)
        if response.status_code != 202:
            return response
        _wait(client, response)
    raise AssertionError(f"{asked} never came to an end")


def sat_down(client: Any, **body: Any) -> Any:
    """The answer to who sits down at a table, once its game is solved."""
    response = client.post("/api/tables", json=body)
    if response.status_code != 202:
        return response
    _wait(client, response)
    return answered(client, {"method": "GET", "url": f"/api/tables/{response.json()['id']}"})


def opened(client: Any, game: str, **more: Any) -> dict[str, Any]:
    """A new table of a small game, as the API shows it."""
    response = sat_down(client, game=game, given=small(game), **more)
    assert response.status_code in (200, 201), response.text
    found: dict[str, Any] = response.json()
    return found


def played(client: Any, table: dict[str, Any], word: str) -> dict[str, Any]:
    """The table after a move."""
    response = client.post(f"/api/tables/{table['id']}/move", json={"word": word, "turn": table["turn"]})
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found


def _wait(client: Any, response: Any) -> None:
    is_page = response.headers["content-type"].startswith("text/html")
    job = re.findall(r'data-job="(\d+)"', response.text)[0] if is_page else response.json()["job"]
    while client.get(f"/api/jobs/{job}").json()["under_way"]:
        time.sleep(0.05)


def page_of(client: Any, address: str, **query: str) -> Any:
    """A page once it is ready, with its status."""
    asked = {"method": "GET", "url": address, **({"params": query} if query else {})}
    return answered(client, asked)


def json_of(client: Any, address: str, **query: str) -> Any:
    """What the API answers."""
    response = answered(client, {"method": "GET", "url": address, "params": query})
    assert response.status_code == 200, response.text
    return response.json()
