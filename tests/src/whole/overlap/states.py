"""States of SPAKE2+ and HPKE, and the structures that these calls are given: cases.py takes them from here. On a curve
without the protocol they are as long, and zeros."""

import ctypes
import functools

MODE_AUTH_PSK = 3


class HpkeOptions(ctypes.Structure):
    """mc_hpke_options."""

    _fields_ = (
        *(("hash", ctypes.c_void_p), ("aead", ctypes.c_void_p), ("mode", ctypes.c_int)),
        *((name, ctypes.c_void_p) for name in ("psk", "psk_id")),
        *((name, ctypes.c_size_t) for name in ("psk_bytes", "psk_id_bytes")),
    )


class Spake2plusNames(ctypes.Structure):
    """mc_spake2plus_names."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("context", "prover", "verifier")),
        *((f"{name}_bytes", ctypes.c_size_t) for name in ("context", "prover", "verifier")),
    )


STATE_BYTES = {"mc_spake2plus_prover": 361, "mc_spake2plus_verifier": 129}
STATE_BYTES |= {"mc_hpke_context": 136, "mc_hpke_sender": 136, "mc_hpke_receiver": 136}


class States:
    """Those of a `Cases`."""

    def __init__(self, cases):
        self._cases, self._kept = cases, []

    def _texts(self, *texts: bytes) -> list[int]:
        """Addresses of these bytes, which live as long as this object."""
        self._kept += [ctypes.create_string_buffer(text, len(text)) for text in texts]
        return [ctypes.addressof(kept) for kept in self._kept[-len(texts) :]]

    @functools.cached_property
    def names(self) -> bytes:
        texts = (b"pairing 1.0", b"phone", b"lamp")
        return bytes(Spake2plusNames(*self._texts(*texts), *map(len, texts)))

    @functools.cached_property
    def options(self) -> bytes:
        """Options of HPKE in the mode that has all keys."""
        objects, psk, psk_id = ("mc_sha256", "mc_hpke_chacha20_poly1305"), bytes(range(32)), b"key 3"
        texts = self._texts(psk, psk_id)
        return bytes(HpkeOptions(*map(self._cases.address, objects), MODE_AUTH_PSK, *texts, len(psk), len(psk_id)))

    def of(self, pointed: str) -> bytes:
        """A state by its type."""
        if pointed.startswith("mc_hpke"):
            return self.hpke
        return self.exchange[pointed.removeprefix("mc_spake2plus_")]

    @functools.cached_property
    def hpke(self) -> bytes:
        """A receiver is what its sender is: the keys of both, and the number of the first message."""
        return self._cases.call("hpke_sender_begin")[1]["sender"]

    @functools.cached_property
    def sealed(self) -> bytes:
        return self._cases.call("hpke_seal")[1]["ciphertext"]

    @functools.cached_property
    def exchange(self) -> dict[str, bytes]:
        """Both states before the last call, the shares, the confirmations."""
        begun = self._cases.call("spake2plus_prover_begin")[1]
        given = {"peer_share": begun["share"]}
        answer = self._cases.call("spake2plus_verifier_respond", given=given)[1]
        return {
            **{"prover": begun["prover"], "prover_share": begun["share"]},
            **{"verifier": answer["verifier"], "verifier_share": answer["share"]},
            "verifier_confirmation": answer["confirmation"],
        }

    @functools.cached_property
    def confirmation(self) -> bytes:
        """The prover's."""
        return self._cases.call("spake2plus_prover_finish")[1]["confirmation"]

    def input(self, function: str, name: str) -> bytes | None:
        """An input of a call; None for one that all protocols know."""
        if name in ("names", "options"):
            return self.names if name == "names" else self.options
        if name == "ciphertext":
            return self.sealed
        of_role = "verifier" if function.startswith("spake2plus_prover") else "prover"
        if name == "peer_share":
            return self.exchange[f"{of_role}_share"]
        if name == "peer_confirmation":
            return self.exchange["verifier_confirmation"] if of_role == "verifier" else self.confirmation
        return None
