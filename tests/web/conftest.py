"""One site and one browser for all tests of a process, on a folder of its own."""

import shutil
import socket
import threading
import time
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from fastapi import FastAPI
from fastapi.testclient import TestClient
from playwright.sync_api import TimeoutError as OutOfTime
from playwright.sync_api import sync_playwright
from tests.web.browsing import FLAGS, Watched

from zerosum.web import create_app


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("site")


@pytest.fixture(scope="session")
def app(folder: Path) -> Iterator[FastAPI]:
    made = create_app(folder, workers=1)
    yield made
    made.state.site.end()


@pytest.fixture(scope="module")
def client(app: FastAPI) -> TestClient:
    """A visitor."""
    return TestClient(app)


@pytest.fixture(scope="session")
def address(app: FastAPI) -> Iterator[str]:
    """Where browsers find the site."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_level="error", lifespan="off"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(10)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Debian's chromium, which the test set-up installs where it can."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        pytest.skip("there is no chromium on this machine")
    with sync_playwright() as running:
        made = running.chromium.launch(executable_path=found, args=FLAGS)
        yield made
        made.close()


@pytest.fixture
def watched(browser: Any, address: str) -> Iterator[Watched]:
    """A page on which nothing may go wrong."""
    made = Watched(browser, address)
    yield made
    made.context.close()
    assert not made.trouble


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Try a test in the browser once more if it ran out of time: a busy machine can lose a click."""
    try:
        return (yield)
    except OutOfTime:
        watched = pyfuncitem.funcargs.get("watched")
        if not isinstance(watched, Watched):
            raise
        names = pyfuncitem._fixtureinfo.argnames
        watched.begin_again()
        pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names})
        return True
