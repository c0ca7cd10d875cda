"""The compression functions of SHA-256 and SHA-512 on AVR in the simulator, the kernels and the C versions: results,
calling convention, stack, constant time, and the figures in the kernels' headers. For all other hash functions there:
results."""

import dataclasses
import hashlib
import hmac
import random
import re
import struct
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.kdf.x963kdf import X963KDF

from codegen.avr.hash.sha256 import sha256_compress
from codegen.avr.hash.sha512 import sha512_compress
from codegen.avr.kernel import Kernel
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

CONTEXT = 16  # place of the context in the arena, with bytes around it that must not change
LENGTH_BYTES = 4


@dataclasses.dataclass(frozen=True)
class Version:
    """A compression function: a kernel with its description, or the C version."""

    symbol: str
    sources: tuple[Path, ...]
    word_bytes: int
    most_cycles: int
    kernel: Kernel | None = None

    @property
    def hash(self) -> str:
        return "sha256" if self.word_bytes == 4 else "sha512"

    @property
    def state(self) -> slice:
        return slice(CONTEXT, CONTEXT + 8 * self.word_bytes)

    @property
    def block(self) -> slice:
        start = self.state.stop + LENGTH_BYTES
        return slice(start, start + 16 * self.word_bytes)

    def swapped(self, words: bytes) -> bytes:
        """Words, converted between the standard's big-endian order and the machine's order."""
        count, code = len(words) // self.word_bytes, "I" if self.word_bytes == 4 else "Q"
        return struct.pack(f"<{count}{code}", *struct.unpack(f">{count}{code}", words))

    def padded_blocks(self, message: bytes) -> list[bytes]:
        size, length = 16 * self.word_bytes, 2 * self.word_bytes
        padded = message + b"\x80" + bytes(-(len(message) + 1 + length) % size)
        padded += (8 * len(message)).to_bytes(length, "big")
        return [padded[i : i + size] for i in range(0, len(padded), size)]


def of_kernel(kernel: Kernel, word_bytes: int, most_cycles: int) -> Version:
    return Version(kernel.symbol, (kernel.path,), word_bytes, most_cycles, kernel)


def in_c(name: str, word_bytes: int, most_cycles: int) -> Version:
    sources = (ROOT / f"src/hash/{name}.c", ROOT / "src/word/wipe.c")
    return Version(f"mc_{name}", sources, word_bytes, most_cycles)


SHA256, SHA512 = of_kernel(sha256_compress(), 4, 20_000), of_kernel(sha512_compress(), 8, 60_000)
SHA256_IN_C, SHA512_IN_C = in_c("sha256_compress", 4, 70_000), in_c("sha512_compress", 8, 800_000)
PROFILES = {"fast": ["-O2"], "small": ["-Os", "-mcall-prologues"]}
# FIPS 180-4, 5.3.3 and 5.3.5
INITIAL_STATES = {
    "sha256": bytes.fromhex("6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19"),
    "sha512": bytes.fromhex(
        "6a09e667f3bcc908bb67ae8584caa73b3c6ef372fe94f82ba54ff53a5f1d36f1"
        "510e527fade682d19b05688c2b3e6c1f1f83d9abfb41bd6b5be0cd19137e2179"
    ),
}

