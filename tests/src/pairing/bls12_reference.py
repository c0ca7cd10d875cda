"""BLS12-381 from its definitions, over integers: F_p12 = F_p[w] / (w^12 - 2 w^6 + 2), points on E over F_p12, the ate
pairing by Miller's algorithm with whole lines, and powers by their exponents. Nothing is shared with the library: it
has a tower, points on the twist, sparse lines and a chain of exponents."""

import dataclasses

P = 0x1A0111EA397FE69A4B1BA7B6434BACD764774B84F38512BF6730D2A0F6B0F6241EABFFFEB153FFFFB9FEFFFFFFFFAAAB
X = -0xD201000000010000
R = X**4 - X**2 + 1
G1 = (
    0x17F1D3A73197D7942695638C4FA9AC0FC3688C4F9774B905A14E3A3F171BAC586C55E83FF97A1AEFFB3AF00ADB22C6BB,
    0x08B3F481E3AAA0F1A09E30ED741D8AE4FCF5E095D5D00AF600DB18CB2C04B3EDD03CC744A2888AE40CAA232946C5E7E1,
)
G2 = (
    (
        0x024AA2B2F08F0A91260805272DC51051C6E47AD4FA403B02B4510B647AE3D1770BAC0326A805BBEFD48056C8C121BDB8,
        0x13E02B6052719F607DACD3A088274F65596BD0D09920B61AB5DA61BBDC7F5049334CF11213945D57E5AC7D055D042B7E,
    ),
    (
        0x0CE5D527727D6E118CC9CDC6DA2E351AADFD9BAA8CBDD3A76D429A695160D12C923AC9CC3BACA289E193548608B82801,
        0x0606C4A02EA734CC32ACD2B02BC28B99CB3E287E85A763AF267492AB572E99AB3F370D275CEC1DA1AAA9075FF05F79BE,
    ),
)
Fp2 = tuple[int, int]  # c0 + c1 u
Point = tuple | None  # coordinates, or infinity


