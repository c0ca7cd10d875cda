"""The Tate pairing on y^2 = x^3 + a x from its definition, over integers: affine points, whole lines with their
verticals, powers by their exponents; and by PARI/GP. Nothing is shared with the library: it has projective points,
leaves verticals out and takes powers by real parts."""

import dataclasses
import hashlib
import itertools
import subprocess

from codegen.fields import load_pairings

Point = tuple[int, int] | None  # None is infinity
Value = tuple[int, int]  # c0 + c1 i


@dataclasses.dataclass(frozen=True)
class Group:
    """A group of curves/pairings.json."""

    name: str
    q: int
    r: int
    h: int
    a: int
    generator: tuple[int, int]

    @classmethod
    def of(cls, name: str) -> "Group":
        record = load_pairings()[name]
        numbers = (int(text, 16) for text in (record["field"]["p"], record["r"], record["h"], record["a"]))
        return cls(name, *numbers, (int(record["G"]["x"], 16), int(record["G"]["y"], 16)))

    @property
    def bytes(self) -> int:
        """Bytes of an element."""
        return -(-self.q.bit_length() // 8)

    def right_hand_side(self, x: int) -> int:
        return (x**3 + self.a * x) % self.q

    def slope(self, p: tuple[int, int], other: tuple[int, int]) -> int | None:
        """The slope of the line through both, the tangent if they are one; None for a vertical."""
        if p[0] != other[0]:
            return (other[1] - p[1]) * pow(other[0] - p[0], -1, self.q) % self.q
        if (p[1] + other[1]) % self.q == 0:
            return None
        return (3 * p[0] ** 2 + self.a) * pow(2 * p[1], -1, self.q) % self.q

    def add(self, p: Point, other: Point) -> Point:
        if p is None or other is None:
            return p or other
        slope = self.slope(p, other)
        if slope is None:
            return None
        x = (slope**2 - p[0] - other[0]) % self.q
        return x, (slope * (p[0] - x) - p[1]) % self.q

    def multiply(self, k: int, p: Point) -> Point:
        result: Point = None
        for bit in f"{k:b}":
            result = self.add(result, result)
            result = self.add(result, p) if bit == "1" else result
        return result

    def mul(self, a: Value, b: Value) -> Value:
        return (a[0] * b[0] - a[1] * b[1]) % self.q, (a[0] * b[1] + a[1] * b[0]) % self.q

    def inverse(self, a: Value) -> Value:
        norm = pow(a[0] ** 2 + a[1] ** 2, -1, self.q)
        return a[0] * norm % self.q, -a[1] * norm % self.q

    def power(self, a: Value, k: int) -> Value:
        result = (1, 0)
        for bit in f"{k:b}":
            result = self.mul(result, result)
            result = self.mul(result, a) if bit == "1" else result
        return result

    def final(self, f: Value) -> Value:
        return self.power(f, (self.q**2 - 1) // self.r)

    def line(self, p: Point, other: Point, x: int, iy: int) -> Value:
        """The function with the divisor (p) + (other) - (p + other) - (O) at (x, i iy)."""
        if p is None or other is None:
            return 1, 0
        slope, total = self.slope(p, other), self.add(p, other)
        if slope is None or total is None:
            return (x - p[0]) % self.q, 0
        above = ((slope * (p[0] - x) - p[1]) % self.q, iy)
        return self.mul(above, self.inverse(((x - total[0]) % self.q, 0)))

    def pairing(self, p: tuple[int, int], q: tuple[int, int]) -> Value:
        """Miller's algorithm for f_{r,p} at (-x, i y) of q, and the final power."""
        x, iy = -q[0] % self.q, q[1]
        f, t = (1, 0), p
        for bit in f"{self.r:b}"[1:]:
            f = self.mul(self.mul(f, f), self.line(t, t, x, iy))
            t = self.add(t, t)
            if bit == "1":
                f = self.mul(f, self.line(t, p, x, iy))
                t = self.add(t, p)
        assert t is None, "p is not of order r"
        return self.final(f)

    def pari_pairing(self, p: tuple[int, int], q: tuple[int, int]) -> Value:
        """The same by PARI/GP's elltatepairing."""
        script = f"w = ffgen(Mod(x^2 + 1, {self.q}), 'w); E = ellinit([{self.a}, 0], w); i = w;\n"
        script += f"P = {list(p)} * w^0; Q = [-{q[0]} * w^0, {q[1]} * i];\n"
        script += f"t = elltatepairing(E, P, Q, {self.r})^(({self.q}^2 - 1) / {self.r});\n"
        script += "print(Vecrev(t.pol, 2));\n"
        found = subprocess.run(["gp", "-q", "-f"], input=script, capture_output=True, text=True, check=True)
        c0, c1 = found.stdout.strip(" []\n").split(",")
        return int(c0), int(c1)

    def map(self, u: int) -> Point:
        """The point with x = u or -u whose y is as odd as u."""
        for x in (u, -u % self.q):
            y = pow(self.right_hand_side(x), (self.q + 1) // 4, self.q)
            if y * y % self.q == self.right_hand_side(x):
                return x, y if y % 2 == u % 2 else -y % self.q
        raise AssertionError("neither x nor -x has a point")

    def hash(self, message: bytes, tag: bytes) -> Point:
        u = int.from_bytes(expand(message, tag, self.bytes + 16), "big") % self.q
        return self.multiply(self.h, self.map(u))


def expand(message: bytes, tag: bytes, count: int) -> bytes:
    """expand_message_xmd with SHA-256: RFC 9380, 5.3.1."""
    suffix = tag + bytes([len(tag)])
    first = hashlib.sha256(bytes(64) + message + count.to_bytes(2, "big") + b"\0" + suffix).digest()
    blocks = [hashlib.sha256(first + b"\1" + suffix).digest()]
    for i in itertools.count(2):
        if len(blocks) * 32 >= count:
            return b"".join(blocks)[:count]
        mixed = bytes(x ^ y for x, y in zip(first, blocks[-1], strict=True))
        blocks.append(hashlib.sha256(mixed + bytes([i]) + suffix).digest())
    raise AssertionError("never")
