"""A function with a frame and local routines, which stand behind it and keep no registers."""

from codegen.msp430.listing import RETURN_ADDRESS_BYTES, Listing, at

STACK = "r1"
ARGUMENTS = ("r12", "r13", "r14")

Place = int | tuple[int, int]  # an offset in the frame; or one from the address that is at an offset in the frame


def point(asm: Listing, register: str, place: Place, further: int = 0) -> None:
    """register = the address of a place, and so many bytes further, for code of the function itself."""
    if isinstance(place, int):
        asm("mov", STACK, register)
        offset = place + further
    else:
        asm("mov", at(STACK, place[0]), register)
        offset = place[1] + further
    if offset:
        asm("add", f"#{offset}", register)


class Routines:
    """Writes the function: its own code goes to `main`."""

    def __init__(self, cores: tuple[str, ...]) -> None:
        self.cores = cores
        self.main = Listing(cores)
        self.local: dict[str, Listing] = {}
        self.before: dict[str, str] = {}  # a routine -> the one that goes on into it
        self.stack_bytes = 0  # of the deepest routine, below the function's own

    def routine(self) -> Listing:
        """A routine, to be given to `define`."""
        return Listing(self.cores)

    def define(self, name: str, asm: Listing, stack_bytes: int = 0, goes_on: str = "") -> None:
        """goes_on: a routine, defined before, that runs in place of a return."""
        if goes_on:
            self.before[goes_on] = name
            for core, count in self.local[goes_on].cycles.items():
                asm.cycles[core] += count
        else:
            asm("ret")
        self.local[name] = asm
        self.stack_bytes = max(self.stack_bytes, RETURN_ADDRESS_BYTES + stack_bytes)

    def call(self, name: str, *places: Place) -> None:
        """Calls a routine, with the addresses of places in the registers of arguments."""
        for register, place in zip(ARGUMENTS, places, strict=False):
            point(self.main, register, place)
        self.main.call(_label(name), self.local[name])

    def finished(self) -> Listing:
        """The function, with its routines behind its end."""
        asm = self.main
        for last in [name for name in self.local if name not in self.before.values()]:
            for name in [self.before[last], last] if last in self.before else [last]:
                asm.lines += ["", f"{_label(name)}:", *self.local[name].lines]
                asm.code_bytes += self.local[name].code_bytes
        return asm


def _label(name: str) -> str:
    return f".L{name}"
