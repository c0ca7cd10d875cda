"""A doubling of a point of secp256r1 or another Weierstrass curve over its field, in Montgomery form, that calls the
kernels of product, square and difference. What lies between products is r = u x + y, u x - y or y - u x for u = 2 or
3: a local routine, which reduces once."""

from codegen.arm.listing import CALLEE_SAVED, WORD_BYTES, Listing, at, listed
from codegen.arm.prime_field import PrimeField as SpecialField
from codegen.armv7 import cortex_m4, generalised_mersenne
from codegen.armv7.kernel import Kernel
from codegen.armv7.montgomery_residues import check
from codegen.armv7.montgomery_special import mul_reduce_montgomery_special, sqr_reduce_montgomery_special
from codegen.armv7.prime_kernels import sub_modular
from codegen.armv7.program import Program, Value
from codegen.armv7.routines import Calling
from codegen.armv7.weak_residues import WORDS
from codegen.kernel_fields import PrimeField

ELEMENT_BYTES = WORD_BYTES * WORDS
A, B = (("sp", ELEMENT_BYTES * i) for i in range(2))  # elements of the frame
ARGUMENTS = 2 * ELEMENT_BYTES  # place of the arguments in it
SUM, AZ4, POWER = "r4", "r5", "r6"
X, Y2, Z = ((SUM, ELEMENT_BYTES * i) for i in range(3))
RESULT_WORDS = tuple(f"r{i}" for i in range(4, 4 + WORDS))
OVER = "r12"
CALL_CYCLES = 1 + cortex_m4.REFILL

Element = tuple[str, int]  # at an offset from a register


