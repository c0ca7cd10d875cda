"""Identity-based cryptography: a public key is an identity, such as a mote's name and the month, and an authority that
holds a master secret extracts the private key of each.

    group = ibe.group("bls12-381")
    master, parameters = group.setup()                                   # the authority
    node = ibe.Identity("node 17")
    sealed = group.encrypt(parameters, node, b"21.5 degrees")            # whoever knows the parameters
    key = group.extract(master, node, "encryption")                      # the authority, for the owner of the name
    group.decrypt(key, sealed)

Encryption by Boneh and Franklin (FullIdent), signatures by Cha and Cheon, keys without interaction by Sakai, Ohgishi
and Kasahara; a master secret that is split among several authorities. The authority can decrypt and sign for everybody.

Objects are bytes, which begin with their kind and group. Whatever reads one raises LengthError, TrailingError,
VersionError, ObjectKindError, GroupError, of its points EncodingError, CoordinateRangeError, PointAtInfinityError,
NotOnCurveError, SubgroupError, of its numbers ScalarZeroError, ScalarRangeError. Python cannot wipe those that are
secret. The wheel has the group bls12-381; a library that is opened has those it was built with."""

import dataclasses
import re
from collections.abc import Sequence
from typing import Any, Literal, Self

from motecurve.errors import (
    IdentityError,
    LengthError,
    MotecurveError,
    ObjectKindError,
    ThresholdError,
    UnsupportedError,
)
from motecurve.library import Library, Octets, choice, count_of, octets_of, own

Use = Literal["encryption", "signatures", "agreement"]
"""What a private key is for. An identity has another key for each."""
USES: dict[str, int] = {"encryption": 1, "signatures": 2, "agreement": 3}
TIME_MAX = (1 << 64) - 1
KEY_BYTES_MAX = 8160  # 255 digests of SHA-256
KIND_MAX = 255  # an object has a byte for it
GROUP_NAME = re.compile(r"(bls12|tate|eta)-[a-z0-9-]+")


@dataclasses.dataclass(frozen=True)
class Identity:
    """A name of 1 to 255 bytes, of text in UTF-8, and the time in which it is valid, if it has one: seconds since 1970
    (UTC), both ends included. No function but `Group.check_identity` compares it with a clock."""

    name: str | bytes
    not_before: int | None = None
    """The beginning of time, if there is an end alone."""
    not_after: int | None = None

    @property
    def octets(self) -> bytes:
        """The name's bytes. IdentityError for text that has no form in UTF-8."""
        if not isinstance(self.name, str):
            return octets_of(self.name)
        try:
            return self.name.encode()
        except UnicodeEncodeError:
            raise IdentityError("the name has no form in UTF-8") from None


