"""Errors for optional packages: the one place that knows how an extra is installed.

No package index has zerosum yet, so an extra comes from the folder of a clone or from the file of a wheel. The page
docs/howto/install.md says the same to readers.
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

    return f"with the wheel's file, run: pip install 'zerosum-{__version__}-py3-none-any.whl[{extra}]'"


def missing_extra(needs: str, extra: str) -> InputError:
    """Return the error about a missing optional package; `needs` says what needs which package."""
    return InputError(f"{needs}; {install_command(extra)}")
