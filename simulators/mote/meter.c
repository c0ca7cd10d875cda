#include "meter.h"

#include <stdlib.h>
#include <string.h>

#include "failure.h"

static inline uint64_t hash_step(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 32;
}

/* Writes a pair of little-endian 32-bit words. */
static void write_line(FILE *trace, uint32_t pc, uint32_t address)
{
    uint8_t bytes[8];
    for (int i = 0; i < 4; i++) {
        bytes[i] = (uint8_t)(pc >> 8 * i);
        bytes[4 + i] = (uint8_t)(address >> 8 * i);
    }
    if (fwrite(bytes, sizeof bytes, 1, trace) != 1)
        fail(STATUS_FILE, "cannot write the trace");
}

/* One line for each access; one for an instruction without access. */
static void write_trace(FILE *trace, uint32_t pc, const struct activity *activity)
{
    for (unsigned i = 0; i < activity->address_count; i++)
        write_line(trace, pc, activity->addresses[i]);
    if (activity->address_count == 0)
        write_line(trace, pc, (uint32_t)NO_ACCESS);
}

void meter_begin(struct meter *meter, const struct moment *now)
{
    meter->inside = true;
    meter->entry_stack = meter->low = now->stack;
    meter->current = (struct run){.cycles = now->cycle};
}

void meter_count(struct meter *meter, uint32_t pc, const struct activity *activity)
{
    struct run *run = &meter->current;
    run->instructions++;
    run->loads += activity->loads;
    run->stores += activity->stores;
    run->xors += activity->is_xor;
    run->trace_hash = hash_step(run->trace_hash, pc);
    for (unsigned i = 0; i < activity->address_count; i++)
        run->address_hash = hash_step(run->address_hash, activity->addresses[i]);
    if (meter->trace != NULL && meter->run_count == meter->trace_run)
        write_trace(meter->trace, pc, activity);
}

void meter_begin_step(struct meter *meter, const struct moment *now)
{
    meter->step_stack = now->stack;
    meter->step_begin = now->cycle;
}

void meter_use_task_stack(struct meter *meter, uint32_t bytes)
{
    if (meter->inside && bytes > meter->current.task_stack_bytes)
        meter->current.task_stack_bytes = bytes;
}

void meter_end_step(struct meter *meter, const struct moment *now)
{
    if (meter->step_stack == 0 || now->stack <= meter->step_stack)
        return;
    meter->step_stack = 0;
    meter->current.steps++;
    uint64_t cycles = now->cycle - meter->step_begin;
    if (cycles > meter->current.longest_step)
        meter->current.longest_step = cycles;
}

void meter_end(struct meter *meter, const struct moment *now)
{
    struct run *run = &meter->current;
    run->cycles = now->cycle - run->cycles;
    run->stack_bytes = meter->entry_stack + meter->return_size - meter->low;
    if (meter->memory != NULL) {
        run->stack = allocate(run->stack_bytes, 1);
        memcpy(run->stack, meter->memory + meter->low, run->stack_bytes);
    }
    if ((meter->run_count & (meter->run_count - 1)) == 0) { /* full at each power of two */
        size_t capacity = meter->run_count == 0 ? 1 : 2 * meter->run_count;
        meter->runs = realloc(meter->runs, capacity * sizeof *meter->runs);
        if (meter->runs == NULL)
            fail(STATUS_FILE, "out of memory");
    }
    meter->runs[meter->run_count++] = *run;
    meter->inside = false;
}
