"""Many squares in a row: by the tables of byte-table, for long elements in memory, for others in registers all the
while.

In registers, the order of ByteTableSquare (squaring.py) fits: from the top down, each turn takes an upper byte and a
lower one, and five bytes of the square are open. Byte i of the element has a home register. A byte of the square goes
to its home; if a byte of the operand lives there that has not had its turn, to a spare register or a lower byte's home
until then."""

from codegen.avr.field import BinaryField
from codegen.avr.fold import add_spare_bits, fold_byte, fold_scale, take_spare_bits
from codegen.avr.kernel import Kernel
from codegen.avr.listing import add_constant, restore, save
from codegen.avr.loops import BranchListing
from codegen.avr.squaring import PAGE_BYTES, ByteTableSquare, sqr_reduce_byte_table
from codegen.kernel_fields import UnsupportedField

FIRST_HOME = 2
COUNTER = 27
SPARE_REGISTERS = (23, 24, 25, 26, 28, 29)
HOMES = 21


class SquareInRegisters:
    """Writes one squaring of the element in the home registers."""

    def __init__(self, field: BinaryField, asm: BranchListing, label: str):
        if field.byte_count > HOMES:
            raise UnsupportedField(f"{field.name}: {field.byte_count} bytes, and registers for {HOMES}")
        self.field, self.asm, self.label, self.n = field, asm, label, field.byte_count
        self.tables = ByteTableSquare(field, label)
        self.page = -1
        self.place: dict[int, int] = {}  # registers of the bytes of the square
        self.free = list(SPARE_REGISTERS)

    def home(self, byte: int) -> int:
        return FIRST_HOME + byte

    def register(self, byte: int) -> str:
        return f"r{self.place[byte]}"

    def _wanted(self, register: int) -> int:
        """How soon the register is wanted: spare ones never, homes of lower bytes later."""
        return -1 if register in SPARE_REGISTERS else register

    def _open(self, byte: int) -> str:
        home = self.home(byte) if byte < self.n else None
        self.place[byte] = home if home in self.free else min(self.free, key=self._wanted)
        self.free.remove(self.place[byte])
        return self.register(byte)

    def _add(self, byte: int, page: int) -> None:
        if page != self.page:
            self.asm("ldi", "ZH", f"hi8({self.label} + {page * PAGE_BYTES})")
            self.page = page
        if byte in self.place:
            self.asm("lpm", "r0", "Z")
            self.asm("eor", self.register(byte), "r0")
        else:
            self.asm("lpm", self._open(byte), "Z")

    def _take(self, index: int) -> None:
        """ZL = byte `index` of the operand, whose register becomes free."""
        self.asm("mov", "ZL", f"r{self.home(index)}", note=f"a[{index}]")
        self.free.append(self.home(index))

    def _lower(self, index: int, descending: bool) -> None:
        self.asm.block(f"a[{index}]^2 is bytes {2 * index} and {2 * index + 1}.")
        self._take(index)
        for part in (1, 0) if descending else (0, 1):
            self._add(2 * index + part, part)

    def _upper(self, index: int, descending: bool) -> None:
        low, used = 2 * index - self.n, self.tables._pages_used(index)
        self.asm.block(f"a[{index}]^2 reduces to bytes {low} to {low + used[-1]}.")
        self._take(index)
        for part in reversed(used) if descending else used:
            self._add(low + part, 2 + part)

    def _settle(self) -> None:
        """Moves bytes to homes that have become free."""
        for byte, register in sorted(self.place.items()):
            if byte < self.n and register != self.home(byte) in self.free:
                self.asm("mov", f"r{self.home(byte)}", f"r{register}", note=f"r[{byte}]")
                self.free.remove(self.home(byte))
                self.free.append(register)
                self.place[byte] = self.home(byte)

    def body(self) -> None:
        n, half = self.n, self.tables.half
        if n % 2:
            self._lower(n // 2, descending=False)
        for upper in range(n - 1, half - 1, -1):
            lower = upper - half
            if (n - upper) % 2:
                self._lower(lower, descending=True)
                self._upper(upper, descending=False)
            else:
                self._upper(upper, descending=True)
                self._lower(lower, descending=False)
            self._settle()
        self._reduce_top()
        assert all(self.place[byte] == self.home(byte) for byte in range(n))

    def _reduce_top(self) -> None:
        asm, n, field = self.asm, self.n, self.field
        asm.block(f"Reduce byte {n}, then the bits from z^{field.degree} on.")
        scale, spare = [register for register in SPARE_REGISTERS if register in self.free][:2]
        asm("ldi", f"r{scale}", fold_scale(field))
        take_spare_bits(asm, field, self.register(n - 1), f"r{spare}", "ZL")
        fold_byte(asm, field, self.register(n), self.register, f"r{scale}", "ZL")
        add_spare_bits(asm, field, self.register, f"r{spare}", "ZL", (f"r{scale}", fold_scale(field)))


def sqr_times_registers(field: BinaryField) -> Kernel:
    """r = a^(2^count)."""
    asm = BranchListing()
    square = SquareInRegisters(field, asm, f"mc_{field.name}_sqr_reduce_byte_table_avr_table")
    homes = range(FIRST_HOME, FIRST_HOME + field.byte_count)
    saved = save(asm, (*homes, 28, 29))
    asm("push", "r24", note="r")
    asm("push", "r25")
    asm("mov", f"r{COUNTER}", "r20")
    asm("movw", "ZL", "r22", note="a")
    for byte, home in enumerate(homes):
        asm("ldd", f"r{home}", f"Z+{byte}")
    asm("tst", f"r{COUNTER}")
    asm("brne", ".Lsquare")
    before = asm.cycles + 1  # the branch is taken
    asm("rjmp", ".Lend")
    asm.cycles = before
    asm.label(".Lsquare")
    square.body()
    asm("dec", f"r{COUNTER}")
    asm("breq", ".Lend")
    last = asm.cycles + 1  # the branch is taken
    asm("rjmp", ".Lsquare")
    cycles_each = asm.cycles - before
    asm.cycles = last
    asm.label(".Lend")
    asm("pop", "ZH")
    asm("pop", "ZL")
    for byte, home in enumerate(homes):
        asm("std", f"Z+{byte}", f"r{home}")
    restore(asm, saved)
    asm("clr", "r1")
    asm("ret")
    return Kernel(
        field=field,
        function="sqr_times_registers",
        header={
            "name": "registers",
            "family": "fb-sqr-times",
            "summary": "squares in a row in registers, bytes spread and reduced by the tables of byte-table",
            "source": "-",
            "domain": "any a; count < 256 is public",
            "constant_time": "same-trace",
            "flash_table_bytes": str(PAGE_BYTES * len(square.tables.pages)),
        },
        parameters="uint8_t *r, const uint8_t *a, unsigned count",
        operation=("r = a^(2^count); r may be a. The addresses of the table entries, in flash, depend on a.",),
        asm=asm,
        stack_bytes=len(saved) + 2,
        calls=(sqr_reduce_byte_table(field),),
        cycles_each=cycles_each,
    )


def sqr_times_byte_table(field: BinaryField) -> Kernel:
    """r = a^(2^count), each square in the place of the one before."""
    n, reduce = field.byte_count, sqr_reduce_byte_table(field)
    if n <= HOMES:
        raise UnsupportedField(f"{field.name}: {n} bytes fit in registers")
    asm = BranchListing()
    square = ByteTableSquare(field, f"mc_{field.name}_sqr_reduce_byte_table_avr_table", asm)
    counter = min(register for register in range(2, 16) if register not in square.held_registers)
    saved = save(asm, (*sorted({*square.held_registers, counter}), 16, 17, 28, 29))
    asm("mov", f"r{counter}", "r20")
    asm("movw", "YL", "r22", note="a")
    asm("movw", "XL", "r24", note="r")
    asm("tst", f"r{counter}")
    asm("brne", ".Lbegin")
    begin = asm.cycles + 1  # the branch is taken
    asm("rjmp", ".Lcopy")
    asm.cycles = begin
    asm.label(".Lbegin")
    before = asm.cycles
    asm.label(".Lsquare")
    add_constant(asm, "Y", square.y_position)
    add_constant(asm, "X", n)
    square.body()
    asm("movw", "YL", "XL")
    asm("dec", f"r{counter}")
    asm("breq", ".Lend")
    last = asm.cycles + 1  # the branch is taken
    asm("rjmp", ".Lsquare")
    cycles_each = asm.cycles - before
    asm.cycles = last
    asm.label(".Lend")
    restore(asm, saved)
    asm("clr", "r1")
    asm("ret")
    cycles = asm.cycles
    asm.label(".Lcopy")
    for _ in range(n):
        asm("ld", "r0", "Y+")
        asm("st", "X+", "r0")
    asm("rjmp", ".Lend")
    asm.cycles = cycles
    return Kernel(
        field=field,
        function="sqr_times_byte_table",
        header={
            "name": "byte-table",
            "family": "fb-sqr-times",
            "summary": "squares in a row, each in the place of the one before, by the tables of byte-table",
            "source": "-",
            "domain": "any a; count < 256 is public",
            "constant_time": "same-trace",
            "flash_table_bytes": reduce.header["flash_table_bytes"],
        },
        parameters="uint8_t *r, const uint8_t *a, unsigned count",
        operation=("r = a^(2^count); r may be a. The addresses of the table entries, in flash, depend on a.",),
        asm=asm,
        stack_bytes=len(saved),
        calls=(reduce,),
        cycles_each=cycles_each,
    )
