"""Proved kernels in a linked image. A linker moves code, fills in addresses, and on AVR shortens calls; so a kernel is
found if its instructions are those that were proved, one after the other, if each jump leads to the same
instruction or to the routine of the same name, and if tables that it names have the same bytes."""

import dataclasses
from pathlib import Path
from typing import Any

from elftools.common.exceptions import ELFError
from elftools.elf.elffile import ELFFile

from motelab.common.errors import MotecurveError
from motelab.prove import objects
from motelab.prove.objects import Code
from motelab.prove.targets import Target, Undecoded
from motelab.prove.targets.ir import Instruction

MACHINES = {"EM_AVR": "avr"}
CALLS = {"rcall": "call", "rjmp": "jmp"}  # the short forms of instructions


class Different(Exception):
    """The image has other code under the kernel's name; the message says where."""


@dataclasses.dataclass(frozen=True)
class Routine:
    """A function of an image."""

    name: str
    start: int
    size: int


def target_of(path: Path) -> str:
    """The target of an ELF file; MotecurveError if it is none, or of a processor without semantics here."""
    try:
        with path.open("rb") as file:
            machine = ELFFile(file)["e_machine"]
    except ELFError:
        raise MotecurveError(f"{path} is no ELF file; --image takes a linked image") from None
    if machine not in MACHINES:
        raise MotecurveError(f"{path} is for {machine}; --image knows {', '.join(MACHINES)}")
    return MACHINES[machine]


def routines(path: Path) -> list[Routine]:
    """The functions of an image, by address."""
    with path.open("rb") as file:
        table = ELFFile(file).get_section_by_name(".symtab")
        symbols = list(table.iter_symbols()) if table else []
    found = {s["st_value"]: s for s in symbols if s["st_info"]["type"] == "STT_FUNC"}
    return [Routine(s.name, at, s["st_size"]) for at, s in sorted(found.items())]


def match(target: Target, kernel: str, image: Code) -> None:
    """Raises Different unless an image has the kernel, and all that it refers to, as they were proved."""
    proved = objects.linked(target, kernel)
    for name in objects.needed(target, kernel):
        symbol = objects.symbol_of(target.name, name)
        if symbol not in image.symbols:
            raise Different(f"{symbol} is not in the image")
        for section in objects.sections(objects.assembled(target, name)):
            if not section.is_code:
                same_table(section, image)
            elif section.symbols:
                Pair(proved, image, section).match()


def same_table(section: objects.Section, image: Code) -> None:
    """Different unless the image has the bytes of a table."""
    names = [name for name in section.symbols if name in image.symbols]
    if not names:
        raise Different(f"the table {section.name} is not in the image")
    start = image.symbols[names[0]]
    if any(image.constant(start + i) != byte for i, byte in enumerate(section.data)):
        raise Different(f"{names[0]} has other bytes")


