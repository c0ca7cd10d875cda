"""Half-trace kernel: even places by the half-traces of their square roots, odd places by a table.

H(z^(2 i)) = H(z^i) + z^i + Tr(z^i). Let e be the polynomial whose square holds the even places of a. They add e to
the result, and the half-trace of e remains to be found, again from even and odd places. This goes on until only a sum
of odd powers remains, whose half-traces are in a table by nibbles. The constant term, the traces, is found at the
end: the trace of H(a) is (m + 1)/2 times the trace of a, and the trace of 1 is 1."""

from collections.abc import Callable

from codegen.avr.field import BinaryField
from codegen.avr.kernel import Kernel
from codegen.avr.listing import add_constant, restore, save
from codegen.avr.loops import LoopListing
from codegen.avr.parity import PARITY_TABLE, join_nibbles
from codegen.avr.squaring import PAGE_BYTES, flash_table
from codegen.fields import square, trace_exponents
from codegen.kernel_fields import UnsupportedField

FIRST_REGISTER = 2
MAX_BYTES = 21  # registers for the sum
ROWS = 16
NAMES = {"even": 23, "odd": 24, "row_bytes": 25}


def half_trace(field: BinaryField, a: int) -> int:
    """The sum of the a^(4^i) for i <= (m - 1)/2."""
    total = power = a
    for _ in range(field.degree // 2):
        for _ in range(2):
            power = square(power, field.exponents)
        total ^= power
    return total


class HalfTrace:
    """Emits r = H(a): X = a, Y = r. The odd places wait in r; r may be a."""

    def __init__(self, field: BinaryField, label: str):
        self.field, self.label, self.asm = field, label, LoopListing()
        if field.degree % 2 == 0 or field.byte_count > MAX_BYTES:
            raise UnsupportedField(f"{field.name}: half-traces are of odd degrees of at most {MAX_BYTES} bytes")
        self.odd_bits = field.degree // 2
        self.odd_bytes = (self.odd_bits + 7) // 8
        self.traces = trace_exponents(field.exponents)
        self.keeps_trace = (field.degree + 1) // 2 % 2 == 1
        for name, register in NAMES.items():
            self.asm.name(register, name)
        for byte in range(field.byte_count):
            self.asm.name(FIRST_REGISTER + byte, f"acc{byte}")

    @property
    def registers(self) -> tuple[int, ...]:
        return (*range(FIRST_REGISTER, FIRST_REGISTER + self.field.byte_count), 28, 29)

    @property
    def page_bytes(self) -> int:
        return ROWS * self.field.byte_count

    def table(self) -> list[list[int]]:
        """A page for each nibble of odd places, with a row for each value of the nibble."""
        images = [half_trace(self.field, 1 << 2 * i + 1) for i in range(self.odd_bits)]
        pages = []
        for start in range(0, self.odd_bits, 4):
            rows = [0]
            for image in images[start : start + 4]:
                rows += [row ^ image for row in rows]
            pages.append([byte for row in rows for byte in row.to_bytes(self.field.byte_count, "little")])
        return pages

    def _sum_trace(self, load: Callable[[int], str]) -> None:
        """Bit 0 of `even` = the sum of the coefficients that make up the trace, except the trace of 1; its other bits
        are 0. load: gives the register of a byte."""
        asm = self.asm
        asm("clr", "even")
        asm("clr", "odd")
        for e in self.traces:
            if e:
                asm("bst", load(e // 8), e % 8, note=f"z^{e}")
                asm("bld", "odd", 0)
                asm("eor", "even", "odd")

    def _trace_of_operand(self) -> None:
        """Pushes the trace of a."""
        asm = self.asm
        asm.block("The trace of a.")
        asm("movw", "ZL", "XL")

        def load(byte: int) -> str:
            asm("ldd", "r0", f"Z+{byte}", note=f"a[{byte}]")
            return "r0"

        self._sum_trace(load)
        asm("eor", "even", load(0), note="as the trace of 1 is 1")
        asm("push", "even")

    def _split_operand(self) -> None:
        """acc = the even places of a, r = the odd ones, with the nibbles of each byte swapped."""
        asm, n = self.asm, self.field.byte_count
        asm("ldi", "ZH", f"hi8({self.label})")
        for byte in range((n + 1) // 2):
            asm.block(f"Byte {byte} of the even and the odd places.")
            asm("ld", "ZL", "X+", note=f"a[{2 * byte}]")
            asm("lpm", f"acc{byte}", "Z")
            if 2 * byte + 1 < n:
                asm("ld", "ZL", "X+", note=f"a[{2 * byte + 1}]")
                asm("lpm", "odd", "Z")
            else:
                asm("clr", "odd")
            join_nibbles(asm, f"acc{byte}", "odd")
            if byte < self.odd_bytes:
                asm("std", f"Y+{byte}", "odd")

    def _split_again(self) -> None:
        """The same for the even places while they have more than one bit: of these, the even places go to acc too,
        and the odd ones to r. At first they are in acc, then above it."""
        asm = self.asm
        source, target = 0, (self.field.byte_count + 1) // 2
        bits = (self.field.degree + 1) // 2
        while bits > 1:
            size = (bits + 7) // 8
            bits = (bits + 1) // 2
            asm.block(f"Their even places, of {bits} bits, and the odd ones.")
            for byte in range((bits + 7) // 8):
                asm("mov", "ZL", f"acc{source + 2 * byte}")
                asm("lpm", "even", "Z")
                if 2 * byte + 1 < size:
                    asm("mov", "ZL", f"acc{source + 2 * byte + 1}")
                    asm("lpm", "odd", "Z")
                else:
                    asm("clr", "odd")
                join_nibbles(asm, "even", "odd")
                asm("ldd", "r0", f"Y+{byte}")
                asm("eor", "odd", "r0")
                asm("std", f"Y+{byte}", "odd")
                asm("mov", f"acc{target + byte}", "even")
                asm("eor", f"acc{byte}", "even")
            source = target

    def _add_row(self, nibble: str) -> None:
        """acc += row `nibble` of the page at X."""
        asm = self.asm
        asm("mul", nibble, "row_bytes")
        asm("movw", "ZL", "r0")
        asm("add", "ZL", "XL")
        asm("adc", "ZH", "XH")
        for byte in range(self.field.byte_count):
            asm("lpm", "r0", "Z+")
            asm("eor", f"acc{byte}", "r0")

    def _next_page(self) -> None:
        self.asm("subi", "XL", f"lo8(-{self.page_bytes})")
        self.asm("sbci", "XH", f"hi8(-{self.page_bytes})")

    def _add_odd_places(self) -> None:
        """acc += the half-traces of the odd places; Y moves along the odd places."""
        asm, n = self.asm, self.field.byte_count
        asm.block("The half-traces of the odd places, a nibble at a time.")
        asm("ldi", "XL", f"lo8({self.label} + {PAGE_BYTES})")
        asm("ldi", "XH", f"hi8({self.label} + {PAGE_BYTES})")
        asm("ldi", "row_bytes", n)
        for byte in range((n + 1) // 2, n):
            asm("clr", f"acc{byte}")
        pages = (self.odd_bits + 3) // 4
        with asm.repeat(pages // 2, "odd", "next_byte"):
            asm("ld", "even", "Y+")
            asm("mov", "ZL", "even")
            asm("swap", "ZL")
            for nibble in ("ZL", "even"):
                asm("andi", nibble, "0x0f")
                self._add_row(nibble)
                self._next_page()
        if pages % 2:
            asm("ld", "even", "Y+")
            asm("swap", "even")
            asm("andi", "even", "0x0f")
            self._add_row("even")
        add_constant(asm, "Y", -((pages + 1) // 2))

    def body(self) -> None:
        asm = self.asm
        if self.keeps_trace:
            self._trace_of_operand()
        self._split_operand()
        self._split_again()
        self._add_odd_places()
        asm.block("The constant coefficient, from the trace.")
        self._sum_trace(lambda byte: f"acc{byte}")
        if self.keeps_trace:
            asm("pop", "r0")
            asm("eor", "even", "r0")
        asm("bst", "even", 0)
        asm("bld", "acc0", 0)
        for byte in range(self.field.byte_count):
            asm("std", f"Y+{byte}", f"acc{byte}")


def half_trace_nibble_table(field: BinaryField) -> Kernel:
    """r = H(a)."""
    label = f"mc_{field.name}_half_trace_nibble_table_avr_table"
    trace = HalfTrace(field, label)
    asm = trace.asm
    saved = save(asm, trace.registers)
    asm.block("X = a, Y = r.")
    asm("movw", "XL", "r22")
    asm("movw", "YL", "r24")
    trace.body()
    restore(asm, saved)
    asm("clr", "r1")
    asm("ret")
    table = [PARITY_TABLE, *trace.table()]
    table_bytes = sum(len(page) for page in table)
    return Kernel(
        field=field,
        function="half_trace_nibble_table",
        header={
            "name": "nibble-table",
            "family": "fb-half-trace",
            "summary": "even places by the half-traces of their roots, odd ones by a table by nibbles",
            "source": "Fong, Hankerson, Lopez and Menezes 2004; hankerson2004 Algorithm 3.86",
            "domain": "any a",
            "constant_time": "same-trace",
            "flash_table_bytes": str(table_bytes),
        },
        parameters="uint8_t *r, const uint8_t *a",
        operation=(
            "r = the sum of the a^(4^i) for i <= (m - 1)/2; r may be a.",
            "The addresses of the table entries, in flash, depend on a.",
        ),
        asm=asm,
        stack_bytes=len(saved) + trace.keeps_trace,
        table_bytes=table_bytes,
        data=flash_table(label, table, PAGE_BYTES),
    )
