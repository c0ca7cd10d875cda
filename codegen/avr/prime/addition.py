"""Addition, subtraction and multiplication by small numbers in prime fields: r is written while the sum is made, then
read again and finished."""

from codegen.avr.allocation import Bindings
from codegen.avr.kernel import Kernel
from codegen.avr.prime.field import PrimeField
from codegen.avr.prime.kernel import ARGUMENT_REGISTERS, make_kernel
from codegen.avr.prime.multiplication import add_row, first_row
from codegen.avr.prime.reduction import finish_sum, fold_top, subtract_masked
from codegen.avr.virtual import Program

BINDINGS = Bindings(dict(zip("rab", ARGUMENT_REGISTERS, strict=True)), in_z=("a",), in_x="b", in_y="r")
SMALL_BITS = 18  # of the small factor of mul_small_word
PARAMETERS = "uint8_t *r, const uint8_t *a, const uint8_t *b"


def add_modular(field: PrimeField) -> Kernel:
    """r = a + b mod p."""
    program = Program(aliased=True)
    n = field.byte_count
    a, b = program.argument("a", n), program.argument("b", n)
    total = []
    for i in range(n):
        total.append(program.copy(a[i]))
        program.op("adc" if i else "add", total[i], b[i])
        program.spill_places[total[i]] = ("r", i)
    carry = None if field.spare_bits else program.mask()
    finish_sum(program, field, total, carry)
    for i in range(n):
        program.store("r", i, total[i])
    header = {
        "name": "modular",
        "family": "fp-add",
        "summary": "sum, and p taken off under a mask, straight-line",
        "source": "-",
        "domain": "a, b < p",
    }
    operation = "r = a + b mod p; r may be a or b."
    return make_kernel(field, "add_modular", header, PARAMETERS, operation, program, BINDINGS)


def sub_modular(field: PrimeField) -> Kernel:
    """r = a - b mod p."""
    program = Program(aliased=True)
    n = field.byte_count
    a, b = program.argument("a", n), program.argument("b", n)
    total = []
    for i in range(n):
        total.append(program.copy(a[i]))
        program.op("sbc" if i else "sub", total[i], b[i])
        program.spill_places[total[i]] = ("r", i)
    program.comment("Add p if that borrowed.")
    subtract_masked(program, field.complement, total, program.mask())
    if field.spare_bits:
        program.op("lsl", total[-1])
        program.op("lsr", total[-1])
    for i in range(n):
        program.store("r", i, total[i])
    header = {
        "name": "modular",
        "family": "fp-sub",
        "summary": "difference, and p added under a mask, straight-line",
        "source": "-",
        "domain": "a, b < p",
    }
    operation = "r = a - b mod p; r may be a or b."
    return make_kernel(field, "sub_modular", header, PARAMETERS, operation, program, BINDINGS)


def mul_small_word(field: PrimeField) -> Kernel:
    """r = a c mod p for a small c."""
    program = Program(aliased=True)
    n = field.byte_count
    a = program.argument("a", n)
    c = program.in_registers((18, 19, 20))
    total = first_row(program, a[0], c)
    for j in range(1, n):
        # With a spare bit, the last row first adds less than 2^15 to a number below 2^10.
        add_row(program, total, j, a[j], c, first_carries=not field.spare_bits or j < n - 1)
    result = fold_top(program, field, [total[j] for j in range(n + 3)], field.prime << SMALL_BITS)
    for i in range(n):
        program.store("r", i, result[i])
    header = {
        "name": "word",
        "family": "fp-mul-small",
        "summary": "rows of three products, and reduction by the prime's shape, straight-line",
        "source": "-",
        "domain": f"a < p, c < 2^{SMALL_BITS}",
    }
    bindings = Bindings({"r": 24, "a": 22}, in_z=("a", "r"))
    operation = "r = a c mod p; r may be a."
    parameters = "uint8_t *r, const uint8_t *a, uint32_t c"
    return make_kernel(field, "mul_small_word", header, parameters, operation, program, bindings)
