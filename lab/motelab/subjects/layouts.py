"""Layouts: the order and form in which numbers go to the firmware of an operation, and come from it."""

import dataclasses

from motelab.subjects import nonces, polynomials

# Ways in which a number goes to and from the firmware. As words in memory: a field element in the form that its field
# has, a number of as many words or twice as many, or a scalar; a status byte. Or as the bytes of the public
# interface: an element or a number below the order, little-endian for X25519 and X448. "point-mark" is the byte
# before an uncompressed point, "digest" is one of SHA-256, or as many bytes, "tag" half of one.
ELEMENT, INTEGER, PRODUCT, SCALAR, STATUS = "element", "integer", "product", "scalar", "status"
OCTETS, SCALAR_OCTETS, LITTLE_ENDIAN = "octets", "scalar-octets", "little-endian"
POINT_MARK, DIGEST, TAG = "point-mark", "digest", "tag"
# "object" is as many bytes as the number has: its first byte is not 0. Without one, as after an error, there are none.
OBJECT = "object"
# A key, or half a signature, of EdDSA; messages of EdDSA are as long as a digest.
EDDSA_OCTETS = "eddsa-octets"

Layout = tuple[tuple[str, str], ...]


@dataclasses.dataclass(frozen=True)
class Sizes:
    """Bytes of a word; bits of an element, of a scalar in words, of the group order; the form of elements: factor and
    modulus, which are numbers or, for binary fields, polynomials."""

    word_bytes: int
    field_bits: int
    scalar_bits: int
    order_bits: int
    modulus: int = 1
    radix: int = 1
    is_prime: bool = True

    def in_form(self, value: int) -> int:
        """The element in the firmware's form: times `radix` modulo `modulus` if it is held in Montgomery form (times
        its inverse for a product that Montgomery's reduction divides by it)."""
        if self.radix == 1:
            return value
        if self.is_prime:
            return value * self.radix % self.modulus
        return polynomials.remainder(polynomials.product(value, self.radix), self.modulus)

    def words(self, bits: int) -> int:
        """Bytes of the words that hold so many bits."""
        return -(-bits // (8 * self.word_bytes)) * self.word_bytes


def encode(layout: Layout, case: dict[str, int], sizes: Sizes) -> bytes:
    """The values of `case` in the order and form of `layout`."""
    element, scalar = sizes.words(sizes.field_bits), sizes.words(sizes.scalar_bits)
    forms = {
        ELEMENT: lambda value: sizes.in_form(value).to_bytes(element, "little"),
        INTEGER: lambda value: value.to_bytes(element, "little"),
        PRODUCT: lambda value: value.to_bytes(2 * element, "little"),
        SCALAR: lambda value: value.to_bytes(scalar, "little"),
        STATUS: lambda value: value.to_bytes(1, "little"),
        OCTETS: lambda value: value.to_bytes((sizes.field_bits + 7) // 8, "big"),
        SCALAR_OCTETS: lambda value: value.to_bytes((sizes.order_bits + 7) // 8, "big"),
        LITTLE_ENDIAN: lambda value: value.to_bytes((sizes.field_bits + 7) // 8, "little"),
        POINT_MARK: lambda _: b"\x04",
        EDDSA_OCTETS: lambda value: value.to_bytes(sizes.field_bits // 8 + 1, "little"),
        DIGEST: lambda value: value.to_bytes(nonces.DIGEST_BYTES, "big"),
        OBJECT: lambda value: value.to_bytes((value.bit_length() + 7) // 8, "big"),
        TAG: lambda value: value.to_bytes(nonces.DIGEST_BYTES // 2, "big"),
    }
    return b"".join(forms[form](case.get(name, 0)) for name, form in layout)
