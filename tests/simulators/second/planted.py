"""Errors of a table or a rule, as somebody could type them, by board: the right text, which stands once in the sources
of its second simulator, and a wrong one."""

PLANTED_AVR = {
    "MUL of one cycle": ("data[r], 0);\n        counts.cycles += 2;", "data[r], 0);\n        counts.cycles += 1;"),
    "CALL of three": ("call(target, 4);", "call(target, 3);"),
    "RCALL of four": ("call((pc + (uint32_t)far) & 0xffff, 3);", "call((pc + (uint32_t)far) & 0xffff, 4);"),
    "RET of five": ("pc |= pop();\n        counts.cycles += 4;", "pc |= pop();\n        counts.cycles += 5;"),
    "ADIW of one": ("counts.cycles += 2;\n}\n\n/* 9800", "counts.cycles += 1;\n}\n\n/* 9800"),
    "LD of one": ("    counts.loads++;\n    counts.cycles += 2;", "    counts.loads++;\n    counts.cycles += 1;"),
    "LPM of two": ("    counts.loads++;\n    counts.cycles += 3;", "    counts.loads++;\n    counts.cycles += 2;"),
    "PUSH of one": (
        "        counts.cycles += 2;\n    } else if (mode >= 4",
        "        counts.cycles += 1;\n    } else if (mode >= 4",
    ),
    "a skip without its own cycle": ("    counts.cycles += 1;\n    if (condition) {", "    if (condition) {"),
    "CPC sets Z": ("if (keeps_zero && !before)", "if (keeps_zero && !before && 0)"),
    "LSR loses its bit": ("carry = a & 1;", "carry = a >> 7;"),
    "ST counted as a load": ("    counts.stores++;", "    counts.loads++;"),
}
PLANTED_MSP430 = {
    "a constant of two cycles": (
        "cycles_of_two(from.way, &to,", "cycles_of_two(from.is_constant ? IMMEDIATE : from.way, &to,",
    ),
    "to a register from memory two": ("to_register[] = {1, 2, 2, 2, 3}", "to_register[] = {1, 2, 2, 2, 2}"),
    "to PC from a stack two": ("to_pc[] = {2, 2, 3, 3, 3}", "to_pc[] = {2, 2, 2, 3, 3}"),
    "to memory from a register three": (" to_memory[] = {4, 5, 5, 5, 6}", "to_memory[] = {3, 5, 5, 5, 6}"),
    "to memory from memory five": (" to_memory[] = {4, 5, 5, 5, 6}", "to_memory[] = {4, 5, 5, 5, 5}"),
    "PUSH of four": ("{3, 4, 5, 4, 5}", "{4, 4, 5, 4, 5}"),
    "CALL of an address four": ("{4, 4, 5, 5, 5}", "{4, 4, 5, 4, 5}"),
    "jumps of one": ("    counts.cycles += 2;", "    counts.cycles += 1;"),
    "SUBC without its borrow": ("r = sum(d, s ^ ones, reg[SR] & C, is_byte);", "r = sum(d, s ^ ones, 1, is_byte);"),
    "a product that adds nothing": ("if (multiplier.kind & ACCUMULATES)", "if (0)"),
    "pops counted as loads": ("!o->is_pop", "1"),
    "RRC loses its bit": ("(reg[SR] & C) << (is_byte ? 7 : 15)", "0u << (is_byte ? 7 : 15)"),
}  # fmt: skip
PLANTED_CPUX = {
    "a jump to an address of two": ("to_pc_cpux[] = {3, 4, 4, 3, 5}", "to_pc_cpux[] = {3, 4, 4, 2, 5}"),
    "RET of three": ("to_pc_cpux[] = {3, 4, 4, 3, 5}", "to_pc_cpux[] = {3, 4, 3, 3, 5}"),
    "a move to memory without its footnote": (
        "(to_memory_cpux[from] - only_moves)", "(to_memory_cpux[from] - 0 * only_moves)",
    ),
    "the footnote for sums": ("kind == MOV || kind == BIT || kind == CMP)", "1)"),
    "to memory from memory five": ("to_memory_cpux[] = {4, 5, 5, 5, 6}", "to_memory_cpux[] = {4, 5, 5, 5, 5}"),
    "to memory from a pointer four": ("to_memory_cpux[] = {4, 5, 5, 5, 6}", "to_memory_cpux[] = {4, 4, 5, 5, 6}"),
    "CALL of an address five": ("{4, 4, 4, 4, 5}", "{4, 4, 4, 5, 5}"),
    "PUSH of four": ("{3, 3, 3, 3, 4}", "{4, 3, 3, 3, 4}"),
    "PUSHM of one cycle less": ("counts.cycles += 2 + last + 1;", "counts.cycles += 2 + last;"),
    "POPM counted as loads": ("= read_data(reg[SP], 0, 0);", "= read_data(reg[SP], 0, 1);"),
    "the first operand without its high word": ("(uint32_t)value << 16;\n    else if", "0;\n    else if"),
    "a product of 32 bits": ("? UINT64_MAX : UINT32_MAX", "? UINT32_MAX : UINT32_MAX"),
    "the second operand without its low word": ("value << 16 | multiplier.second_low", "value << 16"),
}  # fmt: skip
PLANTED_ARMV6M = {
    "loads of one": ("    case LOAD:\n    case STORE:", "    case LOAD:\n        return 1;\n    case STORE:"),
    "stores of one": ("    case STORE:\n        return 2;", "        return 2;\n    case STORE:\n        return 1;"),
    "LDM and STM without their own cycle": (
        "now->words + (now->is_taken ? 3u : 1u)", "now->words + (now->is_taken ? 3u : 0u)",
    ),
    "POP of PC of two more": ("now->words + (now->is_taken ? 3u : 1u)", "now->words + (now->is_taken ? 2u : 1u)"),
    "a branch taken of three": ("return now->is_taken ? 2 : 1;", "return now->is_taken ? 3 : 1;"),
    "a branch not taken of two": ("return now->is_taken ? 2 : 1;", "return 2;"),
    "B of three": ("    case BRANCH:\n", "    case BRANCH:\n        return 3;\n"),
    "BX of three": (
        "    case EXCHANGE:\n    case TO_PC:",
        "        return 2;\n    case EXCHANGE:\n        return 3;\n    case TO_PC:",
    ),
    "BL of four": (
        "    case CALL:\n    case BARRIER:\n        return 3;",
        "    case CALL:\n        return 4;\n    case BARRIER:\n        return 3;",
    ),
    "POP counted as loads": ("    cpu.moves_stack = 1;", "    cpu.moves_stack = !(op >> 11 & 1);"),
    "SBC without its borrow": ("arm_sum(*to, ~m, cpu.c, sets)", "arm_sum(*to, ~m, 1, sets)"),
    "ADC without its carry": ("arm_sum(*to, m, cpu.c, sets)", "arm_sum(*to, m, 0, sets)"),
    "UXTB of 16 bits": ("(op & 0x40 ? 0xff : 0xffff)", "(op & 0x40 ? 0xffff : 0xffff)"),
}  # fmt: skip
PLANTED_ARMV7M = {
    "loads of one": ("    case LOAD:\n    case MOVE_TWO:", "    case LOAD:\n        return 1;\n    case MOVE_TWO:"),
    "VMOV of two words of one": (
        "    case MOVE_TWO:\n        return 2;", "        return 2;\n    case MOVE_TWO:\n        return 1;",
    ),
    "a store at a number of two": ("now->has_index ? 2 : 1", "now->has_index ? 2 : 2"),
    "a store at an index of one": ("now->has_index ? 2 : 1", "now->has_index ? 1 : 1"),
    "LDM and STM without their own cycle": ("return 1u + now->words;", "return now->words;"),
    "TBB of two and its refill": (
        "    case TABLE_BRANCH:\n        return 3;", "    case TABLE_BRANCH:\n        return 2;",
    ),
    "UDIV of eleven": ("DIVISION = 12", "DIVISION = 11"),
    "IT is never folded": ("!before->what.is_in_block ? 0 : 1;", "!before->what.is_in_block ? 1 : 1;"),
    "IT is folded onto 32 bits": ("before->what.bytes == 2 && !", "!"),
    "B refills in two": ("return 1 + late;", "return 2 + late;"),
    "CBZ refills in one": ("== 0xb ? 2 : 1) + late", "== 0xb ? 1 : 1) + late"),
    "a wide target costs nothing more": ("target % 4 && arm_code", "0 && arm_code"),
    "BX LR refills in two": ("return now->is_to_lr ? 1 : 2;", "return 2;"),
    "BX of others refills in one": ("return now->is_to_lr ? 1 : 2;", "return 1;"),
    "POP of PC refills in three": ("    case MULTIPLE:\n        return 2;", "    case MULTIPLE:\n        return 3;"),
    "LDR of PC refills in two": (
        "    default: /* LDR, TBB */\n        return 3;", "    default: /* LDR, TBB */\n        return 2;",
    ),
    "loads overlap that wait for the address": ("&& !(last->loaded & now->address_from)", ""),
    "a base written back is not waited for": (
        "&cpu.now.loaded : &cpu.now.computed", "&cpu.now.computed : &cpu.now.computed",
    ),
    "stores do not overlap": ("|| now->kind == STORE;", ";"),
    "a computed address costs nothing": ("is_access && last->computed & now", "0 && is_access && last->computed & now"),
    "SP is waited for": (" & ~(1u << SP);", ";"),
    "a load after a store costs nothing": ("now->is_load && last->is_store;", "0;"),
    "wide instructions across words cost nothing": ("before[2].is_there && before[2].is_long;", "0;"),
    "a skipped instruction takes its cycles": (
        "return now->is_skipped || !has_more ? 1 :", "return now->is_skipped ? 2 : !has_more ? 1 :",
    ),
    "LDRD counted as one load": ("    cpu.now.words = 2;\n", "    cpu.now.words = 2;\n    counts.loads -= is_load;\n"),
    "UMAAL adds one word": ("as_unsigned + cpu.r[low] + cpu.r[high]", "as_unsigned + cpu.r[low]"),
    "SBFX without its sign": ("put(to, sign_extended(a >> low, last + 1))", "put(to, a >> low & ones(last + 1))"),
}  # fmt: skip
PLANTED = {
    "micaz": PLANTED_AVR,
    "telosb": PLANTED_MSP430,
    "msp430f5438a": PLANTED_CPUX,
    "cortex-m0plus": PLANTED_ARMV6M,
    "cortex-m4": PLANTED_ARMV7M,
}
