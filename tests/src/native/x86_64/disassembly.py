"""Functions of an object file for x86-64, as objdump writes them: instructions with operands taken apart."""

import dataclasses
import functools
import re
import subprocess
from pathlib import Path

GENERAL = ("rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp", "rsp", *(f"r{i}" for i in range(8, 16)))
_HEAD = re.compile(r"^[0-9a-f]+ <(.+)>:$")
_LINE = re.compile(r"^ *([0-9a-f]+):\t(.+)$")
_RELOCATION = re.compile(r"^\t+[0-9a-f]+: R_X86_64_(\w+)\t(.+)$")
_MEMORY = re.compile(r"^(?:(\w+) (?:PTR|BCST) )?(?:(\w\w):)?(?:\[(.+)\]|0x[0-9a-f]+|[0-9]+)$")
_BYTES = {"BYTE": 1, "WORD": 2, "DWORD": 4, "QWORD": 8, "XMMWORD": 16, "YMMWORD": 32, "ZMMWORD": 64}
# Words in front of a mnemonic that change nothing here; `rep` does.
_PREFIXES = {"bnd", "notrack", "data16", "cs", "ds", "{evex}", "{vex}", "{vex3}", "{disp8}", "{disp32}"}


@dataclasses.dataclass(frozen=True)
class Register:
    """A register by the name of the widest that it is part of (rax, v0, k1), and the bytes that are used."""

    name: str
    bytes: int


@dataclasses.dataclass(frozen=True)
class Memory:
    """An operand in memory: base and index registers, displacement, bytes (0 if not stated); its segment."""

    base: str | None
    index: str | None
    displacement: int
    bytes: int
    segment: str | None


@dataclasses.dataclass(frozen=True)
class Immediate:
    value: int


Operand = Register | Memory | Immediate


@dataclasses.dataclass(frozen=True)
class Instruction:
    """One instruction. `mask` is the register that masks it, and `zeroes` whether the lanes that it leaves out become
    zero; `target` is the address that it jumps to, `symbol` the name that a call or jump out of the function goes
    to."""

    address: int
    mnemonic: str
    operands: tuple[Operand, ...]
    mask: str | None = None
    zeroes: bool = False
    target: int | None = None
    symbol: str | None = None
    text: str = ""


@functools.cache
def register(text: str) -> Register | None:
    """The register of that name; None if it is none."""
    if found := re.fullmatch(r"([xyz])mm(\d+)", text):
        return Register(f"v{found[2]}", {"x": 16, "y": 32, "z": 64}[found[1]])
    if re.fullmatch(r"k[0-7]", text):
        return Register(text, 8)
    if found := re.fullmatch(r"(r(?:8|9|1[0-5]))([dwb]?)", text):
        return Register(found[1], {"": 8, "d": 4, "w": 2, "b": 1}[found[2]])
    for name in GENERAL[:8]:
        short = name[1:]
        low = {f"{short[0]}l", f"{short[0]}h"} if short.endswith("x") else {f"{short}l"}
        known = {name: 8, f"e{short}": 4, short: 2} | dict.fromkeys(low, 1)
        if text in known:
            return Register(name, known[text])
    return None


def _number(text: str) -> int:
    """A number as objdump writes it: negative ones of 64 bits modulo 2^64."""
    value = int(text, 0)
    return value - (1 << 64) if value >> 63 else value


def _memory(text: str) -> Memory | None:
    found = _MEMORY.match(text)
    if not found or not (found[1] or found[2] or found[3]):
        return None
    base = index = None
    displacement = 0
    for sign, term in re.findall(r"([+-]?)([^+-]+)", found[3] or text.split(":")[-1]):
        name, _, scale = term.partition("*")
        part = "rip" if name == "rip" else (r.name if (r := register(name)) else None)
        if part is None:
            displacement += _number(name) * (-1 if sign == "-" else 1)
        elif scale or base is not None:
            index = part
        else:
            base = part
    return Memory(base, index, displacement, _BYTES.get(found[1] or "", 0), found[2])


def _operand(text: str) -> Operand:
    if found := register(text):
        return found
    if found := _memory(text):
        return found
    return Immediate(_number(text))


def _parse(address: int, text: str) -> Instruction:
    """One line of objdump, without its relocation."""
    words = text.split("#")[0].split()
    while words[0] in _PREFIXES:
        words = words[1:]
    repeats = words[0].startswith("rep")
    mnemonic = " ".join(words[:2]) if repeats else words[0]
    rest = " ".join(words[2 if repeats else 1 :])
    if mnemonic[0] == "j" or mnemonic == "call":
        direct = re.fullmatch(r"([0-9a-f]+)(?: <(.+?)(\+0x[0-9a-f]+)?>)?", rest)
        if direct:
            return Instruction(address, mnemonic, (), target=int(direct[1], 16), symbol=direct[2], text=text)
    if mnemonic.startswith(("nop", "rep ")):
        return Instruction(address, mnemonic, (), text=text)
    masks = re.findall(r"\{(k[1-7]|z)\}", rest)
    rest = re.sub(r"\{[^}]*\}", "", rest)
    operands = tuple(_operand(part.strip()) for part in re.split(r",(?![^\[]*\])", rest) if part.strip())
    mask = next((name for name in masks if name != "z"), None)
    return Instruction(address, mnemonic, operands, mask, "z" in masks, text=text)


def functions(path: Path) -> dict[str, list[Instruction]]:
    """Every function of the object file, by name (static ones too)."""
    command = ["objdump", "-dr", "-M", "intel", "--no-show-raw-insn", path]
    found: dict[str, list[Instruction]] = {}
    body: list[Instruction] = []
    for line in subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines():
        if head := _HEAD.match(line):
            body = found.setdefault(head[1], [])
        elif relocation := _RELOCATION.match(line):
            if body[-1].mnemonic == "call" or body[-1].mnemonic[0] == "j":
                name = re.sub(r"[+-]0x[0-9a-f]+$", "", relocation[2])
                body[-1] = dataclasses.replace(body[-1], target=None, symbol=name)
        elif instruction := _LINE.match(line):
            body.append(_parse(int(instruction[1], 16), instruction[2].strip()))
    return found
