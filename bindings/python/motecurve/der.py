"""DER (X.690), as much as key files need. What is read must be in the one form that a value has."""

from collections.abc import Iterator

from motecurve.errors import EncodingError, LengthError, NotMinimalError, TrailingError

INTEGER, BIT_STRING, OCTET_STRING, NULL, OBJECT_IDENTIFIER, SEQUENCE = 0x02, 0x03, 0x04, 0x05, 0x06, 0x30
CONTEXT, CONSTRUCTED = 0x80, 0x20


class Reader:
    """Reads the values that bytes hold, one after the other."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def next_tag(self) -> int | None:
        """The tag of the next value; None at the end."""
        return self._data[self._at] if self._at < len(self._data) else None

    def read(self, tag: int) -> bytes:
        """The contents of the next value, which has that tag. Raises EncodingError for another tag, LengthError where
        the bytes end too early, NotMinimalError for a length with more bytes than it needs."""
        if self.next_tag() is None:
            raise LengthError(f"DER ends where a value with the tag {tag:#04x} is needed")
        if self.next_tag() != tag:
            raise EncodingError(f"DER has the tag {self.next_tag():#04x} where {tag:#04x} is needed")
        count, at = self._length(self._at + 1)
        if at + count > len(self._data):
            raise LengthError("DER ends within a value")
        self._at = at + count
        return self._data[at : self._at]

    def optional(self, tag: int) -> bytes | None:
        """The same, or None if the next value has another tag or there is none."""
        return self.read(tag) if self.next_tag() == tag else None

    def sequence(self) -> "Reader":
        """A reader of the SEQUENCE that comes next."""
        return Reader(self.read(SEQUENCE))

    def skip(self) -> None:
        """Passes over the next value, whatever it is."""
        if (tag := self.next_tag()) is not None:
            self.read(tag)

    def end(self) -> None:
        """TrailingError unless all is read."""
        if self.next_tag() is not None:
            raise TrailingError(f"DER has {len(self._data) - self._at} bytes after its end")

    def _length(self, at: int) -> tuple[int, int]:
        """The length whose bytes begin at `at`, and where they end."""
        first = self._data[at : at + 1]
        if not first:
            raise LengthError("DER ends within a value")
        if first[0] < 0x80:
            return first[0], at + 1
        count = first[0] & 0x7F
        rest = self._data[at + 1 : at + 1 + count]
        if not 1 <= count <= 4:
            raise EncodingError("DER has a length that is indefinite, or above 4 GiB")
        if len(rest) < count:
            raise LengthError("DER ends within a value")
        if rest[0] == 0 or (count == 1 and rest[0] < 0x80):
            raise NotMinimalError("a length in DER has more bytes than it needs")
        return int.from_bytes(rest, "big"), at + 1 + count


def value(tag: int, *parts: bytes) -> bytes:
    """A value with these contents."""
    contents = b"".join(parts)
    count = len(contents)
    if count < 0x80:
        return bytes([tag, count]) + contents
    length = count.to_bytes((count.bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 | len(length)]) + length + contents


def small_integer(contents: bytes) -> int:
    """The INTEGER of one byte, from 0 to 127, that a version is. Raises EncodingError for any other."""
    if len(contents) != 1 or contents[0] >= 0x80:
        raise EncodingError("a version in DER is not from 0 to 127")
    return contents[0]


def number(contents: bytes) -> int:
    """An INTEGER. Raises NotMinimalError for more bytes than it needs, EncodingError for none or more than 8."""
    if not 1 <= len(contents) <= 8:
        raise EncodingError("an INTEGER in DER is not a number of 64 bits")
    found = int.from_bytes(contents, "big", signed=True)
    if contents != _octets_of(found):
        raise NotMinimalError("an INTEGER in DER has more bytes than it needs")
    return found


def natural(contents: bytes) -> int:
    """An INTEGER of any length that is not negative. Raises NotMinimalError for more bytes than it needs, EncodingError
    for none and for a negative one."""
    found = int.from_bytes(contents, "big", signed=True)
    if not contents or found < 0:
        raise EncodingError("an INTEGER in DER is empty or negative")
    if contents != _octets_of(found):
        raise NotMinimalError("an INTEGER in DER has more bytes than it needs")
    return found


def integer(number: int) -> bytes:
    """The value of an INTEGER."""
    return value(INTEGER, _octets_of(number))


def _octets_of(number: int) -> bytes:
    """The contents of an INTEGER: as few bytes as it can have."""
    bits = (number if number >= 0 else ~number).bit_length()
    return number.to_bytes(bits // 8 + 1, "big", signed=True)


def bits(octets: bytes) -> bytes:
    """The contents of a BIT STRING of whole bytes."""
    return b"\0" + octets


def octets_of(contents: bytes) -> bytes:
    """The inverse of `bits`. Raises EncodingError for bits that are no whole bytes."""
    if contents[:1] != b"\0":
        raise EncodingError("a BIT STRING in DER is not a number of whole bytes")
    return contents[1:]


def object_identifier(dotted: str) -> bytes:
    """The value of an object identifier, such as "1.2.840.10045.2.1"."""
    first, second, *rest = map(int, dotted.split("."))
    return value(OBJECT_IDENTIFIER, *map(_base_128, (40 * first + second, *rest)))


def _base_128(number: int) -> bytes:
    digits = [number & 0x7F]
    while number := number >> 7:
        digits.append(0x80 | number & 0x7F)
    return bytes(reversed(digits))


def dotted_identifier(contents: bytes) -> str:
    """The inverse, of the contents. Raises EncodingError if they are none."""
    numbers = list(_numbers(contents))
    if not numbers:
        raise EncodingError("an object identifier in DER is empty")
    first = min(numbers[0] // 40, 2)
    return ".".join(map(str, (first, numbers[0] - 40 * first, *numbers[1:])))


def _numbers(contents: bytes) -> Iterator[int]:
    number, is_first = 0, True
    if len(contents) > 64 or (contents and contents[-1] & 0x80):
        raise EncodingError("an object identifier in DER does not end")
    for octet in contents:
        if is_first and octet == 0x80:
            raise NotMinimalError("an object identifier in DER has more bytes than it needs")
        number, is_first = number << 7 | octet & 0x7F, not octet & 0x80
        if is_first:
            yield number
            number = 0
