"""Demands of a drop's sources on the processor, so that the wrong one is refused with one sentence: its assembler would
stop at an opcode, and a compiler without a multiplier would call a product whose time depends on the operands."""

from motelab.export.drop import Drop

# By the folder of kernels (generated/native/): the condition, in macros that GCC and clang define, and what is needed.
OF_TARGETS = {
    "avr": ("defined __AVR_HAVE_MUL__", "an AVR with a multiplier, such as an ATmega or ATxmega"),
    "msp430": (
        "defined __MSP430__ && defined MC_MSP430_MULTIPLIER && !defined __MSP430X_LARGE__",
        "an MSP430 with a multiplier at the address MC_MSP430_MULTIPLIER, 0x130 or 0x4c0, and addresses of 16 bits",
    ),
    "thumb": ("defined __thumb__", "an ARM processor in Thumb state: -mthumb"),
    "armv7": ("defined __ARM_FEATURE_DSP", "an ARM processor with UMAAL, such as a Cortex-M4 or M7, and no M0 or M3"),
    "arm": ("defined __arm__ && !defined __thumb__", "an ARM processor in ARM state: -marm"),
    "riscv": (
        "__riscv_xlen == 32 && defined __riscv_mul && !defined __riscv_32e",
        "RV32I with the extension M, as in -march=rv32imc",
    ),
    "riscvb": ("defined __riscv_zbc", "RISC-V with the extension Zbc"),
}
# Where C is as demanding as kernels are: without a multiplier the time of its products is not constant.
OF_C = {"avr": "avr", "msp430": "msp430", "riscv": "riscv", "riscv32": "riscv"}


def text(drop: Drop) -> str:
    """Lines for the preprocessor, of C and of assembly."""
    targets = {unit.source.path.parent.name for unit in drop.closure.units if unit.is_assembly} & set(OF_TARGETS)
    targets |= {OF_C[target] for target in drop.board.compiler.targets if target in OF_C}
    made = (OF_TARGETS[target] for target in OF_TARGETS if target in targets)
    return "".join(f'#if !({condition})\n#error "these sources need {words}"\n#endif\n' for condition, words in made)
