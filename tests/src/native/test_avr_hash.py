"""SHA-256's compression function on AVR in the simulator, the kernel and the C version: results, calling convention,
stack, constant time, and the figures in the kernel's header. For all other hash functions there: results."""

import dataclasses
import hashlib
import hmac
import random
import re
import struct
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.kdf.x963kdf import X963KDF

from codegen.avr.kernel import Kernel
from codegen.avr.sha256 import sha256_compress
from codegen.rfc6979 import leftmost_bits, nonce
from motelab import ROOT
from motelab.boards.execution import Run
from motelab.boards.image import Builder
from motelab.measure import bench
from motelab.measure.bench import Request
from tests.src.native.avr.kernels import (
    ARENA_BYTES,
    CALLEE_SAVED_COUNT,
    GUARD_BYTES,
    GUARD_VALUE,
    RETURN_ADDRESS_BYTES,
    Call,
    Caller,
    Outcome,
)

KERNEL = sha256_compress()
C_VERSION = SimpleNamespace(symbol="mc_sha256_compress")
SOURCES = {
    KERNEL.symbol: [KERNEL.path],
    C_VERSION.symbol: [ROOT / "src/hash/sha256_compress.c", ROOT / "src/word/wipe.c"],
}
PROFILES = {"fast": ["-O2"], "small": ["-Os", "-mcall-prologues"]}
C_CYCLES = 70_000

# mc_sha256_context in the arena: state, length, block; with bytes around it that must not change.
CONTEXT = 16
STATE = slice(CONTEXT, CONTEXT + 32)
LENGTH = slice(CONTEXT + 32, CONTEXT + 36)
BLOCK = slice(CONTEXT + 36, CONTEXT + 100)
INITIAL_STATE = bytes.fromhex("6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19")  # FIPS 180-4, 5.3.3

