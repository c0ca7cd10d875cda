"""FourQ: -x^2 + y^2 = 1 + d x^2 y^2 over the square of 2^127 - 1; key exchange with compressed keys and signatures as
FourQlib has them. Source: Costello and Longa 2015, draft-ladd-cfrg-4q, Costello and Longa 2016. Elements are a + b i,
numbers little-endian."""

import hashlib

Element = tuple[int, int]
Point = tuple[Element, Element]
P = 2**127 - 1
D: Element = (0xE40000000000000142, 0x5E472F846657E0FCB3821488F1FC0C8D)
ORDER = 0x29CBC14E5E0A72F05397829CBC14E5DFBD004DFE0F79992FB2540EC7768CE7
COFACTOR = 392
ONE: Element = (1, 0)
NEUTRAL: Point = ((0, 0), ONE)
GENERATOR: Point = (
    (0x1A3472237C2FB305286592AD7B3833AA, 0x1E1F553F2878AA9C96869FB360AC77F6),
    (0x0E3FEE9BA120785AB924A2462BCBB287, 0x6E1C4AF8630E024249A7C344844C8B5C),
)
BYTES = 32


def mul(a: Element, b: Element) -> Element:
    return (a[0] * b[0] - a[1] * b[1]) % P, (a[0] * b[1] + a[1] * b[0]) % P


def plus(a: Element, b: Element) -> Element:
    return (a[0] + b[0]) % P, (a[1] + b[1]) % P


def minus(a: Element, b: Element) -> Element:
    return (a[0] - b[0]) % P, (a[1] - b[1]) % P


def inverse(a: Element) -> Element:
    norm = pow(a[0] * a[0] + a[1] * a[1], -1, P)
    return a[0] * norm % P, -a[1] * norm % P


def is_on_curve(p: Point) -> bool:
    xx, yy = mul(p[0], p[0]), mul(p[1], p[1])
    return minus(yy, xx) == plus(ONE, mul(D, mul(xx, yy)))


def add(p: Point, q: Point) -> Point:
    """The law is complete."""
    (x1, y1), (x2, y2) = p, q
    t = mul(D, mul(mul(x1, x2), mul(y1, y2)))
    x3 = mul(plus(mul(x1, y2), mul(y1, x2)), inverse(plus(ONE, t)))
    y3 = mul(plus(mul(y1, y2), mul(x1, x2)), inverse(minus(ONE, t)))
    return x3, y3


def multiply(k: int, p: Point) -> Point:
    total = NEUTRAL
    for bit in f"{k:b}":
        total = add(total, total)
        total = add(total, p) if bit == "1" else total
    return total


def y_octets(p: Point) -> bytes:
    return p[1][0].to_bytes(16, "little") + p[1][1].to_bytes(16, "little")


def encode(p: Point) -> bytes:
    """y, with the highest bit of x, or of its other half, as the last bit."""
    sign = (p[0][0] or p[0][1]) >> 126
    text = y_octets(p)
    return text[:-1] + bytes([text[-1] | sign << 7])


def number(text: bytes) -> int:
    return int.from_bytes(text, "little")


def public(d: bytes) -> bytes:
    return encode(multiply(number(d), GENERATOR))


def agree(d: bytes, other: Point) -> bytes:
    """The secret with somebody whose key is that point."""
    return y_octets(multiply(COFACTOR * number(d), other))


def sha_512(*parts: bytes) -> bytes:
    return hashlib.sha512(b"".join(parts)).digest()


def signer(secret: bytes) -> bytes:
    """The public key of signatures."""
    return public(sha_512(secret)[:BYTES])


def sign(secret: bytes, message: bytes) -> bytes:
    """SchnorrQ."""
    k = sha_512(secret)
    r = sha_512(k[BYTES:], message)[:BYTES]
    point, own = public(r), public(k[:BYTES])
    h = number(sha_512(point, own, message)[:BYTES])
    return point + ((number(r) - number(k[:BYTES]) * h) % ORDER).to_bytes(BYTES, "little")
