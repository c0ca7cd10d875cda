"""The table T[u] = u(z) b(z) for the 16 polynomials u of degree below 4, in the stack frame.

Rows lie side by side, row 0 highest in memory, so that row 15 is at the stack pointer and can be pushed. The table is
filled column by column. With the column's bytes of T[1], T[2], T[4], T[8] in four registers, eleven XORs in place
make each of the other eleven values once, and each is stored as it appears. A pointer with a displacement below 64
reaches four rows, so Y serves rows 2-5, and Z rows 6-9 and, after one jump, 10-13. The next column starts where this
one ended, so that one jump a column is enough. Row 15 is pushed; row 14 stays in the registers that held T[8] and is
stored at the end."""

import functools
from collections.abc import Callable

from codegen.avr.listing import Listing, add_constant
from codegen.kernel_fields import UnsupportedField

ROWS = 16
PUSHED_ROW = 15
KEPT_ROW = 14
Y_ROWS = (2, 3, 4, 5)
Z_ROWS = ((6, 7, 8, 9), (10, 11, 12, 13))
MAX_WIDTH = 21  # 3 rows and the first byte of a fourth in the 64 bytes that a displacement reaches


@functools.cache
def xor_order(first: frozenset[int], second: frozenset[int], anywhere: frozenset[int]) -> list[tuple[str, str, int]]:
    """(target, source, value) of eleven XORs target ^= source, which start from t1, t2, t4, t8 = 1, 2, 4, 8 and make
    every value once. All of `first` come before any of `second`, and KEPT_ROW, which stays, is in t8."""
    names = ("t1", "t2", "t4", "t8")

    def search(state: tuple[int, ...], wanted: frozenset[int]) -> list[tuple[str, str, int]] | None:
        if not wanted:
            return []
        for target in range(4):
            for source in range(4):
                value = state[target] ^ state[source]
                allowed = value in wanted and not (value in second and wanted & first)
                if not allowed or (value == KEPT_ROW and target != 3) or (target == 3 and KEPT_ROW not in wanted):
                    continue
                after = (*state[:target], value, *state[target + 1 :])
                rest = search(after, wanted - {value})
                if rest is not None:
                    return [(names[target], names[source], value), *rest]
        return None

    order = search((1, 2, 4, 8), first | second | anywhere | {KEPT_ROW})
    assert order is not None
    return order


class TablePointer:
    """Y or Z and where it stands, as a distance from row 0; row u, column q is at q - u width."""

    def __init__(self, asm: Listing, pointer: str, width: int, position: int):
        self.asm, self.pointer, self.width, self.position = asm, pointer, width, position

    def address(self, row: int, column: int) -> int:
        return column - row * self.width

    def move(self, row: int, column: int) -> None:
        """Moves to `column` of `row`, in 2 cycles."""
        add_constant(self.asm, self.pointer, self.address(row, column) - self.position)
        self.position = self.address(row, column)

    def load(self, register: str, row: int, column: int) -> None:
        displacement = self.address(row, column) - self.position
        self.asm("ldd", register, f"{self.pointer}+{displacement}", note=f"T[{row}][{column}]")

    def store(self, register: str, row: int, column: int) -> None:
        """Stores a byte; one just below the pointer moves it down."""
        displacement = self.address(row, column) - self.position
        operand = f"{self.pointer}+{displacement}"
        if displacement == -1:
            operand, self.position = f"-{self.pointer}", self.position - 1
        self.asm("st" if displacement == -1 else "std", operand, register, note=f"T[{row}][{column}]")


def table_bytes(width: int) -> int:
    return ROWS * width


def row_zero_offset(width: int) -> int:
    """Distance of row 0 from the byte below the table."""
    return PUSHED_ROW * width + 1


def build_table(asm: Listing, width: int, operand_bytes: int, accumulator: Callable[[int], str], kept: str) -> None:
    """Fills the table of rows of `width` bytes from the `operand_bytes` bytes at X.

    On entry r1 = 0 and Y = SP = the byte below row 14: row 15 is pushed. On return Y = row 0, and r1:r0 is the former
    content of the register pair `kept`. Destroys X, Z, the accumulators 0 to width - 1 and t1, t2, t4."""
    if width > MAX_WIDTH:
        raise UnsupportedField(f"a table row of {width} bytes is beyond the reach of a pointer: at most {MAX_WIDTH}")
    y = TablePointer(asm, "Y", width, width - row_zero_offset(width))
    z = TablePointer(asm, "Z", width, y.position)
    asm.block("T[0] = 0.")
    asm("movw", "ZL", "YL")
    y.move(4, 0)
    z.move(1, 0)
    for column in range(width):
        z.store("r1", 0, column)
    asm.block("T[1] = b.")
    asm("movw", "r0", kept)
    for column in range(width):
        register = accumulator(column)
        if column < operand_bytes:
            asm("ld", register, "X+", note=f"b[{column}]")
        else:
            asm("clr", register)
        z.store(register, 1, column)
    z.move(8, 0)
    for row, pointer in ((2, y), (4, y), (8, z)):
        asm.block(f"T[{row}] = z T[{row // 2}].")
        for column in range(width):
            asm("rol" if column else "lsl", accumulator(column))
            pointer.store(accumulator(column), row, column)
    for column in reversed(range(width)):
        _fill_column(asm, y, z, column, accumulator(column), column < operand_bytes)
    asm.block(f"T[{KEPT_ROW}], which the registers of T[8] hold by now; Y to T[0].")
    z.move(KEPT_ROW, 0)
    for column in range(width):
        z.store(accumulator(column), KEPT_ROW, column)
    y.move(0, 0)


def _fill_column(asm: Listing, y: TablePointer, z: TablePointer, column: int, t8: str, in_operand: bool) -> None:
    """The eleven values of a column: first those in the reach of Z, then those it reaches after its jump."""
    near, far = Z_ROWS if z.position >= z.address(Z_ROWS[0][-1], column) else reversed(Z_ROWS)
    asm.block(f"Column {column}: the sums of T[1], T[2], T[4], T[8].")
    if in_operand:
        asm("ld", "t1", "-X", note=f"T[1][{column}]")
    else:
        asm("clr", "t1", note=f"T[1][{column}]")
    y.load("t2", 2, column)
    y.load("t4", 4, column)
    registers = {"t1": "t1", "t2": "t2", "t4": "t4", "t8": t8}
    computed = frozenset(range(ROWS)) - {0, 1, 2, 4, 8, KEPT_ROW}
    first, second = computed & set(near), computed & set(far)
    jumped = False
    for target, source, row in xor_order(first, second, computed - first - second):
        asm("eor", registers[target], registers[source])
        if row == PUSHED_ROW:
            asm("push", registers[target], note=f"T[{row}][{column}]")
        elif row in Y_ROWS:
            y.store(registers[target], row, column)
        elif row != KEPT_ROW:
            if row in second and not jumped:
                z.move(far[-1], column)
                jumped = True
            z.store(registers[target], row, column)
