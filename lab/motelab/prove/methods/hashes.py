"""Proofs of the compressions of hash functions, by rows of bits and sums.

The compression of the standard is computed first, over the same inputs and in words of the processor. Each sum that is
a word of the schedule or of the state gets a name there: new digits that are the sum. Then the kernel is executed;
where it computes one of these sums, in whatever order, the result is the same polynomial, and so the same digits."""

from motelab.prove.domains.polynomials import plus
from motelab.prove.domains.terms import ZERO, Row, Terms, product
from motelab.prove.kernel.contract import Contract
from motelab.prove.kernel.execution import Broken, Call, Done, execute
from motelab.prove.kernel.objects import Code
from motelab.prove.kernel.verdicts import Undecided
from motelab.prove.meanings.hashes import STATE, WORDS, Compression
from motelab.prove.targets import Target

METHOD = "bits and sums"


class Words:
    """The operations of the standard on words that are rows of bits."""

    def __init__(self, domain: Terms, bits: int, part: int):
        self.domain, self.bits, self.part = domain, bits, part

    def sum(self, *words: Row | int) -> Row:
        """A sum modulo 2^bits, by names of its parts."""
        total: dict = {}
        for word in words:
            total = plus(total, self.domain.parts(word)[0])
        return Row(bit for value in self.parts_of(total) for bit in self.domain.name(value, self.part))

    def parts_of(self, total: dict) -> list:
        """The digits of a number to the base 2^part, up to 2^bits."""
        domain, found, rest = self.domain, [], total
        for place in range(self.bits // self.part):
            above = domain.floor(total, 1 << self.part * (place + 1), *domain.variables.interval(total))
            found.append(domain.word(plus(rest, above, -(1 << self.part)), 0, (1 << self.part) - 1))
            rest = above
        return found

    def xor(self, *words: Row) -> Row:
        total = (ZERO,) * self.bits
        for word in words:
            total = [x ^ y for x, y in zip(total, word, strict=True)]
        return Row(total)

    def both(self, a: Row, b: Row) -> Row:
        return Row(product(x, y) for x, y in zip(a, b, strict=True))

    def rotated(self, x: Row, n: int) -> Row:
        return Row([*x[n:], *x[:n]])

    def shifted(self, x: Row, n: int) -> Row:
        return Row([*x[n:], *[ZERO] * n])


def prove(target: Target, contract: Contract, code: Code, meaning: Compression) -> Done:
    """The execution that shows the statement; raises Undecided, Stuck or Broken."""
    domain = Terms()
    words = Words(domain, meaning.bits, target.word_bits)
    state, block = ([domain.row(meaning.bits) for _ in range(count)] for count in (STATE, WORDS))
    expected = meaning.compressed(words, state, block)
    memory = meaning.memory(in_bytes(state), in_bytes(block), None)
    done = execute(target, contract, code, domain, Call(meaning.sizes(target, contract), {"context": memory}))
    start, machine = done.places["context"], done.machine
    for place, wanted in enumerate(in_bytes(expected)):
        check(domain, machine.forced(machine.memory[start + place]), wanted, f"byte {place} of the state")
    for place, wanted in enumerate(in_bytes(block) if meaning.is_kept else []):
        found = machine.forced(machine.memory[start + meaning.block + place])
        check(domain, found, wanted, f"byte {place} of the block, which is kept,")
    between = range(start + STATE * meaning.size, start + meaning.block)
    if any(is_store and address in between for is_store, address in machine.events):
        raise Broken("a byte between the state and the block is written")
    return done


def in_bytes(words: list[Row]) -> list[Row]:
    return [Row(word[i : i + 8]) for word in words for i in range(0, len(word), 8)]


def check(domain: Terms, found, wanted: Row, what: str) -> None:
    """Undecided unless a byte is what it must be, as a polynomial."""
    if domain.parts(found)[0] != domain.parts(wanted)[0]:
        raise Undecided(f"{what} is another function of sums and bits, as it is written")


__all__ = ["METHOD", "prove"]
