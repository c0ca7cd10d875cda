"""Reduction: upper bytes are folded from the top down. The bytes that folding still changes are in a ring of
registers; a byte leaves the ring for r when it is final."""

from codegen.avr.field import BinaryField
from codegen.avr.fold import add_spare_bits, fold_byte, fold_reach, fold_scale, take_spare_bits
from codegen.avr.kernel import Kernel
from codegen.avr.listing import MAX_DISPLACEMENT, Frame, Listing, add_constant, restore, save
from codegen.kernel_fields import UnsupportedField

# Registers of the ring in the kernel: r18 to r21 are free, the others are call-saved.
KERNEL_RING = (*range(18, 22), *reversed(range(2, 18)), 28, 29)
KERNEL_NAMES = {"upper": 22, "scale": 23, "spare": 24, "constant": 25}
Y_REGISTERS = (28, 29)
# The same when a product is reduced from a frame and the call-saved registers are saved already.
FRAME_RING = (*range(2, 22), 28, 29)
FRAME_NAMES = {"upper": 22, "spare": 23, "constant": 24, "scale": 25}
POINTER_BYTES = 2


class Reduction:
    """Emits r = c mod f for Z = c and X = the end of r. c has degree at most 2 degree - 2 and is destroyed; r may be
    c.

    ring lists the registers that it may use for open bytes. It uses Y too if c is too long for displacements or if
    the ring needs it. names: registers of upper, scale, spare and, from r16 up, constant."""

    def __init__(self, asm: Listing, field: BinaryField, ring: tuple[int, ...], names: dict[str, int]):
        self.asm, self.field = asm, field
        self.walks = 2 * field.byte_count - 1 > MAX_DISPLACEMENT
        free = [register for register in ring if not (self.walks and register in Y_REGISTERS)]
        self.ring_size = fold_reach(field) + 1
        if self.ring_size > len(free):
            raise UnsupportedField(
                f"{field.name}: a folded byte reaches over {self.ring_size} bytes; at most {len(free)}"
            )
        self.ring = free[: self.ring_size]
        for index, register in enumerate(self.ring):
            asm.name(register, f"acc{index}")
        for name, register in names.items():
            asm.name(register, name)

    @property
    def registers(self) -> tuple[int, ...]:
        """The registers that it uses besides X, Z and `names`."""
        return (*self.ring, *(Y_REGISTERS if self.walks else ()))

    def place(self, byte: int) -> str:
        return f"acc{byte % self.ring_size}"

    def body(self) -> None:
        asm, field, n = self.asm, self.field, self.field.byte_count
        asm("ldi", "scale", fold_scale(field))
        self._open()
        for upper in range(field.product_bytes - 1, n - 1, -1):
            low = upper - n
            asm.block(f"Reduce c[{upper}] into bytes {low} to {low + self.ring_size - 1}.")
            asm("ld" if self.walks else "ldd", "upper", "-Z" if self.walks else f"Z+{upper}")
            self._load(low)
            fold_byte(asm, field, "upper", lambda j, low=low: self.place(low + j), "scale", "constant")
            if low:
                self._close(low)
        asm.block(f"Reduce the bits from z^{field.degree} on, set apart before; store the last bytes.")
        add_spare_bits(asm, field, self.place, "spare", "constant", ("scale", fold_scale(field)))
        for byte in reversed(range(self.ring_size)):
            asm("st", "-X", self.place(byte), note=f"r[{byte}]")

    def _open(self) -> None:
        """Loads the bytes that the first upper byte meets, all but the lowest."""
        first = self.field.product_bytes - self.field.byte_count
        opened = range(first, first + self.ring_size - 1)
        if self.walks:
            self.asm("movw", "YL", "ZL")
            add_constant(self.asm, "Y", opened.stop)
            add_constant(self.asm, "Z", self.field.product_bytes)
        for byte in reversed(opened) if self.walks else opened:
            self._load(byte)

    def _load(self, byte: int) -> None:
        """Opens byte `byte`; if Y walks, the bytes come in descending order."""
        if self.walks:
            self.asm("ld", self.place(byte), "-Y", note=f"c[{byte}]")
        else:
            self.asm("ldd", self.place(byte), f"Z+{byte}", note=f"c[{byte}]")

    def _close(self, low: int) -> None:
        """The highest open byte is final. An upper byte goes back to c until it is folded; others go to r."""
        asm, n, byte = self.asm, self.field.byte_count, low + self.ring_size - 1
        if byte >= n:
            asm("std", f"Y+{byte - low}" if self.walks else f"Z+{byte}", self.place(byte), note=f"c[{byte}]")
            return
        if byte == n - 1:
            take_spare_bits(asm, self.field, self.place(byte), "spare", "constant")
        asm("st", "-X", self.place(byte), note=f"r[{byte}]")


def reduce_product(asm: Listing, reduction: Reduction, frame: Frame) -> None:
    """r = c mod f for c at Y + 1 in the frame. r was pushed before the frame was made; this frees both."""
    asm.block("X = the end of r, Z = the product.")
    asm("movw", "XL", "YL")
    add_constant(asm, "X", frame.size + 1)
    asm("ld", "ZH", "X+", note="r")
    asm("ld", "ZL", "X")
    asm("movw", "XL", "ZL")
    add_constant(asm, "X", reduction.field.byte_count)
    asm("movw", "ZL", "YL")
    asm("adiw", "ZL", 1)
    reduction.body()
    asm("in", "YL", "SPL")
    asm("in", "YH", "SPH")
    frame.leave(asm, 0, above=POINTER_BYTES)


def reduce_registers(field: BinaryField) -> Kernel:
    """r = c mod f."""
    asm = Listing()
    reduction = Reduction(asm, field, KERNEL_RING, KERNEL_NAMES)
    saved = save(asm, reduction.registers)
    asm.block("Z = c, X = the end of r.")
    asm("movw", "ZL", "r22")
    asm("movw", "XL", "r24")
    add_constant(asm, "X", field.byte_count)
    reduction.body()
    restore(asm, saved)
    asm("clr", "r1")
    asm("ret")
    return Kernel(
        field=field,
        function="reduce_registers",
        header={
            "name": "registers",
            "family": "fb-reduce",
            "summary": "upper bytes folded with the integer multiplier, open bytes in registers",
            "source": "-",
            "domain": f"degree of c at most {2 * field.degree - 2}",
            "constant_time": "same-trace-and-addresses",
        },
        parameters="uint8_t *r, uint8_t *c",
        operation=("r = c mod f; r may be c, otherwise they are apart. Destroys c.",),
        asm=asm,
        stack_bytes=len(saved),
    )
