"""Cycles of the instructions that field arithmetic cannot do without, by processor."""

import dataclasses

from motelab.boards.board import Board


@dataclasses.dataclass(frozen=True)
class Processor:
    """Cycles, each the least of all addressing modes, and what a word and the multiplier are.

    `operation` is an addition, an exclusive or, a shift of registers. `load` is one word from memory, or, where
    instructions take an operand from memory, the cycles that this adds to one with registers. `product` is a product
    of two numbers of `product_bits` whose operands are in registers, ready to be added; `read` takes a word of a sum
    out of the multiplier. After a product `sums` operations add it to a sum in registers, but in a product of k by k
    such numbers, k times `saved` fewer where a word is written for the first time."""

    word_bits: int
    registers: int  # that can hold words of elements, none kept for pointers
    operation: int
    load: int
    store: int
    product_bits: int
    product: int
    read: int
    sums: int
    saved: int

    def without_memory(self) -> "Processor":
        """The same with loads and stores for nothing."""
        return dataclasses.replace(self, load=0, store=0)


# AVR Instruction Set Manual, AVRe+: LD and ST 2, MUL 2. MUL writes R1:R0 and the carry. So before the next one both
# halves are added, and a carry out of them too: 3 instructions, or a MOVW and two additions later. The first word
# of a sum, and the carry into it, need no addition: at most 4 of 3 k^2.
AVR = Processor(8, 32, operation=1, load=2, store=2, product_bits=8, product=2, read=0, sums=3, saved=4)

# SLAU049, tables 3-14 to 3-16: an operand @Rn+ adds 1 cycle, PUSH takes 3, MOV Rn, &EDE 4, MOV &EDE, Rn 3. The
# multiplier adds products up. From one product to the next, both operands are written again; or one of them, and the
# sum is shifted by a word, which is read for that: 4 + 3.
MSP430 = Processor(16, 12, operation=1, load=1, store=3, product_bits=16, product=7, read=3, sums=0, saved=0)

# SLAU208, CPUX: PUSHM of n registers takes 2 + n, so more than 1 a word; MOV Rn, &EDE and MOV &EDE, Rn 3. MPY32
# multiplies 32 bits by 32; an operand is two words, and so is the shift of a sum: four accesses of 3.
MSP430X = Processor(16, 12, operation=1, load=1, store=1, product_bits=32, product=12, read=3, sums=0, saved=0)

# Cortex-M0+ Technical Reference Manual, table 3-1: LDM and STM of n registers 1 + n, so more than 1 a word; MULS 1, of
# which 32 bits are kept: products of halves of words.
CORTEX_M0PLUS = Processor(32, 14, operation=1, load=1, store=1, product_bits=16, product=1, read=0, sums=1, saved=1)

# Cortex-M4 Technical Reference Manual, table 3-1: LDM and STM as before; UMAAL 1, which adds two words to a product. 32
# more words lie in registers of the FPU, at 1 cycle as in memory.
CORTEX_M4 = Processor(32, 14, operation=1, load=1, store=1, product_bits=32, product=1, read=0, sums=0, saved=0)

BY_MCU = {"msp430f1611": MSP430, "msp430f5438a": MSP430X, "cortex-m0plus": CORTEX_M0PLUS, "cortex-m4": CORTEX_M4}


def of(board: Board) -> Processor | None:
    """The processor of a board; None if there is no model of it."""
    return AVR if board.platform == "avr" else BY_MCU.get(board.mcu)
