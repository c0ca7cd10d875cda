"""The host library: building it with CMake, and calling it from Python on integers."""

import ctypes
import enum
import fcntl
import functools
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from codegen.built import curves_by_field, identifier, order, scalar_bits
from codegen.fields import PRIME_FIELDS, TEST_FIELDS, bits
from codegen.prime_fields import is_montgomery
from motecurve import BUILD, ROOT
from motecurve.common.errors import MissingTool, MotecurveError
from motecurve.subjects import registry

WORD_SIZES = (8, 16, 32, 64)
# While one works on an algorithm: MC_FIELDS="fb7;fb163" builds these fields alone, in seconds, beside the library.
CHOSEN_FIELDS = os.environ.get("MC_FIELDS", "")
# The same by word size, for tests that need fewer fields at some sizes; nothing else sets it.
CHOSEN_BY_WORD: dict[int, str] = {}
BLINDING = "coordinates"  # of multiplications by secrets, as CMakeLists.txt has it
Point = tuple[int, ...] | None


class HostBuildFailed(MotecurveError):
    """The host library did not build; the message holds the compiler's first error."""


class FieldNotBuilt(MotecurveError):
    """The library is one of chosen fields, and this is none of them."""


def chosen_fields(word_bits: int) -> str:
    """The fields to build where a caller names none, separated by semicolons; empty for all."""
    return CHOSEN_FIELDS or CHOSEN_BY_WORD.get(word_bits, "")


def build_folder(
    word_bits: int = 64,
    sanitize: bool = False,
    tests: bool = True,
    fields: str | None = None,
    stepwise: bool = False,
    toolchain: str = "",
    blinding: str = BLINDING,
) -> Path:
    """Where `build` puts the library."""
    fields = chosen_fields(word_bits) if fields is None else fields
    kind = ("" if tests else "-plain") + ("-sanitize" if sanitize else "") + ("-stepwise" if stepwise else "")
    kind += f"-{toolchain}" if toolchain else ""
    kind += f"-blinding-{blinding}" if blinding != BLINDING else ""
    kind += f"-{fields.replace(';', '-')}" if fields else ""
    return BUILD / f"host{kind}-w{word_bits}"


def require(field: str, word_bits: int = 64) -> None:
    """FieldNotBuilt if the library of that word size leaves the field out."""
    chosen = chosen_fields(word_bits)
    if chosen and field not in (*chosen.split(";"), *TEST_FIELDS):
        raise FieldNotBuilt(f"the chosen fields at {word_bits} bits a word leave {field} out")


def require_curve(name: str, word_bits: int = 64) -> None:
    """FieldNotBuilt if the library of that word size leaves out the field of the curve of that name; nothing if there
    is none."""
    for field, records in curves_by_field().items():
        if any(name.lower() in map(str.lower, (r["name"], *r.get("aliases", ()), *r.get("oids", ()))) for r in records):
            require(field, word_bits)


