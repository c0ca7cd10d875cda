"""Inversion by division steps: a 2x2 matrix applied to two long numbers, which gives (u x + v y) / 2^14 and
(q x + r y) / 2^14, for f and g, and the same with multiples of a modulus, for their cofactors
(src/fp/inversion/safegcd.h, whose digits of 14 bits in two bytes these are). Constant time.

One loop for numbers of any length: the matrix and both sums stay in registers, a digit is loaded once for both sums.
A signed factor F = f0 + 256 f1 times an unsigned digit D = d0 + 256 d1, d1 < 64, is f0 d0 + 256 (f0 d1 + f1 d0) +
2^16 f1 d1, where f1 alone has a sign. The top digits of x and y are signed. The loop takes them for D + 2^16 if they
are negative, but in f1 d1, where the instruction sees the sign: it adds 2^16 f0 too much, which is taken off later.

Sums: |u| + |v| <= 2^14, |mx| <= 2^15, so a sum with the carry of the digit below is less than 2^28 + 2^29 + 2^25 <
2^30 in size, and its two top bits are equal."""

from codegen.avr.kernel import LoopKernel
from codegen.avr.listing import CALLEE_SAVED, restore, save
from codegen.avr.loops import TIMING, BranchListing

DIGIT_BYTES = 2
TOP_MASK = "0x3f"  # of the upper byte of a digit
# Registers: mulsu needs those from r16 to r23.
D0, D1 = "r16", "r17"  # the digit
FACTORS = ("u", "v", "q", "r", "mx", "my")
LOW = dict(zip(FACTORS, range(2, 8), strict=True))
HIGH = dict(zip(FACTORS, range(18, 24), strict=True))
SUMS = {"x": tuple(range(8, 12)), "y": tuple(range(12, 16))}
ZERO, COUNT = "r24", "r25"
FIRST_DIGIT = 2  # cycles by which it branches longer than others
STORES = 12  # cycles
ROWS = {"x": ("u", "v", "mx"), "y": ("q", "r", "my")}


class DigitListing(BranchListing):
    timing = TIMING | {"muls": 2, "mulsu": 2}


