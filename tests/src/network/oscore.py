"""CoAP and OSCORE by the library: messages and contexts as objects, for tests. A call raises Failed with its status's
number for one other than MC_OK."""

import ctypes
import dataclasses
from collections.abc import Callable

REPLAY, OTHER_CONTEXT, UNPROTECTED = 62, 63, 64  # mc_oscore's own statuses
CONTEXT_BYTES, REQUEST_BYTES, NUMBER_BYTES, SIZE = 256, 32, 5, 600
EMPTY, POST, CHANGED = 0, 2, 0x44
URI_HOST, OSCORE, URI_PATH, EDHOC = 3, 9, 11, 21
STORE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
Options = tuple[tuple[int, bytes], ...]


class Failed(Exception):
    """A call that gave another status than MC_OK."""

    def __init__(self, status: int):
        super().__init__(status)
        self.status = status


def require(status: int) -> None:
    if status:
        raise Failed(status)


class Head(ctypes.Structure):
    """mc_coap_head."""

    _fields_ = (
        *((name, ctypes.c_uint8) for name in ("kind", "code", "token_bytes")),
        ("token", ctypes.c_uint8 * 8),
        ("number", ctypes.c_uint16),
    )


class Writer(ctypes.Structure):
    """mc_coap_writer."""

    _fields_ = (
        ("out", ctypes.c_void_p),
        ("size", ctypes.c_size_t),
        ("used", ctypes.c_size_t),
        ("last", ctypes.c_uint16),
        ("has_payload", ctypes.c_uint8),
        ("status", ctypes.c_int),
    )


class Read(ctypes.Structure):
    """mc_coap_message."""

    _fields_ = (
        ("head", Head),
        *((name, ctypes.c_void_p) for name in ("options", "payload")),
        *((name, ctypes.c_size_t) for name in ("options_bytes", "payload_bytes")),
    )


