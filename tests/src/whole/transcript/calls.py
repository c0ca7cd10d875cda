"""A transcript of public functions: each call of overlap/cases.py with its own arguments and with every wrong one of
test_outputs_on_errors.py, as a line for a program in C, and as what this machine's library makes of it.

Left out are calls in steps, which this build has not, and numbers of bytes that depend on the processor."""

import ctypes
import dataclasses
import hashlib
import hmac
from collections.abc import Iterator
from pathlib import Path

from codegen.interface.descriptions import Description
from motelab import ROOT
from tests.src.whole.overlap.cases import FUNCTIONS, Buffer, Cases, contents, failing_reader, failing_source, guarded
from tests.src.whole.test_outputs_on_errors import wrong_calls

HERE = Path(__file__).parent
LEFT_OUT = {"ecdsa_batch_bytes", "eddsa_batch_bytes", "curve_count", "task_begin", "task_step"}
RANDOM = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)
# The kind of a parameter by its type, where its name does not matter; runtime.h reads them.
KINDS = {
    "const mc_curve *": "c",
    "const mc_hash *": "h",
    "const mc_curve **": "f",
    "const mc_ecies_options *": "O",
    "const mc_signed_digest *": "G",
    "const mc_signed_message *": "E",
    "mc_status *": "S",
    "mc_random ": "r",
    "mc_reader ": "R",
    "size_t *": "s",
    "size_t ": "n",
    "mc_point_form ": "n",
    "mc_schnorr_form ": "n",
    "const uint8_t *": "i",
    "const char *": "i",
    "uint8_t *": "o",
}
OF_C = {"c": "at[{}].curve", "h": "at[{}].hash", "r": "at[{}].random", "R": "at[{}].reader", "n": "at[{}].number"}


def kind(parameter: str) -> str:
    declared, _, rest = parameter.partition("[")
    own = declared.rpartition(" ")[2].lstrip("*")
    if own == "memory_bytes":
        return "M"
    if own in ("memory", "reader_context"):
        return {"memory": "m", "reader_context": "X"}[own]
    if parameter.startswith("void *"):
        return "x"
    written = declared[: len(declared) - len(own)] + ("*" if rest else "")
    return KINDS.get(written, "")


def taken() -> dict[str, Description]:
    """The functions of a transcript."""
    return {
        name: function
        for name, function in FUNCTIONS.items()
        if name not in LEFT_OUT
        and function.header not in ("stepwise", "task")
        and function.result in ("mc_status", "size_t")
        and all(map(kind, function.parameters))
    }


def program() -> str:
    """The program around runtime.h."""
    headers = sorted(path.name for path in (ROOT / "include/motecurve").glob("*.h"))
    others = ("stepwise.h", "single_curve.h", "gls254.h", "fourq.h", "curve_table.h")
    headers = [name for name in headers if name not in others]
    cases = []
    for name, function in taken().items():
        kinds = "".join(map(kind, function.parameters))
        arguments = [OF_C.get(own, "at[{}].octets").format(i) for i, own in enumerate(kinds.replace("M", "n"))]
        cases += [f'    if (!strcmp(name, "{name}")) {{', f'        read_arguments("{kinds}");']
        cases += [f"        print_outputs(name, (long)mc_{name}({', '.join(arguments)}));", "        return;", "    }"]
    includes = [f'#include "motecurve/{name}"' for name in headers]
    body = ["static void call(const char *name)", "{", *cases, "    exit(3);", "}"]
    return "\n".join([*includes, (HERE / "runtime.h").read_text(), *body, ""])


@dataclasses.dataclass(frozen=True)
class Call:
    """A line for the program, and the line that it has to print."""

    asked: str
    expected: str


def source() -> object:
    """`draw` of runtime.h."""
    drawn = 1

    @RANDOM
    def draw(_context, out, count):
        nonlocal drawn
        octets = bytearray()
        for _ in range(count):
            drawn = (drawn * 1103515245 + 12345) & 0xFFFFFFFF
            octets.append(drawn >> 16 & 0xFF)
        ctypes.memmove(out, bytes(octets), count)
        return 0

    return draw


