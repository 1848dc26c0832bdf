"""The command, as `zerosum` and as `python -m zerosum`; a stop while it is still being loaded is a stop, too."""

import sys

__all__ = ["run"]


def run() -> None:
    """Load the command and run it."""
    try:
        from zerosum.cli import main
    except KeyboardInterrupt:
        sys.exit(130)
    main()


if __name__ == "__main__":
    run()
