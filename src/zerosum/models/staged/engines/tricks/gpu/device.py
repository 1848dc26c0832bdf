"""A GPU from the engine's point of view: arrays in its memory, and kernels that run on it.

The kernels are CUDA C++ (`kernels.cu` and its parts), compiled when they are first needed. CuPy was chosen over
numba's CUDA target because the source is then plain C++: a host compiler can build the same code with `host.h`
instead of `device.h`, so that tests run without a GPU.
"""

from __future__ import annotations

from importlib import resources
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import DTypeLike

from zerosum.core.arrays import Array
from zerosum.core.errors import InputError
from zerosum.core.extras import missing_extra
from zerosum.core.foreign import Foreign

PARTS = ("tables.cu", "trial.cu", "support.cu", "kernels.cu")
KERNELS = ("shapes", "solve", "matrix", "mix")


class Build(NamedTuple):
    """The options with which kernels are compiled."""

    fixed: bool
    large: bool = False
    """For supports of more than 8 cards: more registers, and fewer warps in parallel."""

    @property
    def options(self) -> tuple[str, ...]:
        """Options for the compiler."""
        return (*(("-DFIXED",) * self.fixed), *(("-DIN_REGISTERS=11", "-DWARPS=8") if self.large else ()))


DeviceArray = Foreign
"""An array in a device's memory."""


class Device(Protocol):
    """The device on which kernels run."""

    @property
    def free_bytes(self) -> int:
        """The free memory in bytes."""

    def put(self, array: Array) -> DeviceArray:
        """Return a copy of an array on the device."""

    def empty(self, size: int, dtype: DTypeLike) -> DeviceArray:
        """Return a new, uninitialised array on the device."""

    def tidy(self) -> None:
        """Free memory before a large array is allocated."""

    def fetch(self, held: DeviceArray) -> Array:
        """Return a copy of a device's array on the host."""

    def launch(self, kernel: str, build: Build, blocks: int, ground: int, *arguments: object) -> None:
        """Launch a kernel: blocks of one warp each, with `ground` bytes of shared memory."""


def source(lanes: str) -> str:
    """Return the kernels, for "device" or for "host"."""
    folder = resources.files(__package__)
    return "\n".join((folder / part).read_text() for part in (f"{lanes}.h", *PARTS))


class CupyDevice:
    """The current CUDA device, by CuPy."""

    def __init__(self, *defines: str) -> None:
        import cupy

        self.cupy = cupy
        self.defines = tuple(f"-D{define}" for define in defines)
        self._functions: dict[tuple[str, Build], Foreign] = {}

    @property
    def name(self) -> str:
        """The name of the GPU."""
        properties = self.cupy.cuda.runtime.getDeviceProperties(self.cupy.cuda.Device().id)
        return str(properties["name"].decode())

    @property
    def free_bytes(self) -> int:
        """The free memory in bytes."""
        return int(self.cupy.cuda.Device().mem_info[0]) + int(
            self.cupy.get_default_memory_pool().free_bytes()
        )

    def put(self, array: Array) -> DeviceArray:
        """Return a copy of an array on the device."""
        return self.cupy.asarray(np.ascontiguousarray(array))

    def empty(self, size: int, dtype: DTypeLike) -> DeviceArray:
        """Return a new, uninitialised array on the device."""
        return self.cupy.empty(size, dtype)

    def tidy(self) -> None:
        """Free the idle memory of CuPy's pool, since tables fill the GPU."""
        self.cupy.get_default_memory_pool().free_all_blocks()

    def fetch(self, held: DeviceArray) -> Array:
        """Return a copy of a device's array on the host."""
        array: Array = held.get()
        return array

    def launch(self, kernel: str, build: Build, blocks: int, ground: int, *arguments: object) -> None:
        """Run a kernel."""
        function = self._function(kernel, build)
        if ground > function.max_dynamic_shared_size_bytes:
            function.max_dynamic_shared_size_bytes = ground
        function((blocks,), (32,), arguments, shared_mem=ground)

    def _function(self, kernel: str, build: Build) -> Foreign:
        """Return a compiled kernel; as much cache as possible becomes shared memory."""
        if (kernel, build) not in self._functions:
            options = ("-std=c++17", *build.options, *self.defines)
            module = self.cupy.RawModule(code=source("device"), options=options)
            for name in KERNELS:
                self._functions[name, build] = module.get_function(name)
            self._functions["solve", build].preferred_shared_memory_carveout = 100
        return self._functions[kernel, build]


def open_device() -> CupyDevice:
    """Return this machine's GPU; raise an InputError with the reason if there is none."""
    try:
        import cupy

        cupy.cuda.runtime.getDeviceCount()
    except ImportError:
        raise missing_extra("solving on a GPU needs CuPy", "gpu") from None
    except cupy.cuda.runtime.CUDARuntimeError as error:
        raise InputError(
            f"this machine has no GPU that CUDA can use ({error}); remove the device option to solve on the processor"
        ) from None
    return CupyDevice()
