"""Scalars modulo a lattice: halves of GLV, and partial reduction modulo delta of Z[tau].

The constants are read from the C that is shipped. With the vectors v of the basis, (1, 0) = x_0 v_0 + x_1 v_1 and s_i =
2^(l + guard) x_i + e_i, the C takes c_i = floor(k s_i / 2^(l + guard) + 1/2), of the tau-adic lattices plus -1, 0 or 1,
and the rest k - c_0 v_0 - c_1 v_1. Whatever c is, the rest is k modulo the lattice. c_i is off from k x_i by at most
1/2 + |e_i| k / 2^(l + guard), which bounds the rest for all k < 2^l: it fits in the words that are computed. The
products of several words are then run on some scalars and compared; that part is a test."""

import ctypes
import functools
from fractions import Fraction
from pathlib import Path

from codegen import tau
from codegen.points import Point
from motelab import BUILD, HEADERS, INCLUDE_FLAGS, ROOT
from motelab.common.files import digest, sources_digest
from motelab.library import field_build
from motelab.measure import operation_counts, recoded
from motelab.prove.formulas.build import stubs
from motelab.prove.recodings.base2 import expect
from motelab.subjects import curves
from motelab.subjects.curves import Curve

FLAGS = ("-std=gnu11", "-O1", "-fPIC", "-w", "-DMC_WORD_BITS=64", "-DMC_TINY_FIELDS")
GUARD = 6  # LATTICE_GUARD_BITS
Vector = tuple[int, int]
TEXT = """
#include "scalar/tau/wtnaf.h"
#include "scalar/glv/glv.h"
const uint16_t proof_bits = EC_SCALAR_BITS, proof_words = EC_HALF_WORDS;
const void *proof_lattice(int which)
{{
{body}
}}
"""
GLV_CONSTANTS = "const uint16_t proof_glv_bits = FP_GLV_BITS, proof_montgomery = FP_MONTGOMERY;\n"
KOBLITZ = "    return which ? (const void *)&mc_{curve}.koblitz->full : &mc_{curve}.koblitz->subgroup;"
GLV = "    return &mc_{curve}.glv->lattice;"


@functools.cache
def built(curve: str, field: str, kind: str) -> Path:
    """The constants of a curve, and the C of scalar/ that uses them."""
    text = TEXT.format(body={"tau": KOBLITZ, "glv": GLV}[kind].format(curve=curve))
    text = text.replace('#include "scalar/glv/glv.h"\n', "") if kind == "tau" else text.replace(
        '#include "scalar/tau/wtnaf.h"\n', "") + GLV_CONSTANTS  # fmt: skip
    files = {
        "tau": (
            "word/wipe.c",
            "scalar/lattice.c",
            "scalar/tau/partial_reduction.c",
            "scalar/tau/recode.c",
            "windows.c",
        ),
        "glv": ("word/wipe.c", "scalar/lattice.c", "scalar/glv/split.c"),
    }[kind]
    name = digest(sources_digest(*HEADERS), *FLAGS, text, field, *files)[:16]

    def build(objects: Path, linked: Path) -> None:
        command = [field_build.COMPILER, *FLAGS, f"-DMC_FIELD={field}", *INCLUDE_FLAGS, "-c"]
        outputs = [objects / "constants.o", objects / "data.o"]
        field_build.run([*command, "-x", "c", "-", "-o", outputs[0]], text)
        field_build.run([*command, ROOT / f"generated/curve/data/{field}.c", "-o", outputs[1]])
        for file in files:
            path = ROOT / "generated/scalar/tau/windows.c" if file == "windows.c" else ROOT / "src" / file
            outputs.append(objects / f"{path.stem}.o")
            field_build.run([*command, path, "-o", outputs[-1]])
        outputs.append(stubs(outputs, objects / "stubs.o"))
        field_build.run([field_build.COMPILER, "-shared", "-Wl,-Bsymbolic", *outputs, "-o", linked])

    folder = BUILD / "lattices" / kind
    folder.mkdir(parents=True, exist_ok=True)
    return field_build.shared_object(folder, name, build)


