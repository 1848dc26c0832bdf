"""A GPU as the engine sees it: arrays that it holds, and kernels that run on it.

The kernels are CUDA C++ (`kernels.cu` and its parts), compiled when they are first needed. CuPy was chosen over numba's
CUDA target because the source is then plain C++: a host compiler builds the very same code with `host.h` instead of
`device.h`, so that tests run it without a GPU.
"""

from __future__ import annotations

from importlib import resources
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import DTypeLike

from zerosum.core.arrays import Array
from zerosum.core.errors import InputError
from zerosum.core.foreign import Foreign

PARTS = ("tables.cu", "trial.cu", "support.cu", "kernels.cu")
KERNELS = ("shapes", "solve", "matrix", "mix")


class Build(NamedTuple):
    """How kernels are compiled."""

    fixed: bool
    """Values are kept as 32-bit integers."""
    large: bool = False
    """For supports of more than 8 cards: more registers, and fewer warps at once."""

    @property
    def options(self) -> tuple[str, ...]:
        """For the compiler."""
        return (*(("-DFIXED",) * self.fixed), *(("-DIN_REGISTERS=11", "-DWARPS=8") if self.large else ()))


DeviceArray = Foreign
"""An array that a device holds."""


class Device(Protocol):
    """Where kernels run."""

    @property
    def free_bytes(self) -> int:
        """Memory that is not taken yet."""

    def put(self, array: Array) -> DeviceArray:
        """A copy of an array on the device."""

    def empty(self, size: int, dtype: DTypeLike) -> DeviceArray:
        """A new array there, of whatever was in that memory."""

    def tidy(self) -> None:
        """Make room before a large array is asked for."""

    def fetch(self, held: DeviceArray) -> Array:
        """A copy of a device's array here."""

    def launch(self, kernel: str, build: Build, blocks: int, ground: int, *arguments: object) -> None:
        """Run a kernel: the number of blocks, of one warp each, and `ground`, the bytes of shared memory of a block."""


def source(lanes: str) -> str:
    """The kernels, for "device" or for "host"."""
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
        """What the card is called."""
        properties = self.cupy.cuda.runtime.getDeviceProperties(self.cupy.cuda.Device().id)
        return str(properties["name"].decode())

    @property
    def free_bytes(self) -> int:
        """Memory that is not taken yet."""
        return int(self.cupy.cuda.Device().mem_info[0]) + int(
            self.cupy.get_default_memory_pool().free_bytes()
        )

    def put(self, array: Array) -> DeviceArray:
        """A copy of an array on the device."""
        return self.cupy.asarray(np.ascontiguousarray(array))

    def empty(self, size: int, dtype: DTypeLike) -> DeviceArray:
        """A new array there, of whatever was in that memory."""
        return self.cupy.empty(size, dtype)

    def tidy(self) -> None:
        """Give back what lies idle in CuPy's pool, since tables fill the card."""
        self.cupy.get_default_memory_pool().free_all_blocks()

    def fetch(self, held: DeviceArray) -> Array:
        """A copy of a device's array here."""
        array: Array = held.get()
        return array

    def launch(self, kernel: str, build: Build, blocks: int, ground: int, *arguments: object) -> None:
        """Run a kernel."""
        function = self._function(kernel, build)
        if ground > function.max_dynamic_shared_size_bytes:
            function.max_dynamic_shared_size_bytes = ground
        function((blocks,), (32,), arguments, shared_mem=ground)

    def _function(self, kernel: str, build: Build) -> Foreign:
        """A compiled kernel; as much as can be of a multiprocessor's cache is shared memory for its warps."""
        if (kernel, build) not in self._functions:
            options = ("-std=c++17", *build.options, *self.defines)
            module = self.cupy.RawModule(code=source("device"), options=options)
            for name in KERNELS:
                self._functions[name, build] = module.get_function(name)
            self._functions["solve", build].preferred_shared_memory_carveout = 100
        return self._functions[kernel, build]


def open_device() -> CupyDevice:
    """The GPU of this machine; InputError says why where there is none."""
    try:
        import cupy

        cupy.cuda.runtime.getDeviceCount()
    except ImportError:
        raise InputError("solving on a GPU needs CuPy: pip install 'zerosum[gpu]'") from None
    except cupy.cuda.runtime.CUDARuntimeError as error:
        raise InputError(
            f"this machine has no GPU that CUDA can use ({error}); leave out the device to solve on the processor"
        ) from None
    return CupyDevice()
