/* A Cortex-M on Unicorn, which runs an image of the bench up to the routine that is measured and through it. */
#ifndef MC_CORTEX_M_MACHINE_H
#define MC_CORTEX_M_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

#include <unicorn/unicorn.h>

#include "session.h"

enum { SP = 13, LR, PC, STATUS_REGISTER, REGISTERS }; /* R0 to R12, SP, LR, PC, xPSR */

#define RAM_BEGIN 0x20000000u
enum { FLASH_BYTES = 0x100000, RAM_BYTES = 0x80000 };

/* Unicorn cannot be told to go on elsewhere in the midst of an IT block. So it runs to the end of the block, and all
 * that it does until then is undone: registers, and bytes of RAM. */
struct stop {
    bool is_on;
    uint32_t registers[REGISTERS];
    struct {
        uint8_t *byte, old;
    } stores[4 * 64]; /* four instructions of sixteen words at most */
    unsigned store_count;
};

struct machine {
    uc_engine *uc;
    struct session *session;
    void (*call_host)(struct machine *machine); /* BKPT 0xAB */
    /* Before each instruction that runs, and before a store; or NULL. */
    void (*on_instruction)(struct machine *machine, const struct moment *now);
    void (*on_store)(struct machine *machine, uint32_t address, unsigned size, uint64_t value);
    uint8_t flash[FLASH_BYTES], ram[RAM_BYTES]; /* on pages of the host */
    uint32_t pc;                                /* of the instruction that is about to run */
    uint32_t it;                                /* ITSTATE of that instruction; 0 outside of an IT block */
    struct stop stop;
    uint32_t block; /* ITSTATE of the first instruction of the last IT block, and its address */
    uint32_t block_begin;
    uint32_t stack;     /* the stack pointer before the last instruction */
    uint32_t return_to; /* where the measured routine returns */
    uint64_t count;     /* instructions before */
    bool is_moved;      /* the program counter, or the code there, is another than Unicorn knows */
    bool is_stopped;    /* by machine_stop */
    bool is_resumed;    /* the next call of the hook is for the instruction at `pc`, which is known */
};

/* Opens a machine with the session's image in its flash; fails if Unicorn does, or for no such processor. */
void machine_open(struct machine *machine, struct session *session, void (*call_host)(struct machine *machine));

/* Runs from reset to the image's exit, or until machine_stop; fails with STATUS_CRASHED for what a chip answers with a
 * fault. */
void machine_run(struct machine *machine);

/* Clears RAM, registers and the count of instructions, before a further run. */
void machine_reset(struct machine *machine);

/* Ends the run before the instruction at `pc`, from a hook. */
void machine_stop(struct machine *machine);

/* ITSTATE one instruction further in a block, and of the instruction behind the one at `pc`; 0 outside of a block. */
uint32_t it_advanced(uint32_t it);
uint32_t machine_next_it(const struct machine *machine);

uint32_t machine_get(const struct machine *machine, unsigned number);
void machine_set(struct machine *machine, unsigned number, uint32_t value);

/* A byte of RAM; NULL outside. */
uint8_t *machine_ram(struct machine *machine, uint32_t address);

#endif