@functools.cache
def build(
    word_bits: int = 64,
    sanitize: bool = False,
    tests: bool = True,
    fields: str | None = None,
    stepwise: bool = False,
    toolchain: str = "",
    blinding: str = BLINDING,
) -> Path:
    """Configures and builds the host library, once in a process; returns its build folder.

    word_bits is 8, 16, 32 or 64. tests adds the C test programs, the examples and the tiny field of the
    exhaustive tests. fields, such as "fb163;fp256r1", are those to build; empty for all, None for `chosen_fields`.
    stepwise lets calls be made in steps. toolchain, a file of cmake/toolchains, builds for another processor.
    blinding is none, coordinates, scalar or both. Raises MissingTool or HostBuildFailed."""
    if word_bits not in WORD_SIZES:
        raise MotecurveError(f"word_bits is {word_bits}; it must be one of 8, 16, 32, 64")
    if not shutil.which("cmake"):
        raise MissingTool("cmake", "cmake")
    fields = chosen_fields(word_bits) if fields is None else fields
    folder = build_folder(word_bits, sanitize, tests, fields, stepwise, toolchain, blinding)
    options = {
        "MC_WORD_BITS": str(word_bits),
        "MC_SANITIZE": "ON" if sanitize else "OFF",
        "MC_STEPWISE": "ON" if stepwise else "OFF",
        "MC_TESTS": "ON" if tests else "OFF",
        "MC_TINY_FIELDS": "ON" if tests else "OFF",
        "MC_WARNINGS_AS_ERRORS": "ON",
        "MC_FIELDS": fields,
        "MC_BLINDING": blinding,
    }
    if toolchain:
        options["CMAKE_TOOLCHAIN_FILE"] = str(ROOT / f"cmake/toolchains/{toolchain}.cmake")
    if word_bits != 64 or toolchain:  # for results, not for speed
        options["CMAKE_C_FLAGS_RELEASE"] = "-O1"
    if shutil.which("ccache"):
        options["CMAKE_C_COMPILER_LAUNCHER"] = "ccache"
    configure = ["cmake", "-S", str(ROOT), "-B", str(folder), *(f"-D{key}={value}" for key, value in options.items())]
    if shutil.which("ninja") and not (folder / "Makefile").exists():
        configure += ["-G", "Ninja"]
    BUILD.mkdir(parents=True, exist_ok=True)
    with (BUILD / f"{folder.name}.lock").open("w") as lock:  # test processes build side by side
        fcntl.flock(lock, fcntl.LOCK_EX)
        registry.require_fresh()
        _run_quietly(configure)
        _run_quietly(["cmake", "--build", str(folder), "--parallel", "2"])
    return folder


def _run_quietly(command: list[str]) -> None:
    """Runs a build step; raises HostBuildFailed with the first line that looks like an error."""
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if result.returncode:
        lines = [line for line in (result.stdout + result.stderr).splitlines() if line.strip()]
        lines = [line for line in lines if not line.startswith("CMake Error at")]  # the next line says what it is
        errors = [line for line in lines if re.search(r"\berror\b|undefined reference|MC_\w+ (is|names)", line, re.I)]
        first = (errors or lines or ["no output"])[0].strip()
        raise HostBuildFailed(f"{' '.join(command[:3])} failed: {first}")


# Members of mc_status without MC_, and the comment on each.
_STATUSES = re.findall(
    r"^    MC_(\w+)(?: = 0)?,? *(?:/\* (.*) \*/)?$", (ROOT / "include/motecurve/status.h").read_text(), re.M
)
Status = enum.IntEnum("Status", {name: value for value, (name, _) in enumerate(_STATUSES)})  # OK, ERROR_LENGTH, ...


def meaning(status: Status) -> str:
    """What a status says, in words."""
    return _STATUSES[status][1] or "done"


class PointForm(enum.IntEnum):
    """The forms of an encoded point: mc_point_form."""

    COMPRESSED = 2
    UNCOMPRESSED = 4
    HYBRID = 6


# End of a family's name -> numbers of elements: result, then arguments (2 for an unreduced product).
FIELD_SIGNATURES = {
    "mul": (2, 1, 1),
    "sqr": (2, 1),
    "reduce": (1, 2),
    "mul-reduce": (1, 1, 1),
    "mul-constant": (1, 1, 1),  # the second becomes a table
    "mul-montgomery": (1, 1, 1),
    "mul-four": (4, 4, 4),
    "sqr-reduce": (1, 1),
    "add": (1, 1, 1),
    "sub": (1, 1, 1),
    "inv": (1, 1),
    "sqrt": (1, 1),
    "half-trace": (1, 1),
    "normal-mul": (1, 1, 1),
    "normal-inv": (1, 1),
}


@functools.cache
def _families(field_kind: str) -> dict[str, str]:
    """Function name after `mc_<field>_` -> family, for the C members of the registry; of families of fields those for
    the kind, fb or fp."""
    other = {"fb": "fp-", "fp": "fb-"}[field_kind]
    members = (a for a in registry.load() if a.backend == "c" and not a.family.startswith(other))
    return {f: a.family for a in members for f in a.functions}


