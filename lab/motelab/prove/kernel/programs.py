"""Programs that run one routine on a simulator: memory from the input, arguments, the call, memory to the output.

MSP430 runs on the simulator of the motes, by its ports (simulators/msp430). ARM, Thumb, AArch64 and RISC-V run on
QEMU's user mode, by the calls of Linux; qemu-arm knows every instruction of both Cortex-M there, qemu-riscv32 those of
Ibex. x86-64 runs on this computer, if it has BMI2 and ADX."""

import platform
import subprocess
from pathlib import Path
from types import SimpleNamespace

from motelab.boards import binutils, msp430
from motelab.common.errors import ImageFailed, MissingTool
from motelab.prove.kernel import objects
from motelab.prove.kernel.contract import Contract
from motelab.prove.kernel.execution import Call, arguments, parts_of, word_of
from motelab.prove.kernel.objects import Code
from motelab.prove.targets import Target

SECONDS_MAX = 20

MSP430 = """
    .text
    .global main
main:
    mov #{stack}, r1
    mov #{start}, r4
    mov #{size}, r5
1:  mov.b &0xfd, 0(r4)
    inc r4
    dec r5
    jnz 1b
{arguments}
    call #{routine}
    mov #{start}, r4
    mov #{size}, r5
2:  mov.b @r4+, &0xfb
    dec r5
    jnz 2b
    mov.b #0, &0xfc
3:  jmp 3b
"""
ARM_STATE = """
    .syntax unified
    .text
    .arm
    .global main
main:
    mov r7, #3
    mov r0, #0
    ldr r1, ={start}
    ldr r2, ={size}
    swi 0
    ldr sp, ={stack}
{arguments}
CALL    mov r7, #4
    mov r0, #1
    ldr r1, ={start}
    ldr r2, ={size}
    swi 0
    mov r7, #1
    mov r0, #0
    swi 0
    .pool
"""
THUMB = ARM_STATE.replace("CALL", "    ldr r12, ={routine} + 1\n    blx r12\n")
ARM = ARM_STATE.replace("CALL", "    ldr r12, ={routine}\n    mov lr, pc\n    bx r12\n")
RISCV = """
    .text
    .option norelax
    .global main
main:
    li a7, 63
    li a0, 0
    li a1, {start}
    li a2, {size}
    ecall
    li sp, {stack}
{arguments}
    li t0, {routine}
    jalr ra, 0(t0)
    li a7, 64
    li a0, 1
    li a1, {start}
    li a2, {size}
    ecall
    li a7, 93
    li a0, 0
    ecall
"""
AARCH64 = """
    .text
    .global main
main:
    mov x8, 63
    mov x0, 0
    ldr x1, ={start}
    ldr x2, ={size}
    svc 0
    ldr x3, ={stack}
    mov sp, x3
{arguments}
    ldr x16, ={routine}
    blr x16
    mov x8, 64
    mov x0, 1
    ldr x1, ={start}
    ldr x2, ={size}
    svc 0
    mov x8, 93
    mov x0, 0
    svc 0
    .pool
"""
X86_64 = """
    .intel_syntax noprefix
    .text
    .global main
main:
    mov eax, 0
    mov edi, 0
    mov esi, {start}
    mov edx, {size}
    syscall
    mov rsp, {stack}
{arguments}
    mov eax, {routine}
    call rax
    mov eax, 1
    mov edi, 1
    mov esi, {start}
    mov edx, {size}
    syscall
    mov eax, 60
    mov edi, 0
    syscall
"""
# For each target: the program, how an argument is loaded, where the program stands, and flags of the assembler.
FORMS = {
    "msp430": (MSP430, "    mov #{word}, {register}", 0xE000),
    "msp430x": (MSP430, "    mov #{word}, {register}", 0xE000),
    "thumb": (THUMB, "    ldr {register}, ={word}", 0x8_0000),
    "armv7": (THUMB, "    ldr {register}, ={word}", 0x8_0000),
    "arm": (ARM, "    ldr {register}, ={word}", 0x8_0000),
    "aarch64": (AARCH64, "    ldr {register}, ={word}", 0x80_0000),
    "x86_64": (X86_64, "    mov {register}, {word}", 0x80_0000),
    "riscv": (RISCV, "    li {register}, {word}", 0x8_0000),
    "riscvb": (RISCV, "    li {register}, {word}", 0x8_0000),
}
FLAGS = {
    "thumb": ("-march=armv7-a", "-mfloat-abi=soft"),
    "armv7": ("-march=armv7-a", "-mfloat-abi=soft"),
    "arm": ("-mcpu=iwmmxt",),
    "aarch64": (),
    "x86_64": (),
    "riscv": ("-march=rv32imc", "-mabi=ilp32"),
    "riscvb": ("-march=rv32imc", "-mabi=ilp32"),
}


