/* Measures each execution of one routine, from its entry to its return. */
#ifndef MC_MOTE_METER_H
#define MC_MOTE_METER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The state of the MCU between two instructions. */
struct moment {
    uint32_t pc;    /* byte address of the next instruction */
    uint32_t stack; /* lowest data address in use on the stack */
    uint64_t cycle;
};

/* The counted effects of an instruction. */
struct activity {
    const uint32_t *addresses; /* accesses in order: loads, stores, pushes and pops */
    uint8_t address_count;
    uint8_t loads, stores; /* without pops and pushes */
    bool is_xor;           /* of two distinct registers */
};

/* Each step of a hash is a bijection of its state, so two runs that differ in one place never agree. */
struct run {
    uint64_t cycles;       /* including the return, without the call */
    uint64_t instructions; /* executed; a skipped instruction is part of the skip */
    uint64_t loads, stores, xors;
    uint64_t trace_hash;       /* of the program counters, in order */
    uint64_t address_hash;     /* of the data and flash addresses of loads, stores, pushes and pops, in order */
    uint32_t stack_bytes;      /* return address included */
    uint32_t task_stack_bytes; /* deepest use of a task's stack */
    uint32_t steps;            /* runs of the routine that makes a step */
    uint64_t longest_step;     /* its cycles */
    uint8_t *stack;            /* at return: the bytes that the run left from the low-water mark up, or NULL */
};

struct meter {
    uint32_t entry;        /* byte address of the routine; UINT32_MAX to measure nothing */
    uint32_t step_entry;   /* likewise of the routine that makes a step */
    const uint8_t *memory; /* memory of data, if the stack is kept; else NULL */
    uint32_t return_size;  /* bytes of a return address */
    FILE *trace;           /* or NULL: the instructions of run `trace_run`, as lines of program counter and address */
    size_t trace_run;

    bool inside;
    uint32_t entry_stack; /* after the call */
    uint32_t low;         /* lowest inside */
    uint32_t step_stack;  /* after the call of the step; 0 outside */
    uint64_t step_begin;  /* its first cycle */
    struct run current;
    struct run *runs;
    size_t run_count;
};

enum { NO_ACCESS = -1 }; /* in the trace, the address of an instruction that has none */

/* The routine is entered: the program counter is at its first instruction. */
void meter_begin(struct meter *meter, const struct moment *now);

/* Counts the instruction at `pc`. */
void meter_count(struct meter *meter, uint32_t pc, const struct activity *activity);

/* A step is entered; or the task's stack is used down to this depth; or a return has run, which may end the step. A
 * task's stack lies below the stack of the code that makes the step. */
void meter_begin_step(struct meter *meter, const struct moment *now);
void meter_use_task_stack(struct meter *meter, uint32_t bytes);
void meter_end_step(struct meter *meter, const struct moment *now);

/* Whether the return that just ran left the measured routine. */
static inline bool meter_returned(const struct meter *meter, const struct moment *now)
{
    return now->stack > meter->entry_stack;
}

/* The routine has returned: keeps the run. */
void meter_end(struct meter *meter, const struct moment *now);

#endif
