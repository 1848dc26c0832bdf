"""Entries that attack a tournament fail, and nothing else happens: with bubblewrap, and without."""

import os
import pickle
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import pytest

import zerosum
from zerosum.tournament import tournament
from zerosum.tournament.messages import ProtocolError, read_answer, read_message
from zerosum.tournament.sandbox import Sandbox, find_sandbox
from zerosum.tournament.system_calls import PROCESSORS

FOUND = find_sandbox()


class Watched(Sandbox):
    """No walls, and no filter in the kernel either, as on systems that have none."""

    def command(self, **options):
        without = "from zerosum.tournament import inside; inside.stay_alone = lambda: None; serve()"
        return super().command(**options, run=without)


WALLS = {
    "bare": Sandbox(problem="this test does without"),
    "watched": Watched(problem="this test does without"),
} | ({"wrapped": FOUND} if FOUND.bubblewrap else {})
EVERYWHERE = """import os
for fd in range(3, 64):
    try:
        os.write(fd, DATA)
    except OSError:
        pass
"""
"""Writes to whatever is open."""
SLEEP = "import time\ntime.sleep(600)\n"
NOT_AN_ANSWER = "sent an invalid answer"


class Bomb:
    """Makes a file where it is unpickled."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def __reduce__(self):
        return Path.touch, (self.file,)


def forged(mix: str) -> bytes:
    """An answer to the first question, which the entry did not give through its function."""
    return f'{{"to": 1, "answer": {mix}, "same": true}}\n'.encode()


def says(data: bytes, then: str = SLEEP) -> str:
    """An entry that writes some bytes when it is first asked."""
    lines = f"DATA = {data!r}\n{EVERYWHERE}{then}".splitlines()
    return "def player(seen):\n" + "".join(f"    {line}\n" for line in lines) + "    return seen.moves[0]\n"


HOSTILE = {
    "garbage": (says(b"\xff\x00\x80garbage\n"), NOT_AN_ANSWER),
    "deep": (says(b"[" * 3000 + b"\n"), NOT_AN_ANSWER),
    "place": (says(forged("[[99, 1]]")), NOT_AN_ANSWER),
    "negative": (says(forged("[[-1, 1]]")), NOT_AN_ANSWER),
    "truth": (says(forged("[[true, 1]]")), NOT_AN_ANSWER),
    "twice": (says(forged("[[0, 1]]") * 2), NOT_AN_ANSWER),
    "early": (says(forged("[[0, 1]]").replace(b"1", b"2", 1), ""), NOT_AN_ANSWER),
    "half": (says(b'{"to": 1, "answer": [[0'), "slept for longer than"),
    "flood": (
        "import os\n\ndef player(seen):\n    while True:\n        for fd in range(3, 64):\n"
        "            try:\n                os.write(fd, bytes(1 << 16))\n            except OSError:\n"
        "                pass\n",
        NOT_AN_ANSWER,
    ),
    "sleeps": (f"def player(seen):\n    {SLEEP.replace(chr(10), '; ')}\n", "slept for longer than"),
    "dies": ("import os\n\ndef player(seen):\n    os.abort()\n", "had its process ended by signal 6"),
    "deaf": ("import os\n\ndef player(seen):\n    os.closerange(0, 64)\n" + "    while True: pass\n", ""),
    "writes": (
        "def player(seen):\n    open('big', 'wb').write(bytes(30_000_000))\n    return seen.moves[0]\n",
        "failed with OSError",
    ),
    "forks": (
        "import os, time\n\ndef player(seen):\n    os.fork() or time.sleep(600)\n    time.sleep(1)\n"
        "    return seen.moves[0]\n",
        ("started other processes", "failed with BlockingIOError"),
    ),
    "terminal": (
        "def player(seen):\n    raise ValueError('\\x1b[2J\\x1b[H\\u202ewins')\n",
        "failed with ValueError: [2J [H wins",
    ),
}


def hold(folder, name, text, walls, **options):
    """A small tournament of a hostile entry and an honest one."""
    (folder / f"{name}.py").write_text(text, encoding="utf-8")
    (folder / "honest.py").write_text("def player(seen):\n    return seen.moves[0]\n", encoding="utf-8")
    return tournament(zerosum.load("rps")(), folder, seconds=0.5, memory=0.3, sandbox=WALLS[walls], **options)


@pytest.mark.parametrize("walls", WALLS)
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_entry_fails_and_nothing_else_happens(name, walls, tmp_path):
    text, reasons = HOSTILE[name]
    found = hold(tmp_path, name, text, walls)
    assert {trouble.entry for trouble in found.troubles} == {name}
    reasons = (reasons,) if isinstance(reasons, str) else reasons
    for trouble in found.troubles:
        assert any(reason in trouble.reason for reason in reasons), trouble.reason
    assert all(trouble.reason.isprintable() for trouble in found.troubles)
    index = found.robin.rows.index("honest")
    assert found.robin.means[index][index] == 0
    assert [(one.rank, one.name, one.per_play) for one in found.results] == [(1, "honest", 1), (2, name, -1)]


@pytest.mark.parametrize("walls", WALLS)
def test_nothing_that_an_entry_sends_is_unpickled(walls, tmp_path):
    made = tmp_path / "made"
    frame = pickle.dumps(Bomb(made))
    found = hold(tmp_path, "pickles", says(len(frame).to_bytes(4, "big") + frame), walls)
    assert NOT_AN_ANSWER in found.troubles[0].reason
    assert not made.exists()


def called(name: str) -> list[int]:
    """The processes with this name."""
    found = []
    for process in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = process.read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        if f"({name})" in text and text.rpartition(")")[2].split()[0] != "Z":
            found.append(int(process.parent.name))
    return found


def named(name: str) -> str:
    """Code that gives its process a name, which its children inherit."""
    return f"import ctypes, os, time\nctypes.CDLL(None).prctl(15, {name.encode()!r}, 0, 0, 0)\n"


LINGER = "while True: time.sleep(0.01)"
ESCAPES = {
    "forks twice": f"""