class Option(ctypes.Structure):
    """mc_coap_option."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("at", "end", "value")),
        ("bytes", ctypes.c_size_t),
        ("number", ctypes.c_uint16),
        ("status", ctypes.c_int),
    )


class Input(ctypes.Structure):
    """mc_oscore_input."""

    NAMES = ("secret", "salt", "id_context", "sender_id", "recipient_id")
    _fields_ = (
        *((name, ctypes.c_char_p) for name in NAMES),
        *((f"{name}_bytes", ctypes.c_uint8) for name in NAMES),
    )


@dataclasses.dataclass(frozen=True)
class Message:
    """A message of CoAP; of an inner one code, options and payload count."""

    code: int
    options: Options = ()
    payload: bytes = b""
    kind: int = 0
    number: int = 0
    token: bytes = b""

    @property
    def head(self) -> Head:
        token = (ctypes.c_uint8 * 8)(*self.token[:8])
        return Head(self.kind, self.code, len(self.token), token, self.number)

    def with_options(self, options: Options) -> "Message":
        return dataclasses.replace(self, options=options)

    @property
    def inner(self) -> tuple[int, Options, bytes]:
        return self.code, self.options, self.payload


class Coap:
    """Messages written and read."""

    def __init__(self, library: ctypes.CDLL):
        self.c = library

    def begun(self, message: Message, size: int = SIZE, is_inner: bool = False) -> tuple[Writer, ctypes.Array]:
        """A writer with head and options in a buffer of that size, whose rest is no zeros."""
        writer, out = Writer(), ctypes.create_string_buffer(b"\xaa" * size, size or 1)
        if is_inner:
            self.c.mc_coap_begin_inner(ctypes.byref(writer), out, ctypes.c_size_t(size), message.code)
        else:
            self.c.mc_coap_begin(ctypes.byref(writer), out, ctypes.c_size_t(size), ctypes.byref(message.head))
        for number, value in message.options:
            self.c.mc_coap_put_option(ctypes.byref(writer), number, value, ctypes.c_size_t(len(value)))
        return writer, out

    def written(self, message: Message, size: int = SIZE, is_inner: bool = False) -> bytes:
        writer, out = self.begun(message, size, is_inner)
        payload, count = message.payload, ctypes.c_size_t(99)
        self.c.mc_coap_put_payload(ctypes.byref(writer), payload, ctypes.c_size_t(len(payload)))
        status = self.c.mc_coap_end(ctypes.byref(count), ctypes.byref(writer))
        assert not status or (count.value == 0 and not any(out.raw[:size])), "an error leaves octets"
        require(status)
        return out.raw[: count.value]

    def inner(self, message: Message) -> bytes:
        return self.written(message, is_inner=True)

    def read(self, octets: bytes, is_inner: bool = False) -> Message:
        held, read = ctypes.create_string_buffer(octets, len(octets) or 1), Read()
        function = self.c.mc_coap_read_inner if is_inner else self.c.mc_coap_read
        status = function(ctypes.byref(read), held, ctypes.c_size_t(len(octets)))
        assert not status or not any(bytes(read)), "an error leaves a message"
        require(status)
        return self.of(read)

    def of(self, read: Read) -> Message:
        """The message whose parts lie in memory that still lives."""
        options, option = [], Option()
        self.c.mc_coap_options(ctypes.byref(option), ctypes.byref(read))
        while self.c.mc_coap_next(ctypes.byref(option)):
            options.append((option.number, ctypes.string_at(option.value, option.bytes)))
        payload = ctypes.string_at(read.payload, read.payload_bytes) if read.payload_bytes else b""
        head = read.head
        token = bytes(head.token[: head.token_bytes])
        return Message(head.code, tuple(options), payload, head.kind, head.number, token)


class Context:
    """A security context: of hexadecimal inputs of a vector, or of an EDHOC session's memory."""

    def __init__(self, library: ctypes.CDLL, inputs: dict | None = None, session=None):
        self.c, self.coap = library, Coap(library)
        self.memory = ctypes.create_string_buffer(b"\xaa" * CONTEXT_BYTES, CONTEXT_BYTES)
        if session is not None:
            require(self.c.mc_oscore_from_edhoc(self.memory, session))
        if inputs is not None:
            values = [bytes.fromhex(inputs[name]) if name in inputs else None for name in Input.NAMES]
            self.input = Input(*values, *(len(value or b"") for value in values))
            self.input.octets = values  # whole, where members read end at a zero
            require(self.c.mc_oscore_begin(self.memory, ctypes.byref(self.input)))

    def keep(self, number: int, is_new: bool = True, write: Callable[[bytes], int] | None = None) -> None:
        self.store = STORE(lambda _, octets: write(ctypes.string_at(octets, NUMBER_BYTES))) if write else STORE()
        self.c.mc_oscore_keep(self.memory, number.to_bytes(NUMBER_BYTES), int(is_new), self.store, None)

    def request(self, outer: Message, inner: bytes, message_3: bytes | None = None, size: int = SIZE):
        """The datagram and the request."""
        writer, out = self.coap.begun(outer, size)
        count, request = ctypes.c_size_t(99), ctypes.create_string_buffer(REQUEST_BYTES)
        given = (inner, ctypes.c_size_t(len(inner)))
        start = (ctypes.byref(count), ctypes.byref(writer), request, self.memory)
        if message_3 is None:
            status = self.c.mc_oscore_protect_request(*start, *given)
        else:
            length = ctypes.c_size_t(len(message_3))
            status = self.c.mc_oscore_protect_combined(*start, message_3, length, *given)
        assert not status or (count.value == 0 and not any(out.raw.strip(b"\xaa")) and not any(request.raw))
        require(status)
        return out.raw[: count.value], request

    def response(self, outer: Message, request, inner: bytes) -> bytes:
        writer, out = self.coap.begun(outer)
        count = ctypes.c_size_t(99)
        start = (ctypes.byref(count), ctypes.byref(writer), request, self.memory)
        status = self.c.mc_oscore_protect_response(*start, inner, ctypes.c_size_t(len(inner)))
        assert not status or (count.value == 0 and not any(out.raw.strip(b"\xaa")))
        require(status)
        return out.raw[: count.value]

    def _opened(self, function, datagram: bytes, *between) -> Message:
        held, read = ctypes.create_string_buffer(datagram, len(datagram) or 1), Read(options=1)
        status = function(ctypes.byref(read), *between, held, ctypes.c_size_t(len(datagram)))
        assert not status or (not any(bytes(read)) and not any(held.raw)), "an error leaves octets"
        require(status)
        return self.coap.of(read)

    def open_request(self, datagram: bytes):
        """The message and the request that is to be answered."""
        request = ctypes.create_string_buffer(b"\xaa" * REQUEST_BYTES, REQUEST_BYTES)
        return self._opened(self.c.mc_oscore_unprotect_request, datagram, request, self.memory), request

    def open_response(self, datagram: bytes, request) -> Message:
        return self._opened(self.c.mc_oscore_unprotect_response, datagram, request, self.memory)

    def open_combined(self, datagram: bytes, session):
        request = ctypes.create_string_buffer(REQUEST_BYTES)
        combined = self.c.mc_oscore_unprotect_combined
        return self._opened(combined, datagram, request, self.memory, session), request


def mirrored(inputs: dict) -> dict:
    """The peer's."""
    return inputs | {"sender_id": inputs["recipient_id"], "recipient_id": inputs["sender_id"]}
