"""A scheduler and worker processes on this machine."""

from __future__ import annotations

import subprocess
import sys

SCHEDULER = """
import asyncio, sys
from distributed import Scheduler

async def main():
    async with Scheduler(port=0, host="127.0.0.1", dashboard_address=None, dashboard=False) as scheduler:
        print(scheduler.address, flush=True)
        await scheduler.finished()

asyncio.run(main())
"""

WORKER = """
import asyncio, sys
from distributed import Worker

async def main():
    async with Worker(sys.argv[1], nthreads=1, dashboard=False, dashboard_address=None) as worker:
        print("ready", flush=True)
        await worker.finished()

asyncio.run(main())
"""


class Machines:
    """A scheduler and workers, each a process."""

    def __init__(self, workers: int = 2) -> None:
        self.processes: list[subprocess.Popen[str]] = []
        self.scheduler = self.start(SCHEDULER)
        assert self.scheduler.stdout is not None
        self.address = self.scheduler.stdout.readline().strip()
        self.workers = [self.worker() for _ in range(workers)]

    def start(self, script: str, *words: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-W", "ignore", "-c", script, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.processes.append(process)
        return process

    def worker(self) -> subprocess.Popen[str]:
        process = self.start(WORKER, self.address)
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        return process

    def stop(self) -> None:
        for process in reversed(self.processes):
            process.kill()
            process.wait()
            assert process.stdout is not None
            process.stdout.close()
