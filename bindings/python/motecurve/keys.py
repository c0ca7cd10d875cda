"""Curves, and on them key pairs and public keys, as bytes, numbers, PEM, DER, and objects of the `cryptography`
package."""

import operator
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, Protocol, Self

from motecurve import encrypted, keyfiles, pem
from motecurve.errors import (
    CoordinateRangeError,
    CurveNotNamedError,
    EncodingError,
    KeyPairError,
    MotecurveError,
    ScalarRangeError,
    UnsupportedError,
)
from motecurve.facts import LEGACY_BITS, WEAK_BITS, Facts, Form, known
from motecurve.library import Library, Octets, choice, encoded, octets_of, own
from motecurve.secret import Secret

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes, PublicKeyTypes

PointForm = Literal["uncompressed", "compressed", "hybrid"]
POINT_FORMS: dict[str, int] = {"compressed": 2, "uncompressed": 4, "hybrid": 6}
PrivateForm = Literal["PKCS8", "SEC1"]


class PublicBytes(Protocol):
    """What a public key of the `cryptography` package can do."""

    def public_bytes(self, encoding: Any, format: Any) -> bytes: ...


class PrivateBytes(Protocol):
    """What a private key of the `cryptography` package can do."""

    def private_bytes(self, encoding: Any, format: Any, encryption_algorithm: Any) -> bytes: ...


class Curve:
    """A curve of the library; `motecurve.curve` finds it."""

    __slots__ = ("field_bytes", "library", "name", "pointer", "public_key_bytes", "scalar_bytes", "signature_bytes")

    def __init__(self, library: Library, pointer: Any) -> None:
        """The curve of a `const mc_curve *` that is not null."""
        self.library, self.pointer = library, pointer
        self.name: str = library.ffi.string(library.c.mc_curve_name(pointer)).decode()
        """Its first name."""
        self.field_bytes: int = library.c.mc_curve_field_bytes(pointer)
        """Bytes of a field element, and so of a shared secret."""
        self.scalar_bytes: int = library.c.mc_curve_scalar_bytes(pointer)
        """Bytes of a private key."""
        self.public_key_bytes: int = library.c.mc_curve_public_key_bytes(pointer)
        """Bytes of a public key without compression."""
        self.signature_bytes: int = library.c.mc_curve_signature_bytes(pointer)
        """Bytes of a signature of ECDSA or EdDSA; 0 on curves without."""

    @property
    def facts(self) -> Facts:
        """What is known of the curve; UnsupportedError for the tiny ones of the library's own tests."""
        if self.name not in known():
            raise UnsupportedError(f"nothing is known of the curve {self.name}")
        return known()[self.name]

    @property
    def order(self) -> int:
        """The prime order n of the group."""
        return self.facts.order

    @property
    def form(self) -> Form:
        """`weierstrass`, `montgomery` (X25519, X448), `eddsa` (Ed25519, Ed448) or `edwards` (without keys)."""
        return self.facts.form

    @property
    def is_weierstrass(self) -> bool:
        """Whether keys are those of SEC 1, and there is ECDSA."""
        return self.public_key_bytes == 1 + 2 * self.field_bytes

    @property
    def oid(self) -> str:
        """The object identifier that key files name the curve by; UnsupportedError if it has none."""
        if not self.facts.oids:
            raise UnsupportedError(f"key files cannot name {self.name}: it has no object identifier")
        return self.facts.oids[0]

    @property
    def security_bits(self) -> int:
        """log2 of the steps of the best attack known."""
        return self.facts.security_bits

    @property
    def is_weak(self) -> bool:
        """Below 80 bits of security: never for new designs, and no protection for anything worth an attack."""
        return self.security_bits < WEAK_BITS

    @property
    def is_legacy(self) -> bool:
        """Below 112 bits, and so are weak ones: disallowed by NIST SP 800-57 since 2014; for old devices only."""
        return self.security_bits < LEGACY_BITS

    def generate_key(self) -> "PrivateKey":
        """A new key pair. Raises RandomError if the system's random source fails, UnsupportedError on Edwards curves
        without EdDSA."""
        return PrivateKey.generate(self)

    def private_key(self, data: int | Octets) -> "PrivateKey":
        """The key pair of a private key; see PrivateKey."""
        return PrivateKey(self, data)

    def public_key(self, data: Octets) -> "PublicKey":
        """The public key of its bytes; see PublicKey."""
        return PublicKey(self, data)

    def __reduce__(self) -> tuple[Any, ...]:
        return _curve_again, (self.name, self.library)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Curve) and (self.library, self.name) == (other.library, other.name)

    def __hash__(self) -> int:
        return hash((id(self.library), self.name))

    def __repr__(self) -> str:
        weak = " (weak)" if self.name in known() and self.is_weak else ""
        return f"<Curve {self.name}{weak}>"


