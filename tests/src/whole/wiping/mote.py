"""Calls in a mote image, and the data that they leave on its stack. An image for a board and a curve has all calls,
and reads the stack itself, so that every simulator serves."""

import dataclasses
import hashlib
from pathlib import Path

from codegen.interface import HOST_ONLY
from codegen.interface.descriptions import headers
from motelab import BUILD, ROOT
from motelab.boards import board as boards
from motelab.boards.image import Builder
from motelab.boards.selection import Selection
from motelab.boards.sizes import sizes
from motelab.common.errors import DoesNotFit
from motelab.measure import bench
from motelab.measure.bench import Request
from tests.src.whole.wiping.calls import Call

FIRMWARE = ROOT / "tests/src/whole/wiping/mote.c"
BASES = {"Weierstrass": "ecdh", "Montgomery": "ecdh", "Edwards": "eddsa-sign"}  # each binds the members for the calls
LEFT_OUT = ("stepwise.h", "task.h")
PAINT = b"\xa5"
SLOTS = 3
STACK_BYTES = {"micaz": 1900}
ABOVE_BYTES = 200  # of main and bench_operation, at most
OWN_BYTES = {"micaz": 16}  # of bench_operation's frame and arguments, at least


@dataclasses.dataclass(frozen=True)
class Placed:
    """A call whose bytes have their places in memory: its C, the bytes of its inputs, the places of its outputs."""

    text: str
    octets: bytes
    outputs: tuple[tuple[int, int], ...]
    size: int


def is_on_motes(call: Call) -> bool:
    """Hash functions are those of 32-bit words and, if EdDSA uses it, SHAKE256; extended signatures and batches are for
    hosts.
    States of HPKE and SPAKE2+ are as hosts have them: tests/boards/test_wiping.py makes those of motes."""
    if call.function.startswith(("mc_hpke", "mc_spake2plus")):
        return False
    if call.function.removeprefix("mc_") in HOST_ONLY:
        return False
    return not {"hSHA-512", "m3"} & set(call.arguments) and "sha512" not in call.function


def placed(call: Call) -> Placed:
    octets, words, ends = b"", [], []
    for argument in call.arguments:  # inputs come first
        if argument[0] in "bt":
            words.append(len(octets))
            octets += bytes.fromhex(argument[1:])
    octets = octets.ljust(-(-len(octets) // 8) * 8, b"\0")  # a size_t needs alignment
    size, places, outputs, setting = len(octets), iter(words), [], ""
    for argument in call.arguments:
        kind, value = argument[0], argument[1:]
        if kind == "b":
            ends.append(f"memory + {next(places)}")
        elif kind == "t":
            setting = f"tape = memory + {next(places)}; "
            ends.append("NULL")
        elif kind == "o":
            outputs.append((size, int(value)))
            ends.append(f"(void *)(memory + {size})")
            size += -(-int(value) // 8) * 8
        else:
            simple = {"i": value, "n": "NULL", "c": "MC_THE_CURVE", "r": "play", "x": "read_octets"}
            simple |= {"m": f"(void *)&slots[{value}]", "h": f"&mc_{value.lower().replace('-', '')}"}
            ends.append(simple.get(kind) or f"&options_{value}")
    is_void = call.function.startswith(("mc_hmac", "mc_hash", "mc_sha"))
    result = "" if is_void else "status = (uint8_t)"
    return Placed(f"{setting}{result}{call.function}({', '.join(ends)});", octets, tuple(outputs), size)


def header(calls: list[Placed], board: str) -> str:
    """calls.h."""
    includes = "".join(f'#include "motecurve/{name}"\n' for name in headers() if name not in LEFT_OUT)
    options = "".join(
        f"static __attribute__((unused)) const mc_ecies_options options_{kdf} = {{.hash = &mc_sha256, .kdf = "
        f"&mc_ecies_{kdf}, .cipher = &mc_ecies_aes128_ctr, .agree = mc_ecdh, .tag_bytes = 16, .binds_ephemeral = 1}};\n"
        for kdf in ("x963", "hkdf")
        if any(f"&options_{kdf}" in call.text for call in calls)
    )
    cases = "".join(f"    case {i}: {call.text} break; \\\n" for i, call in enumerate(calls))
    size = max(call.size for call in calls) + 8
    numbers = {"MEMORY_BYTES": size, "SLOTS": SLOTS, "STACK_BYTES": STACK_BYTES.get(board, 6000)}
    numbers["OWN_BYTES"] = OWN_BYTES.get(board, 32)
    defines = "".join(f"#define {name} {value}\n" for name, value in numbers.items())
    return f"{includes}{options}{defines}#define CALLS \\\n{cases}\n"


def selection(board: str, curve: str, form: str, text: str, profile: str) -> Selection:
    """The image's folder: firmware and calls.h, named by their content."""
    folder = BUILD / "wiping" / hashlib.sha256((text + FIRMWARE.read_text()).encode()).hexdigest()[:16]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "calls.h").write_text(text)
    (folder / "mote.c").write_text(FIRMWARE.read_text())
    backend = boards.load(board).best_backend(profile)
    chosen = bench.select(Request(operation=BASES[form], curve=curve, board=board, backend=backend, profile=profile))
    return dataclasses.replace(chosen, operation=dataclasses.replace(chosen.operation, firmware=str(folder / "mote.c")))


@dataclasses.dataclass(frozen=True)
class Answer:
    status: int
    outputs: list[bytes]
    stack: bytes


def build(board: str, curve: str, form: str, calls: list[Placed], profile: str) -> tuple[Path, Selection]:
    chosen = selection(board, curve, form, header(calls, board), profile)
    path = Builder(chosen).link(())
    used = sizes(path).ram_static + STACK_BYTES.get(board, 6000) + ABOVE_BYTES
    assert used <= chosen.board.ram_bytes, used
    return path, chosen


def answers(board: str, curve: str, form: str, calls: list[Call], profile: str = "fast") -> list[Answer]:
    """Outcomes of the calls, one after the other. Calls that together exceed the board's flash get an image a half."""
    try:
        return answers_of_one(board, curve, form, calls, profile)
    except DoesNotFit:
        middle = len(calls) // 2
        if not middle:
            raise
        halves = calls[:middle], calls[middle:]
        return [answer for half in halves for answer in answers(board, curve, form, half, profile)]


def answers_of_one(board: str, curve: str, form: str, calls: list[Call], profile: str) -> list[Answer]:
    texts = [placed(call) for call in calls]
    path, chosen = build(board, curve, form, texts, profile)
    data = b"".join(
        bench.RUN + bytes([i]) + len(text.octets).to_bytes(2, "little") + text.octets for i, text in enumerate(texts)
    )
    simulator = bench.simulator_of(chosen.board)
    output = simulator.execute(path, measure=None, data=data + bench.EXIT, **chosen.board.machine).output
    stack_bytes, memory_bytes = STACK_BYTES.get(board, 6000), max(text.size for text in texts) + 8
    each = stack_bytes + 1 + memory_bytes
    assert len(output) == each * len(calls), (len(output), each, len(calls))
    found = []
    for i, text in enumerate(texts):
        part = output[i * each : (i + 1) * each]
        memory = part[stack_bytes + 1 :]
        outputs = [memory[place : place + size] for place, size in text.outputs]
        found.append(Answer(part[stack_bytes], outputs, part[:stack_bytes].lstrip(PAINT)))
    return found
