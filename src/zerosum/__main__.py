"""The command, as `zerosum` and as `python -m zerosum`; Ctrl-C also stops it while it is being loaded.

Until the command is loaded Ctrl-C ends the process at once: an exception could be raised anywhere in an import,
even where Python ignores exceptions and only prints them.

Python's collector of cyclic garbage would spend more time on the imported modules, which stay until the end anyway,
than a small game takes to solve. So the collector runs rarely, and not when the process ends. The threads of
numpy's OpenBLAS would keep a core busy while they wait for work, which slows the first tenth of a second. So they
sleep sooner.
"""

import atexit
import gc
import os
import signal
import sys

__all__ = ["run"]

ALLOCATIONS = 300_000
"""Number of new objects after which the collector looks for garbage among them; Python's own number is 700. A picture
of a large game makes 220,000, most of them modules."""

PATIENCE = "20"
"""An idle thread of OpenBLAS sleeps after 2 to the power of this number of cycles; the default is 26."""


def run() -> None:
    """Load the command and run it."""
    gc.set_threshold(ALLOCATIONS, 10, 10)
    os.environ.setdefault("OPENBLAS_THREAD_TIMEOUT", PATIENCE)
    atexit.register(gc.freeze)
    heard = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if heard:
        signal.signal(signal.SIGINT, _stop)
    from zerosum.cli import main

    try:
        if heard:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        main()
    except KeyboardInterrupt:
        print("zerosum: stopped", file=sys.stderr)  # noqa: T201
        sys.exit(130)


def _stop(*_: object) -> None:
    os.write(2, b"zerosum: stopped\n")
    os._exit(130)


if __name__ == "__main__":
    run()
