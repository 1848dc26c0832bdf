"""Errors for optional packages: the only module that knows how an extra is installed.

No package index has zerosum yet, so an extra is installed from a clone or from a wheel file. The page
docs/howto/install.md tells readers the same.
"""

from __future__ import annotations

from pathlib import Path

from zerosum.core.errors import InputError

CLONE = Path(__file__).parents[3]


def install_command(extra: str) -> str:
    """Return the command that installs an extra, for a clone of the repository or for an installed wheel."""
    if (CLONE / "pyproject.toml").is_file():
        return f"in the repository's folder, run: pip install '.[{extra}]'"
    from zerosum import __version__

    return f"in the folder with the wheel, run: pip install 'zerosum-{__version__}-py3-none-any.whl[{extra}]'"


def missing_extra(needs: str, extra: str) -> InputError:
    """Return the error about a missing optional package; `needs` states what requires which package."""
    return InputError(f"{needs}; {install_command(extra)}")
