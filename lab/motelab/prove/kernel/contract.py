"""The contract of a kernel: what the comment of its source promises, read from there and from nowhere else."""

import dataclasses
import functools
import re

from codegen.fields import POLYNOMIALS, PRIMES
from motelab.prove.kernel import kernels

COMMENT = re.compile(r"/\* ((?:void|\w+_t) (mc_\w+)\([^)]*\))\n(.*?)\*/", re.S)
TABLE = re.compile(r"/\* const uint(\d+)_t mc_\w+\[(\d+)\]\n(.*?)\*/", re.S)
FIELD = re.compile(r"f[bp]\d+[a-z]*\d*")
HEADER = re.compile(r"/\*---\n(.*?)---\*/", re.S)
FACTS = ("Domain: ", "Clobbers", "Stack:", "Cycles", "Flash", "Constant time", "Registers", "instructions")
MODULUS = re.compile(r"^(f|p) = ([^,]+)(?:, R = 2\^(\d+))?$")
ALIAS = re.compile(r"\b(\w+) may be (\w+)(?: or (\w+))?")
FOR_OTHERS = "For other kernels alone"
ALONE = re.compile(
    r" For other kernels alone: it saves no register, and r1 is any number on return; "
    r"Y, which is (kept|any number on return), is the byte below (\d+) bytes that it may use\."
)


class NoContract(Exception):
    """The comment of a kernel does not say enough; the message says what is missing."""


@dataclasses.dataclass(frozen=True)
class Parameter:
    """A parameter of C: `size` in bits of an integer, or of what a pointer points to."""

    name: str
    is_pointer: bool
    is_constant: bool
    type: str


@dataclasses.dataclass(frozen=True)
class Contract:
    """What a kernel promises.

    statement: the line of its operation up to the first full stop or semicolon; text: all lines of the operation.
    modulus: the exponents of f, or p; radix_bits: of Montgomery's R, or None. aliases: pairs of parameters that may be
    the same memory. clobbers: registers that it may change, None if the comment names none."""

    kernel: str
    target: str
    field: str
    family: str
    constant_time: str
    domain: str
    parameters: tuple[Parameter, ...]
    statement: str
    text: str
    modulus: tuple[int, ...] | int | None
    radix_bits: int | None
    aliases: tuple[tuple[str, str], ...]
    stack_bytes: int
    clobbers: frozenset[str] | None

    @property
    def symbol(self) -> str:
        return kernels.symbol_of(self.target, self.kernel)

    @property
    def allows_secret_addresses(self) -> bool:
        return self.constant_time == "same-trace" or "addresses of" in self.text.lower()

    @property
    def saves_nothing(self) -> bool:
        """Whether it keeps no register but those that its comment does not name: it is for other kernels alone."""
        return FOR_OTHERS in self.text

    @property
    def keeps_constants(self) -> bool:
        """Whether it finds and leaves the registers that the calling convention says are constant."""
        return "r1 is any number on return" not in self.text

    @property
    def frame_bytes(self) -> int | None:
        """Bytes above Y that a kernel for other kernels alone may use; None of other kernels."""
        return int(found[2]) if (found := ALONE.search(self.text)) else None

    @property
    def keeps_frame(self) -> bool:
        """Whether such a kernel keeps Y, all that it keeps."""
        return bool((found := ALONE.search(self.text)) and found[1] == "kept")

    @property
    def promise(self) -> str:
        """All that the operation says, without what is for callers."""
        return ALONE.sub("", self.text).rstrip(".")

    @property
    def described(self) -> str:
        """The statement with its modulus."""
        if isinstance(self.modulus, tuple):
            return f"{self.statement}, f = {polynomial(self.modulus)}"
        if self.modulus is None:
            return self.statement
        radix = f", R = 2^{self.radix_bits}" if self.radix_bits and "R" in self.statement else ""
        return f"{self.statement}, p = {self.modulus:#x}{radix}"


def polynomial(exponents: tuple[int, ...]) -> str:
    return " + ".join(f"z^{e}" if e else "1" for e in exponents)


