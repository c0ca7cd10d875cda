#include "meter.h"

#include <stdlib.h>
#include <string.h>

#include "failure.h"

enum { FLASH_ADDRESS = 1 << 24 }; /* tells flash from data addresses in hash and trace */

static inline uint64_t hash_step(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 32;
}

/* Writes a pair of little-endian 32-bit words. */
static void write_trace(FILE *trace, uint32_t pc, uint32_t address)
{
    uint8_t bytes[8];
    for (int i = 0; i < 4; i++) {
        bytes[i] = (uint8_t)(pc >> 8 * i);
        bytes[4 + i] = (uint8_t)(address >> 8 * i);
    }
    if (fwrite(bytes, sizeof bytes, 1, trace) != 1)
        fail(STATUS_FILE, "cannot write the trace");
}

void meter_begin(struct meter *meter, const avr_t *avr)
{
    meter->inside = true;
    meter->entry_sp = meter->low_sp = stack_pointer(avr);
    meter->current = (struct run){.cycles = avr->cycle};
}

void meter_count(struct meter *meter, const avr_t *avr, const struct opcode *opcode)
{
    struct run *run = &meter->current;
    run->instructions++;
    run->loads += (opcode->flags & OPCODE_LOAD) != 0;
    run->stores += (opcode->flags & OPCODE_STORE) != 0;
    run->xors += (opcode->flags & OPCODE_XOR) != 0;
    run->trace_hash = hash_step(run->trace_hash, avr->pc);
    uint32_t address = (uint32_t)NO_ACCESS;
    if (opcode->flags & OPCODE_ACCESS) {
        address = access_address(avr, opcode) | (opcode->flags & OPCODE_FLASH ? FLASH_ADDRESS : 0u);
        run->address_hash = hash_step(run->address_hash, address);
    }
    if (meter->trace != NULL && meter->run_count == meter->trace_run)
        write_trace(meter->trace, avr->pc, address);
}

void meter_begin_step(struct meter *meter, const avr_t *avr)
{
    meter->step_sp = stack_pointer(avr);
    meter->step_begin = avr->cycle;
}

void meter_use_task_stack(struct meter *meter, uint32_t bytes)
{
    if (meter->inside && bytes > meter->current.task_stack_bytes)
        meter->current.task_stack_bytes = bytes;
}

void meter_end_step(struct meter *meter, const avr_t *avr)
{
    if (meter->step_sp == 0 || stack_pointer(avr) <= meter->step_sp)
        return;
    meter->step_sp = 0;
    meter->current.steps++;
    uint64_t cycles = avr->cycle - meter->step_begin;
    if (cycles > meter->current.longest_step)
        meter->current.longest_step = cycles;
}

void meter_end(struct meter *meter, const avr_t *avr)
{
    struct run *run = &meter->current;
    uint32_t sp_before_call = (uint32_t)meter->entry_sp + avr->address_size;
    run->cycles = avr->cycle - run->cycles;
    run->stack_bytes = sp_before_call - meter->low_sp;
    if (meter->keep_stack) {
        run->stack = allocate(run->stack_bytes, 1);
        memcpy(run->stack, avr->data + meter->low_sp + 1, run->stack_bytes);
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
