"""The checks for every kernel for AVR: aliasing, calling convention, stack, constant time, and the stated size."""

import re
import subprocess
from pathlib import Path

from codegen.avr.kernel import Kernel
from motelab import INCLUDE_FLAGS
from tests.src.native.avr.kernels import (
    GUARD_BYTES,
    INPUT_A,
    INPUT_B,
    OUTPUT,
    RESULTS,
    RETURN_ADDRESS_BYTES,
    Caller,
    edge_inputs,
    family_of,
    random_inputs,
)

MAX_STACK_BYTES = GUARD_BYTES - 1
# Conditional instructions that constant-time code may use: the ends of loops, and the T flag as a public argument.
PUBLIC_BRANCHES = {"brne", "breq", "brtc"}
CONDITIONAL = ("br", "cp", "sbrc", "sbrs", "sbic", "sbis")


def check_aliasing(caller: Caller, count: int, inputs: list[tuple[int, ...]] | None = None) -> None:
    """The output over each input, and both inputs in one place; on edges and `count` random inputs, or on others."""
    kernel = caller.kernel
    inputs = inputs or edge_inputs(kernel) + random_inputs(kernel, count, seed=5)
    caller.check_results(inputs, (INPUT_A, INPUT_A, INPUT_B))
    if family_of(kernel).inputs in ((1, 1), (2, 2)):
        caller.check_results(inputs, (INPUT_B, INPUT_A, INPUT_B))
        squares = [(a, a) for a, _ in inputs]
        for output in (OUTPUT, INPUT_A):
            caller.check_results(squares, (output, INPUT_A, INPUT_A))


def check_calling_convention(caller: Caller, max_stack_bytes: int = MAX_STACK_BYTES) -> None:
    """Call-saved registers kept, r1 = 0, stack pointer restored, nothing written below the stated stack."""
    kernel = caller.kernel
    for call, outcome, run in caller.run(random_inputs(kernel, 10, seed=6)):
        assert outcome.registers == call.registers
        assert outcome.zero_register == 0
        assert outcome.stack_pointer_change == 0
        assert run.stack_bytes == kernel.stack_bytes + RETURN_ADDRESS_BYTES <= max_stack_bytes
        assert outcome.intact_guard_bytes >= GUARD_BYTES - run.stack_bytes


def check_same_trace(caller: Caller, inputs: list[tuple[int, ...]]) -> None:
    """The same instructions in the stated number of cycles, and the same addresses if the header claims it."""
    kernel = caller.kernel
    runs = [run for _, _, run in caller.run(inputs)]
    assert {run.cycles for run in runs} == {kernel.asm.cycles + (RESULTS - 1) * kernel.cycles_each}
    assert len({run.trace_hash for run in runs}) == 1
    same_addresses = len({run.address_hash for run in runs}) == 1
    assert same_addresses == (kernel.header["constant_time"] == "same-trace-and-addresses")


def check_object_code(kernel: Kernel, folder: Path) -> None:
    """One section that the linker can drop, of the stated size; no conditional instruction may depend on secrets."""
    obj = folder / "kernel.o"
    command = ["avr-gcc", "-mmcu=atmega128", *INCLUDE_FLAGS, "-c"]
    subprocess.run([*command, kernel.path, "-o", obj], check=True)
    section = f"--section=.text.{kernel.symbol}"
    listing = subprocess.run(["avr-objdump", "-d", section, obj], capture_output=True, text=True, check=True).stdout
    mnemonics = re.findall(r"^ +[0-9a-f]+:\t[0-9a-f ]+\t(\w+)", listing, re.M)
    two_words = mnemonics.count("call") + mnemonics.count("jmp")
    assert 2 * (len(mnemonics) + two_words) == kernel.asm.code_bytes
    assert set(mnemonics) <= set(kernel.asm.timing)
    if kernel.constant_time:
        assert {mnemonic for mnemonic in mnemonics if mnemonic.startswith(CONDITIONAL)} <= PUBLIC_BRANCHES
