"""The functions of motecurve/pairing/ibe.h, for tests."""

import ctypes
import enum
import functools
import hashlib
import re

from motelab import ROOT
from motelab.library import host
from tests.src.ibe.ibe_reference import Schemes, TypeOne, TypeThree
from tests.src.pairing.library import BAD, build, of_type_1

HEADER = (ROOT / "include/motecurve/pairing/ibe.h").read_text()
CODES = {name: int(code) for name, code in re.findall(r"#define MC_IBE_(ERROR_\w+)\s+\(\(mc_status\)(\d+)\)", HEADER)}
Result = enum.IntEnum("Result", {**{f"IBE_{k}": v for k, v in CODES.items()}, **{s.name: s.value for s in host.Status}})
GROUPS = ("bls12-381", "tate-256", "tate-256-short", "tate-512", "tate-1536")
EVERYWHERE = ("bls12-381", "tate-256")  # the others share templates with the last, and are built on 64-bit words
SOURCE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(ctypes.c_uint8), ctypes.c_size_t)
IDENTITY_FIELDS = (
    ("name", ctypes.c_char_p),
    ("name_bytes", ctypes.c_size_t),
    ("not_before", ctypes.c_uint64),
    ("not_after", ctypes.c_uint64),
    ("has_validity", ctypes.c_uint8),
)


class Identity(ctypes.Structure):
    """mc_ibe_identity."""

    _fields_ = IDENTITY_FIELDS


class Random:
    """A source of bytes that are known: SHAKE256 of a seed. `fails` at the call of that number."""

    def __init__(self, seed: bytes = b"", fails: int | None = None):
        self.stream = hashlib.shake_256(seed).digest(1 << 16)
        self.taken, self.calls, self.fails = 0, 0, fails
        self.c = SOURCE(self._fill)

    def _fill(self, _context, out, count) -> int:
        self.calls += 1
        if self.calls - 1 == self.fails:
            return 1
        ctypes.memmove(out, self.next(count), count)
        return 0

    def next(self, count: int) -> bytes:
        self.taken += count
        return self.stream[self.taken - count : self.taken]


