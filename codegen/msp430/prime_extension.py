"""Products and squares in F_p(u), u^2 = -1, by calls of the field's kernels: Karatsuba's three products, and the
complex square. Elements are a0 + a1 u, the coefficients in a row.

Two reductions for three products would save less than it costs here: the products would go to memory first, and their
differences have twice the words."""

from codegen.kernel_fields import PrimeField, UnsupportedField
from codegen.msp430.kernel import Kernel
from codegen.msp430.listing import RETURN_ADDRESS_BYTES, WORD_BYTES, Listing
from codegen.msp430.prime_addition import add_modular, sub_modular
from codegen.msp430.prime_montgomery_rows import is_general

ARGUMENTS = ("r12", "r13", "r14")
R, OWN_A, OWN_B = KEPT = ("r10", "r9", "r8")  # this function's arguments; calls keep these registers
STACK = "r1"

Address = tuple[str, int]  # a register and an offset in bytes


class Composition:
    """A function that keeps its arguments in registers and `room` bytes on the stack, and calls kernels."""

    def __init__(self, field: PrimeField, asm: Listing, product: Kernel, arguments: int, elements: int) -> None:
        """product: the kernel of the product; elements: those of F_p for which there is room."""
        self.field, self.asm, self.product = field, asm, product
        self.size = WORD_BYTES * field.words
        self.kept, self.room = KEPT[:arguments], elements * self.size
        self.calls: dict[str, Kernel] = {}
        asm.block("The arguments, and room for coefficients.")
        for register in self.kept:
            asm("push", register)
        asm("sub", f"#{self.room}", STACK)
        for own, argument in zip(self.kept, ARGUMENTS, strict=False):
            asm("mov", argument, own)

    def place(self, index: int) -> Address:
        """An element in the room."""
        return STACK, index * self.size

    def coefficient(self, argument: str, index: int) -> Address:
        """A coefficient of an argument."""
        return argument, index * self.size

    def call(self, kernel: Kernel, note: str, *addresses: Address) -> None:
        self.asm.block(note)
        for argument, (base, offset) in zip(ARGUMENTS, addresses, strict=False):
            self.asm("mov", base, argument)
            if offset:
                self.asm("add", f"#{offset}", argument)
        self.asm.call(kernel.symbol, kernel.asm)
        self.calls[kernel.symbol] = kernel

    def add(self, note: str, *addresses: Address) -> None:
        self.call(add_modular(self.field), note, *addresses)

    def sub(self, note: str, *addresses: Address) -> None:
        self.call(sub_modular(self.field), note, *addresses)

    def multiply(self, note: str, *addresses: Address) -> None:
        self.call(self.product, note, *addresses)

    def kernel(self, function: str, header: dict[str, str], operation: str, parameters: str) -> Kernel:
        """The end of the function, and its description."""
        asm = self.asm
        asm.block("Free the room; the registers of the caller.")
        asm("add", f"#{self.room}", STACK)
        for register in reversed(self.kept):
            asm("pop", register)
        asm("ret")
        if not asm.is_cpux:
            suffix, more = "", {}
        else:
            suffix, more = "_mpy32", {"requires": self.product.header["requires"]}
        name = header.pop("name") + suffix.replace("_", "-")
        shared = {"form": "montgomery", "source": "hankerson2004 Section 2.2.2"}
        deepest = max(kernel.stack_bytes for kernel in self.calls.values())
        return Kernel(
            field=self.field,
            function=function + suffix,
            header={"name": name, **header, **shared, "constant_time": "same-trace-and-addresses", **more},
            parameters=parameters,
            operation=(operation,),
            asm=asm,
            stack_bytes=self.room + WORD_BYTES * len(self.kept) + RETURN_ADDRESS_BYTES + deepest,
            multiplies=True,
            calls=tuple(self.calls.values()),
        )


def _check(field: PrimeField) -> None:
    if not is_general(field) or field.prime % 4 != 3:
        raise UnsupportedField(f"{field.name}: the extension is for primes of 16 words, 3 modulo 4, in Montgomery form")


def fp2_mul(field: PrimeField, product: Kernel) -> Kernel:
    """r = a b: (a0 + a1)(b0 + b1), a0 b0 and a1 b1."""
    _check(field)
    made = Composition(field, Listing(tuple(product.asm.cycles)), product, 3, 3)
    middle, low, high = map(made.place, range(3))
    (a0, a1), (b0, b1), (r0, r1) = ([made.coefficient(argument, i) for i in range(2)] for argument in (OWN_A, OWN_B, R))
    made.add("a0 + a1.", middle, a0, a1)
    made.add("b0 + b1.", low, b0, b1)
    made.multiply("Their product.", middle, middle, low)
    made.multiply("a0 b0.", low, a0, b0)
    made.multiply("a1 b1.", high, a1, b1)
    made.sub("r1 = the product of the sums - a0 b0 - a1 b1.", middle, middle, low)
    made.sub("The second difference.", r1, middle, high)
    made.sub("r0 = a0 b0 - a1 b1.", r0, low, high)
    header = {
        "name": "karatsuba",
        "family": "fp2-mul",
        "summary": "three products, each reduced, called",
        "domain": "coefficients of a and b below p",
    }
    operation = "r = a b / 2^256 in F_p(u), u^2 = -1; r may be a or b."
    return made.kernel("fp2_mul_karatsuba", header, operation, "uint16_t *r, const uint16_t *a, const uint16_t *b")


def fp2_sqr(field: PrimeField, product: Kernel) -> Kernel:
    """r = a^2: (a0 + a1)(a0 - a1) + 2 a0 a1 u."""
    _check(field)
    made = Composition(field, Listing(tuple(product.asm.cycles)), product, 2, 2)
    total, rest = map(made.place, range(2))
    (a0, a1), (r0, r1) = ([made.coefficient(argument, i) for i in range(2)] for argument in (OWN_A, R))
    made.add("a0 + a1.", total, a0, a1)
    made.sub("a0 - a1.", rest, a0, a1)
    made.multiply("a0 a1.", r1, a0, a1)
    made.add("r1 = 2 a0 a1.", r1, r1, r1)
    made.multiply("r0 = (a0 + a1)(a0 - a1).", r0, total, rest)
    header = {
        "name": "complex",
        "family": "fp2-sqr",
        "summary": "(a0 + a1)(a0 - a1) and 2 a0 a1, by products that are called",
        "domain": "coefficients of a below p",
    }
    operation = "r = a^2 / 2^256 in F_p(u), u^2 = -1; r may be a."
    return made.kernel("fp2_sqr_complex", header, operation, "uint16_t *r, const uint16_t *a")