def word(cases: Cases, curve: str, own: str, value: object, buffer: Buffer | None, other: dict) -> str:
    """An argument for the program."""
    if own == "c":
        return "-" if "curve" in other else curve
    if own == "h":
        return "-" if "hash" in other else "+"
    if own in "rR":
        chosen = other.get("random" if own == "r" else "reader")
        return "1" if chosen in (failing_source, failing_reader) and chosen else "2" if chosen and own == "r" else "0"
    if own in "nM":
        return str(getattr(value, "value", value))
    if own in "GE":
        return " ".join(bytes(part).hex() or "-" for part in cases.kept[-4:-1])
    if buffer is None or buffer.size == 0:
        return "-"
    return f"={buffer.size}" if buffer.content is None else buffer.content.hex()


def asked(cases: Cases, curve: str, name: str, buffers: list[Buffer], arguments: list, other: dict) -> str:
    of = {buffer.name: buffer for buffer in buffers}
    words = [name]
    for parameter, value in zip(FUNCTIONS[name].parameters, arguments, strict=True):
        own, its = kind(parameter), parameter.partition("[")[0].rpartition(" ")[2].lstrip("*")
        if own in "ionchrRMGE":
            words.append(word(cases, curve, own, value, of.get(its), other))
    return " ".join(words)


def shown(own: str, octets: bytes, cases: Cases) -> str:
    """An output as the program prints it."""
    if own == "s":
        return f" {int.from_bytes(octets, 'little')}"
    if own == "S":
        return f" {int.from_bytes(octets[:4], 'little')},{int.from_bytes(octets[4:8], 'little')}"
    if own == "f":
        pointer = int.from_bytes(octets, "little")
        cases.library.mc_curve_name.restype = ctypes.c_char_p
        return f" {cases.library.mc_curve_name(ctypes.c_void_p(pointer)).decode() if pointer else 'none'}"
    return f" {octets.hex()}"


def made(cases: Cases, curve: str, name: str, buffers: list[Buffer], other: dict) -> Call:
    """One call, here."""
    function = FUNCTIONS[name]
    lying = guarded(buffers)
    places = {b.name: ctypes.addressof(lying[b.name]) if b.size else None for b in buffers}
    arguments = cases.arguments(name, buffers, places, **{"random": source()} | other)
    line = asked(cases, curve, name, buffers, arguments, other)
    called = cases.library[f"mc_{name}"]
    called.restype = ctypes.c_int if function.result == "mc_status" else ctypes.c_size_t
    printed = f"{name} {int(called(*arguments))}"
    left = contents(name, buffers, lying)
    for parameter in function.parameters:
        own, its = kind(parameter), parameter.partition("[")[0].rpartition(" ")[2].lstrip("*")
        if own in "osSf":
            printed += shown(own, left[its], cases)
    return Call(line, printed)


def calls(curve: str) -> Iterator[Call]:
    """All of a curve."""
    cases = Cases(curve)
    for name in taken():
        for _, buffers, other in (("", cases.buffers(name), {}), *wrong_calls(cases, name)):
            buffers = [b if b.content != b"" or b.is_output else Buffer(b.name, b"", 0, False) for b in buffers]
            yield made(cases, curve, name, buffers, other)


def hashes() -> list[str]:
    """`print_hashes` of runtime.h, by hashlib."""
    text, lines = bytes(i * 7 & 0xFF for i in range(300)), []
    for count in range(0, 301, 20):
        for name in ("SHA-1", "SHA-224", "SHA-256", "SHA-384", "SHA-512"):
            of = name.replace("-", "")
            lines.append(f"hash {name} {count} {hashlib.new(of, text[:count]).hexdigest()}")
            lines.append(f"hmac {name} {count} {hmac.new(text[:count], text[: count // 2], of).hexdigest()}")
        lines.append(f"xof shake_256 {count} {hashlib.shake_256(text[:count]).hexdigest(150)}")
    return lines
