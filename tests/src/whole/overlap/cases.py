"""Arguments for every public function, found by the names of its parameters: tests/src/whole/test_overlap.py and
tests/src/whole/test_outputs_on_errors.py make these calls. A parameter that no table here knows fails both."""

import base64
import ctypes
import functools
import hashlib
from collections.abc import Callable

from codegen.interface.descriptions import Argument, Description, described, length_of
from motelab.library import host
from motelab.library.host import Status
from tests.src.whole.overlap.states import STATE_BYTES, States

# A curve of every kind: binary Koblitz, binary random, prime; X25519, X448; Ed25519, Ed448; without EdDSA; tiny,
# where one nonce in a few gives no signature.
CURVES = ("sect163k1", "sect163r2", "secp256r1", "Curve25519", "Curve448", "Ed25519", "Ed448", "tiny7k1")
FIELD = {"sect163k1": "fb163", "sect163r2": "fb163", "secp256r1": "fp256r1", "tiny7k1": "fb7"}
FIELD |= {"Curve25519": "fp255", "Ed25519": "fp255", "Curve448": "fp448", "Ed448": "fp448"}
FILLER = 0xAA
GUARD_BYTES = 1024  # after each buffer: a wrong description must not corrupt the memory of the tests
COUNT = 2  # signatures or agreements of a batch
STACK_BYTES = 512
TAG_BYTES = 8  # of AES-CCM
OUT_BYTES = 150  # of functions whose output has any length
# Outputs that are no bytes, of a batch all.
NUMBER_BYTES = {"size_t": 8, "const mc_curve *": 8, "mc_curve *": 8, "mc_status": 4 * COUNT}


FUNCTIONS = described()
# Objects of the library that a call changes: sizes of their types on hosts of 64 bits.
OBJECT_BYTES = {"mc_sha256_context": 104, "mc_sha512_context": 200, "mc_shake256_context": 208, "mc_hash_context": 208}
OBJECT_BYTES |= {"mc_hmac_context": 336, "mc_hmac_sha256_key": 64, "mc_task": 56}
OBJECT_BYTES |= {"mc_ecdsa_sign_steps": 104, "mc_ecdsa_verify_steps": 112, "mc_ecdh_steps": 104}
OBJECT_BYTES |= {"mc_key_generate_steps": 96} | STATE_BYTES


class Buffer:
    """A buffer of a call: an `output` is written, and also has content before if it is an input; the content of
    `work` afterwards is unspecified. An `object` is of a type of the library and may hold pointers."""

    def __init__(
        self,
        name: str,
        content: bytes | None,
        size: int,
        is_output: bool,
        is_work: bool = False,
        is_object: bool = False,
    ):
        self.name, self.content, self.size = name, content, size
        self.is_output, self.is_work, self.is_object = is_output, is_work, is_object

    def __repr__(self) -> str:
        return self.name


RANDOM = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)
READER = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t)
TASK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
do_nothing = TASK(lambda _argument: 0)
drawn = 0  # bytes that the source has given in this call


@RANDOM
def random_source(_context, out, count):
    """The same bytes in every call."""
    global drawn
    octets = b"".join(hashlib.sha256(b"%d" % (drawn + i)).digest() for i in range(0, count, 32))
    drawn += count
    ctypes.memmove(out, octets[:count], count)
    return 0


@RANDOM
def failing_source(_context, _out, _count):
    return 1


@RANDOM
def repeating_source(_context, out, count):
    ctypes.memset(out, 7, count)
    return 0


@READER
def reader(context, out, offset, count):
    """A message that lies in memory, at `context`."""
    ctypes.memmove(out, context + offset, count)
    return 0


@READER
def failing_reader(_context, _out, _offset, _count):
    return 1


class Options(ctypes.Structure):
    """mc_ecies_options."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("hash", "kdf", "cipher", "agree", "compression")),
        *((name, ctypes.c_uint8) for name in ("tag_bytes", "binds_ephemeral", "derives_counter")),
        *((name, ctypes.c_void_p) for name in ("shared_info1", "shared_info2")),
        *((name, ctypes.c_size_t) for name in ("shared_info1_bytes", "shared_info2_bytes")),
    )


class SignedDigest(ctypes.Structure):
    """mc_signed_digest."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("signature", "public_key", "digest")),
        *((name, ctypes.c_size_t) for name in ("signature_bytes", "public_key_bytes", "digest_bytes")),
    )


