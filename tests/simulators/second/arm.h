/* A Cortex-M for second simulators: memories and semihosting (arm.c), steps (steps.c), the instructions of ARMv6-M
 * (thumb.c) and those that ARMv7-M adds (thumb2.c, thumb2_memory.c, fpu.c), and the cycles of the cores
 * (cortex_m0plus.c, cortex_m4.c). Typed from the ARMv6-M and ARMv7-M Architecture Reference Manuals (DDI 0419, DDI
 * 0403) and the Technical Reference Manuals of Cortex-M0+ and Cortex-M4 (DDI 0484, DDI 0439). No line is shared with
 * the first simulator (QEMU and simulators/qemu). */
#ifndef SECOND_ARM_H
#define SECOND_ARM_H

#include <stdint.h>

enum { SP = 13, LR = 14, PC = 15 };

/* Instructions as the tables of cycles tell them apart. */
enum kind {
    PLAIN,
    LOAD,     /* of one register */
    STORE,    /* of one register */
    MULTIPLE, /* LDM, STM, PUSH, POP, LDRD, STRD and their like: `words` of them */
    TO_PC,    /* MOV or ADD to PC */
    BRANCH,   /* B without a condition */
    BRANCH_IF,
    CALL,     /* BL */
    EXCHANGE, /* BX, BLX */
    TABLE_BRANCH,
    DIVIDE,
    MOVE_TWO, /* VMOV of two words */
    IF_THEN,
    BARRIER,
};

/* What the instruction did that its time depends on. */
struct happened {
    enum kind kind;
    uint32_t address;
    uint8_t bytes, words;
    uint8_t is_in_block, is_skipped; /* of IT; its condition failed */
    uint8_t is_taken, is_to_lr;      /* it wrote PC; by BX LR or MOV PC, LR */
    uint8_t is_load, is_store;
    uint8_t has_index; /* the address is a register plus a register */
    /* Sets of registers: those of the address; written by a single load, its base too; computed otherwise. */
    uint16_t address_from, loaded, computed;
};

extern struct arm {
    uint32_t r[16]; /* PC: the instruction's address plus 4 */
    uint32_t next;
    unsigned n, z, c, v;
    unsigned if_then; /* ITSTATE */
    int moves_stack;  /* a push or pop, which counts no loads and stores */
    struct happened now;
} cpu;

enum { FLASH_BYTES = 1 << 20, RAM = 0x20000000, RAM_BYTES = 1 << 17 };

extern struct machine {
    uint8_t flash[FLASH_BYTES], ram[RAM_BYTES];
    int is_over, status;                   /* it has exited, with this status */
    uint32_t stack_limit, stack_of_caller; /* of the routine that runs */
} machine;

/* So many bytes of a memory; ends the program where there are none. */
uint8_t *arm_at(uint32_t address, unsigned bytes);

/* Memory in units of 1, 2 or 4 bytes; counted unless the instruction moves the stack pointer. */
uint32_t arm_load(uint32_t address, unsigned bytes);
void arm_store(uint32_t address, uint32_t value, unsigned bytes);

/* Ends the program: the instruction is not known. */
void arm_unknown(void) __attribute__((noreturn));

void arm_branch(uint32_t target);
int arm_holds(unsigned condition);
void arm_semihosting(void);

/* a + b + carry; differences add the complement. `sets` the flags. */
uint32_t arm_sum(uint32_t a, uint32_t b, unsigned carry, int sets);
uint32_t arm_signed(uint32_t result, int sets); /* sets N and Z */

enum shift { LSL, LSR, ASR, ROR, RRX };
uint32_t arm_shift(enum shift kind, uint32_t value, unsigned by, unsigned *carry);

/* A shift by a number of an instruction, where 0 stands for 32 or, in ROR, for RRX. */
uint32_t arm_shift_immediate(unsigned kind, uint32_t value, unsigned by, unsigned *carry);

uint32_t arm_reversed(uint32_t value, unsigned kind); /* 0 REV, 1 REV16, 3 REVSH */

static inline uint32_t sign_extended(uint32_t value, unsigned bits)
{
    return (uint32_t)((int32_t)(value << (32 - bits)) >> (32 - bits));
}

/* A single load or store at base plus offset; `number` is the register that is loaded or stored. */
struct access {
    unsigned number, bytes;
    int is_load, is_signed;
    uint32_t address;
};
void arm_access(const struct access *access, unsigned address_from);

/* The instruction loads or stores, at an address of a set of registers. */
void arm_accesses(enum kind kind, int is_load, unsigned address_from);

/* Words of the registers of a set, in ascending order; the base is a register of the address. */
void arm_many(unsigned set, unsigned base, uint32_t address, int is_load);

/* The register for a result. */
static inline uint32_t *result_in(unsigned number)
{
    cpu.now.computed |= (uint16_t)(1u << number);
    return &cpu.r[number];
}

/* What the core adds: instructions that ARMv6-M lacks, 0 if it does not have them either, and its cycles. */
int core_short(uint16_t op);
int core_long(uint16_t first, uint16_t second);
/* Parts of ARMv7-M: they return 0 for an instruction that is not known. */
int thumb2_memory(uint16_t first, uint16_t second);
int fpu(uint16_t first, uint16_t second);

unsigned core_cycles(const struct happened *now);

/* A halfword of code. */
uint16_t arm_code(uint32_t address);

#endif
