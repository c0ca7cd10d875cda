"""The host library with a source of blinding that tests supply, and with its operands observed."""

import ctypes
import functools
import hashlib
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from motelab import BUILD, ROOT
from motelab.library import bound_members, field_build, host
from motelab.subjects import registry
from motelab.subjects.slots import SLOTS
from tests.public_interface import PublicInterface

SOURCE = Path(__file__).parent / "observe.c"
WORD_BITS = 64
FAMILIES = ("scalar-mult", "scalar-mult-base", "scalar-mult-x")
# Slots of arithmetic that is observed, if a field has them; and the last operation of multiplications in vector
# registers.
PRODUCTS, INVERSIONS = ("fb-mul-reduce", "fp-mul-reduce"), ("fb-inv", "fp-inv")
TINY = "fb7;fp7;fp7e"
WIDE_INVERSION = "inv_multi_sqr_bytes_vpclmul"
Source = Callable[[int], bytes | None]


def members(field: str, family: str) -> list[registry.Algorithm]:
    """Members in constant time that may be in the library for the field."""
    kind = "prime" if field.startswith("fp") else "binary"
    others = {"prime": ("binary", "koblitz"), "binary": ("prime", "edwards", "montgomery")}[kind]
    return [
        a
        for a in registry.load()
        if a.family == family and a.is_constant_time and a.backend == "c" and a.curves not in others
    ]


def observed(field: str, symbols: set[str]) -> dict[str, str]:
    """Functions of the field's arithmetic -> the macro of observe.c for them."""
    bound = bound_members.bound(field, WORD_BITS)
    found = {}
    for slots, macro in ((PRODUCTS, "OBSERVED_PRODUCT"), (INVERSIONS, "OBSERVED_INVERSION")):
        for slot in slots:
            if slot in bound:
                name = bound[slot].partition("/")[0]
                algorithm = next(a for a in registry.load() if (a.family, a.name) == (SLOTS[slot], name))
                found[f"mc_{field}_{algorithm.functions[0]}"] = macro
    found[f"mc_{field}_{WIDE_INVERSION}"] = "OBSERVED_INVERSION"
    for name in ("extended_double", "jacobian_double"):
        found[f"mc_{field}_{name}"] = "OBSERVED_DOUBLING"
    return {name: macro for name, macro in found.items() if name in symbols}


@functools.cache
def built(field: str, blinding: str = "coordinates") -> Path:
    """The shared object: the field's part of the library that the tests use, linked to observe.c."""
    if blinding == host.BLINDING:
        host.require(field, WORD_BITS)
        folder = host.build(WORD_BITS)
    else:
        of_few = TINY if field in TINY.split(";") else field
        folder = host.build(WORD_BITS, fields=of_few, blinding=blinding)
    archive = folder / host.CATALOGUE_ARCHIVE
    listed = field_build.run(["nm", "--defined-only", "--format=just-symbols", "--quiet", archive])
    symbols = set(listed.split())
    wrapped = observed(field, symbols)
    wanted = {f"mc_{field}_{f}" for family in FAMILIES for a in members(field, family) for f in a.functions}
    others = ("scalar_mult_split", "scalar_mult_base_split", "scalar_mult_x_blinded", "ecdsa_sign_nonce")
    wanted |= {f"mc_{field}_{name}" for name in others}
    public = {
        name for name in symbols if name.startswith(("mc_ec", "mc_ed", "mc_key", "mc_public", "mc_curve_", "mc_sc"))
    }
    undefined = [f"-Wl,-u,{name}" for name in sorted((wanted & symbols) | public | {"mc_ecies_decrypt"})]
    functions = " ".join(f"{macro}({name})" for name, macro in sorted(wrapped.items()))
    flags = [f"-DWORDS={-(-host.bits(field) // WORD_BITS)}", f"-DFUNCTIONS={functions}", "-std=gnu11", "-O1", "-fPIC"]
    flags += ["-shared", "-Wl,-Bsymbolic", *undefined, *(f"-Wl,--wrap={name}" for name in sorted(wrapped))]
    inputs = (archive.read_bytes(), SOURCE.read_bytes(), "".join(flags).encode())
    key = hashlib.sha256(b"".join(inputs)).hexdigest()[:16]

    def build(_objects: Path, linked: Path) -> None:
        subprocess.run(["cc", *flags, SOURCE, archive, "-o", linked], check=True, cwd=ROOT)

    return field_build.shared_object(BUILD / "blinding" / f"{field}-{blinding}", key, build)


class Library(host.Library):
    """The library of a field; `drawing` supplies a source, `weights` returns the observations of a call."""

    def __init__(self, field: str, blinding: str = "coordinates"):
        super().__init__(WORD_BITS, field, built(field, blinding))
        self._source = ctypes.c_void_p.in_dll(self._library, "observed_source")

    @contextmanager
    def drawing(self, source: Source) -> Iterator[None]:
        """Draws from the source, which returns the requested bytes, or None to fail."""
        with draws(self._source, source):
            yield

    def members(self, family: str) -> list[str]:
        found = [f for a in members(self.field, family) for f in a.functions]
        return [name for name in found if hasattr(self._library, f"mc_{self.field}_{name}")]

    def weights(self, call: Callable[[], object]) -> list[int]:
        """Hamming weights of the operands of a call, one after the other."""
        count = ctypes.c_uint32.in_dll(self._library, "observed_count")
        count.value = 0
        call()
        return list((ctypes.c_uint16 * count.value).in_dll(self._library, "observed_weights"))

    def base_mult(self, name: str, k: int, curve: str) -> tuple[host.Status, host.Point]:
        """Status and k times the generator."""
        output = self.elements((1 << self.degree) - 1, (1 << self.degree) - 1)
        status = host.Status(self.function(name, ctypes.c_int)(output, self.scalar(k), self.curve(curve)))
        result = self.coordinates(output)
        return status, result if any(result) else None

    def x_mult(self, name: str, k: int, x: int, curve: str) -> tuple[host.Status, int]:
        """Status and x of k times a point with that x."""
        output = self.elements((1 << self.degree) - 1)
        function = self.function(name, ctypes.c_int)
        status = host.Status(function(output, self.scalar(k), self.elements(self.to_form(x)), self.curve(curve)))
        return status, self.from_form(self.values(output)[0])


class Interface(PublicInterface):
    """The public functions, with a source of the test's own."""

    def __init__(self, field: str, blinding: str = "coordinates"):
        path = built(field, blinding)
        super().__init__(WORD_BITS, path)
        self._source = ctypes.c_void_p.in_dll(ctypes.CDLL(str(path)), "observed_source")

    @contextmanager
    def drawing(self, source: Source) -> Iterator[None]:
        with draws(self._source, source):
            yield


@contextmanager
def draws(pointer: ctypes.c_void_p, source: Source) -> Iterator[None]:
    @ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t)
    def fill(out, count):
        octets = source(count)
        if octets is not None:
            ctypes.memmove(out, octets, count)
        return 1 if octets is None else 0

    before, pointer.value = pointer.value, ctypes.cast(fill, ctypes.c_void_p).value
    try:
        yield
    finally:
        pointer.value = before
