"""Square root kernel for fields whose middle terms are of low degree.

With m odd and h = (m - 1)/2, write the root as r = l + z^(h + 1) u. Then r^2 is l^2 + z z^m u^2, and z^m is a sum of
z^e: for even e the products z z^e u^2 are in the odd places, for odd e in the even ones. So u is the odd places of a
divided by the sum of the z^(e/2), as power series, from the lowest bit up; and l is the even places, plus z^((e +
1)/2) u for each odd e. The parts beyond the h + 1 even and h odd places were neglected: they depend on the last bits
of u alone, and their root is in a table. The idea comes from Fong, Hankerson, Lopez and Menezes 2004, Section 3."""

from codegen.avr.field import BinaryField
from codegen.avr.kernel import Kernel
from codegen.avr.listing import Listing, restore, save
from codegen.avr.parity import PARITY_TABLE, even_places, join_nibbles, odd_places
from codegen.avr.squaring import PAGE_BYTES, flash_table
from codegen.fields import square_root
from codegen.kernel_fields import UnsupportedField

FIRST_REGISTER = 2
MAX_BYTES = 21  # registers for the root
MAX_NEGLECTED_BITS = 5
POINTER_BYTES = 2
MAX_SHIFT = 7  # shifts of a byte by a multiplication
NAMES = {"carry": 23, "u": 24, "scale": 25, "even": 28, "odd": 29}


