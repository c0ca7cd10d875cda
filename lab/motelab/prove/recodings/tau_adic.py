"""Width-w tau-adic non-adjacent forms, by induction on the digits.

The number c - d tau that is left gets a digit u where c is odd, with u = c - t d modulo 2^w. The tables are shown to
have tau = mu t modulo tau^w and alpha_u = u modulo tau^w; 2^w is a multiple of tau^w, so c - d tau - alpha_u is one,
for all c and d, and the next w - 1 digits are 0. The C is run on every residue of c and d modulo 2^w: it takes that
digit, and the digits of the whole number add up to it. Sums and halves of numbers of more words are as in these runs of
one word and its sign; tests run them."""

import ctypes
import functools
import itertools

from motelab.prove.recodings.base2 import expect
from motelab.prove.recodings.lattices import Vector, built, times_tau
from motelab.subjects import curves

CURVE = "sect163k1"  # of its field the C is compiled; the recoding is the same for all
WIDTHS = range(2, 8)  # of which all residues are run
HALF_WORDS = 2


class Digit(ctypes.Structure):
    _fields_ = [("beta", ctypes.c_int8), ("gamma", ctypes.c_int8), ("slot", ctypes.c_uint8)]


class Window(ctypes.Structure):
    _fields_ = [
        ("window", ctypes.c_uint8),
        ("residue_of_tau", ctypes.c_uint16),
        ("digits", ctypes.POINTER(Digit)),
        ("steps", ctypes.c_void_p),
    ]


@functools.cache
def library() -> ctypes.CDLL:
    curve = curves.find(CURVE)
    return ctypes.CDLL(str(built(curve.identifier, curve.field, "tau")))


def window(width: int) -> Window:
    return Window.in_dll(library(), f"mc_{curves.find(CURVE).field}_wtnaf_window{width}")


def divided(v: Vector, times: int, mu: int) -> Vector | None:
    """v / tau^times, or None: (x + y tau)/tau = (y + mu x/2) - (x/2) tau."""
    for _ in range(times):
        if v[0] & 1:
            return None
        v = v[1] + mu * v[0] // 2, -v[0] // 2
    return v


def alphas(width: int, mu: int) -> dict[int, Vector]:
    """alpha_u of the table, by u > 0."""
    table = window(width)
    return {2 * i + 1: (table.digits[i].beta, mu * table.digits[i].gamma) for i in range(1 << (width - 2))}


def check_tables(width: int, mu: int) -> int:
    """The congruences modulo tau^w."""
    table = window(width)
    expect(table.window == width, "the window is another")
    t = mu * table.residue_of_tau
    expect(divided((-t, 1), width, mu) is not None, "tau is not t modulo tau^w")
    found = alphas(width, mu)
    for u, (beta, gamma) in found.items():
        expect(divided((beta - u, gamma), width, mu) is not None, f"alpha_{u} is not {u} modulo tau^w")
    slots = sorted(table.digits[i].slot for i in range(len(found)))
    expect(slots == list(range(len(found))), "two digits have one place in the table")
    return len(found) + 1


def recode(c: int, d: int, width: int, mu: int) -> list[int]:
    """The digits of c + d tau by the C."""
    numbers = [value & (1 << 64 * HALF_WORDS) - 1 for value in (c, d)]
    words = [value >> 64 * i & (1 << 64) - 1 for value in numbers for i in range(HALF_WORDS)]
    rest = (ctypes.c_uint64 * len(words))(*words)
    digits = (ctypes.c_int8 * 400)()
    function = library()[f"mc_{curves.find(CURVE).field}_recode_wtnaf_var"]
    function.restype = ctypes.c_uint16
    count = function(digits, rest, ctypes.byref(window(width)), ctypes.c_int8(mu))
    return digits[:count]


def prove(width: int, mu: int) -> int:
    """Broken if a table or a digit is wrong; the number of residues that were run."""
    check_tables(width, mu)
    found = alphas(width, mu)
    half = 1 << (width - 1)
    count = 0
    for c, d in itertools.product(range(-half, half), repeat=2):
        digits = recode(c, d, width, mu)
        total, power = (0, 0), (1, 0)
        for digit in digits:
            if digit:
                expect(digit & 1 == 1 and abs(digit) < half, f"{digit} is no digit")
                x, y = found[abs(digit)]
                sign = 1 if digit > 0 else -1
                own = x * power[0] - 2 * y * power[1], x * power[1] + y * power[0] + mu * y * power[1]
                total = total[0] + sign * own[0], total[1] + sign * own[1]
            power = times_tau(power, mu)
        expect(total == (c, d), f"the digits of {c} + {d} tau are another number")
        places = [i for i, digit in enumerate(digits) if digit]
        expect(all(b - a >= width for a, b in itertools.pairwise(places)), "digits are too near")
        count += 1
    return count
