"""A linked image: which of its calls of kernels rest on proofs."""

import dataclasses
from pathlib import Path
from typing import Any

from elftools.common.exceptions import ELFError
from elftools.elf.elffile import ELFFile

from motelab.boards import stack
from motelab.boards.stack.calls import Analysis
from motelab.boards.stack.program import Program, Unbounded
from motelab.common.errors import MotecurveError
from motelab.prove import matching
from motelab.prove.kernel import objects
from motelab.prove.kernel.objects import Code
from motelab.prove.matching import Different
from motelab.prove.targets import Target

MACHINES = {
    "EM_AVR": ("avr",),
    "EM_MSP430": ("msp430", "msp430x"),
    "EM_ARM": ("thumb", "armv7"),
    "EM_RISCV": ("riscv", "riscvb"),
}


CALLER = "the caller"  # of the routine from which everything is reached


def machine_of(path: Path) -> str:
    """The processor of an ELF file; MotecurveError if it is none."""
    try:
        with path.open("rb") as file:
            return ELFFile(file)["e_machine"]
    except ELFError:
        raise MotecurveError(f"{path} is no ELF file; --image takes a linked image") from None


def target_of(path: Path, names: tuple[str, ...] = ()) -> str:
    """The target of an ELF file, one of `names` if there are some; MotecurveError for a processor without semantics
    here, or if the image can be of two targets."""
    machine = machine_of(path)
    if machine not in MACHINES:
        known = ", ".join(MACHINES)
        raise MotecurveError(f"{path} is for {machine}; --image knows {known}")
    possible = [name for name in MACHINES[machine] if name in names or not names]
    if not possible:
        raise MotecurveError(f"{path} is for {machine}, not for {names[0]}; name {' or '.join(MACHINES[machine])}")
    return possible[0] if len(possible) == 1 else by_symbols(path, possible)


def by_symbols(path: Path, possible: list[str]) -> str:
    """The target whose kernels the image has, by the names of its routines. The first of two that share them all."""
    with path.open("rb") as file:
        table = ELFFile(file).get_section_by_name(".symtab")
        symbols = {s.name for s in table.iter_symbols()} if table else set()
    count = {name: len(symbols & {objects.symbol_of(name, k) for k in objects.names(name)}) for name in possible}
    best = max(count.values())
    found = [name for name in possible if count[name] == best]
    if len(found) > 1 and best:
        raise MotecurveError(f"{path} can be of {' or '.join(found)}; say which with --target")
    return found[0]


@dataclasses.dataclass(frozen=True)
class Called:
    """A call in an image, by the names of both routines."""

    caller: str
    callee: str


def calls(path: Path, routine: str | None) -> tuple[list[Called], dict[str, str]]:
    """The calls of a routine and of all that it reaches, or of every routine, each once; and routines of which they are
    not known, with the reason."""
    program = Program.read(path)
    analysis = Analysis(stack.DECODERS[program.machine](program))
    waiting = [program.address(routine)] if routine else list(program.starts)
    seen: set[int] = set()
    found: dict[Called, None] = {Called(CALLER, routine): None} if routine else {}
    unknown = {}
    while waiting:
        entry = waiting.pop(0)
        if entry in seen:
            continue
        seen.add(entry)
        try:
            targets = sorted(target for _, target in analysis.use(entry).calls)
        except Unbounded as error:
            unknown[program.name(entry)] = str(error)
            continue
        for target in targets:
            found[Called(program.name(entry), program.name(target))] = None
        waiting += targets
    return list(found), unknown


def report(
    target: Target, path: Path, certified: dict[str, dict[str, Any]], routine: str | None = None
) -> list[dict[str, Any]]:
    """For each call in an image, or in what `routine` reaches: whether it is of a kernel, and rests on a proof."""
    image = Code(target, path)
    kernels = {objects.symbol_of(target.name, name): name for name in objects.names(target.name)}
    verdicts: dict[str, str] = {}
    rows = []
    found, unknown = calls(path, routine)
    for one in found:
        if one.callee.startswith(f"{one.caller}/"):  # a subroutine inside of a kernel
            continue
        kernel = kernels.get(one.callee)
        if kernel and one.callee not in verdicts:
            verdicts[one.callee] = reason(target, kernel, image, certified)
        why = verdicts[one.callee] if kernel else unknown.get(one.callee, "no kernel")
        statement = certified.get(kernel, {}).get("statement", "") if kernel else ""
        facts = {"is_kernel": bool(kernel), "proved": kernel is not None and not why}
        facts["calls_unknown"] = one.callee in unknown
        rows.append({"routine": one.caller, "calls": one.callee} | facts | {"statement": statement, "reason": why})
    return rows


def reason(target: Target, kernel: str, image: Code, certified: dict[str, dict[str, Any]]) -> str:
    """Why a kernel of an image is not proved; empty if it is."""
    if kernel not in certified:
        return "no certificate"
    if certified[kernel]["code_sha256"] != objects.code_digest(target, kernel):
        return "the certificate is of other bytes"
    try:
        matching.match(target, kernel, image)
    except Different as error:
        return str(error)
    return ""
