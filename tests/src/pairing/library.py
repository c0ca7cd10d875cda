"""The library with a group of MC_PAIRINGS, for tests: its public functions, and those of its templates on elements of
its field as integers."""

import ctypes

from codegen.fields import PRIMES, load_pairings
from codegen.prime_fields import is_montgomery
from motelab.library.host import Status
from motelab.library.pairing_build import build as build

BAD = 0xA5  # in outputs before a call


def of_type_1(word_bits: int) -> str:
    """The groups with pairings of type 1, GLS254 and FourQ, as one build has them: on words of other sizes than 64 one
    of each kind."""
    of_size = "tate-256+tate-256-short+tate-512+tate-1536+eta-271" if word_bits == 64 else "tate-256+eta-271"
    return f"{of_size}+GLS254+FourQ"


class Library:
    """Functions by name. Elements are integers, and structures of elements lists of them."""

    def __init__(self, pairing: str, word_bits: int, together: str = "", level: str = ""):
        """`together` names all groups of the build, with + between them, if there are others than this one; `level`
        fixes the instructions of the processor."""
        self.c = ctypes.CDLL(str(build(together or pairing, word_bits, level)))
        self.word_bits = word_bits
        self.field = load_pairings()[pairing]["field"]["name"]
        self.p = PRIMES[self.field]
        count = -(-self.p.bit_length() // word_bits)
        self.element_bytes = count * word_bits // 8
        self.radix = 1 << (8 * self.element_bytes) if is_montgomery(self.field, word_bits) else 1

    def elements(self, values: list[int]) -> bytes:
        """These elements as the library holds them."""
        return b"".join((v * self.radix % self.p).to_bytes(self.element_bytes, "little") for v in values)

    def values(self, octets: bytes) -> list[int]:
        """The integers of elements, which must be reduced."""
        size, inverse = self.element_bytes, pow(self.radix, -1, self.p)
        held = [int.from_bytes(octets[i : i + size], "little") for i in range(0, len(octets), size)]
        assert all(value < self.p for value in held), "an element is not reduced"
        return [value * inverse % self.p for value in held]

    def mask(self, is_set: bool) -> bytes:
        return (b"\xff" if is_set else b"\0") * (self.word_bits // 8)

    def function(self, name: str, result=None):
        """The field's function of that name."""
        found = self.c[f"mc_{self.field}_{name}"]
        found.restype = result
        return found

    def call(self, name: str, count: int, *inputs: list[int] | bytes | int) -> list[int]:
        """The `count` elements that a function writes to its first parameter; lists are elements."""
        out = ctypes.create_string_buffer(bytes([BAD]) * (count * self.element_bytes))
        self.function(name)(out, *(self.elements(x) if isinstance(x, list) else x for x in inputs))
        return self.values(out.raw[: count * self.element_bytes])

    def says(self, name: str, *inputs: list[int] | bytes) -> bool:
        """A mask that a function of inputs alone gives."""
        kind = {8: ctypes.c_uint8, 16: ctypes.c_uint16, 32: ctypes.c_uint32, 64: ctypes.c_uint64}[self.word_bits]
        found = self.function(name, kind)(*(self.elements(x) if isinstance(x, list) else x for x in inputs))
        assert found in (0, (1 << self.word_bits) - 1), "a mask has another value"
        return found != 0

    def public(self, name: str, out_bytes: int, *inputs: bytes | int) -> tuple[Status, bytes]:
        """Status and output of a public function mc_<name> whose first parameter is its output, if it has one."""
        out = ctypes.create_string_buffer(bytes([BAD]) * max(out_bytes, 1), max(out_bytes, 1))
        arguments = [ctypes.c_size_t(x) if isinstance(x, int) else x for x in inputs]
        status = Status(self.c[f"mc_{name}"](*([out] if out_bytes else []), *arguments))
        return status, out.raw[:out_bytes]
