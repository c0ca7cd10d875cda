/* Instructions of Thumb, as far as the meter and the cycle tables distinguish them. */
#ifndef MC_QEMU_THUMB_H
#define MC_QEMU_THUMB_H

#include <stdbool.h>
#include <stdint.h>

/* The kind of an instruction, which decides its time. */
enum thumb_kind {
    THUMB_PLAIN, /* moves, arithmetic, logic, shifts, multiplications, hints */
    THUMB_LOAD,  /* of one register, not pc */
    THUMB_LOAD_PC,
    THUMB_STORE,           /* of one register, at a register or register plus register */
    THUMB_STORE_IMMEDIATE, /* at a register plus a number */
    THUMB_MULTIPLE,        /* LDM, STM, PUSH, POP, LDRD, STRD: `registers` of them */
    THUMB_MULTIPLE_PC,     /* with pc among the loaded registers */
    THUMB_EXCLUSIVE,       /* LDREX, STREX */
    THUMB_WRITE_PC,        /* MOV or ADD to pc */
    THUMB_BRANCH,          /* B */
    THUMB_BRANCH_IF,       /* B<c>, CBZ, CBNZ */
    THUMB_CALL,            /* BL */
    THUMB_EXCHANGE,        /* BX, BLX */
    THUMB_TABLE_BRANCH,    /* TBB, TBH */
    THUMB_DIVIDE,
    THUMB_SPECIAL, /* MRS, MSR */
    THUMB_BARRIER,
    THUMB_WAIT, /* WFE, WFI */
    THUMB_UNKNOWN,
    THUMB_KINDS
};

struct thumb {
    enum thumb_kind kind;
    unsigned bytes;     /* 2 or 4 */
    unsigned registers; /* how many are loaded or stored */
    unsigned flags;     /* OPCODE_... */
    uint16_t base;      /* of a single load or store: set of the registers that give its address */
    uint16_t loaded;    /* set of the register that a single load writes */
    unsigned if_then;   /* how many instructions after this one have a condition (IT) */
};

/* Decodes an instruction; `second` is its second halfword if it has one (ARMv6-M Architecture Reference Manual, DDI
 * 0419, and ARMv7-M Architecture Reference Manual, DDI 0403, chapter A5). */
struct thumb thumb_decode(uint16_t first, uint16_t second);

#endif
