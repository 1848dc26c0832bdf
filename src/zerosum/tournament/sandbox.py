"""The isolation of the entries' processes: bubblewrap if it is installed, otherwise only the limits of processes.

With bubblewrap (`bwrap`) a process sees only Python, this package and an empty folder: no network, no other files,
no other processes. All processes that it starts end with it, because it has its own process namespace. Without
bubblewrap, an entry has only the limits of its process.
"""

from __future__ import annotations

import os
import shutil
import site
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import zerosum

SYSTEM = (
    "/usr",
    "/bin",
    "/lib",
    "/lib32",
    "/lib64",
    "/etc/ld.so.cache",
    "/etc/alternatives",
    "/nix/store",
)
"""The system folders that Python's libraries need."""
DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random")
FOLDER = "/tmp"
"""The folder of an entry in the sandbox."""
FOLDER_SIZE = 16_000_000
"""Maximum number of bytes in this folder."""
TRIAL = 60.0
"""Seconds that the first process in the sandbox may take to start."""
SERVE = "import sys; sys.path.insert(0, {!r}); from zerosum.tournament.inside import serve; {}"


@dataclass(frozen=True)
class Sandbox:
    """The way in which processes of entries are started."""

    bubblewrap: str = ""
    """The path of bubblewrap; empty if it is not used."""
    problem: str = ""
    """The reason if it is not used."""
    readable: Sequence[str] = field(default=())
    """Files and folders that a process may read besides those of the system."""

    def command(
        self, *, passed: int | None = None, files: Sequence[str] = (), run: str = "serve()"
    ) -> list[str]:
        """Return the command that starts a process; bubblewrap writes the process's number to `passed`."""
        package = str(Path(zerosum.__file__).resolve().parents[1])
        python = [sys.executable, "-s", "-c", SERVE.format(package, run)]
        if not self.bubblewrap:
            return python
        readable = [("ro-bind-try", path, path) for path in (*SYSTEM, *self.readable, *files)]
        options: list[tuple[str, ...]] = [
            ("unshare-all",),
            ("die-with-parent",),
            ("new-session",),
            ("as-pid-1",),
            ("cap-drop", "ALL"),
            ("size", str(FOLDER_SIZE)),  # of the next folder
            ("tmpfs", FOLDER),
            *readable,
            *(("dev-bind-try", device, device) for device in DEVICES),
            ("remount-ro", "/"),
            ("chdir", FOLDER),
        ]
        if passed is not None:
            options.append(("info-fd", str(passed)))
        words = [word for name, *values in options for word in (f"--{name}", *values)]
        return [self.bubblewrap, *words, "--", *python]

    @property
    def sentence(self) -> str:
        """A sentence for the report on whether entries could reach the network and other files."""
        if self.bubblewrap:
            return "bubblewrap kept entries from the network, from other files and from other processes."
        return (
            f"Entries could use the network and your files, because {self.problem}. "
            "Their limits stop accidents, not attacks."
        )


def environment() -> dict[str, str]:
    """Return the environment of a process, without any of the user's variables."""
    threads = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    same = {"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1", "LANG": "C.UTF-8"}
    return {"PATH": os.defpath, "HOME": FOLDER, **threads, **same}


def find_sandbox() -> Sandbox:
    """Return the best isolation that works on this machine, tested by starting one process."""
    found = shutil.which("bwrap")
    if found is None:
        return Sandbox(problem="bubblewrap is not installed")
    walls = Sandbox(found, readable=_python())
    try:
        tried = subprocess.run(
            walls.command(run="pass"), env=environment(), capture_output=True, timeout=TRIAL, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return Sandbox(problem=f"bubblewrap does not work here ({type(error).__name__})")
    if tried.returncode:
        said = tried.stderr.decode("utf-8", "replace").strip().splitlines() or ["it printed no error message"]
        return Sandbox(problem=f"bubblewrap does not work here ({said[-1][:100]})")
    return walls


def _python() -> list[str]:
    """Return the folders of Python, of installed packages and of this package."""
    paths = [sys.base_prefix, sys.base_exec_prefix, sys.prefix, sys.exec_prefix]
    paths += [sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    paths += [site.getusersitepackages()] if site.ENABLE_USER_SITE else []
    paths += [str(Path(zerosum.__file__).resolve().parent)]
    found: list[str] = []
    for path in dict.fromkeys(paths):
        if Path(path).is_dir() and not any(Path(path).is_relative_to(one) for one in found):
            found.append(path)
    return [path for path in found if not path.startswith("/usr/")]