def player(seen):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            {LINGER}
        os._exit(0)
    return seen.moves[0]
""",
    "ends its guard": f"""
def player(seen):
    ctypes.CDLL(None).prctl(1, 0, 0, 0, 0)
    os.setsid()
    for end in GUARD_ENDS:
        try:
            end(os.getppid())
        except OSError:
            pass
    time.sleep(0.3)
    {LINGER}
""",
    "forks and ends its guard": f"""
def player(seen):
    guard = os.getppid()
    if os.fork() == 0:
        os.setsid()
        for end in GUARD_ENDS:
            end(guard)
        {LINGER}
    {LINGER}
""",
    "calls the kernel": f"""
def player(seen):
    system = ctypes.CDLL(None).syscall
    ways = [(56, 17, 0, 0, 0, 0), (57,), (58,)] if os.uname().machine == "x86_64" else [(220, 17, 0, 0, 0, 0)]
    arguments = (ctypes.c_uint64 * 11)(0, 0, 0, 0, 17)
    for way in (*ways, (435, arguments, 88)):
        if system(*way) == 0:
            os.setsid()
            {LINGER}
    return seen.moves[0]
""",
    "starts a program": """
def player(seen):
    os.posix_spawn(sys.executable, [sys.executable, "-c", NAMED + "while True: time.sleep(0.01)"], {}, setsid=True)
    return seen.moves[0]
""",
}
"""Functions that leave a process behind, which carries the name of the entry's process."""
GUARD_ENDS = """
import fcntl, resource, signal, sys, threading

def by_input(guard):
    asked, asks = os.pipe()
    fcntl.fcntl(asked, fcntl.F_SETOWN, guard)
    fcntl.fcntl(asked, fcntl.F_SETFL, os.O_ASYNC)
    os.write(asks, b"x")

GUARD_ENDS = [
    lambda guard: os.kill(guard, signal.SIGKILL),
    lambda guard: signal.pidfd_send_signal(os.pidfd_open(guard), signal.SIGKILL),
    lambda guard: resource.prlimit(guard, resource.RLIMIT_CPU, (0, 0)),
    by_input,
]
"""
"""Ways to end the parent of the entry's process."""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are found in /proc")
@pytest.mark.parametrize(
    ("way", "walls"),
    [  # without a filter, an entry that ends its guard lives on
        (way, walls) for walls in WALLS for way in ESCAPES if walls != "watched" or "guard" not in way
    ],
)
def test_what_an_entry_starts_ends_with_it(way, walls, tmp_path):
    name = f"zs-{os.getpid()}-{walls[0]}"
    code = named(name)
    try:
        hold(tmp_path, "escapes", f"{code}NAMED = {code!r}\n{GUARD_ENDS}{ESCAPES[way]}", walls)
        assert not called(name)
    finally:
        for one in called(name):
            os.kill(one, signal.SIGKILL)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are found in /proc")