class Library:
    """The shared library of one word size, seen through one field.

    Elements are integers, with bit i for z^i in binary fields; affine points are pairs of them, None for infinity.
    Functions on points (`point_call`, `scalar_mult`) take and give plain numbers, those on elements (`call`) the words
    as they are: where the library holds a prime field in Montgomery form, `to_form` and `from_form` convert. Curves are
    named by their C object, such as `sect163k1`."""

    def __init__(self, word_bits: int = 64, field: str = "fb163", path: Path | None = None):
        """`path` is another shared object with that field's functions."""
        require(field, word_bits)
        self.word_bits = word_bits
        self.field = field
        self.degree = bits(field)
        self.words = -(-self.degree // word_bits)
        self.element_bytes = self.words * word_bits // 8
        self.scalar_bits = scalar_bits(field)
        self.scalar_bytes = -(-self.scalar_bits // word_bits) * word_bits // 8
        self.prime = PRIME_FIELDS.get(field)
        is_converted = self.prime is not None and is_montgomery(field, word_bits)
        self._radix = 1 << (self.words * word_bits) if is_converted else 1
        self._library = ctypes.CDLL(str(path or build(word_bits) / "libmotecurve.so"))

    def to_form(self, value: int) -> int:
        """The words of an element, as a number, of its plain number."""
        return value * self._radix % self.prime if self.prime else value

    def from_form(self, value: int) -> int:
        """The inverse of `to_form`."""
        return value * pow(self._radix, -1, self.prime) % self.prime if self.prime else value

    def function(self, name: str, result=None) -> Callable:
        """The C function `mc_<field>_<name>`; raises AttributeError if there is none."""
        function = self._library[f"mc_{self.field}_{name}"]
        function.restype = result
        return function

    def elements(self, *values: int, count: int = 1) -> ctypes.Array:
        """A buffer of the values, each in `count` times FB_WORDS words, least significant first."""
        size = self.element_bytes * count
        return ctypes.create_string_buffer(b"".join(v.to_bytes(size, "little") for v in values), size * len(values))

    def values(self, buffer: ctypes.Array, count: int = 1) -> tuple[int, ...]:
        """The integers in a buffer, the inverse of `elements`."""
        size = self.element_bytes * count
        return tuple(int.from_bytes(buffer.raw[i : i + size], "little") for i in range(0, len(buffer), size))

    def call(self, name: str, *arguments: int) -> int:
        """Result of a registered field function by its name, such as call("mul_ld_registers", a, b)."""
        operation = _families(self.field[:2])[name].partition("-")[2]
        result, *counts = FIELD_SIGNATURES[operation]
        output = self.elements(0, count=result)
        buffers = [self.elements(value, count=count) for value, count in zip(arguments, counts, strict=True)]
        if operation == "mul-constant":
            factor, buffers[1] = buffers[1], self.elements(*[0] * 256)
            self.function("constant_table")(buffers[1], factor)
        self.function(name)(output, *buffers)
        return self.values(output, result)[0]

    def members(self, family: str) -> list[str]:
        """Functions of a family that this library holds (some need a wider gap in the polynomial)."""
        names = [name for name, its_family in _families(self.field[:2]).items() if its_family == family]
        return [name for name in names if hasattr(self._library, f"mc_{self.field}_{name}")]

    def curve(self, name: str) -> ctypes._Pointer:
        """Address of the C object with the parameters of a curve."""
        return ctypes.byref(ctypes.c_char.in_dll(self._library, f"mc_{name}"))

    def point(self, coordinates: Point, width: int = 2) -> ctypes.Array:
        """A point as a C structure of `width` coordinates; None is all zeros."""
        return self.elements(*map(self.to_form, coordinates or (0,) * width))

    def coordinates(self, buffer: ctypes.Array) -> Point:
        """The inverse of `point`."""
        return tuple(map(self.from_form, self.values(buffer)))

    def scalar(self, k: int) -> ctypes.Array:
        """A scalar as words."""
        return ctypes.create_string_buffer(k.to_bytes(self.scalar_bytes, "little"), self.scalar_bytes)

    def point_call(self, name: str, *arguments: Point, curve: str | None = None, width: int = 2) -> Point:
        """Result of a function on points, of `width` coordinates: 2 affine, 3 projective. Affine infinity is None."""
        output = self.point(None, width)
        extra = [self.curve(curve)] if curve else []
        self.function(name)(output, *(self.point(p) for p in arguments), *extra)
        result = self.coordinates(output)
        return result if any(result) or width == 3 else None

    def is_in_subgroup(self, point: Point, curve: str) -> bool:
        """Whether the order of the curve's generator annihilates the point."""
        mask = self.function("affine_mask_subgroup", ctypes.c_uint8)
        return bool(mask(self.point(point), self.curve(curve)))

    def ecdsa_sign_nonce(self, d: int, e: int, k: int, curve: str) -> tuple[Status, int, int]:
        """Status, r and s of the internal function that takes the nonce."""
        orders = {identifier(record): order(record) for record in curves_by_field()[self.field]}
        size = (orders[curve].bit_length() + 7) // 8
        output = ctypes.create_string_buffer(b"\xaa" * (2 * size), 2 * size)
        function = self.function("ecdsa_sign_nonce", ctypes.c_int)
        status = Status(function(output, *map(self.scalar, (d, e, k)), self.curve(curve)))
        return status, int.from_bytes(output.raw[:size], "big"), int.from_bytes(output.raw[size:], "big")

    def scalar_mult(self, name: str, k: int, point: Point, curve: str) -> tuple[Status, Point]:
        """Status and k times the point by a registered scalar multiplication, such as "scalar_mult_ladder"."""
        output = self.elements((1 << self.degree) - 1, (1 << self.degree) - 1)
        function = self.function(name, ctypes.c_int)
        status = Status(function(output, self.scalar(k), self.point(point), self.curve(curve)))
        result = self.coordinates(output)
        return status, result if any(result) else None


RandomSource = Callable[[int], bytes | None]


def random_callback(source: RandomSource):
    """`source` as a C callback."""

    @ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)
    def fill(_context, out, count):
        octets = source(count)
        if octets is not None:
            ctypes.memmove(out, octets, count)
        return 1 if octets is None else 0

    return fill


class PublicInterface:
    """The functions of include/motecurve/ on octet strings, with curves by any of their names.

    Every call returns its status first, then its outputs, which hold 0xAA bytes before the call: what an
    error leaves unzeroed shows. A name that is no curve's passes a null curve."""

    def __init__(self, word_bits: int = 64, path: Path | None = None):
        """`path` is another build of the library, such as that of one field."""
        self.word_bits = word_bits
        self._library = ctypes.CDLL(str(path or build(word_bits) / "libmotecurve.so"))
        for name, result in (("find", ctypes.c_void_p), ("at", ctypes.c_void_p), ("name", ctypes.c_char_p)):
            getattr(self._library, f"mc_curve_{name}").restype = result
        for size in ("count", "field_bytes", "scalar_bytes", "public_key_bytes", "signature_bytes"):
            getattr(self._library, f"mc_curve_{size}").restype = ctypes.c_size_t
        self._library.mc_curve_at.argtypes = [ctypes.c_size_t]

    def find(self, name: str) -> str | None:
        """First name of the curve with that name, alias or OID."""
        curve = self._curve(name)
        return self._library.mc_curve_name(curve).decode() if curve else None

    def curves(self) -> list[str]:
        """First names of all curves of the build."""
        pointers = [self._library.mc_curve_at(i) for i in range(self._library.mc_curve_count() + 1)]
        return [self._library.mc_curve_name(ctypes.c_void_p(pointer)).decode() for pointer in pointers if pointer]

    def size(self, curve: str, what: str) -> int:
        """Bytes of a `field`, `scalar`, `public_key` or `signature` of a curve; 64 for an unknown curve."""
        pointer = self._curve(curve)
        return getattr(self._library, f"mc_curve_{what}_bytes")(pointer) if pointer else 64

    def public_key(self, private_key: bytes, curve: str) -> tuple[Status, bytes]:
        output = self._output(curve, "public_key")
        return self._call("mc_public_key", output, private_key, len(private_key), curve=curve), output.raw

    def public_key_validate(self, public_key: bytes, curve: str) -> Status:
        return self._call("mc_public_key_validate", public_key, len(public_key), curve=curve)

    def ecdh(self, private_key: bytes, peer_key: bytes, curve: str, cofactor: bool = False) -> tuple[Status, bytes]:
        output = self._output(curve, "field")
        name = "mc_ecdh_cofactor" if cofactor else "mc_ecdh"
        sizes = (len(private_key), len(peer_key))
        return self._call(name, output, private_key, peer_key, *sizes, curve=curve), output.raw

    def key_generate(self, source: RandomSource, curve: str) -> tuple[Status, bytes, bytes]:
        """Private and public key from `source`, which returns the bytes asked for, or None to fail."""
        private_key, public_key = self._output(curve, "scalar"), self._output(curve, "public_key")
        status = self._call("mc_key_generate", private_key, public_key, random_callback(source), None, curve=curve)
        return status, private_key.raw, public_key.raw

    def sign(self, private_key: bytes, data: bytes, curve: str, what: str = "digest") -> tuple[Status, bytes]:
        """Signature of a `digest` or a `message`, with the nonce of RFC 6979."""
        output, sizes = self._output(curve, "signature"), (len(private_key), len(data))
        return self._call(f"mc_ecdsa_sign_{what}", output, private_key, data, *sizes, curve=curve), output.raw

    def sign_random(self, private_key: bytes, digest: bytes, source: RandomSource, curve: str) -> tuple[Status, bytes]:
        """Signature of a digest with a nonce from `source`."""
        output, sizes = self._output(curve, "signature"), (len(private_key), len(digest))
        arguments = (output, private_key, digest, *sizes, random_callback(source), None)
        return self._call("mc_ecdsa_sign_digest_random", *arguments, curve=curve), output.raw

    def verify(self, signature: bytes, public_key: bytes, data: bytes, curve: str, what: str = "digest") -> Status:
        """Whether the signature of a `digest` or a `message` is valid: OK, or why not."""
        sizes = (len(signature), len(public_key), len(data))
        return self._call(f"mc_ecdsa_verify_{what}", signature, public_key, data, *sizes, curve=curve)

    def point_encode(self, point: bytes, form: PointForm, curve: str) -> tuple[Status, bytes]:
        """An uncompressed point in another form."""
        size = 1 + self.size(curve, "field") if form == PointForm.COMPRESSED else self.size(curve, "public_key")
        output = self._filled(size)
        number = ctypes.c_int(form)
        return self._call("mc_point_encode", output, point, number, len(point), curve=curve), output.raw

    def point_decode(self, encoded: bytes, curve: str) -> tuple[Status, bytes]:
        """A point of any form, uncompressed."""
        output = self._output(curve, "public_key")
        return self._call("mc_point_decode", output, encoded, len(encoded), curve=curve), output.raw

    def signature_to_der(self, signature: bytes, curve: str) -> tuple[Status, bytes, bytes]:
        """Status, the DER encoding of a signature, and what the buffer holds after it."""
        output, count = self._filled(self.size(curve, "signature") + 9), ctypes.c_size_t(0)
        arguments = (output, ctypes.byref(count), signature, len(signature))
        status = self._call("mc_ecdsa_signature_to_der", *arguments, curve=curve)
        return status, output.raw[: count.value], output.raw[count.value :]

    def signature_from_der(self, der: bytes, curve: str) -> tuple[Status, bytes]:
        """The signature r, s of its DER encoding."""
        output = self._output(curve, "signature")
        return self._call("mc_ecdsa_signature_from_der", output, der, len(der), curve=curve), output.raw

    def signature_validate(self, signature: bytes, curve: str, strict: bool = False) -> Status:
        """Whether r and s are in their range and, if `strict`, s is below n/2."""
        name = "mc_ecdsa_signature_validate_strict" if strict else "mc_ecdsa_signature_validate"
        return self._call(name, signature, len(signature), curve=curve)

    def _curve(self, name: str) -> ctypes.c_void_p | None:
        pointer = self._library.mc_curve_find(name.encode())
        if not pointer and chosen_fields(self.word_bits):
            require_curve(name, self.word_bits)
        return ctypes.c_void_p(pointer) if pointer else None

    def _output(self, curve: str, what: str) -> ctypes.Array:
        return self._filled(self.size(curve, what))

    @staticmethod
    def _filled(size: int) -> ctypes.Array:
        return ctypes.create_string_buffer(b"\xaa" * size, size)

    def _call(self, name: str, *arguments, curve: str) -> Status:
        sized = [ctypes.c_size_t(a) if isinstance(a, int) else a for a in arguments]
        return Status(self._library[name](*sized, self._curve(curve)))
