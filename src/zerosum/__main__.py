"""The command, as `zerosum` and as `python -m zerosum`; a stop while it is still being loaded is a stop, too."""

import sys

__all__ = ["run"]


def run() -> None:
    """Load the command and run it."""
    try:
        from zerosum.cli import main

        main()
    except KeyboardInterrupt:
        print("zerosum: stopped", file=sys.stderr)  # noqa: T201
        sys.exit(130)


if __name__ == "__main__":
    run()
