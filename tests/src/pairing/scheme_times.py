"""`python3 -m tests.src.pairing.scheme_times` prints microseconds of processor time of whole operations on this host,
schemes over BLS12-381 beside ECDH, ECDSA and ECIES on secp256r1, of one library: with every check of points that
callers get, on a message of 32 bytes. Each is the median of 25 runs."""

import statistics
import time
from collections.abc import Callable

import motecurve
from motecurve import bls, ecdh, ecdsa, ecies, ibe
from motelab import BUILD, ROOT
from motelab.library import bindings, host

RUNS = 25
MESSAGE = bytes(range(32))


def microseconds(call: Callable[[], object]) -> float:
    times = []
    for _ in range(RUNS):
        start = time.thread_time_ns()
        call()
        times.append((time.thread_time_ns() - start) / 1000)
    return statistics.median(times)


def library() -> motecurve.Library:
    folder = BUILD / "scheme-times"
    options = ("-DMC_PAIRINGS=bls12-381", "-DMC_FIELDS=fp256r1")
    host.run_quietly(["cmake", "-S", str(ROOT), "-B", str(folder), *options])
    host.run_quietly(["cmake", "--build", str(folder), "--parallel", "2", "--target", "motecurve_shared"])
    return bindings.opened(folder / "libmotecurve.so")


def on_secp256r1(used: motecurve.Library) -> dict[str, float]:
    curve = motecurve.curve("secp256r1", library=used)
    key, peer = curve.generate_key(), curve.generate_key().public_key
    signature, sealed = ecdsa.sign(key, MESSAGE), ecies.encrypt(key.public_key, MESSAGE)
    return {
        "a key pair": microseconds(curve.generate_key),
        "sign": microseconds(lambda: ecdsa.sign(key, MESSAGE)),
        "verify": microseconds(lambda: ecdsa.verify(key.public_key, signature, MESSAGE)),
        "encrypt": microseconds(lambda: ecies.encrypt(key.public_key, MESSAGE)),
        "decrypt": microseconds(lambda: ecies.decrypt(key, sealed)),
        "agree": microseconds(lambda: ecdh.agree(key, peer)),
    }


def by_bls(used: motecurve.Library) -> dict[str, float]:
    key = bls.generate_key(library=used)
    public, signature = bls.public_key(key, library=used), bls.sign(key, MESSAGE, library=used)
    return {
        "a key pair": microseconds(lambda: bls.public_key(bls.generate_key(library=used), library=used)),
        "sign": microseconds(lambda: bls.sign(key, MESSAGE, library=used)),
        "verify": microseconds(lambda: bls.verify(public, signature, MESSAGE, library=used)),
    }


def by_names(used: motecurve.Library) -> dict[str, float]:
    group = ibe.group("bls12-381", library=used)
    master, parameters = group.setup()
    name, peer = ibe.Identity("node 17"), ibe.Identity("node 4")
    opens, signs, agrees = (group.extract(master, name, use) for use in ("encryption", "signatures", "agreement"))
    sealed, signature = group.encrypt(parameters, name, MESSAGE), group.sign(signs, name, MESSAGE)
    return {
        "a key pair": microseconds(lambda: group.extract(master, name, "encryption")),
        "sign": microseconds(lambda: group.sign(signs, name, MESSAGE)),
        "verify": microseconds(lambda: group.verify(parameters, name, signature, MESSAGE)),
        "encrypt": microseconds(lambda: group.encrypt(parameters, name, MESSAGE)),
        "decrypt": microseconds(lambda: group.decrypt(opens, sealed)),
        "agree": microseconds(lambda: group.agree(agrees, name, peer)),
    }


def main() -> None:
    used = library()
    columns = [on_secp256r1(used), by_bls(used), by_names(used)]
    print("| microseconds | on secp256r1 | BLS signatures | by names, on `bls12-381` |\n|---|--:|--:|--:|")
    for row in columns[0]:
        print(f"| {row} | {' | '.join(f'{column[row]:,.0f}' if row in column else '' for column in columns)} |")


if __name__ == "__main__":
    main()
