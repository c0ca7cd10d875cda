"""EDHOC by the library: sessions as objects, and the traces of RFC 9529, for tests."""

import ctypes
import dataclasses
import json
from collections.abc import Callable
from pathlib import Path

from motelab.library.host import Status

TRACES = json.loads((Path(__file__).parent / "rfc9529.json").read_text())
INITIATOR, RESPONDER = 0, 1
SESSION_BYTES = 512
MESSAGE_BYTES = 400
RANDOM = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)
FIND = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)


class Credential(ctypes.Structure):
    """mc_edhoc_credential."""

    _fields_ = (
        *((name, ctypes.c_char_p) for name in ("id_cred", "cred", "public_key")),
        *((name, ctypes.c_size_t) for name in ("id_cred_bytes", "cred_bytes", "public_key_bytes")),
    )

    @classmethod
    def of(cls, id_cred: bytes, cred: bytes, public_key: bytes) -> "Credential":
        made = cls(id_cred, cred, public_key, len(id_cred), len(cred), len(public_key))
        made.octets = (id_cred, cred, public_key)  # whole, where the members read end at a zero
        return made


class Profile(ctypes.Structure):
    """mc_edhoc_profile."""

    _fields_ = (
        ("method", ctypes.c_int),
        ("methods", ctypes.c_uint8),
        ("suites", ctypes.c_char_p),
        ("suites_count", ctypes.c_uint8),
        ("selected", ctypes.c_uint8),
        ("identifier", ctypes.c_char_p),
        ("identifier_bytes", ctypes.c_uint8),
        ("own", ctypes.POINTER(Credential)),
        ("private_key", ctypes.c_char_p),
        ("find", FIND),
        ("context", ctypes.c_void_p),
    )


@dataclasses.dataclass
class Node:
    """What a node is: its profile's members, and the credentials that it knows, by ID_CRED_x."""

    own: Credential
    private_key: bytes
    known: dict[bytes, Credential]
    method: int = 3
    suites: bytes = bytes([2])
    selected: int = 0
    identifier: bytes = b"\x0e"
    methods: int = 15

    def profile(self) -> Profile:
        @FIND
        def find(_context, id_cred, id_cred_bytes):
            found = self.known.get(ctypes.string_at(id_cred, id_cred_bytes))
            return ctypes.addressof(found) if found else None

        own = ctypes.pointer(self.own)
        suites = (self.suites, len(self.suites), self.selected)
        identifier = (self.identifier, len(self.identifier))
        return Profile(self.method, self.methods, *suites, *identifier, own, self.private_key, find, None)


def drawing(octets: bytes) -> Callable:
    """A source of random bytes: two blocks, by which the library sees whether it repeats itself, and then these."""
    drawn = 0

    @RANDOM
    def draw(_context, out, count):
        nonlocal drawn
        drawn += 1
        ctypes.memmove(out, bytes([drawn]) * count if drawn <= 2 else octets[:count], count)
        return 0

    return draw


class Session:
    """A session of one side. Messages are bytes; each call raises Failed for a status other than MC_OK."""

    def __init__(self, library: ctypes.CDLL, role: int, node: Node):
        self.library, self.profile = library, node.profile()
        self.memory = ctypes.create_string_buffer(SESSION_BYTES)
        self.call("begin", self.memory, role, ctypes.byref(self.profile))

    def call(self, name: str, *arguments) -> None:
        status = Status(self.library[f"mc_edhoc_{name}"](*arguments))
        if status != Status.OK:
            raise Failed(status)

    def write(self, number: int, ephemeral: bytes = b"", size: int = MESSAGE_BYTES) -> bytes:
        out, count = ctypes.create_string_buffer(size), ctypes.c_size_t(size)
        source = (drawing(ephemeral), None) if number <= 2 else ()
        try:
            self.call(f"write_{number}", out, ctypes.byref(count), ctypes.c_size_t(size), self.memory, *source)
        except Failed:
            assert count.value == 0, "a message that was not written has a length"
            raise
        return out.raw[: count.value]

    def read(self, number: int, message: bytes) -> None:
        buffer = ctypes.create_string_buffer(message, len(message) + 1)
        try:
            self.call(f"read_{number}", self.memory, buffer, ctypes.c_size_t(len(message)))
        finally:
            assert number == 1 or not any(buffer.raw), "a message that was read has not been wiped"

    def export(self, label: int, count: int, context: bytes = b"") -> bytes:
        out = ctypes.create_string_buffer(count)
        self.call("export", out, ctypes.c_size_t(count), self.memory, label, context, ctypes.c_size_t(len(context)))
        return out.raw

    def update(self, context: bytes) -> None:
        self.call("update", self.memory, context, ctypes.c_size_t(len(context)))

    def error(self, status: Status) -> bytes:
        """The error message that answers a status."""
        out, count = ctypes.create_string_buffer(MESSAGE_BYTES), ctypes.c_size_t()
        size, profile = ctypes.c_size_t(MESSAGE_BYTES), ctypes.byref(self.profile)
        self.call("write_error", out, ctypes.byref(count), size, int(status), profile)
        return out.raw[: count.value]

    def read_error(self, message: bytes) -> tuple[int, int]:
        """Its code, and the index of the suite to try."""
        code, selected = ctypes.c_int32(), ctypes.c_uint8()
        profile = ctypes.byref(self.profile)
        outputs = (ctypes.byref(code), ctypes.byref(selected))
        self.call("read_error", *outputs, message, ctypes.c_size_t(len(message)), profile)
        return code.value, selected.value


class Failed(Exception):
    """A call that gave another status than MC_OK."""

    def __init__(self, status: Status):
        super().__init__(status.name)
        self.status = status


def octets(trace: dict, *names: str) -> tuple[bytes, ...]:
    """Values of a trace."""
    return tuple(bytes.fromhex(trace[name]) for name in names)


def of_trace(trace: dict) -> tuple[Node, Node]:
    """Initiator and responder of a trace, each of whom knows both."""
    credentials = [Credential.of(*octets(trace, f"id_cred_{side}", f"cred_{side}", f"pk_{side}")) for side in "ir"]
    known = {credential.octets[0]: credential for credential in credentials}
    suites = octets(trace, "suites_i")[0].lstrip(b"\x82")
    method, selected = int(trace["method"]), len(suites) - 1
    initiator, responder = (
        Node(own, *octets(trace, f"sk_{side}"), known, method, identifier=bytes.fromhex(trace[f"c_{side}"]))
        for side, own in zip("ir", credentials, strict=True)
    )
    responder.suites = suites[-1:]
    return dataclasses.replace(initiator, suites=suites, selected=selected), responder