class SignedMessage(ctypes.Structure):
    """mc_signed_message."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("signature", "public_key", "message", "context")),
        *((f"{name}_bytes", ctypes.c_size_t) for name in ("signature", "public_key", "message", "context")),
        ("is_digest", ctypes.c_uint8),
    )


class Cases:
    """Calls on one curve."""

    def __init__(self, curve: str, word_bits: int = 64):
        host.require(FIELD[curve])
        self.library = ctypes.CDLL(str(host.build(word_bits) / host.CATALOGUE))
        self.library.mc_curve_find.restype = ctypes.c_void_p
        self.curve = ctypes.c_void_p(self.library.mc_curve_find(curve.encode()))
        self.sizes = {what: self._size(f"mc_curve_{what}_bytes") for what in ("field", "scalar", "public_key")}
        self.sizes["signature"] = self._size("mc_curve_signature_bytes")
        self.kept = []  # the targets of pointers in structures
        self.states = States(self)

    def _size(self, name: str) -> int:
        function = self.library[name]
        function.restype = ctypes.c_size_t
        return function(self.curve)

    def address(self, name: str) -> int:
        """The value of an object or function of the library."""
        return ctypes.addressof(ctypes.c_char.in_dll(self.library, name))

    def _number(self, name: str, *arguments) -> int:
        """A size_t output of the call, 0 on errors."""
        out = ctypes.c_size_t()
        getattr(self.library, name)(ctypes.byref(out), *arguments, self.curve)
        return out.value

    def outputs(self, function: Description, given: dict[str, bytes]) -> dict[str, int]:
        """Bytes of the outputs by name, for these inputs: the lengths of their description."""
        found = [own for own in function.arguments if own.kind == "out" and own.type == "uint8_t"]
        numbers = {"count": COUNT, "tag_bytes": TAG_BYTES, "bytes": len(self.plaintext), "out_bytes": OUT_BYTES}
        for own in function.arguments:
            if own.kind == "in" and any(f"{own.name}_bytes" in out.length for out in found):
                content = given[own.name] if own.name in given else self.input(function, own.name)
                numbers[f"{own.name}_bytes"] = len(content)
        if function.name == "shake256_squeeze":
            numbers["bytes"] = OUT_BYTES
        return {out.name: length_of(out, self.quantities | numbers) for out in found}

    @functools.cached_property
    def quantities(self) -> dict[str, int]:
        """The QUANTITIES of descriptions, with SHA-256 and compressed points."""
        return self.sizes | {
            "extended": self._number("mc_ecdsa_extended_signature_bytes"),
            "encoded": 1 + self.sizes["field"],
            "capacity": self._number("mc_elgamal_capacity"),
            "digest": 32,
            "overhead": self.overhead,
        }

    plaintext = bytes(range(7, 60))

    @functools.cached_property
    def overhead(self) -> int:
        function = self.library.mc_ecies_overhead_bytes
        function.restype = ctypes.c_size_t
        return function(self.options, self.curve)

    @functools.cached_property
    def options(self) -> bytes:
        """Options of ECIES, with XOR, whose key is made while it writes."""
        library = {name: self.address(f"mc_{name}") for name in ("sha256", "ecies_x963", "ecies_xor", "ecdh")}
        agree = ctypes.cast(self.library.mc_ecdh, ctypes.c_void_p).value
        options = Options(library["sha256"], library["ecies_x963"], library["ecies_xor"], agree, None, 16, 1)
        return bytes(options)

    def context(self, kind: str) -> bytes:
        """A context that has been fed three bytes."""
        buffer = ctypes.create_string_buffer(OBJECT_BYTES["mc_hmac_context"])
        sha256 = ctypes.c_void_p(self.address("mc_sha256"))
        begin = {"hash": (sha256,), "hmac": (sha256, b"key", 3)}
        getattr(self.library, f"mc_{kind}_begin")(buffer, *begin.get(kind, ()))
        getattr(self.library, f"mc_{kind}_feed")(buffer, b"abc", 3)
        return buffer.raw

    @functools.cached_property
    def inputs(self) -> dict[str, bytes]:
        """Inputs by the names that most functions use."""
        number = bytes([0, *(1 + i % 250 for i in range(self.sizes["scalar"] - 1))])
        keys = [number[:-1] + bytes([last]) for last in (3, 5, 6, 9)] if number else [b""] * 4
        if self.sizes["scalar"] == 1:
            keys = [bytes([last]) for last in (3, 5, 6, 9)]
        public = []
        for key in keys:
            out = ctypes.create_string_buffer(self.sizes["public_key"])
            self.library.mc_public_key(out, key, len(key), self.curve)
            public.append(out.raw)
        own = dict(zip(("private_key", "static_private_key", "authority_private_key"), keys[:1] * 3, strict=True))
        own |= {"public_key": public[0], "authority_public_key": public[0]}
        own |= {"ephemeral_private_key": keys[1], "ephemeral_key": public[1], "request_private_key": keys[1]}
        own |= {"private_keys": b"".join(keys[:COUNT]), "peer_keys": b"".join(public[-COUNT:])}
        own |= {"request": public[1], "peer_key": public[2], "peer_static_key": public[2], "point": public[2]}
        own |= {"peer_ephemeral_key": public[3], "digest": bytes(range(1, 33)), "message": self.plaintext}
        own |= {"info": b"node 17", "context": b"what for", "salt": b"grains", "secret": bytes(range(50, 82))}
        own |= {"key": bytes(range(16)), "in": self.plaintext, "counter": bytes([255] * 16), "data": self.plaintext}
        own |= {"nonce": bytes(range(13)), "own_key": keys[0], "enc": public[1], "material": bytes(range(100))}
        own |= {"w0": keys[0], "w1": keys[1], "record": public[1], "seed": bytes(range(1, 161)), "purpose": b"what for"}
        return own | {"options": self.options}

    def made(self, name: str, output: str, **given: bytes) -> bytes:
        """An output of a call with separate buffers; shortened if the call gives its length."""
        outputs = self.call(name, given=given)[1]
        return outputs[output] if any(outputs[output]) else bytes(FILLER for _ in outputs[output])

    def input(self, function: Description, name: str) -> bytes:
        """The bytes of an input, valid for the function if its curve has it."""
        header, its = function.header, function.name
        if header in ("hpke", "spake2plus") and (found := self.states.input(its, name)) is not None:
            return found
        if header in ("aes_gcm", "chacha20_poly1305") and name in ("key", "nonce"):
            return bytes(range(32 if name == "key" else 12))
        if name == "signature" and its.startswith("schnorr"):
            return self.made("schnorr_sign", "signature")
        if name == "signature" and its.startswith("eddsa"):
            return self.made("eddsa_sign" + eddsa_form(its), "signature")
        if name == "signature" and its.endswith("_strict"):
            return self.made("ecdsa_signature_normalise", "normal")
        if name == "signature":
            return self.made("ecdsa_sign_message" if "message" in its else "ecdsa_sign_digest", "signature")
        if name == "digest" and header == "eddsa":
            return bytes(range(64))
        if name == "message" and header == "elgamal" and "hashed" not in its:
            return b"ab"[: self._number("mc_elgamal_capacity")]
        if name == "ephemeral_key" and header == "ecies":
            return self.inputs["ephemeral_private_key"]
        if name == "secret" and its == "hmac_sha256_set_key":
            return self.inputs["key"]
        if name == "in" and its == "aes_encrypt":
            return self.plaintext[:16]
        if header == "key_file" and name in ("der", "pem"):
            return self.key_file(its.partition("_from_")[0], is_pem=name == "pem")
        if name == "der":
            der, size = ctypes.create_string_buffer(self.sizes["signature"] + 9), ctypes.c_size_t()
            signature = self.input(FUNCTIONS["ecdsa_verify_digest"], "signature")
            arguments = (der, ctypes.byref(size), signature, len(signature), self.curve)
            self.library.mc_ecdsa_signature_to_der(*arguments)
            return der.raw[: size.value] or bytes(9)
        if name == "encoded":
            return self.made("point_encode", "encoded")
        if name == "expanded_key":
            return self.made("eddsa_key_expand", "expanded_key")
        if name == "point" and its == "elgamal_extract":
            return self.made("elgamal_embed", "point")
        if name == "certificate":
            return self.made("ecqv_issue", "certificate")
        if name == "contribution":
            return self.made("ecqv_issue", "contribution")
        if name == "ciphertext":
            encrypt = its.replace("decrypt", "encrypt")
            return self.made(encrypt, "ciphertext")
        if name == "signatures":
            return self.signed_messages() if "eddsa" in its else self.signatures("extended" in its)
        if name == "options":
            return self.options
        return self.inputs[name]

    def key_file(self, kind: str, is_pem: bool) -> bytes:
        """A file with a key of that kind; for curves without a name, which have no files, always the same bytes."""
        label = {"public_key": "PUBLIC KEY", "private_key": "PRIVATE KEY"}.get(kind, "CERTIFICATE")
        name = f"{'private' if kind == 'private_key' else 'public'}_key_to_der"
        outputs = self.call(name)[1]
        der = outputs["der"][: int.from_bytes(outputs["der_bytes"], "little")]
        if kind == "certificate_public_key":
            empty, number = bytes.fromhex("3000"), bytes.fromhex("020101")
            der = in_sequence(in_sequence(number, *[empty] * 4, der), empty, bytes.fromhex("030100"))
        if not is_pem:
            return der or bytes(9)
        text = base64.encodebytes(der).decode()
        return f"-----BEGIN {label}-----\n{text}-----END {label}-----\n".encode()

    def signatures(self, is_extended: bool) -> bytes:
        """An array of mc_signed_digest."""
        name, output = ("ecdsa_sign_digest_extended", "extended") if is_extended else ("ecdsa_sign_digest", "signature")
        octets = [self.made(name, output), self.inputs["public_key"], self.inputs["digest"]]
        buffers = [ctypes.create_string_buffer(part, len(part)) for part in octets]
        self.kept += buffers
        one = SignedDigest(*map(ctypes.addressof, buffers), *map(len, octets))
        return bytes(one) * COUNT

    def signed_messages(self) -> bytes:
        """An array of mc_signed_message."""
        octets = [self.made("eddsa_sign", "signature"), self.inputs["public_key"], self.inputs["message"]]
        buffers = [ctypes.create_string_buffer(part, len(part)) for part in octets]
        self.kept += buffers
        one = SignedMessage(*map(ctypes.addressof, buffers), None, *map(len, octets), 0, 0)
        return bytes(one) * COUNT

    def buffers(self, name: str, given: dict[str, bytes] | None = None) -> list[Buffer]:
        """Buffers of a function, in the order of its parameters, with the given inputs instead of its own."""
        return [self._buffer(FUNCTIONS[name], argument, given or {}) for argument in FUNCTIONS[name].arguments]

    def _buffer(self, function: Description, own: Argument, given: dict[str, bytes]) -> Buffer:
        is_work = own.kind == "work"
        if own.type in OBJECT_BYTES:
            is_begun = own.kind == "out" or function.name.endswith("_begin")
            content = None if is_begun and own.is_written else self.object(function, own.type)
            return Buffer(own.name, content, OBJECT_BYTES[own.type], own.is_written, is_work, is_object=True)
        if is_work:
            return Buffer(own.name, None, self.work_bytes(function, own.name), True, is_work)
        if own.kind == "out":
            size = NUMBER_BYTES.get(own.type) or self.outputs(function, given)[own.name]
            return Buffer(own.name, bytes(size) if function.is_in_steps else None, size, not function.is_in_steps)
        content = given[own.name] if own.name in given else self.input(function, own.name)
        return Buffer(own.name, content, len(content), own.kind == "inout", is_object=own.type.startswith("mc_"))

    def work_bytes(self, function: Description, name: str) -> int:
        if name == "stack":
            return STACK_BYTES
        sizing = "mc_eddsa_batch_bytes" if function.name.startswith("eddsa") else "mc_ecdsa_batch_bytes"
        return self._number(sizing, ctypes.c_size_t(COUNT)) or 64

    def object(self, function: Description, pointed: str) -> bytes:
        """The content of a context, a key or a state with which a call continues."""
        if pointed in STATE_BYTES:
            return self.states.of(pointed)
        if pointed == "mc_hmac_sha256_key":
            key = ctypes.create_string_buffer(64)
            self.library.mc_hmac_sha256_set_key(key, b"key", 3)
            return key.raw
        if pointed == "mc_task":
            return bytes(OBJECT_BYTES[pointed])
        kind = function.name.split("_")[0]
        return self.context("sha256" if function.name.startswith("hmac_sha256") else kind)[: OBJECT_BYTES[pointed]]

    def lengths(self, buffers: list[Buffer]) -> dict[str, int]:
        """Values of the parameters that are lengths, by name."""
        sizes = {f"{buffer.name}_bytes": buffer.size for buffer in buffers}
        data = {buffer.name: buffer.size for buffer in buffers}
        if "secret" in data and "key" in data:
            sizes["key_bytes"] = data["secret"]
        return {"bytes": data.get("in", data.get("data", data.get("out", 0))), "count": COUNT, "index": 0} | sizes

    def arguments(self, name: str, buffers: list[Buffer], places: dict[str, int | None], **other) -> list:
        """Arguments of a call whose buffers lie at these addresses; the named ones replace the usual values."""
        pointers = {"curve": self.curve, "hash": ctypes.c_void_p(self.address("mc_sha256")), "name": b"SHA-256"}
        usual = {**pointers, "random": random_source, "reader": reader, "argument": None, "function": do_nothing}
        message = ctypes.create_string_buffer(self.plaintext, len(self.plaintext))
        self.kept = [*self.kept[-16:], message]
        usual |= {"reader_context": ctypes.addressof(message), "message_bytes": len(self.plaintext)}
        usual |= {"tag_bytes": TAG_BYTES, "form": 0 if name.startswith("schnorr") else 2}
        usual |= {"private_key_bytes": self.sizes["scalar"], "public_key_bytes": self.sizes["public_key"]}
        usual |= self.lengths(buffers) | {"context": None} | places | other
        given = []
        for parameter in FUNCTIONS[name].parameters:
            if parameter == "void":
                continue
            its = parameter.partition("[")[0].rpartition(" ")[2].lstrip("*")
            if its not in usual:
                raise AssertionError(f"mc_{name} has a parameter {its} that overlap/cases.py does not know")
            value = usual[its]
            is_length = parameter.startswith("size_t") and "*" not in parameter
            is_pointer = (isinstance(value, int) and not is_length and "*" in parameter) or "[" in parameter
            given.append(ctypes.c_size_t(value) if is_length else ctypes.c_void_p(value) if is_pointer else value)
        return given

    def call(
        self, name: str, buffers: list[Buffer] | None = None, given: dict[str, bytes] | None = None, **other
    ) -> tuple[Status | None, dict[str, bytes]]:
        """Status and every output of a call with separate buffers."""
        buffers = self.buffers(name, given) if buffers is None else buffers
        lying = guarded(buffers)
        places = {own: ctypes.addressof(octets) for own, octets in lying.items()}
        status = self.run(name, self.arguments(name, buffers, places, **other))
        left = contents(name, buffers, lying)
        return status, {b.name: left[b.name] for b in buffers if b.is_output}

    def run(self, name: str, arguments: list) -> Status | None:
        """The status, if the function has one."""
        global drawn
        drawn = 0
        function: Callable = self.library[f"mc_{name}"]
        has_status = FUNCTIONS[name].result == "mc_status"
        function.restype = ctypes.c_int if has_status else None
        result = function(*arguments)
        return Status(result) if has_status else None


def in_sequence(*members: bytes) -> bytes:
    """A SEQUENCE in DER."""
    contents = b"".join(members)
    length = [len(contents)] if len(contents) < 128 else [0x80 | 2, *len(contents).to_bytes(2, "big")]
    if 128 <= len(contents) < 256:
        length = [0x80 | 1, len(contents)]
    return bytes([0x30, *length]) + contents


def eddsa_form(name: str) -> str:
    """The end of the name of the function that makes the signatures for this one."""
    return {"context": "_context", "digest": "_digest", "read": "_context"}.get(name.rpartition("_")[2], "")


def filled(buffer: Buffer) -> bytes:
    """The content of a buffer before the call."""
    return bytes([FILLER]) * buffer.size if buffer.content is None else buffer.content


def guarded(buffers: list[Buffer]) -> dict[str, ctypes.Array]:
    """The buffers in memory of their own, by name, each with a guard after it."""
    guard = bytes([FILLER]) * GUARD_BYTES
    return {b.name: ctypes.create_string_buffer(filled(b) + guard, b.size + GUARD_BYTES) for b in buffers}


def contents(name: str, buffers: list[Buffer], lying: dict[str, ctypes.Array]) -> dict[str, bytes]:
    """What a call has left in guarded buffers; AssertionError if it wrote beyond one."""
    found = {}
    for buffer in buffers:
        found[buffer.name], beyond = lying[buffer.name].raw[: buffer.size], lying[buffer.name].raw[buffer.size :]
        excess = len(beyond.rstrip(bytes([FILLER])))
        where = f"mc_{name} writes up to {excess} bytes beyond {buffer}, which has {buffer.size} by its description"
        assert not excess, where
    return found
