"""Prints how much of the stack each call on secrets of the groups with pairings, of GLS254, of FourQ and of
identity-based schemes burns at its end, with a burn of its own in the place of the library's (native/burn.h). For
test_burning.py."""

import ctypes
import sys
from collections.abc import Callable

from motelab.library.host import Status
from tests.src.fourq.test_fourq import FourQ
from tests.src.gls.reference import R
from tests.src.gls.test_gls254 import Gls
from tests.src.ibe.ibe_library import Ibe, Random, Result, opened
from tests.src.ibe.ibe_reference import identity
from tests.src.pairing.test_eta import ORDER_BYTES, Eta, G
from tests.src.pairing.test_eta import encode as encode_eta
from tests.src.pairing.test_tate import Tate

burner = ctypes.CDLL(sys.argv[1], mode=ctypes.RTLD_GLOBAL)  # before the library, whose calls it takes


def report(name: str, call: Callable) -> object:
    """Of one call: its burns, the last of which is its end."""
    burner.test_forget()
    found = call()
    status = found[0] if isinstance(found, tuple) else found
    assert status in (Status.OK, Result.OK), (name, status)
    count = burner.test_count()
    print(name, *(burner.test_burned(i) for i in range(count)))
    return found


def of_ibe(ibe: Ibe) -> None:
    who, peer = identity(b"a node"), identity(b"another")
    own = f"{ibe.name} "
    _, master, parameters = report(own + "setup", lambda: ibe.setup(Random(b"setup")))
    report(own + "parameters", lambda: ibe.parameters(master))
    _, key = report(own + "extract", lambda: ibe.extract(1, master, who))
    _, text = report(own + "encrypt", lambda: ibe.encrypt(b"a message", who, parameters, Random(b"seed")))
    report(own + "decrypt", lambda: ibe.decrypt(key, text))
    _, signing = ibe.extract(2, master, who)
    report(own + "sign", lambda: ibe.sign(signing, who, b"a message"))
    _, agreeing = ibe.extract(3, master, who)
    report(own + "agree", lambda: ibe.agree(16, agreeing, who, peer))
    _, shares, _ = report(own + "split", lambda: ibe.split(master, 2, 3, Random(b"split")))
    size = ibe.size("share")
    report(own + "extract_partial", lambda: ibe.extract_partial(1, shares[:size], who))
    report(own + "recover", lambda: ibe.recover([shares[:size], shares[size : 2 * size]]))


def of_groups() -> None:
    tate, eta, gls = Tate("tate-256", 64), Eta(64), Gls(64)
    _, point = tate.run("generator", tate.point_bytes)
    scalar = bytes(tate.order_bytes - 1) + b"\5"
    report("tate multiply", lambda: tate.run("multiply", tate.point_bytes, scalar, point))
    report("tate pairing", lambda: tate.run("pairing", tate.value_bytes, point, point))
    octets = encode_eta(G)
    report("eta multiply", lambda: eta.run("multiply", len(octets), bytes(ORDER_BYTES - 1) + b"\5", octets))
    report("eta pairing", lambda: eta.run("pairing", 136, octets, octets))
    private = (R // 3).to_bytes(32, "little")
    _, public = report("gls public_key", lambda: gls.public("public_key", 32, private))
    report("gls ecdh", lambda: gls.public("ecdh", 32, private, public))
    fourq = FourQ(64)
    _, public = report("fourq public_key", lambda: fourq.public("fourq_public_key", 32, private))
    report("fourq ecdh", lambda: fourq.public("fourq_ecdh", 32, private, public))
    report("schnorrq public_key", lambda: fourq.public("schnorrq_public_key", 32, private))
    report("schnorrq sign", lambda: fourq.public("schnorrq_sign", 64, private, b"a message"))
    _, expanded = report("schnorrq key_expand", lambda: fourq.public("schnorrq_key_expand", 112, private))
    report("schnorrq sign_expanded", lambda: fourq.public("schnorrq_sign_expanded", 64, expanded, b"a message"))


for group in ("bls12-381", "tate-256"):
    of_ibe(opened(group, 64))
of_groups()
