/* Measures each execution of one routine, from its entry to its return. */
#ifndef MC_QEMU_METER_H
#define MC_QEMU_METER_H

#include <stdbool.h>
#include <stdio.h>

#include "opcode.h"

struct instruction {
    uint32_t address;
    unsigned flags;
    unsigned access_cost; /* of each access, in addition to the block's cost */
};

/* A translation block: instructions of which only the last can branch, so that all run or none. An instruction whose
 * condition fails counts as run. Cost is in cycles if the core's are known, else in instructions. */
struct block {
    uint32_t address, end; /* of its first instruction; after its last */
    uint32_t count, xors;
    uint32_t cost, taken_cost; /* `taken` is added if another block follows than the one at the end */
    uint32_t target_cost;      /* added if a jump to a label leads here */
    bool jumps_to_label;       /* its last instruction names its target: B, BL, CBZ */
    int32_t sequel_cost;       /* added if the block before it ran, of which it is the sequel */
    uint32_t line_changes;     /* how often its instructions go on to another line of the flash */
    uint32_t first_line, last_line;
    bool is_call;              /* its last instruction may be one */
    uint32_t routine;          /* of the profile, by index; and whether the block is its entry */
    bool is_entry;
    struct instruction instructions[];
};

/* Each step of a hash is a bijection of its state, so two runs that differ in one place never agree. */
struct run {
    uint64_t instructions, cost;
    uint64_t loads, stores, xors;
    uint64_t trace_hash;       /* of the blocks, in order, and of instructions with a condition that access memory */
    uint64_t address_hash;     /* of all loads and stores, pushes and pops too, in order */
    uint32_t stack_bytes;      /* from the last mark down to the lowest address written */
    uint32_t task_stack_bytes; /* from the end of a task's stack down to the lowest address pushed to */
    uint64_t longest_step;     /* cost */
    uint32_t steps;
};

/* Wait states of the memories, in cycles. The flash is read in lines of some bytes, of which the last that instructions
 * came from is kept; each access to data in it waits. Flash lies below RAM_BEGIN. */
struct waits {
    uint32_t flash, ram, line_bytes;
};

#define RAM_BEGIN 0x20000000u

struct meter {
    uint32_t entry;      /* of the routine; UINT32_MAX to measure nothing */
    uint32_t step_entry; /* of the routine that makes a step; UINT32_MAX for none */
    uint32_t task_stack; /* a task's stack, from here to the end; or both 0 */
    uint32_t task_stack_end;
    uint32_t stack_limit;  /* the stack must not reach below this, as nothing belongs to it there; or 0 */
    uint64_t instructions; /* all that were executed, of all blocks begun */
    uint64_t limit;
    FILE *trace; /* or NULL: the instructions of run `trace_run`, as pairs of little-endian words (meter_trace) */
    size_t trace_run;

    struct waits waits;

    const struct block *last; /* executed, or NULL */
    bool inside, in_step;
    uint32_t return_address, step_return_address;
    uint64_t step_begin;
    uint32_t mark, low;               /* stack pointers: the caller's, the lowest address written below it */
    const struct instruction *untold; /* the running instruction, without a line in the trace yet, or NULL */
    struct run current;
    struct run *runs;
    size_t run_count;
};

/* In the trace, the address of an instruction that has none. */
#define NO_ACCESS UINT32_MAX

/* The additional cost of the last block, given that `block` follows. */
uint32_t meter_taken_cost(const struct meter *meter, const struct block *block);

/* The cost of a block after the last one: its own, what its place costs, and the waits for its lines of the flash. */
uint32_t meter_block_cost(const struct meter *meter, const struct block *block);

/* The waits of an access to `bytes` of memory. */
uint32_t meter_access_waits(const struct meter *meter, uint32_t address, uint32_t bytes);

/* A block is about to run: begins or ends a run if it is an entry or a return, and counts. */
void meter_block(struct meter *meter, const struct block *block);

/* The instruction of a block that was counted loads or stores a unit of memory, at a cost. */
void meter_access(struct meter *meter, const struct instruction *instruction, uint32_t address, bool is_store,
                  uint32_t cost);

/* For the trace: the instruction is about to run. Its lines follow when it accesses memory, one for each access;
 * otherwise one when the next instruction runs or the run ends. */
void meter_trace(struct meter *meter, const struct instruction *instruction);

#endif
