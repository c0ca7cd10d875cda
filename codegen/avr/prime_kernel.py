"""The function around a `Program`: pointer arguments, saved registers, stack frame, and the kernel's description."""

from codegen.avr.allocation import FAR, Allocation, Bindings, Preferences
from codegen.avr.kernel import Kernel
from codegen.avr.listing import CALLEE_SAVED, Frame, Listing, add_constant, restore, save
from codegen.avr.prime_field import PrimeField
from codegen.avr.virtual import Program

ARGUMENT_REGISTERS = (24, 22, 20)  # low registers of the pairs that hold the pointers
CALLER_Y = (28, 29)
# What allocation tries for every kernel; the shortest code is taken.
TRIALS = [Preferences(stored, near) for stored in (1, 1.5, 2, 3) for near in (20, 40, 80, 160, 1 << 20)]


def in_frame(names: tuple[str, ...], in_x: str = "") -> Bindings:
    """Bindings of a function with a frame: its pointer arguments in order, by Z but for one that X may reach."""
    register = dict(zip(names, ARGUMENT_REGISTERS, strict=False))
    return Bindings(register, tuple(name for name in names if name != in_x), in_x)


def _pointers(program: Program, bindings: Bindings, preferences: Preferences) -> tuple[str, ...]:
    """The pointers that allocation wants in the frame."""
    trial = Allocation(program, bindings, preferences, (*bindings.in_z, FAR), Listing())
    trial.run()
    return tuple(name for name in (*bindings.in_z, FAR) if name in trial.pointers)


def assemble(program: Program, bindings: Bindings) -> tuple[Listing, int]:
    """The function's code, and the bytes of stack that it uses."""
    best = None
    for preferences in TRIALS:
        pointers = _pointers(program, bindings, preferences)
        trial = Allocation(program, bindings, preferences, pointers, Listing())
        trial.run()
        if tuple(trial.pointers) and not set(trial.pointers) <= set(pointers):
            continue
        if best is None or trial.asm.cycles < best[0].asm.cycles:
            best = trial, preferences, pointers
    return _write(program, bindings, *best)


def _write(
    program: Program, bindings: Bindings, trial: Allocation, preferences: Preferences, pointers: tuple[str, ...]
) -> tuple[Listing, int]:
    """The code with the choices of the trial."""
    asm = Listing()
    framed = trial.frame_bytes > 0
    needs_y = framed or bindings.in_y
    saved = save(asm, tuple(r for r in CALLEE_SAVED if r in trial.used or (needs_y and r in CALLER_Y)))
    frame = Frame(trial.frame_bytes)
    if framed:
        frame.enter(asm)
        asm.block("Pointers.")
        _store_pointers(asm, bindings, trial, pointers)
    for name, low in (("X", bindings.in_x), ("Y", bindings.in_y), ("Z", trial.first_in_z)):
        if low:
            asm("movw", f"{name}L", f"r{bindings.register[low]}", note=low)
    Allocation(program, bindings, preferences, pointers, asm).run()
    if framed:
        frame.leave(asm, 0)
    restore(asm, saved)
    asm("clr", "r1")
    asm("ret")
    return asm, len(saved) + frame.size


def _store_pointers(asm: Listing, bindings: Bindings, trial: Allocation, pointers: tuple[str, ...]) -> None:
    for name in pointers:
        place = trial.pointer_place(name)
        if name == FAR:
            asm("movw", "ZL", "YL")
            add_constant(asm, "Z", trial.far_base)
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
