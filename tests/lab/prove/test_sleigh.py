"""Our semantics against SLEIGH's, for every form of instruction in the kernels: a solver finds no state in which they
end differently. Needs pypcode and z3, which are not of the project: skipped without them."""

import dataclasses
import random

import pytest

pytest.importorskip("pypcode")
z3 = pytest.importorskip("z3")

from motelab.prove import targets  # noqa: E402
from motelab.prove.kernel import objects  # noqa: E402
from motelab.prove.targets import Undecoded, aarch64, x86_64  # noqa: E402
from tests.lab.prove import symbolic  # noqa: E402


@dataclasses.dataclass(frozen=True)
class Sleigh:
    """A target there: its language, the names of registers and flags, and forms that it does not know or leaves open,
    with the reason."""

    language: str
    names: dict[str, str]
    left_out: tuple[tuple[str, str], ...] = ()
    thumb: bool = False
    status: str = ""  # a register that holds the flags


RISCV_NAMES = {name: name for name in targets.named("riscv").registers}
ARM = {f"r{i}": f"r{i}" for i in range(13)} | {"sp": "sp", "lr": "lr", "N": "NG", "Z": "ZR", "C": "CY", "V": "OV"}
DRAWN = 300
NO_CODE = "SLEIGH has no p-code for it"
MSP430 = {f"r{i}": f"R{i}" for i in range(4, 16)} | {"sp": "SP"}
ODD = ("jalr", "SLEIGH jumps to an odd address where the manual clears the lowest bit")
WORDS = {name: name.upper() for name in x86_64.NAMES}
HALVES = {
    f"{name}{half}": f"{name.upper()}_Q{place}" for name in x86_64.WIDE for half, place in (("", "a"), ("h", "b"))
}
X86_64 = WORDS | HALVES | {one: f"{one}F" for one in x86_64.FLAGS}
AARCH64 = {name: name for name in aarch64.NAMES} | {name: ARM[name] for name in aarch64.FLAGS}
COPROCESSOR = "SLEIGH has no p-code for coprocessors"
SLEIGH = {
    "arm": Sleigh("ARM:LE:32:v5t", ARM, (("return by ldm", "SLEIGH clears the lowest bit, which says Thumb"),)),
    "aarch64": Sleigh("AARCH64:LE:64:v8A", AARCH64),
    "x86_64": Sleigh("x86:LE:64:default", X86_64),
    "riscv": Sleigh("RISCV:LE:32:RV32IMC", RISCV_NAMES, (ODD,)),
    "riscvb": Sleigh("RISCV:LE:32:RV32IMC", RISCV_NAMES, (ODD, ("clmul", NO_CODE), ("sh1add", NO_CODE))),
    "thumb": Sleigh("ARM:LE:32:v8T", ARM, thumb=True),
    "armv7": Sleigh("ARM:LE:32:v8T", ARM | {f"GE{i}": f"GE{i + 1}" for i in range(4)}, thumb=True),
    "msp430": Sleigh("TI_MSP430:LE:16:default", MSP430, status="SR"),
    "msp430x": Sleigh("TI_MSP430:LE:16:default", MSP430, (("pushm", NO_CODE), ("popm", NO_CODE)), status="SR"),
}


def forms(name: str) -> dict[str, tuple[bytes, object]]:
    """For each form one instruction of the kernels: its bytes, and ours."""
    target, found = targets.named(name), {}
    for kernel in objects.names(name):
        for section in objects.own_sections(target, kernel):
            at = 0
            while section.is_code and at < len(section.data):
                code = section.data[at : at + target.longest]
                try:
                    one = target.decode(code, symbolic.BASE)
                except Undecoded:
                    at += 2
                    continue
                found.setdefault(symbolic.form(target, one.text), (code[: one.size], one))
                at += one.size
    return found


def differences(name: str, code: bytes, one, sleigh: Sleigh, theirs: symbolic.Theirs) -> list[str]:
    """Names of what can differ after an instruction."""
    target = targets.named(name)
    names = sleigh.names | (dict.fromkeys(symbolic.STATUS, sleigh.status) if sleigh.status else {})
    start = symbolic.fresh({n: w for n, w in target.registers.items() if n in names or n == x86_64.UNDEFINED})
    start = symbolic.aligned(start, one)
    ours = symbolic.Ours(start).run(one)
    wrong = []
    for condition, state in theirs.run(code, start, sleigh.names, sleigh.status):
        pairs = [(n, ours.registers[n], state.registers[n]) for n in names]
        pairs += [("the memory", a, b) for a, b in ours.memory.pairs(state.memory)]
        pairs.append(("the next address", ours.next, state.next))
        for what, a, b in pairs:
            if str(a) == x86_64.UNDEFINED:  # our semantics leave open what it is
                continue
            solver = z3.Solver()
            solver.set("timeout", 5_000)
            solver.add(condition, a != b)
            if z3.is_false(z3.simplify(a != b)) or (answer := solver.check()) == z3.unsat:
                continue
            if answer == z3.sat or not alike_where_drawn(z3.And(condition, a != b), start):
                wrong.append(f"{what} ({answer})")
    return wrong


def alike_where_drawn(differ, start: symbolic.State) -> bool:
    """Of products, which the solver gives up: no difference at drawn states."""
    source, at = random.Random(1), z3.BitVec("at", symbolic.ADDRESS)
    for _ in range(DRAWN):
        drawn = z3.BitVecVal(source.getrandbits(symbolic.ADDRESS) | 1, symbolic.ADDRESS)
        memory = (start.memory.before, z3.Lambda([at], z3.Extract(23, 16, drawn * at)))
        values = [(one, z3.BitVecVal(source.getrandbits(one.size()), one.size())) for one in start.registers.values()]
        if not z3.is_false(z3.simplify(z3.substitute(differ, *values, memory))):
            return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize("name", SLEIGH)
def test_every_form_is_as_sleigh_has_it(name):
    sleigh = SLEIGH[name]
    theirs = symbolic.Theirs(sleigh.language, sleigh.thumb)
    found = {}
    for form, (code, one) in forms(name).items():
        if any(form.startswith(start) for start, _ in sleigh.left_out):
            continue
        if wrong := differences(name, code, one, sleigh, theirs):
            found[one.text] = wrong
    assert not found
