"""Secrets do not stay behind: after a call, the stack of the routine holds none of them."""

import dataclasses
import hashlib

import pytest

from codegen.rfc6979 import schnorr_extra, states
from motelab import ROOT
from motelab.boards.image import Builder
from motelab.boards.selection import Selection
from motelab.measure import bench
from motelab.measure.bench import Request

PART_BYTES = 4  # four bytes of a secret would be found by chance once in a million runs
ECDSA = "ecdsa-sign"
EDDSA = "eddsa-sign"
HEDGED = "ecdsa-sign-hedged"
IN_STEPS = "ecdsa-sign-stepwise"  # whose own stack is wiped whole: tests/c/test_stepwise.c

ENCRYPTION = ("ecies-encrypt", "ecies-decrypt", "elgamal-encrypt", "elgamal-decrypt")
# On secp256r1: numbers of the password, of this exchange, and the key; private keys and messages.
STATES = {
    "spake2plus-prove": ("w0", "w1", "x", "key"),
    "spake2plus-verify": ("w0", "y", "key"),
    "hpke-seal": ("k", "message"),
    "hpke-open": ("d", "message"),
}
OTHERS = ("schnorr-sign", "ecqv-issue", "ecqv-receive", "ecmqv", *ENCRYPTION)


def eddsa_secrets_of(case: dict[str, int], order: int) -> dict[str, bytes]:
    """The same for a signature of Ed25519: private key, scalar and prefix, and nonce, in every form that they take."""
    private = case["d"].to_bytes(32, "little")
    halves = hashlib.sha512(private).digest()
    prefix, scalar = halves[32:], int.from_bytes(halves[:32], "little") % (1 << 254) // 8 * 8 + (1 << 254)
    hashed = hashlib.sha512(prefix + case["message"].to_bytes(32, "big")).digest()
    nonce, radix = int.from_bytes(hashed, "little") % order, 1 << 256
    numbers = {"scalar": scalar, "scalar mod n": scalar % order, "scalar R": scalar * radix % order, "nonce": nonce}
    numbers |= {"k s": (case["s"] - nonce) % order}
    octets = {name: number.to_bytes(32, "little") for name, number in numbers.items()}
    return {"private key": private, "half": halves[:32], "prefix": prefix, "hashed nonce": hashed} | octets


def secrets_of(operation: str, case: dict[str, int], order: int, size: int) -> dict[str, bytes]:
    """The bytes that must not be found after one case, least significant first; numbers have `size` of them."""
    if operation in STATES:
        return {name: case[name].to_bytes(32, "little") for name in STATES[operation]}
    numbers = {"private key": case["d"] if "d" in case else case["k"]}
    keys = {}
    if "secret" in case:
        numbers["shared secret"] = case["secret"]
    if operation.startswith("ecies"):
        keys = ecies_keys(case, size)
    if operation in (ECDSA, HEDGED, IN_STEPS):
        hedge = case["hedge"].to_bytes(32, "big") if operation == HEDGED else b""
        drawn = states(order, case["d"], case["digest"].to_bytes(32, "big"), extra=hedge)
        k, key, value = next(state for state in drawn if 1 <= state[0] < order)
        inverse, montgomery = pow(k, -1, order), 1 << 8 * size
        numbers |= {"nonce": k, "1/k": inverse, "d r": case["d"] * case["r"] % order}
        forms = {
            "d R": case["d"],
            "k R": k,
            "R/k": inverse,
            "R^2/k": inverse * montgomery,
            "e R + d r R": case["s"] * k,
        }
        numbers |= {name: number * montgomery % order for name, number in forms.items()}
        keys = {"hedge": hedge[::-1], "K": key, "V": value, "inner pad": xor(key, 0x36), "outer pad": xor(key, 0x5C)}
    numbers |= combined(operation, case, order, size)
    if operation == "schnorr-sign":
        message = case["message"].to_bytes(32, "big")
        drawn = states(order, case["d"], hashlib.sha256(message).digest(), extra=schnorr_extra(message))
        k, key, value = next(state for state in drawn if 1 <= state[0] < order)
        numbers["nonce"] = k
        keys = {"K": key, "V": value, "inner pad": xor(key, 0x36), "outer pad": xor(key, 0x5C)}
    return {name: number.to_bytes(size, "little") for name, number in numbers.items()} | keys


