"""A filter in the kernel that keeps an entry's process from starting or reaching other processes.

A limit on processes does not bind the administrator, and a process that may end the guard
 may live on without it. Linux lets any process permanently give up system calls, for all its threads and programs
 (seccomp): each call is then checked by a short program that reads its number and arguments. If there is no such
 filter, or the processor is unknown here, the guard and the referee monitor the processes that an entry starts.
"""

from __future__ import annotations

import ctypes
import errno
import os
from contextlib import suppress
from typing import NamedTuple

PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 38, 22, 2
LOAD, JUMP_IF_EQUAL, JUMP_IF_AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06
NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16
"""The offset at which the filter finds the number of a call."""
ALLOW, REFUSE = 0x7FFF0000, 0x00050000
OTHER_TABLE = 0x40000000
"""The first number of a second table of calls, which x86-64 has for 32-bit addresses."""
SET_OWNER = (8, 15)
"""Commands of `fcntl` that name a process to be sent signals about a file."""
SET_OWNER_OF_SOCKET = (0x8901, 0x8902)
"""Commands of `ioctl` that name a process to be sent signals about a file."""

Instruction = tuple[int, int, int, int]


class SystemCalls(NamedTuple):
    """The numbers of system calls on a processor."""

    architecture: int
    starting: tuple[int, ...]
    """fork, vfork, clone, clone3."""
    reaching: tuple[int, ...]
    """ptrace, process_vm_readv, process_vm_writev, rt_sigqueueinfo, rt_tgsigqueueinfo, and pidfd_send_signal and
    pidfd_getfd.
    """
    aimed: tuple[int, ...]
    """kill, tkill, tgkill, prlimit64: their first argument is a process."""
    fcntl: int
    ioctl: int


PROCESSORS = {
    "x86_64": SystemCalls(
        0xC000003E, (57, 58, 56, 435), (101, 310, 311, 129, 297, 424, 438), (62, 200, 234, 302), 72, 16
    ),
    "aarch64": SystemCalls(
        0xC00000B7, (220, 435), (117, 270, 271, 138, 240, 424, 438), (129, 130, 131, 261), 25, 29
    ),
}


class _FilterInstruction(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_uint16),
        ("yes", ctypes.c_uint8),
        ("no", ctypes.c_uint8),
        ("k", ctypes.c_uint32),
    )


class _FilterProgram(ctypes.Structure):
    _fields_ = (("length", ctypes.c_uint16), ("instructions", ctypes.POINTER(_FilterInstruction)))


def stay_alone() -> None:
    """Give up all system calls that start processes or reach others, if the system can."""
    calls = PROCESSORS.get(os.uname().machine)
    if calls is None:
        return
    program = _program(calls, os.getpid())
    with suppress(OSError, AttributeError):
        prctl = ctypes.CDLL(None).prctl
        filled = (_FilterInstruction * len(program))(*(_FilterInstruction(*parts) for parts in program))
        if prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0:
            prctl(
                PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(_FilterProgram(len(program), filled)), 0, 0
            )


def _program(calls: SystemCalls, own: int) -> list[Instruction]:
    """Return the filter; a rejected call fails with an error, and the process continues."""
    refused = (RETURN, 0, 0, REFUSE | errno.EPERM)
    found: list[Instruction] = [
        (LOAD, 0, 0, ARCHITECTURE),
        (JUMP_IF_EQUAL, 1, 0, calls.architecture),
        refused,
        (LOAD, 0, 0, NUMBER),
        (JUMP_IF_AT_LEAST, 0, 1, OTHER_TABLE),
        refused,
    ]
    for number in calls.starting:  # the same error as beyond a limit on processes
        found += [(JUMP_IF_EQUAL, 0, 1, number), (RETURN, 0, 0, REFUSE | errno.EAGAIN)]
    for number in calls.reaching:
        found += [(JUMP_IF_EQUAL, 0, 1, number), refused]
    for number in calls.aimed:
        allowed = (
            (own, 0) if number == calls.aimed[-1] else (own,)
        )  # 0 means its own limits, or a whole group
        found += _with_argument(number, 0, allowed, True)
    found += _with_argument(calls.fcntl, 1, SET_OWNER, False)
    found += _with_argument(calls.ioctl, 1, SET_OWNER_OF_SOCKET, False)
    return [*found, (RETURN, 0, 0, ALLOW)]


def _with_argument(number: int, place: int, values: tuple[int, ...], allowed: bool) -> list[Instruction]:
    """Allow a system call only with these values of an argument; if not `allowed`, reject it only with them."""
    ends = (ALLOW, REFUSE | errno.EPERM)
    tests = [(JUMP_IF_EQUAL, len(values) - k, 0, value) for k, value in enumerate(values)]
    return [
        (JUMP_IF_EQUAL, 0, len(values) + 3, number),
        (LOAD, 0, 0, ARGUMENTS + 8 * place),
        *tests,
        (RETURN, 0, 0, ends[allowed]),
        (RETURN, 0, 0, ends[not allowed]),
    ]