@pytest.mark.parametrize("walls", WALLS)
def test_entries_end_when_the_referee_is_killed(walls, tmp_path):
    name = f"zk-{os.getpid()}-{walls[0]}"
    # it forks if it can and loops forever, at its first import, before it can be noticed
    loops = (
        "try:\n    os.fork()\nexcept OSError:\n    pass\nwhile True: pass\n\n"
        "def player(seen):\n    return seen.moves[0]\n"
    )
    (tmp_path / "loops.py").write_text(named(name) + loops, encoding="utf-8")
    (tmp_path / "honest.py").write_text("def player(seen):\n    return seen.moves[0]\n", encoding="utf-8")
    run = (
        "import pathlib, sys, zerosum\nfrom tests.tournament.test_hostile import WALLS\n"
        "from zerosum.tournament import process, tournament\n"
        "process.EntryProcess.check_alone = lambda self: None\n"  # a referee that notices nothing
        f"walls = WALLS[{walls!r}]\n"
        "tournament(zerosum.load('rps')(), pathlib.Path(sys.argv[1]), seconds=600, sandbox=walls)\n"
    )
    referee = subprocess.Popen([sys.executable, "-c", run, str(tmp_path)], cwd=Path(__file__).parents[2])
    try:
        for _ in range(600):
            if called(name):
                break
            time.sleep(0.1)
        assert called(name)
        referee.send_signal(signal.SIGKILL)
        for _ in range(100):
            if not called(name):
                break
            time.sleep(0.1)
        assert not called(name)
    finally:
        referee.kill()
        referee.wait()
        for one in called(name):
            os.kill(one, signal.SIGKILL)


@pytest.mark.skipif(
    sys.platform != "linux" or os.uname().machine not in PROCESSORS, reason="a filter of Linux"
)
def test_an_entry_starts_no_process_and_reaches_no_other(tmp_path):
    tries = f"""{named("filtered")}{GUARD_ENDS}
def other_calls(guard):
    if ctypes.CDLL(None).ptrace(16, guard, 0, 0) < 0:
        raise OSError

def player(seen):
    import numpy

    assert (numpy.eye(300) @ numpy.eye(300) == numpy.eye(300)).all()
    os.kill(os.getpid(), 0)
    resource.prlimit(0, resource.RLIMIT_CORE)
    for end in (*GUARD_ENDS, other_calls, lambda guard: os.fork() or os._exit(0)):
        try:
            end(os.getppid())
            raise SystemError(end)
        except OSError:
            pass
    return seen.moves[0]
"""
    assert not hold(tmp_path, "filtered", tries, "bare").troubles


@pytest.mark.skipif(not FOUND.bubblewrap, reason="bubblewrap does not work here")
def test_bubblewrap_keeps_entries_from_other_files_and_the_network(tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("secret", encoding="utf-8")
    tries = (
        "import os, socket\n\ndef player(seen):\n"
        f"    for path in ({str(secret)!r}, {str(tmp_path / 'honest.py')!r}, '/etc/passwd', '/proc/1/environ'):\n"
        "        try:\n            open(path)\n            raise SystemError(path)\n"
        "        except OSError:\n            pass\n"
        f"    for path in ({str(tmp_path)!r}, '/usr', '/'):\n"
        "        try:\n            open(os.path.join(path, 'mine'), 'w')\n            raise SystemError(path)\n"
        "        except OSError:\n            pass\n"
        "    try:\n        socket.create_connection(('127.0.0.1', PORT), 1)\n"
        "        raise SystemError('network')\n    except OSError:\n        pass\n"
        "    return seen.moves[0]\n"
    )
    import socket

    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        door.listen()
        found = hold(tmp_path, "spy", tries.replace("PORT", str(door.getsockname()[1])), "wrapped")
    assert not found.troubles
    assert found.limits.bubblewrap
    assert "bubblewrap" in found.document().text()


def test_the_report_says_that_there_were_no_walls(tmp_path):
    found = hold(tmp_path, "other", "def player(seen):\n    return seen.moves[1]\n", "bare")
    assert not found.limits.bubblewrap
    assert "your files" in found.limits.sandbox


@pytest.mark.parametrize(
    "answer",
    [
        b"null",
        b"[]",
        b'{"to": 1, "answer": []}',
        b'{"to": 1, "answer": {}, "same": true}',
        b'{"to": 1, "answer": [[0, 1], [0, 1]], "same": true}',
        b'{"to": 1, "answer": [[0.0, 1]], "same": true}',
        b'{"to": 1, "answer": [[0, "1/0"]], "same": true}',
        b'{"to": 1, "answer": [[0, "1e9/3"]], "same": true}',
        b'{"to": 1, "answer": [[0, NaN]], "same": true}',
        b'{"to": 1, "answer": [[0, 1]], "same": 1}',
        b'{"to": 1, "answer": [[0, "' + b"9" * 300 + b'/1"]], "same": true}',
        b'{"to": 1, "answer": [[0, ' + b"9" * 9000 + b']], "same": true}',
        b'{"to": 1, "answer": [[0, true]], "same": true}',
    ],
)
def test_only_places_and_numbers_are_read(answer):
    with pytest.raises(ProtocolError):
        read_answer(read_message(answer), ("a", "b"))


def test_answers_keep_whether_numbers_are_exact():
    found, same = read_answer(
        read_message(b'{"to": 1, "answer": [[1, "1/3"], [0, 0.5]], "same": false}'), ("a", "b")
    )
    assert found == {"b": Fraction(1, 3), "a": 0.5}
    assert [type(p) for p in found.values()] == [Fraction, float]
    assert same is False