class Group:
    """A group with pairings and the schemes over it; `ibe.group` finds it."""

    __slots__ = ("library", "name", "number", "pointer")

    def __init__(self, library: Library, pointer: Any) -> None:
        """The group of a `const mc_ibe_group *` that is not null."""
        self.library, self.pointer = library, pointer
        self.name: str = library.ffi.string(library.c.mc_ibe_group_name(pointer)).decode()
        self.number: int = library.c.mc_ibe_group_number(pointer)
        """Its number in objects."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _group_of, (self.name, self.library)

    def validate(self, data: Octets, kind: int) -> None:
        """Returns if the bytes are a sound object of that kind, a number of mc_ibe_kind, else ObjectKindError."""
        if not 0 <= kind <= KIND_MAX:
            raise self.library.error(ObjectKindError.status)
        given = self.library.given(data)
        self.library.raw("ibe_validate", given, len(given), kind, self.pointer)

    # Identities

    def encode_identity(self, identity: Identity) -> bytes:
        """The one encoding of an identity. IdentityError for a name of another length, a time that is negative or above
        2^64 - 1, or an end before the beginning."""
        for time in (identity.not_before, identity.not_after):
            if time is not None and not 0 <= time <= TIME_MAX:
                raise IdentityError(f"the identity has the time {time}, which is not from 0 to 2^64 - 1")
        library, name = self.library, self.library.given(identity.octets)
        row = library.ffi.new("mc_ibe_identity *", {"name": name, "name_bytes": len(name)})
        if identity.not_before is not None or identity.not_after is not None:
            row.has_validity = 1
            row.not_before = 0 if identity.not_before is None else identity.not_before
            row.not_after = TIME_MAX if identity.not_after is None else identity.not_after
        out = library.buffer(library.c.mc_ibe_identity_bytes(len(name), row.has_validity) or 1)
        library.raw("ibe_identity_encode", out, row)
        return library.bytes(out)

    def decode_identity(self, encoded: Octets) -> Identity:
        """The identity of its encoding, its name as bytes; IdentityError for anything else."""
        given, row = self.library.given(encoded), self.library.ffi.new("mc_ibe_identity *")
        self.library.raw("ibe_identity_decode", row, given, len(given))
        times = (row.not_before, row.not_after) if row.has_validity else (None, None)
        return Identity(bytes(self.library.ffi.buffer(row.name, row.name_bytes)), *times)

    def check_identity(self, identity: Identity, now: int) -> None:
        """Returns if the identity is valid at that time; ExpiredError, NotYetValidError, MotecurveError for a time that
        is not from 0 to 2^64 - 1."""
        if not 0 <= now <= TIME_MAX:
            raise MotecurveError(f"the time is {now}; it must be from 0 to 2^64 - 1")
        encoded = self.library.given(self.encode_identity(identity))
        self.library.raw("ibe_identity_check", encoded, len(encoded), now)

    # The authority

    def setup(self) -> tuple[bytes, bytes]:
        """A new master secret and its public parameters. Raises RandomError."""
        master, parameters = self._out("master_secret"), self._out("parameters")
        self.library.raw("ibe_setup", master, parameters, *self._random())
        return self.library.bytes(master), self.library.bytes(parameters)

    def parameters(self, master_secret: Octets) -> bytes:
        """The public parameters of a master secret. Constant time."""
        return self._call("parameters", [self._out("parameters")], [master_secret])

    def check_parameters(self, parameters: Octets) -> None:
        """Returns if the parameters are of one secret, else ParametersError. Whose they are, nothing here can tell."""
        self._call("parameters_check", [], [parameters])

    def extract(self, master_secret: Octets, identity: Identity, use: Use) -> bytes:
        """The private key of an identity for a use. Constant time in the master secret."""
        number = choice("use", use, USES)
        out = self.library.buffer(self.library.c.mc_ibe_private_key_bytes(number, self.pointer))
        return self._call("extract", [out, number], [master_secret, self.encode_identity(identity)])

    def check_private_key(self, private_key: Octets, identity: Identity, use: Use, parameters: Octets) -> None:
        """Returns if the private key is that of the identity under these parameters, else KeyMismatchError; UseError.
        For whoever receives a key, before its first use."""
        inputs = [private_key, self.encode_identity(identity), parameters]
        self._call_with_use("private_key_check", use, inputs)

    # A split master secret

    def split(self, master_secret: Octets, threshold: int, count: int) -> list[tuple[bytes, bytes]]:
        """`count` shares of the master secret, each with its public value: any `threshold` of them extract keys
        together, and fewer tell nothing. Raises ThresholdError unless 1 <= threshold <= count <= 255; RandomError."""
        if not 1 <= threshold <= count <= 255:  # before numbers become bytes of C
            raise self.library.error(ThresholdError.status)
        sizes = [self._bytes("share"), self._bytes("public_share")]
        shares, public = (self.library.buffer(size * count) for size in sizes)
        inputs = [master_secret]
        self.library.call("ibe_split", [shares, public], inputs, threshold, count, *self._random())
        return list(zip(*(self._parts(memory, size) for memory, size in zip((shares, public), sizes, strict=True)),
                        strict=True))  # fmt: skip

    def check_share(self, share: Octets, public_share: Octets) -> None:
        """Returns if the share has that public value, else KeyMismatchError."""
        self._call("share_check", [], [share, public_share])

    def check_public_shares(self, public_shares: Sequence[Octets], parameters: Octets) -> None:
        """Returns if these public values are of shares of the parameters' master secret, else ParametersError. The
        first are taken for right, and the others compared: give all. Raises ThresholdError, ShareIndexError."""
        joined, given = self._joined(public_shares, self._bytes("public_share")), self.library.given(parameters)
        self.library.raw("ibe_public_shares_check", joined, len(public_shares), given, len(given), self.pointer)

    def extract_partial(self, share: Octets, identity: Identity, use: Use) -> bytes:
        """A share's part of an identity's private key. Constant time in the share."""
        number = choice("use", use, USES)
        out = self.library.buffer(self.library.c.mc_ibe_partial_key_bytes(number, self.pointer))
        return self._call("extract_partial", [out, number], [share, self.encode_identity(identity)])

    def check_partial_key(self, partial_key: Octets, identity: Identity, use: Use, public_share: Octets) -> None:
        """Returns if the part is that of the identity and of the share with this public value, else
        KeyMismatchError."""
        self._call_with_use("partial_key_check", use, [partial_key, self.encode_identity(identity), public_share])

    def combine(self, partial_keys: Sequence[Octets], use: Use) -> bytes:
        """The private key of its parts, which were checked; check the key, too. Raises ThresholdError for fewer parts
        than any of them says, ShareIndexError for one twice."""
        number = choice("use", use, USES)
        joined = self._joined(partial_keys, self.library.c.mc_ibe_partial_key_bytes(number, self.pointer))
        out = self.library.buffer(self.library.c.mc_ibe_private_key_bytes(number, self.pointer))
        self.library.raw("ibe_combine", out, number, joined, len(partial_keys), self.pointer)
        return self.library.bytes(out)

    def recover(self, shares: Sequence[Octets]) -> bytes:
        """The master secret again, of its shares, with the errors of `combine`."""
        out, joined = self._out("master_secret"), self._joined(shares, self._bytes("share"))
        self.library.raw("ibe_recover", out, joined, len(shares), self.pointer)
        return self.library.bytes(out)

    # What identities do

    def encrypt(self, parameters: Octets, identity: Identity, message: Octets) -> bytes:
        """The ciphertext for an identity, longer than its message by a constant. Constant time in the message. Raises
        RandomError, MessageLengthError for 4 GiB."""
        given = self.library.given(message)
        out = self.library.buffer(len(given) + self.library.c.mc_ibe_overhead_bytes(self.pointer))
        inputs = [given, self.encode_identity(identity), parameters]
        self.library.call("ibe_encrypt", [out], inputs, *self._random())
        return self.library.bytes(out)

    def decrypt(self, private_key: Octets, ciphertext: Octets) -> bytes:
        """The message. MacError, whatever was changed, or for another identity or authority. Constant time in the
        private key and the message."""
        given = self.library.given(ciphertext)
        count = max(0, len(given) - self.library.c.mc_ibe_overhead_bytes(self.pointer))
        out = self.library.buffer(max(count, 1))
        self.library.call("ibe_decrypt", [out], [private_key, given], self.pointer)
        return self.library.bytes(out, count)

    def sign(self, private_key: Octets, identity: Identity, message: Octets, *, hedged: bool = True) -> bytes:
        """The signature of a message by an identity. `hedged` mixes random bytes in; without, it is always the same.
        Constant time in the private key. Raises RandomError."""
        out, inputs = self._out("signature"), [private_key, self.encode_identity(identity), message]
        if not hedged:
            return self._call("sign", [out], inputs)
        self.library.call("ibe_sign_hedged", [out], inputs, *self._random())
        return self.library.bytes(out)

    def verify(self, parameters: Octets, identity: Identity, signature: Octets, message: Octets) -> None:
        """Returns if the signature of the message by the identity is valid, and then only; SignatureError."""
        self._call("verify", [], [signature, self.encode_identity(identity), message, parameters])

    def agree(self, private_key: Octets, identity: Identity, peer: Identity, count: int = 32) -> bytes:
        """The key of so many bytes, 1 to 8160, that the two identities share, always the same. Constant time in the
        private key. Raises SameIdentityError, LengthError."""
        out = self.library.buffer(count_of(count, KEY_BYTES_MAX, least=1))
        inputs = [private_key, self.encode_identity(identity), self.encode_identity(peer)]
        self._call("agree", [out, count], inputs)
        return self.library.bytes(out)

    # Calls

    def _call(self, name: str, outputs: list[Any], inputs: Sequence[Octets]) -> bytes:
        """mc_ibe_<name> of the group; the first output's bytes, if there is one."""
        self.library.call(f"ibe_{name}", outputs, inputs, self.pointer)
        return self.library.bytes(outputs[0]) if outputs else b""

    def _call_with_use(self, name: str, use: Use, inputs: Sequence[Octets]) -> None:
        """The same of functions whose use follows the first input."""
        first, *others = (self.library.given(data) for data in inputs)
        lengths = [len(first), *map(len, others)]
        self.library.raw(f"ibe_{name}", first, choice("use", use, USES), *others, *lengths, self.pointer)

    def _random(self) -> tuple[Any, Any, Any]:
        """The last arguments of calls that draw random bytes."""
        return self.library.random, self.library.ffi.NULL, self.pointer

    def _bytes(self, what: str) -> int:
        count: int = getattr(self.library.c, f"mc_ibe_{what}_bytes")(self.pointer)
        return count

    def _out(self, what: str) -> Any:
        return self.library.buffer(self._bytes(what))

    def _parts(self, memory: Any, size: int) -> list[bytes]:
        octets = self.library.bytes(memory)
        return [octets[i : i + size] for i in range(0, len(octets), size)]

    def _joined(self, parts: Sequence[Octets], size: int) -> Any:
        """Parts of one size, one after another, as the library takes them without their lengths."""
        octets = [octets_of(part) for part in parts]
        if len(octets) > 255 or any(len(one) != size for one in octets):
            raise LengthError(f"at most 255 parts of {size} bytes are needed")
        return self.library.given(b"".join(octets))

    @classmethod
    def _find(cls, library: Library, name: str) -> Self | None:
        """The group of that name, if the library has it."""
        if not GROUP_NAME.fullmatch(name):  # the library has other objects, too
            return None
        try:
            found = library.object(f"mc_ibe_{name.replace('-', '_')}")
        except AttributeError:
            return None
        return cls(library, library.ffi.cast("mc_ibe_group *", found)) if found else None


def _group_of(name: str, library: Library) -> Group:
    return group(name, library=library)


def group(name: str = "bls12-381", *, library: Library | None = None) -> Group:
    """The group of that name. UnsupportedError if the library has none, or no pairings."""
    used = library or own()
    used.require("ibe_setup", "pairings")
    found = Group._find(used, name)
    if found is None:
        raise UnsupportedError(f"no group with pairings of this build is named {name!r}")
    return found