@functools.cache
def read(target: str, kernel: str) -> Contract:
    """The contract of a kernel; NoContract if its comment has none."""
    text = kernels.source(target, kernel).read_text()
    header = dict(line.split(": ", 1) for line in found[1].splitlines()) if (found := HEADER.search(text)) else {}
    if not COMMENT.search(text) and (table := TABLE.search(text)):
        return of_table(target, kernel, table)
    comment = comment_of(text, kernels.symbol_of(target, kernel))
    lines = [line.removeprefix(" *").strip() for line in comment[3].splitlines()]
    operation = operation_lines(lines)
    if not operation:
        raise NoContract("the comment states no operation")
    field = header.get("field") or (found[0] if (found := FIELD.search(kernel)) else "")
    modulus, radix = modulus_of(lines, field)
    whole = " ".join(operation)
    statement = re.split(r"; |\. |\.$", whole)[0]
    return Contract(
        kernel,
        target,
        field,
        header.get("family", ""),
        header.get("constant_time", ""),
        header.get("domain", "") or domain(lines),
        tuple(parameters(comment[1])),
        statement,
        whole,
        modulus,
        radix,
        aliases(whole),
        stack(lines),
        clobbers(lines),
    )


def of_table(target: str, kernel: str, comment: re.Match[str]) -> Contract:
    """The contract of a file with one table: its entries, and nothing to call."""
    operation = " ".join(operation_lines([line.removeprefix(" *").strip() for line in comment[3].splitlines()]))
    entries = Parameter("entries", True, True, f"uint{comment[1]}_t[{comment[2]}]")
    statement = operation.rstrip(".")
    return Contract(kernel, target, "", "", "", "", (entries,), statement, operation, None, None, (), 0, None)


def comment_of(text: str, symbol: str) -> re.Match:
    """The comment with the prototype of a function: its own, or the first where the file has one alone."""
    found = list(COMMENT.finditer(text))
    if not (own := [one for one in found if one[2] == symbol] or found[:1]):
        raise NoContract("no comment with the prototype")
    return own[0]


def domain(lines: list[str]) -> str:
    """The line of the domain, where the file has no header."""
    return next((line.removeprefix("Domain: ").rstrip(".") for line in lines if line.startswith("Domain: ")), "")


def operation_lines(lines: list[str]) -> list[str]:
    """The lines before the facts and the modulus."""
    found = []
    for line in lines:
        if line.startswith(FACTS) or MODULUS.match(line):
            break
        if line:
            found.append(line)
    return found


def parameters(prototype: str) -> list[Parameter]:
    found = []
    for one in filter(None, prototype.partition("(")[2].rstrip(")").split(", ")):
        kind, _, name = one.rpartition(" ")
        pointer = name.startswith("*") or "[" in name
        name = name.lstrip("*").partition("[")[0]
        found.append(Parameter(name, pointer, "const" in kind, kind.removeprefix("const ").strip(" *")))
    return found


def modulus_of(lines: list[str], field: str) -> tuple[tuple[int, ...] | int | None, int | None]:
    """The modulus in the comment, which must be the field's."""
    for line in lines:
        if not (found := MODULUS.match(line)):
            continue
        radix = int(found[3]) if found[3] else None
        if found[1] == "f":
            exponents = tuple(int(term[2:]) if term != "1" else 0 for term in found[2].split(" + "))
            if POLYNOMIALS.get(field) != exponents:
                raise NoContract(f"the polynomial of the comment is not that of {field}")
            return exponents, radix
        value = number(found[2])
        if PRIMES.get(field) != value:
            raise NoContract(f"the prime of the comment is not that of {field}")
        return value, radix
    return None, None


def number(text: str) -> int:
    """A prime as comments write it: in hexadecimal, or as a sum of powers of two."""
    if text.startswith("0x"):
        return int(text, 16)
    total = 0
    for sign, term in re.findall(r"([+-]?) ?(2\^\d+|\d+)", text):
        size = 1 << int(term[2:]) if "^" in term else int(term)
        total += -size if sign == "-" else size
    return total


def aliases(text: str) -> tuple[tuple[str, str], ...]:
    return tuple((found[1], other) for found in ALIAS.finditer(text) for other in found.groups()[1:] if other)


def stack(lines: list[str]) -> int:
    for line in lines:
        if found := re.match(r"Stack: ([\d,]+) bytes", line):
            return int(found[1].replace(",", ""))
    raise NoContract("the comment states no stack")


def clobbers(lines: list[str]) -> frozenset[str] | None:
    for line in lines:
        if line.startswith("Clobbers "):
            names = set()
            for first, last in re.findall(r"\br(\d+)(?:-r(\d+))?", line.partition(";")[0]):
                names |= {f"r{n}" for n in range(int(first), int(last or first) + 1)}
            return frozenset(names)
    return None