class Pair:
    """A section of code as it was proved, and in an image."""

    def __init__(self, proved: Code, image: Code, section: objects.Section):
        self.proved, self.image, self.section = proved, image, section
        known = [name for name in section.symbols if name in proved.symbols and name in image.symbols]
        if not known:
            raise Different(f"no routine of {section.name} is in the image")
        self.start = min(proved.symbols[name] for name in known)
        (self.image_start, *_) = [image.symbols[name] for name in known if proved.symbols[name] == self.start]
        self.holes = {offset: symbol for offset, _, symbol in section.holes}
        self.same: dict[int, int] = {}  # address of a proved instruction -> in the image
        self.jumps: list[tuple[int, int]] = []

    def match(self) -> None:
        at, other, end = self.start, self.image_start, self.start + len(self.section.data)
        while at < end:
            self.same[at] = other
            try:
                a, b = self.proved.instruction(at), self.image.instruction(other)
            except Undecoded as error:
                raise Different(f"{self.image.place(other)}: {error}") from None
            if not (self.is_same(a, b) or self.is_filled(at, a, b)):
                raise Different(f"{self.image.place(other)}: {b.text}, proved was {a.text}")
            at, other = at + a.size, other + b.size
        for inside, outside in self.jumps:
            if not (
                self.same.get(inside) == outside or self.named(self.proved, inside) & self.named(self.image, outside)
            ):
                raise Different(f"a jump leads to {self.image.place(outside)}, proved was {self.proved.place(inside)}")

    def is_same(self, a: Instruction, b: Instruction) -> bool:
        """Whether two instructions do the same, if their jumps lead to the same places."""
        if a.jump is None or b.jump is None or not isinstance(a.jump.target, int):
            return a == b
        if not isinstance(b.jump.target, int) or a.jump.condition != b.jump.condition:
            return False
        self.jumps.append((a.jump.target, b.jump.target))
        names = [one.text.split()[0] for one in (a, b)]
        if CALLS.get(names[0], names[0]) != CALLS.get(names[1], names[1]):
            return False
        return a.jump.condition is None or a.body == b.body

    def is_filled(self, at: int, a: Instruction, b: Instruction) -> bool:
        """Whether the instructions differ by the address of one symbol, a half of it, as a number."""
        symbol = self.holes.get(at - self.start)
        if symbol is None or a.size != b.size or len(a.body) != len(b.body):
            return False
        name, _, addend = symbol.rpartition("+")
        name = name.removeprefix(".progmem.data.")
        if name not in self.proved.symbols or name not in self.image.symbols:
            return False
        here, there = self.proved.symbols[name] + int(addend), self.image.symbols[name] + int(addend)
        pairs = [
            (x, y) for one, two in zip(a.body, b.body, strict=True) for x, y in zip(one, two, strict=True) if x != y
        ]
        values = [(x[0], y[0]) for x, y in pairs if len(x) == len(y) == 1]
        halves = [(here >> s & 255, there >> s & 255) for s in (0, 8)]
        return len(values) == len(pairs) == 1 and values[0] in halves and a.text.split()[:2] == b.text.split()[:2]

    @staticmethod
    def named(code: Code, address: int) -> set[str]:
        return {name for name, at in code.symbols.items() if at == address and name.startswith("mc_")}


def calls(target: Target, path: Path, image: Code) -> list[tuple[str, str]]:
    """Pairs of a routine and one that it calls or jumps to, each once."""
    known = routines(path)
    starts = {one.start: one.name for one in known}
    found: dict[tuple[str, str], None] = {}
    for one in known:
        at = one.start
        while at < one.start + one.size:
            try:
                instruction = image.instruction(at)
            except Undecoded:
                at += target.word_bits // 4 if target.word_bits == 8 else 2
                continue
            jump = instruction.jump
            if jump and jump.condition is None and starts.get(jump.target, one.name) != one.name:
                found[one.name, starts[jump.target]] = None
            at += instruction.size
    return list(found)


def report(target: Target, path: Path, certified: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """For each call of a kernel in an image: whether it rests on a proof, or why not."""
    image = Code(target, path)
    kernels = {objects.symbol_of(target.name, name): name for name in objects.names(target.name)}
    verdicts: dict[str, str] = {}
    rows = []
    for caller, callee in calls(target, path, image):
        if callee not in kernels:
            continue
        if callee not in verdicts:
            verdicts[callee] = reason(target, kernels[callee], image, certified)
        statement = certified.get(kernels[callee], {}).get("statement", "")
        facts = {"proved": not verdicts[callee], "statement": statement, "reason": verdicts[callee]}
        rows.append({"routine": caller, "calls": callee} | facts)
    return rows


def reason(target: Target, kernel: str, image: Code, certified: dict[str, dict[str, Any]]) -> str:
    """Why a kernel of an image is not proved; empty if it is."""
    if kernel not in certified:
        return "no certificate"
    if certified[kernel]["code_sha256"] != objects.code_digest(target, kernel):
        return "the certificate is of other bytes"
    try:
        match(target, kernel, image)
    except Different as error:
        return str(error)
    return ""
