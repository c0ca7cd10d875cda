"""Sums of several residues modulo 2^256 - c in registers of the core, reduced once. c is a sum of few words, as the c
of secp256r1 is: 2^224 - 2^192 - 2^96 + 1."""

import dataclasses
from collections.abc import Sequence

from codegen.kernel_fields import PrimeField
from codegen.msp430.listing import WORD_BYTES, Listing, at
from codegen.msp430.prime_blocks import HALF, HALF_BYTES, RING
from codegen.msp430.prime_reduction import ONES, digits
from codegen.msp430.routines import Place, point

R, POINTER, ABOVE, CARRIES = "r12", "r13", "r14", "r15"
COMPLEMENT = (1 << 224) - (1 << 192) - (1 << 96) + 1
ADDED, SUBTRACTED = ("add", "addc", "adc"), ("sub", "subc", "sbc")


@dataclasses.dataclass(frozen=True)
class Term:
    """source: the place of an element; a number, as its words; or None for the sum so far, which doubles."""

    mnemonics: tuple[str, str, str]
    source: Place | list[int] | None


class Sums:
    """Writes sums for the code of a function with a frame."""

    def __init__(self, asm: Listing, field: PrimeField) -> None:
        self.asm, self.prime = asm, field.prime

    def multiple(self, count: int) -> Term:
        """+ count p. What it has above 2^256 goes to `start`."""
        return Term(ADDED, digits(count * self.prime % (1 << 256), 2 * HALF))

    def sum(self, result: Place, first: Place, terms: Sequence[Term], start: int = 0) -> None:
        """The residue of the element `first` plus the terms plus start 2^256, which is from 0 to 4 p - 1, to the place
        of the result.

        For v + h 2^256 with v < 2^256, v + (h + 1) c carries beyond 2^256 if p must be subtracted h + 1 times; what it
        leaves is below (h + 1) c and so below p. Otherwise c is subtracted again, and p has been subtracted h times."""
        asm = self.asm
        self._add(result, first, terms, start)
        asm.block("Plus (h + 1) (2^256 - p).")
        more, opposite = POINTER, CARRIES
        asm("mov", ABOVE, more)
        asm("add", "#1", more)
        asm("mov", more, opposite)
        asm("inv", opposite)
        asm("push", opposite)
        asm("add", "#1", opposite)
        # (h + 1) c = h + 1 + 2^96 (- h - 1 - (h + 1) 2^96 + (h + 1) 2^128)
        for word in range(2 * HALF):
            others = {0: more, 6: opposite, 12: at("r1"), 14: ABOVE}
            is_one = 6 < word < 14
            self._onto(word, ADDED, others.get(word, "#-1" if is_one else "#0"))
        asm("subc", ABOVE, ABOVE, note="all ones if it does not carry")
        asm("add", f"#{WORD_BYTES}", "r1")
        asm.block("If that does not carry, minus 2^256 - p.")
        self._subtract_masked()

    def difference(self, result: Place, first: Place, second: Place) -> None:
        """The residue of first - second, to the place of the result."""
        self._add(result, first, [Term(SUBTRACTED, second)], 0)
        self.asm.block("Plus p if that borrows: minus 2^256 - p.")
        self._subtract_masked()

    def _onto(self, word: int, mnemonics: tuple[str, str, str], source: str) -> None:
        """Adds a word to the residue: its lower half is at the address in R, the other in the ring."""
        target = at(R, WORD_BYTES * word) if word < HALF else RING[word - HALF]
        self.asm(mnemonics[word > 0], source, target)

    def _subtract_masked(self) -> None:
        """Subtracts c where ABOVE is all ones; stores the upper half."""
        asm, mask, one, even = self.asm, ABOVE, POINTER, CARRIES
        asm("mov", mask, even)
        asm("rla", even)
        asm("mov", mask, one)
        asm("and", "#1", one)
        sources = {0: "#0", 1: one, ONES - 1: even, ONES: mask}
        for word, value in enumerate(digits(COMPLEMENT, 2 * HALF)):
            self._onto(word, SUBTRACTED, sources[value])
        self._store(HALF)

    def _store(self, start: int) -> None:
        for k, register in enumerate(RING, start):
            self.asm("mov", register, at(R, WORD_BYTES * k))

    def _add(self, result: Place, first: Place, terms: Sequence[Term], start: int) -> None:
        """The lower half of the sum goes to the result, the upper one to the ring, the part above 2^256 to ABOVE. The
        carries of the lower half are the bits of CARRIES, the first on top."""
        asm = self.asm
        point(asm, R, result)
        asm("clr", CARRIES)
        for half in range(2):
            asm.block(f"Words {HALF * half} to {HALF * half + HALF - 1}.")
            if half:
                asm("mov", f"#{start}", ABOVE)
            point(asm, POINTER, first, HALF_BYTES * half)
            for register in RING:
                asm("mov", f"@{POINTER}+", register)
            for n, term in enumerate(terms, 1):
                self._add_half(term, half, 1 << len(terms) - n)
            if not half:
                self._store(0)

    def _add_half(self, term: Term, half: int, carry: int) -> None:
        asm, (begin, go_on, end), source = self.asm, term.mnemonics, term.source
        is_element = source is not None and not isinstance(source, list)
        if is_element:
            point(asm, POINTER, source, HALF_BYTES * half)
        if half:
            asm("bit", f"#{carry}", CARRIES)
        for k, register in enumerate(RING, HALF * half):
            if source is None:
                asm("rlc" if k else "rla", register)
                continue
            word = f"@{POINTER}+" if is_element else f"#{-1 if source[k] == ONES else source[k]}"
            asm(go_on if k else begin, word, register)
        asm(*((end, ABOVE) if half else ("rlc", CARRIES)))
