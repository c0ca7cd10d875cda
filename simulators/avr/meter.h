/* Measures each execution of one routine, from its entry to its return. */
#ifndef MC_SIMAVR_METER_H
#define MC_SIMAVR_METER_H

#include <stdbool.h>
#include <stdio.h>
#include <simavr/sim_avr.h>

#include "opcode.h"

/* Each step of a hash is a bijection of its state, so two runs that differ in one place never agree. */
struct run {
    uint64_t cycles;       /* the return included, the call not */
    uint64_t instructions; /* executed; one that is skipped is part of the skip */
    uint64_t loads, stores, xors;
    uint64_t trace_hash;       /* of the program counters, in order */
    uint64_t address_hash;     /* of the data and flash addresses of loads, stores, PUSH and POP, in order */
    uint32_t stack_bytes;      /* return address included */
    uint32_t task_stack_bytes; /* of the stack of a task, deepest */
    uint32_t steps;            /* runs of the routine that makes a step */
    uint64_t longest_step;     /* its cycles */
    uint8_t *stack;            /* at return: what the run left from the low-water mark up, or NULL */
};

struct meter {
    uint32_t entry;      /* byte address of the routine; UINT32_MAX to measure nothing */
    uint32_t step_entry; /* likewise of the routine that makes a step */
    bool keep_stack;
    FILE *trace; /* or NULL: for each instruction of run `trace_run`, program counter and address accessed */
    size_t trace_run;

    bool inside;
    uint16_t entry_sp;   /* after the call */
    uint16_t low_sp;     /* lowest inside */
    uint16_t step_sp;    /* after the call of the step; 0 outside */
    uint64_t step_begin; /* its first cycle */
    struct run current;
    struct run *runs;
    size_t run_count;
};

enum { NO_ACCESS = -1 }; /* in the trace, the address of an instruction that has none */

/* Stack pointer: the data address below the last byte pushed. */
static inline uint16_t stack_pointer(const avr_t *avr)
{
    return (uint16_t)(avr->data[POINTER_SP] | avr->data[POINTER_SP + 1] << 8);
}

/* Address that an instruction with OPCODE_ACCESS is about to access. */
static inline uint32_t access_address(const avr_t *avr, const struct opcode *opcode)
{
    uint32_t pointer = opcode->pointer == POINTER_NONE
                           ? 0u
                           : (uint32_t)(avr->data[opcode->pointer] | avr->data[opcode->pointer + 1] << 8);
    uint32_t address = (pointer + opcode->offset) & 0xffff;
    return opcode->flags & OPCODE_EXTENDED ? address | (uint32_t)avr->data[avr->rampz] << 16 : address;
}

/* The routine is entered: the program counter is at its first instruction. */
void meter_begin(struct meter *meter, const avr_t *avr);

/* Counts the instruction that is about to run. */
void meter_count(struct meter *meter, const avr_t *avr, const struct opcode *opcode);

/* A step is entered, or the task's stack used so far down, or a RET has run, which may end the step: a task's stack
 * lies below the stack of who makes the step. */
void meter_begin_step(struct meter *meter, const avr_t *avr);
void meter_use_task_stack(struct meter *meter, uint32_t bytes);
void meter_end_step(struct meter *meter, const avr_t *avr);

/* Whether the RET or RETI that just ran left the measured routine. */
static inline bool meter_returned(const struct meter *meter, const avr_t *avr)
{
    return stack_pointer(avr) > meter->entry_sp;
}

/* The routine has returned: keeps the run. */
void meter_end(struct meter *meter, const avr_t *avr);

#endif