class Calls:
    """Writes the function, and counts a run of it."""

    def __init__(self, field: PrimeField) -> None:
        self.asm, self.field = Listing(), field
        self.kernels = {
            "product": mul_reduce_montgomery_special(field),
            "square": sqr_reduce_montgomery_special(field),
            "difference": sub_modular(field),
        }
        self.local: dict[str, Listing] = {}
        self.called_instructions = self.called_cycles = 0

    def call(self, name: str, *elements: Element) -> None:
        """Calls a kernel with the addresses of elements."""
        self._addresses(elements)
        self._branch(self.kernels[name].symbol, self.kernels[name].asm)

    def _addresses(self, elements: tuple[Element, ...]) -> None:
        for i, (register, offset) in enumerate(elements):
            self.asm(*(("add", f"r{i}", register, f"#{offset}") if offset else ("mov", f"r{i}", register)))

    def _branch(self, label: str, routine: Listing, further: int = 0) -> None:
        self.asm("bl", label)
        self.called_instructions += routine.instructions
        self.called_cycles += cortex_m4.cycles(routine) + further + CALL_CYCLES - 1

    def combine(self, name: str, result: Element, y: Element, x: Element, factor: int) -> None:
        """Calls a local routine, which leaves nothing in registers."""
        self._addresses((y, x))
        self.asm("mov", "r2", f"#{factor}")
        register, offset = result
        self.asm(*(("add", "r3", register, f"#{offset}") if offset else ("mov", "r3", register)))
        entry, rest = self.local[name], self.local["finish"]
        self._branch(f".L{name}", entry)
        self.called_instructions += rest.instructions
        self.called_cycles += cortex_m4.cycles(rest) + (cortex_m4.REFILL if name == "less" else 0)

    def arguments(self, *registers: str) -> None:
        """Loads arguments again."""
        for register in registers:
            self.asm("ldr", register, at("sp", ARGUMENTS + WORD_BYTES * (SUM, AZ4, POWER).index(register)))

    def define(self) -> None:
        """The local routines: addresses of y and x in r0 and r1, u in r2, of the result in r3."""
        self.local = {"sum": self._sum(), "less": self._less(), "finish": self._finish()}

    def _start(self) -> Listing:
        asm = Listing()
        asm("push", "{r3, lr}")
        asm("ldm", "r0", listed(RESULT_WORDS))
        return asm

    def _multiples(self, asm: Listing, is_negative: bool) -> None:
        """y + u x or, with 2^256 - 1 - x in the place of x, y - u x; the part above in OVER."""
        for i in range(0, WORDS, 2):
            asm("ldm", "r1!", "{r0, lr}")
            for word, result in zip(("r0", "lr"), RESULT_WORDS[i:], strict=False):
                if is_negative:
                    asm("mvn", word, word)
                asm("umaal", result, OVER, word, "r2")

    def _sum(self) -> Listing:
        """3 x + y, 2 x - y: of y all bits are inverted, 1 is added to it, and 2^256 less that above."""
        asm = self._start()
        asm("rsb", OVER, "r2", "#3")
        asm("rsb", "r3", OVER, "#0")
        for word in RESULT_WORDS:
            asm("eor", word, word, "r3")
        self._multiples(asm, is_negative=False)
        asm("add", OVER, OVER, "r3")
        return asm

    def _less(self) -> Listing:
        """y - 2 x."""
        asm = self._start()
        asm("mov", OVER, "r2")
        self._multiples(asm, is_negative=True)
        asm("sub", OVER, OVER, "r2")
        asm("b", ".Lfinish")
        return asm

    def _finish(self) -> Listing:
        """The residue of the words and the part above, between -2 and 3."""
        words, over = [Value() for _ in RESULT_WORDS], Value()
        program, asm = Program(0, keeps_result=True), Listing()
        reduced = generalised_mersenne.finish(program, SpecialField.of(self.field.name), words, over)
        program.write(asm, {**dict(zip(words, RESULT_WORDS, strict=True)), over: OVER}, tuple(reduced))
        asm("ldr", "r0", "[sp]")
        asm("stm", "r0", listed(RESULT_WORDS))
        asm("pop", "{r3, pc}")
        return asm

    def write(self) -> None:
        asm, call, combine = self.asm, self.call, self.combine
        asm("push", listed(["r0", "r1", "r2", *CALLEE_SAVED]))
        asm("sub", "sp", "sp", f"#{ARGUMENTS}")
        for register, argument in ((SUM, "r0"), (AZ4, "r1"), (POWER, "r2")):
            asm("mov", register, argument)
        asm.block("Z3 = (2 Y) Z, (2 Y)^2, A = 3 X^2 + a Z^4")
        call("product", Z, Z, Y2)
        call("square", (POWER, 0), Y2)
        call("square", B, X)
        combine("sum", A, (AZ4, 0), B, 3)
        asm.block("B = X (2 Y)^2, (2 Y)^4, X3 = A^2 - 2 B")
        self.arguments(SUM, POWER)
        call("product", B, X, (POWER, 0))
        call("square", (POWER, 0), (POWER, 0))
        call("square", X, A)
        combine("less", X, X, B, 2)
        asm.block("2 Y3 = 2 A (B - X3) - (2 Y)^4")
        self.arguments(SUM, POWER)
        call("difference", B, B, X)
        call("product", B, B, A)
        combine("sum", Y2, (POWER, 0), B, 2)
        asm("add", "sp", "sp", f"#{ARGUMENTS + 3 * WORD_BYTES}")
        asm("pop", listed([*CALLEE_SAVED[:-1], "pc"]))

    def finished(self) -> Listing:
        """Everything in one listing, whose count is that of a run."""
        asm = self.asm
        texts = {
            "sum": "r = u x + y for u = 3, u x - y for u = 2.",
            "less": "r = y - 2 x.",
            "finish": "The residue.",
        }
        for name in ("less", "sum", "finish"):
            asm.block(texts[name])
            asm.lines += [f".L{name}:", *self.local[name].lines]
        asm.instructions += self.called_instructions
        return asm


def doubling_calls(field: PrimeField) -> Kernel:
    """The double of X, 2 Y, Z."""
    check(field)
    calls = Calls(field)
    calls.define()
    calls.write()
    cycles = cortex_m4.cycles(calls.asm) + calls.called_cycles
    deepest = max(2 * WORD_BYTES, *(kernel.stack_bytes for kernel in calls.kernels.values()))
    return Calling(
        field=field,
        function="doubling_calls",
        header={
            "name": "calls",
            "family": "doubling",
            "summary": "a doubling by calls of the kernels of product and square, other sums reduced once",
            "source": "hankerson2004 Algorithm 3.23, without its division by two; the arithmetic is ours",
            "domain": "any points of curves with a other than 0, infinity included",
            "constant_time": "same-trace-and-addresses",
            "curves": "prime",
            "form": "montgomery",
        },
        parameters="uint32_t *sum, const uint32_t *az4, uint32_t *power",
        operation=(
            "sum: X, 2 Y, Z, which the double replaces; az4 = a Z^4, power = (2 Y)^4 of the point given;",
            "all are below p, and are numbers times R = 2^256 modulo p.",
        ),
        asm=calls.finished(),
        stack_bytes=ARGUMENTS + WORD_BYTES * (3 + len(CALLEE_SAVED)) + deepest,
        run_cycles=cycles,
    )


GENERATORS = (doubling_calls,)