class Lattice:
    """A lattice by its constants: `s`, and the vectors of the basis."""

    def __init__(self, curve: Curve, kind: str, which: int = 0):
        self.kind, self.curve, self.which = kind, curve, which
        self.library = ctypes.CDLL(str(built(curve.identifier, curve.field, kind)))
        self.bits = ctypes.c_uint16.in_dll(self.library, "proof_bits").value
        self.words = ctypes.c_uint16.in_dll(self.library, "proof_words").value
        find = self.library.proof_lattice
        find.restype = ctypes.c_void_p
        self.address = find(which)
        numbers = [self.signed(ctypes.string_at(self.address + 8 * self.words * i, 8 * self.words)) for i in range(6)]
        self.s = (numbers[0], numbers[1])
        self.basis: tuple[Vector, Vector] = ((-numbers[2], -numbers[4]), (-numbers[3], -numbers[5]))

    @staticmethod
    def signed(octets: bytes) -> int:
        return int.from_bytes(octets, "little", signed=True)

    def rest_bounds(self, more: int) -> list[Fraction]:
        """Bounds of |rest| for all k < 2^l; `more`: what is added to c_i at most."""
        (a, b), (c, d) = self.basis
        det = a * d - b * c
        x = (Fraction(d, det), Fraction(-b, det))
        scale = 1 << (self.bits + GUARD)
        off = [Fraction(1, 2) + more + abs(s - scale * one) / (1 << GUARD) for s, one in zip(self.s, x, strict=True)]
        return [sum(o * abs(v[i]) for o, v in zip(off, self.basis, strict=True)) for i in range(2)]

    def pairs(self, k: int) -> Vector:
        """What the C makes of k."""
        scalar_words = (self.bits + 63) // 64
        scalar = (ctypes.c_uint64 * scalar_words)(*(k >> 64 * i & (1 << 64) - 1 for i in range(scalar_words)))
        rest = (ctypes.c_uint64 * (2 * self.words))()
        prefix = f"mc_{self.curve.field}_"
        if self.kind == "tau":
            mu = ctypes.c_int8(self.mu)
            self.library[prefix + "tau_reduce"](rest, scalar, ctypes.c_void_p(self.address), mu)
            halves = bytes(rest)
            return self.signed(halves[: 8 * self.words]), self.signed(halves[8 * self.words :])
        negative = (ctypes.c_uint64 * 2)()
        beta_words = curves_words(self.curve) * 8
        self.library[prefix + "glv_split"](rest, negative, scalar, ctypes.c_void_p(self.address - beta_words))
        halves = bytes(rest)
        sizes = [int.from_bytes(halves[8 * self.words * i : 8 * self.words * (i + 1)], "little") for i in range(2)]
        return tuple(-size if sign else size for size, sign in zip(sizes, negative, strict=True))

    @property
    def mu(self) -> int:
        return -1 if self.curve.coefficients[0][1] == 0 else 1


def curves_words(curve: Curve) -> int:
    """Words of an element."""
    return ((curve.elements - 1).bit_length() + 63) // 64


def times_tau(v: Vector, mu: int) -> Vector:
    """tau (x + y tau) = -2 y + (x + mu y) tau."""
    return -2 * v[1], v[0] + mu * v[1]


def prove_tau(curve: Curve, which: int) -> int:
    """The lattice of multiples of delta; Broken if it is another. Returns the number of scalars that were run."""
    lattice = Lattice(curve, "tau", which)
    m, mu = lattice.bits, lattice.mu
    power, total = (1, 0), (0, 0)
    for _ in range(m):
        total = total[0] + power[0], total[1] + power[1]
        power = times_tau(power, mu)
    delta = (power[0] - 1, power[1]) if which else total
    expect(lattice.basis[0] in (delta, (-delta[0], -delta[1])), "delta is another")
    expect(lattice.basis[1] == times_tau(lattice.basis[0], mu), "the second vector is not tau times the first")
    room = 1 << (64 * lattice.words - 1)
    expect(all(bound + 1 < room for bound in lattice.rest_bounds(1)), "a rest does not fit")
    return run(lattice, lambda v, k: is_multiple_of(delta, (v[0] - k, v[1]), mu))


def is_multiple_of(delta: Vector, v: Vector, mu: int) -> bool:
    """Whether delta divides v in Z[tau]: v times the conjugate of delta is a multiple of the norm."""
    product = tau.multiply(v, tau.conjugate(delta, mu), mu)
    return all(one % tau.norm(delta, mu) == 0 for one in product)


def prove_glv(curve: Curve) -> int:
    """The lattice of pairs (x, y) with x + y lambda = 0 modulo n, for the lambda of the map (x, y) -> (beta x, y)."""
    lattice = Lattice(curve, "glv")
    n = curve.order
    (a, b), (c, d) = lattice.basis
    value = -a * pow(b, -1, n) % n  # lambda, if the first vector is in the lattice
    expect((value * value + value + 1) % n == 0, "lambda is no cube root of 1")
    expect((c + d * value) % n == 0, "the second vector is not in the lattice")
    expect(abs(a * d - b * c) == n, "the lattice is a smaller one")
    octets = ctypes.string_at(lattice.address - 8 * curves_words(curve), 8 * curves_words(curve))
    beta = int.from_bytes(octets, "little")
    if ctypes.c_uint16.in_dll(lattice.library, "proof_montgomery").value:
        beta *= pow(1 << 64 * curves_words(curve), -1, curve.modulus)
    x, y = generator(curve)
    image = operation_counts.multiple(curve, value)
    expect(image == (beta * x % curve.modulus, y), "lambda is that of another map")
    bits = ctypes.c_uint16.in_dll(lattice.library, "proof_glv_bits").value
    expect(all(bound < 1 << bits for bound in lattice.rest_bounds(0)), "a half does not fit")
    return run(lattice, lambda v, k: (v[0] + v[1] * value - k) % n == 0 and max(map(abs, v)) < 1 << bits)


def generator(curve: Curve) -> Point:
    return operation_counts.multiple(curve, 1)


def run(lattice: Lattice, is_right) -> int:
    """The C on scalars of every kind."""
    tried = recoded.scalars(lattice.bits)
    for k in tried:
        expect(is_right(lattice.pairs(k), k), f"the C gives another pair for {k:#x}")
    return len(tried)


def of_structure(structure: str) -> list[Curve]:
    """Curves of the library with `endomorphism` or `Koblitz` in what is said of their structure."""
    known = curves.load()
    return [known[name] for name in curves.built() if name in known and structure in known[name].structure]
