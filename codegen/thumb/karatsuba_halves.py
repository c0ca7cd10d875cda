"""Products and squares of elements of eight words by Karatsuba's method, with their reduction, for little flash. The
three products of halves are calls of one local routine, and so are the three squares. What follows, the sums of the
parts and the reduction, is a routine that product and square share: the square's middle part has the sign that the
distances of a product may have.

The frame is the same for both: the parts, or the distances in the place of one, then the arguments and the sign."""

from collections.abc import Callable

from codegen.kernel_fields import PrimeField, UnsupportedField
from codegen.thumb import montgomery_residues as residues
from codegen.thumb import weak_residues as weak
from codegen.thumb.listing import WORD_BYTES, Listing
from codegen.thumb.numbers import Framed, Memory, Number, distance, store
from codegen.thumb.prime_product import multiply, square
from codegen.thumb.prime_reduction import fold_pseudo
from codegen.thumb.program import Program
from codegen.thumb.routines import RETURN_ADDRESS_BYTES, Composed, Routines
from codegen.values import Value

NAME = "karatsuba-halves"
WORDS = 8
HALF_WORDS = WORDS // 2
HALF_BYTES = WORD_BYTES * HALF_WORDS
LOW, MIDDLE, HIGH = 0, 2, 4  # the parts, as halves of the frame; the distances are in the place of the upper one
DISTANCES = (HIGH, HIGH + 1)
R, A, B, MASK = (6 * HALF_BYTES + WORD_BYTES * i for i in range(4))  # places of the arguments and of the sign
FRAME_BYTES = MASK + WORD_BYTES

KINDS = {"product": (A, B), "square": (A,)}  # of routines that the step of a ladder calls, too

Combination = Callable[[Program, Number, Number, Number, Value], list[Value]]


def _combine_pseudo(field: PrimeField) -> Combination:
    def combine(p: Program, *parts) -> list[Value]:
        product = weak.combine_open(p, *parts)
        open_carries = {0: product.shared, HALF_WORDS: product.extension}
        return fold_pseudo(p, field, product.words, open_carries)

    return combine


def _combination(field: PrimeField) -> Combination:
    """The sums of the parts and the reduction."""
    if field.name == "fp255":
        return _combine_pseudo(field)
    residues.check(field)
    return residues.combine


def local_symbol(field: str, name: str) -> str:
    """Of a routine in the kernel of products or, if it is the square, of squares."""
    prefix = "sqr" if name == "square" else "mul"
    return f"mc_{field}_{prefix}_reduce_karatsuba_halves_thumb_{name}"


class Halves:
    """Writes a product or a square. `arguments` are the places of the operands in the frame."""

    def __init__(self, field: PrimeField, arguments: tuple[int, ...]) -> None:
        self.field, self.arguments = field, arguments
        self.is_local = field.name == "fp255"  # whether the whole is a routine
        self.code = Routines(FRAME_BYTES, 1 + self.is_local)
        self._combined()
        p = self.code.routine(1 + len(arguments))
        operands = [Memory(p, base, 0, HALF_WORDS) for base in p.arguments[1:]]
        store(p, (multiply if len(arguments) > 1 else square)(p, *operands), p.arguments[0])
        self.code.define("half", p)

    def _combined(self) -> None:
        p = self.code.routine(0)
        p.is_frame_kept = True
        frame = self.code.depth * RETURN_ADDRESS_BYTES
        low, high, middle = (Framed(p, frame + HALF_BYTES * part, WORDS) for part in (LOW, HIGH, MIDDLE))
        mask = p.load_table(frame + MASK)
        words = _combination(self.field)(p, low, high, middle, mask)
        store(p, words, p.load_table(frame + R))
        self.code.define("combined", p, local_symbol(self.field.name, "combined"))

    def _distances(self) -> None:
        """Of the halves of each operand, and the sign of their product, less that of the middle part."""
        p, frame = self.code.part(1 + len(self.arguments)), self.code.pushed
        for argument, place in zip(p.arguments, (R, *self.arguments), strict=True):
            p.store_table(argument, frame + place)
        masks = []
        for i, base in enumerate(p.arguments[1:]):
            halves = [Memory(p, base, HALF_WORDS * half, HALF_WORDS) for half in ((1, 0) if i else (0, 1))]
            words, mask = distance(p, *halves)
            masks.append(mask)
            for k, word in enumerate(words):
                p.store_table(word, frame + HALF_BYTES * DISTANCES[i] + WORD_BYTES * k)
        mask = p.eors(*masks) if len(masks) > 1 else p.inverted(p.constant(0))
        p.store_table(mask, frame + MASK)
        self.code.append(p)

    def write(self) -> None:
        if self.is_local:
            (name,) = (name for name, arguments in KINDS.items() if arguments == self.arguments)
            self.code.define_calling(name, self._write_whole, local_symbol(self.field.name, name))
            self.code.call(name, HALF_BYTES)
        else:
            self._write_whole()

    def _write_whole(self) -> None:
        self.code.main.block("The distances of the halves; the argument's places.")
        self._distances()
        self.code.main.block("The middle, the lower and the upper part; their sums, and the reduction.")
        self.code.call("half", HALF_BYTES, MIDDLE, *DISTANCES[: len(self.arguments)])
        for half, part in enumerate((LOW, HIGH)):
            self.code.call("half", HALF_BYTES, part, *((place, half) for place in self.arguments))
        self.code.call("combined", HALF_BYTES)


def shared(field: PrimeField) -> tuple[dict[str, tuple[Listing, str]], int]:
    """The routines that other kernels call, with their symbols, and the bytes of their frame."""
    found, frame = {}, 0
    for name, arguments in KINDS.items():
        halves = Halves(field, arguments)
        halves.write()
        found[name] = halves.code.local[name], local_symbol(field.name, name)
        frame = max(frame, FRAME_BYTES + WORD_BYTES * halves.code.slots)
    return found, frame


def _kernel(field: PrimeField, prefix: str, arguments: tuple[int, ...]) -> Composed:
    if field.words != WORDS:
        raise UnsupportedField(f"{field.name}: its elements have not {WORDS} words")
    halves = Halves(field, arguments)
    halves.write()
    is_product, is_montgomery = len(arguments) > 1, field.name != "fp255"
    names = ["a", "b"][: len(arguments)]
    product = "a b" if is_product else "a^2"
    divided = f"{product} / 2^256" if is_montgomery else product
    return Composed(
        field=field,
        function=f"{prefix}_reduce_karatsuba_halves",
        header={
            "name": NAME,
            "family": f"fp-{prefix}-reduce",
            "form": "montgomery" if is_montgomery else "plain",
            "summary": f"Karatsuba's method on halves, whose {'products' if is_product else 'squares'} are calls",
            "source": "Karatsuba and Ofman 1963; the routine for sums and reduction, which both share, is ours",
            "domain": f"{', '.join(names)} below p",
            "constant_time": "same-trace-and-addresses",
        },
        parameters=", ".join(["uint32_t *r", *(f"const uint32_t *{name}" for name in names)]),
        operation=(f"r = {divided} mod p; r may be {' or '.join(names)}.",),
        whole=halves.code.finished(() if is_product else ("combined",)),
    )


def mul_reduce_halves(field: PrimeField) -> Composed:
    """r = a b mod p, or a b / R."""
    return _kernel(field, "mul", (A, B))


def sqr_reduce_halves(field: PrimeField) -> Composed:
    """r = a^2 mod p, or a^2 / R, by the product's routine for the sums."""
    return _kernel(field, "sqr", (A,))


GENERATORS = (mul_reduce_halves, sqr_reduce_halves)