@dataclasses.dataclass(frozen=True)
class Fp12:
    """Coefficients of 1, w, ..., w^11; u = w^6 - 1."""

    c: tuple[int, ...]

    @classmethod
    def of(cls, value: "int | Fp2", power: int = 0) -> "Fp12":
        """value w^power for an element of F_p or F_p2."""
        c0, c1 = (value, 0) if isinstance(value, int) else value
        return cls._reduced([0] * power + [c0 - c1, 0, 0, 0, 0, 0, c1])

    @classmethod
    def _reduced(cls, c: list[int]) -> "Fp12":
        c = c + [0] * (12 - len(c))
        for i in range(len(c) - 1, 11, -1):  # w^12 = 2 w^6 - 2
            c[i - 6] += 2 * c[i]
            c[i - 12] -= 2 * c[i]
        return cls(tuple(value % P for value in c[:12]))

    def __add__(self, other: "Fp12") -> "Fp12":
        return Fp12(tuple((a + b) % P for a, b in zip(self.c, other.c, strict=True)))

    def __sub__(self, other: "Fp12") -> "Fp12":
        return Fp12(tuple((a - b) % P for a, b in zip(self.c, other.c, strict=True)))

    def __mul__(self, other: "Fp12 | int") -> "Fp12":
        if isinstance(other, int):
            return Fp12(tuple(a * other % P for a in self.c))
        product = [0] * 23
        for i, a in enumerate(self.c):
            for j, b in enumerate(other.c):
                product[i + j] += a * b
        return self._reduced(product)

    def __pow__(self, exponent: int) -> "Fp12":
        if exponent < 0:
            return self.inverse() ** -exponent
        result = ONE
        for bit in f"{exponent:b}":
            result = result * result
            result = result * self if bit == "1" else result
        return result

    def conjugate(self) -> "Fp12":
        """The p^6-th power, which maps w to -w."""
        return Fp12(tuple(-a % P if i % 2 else a for i, a in enumerate(self.c)))

    def inverse(self) -> "Fp12":
        """By the norm to F_p6 and linear equations: the even coefficients are those of an element of F_p6 = F_p[w^2],
        whose matrix of multiplication is inverted."""
        norm = self * self.conjugate()
        rows = [(norm * Fp12.of(1, 2 * i)).c[::2] for i in range(6)]
        matrix = [[rows[j][i] for j in range(6)] + [int(i == 0)] for i in range(6)]
        for i in range(6):
            pivot = next(k for k in range(i, 6) if matrix[k][i])
            matrix[i], matrix[pivot] = matrix[pivot], matrix[i]
            factor = pow(matrix[i][i], -1, P)
            matrix[i] = [value * factor % P for value in matrix[i]]
            for k in range(6):
                if k != i:
                    matrix[k] = [(a - matrix[k][i] * b) % P for a, b in zip(matrix[k], matrix[i], strict=True)]
        return self.conjugate() * Fp12(tuple(matrix[i // 2][6] if i % 2 == 0 else 0 for i in range(12)))

    def tower(self) -> list[int]:
        """The coefficients in the library's order: c0.c0.c0, c0.c0.c1, c0.c1.c0, ... of F_p12 over F_p6 over F_p2."""
        pairs = [((self.c[i] + self.c[i + 6]) % P, self.c[i + 6]) for i in (0, 2, 4, 1, 3, 5)]
        return [value for pair in pairs for value in pair]


ONE = Fp12((1, *[0] * 11))


def mul2(a: Fp2, b: Fp2) -> Fp2:
    return (a[0] * b[0] - a[1] * b[1]) % P, (a[0] * b[1] + a[1] * b[0]) % P


def inv2(a: Fp2) -> Fp2:
    norm = pow(a[0] ** 2 + a[1] ** 2, -1, P)
    return a[0] * norm % P, -a[1] * norm % P


class Curve:
    """Affine points over F_p (numbers) or F_p2 (pairs): y^2 = x^3 + b."""

    def __init__(self, degree: int):
        self.degree = degree
        self.b: Fp2 = (4, 0) if degree == 1 else (4, 4)

    def add(self, p: Point, q: Point) -> Point:
        if p is None or q is None:
            return q if p is None else p
        (x1, y1), (x2, y2) = self._pairs(p), self._pairs(q)
        if x1 == x2 and ((y1[0] + y2[0]) % P, (y1[1] + y2[1]) % P) == (0, 0):
            return None
        if x1 == x2:
            square = mul2(x1, x1)
            slope = mul2((3 * square[0], 3 * square[1]), inv2((2 * y1[0] % P, 2 * y1[1] % P)))
        else:
            slope = mul2((y2[0] - y1[0], y2[1] - y1[1]), inv2(((x2[0] - x1[0]) % P, (x2[1] - x1[1]) % P)))
        square = mul2(slope, slope)
        x3 = (square[0] - x1[0] - x2[0]) % P, (square[1] - x1[1] - x2[1]) % P
        product = mul2(slope, (x1[0] - x3[0], x1[1] - x3[1]))
        y3 = (product[0] - y1[0]) % P, (product[1] - y1[1]) % P
        return (x3[0], y3[0]) if self.degree == 1 else (x3, y3)

    def _pairs(self, p: tuple) -> tuple[Fp2, Fp2]:
        return ((p[0], 0), (p[1], 0)) if self.degree == 1 else p

    def negate(self, p: Point) -> Point:
        if p is None:
            return None
        return (p[0], -p[1] % P) if self.degree == 1 else (p[0], (-p[1][0] % P, -p[1][1] % P))

    def multiply(self, k: int, p: Point) -> Point:
        if k < 0:
            return self.multiply(-k, self.negate(p))
        result = None
        for bit in f"{k:b}":
            result = self.add(result, result)
            result = self.add(result, p) if bit == "1" else result
        return result

    def with_x(self, x: int | Fp2) -> Point:
        """A point with this x, or None."""
        x = (x, 0) if self.degree == 1 else x
        cube = mul2(mul2(x, x), x)
        y = sqrt2(((cube[0] + self.b[0]) % P, (cube[1] + self.b[1]) % P))
        if y is None or (self.degree == 1 and y[1]):
            return None
        return (x[0], y[0]) if self.degree == 1 else (x, y)


E1, E2 = Curve(1), Curve(2)


def sqrt2(a: Fp2) -> Fp2 | None:
    """A square root in F_p2, or None."""
    norm = pow(a[0] ** 2 + a[1] ** 2, (P + 1) // 4, P)
    if (norm * norm - a[0] ** 2 - a[1] ** 2) % P:
        return None
    for s in (norm, -norm):
        half = (a[0] + s) * pow(2, -1, P) % P
        c0 = pow(half, (P + 1) // 4, P)
        if c0 and c0 * c0 % P == half:
            return c0, a[1] * pow(2 * c0, -1, P) % P
    c1 = pow(-a[0] % P, (P + 1) // 4, P)
    return (0, c1) if (c1 * c1 + a[0]) % P == 0 and a[1] == 0 else None


def miller(p: tuple[int, int], q: tuple[Fp2, Fp2]) -> Fp12:
    """f_(|x|, Q)(P) with Q on E over F_p12, the inverse at the end for the negative parameter."""
    w = Fp12.of(1, 1)
    to = w.inverse()
    qx, qy = Fp12.of(q[0]) * to * to, Fp12.of(q[1]) * to * to * to
    px, py = Fp12.of(p[0]), Fp12.of(p[1])
    f, tx, ty = ONE, qx, qy
    for bit in f"{-X:b}"[1:]:
        slope = tx * tx * 3 * (ty * 2).inverse()
        f = f * f * (py - ty - slope * (px - tx))
        x3 = slope * slope - tx - tx
        tx, ty = x3, slope * (tx - x3) - ty
        if bit == "1":
            slope = (ty - qy) * (tx - qx).inverse()
            f = f * (py - ty - slope * (px - tx))
            x3 = slope * slope - tx - qx
            tx, ty = x3, slope * (tx - x3) - ty
    return f.inverse()


def pairing(p: Point, q: Point) -> Fp12:
    """The library's pairing: the reduced optimal ate pairing, cubed."""
    if p is None or q is None:
        return ONE
    return miller(p, q) ** (3 * (P**12 - 1) // R)
