/* Instructions of Thumb, as far as the meter and the cycle tables distinguish them. */
#ifndef MC_QEMU_THUMB_H
#define MC_QEMU_THUMB_H

#include <stdbool.h>
#include <stdint.h>

/* The kind of an instruction, which decides its time. */
enum thumb_kind {
    THUMB_PLAIN,    /* moves, arithmetic, logic, shifts, hints; multiplications of ARMv7-M */
    THUMB_MULTIPLY, /* MULS, 16 bits wide */
    THUMB_IF_THEN,  /* IT */
    THUMB_LOAD,     /* of one register, not pc */
    THUMB_LOAD_PC,
    THUMB_STORE,           /* of one register, at a register or register plus register */
    THUMB_STORE_IMMEDIATE, /* at a register plus a number */
    THUMB_MULTIPLE,        /* LDM, STM, PUSH, POP, LDRD, STRD, VLDM, VSTM, VLDR, VSTR: `registers` words */
    THUMB_MULTIPLE_PC,     /* with pc among the loaded registers */
    THUMB_EXCLUSIVE,       /* LDREX, STREX */
    THUMB_WRITE_PC,        /* MOV or ADD to pc, of another register than lr */
    THUMB_BRANCH,          /* B */
    THUMB_BRANCH_IF,       /* B<c> */
    THUMB_COMPARE_BRANCH,  /* CBZ, CBNZ */
    THUMB_CALL,            /* BL */
    THUMB_RETURN,          /* BX lr, MOV pc, lr */
    THUMB_EXCHANGE,        /* BX, BLX of another register */
    THUMB_TABLE_BRANCH,    /* TBB, TBH */
    THUMB_DIVIDE,
    THUMB_SPECIAL, /* MRS, MSR */
    THUMB_BARRIER,
    THUMB_WAIT, /* WFE, WFI */
    THUMB_FLOAT,            /* arithmetic of the floating-point unit; moves from and to it */
    THUMB_FLOAT_PAIR,       /* VMOV of two registers of the core */
    THUMB_FLOAT_ACCUMULATE, /* VMLA, VFMA and their kin */
    THUMB_FLOAT_DIVIDE,     /* VDIV, VSQRT */
    THUMB_UNKNOWN,
    THUMB_KINDS
};

struct thumb {
    enum thumb_kind kind;
    unsigned bytes;     /* 2 or 4 */
    unsigned registers; /* how many are loaded or stored */
    unsigned flags;     /* OPCODE_... */
    bool is_load;       /* of memory, not pc alone */
    bool is_store;
    uint16_t base;      /* of a load or store: set of the registers that give its address */
    uint16_t loaded;    /* set of the registers that a single load writes, the base that it moves too */
    uint16_t computed;  /* set of the registers, less sp and pc, that arithmetic writes, or the base that a store moves */
    uint32_t float_reads;  /* sets of S0 to S31 that an instruction of the floating-point unit reads; */
    uint32_t float_result; /* that its arithmetic writes */
    unsigned if_then;   /* how many instructions after this one have a condition (IT) */
};

/* Decodes an instruction; `second` is its second halfword if it has one (ARMv6-M Architecture Reference Manual, DDI
 * 0419, and ARMv7-M Architecture Reference Manual, DDI 0403, chapter A5). */
struct thumb thumb_decode(uint16_t first, uint16_t second);

#endif
