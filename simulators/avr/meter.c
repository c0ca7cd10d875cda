#include "meter.h"

#include <stdlib.h>
#include <string.h>

#include "failure.h"

enum { FLASH_ADDRESS = 1 << 24 }; /* keeps flash and data addresses apart in the hash */

static inline uint64_t hash_step(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 32;
}

static inline uint32_t access_address(const avr_t *avr, const struct opcode *opcode)
{
    uint32_t pointer = opcode->pointer == POINTER_NONE
                           ? 0u
                           : (uint32_t)(avr->data[opcode->pointer] | avr->data[opcode->pointer + 1] << 8);
    uint32_t address = (pointer + opcode->offset) & 0xffff;
    if (opcode->flags & OPCODE_EXTENDED)
        address |= (uint32_t)avr->data[avr->rampz] << 16;
    return opcode->flags & OPCODE_FLASH ? address | FLASH_ADDRESS : address;
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
    if (opcode->flags & OPCODE_ACCESS)
        run->address_hash = hash_step(run->address_hash, access_address(avr, opcode));
    if (meter->trace != NULL && meter->run_count == meter->trace_run) {
        uint32_t pc = avr->pc;
        uint8_t bytes[4] = {(uint8_t)pc, (uint8_t)(pc >> 8), (uint8_t)(pc >> 16), (uint8_t)(pc >> 24)};
        if (fwrite(bytes, sizeof bytes, 1, meter->trace) != 1)
            fail(STATUS_FILE, "cannot write the trace");
    }
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