def program(work: Path, target: Target, contract: Contract, code: Code, places: dict[str, int], call: Call) -> Path:
    """The program, linked: the bytes of the routine at their addresses, and memory for what it may touch."""
    text, load, main = FORMS[target.name]
    loads = []
    for one, registers in arguments(target, contract):
        parts = parts_of(target, word_of(one, places, call))
        loads += [load.format(word=part, register=register) for register, part in zip(registers, parts, strict=False)]
    start = target.memory[0]
    size = max(places[name] + call.sizes[name] for name in places) - start
    routine = code.symbols[contract.symbol]
    text = text.format(stack=target.memory[1], start=start, size=size, routine=routine, arguments="\n".join(loads))
    parts = ""
    for address, data in sorted((dict(code.executable) | dict(code.constants)).items()):
        (work / f"{address:x}.bin").write_bytes(data)
        text += f'    .section .at{address:x}, "ax"\n    .incbin "{work}/{address:x}.bin"\n'
        parts += f".at{address:x} {address:#x} : {{ *(.at{address:x}) }} "
    if target.name not in FLAGS:
        text += '    .section .reset, "a"\n    .word main\n'
        parts += ".reset 0xfffe : { *(.reset) } "
    else:
        span = target.memory[1] + 0x100 - start
        text += f'    .section .memory, "aw", %nobits\n    .skip {span}\n'
        parts += f".memory {start:#x} : {{ *(.memory) }} "
    (work / "run.S").write_text(text)
    (work / "run.ld").write_text(f"SECTIONS {{ {parts} .text {main:#x} : {{ *(.text) }} }}\n")
    assembled(work, target)
    return work / "run.elf"


def on_host(elf: Path, data: bytes, measure: str | None = None) -> SimpleNamespace:
    """Runs on this computer; MissingTool if it is another, or lacks instructions of the kernels."""
    info = Path("/proc/cpuinfo")
    flags = set(info.read_text().split()) if info.exists() else set()
    if platform.machine() != "x86_64" or not {"bmi2", "adx"} <= flags:
        raise MissingTool("a processor with BMI2 and ADX", "qemu-user")
    return on_qemu()(elf, data)


def assembled(work: Path, target: Target) -> None:
    compiler = objects.toolchain(target.board)
    source, script, elf = work / "run.S", work / "run.ld", work / "run.elf"
    if compiler.binutils:
        made = work / "run.o"
        objects.run([binutils.tool(compiler.binutils, "as"), "-mcpu=msp430x", str(source), "-o", str(made)])
        objects.run([binutils.tool(compiler.binutils, "ld"), "--entry=main", f"-T{script}", str(made), "-o", str(elf)])
        return
    link = ["-nostdlib", "-static", "-Wl,--entry=main", f"-Wl,-T{script}", "-Wl,--build-id=none"]
    objects.run([compiler.command, *FLAGS[target.name], *link, str(source), "-o", str(elf)])


def on_mote(mcu: str):
    """Runs on the simulator of MSP430."""
    return lambda elf, data, measure=None: msp430.execute(elf, mcu=mcu, measure=None, data=data)


def on_qemu(*command: str):
    """Runs on QEMU's user mode; without a command, on this computer."""
    name = command[0] if command else "the program"

    def execute(elf: Path, data: bytes, measure: str | None = None) -> SimpleNamespace:
        try:
            done = subprocess.run([*command, str(elf)], input=data, capture_output=True, timeout=SECONDS_MAX)
        except FileNotFoundError:
            raise MissingTool(command[0], "qemu-user") from None
        except subprocess.TimeoutExpired:
            raise ImageFailed(f"{name} did not end in {SECONDS_MAX} s") from None
        if done.returncode:
            raise ImageFailed(f"{name} ended with {done.returncode}")
        return SimpleNamespace(output=done.stdout)

    return execute


PROGRAMS = {
    "msp430": (program, on_mote("msp430f1611")),
    "msp430x": (program, on_mote("msp430f5438a")),
    "thumb": (program, on_qemu("qemu-arm", "-cpu", "max")),
    "armv7": (program, on_qemu("qemu-arm", "-cpu", "max")),
    "arm": (program, on_qemu("qemu-arm", "-cpu", "pxa270")),
    "aarch64": (program, on_qemu("qemu-aarch64", "-cpu", "max")),
    "x86_64": (program, on_host),
    "riscv": (program, on_qemu("qemu-riscv32", "-cpu", "rv32")),
    "riscvb": (program, on_qemu("qemu-riscv32", "-cpu", "rv32,zba=true,zbb=true,zbc=true,zbs=true")),
}
