"""Routines whose products are subroutines, for fields where a product is long: in line they would not fit in the
processor's cache of instructions."""

from collections.abc import Callable

from codegen.x86_64.kernel import Kernel
from codegen.x86_64.listing import WORD_BYTES, Listing
from codegen.x86_64.montgomery import montgomery_mul, montgomery_sqr
from codegen.x86_64.reduction import SpecialPrime
from codegen.x86_64.routine import Residues, Routine
from codegen.x86_64.rows import AdxRows, words_at

MUL, SQR = "mc_subroutine_mul_{}_adx", "mc_subroutine_sqr_{}_adx"


def subroutines(prime: SpecialPrime, below_p: bool) -> tuple[Kernel, ...]:
    """Products as kernels have them, which save no register; not reduced unless `below_p`."""
    mul, sqr = montgomery_mul(prime.n, AdxRows, prime, below_p), montgomery_sqr(prime.n, prime, below_p)
    of_sqr = "uint64_t *r, const uint64_t *a"
    of_mul = f"{of_sqr}, const uint64_t *b"
    return (
        Kernel(MUL.format(prime.name), of_mul, tuple(mul.function(saves=False))),
        Kernel(SQR.format(prime.name), of_sqr, tuple(sqr.function(saves=False))),
    )


class CalledRoutine(Routine):
    """Subroutines change all registers: the arguments are in the frame, and no value stays in a register between
    operations. Subroutines wipe their elements; they leave addresses below the stack."""

    source, target = "rsi", "rdi"  # pointers to operands and results

    def __init__(self, parameters: tuple[str, ...], given: dict[str, tuple[str, ...]], prime: SpecialPrime) -> None:
        super().__init__(parameters, parameters, given, prime.n)
        self.name = prime.name

    def begin(self, residues: Callable[[Listing, AdxRows], Residues]) -> None:
        super().begin(residues)
        self.asm.release(*self.residues.rows.scratch)
        self.asm.take(self.source)
        self.asm.take(self.target)

    def place(self, name: str, pointer: str = source) -> list[str]:
        if name not in self.given:
            return super().place(name)
        argument, start = self.given[name]
        self.asm("mov", pointer, self.asm.operand(argument))
        return words_at(pointer, self.n, start)

    def set(self, name: str, values: list[str]) -> None:
        self.residues.store(self.place(name, self.target), values)

    def product(self, result: str, a: str, b: str, below_p: bool = False) -> None:
        self.asm.block(f"{result} = {a} {b}")
        self._call(MUL, result, a, b)
        if below_p:
            self.below_p(result, result)

    def square(self, result: str, a: str) -> None:
        self.asm.block(f"{result} = {a}^2")
        self._call(SQR, result, a)

    def below_p(self, result: str, a: str) -> None:
        if self.residues.has_larger:
            super().below_p(result, a)

    def _call(self, symbol: str, *names: str) -> None:
        for register, name in zip(("rdi", "rsi", "rdx"), names, strict=False):
            if name in self.given:
                argument, start = self.given[name]
                self.asm("mov", register, self.asm.operand(argument))
                if start:
                    self.asm("add", register, WORD_BYTES * start)
            else:
                self.asm("lea", register, super().place(name)[0])
        self.asm("call", symbol.format(self.name))