# FIPS 180-4's examples, and the lengths around which a message's last block becomes two.
EXAMPLES = {
    b"abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq": (
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    b"": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
}
LENGTHS = (1, 55, 56, 63, 64, 111, 112, 119, 120, 200)

Build = Callable[..., Caller]


@pytest.fixture(scope="module")
def build(tmp_path_factory) -> Build:
    """Links the caller with the kernel, or with the C version as a profile compiles it."""
    folder = tmp_path_factory.mktemp("hash")

    def link(version: Version, profile: str = "small", sources: tuple[Path, ...] = ()) -> Caller:
        elf = folder / f"{version.symbol}-{profile}.elf"
        defines = {"KERNEL": version.symbol, "ARENA_BYTES": ARENA_BYTES}
        defines |= {"GUARD_BYTES": GUARD_BYTES, "GUARD_VALUE": GUARD_VALUE}
        command = ["avr-gcc", "-mmcu=atmega128", "-std=gnu11", *PROFILES[profile], "-Wall", "-Wextra", "-Werror"]
        command += ["-ffunction-sections", "-Wl,--gc-sections", "-mrelax"]
        command += [f"-D{name}={value}" for name, value in defines.items()]
        command += [f"-I{ROOT / folder}" for folder in ("boards/avr", "boards/firmware", "src", "generated", "include")]
        command += [ROOT / "tests/src/native/avr/kernel_caller.c", ROOT / "tests/src/native/avr/kernel_caller.S"]
        subprocess.run([*command, *(sources or version.sources), "-o", elf], check=True)
        return Caller(version, elf)

    return link


def compress_all(caller: Caller, states: list[bytes], blocks: list[bytes]) -> list[tuple[Call, Outcome, Run]]:
    """Runs of each block with the state in front, both big-endian; everything around them random."""
    noise, calls = random.Random(1), []
    version = caller.kernel
    for state, block in zip(states, blocks, strict=True):
        arena = bytearray(noise.randbytes(ARENA_BYTES))
        arena[version.state], arena[version.block] = version.swapped(state), version.swapped(block)
        calls.append(Call((CONTEXT, 0, 0), noise.randbytes(CALLEE_SAVED_COUNT), bytes(arena)))
    outcomes, runs = caller.execute(calls)
    return list(zip(calls, outcomes, runs, strict=True))


def digests(caller: Caller, messages: list[bytes]) -> list[bytes]:
    """The hash of each message, with one run of the simulator for all blocks at the same place."""
    version = caller.kernel
    states = [INITIAL_STATES[version.hash]] * len(messages)
    todo = [version.padded_blocks(message) for message in messages]
    for position in range(max(map(len, todo))):
        active = [i for i, blocks in enumerate(todo) if position < len(blocks)]
        results = compress_all(caller, [states[i] for i in active], [todo[i][position] for i in active])
        for i, (_, outcome, _) in zip(active, results, strict=True):
            states[i] = version.swapped(outcome.arena[version.state])
    return states


def random_runs(caller: Caller, count: int) -> list[tuple[Call, Outcome, Run]]:
    """Random states and blocks, and those of all zeros and all ones."""
    noise = random.Random(2)
    state, block = 8 * caller.kernel.word_bytes, 16 * caller.kernel.word_bytes
    edges = [(bytes(state), bytes(block)), (b"\xff" * state, b"\xff" * block)]
    inputs = edges + [(noise.randbytes(state), noise.randbytes(block)) for _ in range(count)]
    return compress_all(caller, [state for state, _ in inputs], [block for _, block in inputs])


VERSIONS = pytest.mark.parametrize(
    ("version", "profile"),
    [(SHA256, "fast"), (SHA256_IN_C, "fast"), (SHA256_IN_C, "small"), (SHA512, "fast"), (SHA512_IN_C, "fast")],
    ids=["sha256-asm", "sha256-c-O2", "sha256-c-Os", "sha512-asm", "sha512-c-O2"],
)
KERNELS = pytest.mark.parametrize("version", [SHA256, SHA512], ids=["sha256", "sha512"])


@VERSIONS
def test_digests(build, version, profile):
    noise = random.Random(3)
    messages = [noise.randbytes(length) for length in LENGTHS] + [noise.randbytes(40) for _ in range(60)]
    caller = build(version, profile)
    if version.hash == "sha256":
        assert digests(caller, list(EXAMPLES)) == [bytes.fromhex(digest) for digest in EXAMPLES.values()]
    assert digests(caller, messages) == [hashlib.new(version.hash, message).digest() for message in messages]


@VERSIONS
def test_nothing_else_changes(build, version, profile):
    """Only the state and the block change; registers kept, r1 = 0, stack pointer restored, guard below the stack
    intact."""
    for call, outcome, run in random_runs(build(version, profile), 20):
        expected = bytearray(call.arena)
        for part in (version.state, version.block):
            expected[part] = outcome.arena[part]
        assert outcome.arena == bytes(expected)
        assert outcome.registers == call.registers
        assert (outcome.zero_register, outcome.stack_pointer_change) == (0, 0)
        assert outcome.intact_guard_bytes >= GUARD_BYTES - run.stack_bytes


@VERSIONS
def test_same_trace_for_every_input(build, version, profile):
    """The same instructions, addresses and cycles for every state and block."""
    runs = [run for _, _, run in random_runs(build(version, profile), 50)]
    assert len({(run.cycles, run.trace_hash, run.address_hash) for run in runs}) == 1
    assert runs[0].cycles <= version.most_cycles
    if version.kernel:
        assert runs[0].cycles == version.kernel.asm.cycles
        assert runs[0].stack_bytes == version.kernel.stack_bytes + RETURN_ADDRESS_BYTES


@KERNELS
def test_size_as_stated(build, version):
    """The kernel is one section that the linker can drop, of the stated size."""
    sizes = subprocess.run(["avr-nm", "-S", build(version).elf], capture_output=True, text=True, check=True).stdout
    size = next(line.split()[1] for line in sizes.splitlines() if line.endswith(f" {version.symbol}"))
    assert int(size, 16) == version.kernel.asm.code_bytes
    source = version.kernel.path.read_text()
    assert re.search(rf"Cycles: {version.kernel.asm.cycles},", source)


@KERNELS
def test_committed_file_is_fresh(version):
    kernel = version.kernel
    assert kernel.path.read_text() == kernel.text(), "run python3 -m codegen"
    assert f"#define {kernel.flag} 1\n" in kernel.path.with_name("meta.h").read_text()


@pytest.mark.parametrize(
    ("version", "right_line", "wrong_line"),
    [
        (SHA256, "andi  u0, 0xfc", "andi  u0, 0xff"),
        (SHA256, "and   v3, u3", "or    v3, u3"),
        (SHA256, "rol   v1", "lsl   v1"),
        (SHA512, "andi  s0, 3", "andi  s0, 1"),
        (SHA512, "and   s7, q7", "or    s7, q7"),
        (SHA512, "rol   s7", "lsl   s7"),
        (SHA512, "neg   s0", "com   s0"),
    ],
)
def test_a_broken_kernel_is_noticed(build, tmp_path, version, right_line, wrong_line):
    """With one instruction changed in the schedule, in Ch or in a sum of rotations, the digests differ."""
    text = version.kernel.text()
    assert right_line in text
    broken = tmp_path / "broken.S"
    broken.write_text(text.replace(right_line, wrong_line, 1))
    messages = [bytes(40), bytes(range(55))]
    found = digests(build(version, "fast", (broken,)), messages)
    assert all(d != hashlib.new(version.hash, m).digest() for d, m in zip(found, messages, strict=True))


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