def combined(operation: str, case: dict[str, int], order: int, size: int) -> dict[str, int]:
    """Secrets of the protocols that multiply a private key by a public number and add another key."""
    montgomery = 1 << 8 * size
    if operation == "schnorr-sign":
        return {"d R": case["d"] * montgomery % order, "r d": case["d"] * case["r"] % order}
    if operation == "ecqv-issue":
        return {"k": case["k"], "k R": case["k"] * montgomery % order, "e k": (case["r"] - case["d"]) % order}
    if operation == "ecqv-receive":
        return {"k": case["k"], "k R": case["k"] * montgomery % order, "e k": (case["d"] - case["r"]) % order}
    if operation == "ecmqv":
        half = 1 << -(-order.bit_length() // 2)
        product = (case["ex"] % half + half) * case["d"] % order
        s = (case["t"] + product) % order
        numbers = {
            "shared secret": case["secret"],
            "ephemeral key": case["t"],
            "a d": product,
            "s": s,
            "2 s": 2 * s % order,
        }
        return numbers | {"d R": case["d"] * montgomery % order}
    return {}


def ecies_keys(case: dict[str, int], size: int) -> dict[str, bytes]:
    """The values that SHA-256 makes of the shared secret and R."""
    z, r = (b"".join(case[name].to_bytes(size, "big") for name in names) for names in (("secret",), ("rx", "ry")))
    stream = b"".join(hashlib.sha256(z + bytes([0, 0, 0, i, 4]) + r).digest() for i in (1, 2))
    key, mac_key = stream[:16], stream[16:48]
    return {"cipher key": key, "HMAC key": mac_key, "inner pad": xor(mac_key, 0x36), "outer pad": xor(mac_key, 0x5C)}


def xor(octets: bytes, mask: int) -> bytes:
    return bytes(octet ^ mask for octet in octets)


def parts(secret: bytes) -> set[bytes]:
    """Every run of PART_BYTES bytes of a secret, in either order."""
    runs = {secret[i : i + PART_BYTES] for i in range(len(secret) - PART_BYTES + 1)}
    return (runs | {run[::-1] for run in runs}) - {bytes(PART_BYTES)}


def left_behind(chosen: Selection) -> set[str]:
    """Names of the secrets with a part on the stack after one verified run."""
    image = Builder(chosen).build()
    case = bench.cases_of(chosen)[1][0]
    data = bench.inputs(chosen, [case])
    simulator = bench.simulator_of(chosen.board)
    execution = simulator.execute(image.path, measure=image.symbol, data=data, stack_dump=True, **chosen.board.machine)
    assert execution.output == bench.outputs(chosen, [case])
    (run,) = execution.runs
    size = (chosen.curve.degree + 7) // 8
    if chosen.operation.name == EDDSA:
        secrets = eddsa_secrets_of(case, chosen.curve.order)
    else:
        secrets = secrets_of(chosen.operation.name, case, chosen.curve.order, size)
    return {name for name, secret in secrets.items() if any(part in run.stack_dump for part in parts(secret))}


@pytest.mark.parametrize("backend", ["c", "asm"])
@pytest.mark.parametrize("curve", ["sect163k1", "sect163r2"])
@pytest.mark.parametrize("operation", ["ecdsa-keygen", ECDSA, HEDGED, IN_STEPS, "ecdh"])
def test_nothing_stays_on_the_stack(operation, curve, backend):
    assert left_behind(bench.select(Request(operation=operation, curve=curve, backend=backend))) == set()


@pytest.mark.parametrize("operation", ["ecdsa-keygen", ECDSA, "ecdh"])
def test_nothing_stays_on_the_stack_in_the_small_profile(operation):
    assert left_behind(bench.select(Request(operation=operation, backend="c", profile="small"))) == set()


def test_eddsa_leaves_nothing_on_the_stack():
    assert left_behind(bench.select(Request(operation=EDDSA, curve="Ed25519", backend="asm"))) == set()


@pytest.mark.parametrize("curve", ["Curve25519", "secp256r1"])
def test_kernels_with_frames_leave_nothing_on_the_stack(curve):
    """A step of the ladder and a doubling, whose elements lie below the frames of C."""
    assert left_behind(bench.select(Request(board="telosb", operation="ecdh", curve=curve, backend="asm"))) == set()


@pytest.mark.parametrize("curve", ["sect233k1", "sect283k1"])
def test_tables_of_products_leave_nothing_on_the_stack(curve):
    """The last product of a key agreement has its result as a factor."""
    assert left_behind(bench.select(Request(operation="ecdh", curve=curve, backend="asm"))) == set()


@pytest.mark.parametrize("operation", OTHERS)
def test_other_protocols(operation):
    assert left_behind(bench.select(Request(operation=operation, backend="asm"))) == set()


@pytest.mark.parametrize("operation", STATES)
def test_protocols_with_states(operation):
    assert left_behind(bench.select(Request(operation=operation, curve="secp256r1", backend="asm"))) == set()


def test_what_is_not_wiped_is_found():
    chosen = bench.select(Request(operation=ECDSA, backend="asm"))
    operation = dataclasses.replace(chosen.operation, firmware=str(ROOT / "tests/boards/leaks/forget.c"))
    compiler = chosen.board.compiler
    forgetful = dataclasses.replace(compiler, flags=[*compiler.flags, "-Dmc_wipe=mc_forget"])
    board = dataclasses.replace(chosen.board, compiler=forgetful)
    found = left_behind(dataclasses.replace(chosen, operation=operation, board=board))
    assert {"private key", "nonce", "R^2/k"} <= found  # later frames overwrite the rest
