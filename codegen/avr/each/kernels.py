"""Kernels for products with a common factor by Karatsuba: several, and one."""

from codegen.avr.each.fold import fold_of
from codegen.avr.each.parts import COUNT, NEXT_A, NEXT_R, CommonFactor
from codegen.avr.field import BinaryField
from codegen.avr.kernel import Kernel
from codegen.avr.listing import CALLEE_SAVED, restore, save
from codegen.avr.loops import BranchListing
from codegen.avr.multiplication import single_product
from codegen.avr.table_page import PAGE_BYTES


def mul_each_karatsuba(field: BinaryField) -> Kernel:
    """r[i] = a[i] b mod f for i < count."""
    asm = BranchListing()
    asm.name(18, "count")
    common = CommonFactor(asm, field)
    fold, frame = fold_of(common, field), common.frame
    saved = save(asm, tuple(register for register in range(32) if register in CALLEE_SAVED))
    frame.enter(asm)
    common.y = -1
    common.move_y(0)
    asm("std", common.at(COUNT), "count")
    for place, register in ((NEXT_R, 24), (NEXT_A, 22)):
        asm("std", common.at(place), f"r{register}")
        asm("std", common.at(place + 1), f"r{register + 1}")
    asm("movw", "XL", "r20", note="b")
    common.tables()
    before = asm.cycles
    asm.label(".Lnext_product")
    asm("ldd", "XL", common.at(NEXT_A))
    asm("ldd", "XH", common.at(NEXT_A + 1))
    common.products()
    fold.body(NEXT_R)
    common.find_frame()
    asm("ldd", "r0", common.at(COUNT))
    asm("dec", "r0")
    asm("std", common.at(COUNT), "r0")
    asm("breq", ".Lend")
    last = asm.cycles + 1  # the branch is taken
    asm.jump(".Lnext_product")
    cycles_each = asm.cycles - before
    asm.cycles = last
    asm.label(".Lend")
    frame.leave(asm, 1)
    restore(asm, saved)
    asm("clr", "r1")
    asm("ret")
    return Kernel(
        field=field,
        function="mul_each_karatsuba",
        header={
            "name": "karatsuba",
            "family": "fb-mul-each",
            "summary": "Karatsuba over Lopez-Dahab multiplication, the tables of the common factor made once",
            "source": "aranha2008 Algorithms 2 and 4",
            "domain": "any a, b; count > 0 is public",
            "constant_time": "same-trace",
            "ram_table_bytes": str(common.pages * PAGE_BYTES),
        },
        parameters="uint8_t *r, const uint8_t *a, const uint8_t *b, uint8_t count",
        operation=("r[i] = a[i] b mod f for i < count; r may be a. The addresses of the tables' rows depend on a.",),
        asm=asm,
        stack_bytes=len(saved) + frame.size,
        cycles_each=cycles_each,
    )


def mul_reduce_karatsuba_each(field: BinaryField) -> Kernel:
    """r = a b mod f by the kernel for several products, so that an image needs no other."""
    return single_product(mul_each_karatsuba(field), "mul_reduce_karatsuba_each", "karatsuba-each")
