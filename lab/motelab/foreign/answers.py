"""Known answers of do255e and FourQ, for others' code on the open bench: private keys at the ends of their
range, random ones, keys and signatures to refuse."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from motelab.foreign import do255e, fourq
from motelab.subjects.known_answers import OF_OTHERS

BAD_KEY, BAD_SIGNATURE = 1, 7  # the first counts where a manifest claims that keys are validated (answers.KEY_ERRORS)
RANDOM = 3
Case = dict[str, str]
Operations = dict[str, dict[str, list[Case]]]


def drawn(*parts: Any) -> bytes:
    return hashlib.sha256(" ".join(map(str, parts)).encode()).digest()


def case(**texts: bytes) -> Case:
    return {name: text.hex() for name, text in texts.items()}


def refused(kept: Case, status: int, outputs: tuple[str, ...] = (), **changes: bytes) -> Case:
    return kept | case(**changes) | {"status": str(status)} | dict.fromkeys(outputs, "0")


def empty(names: tuple[str, ...]) -> Operations:
    return {name: {"edge": [], "random": []} for name in names}


def add_signatures(into: Operations, sign: str, verify: str, group: str, signed: Case, wrong: bytes) -> None:
    """A signature to make and to verify, and of an edge case another message, which it does not sign."""
    into[sign][group].append(signed)
    checked = {name: text for name, text in signed.items() if name != "d"}
    into[verify][group].append(checked)
    if group == "edge":
        message = "digest" if "digest" in signed else "message"
        into[verify][group].append(refused(checked, BAD_SIGNATURE, **{message: wrong}))


def of_do255e() -> Operations:
    found = empty(("do255e-keygen", "do255e-ecdh", "do255e-sign", "do255e-verify"))
    ends = [1, do255e.ORDER - 1]
    keys = ends + [do255e.number(drawn("do255e", i)) % do255e.ORDER for i in range(RANDOM)]
    for i, d in enumerate(keys):
        group = "edge" if i < len(ends) else "random"
        own, other = do255e.public(d), do255e.public(do255e.number(drawn("do255e other", i)))
        text = do255e.octets(d)
        found["do255e-keygen"][group].append(case(d=text, own=own))
        agreed = case(d=text, own=own, other=other, secret=do255e.agree(d, own, other) or b"")
        found["do255e-ecdh"][group].append(agreed)
        digest = drawn("do255e digest", i)
        signed = case(d=text, own=own, digest=digest, signature=do255e.sign(d, own, digest))
        add_signatures(found, "do255e-sign", "do255e-verify", group, signed, drawn("do255e other digest", i))
        if group == "edge":
            none = next(text for j in range(256) if not do255e.decode(text := do255e.octets(2 + j)))
            for bad in (none, bytes(32), do255e.octets(do255e.P + 1)):
                found["do255e-ecdh"][group].append(refused(agreed, BAD_KEY, ("secret",), other=bad))
    return found


def of_fourq() -> Operations:
    found = empty(("fourq-keygen", "fourq-ecdh", "fourq-sign", "fourq-verify"))
    ends = [(1).to_bytes(32, "little"), (fourq.ORDER - 1).to_bytes(32, "little")]
    for i, d in enumerate(ends + [drawn("FourQ", i) for i in range(RANDOM)]):
        group = "edge" if i < len(ends) else "random"
        other = fourq.multiply(fourq.number(drawn("FourQ other", i)) % fourq.ORDER, fourq.GENERATOR)
        found["fourq-keygen"][group].append(case(d=d, own=fourq.public(d)))
        agreed = case(d=d, own=fourq.public(d), other=fourq.encode(other), secret=fourq.agree(d, other))
        found["fourq-ecdh"][group].append(agreed)
        message = drawn("FourQ message", i)
        signed = case(d=d, own=fourq.signer(d), message=message, signature=fourq.sign(d, message))
        add_signatures(found, "fourq-sign", "fourq-verify", group, signed, drawn("FourQ other message", i))
        if group == "edge":
            one = fourq.encode(fourq.NEUTRAL)
            for bad in (one, one[:15] + b"\x80" + one[16:]):
                found["fourq-ecdh"][group].append(refused(agreed, BAD_KEY, ("secret",), other=bad))
    return found


def text(name: str, operations: Operations) -> str:
    """A file of answers."""
    source = f"motelab.foreign.{name} (integers of Python)"
    return json.dumps({"source": source, "operations": operations}, indent=1) + "\n"


FILES: dict[Path, Callable[[], str]] = {
    OF_OTHERS / "do255e.json": lambda: text("do255e", of_do255e()),
    OF_OTHERS / "fourq.json": lambda: text("fourq", of_fourq()),
}
"""Their texts."""
