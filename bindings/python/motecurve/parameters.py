"""All parameters of a curve, as a key file may give them in the place of its name (SEC 1, C.2; X9.62).

They are read here and looked up elsewhere: a curve that differs from a known one in the generator alone would let its
author sign for the public keys of others (CVE-2020-0601)."""

from typing import NamedTuple

from motecurve import der
from motecurve.errors import EncodingError, UnsupportedError

PRIME_FIELD, BINARY_FIELD = "1.2.840.10045.1.1", "1.2.840.10045.1.2"
TRINOMIAL, PENTANOMIAL = "1.2.840.10045.1.2.3.2", "1.2.840.10045.1.2.3.3"


class Parameters(NamedTuple):
    """SpecifiedECDomain without its seed and hash, from which nothing is computed."""

    modulus: int | tuple[int, ...]
    """The prime, or the exponents of the reduction polynomial, the largest first."""
    a: bytes
    b: bytes
    generator: bytes
    """A point in any form of SEC 1."""
    order: int
    cofactor: int | None

    def to_der(self) -> bytes:
        """The SEQUENCE. Raises UnsupportedError for a polynomial with other terms than three or five."""
        coefficients = (der.value(der.OCTET_STRING, octets) for octets in (self.a, self.b))
        cofactor = b"" if self.cofactor is None else der.integer(self.cofactor)
        return der.value(
            der.SEQUENCE,
            der.integer(1),
            _field_to_der(self.modulus),
            der.value(der.SEQUENCE, *coefficients),
            der.value(der.OCTET_STRING, self.generator),
            der.integer(self.order),
            cofactor,
        )


def read(domain: der.Reader) -> Parameters:
    """The parameters in the contents of the SEQUENCE; the exceptions are those of der.Reader, and UnsupportedError for
    a field in a basis that is not polynomial."""
    if not 1 <= der.small_integer(domain.read(der.INTEGER)) <= 3:
        raise EncodingError("the explicit parameters of the curve are of an unknown version")
    modulus = _read_field(domain.sequence())
    coefficients = domain.sequence()
    a, b = (coefficients.read(der.OCTET_STRING) for _ in "ab")
    coefficients.optional(der.BIT_STRING)  # the seed
    coefficients.end()
    generator, order = domain.read(der.OCTET_STRING), der.natural(domain.read(der.INTEGER))
    cofactor = domain.optional(der.INTEGER)
    domain.optional(der.SEQUENCE)  # the hash
    domain.end()
    return Parameters(modulus, a, b, generator, order, None if cofactor is None else der.natural(cofactor))


def _read_field(field: der.Reader) -> int | tuple[int, ...]:
    """The modulus of a FieldID."""
    kind = der.dotted_identifier(field.read(der.OBJECT_IDENTIFIER))
    if kind == PRIME_FIELD:
        prime = der.natural(field.read(der.INTEGER))
        field.end()
        return prime
    if kind != BINARY_FIELD:
        raise UnsupportedError(f"the curve is over a field of an unknown kind, {kind}")
    two = field.sequence()
    field.end()
    degree, basis = der.natural(two.read(der.INTEGER)), der.dotted_identifier(two.read(der.OBJECT_IDENTIFIER))
    if basis == TRINOMIAL:
        terms = [der.natural(two.read(der.INTEGER))]
    elif basis == PENTANOMIAL:
        exponents = two.sequence()
        terms = [der.natural(exponents.read(der.INTEGER)) for _ in range(3)]
        exponents.end()
    else:
        raise UnsupportedError("the curve is over a binary field in a basis that is not polynomial")
    two.end()
    return (degree, *reversed(terms), 0)


def _field_to_der(modulus: int | tuple[int, ...]) -> bytes:
    """FieldID."""
    if isinstance(modulus, int):
        return der.value(der.SEQUENCE, der.object_identifier(PRIME_FIELD), der.integer(modulus))
    degree, *terms = modulus[:-1]
    exponents = b"".join(map(der.integer, reversed(terms)))
    if len(terms) == 1:
        basis = der.object_identifier(TRINOMIAL) + exponents
    elif len(terms) == 3:
        basis = der.object_identifier(PENTANOMIAL) + der.value(der.SEQUENCE, exponents)
    else:
        raise UnsupportedError("explicit parameters would be in normal basis, which is not supported: name the curve")
    two = der.value(der.SEQUENCE, der.integer(degree), basis)
    return der.value(der.SEQUENCE, der.object_identifier(BINARY_FIELD), two)