class Root:
    """Emits r = sqrt(a): X = a; the pointer to r is on the stack; r may be a."""

    def __init__(self, field: BinaryField, label: str):
        self.field, self.label, self.asm = field, label, Listing()
        self.half = (field.degree - 1) // 2
        lower = field.exponents[1:]
        self.divisor = sum(1 << e // 2 for e in lower if e % 2 == 0)
        self.shifts = [(e + 1) // 2 for e in lower if e % 2]
        self.neglected_bits = lower[0] // 2
        if field.degree % 2 == 0 or field.byte_count > MAX_BYTES:
            raise UnsupportedField(f"{field.name}: roots are for odd degrees of at most {MAX_BYTES} bytes")
        if self.neglected_bits > MAX_NEGLECTED_BITS or max(self.shifts, default=0) > MAX_SHIFT:
            raise UnsupportedField(f"{field.name}: z^{lower[0]} is too high for a table of the neglected part")
        self.begun: set[int] = set()
        for name, register in NAMES.items():
            self.asm.name(register, name)
        for byte in range(field.byte_count):
            self.asm.name(FIRST_REGISTER + byte, f"acc{byte}")

    @property
    def registers(self) -> tuple[int, ...]:
        return (*range(FIRST_REGISTER, FIRST_REGISTER + self.field.byte_count), 28, 29)

    @property
    def last_bits(self) -> int:
        """Bits of the last byte of u."""
        return (self.half - 1) % 8 + 1

    @property
    def index_waits(self) -> bool:
        """Whether the bits that index the corrections come from two bytes of u, so that a part waits on the stack."""
        return self.last_bits < self.neglected_bits

    @property
    def taps(self) -> list[int]:
        """The exponents of the divisor except 0."""
        return [i for i in range(1, self.divisor.bit_length()) if self.divisor >> i & 1]

    def quotient(self, x: int, bits: int) -> int:
        """x / divisor modulo z^bits."""
        for i in range(bits):
            if x >> i & 1:
                x ^= (self.divisor ^ 1) << i
        return x & (1 << bits) - 1

    def without_correction(self, a: int) -> tuple[int, int]:
        """The sum that `columns` forms, and the bits of u that decide its missing part."""
        u = self.quotient(odd_places(a), self.half)
        r = even_places(a) ^ u << self.half + 1
        for shift in self.shifts:
            r ^= u << shift
        return r, u >> self.half - self.neglected_bits

    def corrections(self) -> list[list[int]]:
        """The missing part for each value of the last bits of u."""
        rows = {}
        for value in range(1 << self.neglected_bits):
            # An a whose odd part divides to u = value z^(half - neglected_bits).
            u, odd = value << self.half - self.neglected_bits, 0
            for i in range(self.half):
                if u >> i & 1:
                    odd ^= self.divisor << i
            a = sum((odd >> i & 1) << 2 * i + 1 for i in range(self.half))
            r, index = self.without_correction(a)
            rows[index] = list((r ^ square_root(a, self.field.exponents)).to_bytes(self.field.byte_count, "little"))
        return [rows[value] for value in range(1 << self.neglected_bits)]

    def _add(self, byte: int, register: str) -> None:
        if byte < self.field.byte_count:
            self.asm("eor" if byte in self.begun else "mov", f"acc{byte}", register)
            self.begun.add(byte)

    def _column(self, byte: int) -> None:
        """Bytes 2 byte and 2 byte + 1 of a give byte `byte` of the even places and of u."""
        asm, n = self.asm, self.field.byte_count
        asm.block(f"Byte {byte} of the even places and of u.")
        asm("ldi", "ZH", f"hi8({self.label})")
        asm("ld", "ZL", "X+", note=f"a[{2 * byte}]")
        asm("lpm", "even", "Z")
        if 2 * byte + 1 < n:
            asm("ld", "ZL", "X+", note=f"a[{2 * byte + 1}]")
            asm("lpm", "odd", "Z")
        else:
            asm("clr", "odd")
        join_nibbles(asm, "even", "odd")
        self._add(byte, "even")
        asm("swap", "odd")
        if byte * 8 >= self.half:
            return
        asm("mov", "u", "odd")
        if self.taps:
            if byte:
                asm("eor", "odd", "carry")
            asm("mov", "ZL", "odd")
            asm("ldi", "ZH", f"hi8({self.label} + {PAGE_BYTES})")
            asm("lpm", "u", "Z")
        if 8 * (byte + 1) < self.half:
            for tap in self.taps:
                asm("ldi", "scale", 1 << tap)
                asm("mul", "u", "scale")
                asm("mov" if tap == self.taps[0] else "eor", "carry", "r1")
        else:
            self._mask(byte)
        self._place(byte)

    def _mask(self, byte: int) -> None:
        """The last byte of u ends with its last bit; the power series would go on."""
        self.asm("ldi", "scale", f"0x{(1 << self.half - 8 * byte) - 1:02x}")
        self.asm("and", "u", "scale")

    def _place(self, byte: int) -> None:
        """Adds byte `byte` of u times z^(half + 1) and the other factors."""
        asm = self.asm
        offset, top_shift = divmod(self.half + 1, 8)
        places = sorted([(shift, byte) for shift in self.shifts] + [(top_shift, byte + offset)])
        done = 0
        for shift, place in places:
            if shift == 0:
                self._add(place, "u")
                continue
            if shift != done:
                asm("ldi", "scale", 1 << shift)
                asm("mul", "u", "scale", note=f"u << {shift}")
                done = shift
            self._add(place, "r0")
            self._add(place + 1, "r1")

    def _columns(self) -> None:
        """Every byte of the even places and of u; at the end the bits that index the corrections are in ZL."""
        asm, bits = self.asm, self.neglected_bits
        last = (self.half - 1) // 8
        in_last = self.last_bits
        for byte in range((self.half + 8) // 8):
            self._column(byte)
            if byte == last - 1 and self.index_waits:
                asm("ldi", "scale", 1 << bits - in_last)
                asm("mul", "u", "scale", note=f"r1 = the {bits - in_last} upper bits")
                asm("push", "r1")
            if byte == last:
                asm.block(f"ZL = the last {bits} bits of u.")
                asm("ldi", "scale", 1 << (bits - in_last) % 8)
                asm("mul", "u", "scale")
                asm("mov", "ZL", "r0" if in_last <= bits else "r1")
                if self.index_waits:
                    asm("pop", "r0")
                    asm("eor", "ZL", "r0")
                asm("mov", "carry", "ZL")

    def body(self) -> None:
        asm, n = self.asm, self.field.byte_count
        self._columns()
        asm.block("The part that the last bits of u add.")
        asm("ldi", "scale", n)
        asm("mul", "carry", "scale")
        asm("movw", "ZL", "r0")
        asm("subi", "ZL", f"lo8(-({self.label} + {PAGE_BYTES * len(self.pages)}))")
        asm("sbci", "ZH", f"hi8(-({self.label} + {PAGE_BYTES * len(self.pages)}))")
        for byte in range(n):
            asm("lpm", "r0", "Z+")
            asm("eor", f"acc{byte}", "r0")
        asm("pop", "XL", note="r")
        asm("pop", "XH")
        for byte in range(n):
            asm("st", "X+", f"acc{byte}")

    @property
    def pages(self) -> list[list[int]]:
        quotients = [[self.quotient(x, 8) for x in range(256)]]
        return [PARITY_TABLE, *(quotients if self.taps else [])]


def sqrt_power_series(field: BinaryField) -> Kernel:
    """r with r^2 = a."""
    label = f"mc_{field.name}_sqrt_power_series_avr_table"
    root = Root(field, label)
    asm = root.asm
    saved = save(asm, root.registers)
    asm.block("X = a; the pointer to r waits on the stack.")
    asm("movw", "XL", "r22")
    asm("push", "r25")
    asm("push", "r24")
    root.body()
    restore(asm, saved)
    asm("clr", "r1")
    asm("ret")
    table = [*root.pages, *root.corrections()]
    table_bytes = sum(len(page) for page in table)
    return Kernel(
        field=field,
        function="sqrt_power_series",
        header={
            "name": "power-series",
            "family": "fb-sqrt",
            "summary": "even and odd places apart, the latter divided by a sparse power series",
            "source": "Fong, Hankerson, Lopez and Menezes 2004, Section 3",
            "domain": "any a",
            "constant_time": "same-trace",
            "flash_table_bytes": str(table_bytes),
        },
        parameters="uint8_t *r, const uint8_t *a",
        operation=("r = sqrt(a) mod f; r may be a. The addresses of the table entries, in flash, depend on a.",),
        asm=asm,
        stack_bytes=len(saved) + POINTER_BYTES + (1 if root.index_waits else 0),
        table_bytes=table_bytes,
        data=flash_table(label, table, PAGE_BYTES),
    )