class Apply:
    """The function. Y and Z are one digit below those of x and y, X is at the modulus."""

    def __init__(self, modular: bool):
        self.asm, self.modular = DigitListing(), modular
        self.factors = FACTORS if modular else FACTORS[:4]

    def write(self) -> tuple[int, int]:
        """Returns the cycles for no digit and for each."""
        asm = self.asm
        saved = save(asm, tuple(r for r in CALLEE_SAVED if self.modular or r not in (LOW["mx"], LOW["my"])))
        self._load()
        start = asm.cycles
        asm.label(".Ldigit")
        self._add_digit()
        self._store_and_shift()
        asm("dec", COUNT)
        asm("breq", ".Lend")
        asm("rjmp", ".Ldigit")
        loop = asm.cycles - start
        asm.label(".Lend")
        self._top_digits()
        restore(asm, saved)
        asm("ret")
        # For the first digit clt and rjmp take the place of the stores; at the end breq is taken, and rjmp is not met.
        return asm.cycles - loop + FIRST_DIGIT - STORES - 1, loop

    def _load(self) -> None:
        asm = self.asm
        asm.block("The matrix, then the addresses of x, y and of the modulus, which lie in a row.")
        asm("movw", "YL", "r24", note="x")
        asm("movw", "ZL", "r22", note="matrix")
        for i, name in enumerate(self.factors):
            asm("ldd", f"r{LOW[name]}", f"Z+{DIGIT_BYTES * i}", note=name)
            asm("ldd", f"r{HIGH[name]}", f"Z+{DIGIT_BYTES * i + 1}")
        asm("ldd", COUNT, f"Z+{DIGIT_BYTES * len(FACTORS)}", note="digits")
        asm("clr", ZERO)
        asm("mov", "r0", COUNT)
        asm("lsl", "r0", note="bytes of a number: below 256")
        asm("movw", "ZL", "YL")
        asm("add", "ZL", "r0")
        asm("adc", "ZH", ZERO)
        if self.modular:
            asm("movw", "XL", "ZL")
            asm("add", "XL", "r0")
            asm("adc", "XH", ZERO)
        asm("sbiw", "YL", DIGIT_BYTES)
        asm("sbiw", "ZL", DIGIT_BYTES)
        asm.block("The sums; T for the first digit, below which nothing is stored.")
        for registers in SUMS.values():
            for register in registers:
                asm("clr", f"r{register}")
        asm("set")

    def _add_digit(self) -> None:
        asm = self.asm
        loads = [("x", [f"Y+{DIGIT_BYTES + i}" for i in range(DIGIT_BYTES)])]
        loads += [("y", [f"Z+{DIGIT_BYTES + i}" for i in range(DIGIT_BYTES)])]
        loads += [("n", ["X+", "X+"])] if self.modular else []
        for k, (name, operands) in enumerate(loads):
            asm.block(f"A digit of {name}, times its factors.")
            for register, operand in zip((D0, D1), operands, strict=True):
                asm("ld" if name == "n" else "ldd", register, operand)
            for row, total in SUMS.items():
                self._multiply_add(total, ROWS[row][k])

    def _multiply_add(self, total: tuple[int, ...], factor: str) -> None:
        asm, (s0, s1, s2, s3) = self.asm, (f"r{register}" for register in total)
        f0, f1 = f"r{LOW[factor]}", f"r{HIGH[factor]}"
        asm("mul", f0, D0)
        asm("add", s0, "r0")
        asm("adc", s1, "r1")
        asm("adc", s2, ZERO)
        asm("adc", s3, ZERO)
        asm("muls", f1, D1)
        asm("add", s2, "r0")
        asm("adc", s3, "r1")
        asm("mul", f0, D1)
        asm("add", s1, "r0")
        asm("adc", s2, "r1")
        asm("adc", s3, ZERO)
        asm("mulsu", f1, D0)
        asm("sbc", s3, ZERO, note="the sign")
        asm("add", s1, "r0")
        asm("adc", s2, "r1")
        asm("adc", s3, ZERO)

    def _store_and_shift(self) -> None:
        asm = self.asm
        asm.block("The low 14 bits of the sums to the digits below.")
        asm("brtc", ".Lstore")
        asm("clt")
        asm("rjmp", ".Lshift")
        asm.cycles -= FIRST_DIGIT  # brtc is taken for all digits but the first
        asm.label(".Lstore")
        for pointer, total in zip("YZ", SUMS.values(), strict=True):
            asm("mov", D1, f"r{total[1]}")
            asm("andi", D1, TOP_MASK)
            asm("std", f"{pointer}+0", f"r{total[0]}")
            asm("std", f"{pointer}+1", D1)
        asm.label(".Lshift")
        asm.block("The sums without these bits: by two bits up and two bytes down.")
        for total in SUMS.values():
            s0, s1, s2, s3 = (f"r{register}" for register in total)
            for _ in range(2):
                asm("lsl", s1)
                asm("rol", s2)
                asm("rol", s3)
            asm("sbc", D0, D0)
            asm("movw", s0, s2)
            asm("mov", s2, D0)
            asm("mov", s3, D0)
        asm("adiw", "YL", DIGIT_BYTES)
        asm("adiw", "ZL", DIGIT_BYTES)

    def _top_digits(self) -> None:
        """Takes off what negative top digits of x and y added: 2^16 f0, which is 4 f0 here."""
        asm = self.asm
        asm.block("Masks of the signs of x and y.")
        for mask, pointer in ((D0, "Y"), (D1, "Z")):
            asm("ldd", mask, f"{pointer}+1")
            asm("lsl", mask)
            asm("sbc", mask, mask)
        for pointer, row, total in zip("YZ", ROWS.values(), SUMS.values(), strict=True):
            s0, s1, low, high = (f"r{register}" for register in total)
            asm.block("The top digit.")
            asm("mov", low, f"r{LOW[row[0]]}")
            asm("and", low, D0)
            asm("mov", "r0", f"r{LOW[row[1]]}")
            asm("and", "r0", D1)
            asm("clr", high)
            asm("add", low, "r0")
            asm("adc", high, ZERO)
            for _ in range(2):
                asm("lsl", low)
                asm("rol", high)
            asm("sub", s0, low)
            asm("sbc", s1, high)
            asm("std", f"{pointer}+0", s0)
            asm("std", f"{pointer}+1", s1)
        asm("clr", "r1")


def _kernel(modular: bool) -> LoopKernel:
    apply = Apply(modular)
    base, each = apply.write()
    results = "u x + v y + mx n, q x + r y + my n" if modular else "u x + v y, q x + r y"
    return LoopKernel(
        field=None,
        function="divsteps_apply_modular" if modular else "divsteps_apply",
        header={},
        parameters="mc_digit *x, const mc_divsteps_matrix *matrix",
        operation=(
            f"(x, y) = ({results}) / 2^14, which is exact; y follows x{', and n follows y' if modular else ''}.",
            "Their top digits have signs, and the numbers size for one bit more; at least two digits.",
        ),
        asm=apply.asm,
        stack_bytes=sum("push" in line for line in apply.asm.lines),
        counted="digits",
        coefficients=(base, each),
    )


def divsteps_kernels() -> list[LoopKernel]:
    return [_kernel(modular=False), _kernel(modular=True)]
