"""The function around a `Program`: pointer arguments, saved registers, stack frame, and the kernel's description."""

from codegen.avr.allocation import FAR, Allocation, Bindings
from codegen.avr.kernel import Kernel
from codegen.avr.listing import CALLEE_SAVED, Frame, Listing, add_constant, restore, save
from codegen.avr.prime.field import PrimeField
from codegen.avr.virtual import Program

ARGUMENT_REGISTERS = (24, 22, 20)  # low registers of the pairs that hold the pointers
CALLER_Y = (28, 29)


def in_frame(names: tuple[str, ...], in_x: str = "") -> Bindings:
    """Bindings of a function with a frame: its pointer arguments in order. All are reached by Z, except one that X
    may reach."""
    register = dict(zip(names, ARGUMENT_REGISTERS, strict=False))
    return Bindings(register, tuple(name for name in names if name != in_x), in_x)


def trial(program: Program, bindings: Bindings) -> tuple[Allocation, tuple[str, ...]]:
    """The facts about the code that its prologue depends on: an allocation, and the pointers in its frame."""
    pointers = (*bindings.in_z, FAR)
    while True:
        found = Allocation(program, bindings, pointers, Listing())
        found.run()
        needed = tuple(name for name in pointers if name in found.pointers)
        if needed == pointers:
            return found, pointers
        pointers = needed


def assemble(program: Program, bindings: Bindings) -> tuple[Listing, int]:
    """The function's code, and the bytes of stack that it uses."""
    found, pointers = trial(program, bindings)
    asm = Listing()
    framed = found.frame_bytes > 0
    assert not (framed and bindings.in_y), "Y is the frame's"
    needs_y = framed or bindings.in_y
    saved = save(asm, tuple(r for r in CALLEE_SAVED if r in found.used or (needs_y and r in CALLER_Y)))
    frame = Frame(found.frame_bytes)
    if framed:
        frame.enter(asm)
        asm.block("Pointers.")
        store_pointers(asm, bindings, found, pointers)
    for name, argument in (("X", bindings.in_x), ("Y", bindings.in_y), ("Z", found.first_in_z)):
        if argument:
            asm("movw", f"{name}L", f"r{bindings.register[argument]}", note=argument)
    Allocation(program, bindings, pointers, asm).run()
    if framed:
        frame.leave(asm, 0)
    restore(asm, saved)
    asm("clr", "r1")
    asm("ret")
    return asm, len(saved) + frame.size


def store_pointers(asm: Listing, bindings: Bindings, found: Allocation, pointers: tuple[str, ...]) -> None:
    """The pointers that must be in the frame at Y from the start."""
    for name in pointers:
        place = found.pointer_place(name)
        if name == FAR:
            asm("movw", "ZL", "YL")
            add_constant(asm, "Z", found.far_base)
            low, high = "ZL", "ZH"
        else:
            low, high = (f"r{bindings.register[name] + part}" for part in range(2))
        asm("std", f"Y+{place}", low, note=name)
        asm("std", f"Y+{place + 1}", high)


def make_kernel(
    field: PrimeField,
    function: str,
    header: dict[str, str],
    parameters: str,
    operation: str,
    program: Program,
    bindings: Bindings,
) -> Kernel:
    asm, stack_bytes = assemble(program, bindings)
    return Kernel(
        field=field,
        function=function,
        header={**header, "constant_time": "same-trace-and-addresses"},
        parameters=parameters,
        operation=(operation,),
        asm=asm,
        stack_bytes=stack_bytes,
    )
