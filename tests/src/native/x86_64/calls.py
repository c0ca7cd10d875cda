"""Calls of the kernels for x86-64 from Python, with checks of the calling convention."""

import ctypes
import subprocess
from pathlib import Path

from motelab import INCLUDE_FLAGS, ROOT

SOURCES = ROOT / "tests/src/native/x86_64"
KERNEL_FOLDER = ROOT / "generated/native/x86_64"
FLAGS = ("-O2", "-fPIC", "-Wall", "-Wextra", "-Werror", *INCLUDE_FLAGS, "-DMC_WORD_BITS=64")
WORD = 1 << 64
STACK_WORDS = 512
PAINT = 0xA5A5A5A5A5A5A5A5
OBJECT, ELEMENTS = 2**20, 2**8  # bytes around the address of a kernel; of elements to which an argument points
LEAST_ADDRESS = 2**20
KEPT = tuple(0x1111111111111111 * (i + 1) for i in range(6))


def compile_to(output: Path, *arguments: str | Path, compiler: str = "gcc", kernels: Path | None = None) -> Path:
    """Compiles the kernels, or those of another folder, and dispatch.c with further sources and options."""
    command = [
        compiler,
        *FLAGS,
        *arguments,
        *sorted((kernels or KERNEL_FOLDER).glob("*.S")),
        ROOT / "src/native/x86_64/dispatch.c",
        "-o",
        output,
    ]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return output


class Caller:
    """Calls a kernel with integers, on a painted stack of its own, and checks the guarantees of the calling
    convention."""

    def __init__(self, library: ctypes.CDLL):
        self.library = library
        library.kernel_address.restype = ctypes.c_void_p
        library.call_kernel.restype = ctypes.c_uint64
        library.call_kernel.argtypes = [ctypes.c_void_p] * 4
        self.stack = (ctypes.c_uint64 * STACK_WORDS)()

    def call(self, symbol: str, n: int, numbers: list[int], alias: int, constants: list[int]) -> int:
        """Result for `numbers`; the first pointer points to operand `alias`, or is separate for 0."""
        buffers = [words(value, n, guard=True) for value in (0, *numbers)]
        inputs = [buffer[:] for buffer in buffers]
        modulus = words(constants[0], n) if constants else None
        arguments = [ctypes.addressof(buffers[i]) for i in (alias, *range(1, len(buffers)))]
        if modulus is not None:
            arguments += [ctypes.addressof(modulus), *constants[1:]]
        self.run(symbol, arguments)
        for i, buffer in enumerate(buffers):
            expected = inputs[i] if i != alias else [*buffer[:n], *inputs[i][n:]]
            assert buffer[:] == expected, "memory beside the result changed"
        return sum(word << 64 * j for j, word in enumerate(buffers[alias][:n]))

    def run(self, symbol: str, arguments: list[int], public: tuple[int, ...] = ()) -> None:
        """Calls the kernel. It may leave its arguments on the stack, and words that are `public`."""
        address = self.library.kernel_address(symbol.encode())
        assert address, symbol
        arguments = [*arguments, *[0] * (5 - len(arguments))]
        self.stack[:] = [PAINT] * STACK_WORDS
        end = ctypes.addressof(self.stack) + ctypes.sizeof(self.stack)
        packed, kept = (ctypes.c_uint64 * 5)(*arguments), (ctypes.c_uint64 * 6)(*KEPT)
        changed = self.library.call_kernel(address, packed, end, kept)
        assert changed == 0, f"registers changed: {changed:#x}"
        self._check_stack(set(arguments) | set(public) | set(KEPT) | {0, PAINT}, address, arguments)

    def _check_stack(self, public: set[int], kernel: int, pointers: list[int]) -> None:
        """Below the four words of call_kernel and the return address there are only arguments, its registers, and
        addresses in the kernels, of elements and on the stack, which subroutines leave."""
        stack = ctypes.addressof(self.stack)
        addresses = [range(stack, stack + ctypes.sizeof(self.stack)), range(kernel - OBJECT, kernel + OBJECT)]
        addresses += [range(pointer, pointer + ELEMENTS) for pointer in pointers if pointer >= LEAST_ADDRESS]
        left = {
            word
            for word in self.stack[: STACK_WORDS - 5]
            if word not in public and not any(word in some for some in addresses)
        }
        assert not left, f"left on the stack: {[hex(word) for word in left]}"
        assert self.stack[STACK_WORDS // 2] == PAINT, "the stack was too small to be judged"


class Elements:
    """Elements of n words in a row in memory, and a word behind them that must not change."""

    def __init__(self, *values: int, room: int = 0, n: int = 4) -> None:
        self.n, self.count = n, len(values) + room
        self.buffer = words(sum(value << 64 * n * i for i, value in enumerate(values)), n * self.count, guard=True)

    @property
    def address(self) -> int:
        return ctypes.addressof(self.buffer)

    def values(self) -> list[int]:
        n = self.n
        assert self.buffer[n * self.count] == PAINT, "memory behind the elements changed"
        listed = list(self.buffer)
        return [sum(word << 64 * j for j, word in enumerate(listed[n * i : n * (i + 1)])) for i in range(self.count)]


def words(value: int, n: int, guard: bool = False) -> ctypes.Array:
    """A buffer of n words, and one more word that must not change."""
    listed = [value >> 64 * j & WORD - 1 for j in range(n)] + [PAINT] * guard
    return (ctypes.c_uint64 * len(listed))(*listed)


def caller(folder: Path) -> Caller:
    """The committed kernels, compiled in a folder."""
    output = folder / "kernels.so"
    compile_to(output, "-shared", "-Wno-pedantic", SOURCES / "call.S", SOURCES / "kernels.c")
    return Caller(ctypes.CDLL(str(output)))
