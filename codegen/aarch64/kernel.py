"""Kernels for AArch64 and their files."""

import dataclasses

from codegen.aarch64.listing import Listing
from codegen.hosts.kernel import Kernel, file_text, promises, stack_bytes

TWO = "uint64_t *r, const uint64_t *a, const uint64_t *b"
ONE = "uint64_t *r, const uint64_t *a"
# Code that may be entered by indirect calls, with BTI on, and whose functions store no return address (PAC): the note
# says both of the object (System V ABI for AArch64, "Program property").
PROPERTY = (
    '    .section .note.gnu.property,"a"',
    "    .balign 8",
    "    .word  4, 16, 5 // the lengths of the name and of the property, NT_GNU_PROPERTY_TYPE_0",
    '    .asciz "GNU"',
    "    .word  0xc0000000, 4, 3, 0 // GNU_PROPERTY_AARCH64_FEATURE_1_AND, its length: BTI and PAC",
)


@dataclasses.dataclass(frozen=True)
class Source:
    """A file of kernels; `operation` tells caller and reader the facts."""

    name: str
    operation: tuple[str, ...]
    kernels: tuple[Kernel, ...]

    def text(self) -> str:
        return file_text("aarch64", self.operation, self.kernels, (), PROPERTY)


def kernel(
    symbol: str,
    parameters: str,
    asm: Listing,
    returns: str = "void",
    operation: tuple[str, ...] = (),
    domain: str = "",
) -> Kernel:
    """A kernel; if lines of its operation are given, with a contract, of inputs below p or in the domain."""
    body = tuple(asm.function())
    domain = domain or ("a below p" if parameters == ONE else "a, b below p")
    return Kernel(
        symbol, parameters, body, returns, promises(operation, domain, stack_bytes(body)) if operation else ()
    )