# FIPS 180-4's examples, and the lengths around which a message's last block becomes two.
EXAMPLES = {
    b"abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq": (
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    b"": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
}
LENGTHS = (1, 55, 56, 63, 64, 119, 120, 200)

Build = Callable[..., Caller]


@pytest.fixture(scope="module")
def build(tmp_path_factory) -> Build:
    """Links the caller with the kernel, or with the C version as a profile compiles it."""
    folder = tmp_path_factory.mktemp("hash")

    def link(
        version: Kernel | SimpleNamespace = KERNEL, profile: str = "small", sources: list[Path] | None = None
    ) -> Caller:
        elf = folder / f"{version.symbol}-{profile}.elf"
        defines = {"KERNEL": version.symbol, "ARENA_BYTES": ARENA_BYTES}
        defines |= {"GUARD_BYTES": GUARD_BYTES, "GUARD_VALUE": GUARD_VALUE}
        command = ["avr-gcc", "-mmcu=atmega128", "-std=gnu11", *PROFILES[profile], "-Wall", "-Wextra", "-Werror"]
        command += ["-ffunction-sections", "-Wl,--gc-sections", "-mrelax"]
        command += [f"-D{name}={value}" for name, value in defines.items()]
        command += [f"-I{ROOT / folder}" for folder in ("boards/avr", "boards/firmware", "src", "generated", "include")]
        command += [ROOT / "tests/src/native/avr/kernel_caller.c", ROOT / "tests/src/native/avr/kernel_caller.S"]
        subprocess.run([*command, *(sources or SOURCES[version.symbol]), "-o", elf], check=True)
        return Caller(version, elf)

    return link


def swapped(words: bytes) -> bytes:
    """Words of 32 bits, converted between the standard's big-endian order and the machine's order."""
    return struct.pack(f"<{len(words) // 4}I", *struct.unpack(f">{len(words) // 4}I", words))


def padded_blocks(message: bytes) -> list[bytes]:
    padded = message + b"\x80" + bytes(-(len(message) + 9) % 64) + (8 * len(message)).to_bytes(8, "big")
    return [padded[i : i + 64] for i in range(0, len(padded), 64)]


def compress_all(caller: Caller, states: list[bytes], blocks: list[bytes]) -> list[tuple[Call, Outcome, Run]]:
    """Runs of each block with the state in front, both big-endian; everything around them random."""
    noise, calls = random.Random(1), []
    for state, block in zip(states, blocks, strict=True):
        arena = bytearray(noise.randbytes(ARENA_BYTES))
        arena[STATE], arena[BLOCK] = swapped(state), swapped(block)
        calls.append(Call((CONTEXT, 0, 0), noise.randbytes(CALLEE_SAVED_COUNT), bytes(arena)))
    outcomes, runs = caller.execute(calls)
    return list(zip(calls, outcomes, runs, strict=True))


def digests(caller: Caller, messages: list[bytes]) -> list[bytes]:
    """SHA-256 of each message, with one run of the simulator for all blocks at the same place."""
    states = [INITIAL_STATE] * len(messages)
    todo = [padded_blocks(message) for message in messages]
    for position in range(max(map(len, todo))):
        active = [i for i, blocks in enumerate(todo) if position < len(blocks)]
        results = compress_all(caller, [states[i] for i in active], [todo[i][position] for i in active])
        for i, (_, outcome, _) in zip(active, results, strict=True):
            states[i] = swapped(outcome.arena[STATE])
    return states


def random_runs(caller: Caller, count: int) -> list[tuple[Call, Outcome, Run]]:
    """Random states and blocks, and those of all zeros and all ones."""
    noise = random.Random(2)
    edges = [(bytes(32), bytes(64)), (b"\xff" * 32, b"\xff" * 64)]
    inputs = edges + [(noise.randbytes(32), noise.randbytes(64)) for _ in range(count)]
    return compress_all(caller, [state for state, _ in inputs], [block for _, block in inputs])


VERSIONS = pytest.mark.parametrize(
    ("version", "profile"), [(KERNEL, "fast"), (C_VERSION, "fast"), (C_VERSION, "small")], ids=["asm", "c-O2", "c-Os"]
)


@VERSIONS
def test_digests(build, version, profile):
    noise = random.Random(3)
    messages = [noise.randbytes(length) for length in LENGTHS] + [noise.randbytes(40) for _ in range(60)]
    caller = build(version, profile)
    assert digests(caller, list(EXAMPLES)) == [bytes.fromhex(digest) for digest in EXAMPLES.values()]
    assert digests(caller, messages) == [hashlib.sha256(message).digest() for message in messages]


@VERSIONS
def test_nothing_else_changes(build, version, profile):
    """Only the state and the block change; registers kept, r1 = 0, stack pointer restored, guard below the stack
    intact."""
    for call, outcome, run in random_runs(build(version, profile), 20):
        expected = bytearray(call.arena)
        expected[STATE], expected[BLOCK] = outcome.arena[STATE], outcome.arena[BLOCK]
        assert outcome.arena == bytes(expected)
        assert outcome.registers == call.registers
        assert (outcome.zero_register, outcome.stack_pointer_change) == (0, 0)
        assert outcome.intact_guard_bytes >= GUARD_BYTES - run.stack_bytes


@VERSIONS
def test_same_trace_for_every_input(build, version, profile):
    """The same instructions, addresses and cycles for every state and block."""
    runs = [run for _, _, run in random_runs(build(version, profile), 50)]
    assert len({(run.cycles, run.trace_hash, run.address_hash) for run in runs}) == 1
    if version is KERNEL:
        assert runs[0].cycles == KERNEL.asm.cycles <= 20_000
        assert runs[0].stack_bytes == KERNEL.stack_bytes + RETURN_ADDRESS_BYTES
    else:
        assert runs[0].cycles <= C_CYCLES


def test_size_as_stated(build):
    """The kernel is one section that the linker can drop, of the stated size."""
    sizes = subprocess.run(["avr-nm", "-S", build().elf], capture_output=True, text=True, check=True).stdout
    size = next(line.split()[1] for line in sizes.splitlines() if line.endswith(f" {KERNEL.symbol}"))
    assert int(size, 16) == KERNEL.asm.code_bytes
    source = KERNEL.path.read_text()
    assert re.search(rf"Cycles: {KERNEL.asm.cycles},", source)


def test_committed_file_is_fresh():
    assert KERNEL.path.read_text() == KERNEL.text(), "run python3 -m codegen"
    assert f"#define {KERNEL.flag} 1\n" in KERNEL.path.with_name("meta.h").read_text()


@pytest.mark.parametrize(
    ("right_line", "wrong_line"),
    [("andi  u0, 0xfc", "andi  u0, 0xff"), ("and   v3, u3", "or    v3, u3"), ("rol   v1", "lsl   v1")],
)
def test_a_broken_kernel_is_noticed(build, tmp_path, right_line, wrong_line):
    """With one instruction changed in the schedule, in Ch or in Sigma0, the digests differ."""
    text = KERNEL.text()
    assert right_line in text
    broken = tmp_path / "broken.S"
    broken.write_text(text.replace(right_line, wrong_line, 1))
    messages = [bytes(40), bytes(range(55))]
    found = digests(build(KERNEL, "fast", [broken]), messages)
    assert all(digest != hashlib.sha256(m).digest() for digest, m in zip(found, messages, strict=True))


def test_all_hash_functions():
    """An image with MC_WITH_SHA512: digests, HMAC, SHAKE256, derived keys, a signature with the nonce of SHA-512."""
    chosen = bench.select(Request(operation="ecdsa-sign", backend="asm"))
    firmware, defines = str(ROOT / "tests/src/native/avr/hashes.c"), (("MC_WITH_SHA512", "1"),)
    operation = dataclasses.replace(chosen.operation, firmware=firmware, symbols=("mc_bench_hashes",), defines=defines)
    image = Builder(dataclasses.replace(chosen, operation=operation)).build()
    order, size = chosen.curve.order, chosen.curve.private_key_bytes
    message, d = random.Random(4).randbytes(200), 0x2468ACE
    data = bench.RUN + message + d.to_bytes(size, "big") + bench.EXIT
    simulator = bench.simulator_of(chosen.board)
    found = simulator.execute(image.path, measure=image.symbol, data=data, **chosen.board.machine).output
    expected = b""
    for name in ("sha1", "sha224", "sha256", "sha384", "sha512"):
        expected += hashlib.new(name, message).digest() + hmac.digest(message[:150], message, name)
    secret, info = message[:20], message[20:50]
    expected += hashlib.shake_256(message).digest(150)
    expected += X963KDF(hashes.SHA256(), 70, info).derive(secret)
    expected += HKDF(hashes.SHA256(), 70, message[:10], info).derive(secret) + b"\0"
    assert found[: len(expected)] == expected
    signature, digest = found[len(expected) :], hashlib.sha512(message).digest()
    r, s = (int.from_bytes(half, "big") for half in (signature[:size], signature[size:]))
    k, e = nonce(order, d, digest, "sha512"), leftmost_bits(digest, order.bit_length())
    assert len(signature) == 2 * size and s * k % order == (e + d * r) % order
