"""Functions that save all registers, and call others with places in their frame."""

from codegen.avr.kernel import Kernel
from codegen.avr.listing import (
    CALLEE_SAVED,
    RETURN_ADDRESS_BYTES,
    Frame,
    Listing,
    add_constant,
    add_to_pair,
    restore,
    save,
)
from codegen.avr.prime.field import PrimeField

NEAR = 32  # places below are read by the displacement of Y
ARGUMENTS = (24, 22, 20)  # low registers of the pairs
POINTER_BYTES = 2


class Composition:
    """A function that saves all registers and keeps its arguments, then `room` bytes, in a frame; and what it calls.
    Places are counted from the first byte of that room."""

    def __init__(self, field: PrimeField, arguments: int, room: int):
        self.field, self.asm = field, Listing()
        self.arguments = range(arguments)
        self.calls: dict[str, Kernel] = {}
        self.saved = save(self.asm, CALLEE_SAVED)
        for register in reversed(ARGUMENTS[:arguments]):
            self.asm("push", f"r{register + 1}")
            self.asm("push", f"r{register}")
        self.frame = Frame(room)
        if room:
            self.frame.enter(self.asm)
        else:
            self.frame_pointer()

    def frame_pointer(self) -> None:
        """Y = the byte below the room, after a call that changed it."""
        self.asm("in", "YL", "SPL")
        self.asm("in", "YH", "SPH")

    def set(self, index: int, place: int) -> None:
        """Argument `index` of the next call = a place in the room."""
        low = ARGUMENTS[index]
        self.asm("movw", f"r{low}", "YL")
        add_to_pair(self.asm, low, place + 1)

    def pass_on(self, index: int, own: int, offset: int = 0) -> None:
        """Argument `index` of the next call = this function's argument `own`, plus an offset."""
        low, place = ARGUMENTS[index], self.frame.size + 1 + POINTER_BYTES * own
        near = place < NEAR
        if not near:
            self.asm("movw", "ZL", "YL")
            add_constant(self.asm, "Z", place)
        self.asm("ldd", f"r{low}", f"Y+{place}" if near else "Z+0")
        self.asm("ldd", f"r{low + 1}", f"Y+{place + 1}" if near else "Z+1")
        if offset:
            add_to_pair(self.asm, low, offset)

    def call(self, kernel: Kernel) -> None:
        self.asm.call_kernel(kernel.symbol, kernel.asm.cycles)
        self.frame_pointer()
        self.calls[kernel.symbol] = kernel

    def call_public(self, kernel: Kernel) -> None:
        """The same for a kernel that keeps Y and expects r1 = 0."""
        self.asm("clr", "r1")
        self.asm.call_kernel(kernel.symbol, kernel.asm.cycles)
        self.calls[kernel.symbol] = kernel

    def kernel(self, function: str, header: dict[str, str], operation: str, parameters: str) -> Kernel:
        """The end of the function, and its description."""
        asm = self.asm
        self.frame.leave(asm, 0, above=POINTER_BYTES * len(self.arguments))
        restore(asm, self.saved)
        asm("clr", "r1")
        asm("ret")
        own = len(self.saved) + POINTER_BYTES * len(self.arguments) + self.frame.size
        return Kernel(
            field=self.field,
            function=function,
            header=header and {**header, "constant_time": "same-trace-and-addresses"},
            parameters=parameters,
            operation=(operation,),
            asm=asm,
            stack_bytes=own + RETURN_ADDRESS_BYTES + max(k.stack_bytes for k in self.calls.values()),
            calls=tuple(self.calls.values()),
        )
