"""Proofs of kernels of binary fields, by forms over GF(2)."""

from motelab.prove.domains.bilinear import constant
from motelab.prove.domains.counting import Counting
from motelab.prove.domains.forms import Bits, Forms, ones
from motelab.prove.kernel.contract import Contract
from motelab.prove.kernel.execution import Broken, Call, Done, execute, overlaps
from motelab.prove.kernel.objects import Code
from motelab.prove.kernel.verdicts import Differs
from motelab.prove.meanings.binary import Binary
from motelab.prove.targets import Target

METHOD = "forms over GF(2)"


def input_bytes(forms: list[int], size: int) -> list:
    """An input in memory: a form for each bit, 0 above them."""
    padded = [*forms, *[0] * (8 * size - len(forms))]
    return [constant(Bits(padded[8 * i : 8 * i + 8])) for i in range(size)]


def prove(target: Target, contract: Contract, code: Code, meaning: Binary) -> Done:
    """The execution that shows the statement; raises Differs, Stuck or Broken."""
    f = contract.modulus
    names = [name for name, _ in meaning.inputs]
    bits = [meaning.bits(name, f) for name in names]
    forms = Forms(*bits)
    of = dict(zip(names, (forms.left_bit, forms.right_bit), strict=False))
    size = meaning.sizes(target, contract)
    inputs = {n: input_bytes([of[n](i) for i in range(count)], size[n]) for n, count in zip(names, bits, strict=True)}
    call = Call(size, inputs)
    done = execute(target, contract, code, Counting(forms), call)
    compare(done, meaning, f, forms, names)
    for same in late(done, contract):
        other = execute(target, contract, code, Counting(forms), Call(size, inputs, same=same))
        compare(other, meaning, f, forms, names)
    return done


def late(done: Done, contract: Contract) -> list[dict[str, str]]:
    """The overlaps that the order of reads and writes does not settle: each is executed by itself."""
    if not contract.aliases or overlaps(done, contract.aliases) is None:
        return []
    return [{other: output} for output, other in contract.aliases]


def compare(done: Done, meaning: Binary, f: tuple[int, ...], forms: Forms, names: list[str]) -> None:
    """Differs at the first bit of the output that is another polynomial."""
    domain = done.machine.domain.forms
    found = [bit for byte in done.output(meaning.output[0]) for bit in domain.bits(byte, 8)]
    for place, (got, expected) in enumerate(zip(found, meaning.expected(f, forms, len(found)), strict=True)):
        if not domain.is_known(got):
            raise Broken(f"bit {place} of {meaning.output[0]}: a product of bits that is no form")
        if got != expected:
            raise Differs(f"bit {place} of {meaning.output[0]}", witness(got ^ expected, forms, names))


def witness(form: int, forms: Forms, names: list[str]) -> dict[str, int]:
    """Inputs at which a polynomial that is not 0 is 1: those of a monomial of least degree, and else 0."""
    values = dict.fromkeys(names, 0)
    place = ones(form & (1 << forms.linear) - 1 or form)[0]
    if place >= forms.linear:
        i, j = divmod(place - forms.linear, forms.stride)
        values |= {names[0]: 1 << i, names[1]: 1 << j}
    elif place >= forms.right_start:
        values[names[1]] = 1 << place - forms.right_start
    elif place:
        values[names[0]] = 1 << place - 1
    return values
