"""`python3 -m tests.src.pairing.type_1_times` prints microseconds of processor time of pairings of type 1 on this host,
alone: from points that are decoded and checked, to a value that is not encoded. Each is the median of 15 runs."""

import ctypes
import statistics
import sys
import time
from collections.abc import Callable

from codegen.fields import load_pairings
from tests.src.pairing.library import build, of_type_1
from tests.src.pairing.tate_reference import Group

RUNS = 15
OPERATIONS = ("pairing", "pairing_real", "miller", "final", "multiply", "mask_in_group")


def microseconds(call: Callable[[], object]) -> float:
    times = []
    for _ in range(RUNS):
        start = time.thread_time_ns()
        call()
        times.append((time.thread_time_ns() - start) / 1000)
    return statistics.median(times)


def tate(library: ctypes.CDLL, name: str) -> dict[str, float]:
    """Times of one group; P and Q are its generator."""
    record, group = load_pairings()[name], Group.of(name)
    field, words = record["field"]["name"], -(-group.q.bit_length() // 64)
    radix = 1 << 64 * words
    point = b"".join((c * radix % group.q).to_bytes(8 * words, "little") for c in group.generator)
    f, scratch = ctypes.create_string_buffer(16 * words), ctypes.create_string_buffer(24 * words)
    function = {op: library[f"mc_{field}_tate_{op}"] for op in OPERATIONS}
    size, k, bits = library.mc_tate_lines_bytes, group.r.to_bytes(8 * words, "little"), group.r.bit_length()
    size.restype = ctypes.c_size_t
    lines = ctypes.create_string_buffer(
        size(ctypes.byref(ctypes.c_char.in_dll(library, f"mc_{name.replace('-', '_')}")))
    )
    function["miller"](f, point, point, scratch, 1)
    found = {
        "pairing": microseconds(lambda: function["pairing"](f, point, point)),
        "real part": microseconds(lambda: function["pairing_real"](f, point, point)),
        "Miller's loop": microseconds(lambda: function["miller"](f, point, point, scratch, 1)),
        "multiple": microseconds(lambda: function["multiply"](scratch, point, k, bits)),
        "check": microseconds(lambda: function["mask_in_group"](point)),
    }
    library[f"mc_{field}_tate_fix"](lines, point)
    found["loop, fixed P"] = microseconds(lambda: library[f"mc_{field}_tate_miller_fixed"](f, lines, point))
    return found


def eta(library: ctypes.CDLL) -> float:
    """eta_T, which is insecure since 2013."""
    record = load_pairings()["eta-271"]
    point = b"".join(int(record["G"][c], 16).to_bytes(40, "little") for c in "xy")
    value = ctypes.create_string_buffer(160)
    return microseconds(lambda: library.mc_fb271_eta_pairing(value, point, point))


def main() -> int:
    library = ctypes.CDLL(str(build(of_type_1(64), 64)))
    for name in ("tate-256", "tate-256-short", "tate-512", "tate-1536"):
        print(f"{name}: " + ", ".join(f"{what} {value:.0f}" for what, value in tate(library, name).items()))
    print(f"eta-271 (insecure since 2013): pairing {eta(library):.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