def curve(name: str, *, library: Library | None = None) -> Curve:
    """The curve with this name, alias or object identifier: "secp256r1", "P-256", "1.2.840.10045.3.1.7", "Ed25519".
    Upper and lower case differ.

    Raises UnsupportedError if the build has none of that name."""
    library = library or own()
    pointer = None if "\0" in name else library.c.mc_curve_find(encoded(name))
    if not pointer:
        raise UnsupportedError(f"no curve of this build is named {name!r}; motecurve.curves() lists them")
    return Curve(library, pointer)


def _curve_again(name: str, library: Library) -> Curve:
    return curve(name, library=library)


def curves(*, library: Library | None = None) -> list[Curve]:
    """All curves of the build."""
    library = library or own()
    return [Curve(library, library.c.mc_curve_at(index)) for index in range(library.c.mc_curve_count())]


class PublicKey:
    """A public key: a point of the subgroup of prime order, validated in full, and not infinity. Immutable."""

    __slots__ = ("_data", "curve")

    def __init__(self, curve: Curve, data: Octets) -> None:
        """The key of its bytes: SEC 1, 2.3.3, compressed or not; u on Curve25519 and Curve448 (RFC 7748); y on Ed25519
        and Ed448 (RFC 8032).

        Raises LengthError, EncodingError, CoordinateRangeError, PointAtInfinityError, NotOnCurveError, YBitError,
        SubgroupError; UnsupportedError on Edwards curves without EdDSA."""
        library = curve.library
        given = library.given(data)
        if curve.is_weierstrass and len(given) and given[0] != POINT_FORMS["uncompressed"]:
            point = library.buffer(curve.public_key_bytes)
            library.call("point_decode", [point], [given], curve.pointer)
            given = point
        library.call("public_key_validate", [], [given], curve.pointer)
        self.curve, self._data = curve, library.bytes(given)

    @classmethod
    def from_coordinates(cls, curve: Curve, x: int, y: int) -> Self:
        """The key of the point (x, y); elements of binary fields are numbers with bit i for z^i. Raises what the class
        does, and UnsupportedError on curves of Montgomery and Edwards form."""
        if not curve.is_weierstrass:
            raise UnsupportedError(f"keys on {curve.name} are not given by coordinates")
        return cls(
            curve, b"\4" + b"".join(_octets(number, curve.field_bytes, CoordinateRangeError) for number in (x, y))
        )

    @classmethod
    def from_der(cls, data: Octets, *, library: Library | None = None) -> Self:
        """The key of a SubjectPublicKeyInfo. Raises, besides what the class does, LengthError, EncodingError,
        NotMinimalError, TrailingError for bytes that are none in DER, KeyKindError for another file, such as a private
        key or an RSA key, CurveNotNamedError for explicit parameters, and UnsupportedError for another curve."""
        return cls._of_file(keyfiles.read_public_info(octets_of(data)), library)

    @classmethod
    def from_pem(cls, text: str | Octets, *, library: Library | None = None) -> Self:
        """The same of a text with one public key in PEM, whatever else is in it. Raises PemError, too, for a text that
        is damaged or has several."""
        return cls.from_der(keyfiles.the_block(pem.blocks(text), (keyfiles.PUBLIC,)).octets(), library=library)

    @classmethod
    def from_certificate(cls, data: str | Octets, *, library: Library | None = None) -> Self:
        """The key that a certificate (RFC 5280) is for, in PEM or DER. Nothing else of it is looked at: who issued it,
        for whom, until when and for what use must have been checked before. Raises what `from_pem` and `from_der`
        do."""
        if isinstance(data, str) or keyfiles.label_of(octets_of(data)) is None:
            data = keyfiles.the_block(pem.blocks(data), (keyfiles.CERTIFICATE,)).octets()
        return cls._of_file(keyfiles.read_certificate(octets_of(data)), library)

    @classmethod
    def _of_file(cls, found: keyfiles.KeyData, library: Library | None) -> Self:
        own = _curve_of(found, library)
        return cls(own, _file_point(own, found.key))

    @classmethod
    def from_cryptography(cls, key: PublicBytes, *, library: Library | None = None) -> Self:
        """The key of an object of the `cryptography` package."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        return cls.from_der(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo), library=library)

    def to_bytes(self, form: PointForm = "uncompressed") -> bytes:
        """The bytes of the key: of curve.public_key_bytes, or 1 + curve.field_bytes when compressed. On curves of
        Montgomery and Edwards form there is one form, "uncompressed"; UnsupportedError for others."""
        if form == "uncompressed":
            return self._data
        number = choice("form", form, POINT_FORMS)
        library, count = self.curve.library, 1 + (1 if form == "compressed" else 2) * self.curve.field_bytes
        out, point = library.buffer(count), library.given(self._data)
        library.raw("point_encode", out, point, number, len(point), self.curve.pointer)
        return library.bytes(out)

    def to_der(self) -> bytes:
        """SubjectPublicKeyInfo. Raises UnsupportedError for the few curves without an object identifier."""
        return keyfiles.public_info(self.curve.oid, self.curve.is_weierstrass, self._data)

    def to_pem(self) -> str:
        """The same in PEM."""
        return pem.write(keyfiles.PUBLIC, self.to_der())

    def to_cryptography(self) -> "PublicKeyTypes":
        """An object of the `cryptography` package, which raises its own exceptions for curves that it lacks."""
        from cryptography.hazmat.primitives.serialization import load_der_public_key

        return load_der_public_key(self.to_der())

    @property
    def x(self) -> int:
        """The coordinate x. UnsupportedError on curves of Montgomery and Edwards form."""
        return self._coordinates()[0]

    @property
    def y(self) -> int:
        """The coordinate y. UnsupportedError on curves of Montgomery and Edwards form."""
        return self._coordinates()[1]

    def _coordinates(self) -> tuple[int, int]:
        if not self.curve.is_weierstrass:
            raise UnsupportedError(f"keys on {self.curve.name} have no coordinates x and y")
        middle = 1 + self.curve.field_bytes
        return int.from_bytes(self._data[1:middle], "big"), int.from_bytes(self._data[middle:], "big")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.curve, self._data)  # a key that comes back is validated like any other

    def __bytes__(self) -> bytes:
        return self._data

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PublicKey) and (self.curve, self._data) == (other.curve, other._data)

    def __hash__(self) -> int:
        return hash((self.curve, self._data))

    def __repr__(self) -> str:
        return f"<PublicKey on {self.curve.name}: {self._data.hex()}>"


class PrivateKey:
    """A private key and its public key.

    The private key lies in memory of C, which is wiped when the key is closed or deleted, and no `repr` shows it; what
    it was made from, and what `to_bytes`, `to_int`, `to_der` and `to_pem` give, are objects of Python, which cannot be
    wiped. Use it in a `with` block to have it wiped at a known time."""

    __slots__ = ("_secret", "curve", "public_key")

    def __init__(self, curve: Curve, data: int | Octets) -> None:
        """The key of its bytes, curve.scalar_bytes of them, big-endian; on curves of SEC 1 also of its number d, with
        1 <= d < n. On Curve25519, Curve448, Ed25519 and Ed448 any bytes of the right number are a key.

        Raises LengthError, ScalarZeroError, ScalarRangeError; UnsupportedError on Edwards curves without EdDSA, and
        for a number on curves whose keys are bytes."""
        library = curve.library
        if isinstance(data, int):
            if not curve.is_weierstrass:
                raise UnsupportedError(f"private keys on {curve.name} are bytes, not numbers")
            data = _octets(data, curve.scalar_bytes)
        secret = Secret(library, library.copied(data))
        public = library.buffer(curve.public_key_bytes)
        library.call("public_key", [public], [secret.memory], curve.pointer)
        self._set(curve, secret, public)

    def _set(self, curve: Curve, secret: Secret, public: Any) -> None:
        self.curve, self._secret = curve, secret
        self.public_key = _trusted(curve, curve.library.bytes(public))

    @classmethod
    def generate(cls, curve: Curve) -> Self:
        """A new key pair, of random bytes of the system that pass through no object of Python. Raises RandomError if
        there are none, UnsupportedError on Edwards curves without EdDSA."""
        library = curve.library
        secret = Secret(library, library.buffer(curve.scalar_bytes))
        public = library.buffer(curve.public_key_bytes)
        library.raw("key_generate", secret.memory, public, library.random, library.ffi.NULL, curve.pointer)
        return cls._of(curve, secret, public)

    @classmethod
    def _of(cls, curve: Curve, secret: Secret, public: Any) -> Self:
        """The key pair that the library made."""
        key = cls.__new__(cls)
        key._set(curve, secret, public)
        return key

    @classmethod
    def from_der(cls, data: Octets, *, password: Octets | None = None, library: Library | None = None) -> Self:
        """The key of a PrivateKeyInfo (PKCS #8), encrypted if there is a password, or of an ECPrivateKey (SEC 1).

        A key of SEC 1 may be written in any number of bytes, as other programs do.

        Raises, besides what the class does, LengthError, EncodingError, NotMinimalError, TrailingError for bytes that
        are none in DER, KeyKindError for another file, such as an RSA key, CurveNotNamedError for explicit parameters,
        UnsupportedError for another curve or another encryption than PBES2 with AES, EncryptedError without a password
        that is needed, MotecurveError with one that is not, MacError for a wrong one, and KeyPairError if the file has
        another public key. Encrypted keys need the package `cryptography`."""
        found = keyfiles.read_private(octets_of(data), password)
        own = _curve_of(found, library)
        if found.public_key is not None:
            _file_point(own, found.public_key)
        return cls.of_file(own, found)

    @classmethod
    def from_pem(cls, text: str | Octets, *, password: Octets | None = None, library: Library | None = None) -> Self:
        """The same of a text with one private key in PEM, whatever else is in it. Raises PemError, too, for a text that
        is damaged or has several, UnsupportedError for one that OpenSSL encrypted in its old way."""
        data = keyfiles.the_block(pem.blocks(text), keyfiles.PRIVATE).octets()
        return cls.from_der(data, password=password, library=library)

    @classmethod
    def of_file(cls, curve: Curve, found: keyfiles.KeyData) -> Self:
        """The key that `keyfiles` read, on the curve that it names; the public key beside it, in any form, must be its
        own, else signatures would give it away: KeyPairError."""
        key = cls(curve, found.scalar(curve.scalar_bytes) if curve.is_weierstrass else found.key)
        if found.public_key is not None and PublicKey(curve, found.public_key) != key.public_key:
            raise KeyPairError("the key has a public key that is not that of its private key")
        return key

    @classmethod
    def from_cryptography(cls, key: PrivateBytes, *, library: Library | None = None) -> Self:
        """The key of an object of the `cryptography` package."""
        from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

        return cls.from_der(key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption()), library=library)

    def to_bytes(self) -> bytes:
        """The private key, curve.scalar_bytes bytes."""
        return bytes(self._secret)

    def to_int(self) -> int:
        """The number d. UnsupportedError on curves whose keys are bytes."""
        if not self.curve.is_weierstrass:
            raise UnsupportedError(f"private keys on {self.curve.name} are bytes, not numbers")
        return int.from_bytes(self.to_bytes(), "big")

    def to_der(self, form: PrivateForm = "PKCS8", *, password: Octets | None = None) -> bytes:
        """PrivateKeyInfo, encrypted if there is a password (PBES2: PBKDF2 with 600,000 iterations of HMAC-SHA-256,
        AES-256-CBC), or ECPrivateKey on curves that have it; with the public key, as OpenSSL writes them.

        Raises UnsupportedError for the few curves without an object identifier, for SEC1 on others than those of SEC 1,
        for a password without the package `cryptography`; MotecurveError for SEC1 with a password, and for an empty
        one."""
        own, point = self.curve, self.public_key.to_bytes()
        if form == "PKCS8":
            info = keyfiles.pkcs8(own.oid, own.is_weierstrass, self.to_bytes(), point)
            return info if password is None else encrypted.encrypt(info, password)
        choice("form", form, {"PKCS8": 0, "SEC1": 1})
        if password is not None:
            raise MotecurveError('keys with a password are of the form "PKCS8"')
        if not own.is_weierstrass:
            raise UnsupportedError(f"keys on {own.name} have no form of SEC 1")
        return keyfiles.sec1(self.to_bytes(), point, own.oid)

    def to_pem(self, form: PrivateForm = "PKCS8", *, password: Octets | None = None) -> str:
        """The same in PEM."""
        plain = keyfiles.PKCS8 if form == "PKCS8" else keyfiles.SEC1
        return pem.write(plain if password is None else keyfiles.ENCRYPTED, self.to_der(form, password=password))

    def to_cryptography(self) -> "PrivateKeyTypes":
        """An object of the `cryptography` package, which raises its own exceptions for curves that it lacks."""
        from cryptography.hazmat.primitives.serialization import load_der_private_key

        return load_der_private_key(self.to_der(), None)

    @property
    def memory(self) -> Any:
        """The private key in memory of C, for calls of the library; MotecurveError once it is wiped."""
        return self._secret.memory

    def close(self) -> None:
        """Wipes the private key, which no other thread may be using. What needs it raises MotecurveError from then
        on."""
        self._secret.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PrivateKey):
            return NotImplemented
        return self.curve == other.curve and self._secret == other._secret

    def __hash__(self) -> int:
        return hash(self.public_key)

    def __reduce__(self) -> str:
        raise TypeError(
            "a private key is not pickled or copied, so that none leaks by accident: take to_pem and from_pem"
        )

    def __repr__(self) -> str:
        return f"<PrivateKey on {self.curve.name}, of {self.public_key!r}>"


PublicKeyLike = PublicKey | PublicBytes
"""A public key, of this package or of `cryptography`."""
PrivateKeyLike = PrivateKey | PrivateBytes
"""A private key, of this package or of `cryptography`."""


def public_key_of(key: PublicKeyLike, library: Library | None = None) -> PublicKey:
    """The key as one of this package; one of another package comes to the curve of `library`."""
    if isinstance(key, PublicKey):
        return key
    if not hasattr(key, "public_bytes"):
        raise TypeError(f"a public key is needed, not {type(key).__name__}")
    return PublicKey.from_cryptography(key, library=library)


def private_key_of(key: PrivateKeyLike, library: Library | None = None) -> PrivateKey:
    """The same of a private key."""
    if isinstance(key, PrivateKey):
        return key
    if not hasattr(key, "private_bytes"):
        raise TypeError(f"a private key is needed, not {type(key).__name__}")
    return PrivateKey.from_cryptography(key, library=library)


def one_curve(*keys: PrivateKey | PublicKey) -> Curve:
    """The curve that all keys are on; MotecurveError if they are on several."""
    names = dict.fromkeys(key.curve.name for key in keys)
    if len(names) > 1:
        raise MotecurveError(f"the keys are on different curves: {', '.join(names)}")
    if len({key.curve for key in keys}) > 1:
        raise MotecurveError("the keys are of different libraries; make them with the same library=")
    return keys[0].curve


def _curve_of(found: keyfiles.KeyData, library: Library | None) -> Curve:
    """The curve of a key file. Raises CurveNotNamedError for one that is given by its parameters, UnsupportedError if
    there is none of that name, EncodingError if its keys are not of the kind that the file says."""
    if not isinstance(found.curve, str):
        raise CurveNotNamedError("the key has all parameters of its curve; only curves by their names are read")
    own = curve(found.curve, library=library)
    if found.is_sec1 != own.is_weierstrass:
        raise EncodingError(f"the key names {own.name} where a curve or an algorithm of another kind belongs")
    return own


def _file_point(curve: Curve, point: bytes) -> bytes:
    """The point of a key file, as it is. Raises EncodingError for the hybrid form of SEC 1, which RFC 5480, 2.2,
    forbids; the first byte of other keys may be anything."""
    if curve.is_weierstrass and point[:1] in (b"\6", b"\7"):
        raise EncodingError("the key has a point in hybrid form, which key files do not have")
    return point


def _trusted(curve: Curve, data: bytes) -> PublicKey:
    """A public key that the library computed."""
    key = PublicKey.__new__(PublicKey)
    key.curve, key._data = curve, data
    return key


def _octets(number: int, count: int, kind: type[MotecurveError] = ScalarRangeError) -> bytes:
    try:
        return operator.index(number).to_bytes(count, "big")
    except OverflowError:
        raise kind(f"the number is negative or longer than {count} bytes") from None
