"""OpenSSL on this computer, through its C interface: times of multiplications on several curves, block by block in
turns, so that a disturbance affects all of them."""

import ctypes
import ctypes.util
import functools
import statistics
import time
from collections.abc import Callable, Sequence

from motelab.common.errors import ImageFailed, MissingTool
from motelab.subjects.curves import Curve
from motelab.subjects.known_answers import Case

BLOCKS = 31  # of each side; odd, so that the median is one of them
BLOCK_SECONDS = 0.002
POINTERS = (
    "EC_GROUP_new_curve_GFp", "EC_GROUP_new_curve_GF2m", "EC_POINT_new", "EC_KEY_new", "BN_new", "BN_bin2bn",
    "BN_CTX_new",
)  # fmt: skip


@functools.cache
def library() -> ctypes.CDLL:
    """libcrypto; MissingTool without it."""
    name = ctypes.util.find_library("crypto")
    if name is None:
        raise MissingTool("OpenSSL's libcrypto", "libssl3")
    crypto = ctypes.CDLL(name)
    for function in POINTERS:
        getattr(crypto, function).restype = ctypes.c_void_p
    crypto.OpenSSL_version.restype = ctypes.c_char_p
    return crypto


def version() -> str:
    """Such as "OpenSSL 3.0.17 1 Jul 2025"."""
    return library().OpenSSL_version(0).decode()


def number(value: int) -> ctypes.c_void_p:
    """A BIGNUM."""
    data = value.to_bytes((value.bit_length() + 7) // 8, "big")
    return pointer(library().BN_bin2bn(data, len(data), None))


def integer(bignum: ctypes.c_void_p, size: int) -> int:
    """The value of a BIGNUM of at most `size` bytes."""
    out = ctypes.create_string_buffer(size)
    library().BN_bn2binpad(bignum, out, size)
    return int.from_bytes(out.raw, "big")


def pointer(value: int | None) -> ctypes.c_void_p:
    """The result of a call that must not be null."""
    if not value:
        raise ImageFailed("OpenSSL refuses the parameters of a curve")
    return ctypes.c_void_p(value)


class Group:
    """A curve by its parameters, never by name: OpenSSL has code of its own for some names."""

    def __init__(self, curve: Curve):
        crypto, self.curve = library(), curve
        modulus = curve.modulus if curve.is_prime else sum(1 << exponent for exponent in curve.modulus)
        make = crypto.EC_GROUP_new_curve_GFp if curve.is_prime else crypto.EC_GROUP_new_curve_GF2m
        numbers = [number(value) for value in (modulus, *(value for _, value in curve.coefficients))]
        self.context = pointer(crypto.BN_CTX_new())
        self.group = pointer(make(*numbers, self.context))
        generator = self.point(*curve.generator)
        ends = (number(curve.order), number(curve.cofactor))
        if crypto.EC_GROUP_set_generator(self.group, generator, *ends) != 1:
            raise ImageFailed(f"OpenSSL refuses the generator of {curve.name}")

    def point(self, x: int, y: int) -> ctypes.c_void_p:
        crypto = library()
        made = pointer(crypto.EC_POINT_new(self.group))
        if crypto.EC_POINT_set_affine_coordinates(self.group, made, number(x), number(y), self.context) != 1:
            raise ImageFailed(f"OpenSSL finds a point not on {self.curve.name}")
        return made

    def multiplication(self, case: Case) -> Callable[[], None]:
        """A call that multiplies; ImageFailed now if its result is not that of the case."""
        crypto, k = library(), number(case["k"])
        p, r = self.point(case["px"], case["py"]), pointer(crypto.EC_POINT_new(self.group))
        x, y = pointer(crypto.BN_new()), pointer(crypto.BN_new())
        multiply, affine = crypto.EC_POINT_mul, crypto.EC_POINT_get_affine_coordinates

        def run() -> None:
            multiply(self.group, r, None, p, k, self.context)
            affine(self.group, r, x, y, self.context)

        run()
        size = self.curve.field_bytes
        if (integer(x, size), integer(y, size)) != (case["rx"], case["ry"]):
            raise ImageFailed(f"OpenSSL's result on {self.curve.name} differs")
        return run


def key_generation(curve: Curve) -> Callable[[], None]:
    """A call that generates a key pair."""
    crypto, group = library(), Group(curve)
    key = pointer(crypto.EC_KEY_new())
    crypto.EC_KEY_set_group(key, group.group)

    def run() -> None:
        crypto.EC_KEY_generate_key(key)

    if crypto.EC_KEY_generate_key(key) != 1 or crypto.EC_KEY_check_key(key) != 1:
        raise ImageFailed(f"OpenSSL's key on {curve.name} is not valid")
    return run


def times(calls: Sequence[Callable[[], None]], blocks: int = BLOCKS) -> list[list[float]]:
    """Microseconds of each call in every block, measured in turns; processor time of this thread."""
    repetitions = [max(1, round(BLOCK_SECONDS / once(call, 1))) for call in calls]
    found = [[] for _ in calls]
    for _ in range(blocks):
        for place, call in enumerate(calls):
            found[place].append(1e6 * once(call, repetitions[place]) / repetitions[place])
    return found


def once(call: Callable[[], None], repetitions: int) -> float:
    """Seconds of so many calls."""
    begin = time.thread_time()
    for _ in range(repetitions):
        call()
    return time.thread_time() - begin


def medians(calls: Sequence[Callable[[], None]], blocks: int = BLOCKS) -> list[float]:
    """The median of each call's times in microseconds."""
    return [round(statistics.median(found), 3) for found in times(calls, blocks)]