class Ibe:
    """One group of a build. Each method gives the status and the outputs, which are zero after an error."""

    def __init__(self, name: str, word_bits: int):
        together = name if name == "bls12-381" else of_type_1(word_bits)
        self.c = ctypes.CDLL(str(build(together, word_bits)))
        self.name = name
        self.group = ctypes.byref(ctypes.c_char.in_dll(self.c, f"mc_ibe_{name.replace('-', '_')}"))
        self.schemes = Schemes(TypeThree(self._hash) if name == "bls12-381" else TypeOne(name))
        self.sides = len(self.schemes.pairing.point_bytes)

    def _hash(self, message: bytes, tag: bytes, side: int) -> bytes:
        out = ctypes.create_string_buffer((48, 96)[side])
        lengths = map(ctypes.c_size_t, (len(message), len(tag)))
        assert self.c.mc_bls12_381_hash(out, message, tag, *lengths, side + 1) == 0
        return out.raw

    def size(self, what: str, *arguments: int) -> int:
        found = self.c[f"mc_ibe_{what}_bytes"]
        found.restype = ctypes.c_size_t
        return found(*arguments, self.group)

    def run(self, name: str, sizes: tuple[int, ...], *inputs) -> tuple:
        """mc_ibe_<name> with outputs of these sizes before its inputs: Result and outputs. Integers are lengths,
        ctypes objects and pointers are passed as they are."""
        outs = [ctypes.create_string_buffer(bytes([BAD]) * max(size, 1), max(size, 1)) for size in sizes]
        arguments = [ctypes.c_size_t(x) if isinstance(x, int) else x for x in inputs]
        status = Result(self.c[f"mc_ibe_{name}"](*outs, *arguments, self.group))
        octets = [out.raw[:size] for out, size in zip(outs, sizes, strict=True)]
        is_right = status == Result.OK or not self.group or not any(map(any, octets))
        assert is_right, f"{name}: an output is not zero after {status.name}"
        return status, *octets

    def setup(self, random: Random):
        sizes = self.size("master_secret"), self.size("parameters")
        return self.run("setup", sizes, random.c, None)

    def parameters(self, master: bytes):
        return self.run("parameters", (self.size("parameters"),), master, len(master))

    def parameters_check(self, parameters: bytes):
        return self.run("parameters_check", (), parameters, len(parameters))[0]

    def extract(self, use: int, master: bytes, who: bytes):
        return self.run_use("extract", "private_key", use, master, who, len(master), len(who))

    def run_use(self, name: str, what: str, use: int, *inputs):
        """A function whose use follows its output, a key."""
        out = ctypes.create_string_buffer(bytes([BAD]) * 512, 512)
        size = self.size(what, use)
        arguments = [ctypes.c_size_t(x) if isinstance(x, int) else x for x in inputs]
        status = Result(self.c[f"mc_ibe_{name}"](out, use, *arguments, self.group))
        assert out.raw[size:] == bytes([BAD]) * (512 - size), f"{name} writes past its output"
        assert status == Result.OK or not any(out.raw[:size]), f"{name}: not zero after {status.name}"
        return status, out.raw[:size]

    def private_key_check(self, key: bytes, use: int, who: bytes, parameters: bytes):
        lengths = map(ctypes.c_size_t, (len(key), len(who), len(parameters)))
        return Result(self.c.mc_ibe_private_key_check(key, use, who, parameters, *lengths, self.group))

    def split(self, master: bytes, threshold: int, count: int, random: Random):
        sizes = count * self.size("share"), count * self.size("public_share")
        return self.run("split", sizes, master, len(master), threshold, count, random.c, None)

    def share_check(self, share: bytes, public: bytes):
        return self.run("share_check", (), share, public, len(share), len(public))[0]

    def public_shares_check(self, publics: bytes, count: int, parameters: bytes):
        return self.run("public_shares_check", (), publics, count, parameters, len(parameters))[0]

    def extract_partial(self, use: int, share: bytes, who: bytes):
        return self.run_use("extract_partial", "partial_key", use, share, who, len(share), len(who))

    def partial_key_check(self, part: bytes, use: int, who: bytes, public: bytes):
        lengths = map(ctypes.c_size_t, (len(part), len(who), len(public)))
        return Result(self.c.mc_ibe_partial_key_check(part, use, who, public, *lengths, self.group))

    def combine(self, use: int, parts: list[bytes]):
        return self.run_use("combine", "private_key", use, b"".join(parts), len(parts))

    def recover(self, shares: list[bytes]):
        return self.run("recover", (self.size("master_secret"),), b"".join(shares), len(shares))

    def encrypt(self, message: bytes, who: bytes, parameters: bytes, random: Random, basic: str = ""):
        size = len(message) + self.size(f"{basic}overhead")
        lengths = len(message), len(who), len(parameters)
        return self.run(f"{basic}encrypt", (size,), message, who, parameters, *lengths, random.c, None)

    def decrypt(self, key: bytes, ciphertext: bytes, basic: str = ""):
        size = max(len(ciphertext) - self.size(f"{basic}overhead"), 0)
        return self.run(f"{basic}decrypt", (size,), key, ciphertext, len(key), len(ciphertext))

    def sign(self, key: bytes, who: bytes, message: bytes, random: Random | None = None):
        name, source = ("sign_hedged", (random.c, None)) if random else ("sign", ())
        lengths = len(key), len(who), len(message)
        return self.run(name, (self.size("signature"),), key, who, message, *lengths, *source)

    def verify(self, signature: bytes, who: bytes, message: bytes, parameters: bytes):
        lengths = len(signature), len(who), len(message), len(parameters)
        return self.run("verify", (), signature, who, message, parameters, *lengths)[0]

    def agree(self, count: int, key: bytes, who: bytes, peer: bytes):
        out = ctypes.create_string_buffer(bytes([BAD]) * count, count)
        lengths = [ctypes.c_size_t(len(x)) for x in (key, who, peer)]
        status = Result(self.c.mc_ibe_agree(out, ctypes.c_size_t(count), key, who, peer, *lengths, self.group))
        assert status == Result.OK or not any(out.raw)
        return status, out.raw

    def validate(self, octets: bytes, kind: int) -> Result:
        return Result(self.c.mc_ibe_validate(octets, ctypes.c_size_t(len(octets)), kind, self.group))

    def look(self, octets: bytes):
        kind, number = ctypes.c_uint8(BAD), ctypes.c_uint8(BAD)
        status = self.c.mc_ibe_look(ctypes.byref(kind), ctypes.byref(number), octets, ctypes.c_size_t(len(octets)))
        return Result(status), kind.value, number.value


@functools.cache
def opened(name: str, word_bits: int) -> Ibe:
    return Ibe(name, word_bits)
