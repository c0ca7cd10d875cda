#include "meter.h"

#include <stdlib.h>

#include "failure.h"

enum { STACK_WINDOW = 1 << 20 }; /* bytes written at most so far below the mark belong to the stack */

static inline uint64_t hash_step(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 32;
}

static bool is_traced(const struct meter *meter)
{
    return meter->trace != NULL && meter->inside && meter->run_count == meter->trace_run;
}

/* Writes a pair of little-endian 32-bit words. */
static void write_line(struct meter *meter, uint32_t counter, uint32_t address)
{
    uint8_t bytes[8];
    for (int i = 0; i < 4; i++) {
        bytes[i] = (uint8_t)(counter >> 8 * i);
        bytes[4 + i] = (uint8_t)(address >> 8 * i);
    }
    if (fwrite(bytes, sizeof bytes, 1, meter->trace) != 1)
        fail(STATUS_FILE, "cannot write the trace");
}

/* The line of an instruction without an access; one whose condition failed has none. */
static void write_untold(struct meter *meter)
{
    if (meter->untold != NULL && !(meter->untold->flags & OPCODE_IF))
        write_line(meter, meter->untold->address, NO_ACCESS);
    meter->untold = NULL;
}

/* The address where the call that led to `block` continues. */
static uint32_t return_address(const struct meter *meter, const struct block *block)
{
    if (meter->last == NULL || !meter->last->is_call)
        fail(STATUS_IMAGE, "the routine at 0x%x is jumped to, not called: where it returns is not known",
             block->address);
    return meter->last->end;
}

static void begin(struct meter *meter, const struct block *block)
{
    meter->inside = true;
    meter->return_address = return_address(meter, block);
    meter->low = meter->mark;
    meter->current = (struct run){0};
}

static void end(struct meter *meter)
{
    write_untold(meter);
    meter->current.stack_bytes = meter->mark - meter->low;
    if ((meter->run_count & (meter->run_count - 1)) == 0) { /* full at each power of two */
        size_t capacity = meter->run_count == 0 ? 1 : 2 * meter->run_count;
        meter->runs = realloc(meter->runs, capacity * sizeof *meter->runs);
        if (meter->runs == NULL)
            fail(STATUS_FILE, "out of memory");
    }
    meter->runs[meter->run_count++] = meter->current;
    meter->inside = false;
}

static void follow_steps(struct meter *meter, const struct block *block)
{
    struct run *run = &meter->current;
    if (meter->in_step && block->address == meter->step_return_address) {
        uint64_t length = run->cost - meter->step_begin;
        run->steps++;
        run->longest_step = length > run->longest_step ? length : run->longest_step;
        meter->in_step = false;
    } else if (!meter->in_step && block->address == meter->step_entry) {
        meter->step_return_address = return_address(meter, block);
        meter->step_begin = run->cost;
        meter->in_step = true;
    }
}

uint32_t meter_taken_cost(const struct meter *meter, const struct block *block)
{
    return meter->last != NULL && meter->last->end != block->address ? meter->last->taken_cost : 0;
}

uint32_t meter_block_cost(const struct meter *meter, const struct block *block)
{
    const struct block *last = meter->last;
    bool is_sequel = last != NULL && last->end == block->address;
    bool is_target = last != NULL && !is_sequel && last->jumps_to_label;
    uint32_t place = is_sequel ? (uint32_t)block->sequel_cost : is_target ? block->target_cost : 0;
    uint32_t lines = block->line_changes + (last == NULL || last->last_line != block->first_line);
    return block->cost + place + lines * meter->waits.flash;
}

uint32_t meter_access_waits(const struct meter *meter, uint32_t address, uint32_t bytes)
{
    uint32_t words = bytes > 4 ? bytes / 4 : 1;
    return words * (address < RAM_BEGIN ? meter->waits.flash : meter->waits.ram);
}

void meter_block(struct meter *meter, const struct block *block)
{
    if (meter->inside)
        meter->current.cost += meter_taken_cost(meter, block);
    if (meter->inside && block->address == meter->return_address)
        end(meter);
    if (!meter->inside && block->address == meter->entry)
        begin(meter, block);
    if (meter->inside) {
        struct run *run = &meter->current;
        follow_steps(meter, block);
        run->instructions += block->count;
        run->cost += meter_block_cost(meter, block);
        run->xors += block->xors;
        run->trace_hash = hash_step(run->trace_hash, block->address);
    }
    meter->last = block;
    meter->instructions += block->count;
    if (meter->instructions > meter->limit)
        fail(STATUS_LIMIT, "the image runs for more than %llu instructions", (unsigned long long)meter->limit);
}

static bool is_on_task_stack(const struct meter *meter, uint32_t address)
{
    return address >= meter->task_stack && address < meter->task_stack_end;
}

/* Low-water marks. On a task's stack only pushes count, since the code that prepares and wipes it also writes there. */
static void follow_stacks(struct meter *meter, const struct instruction *instruction, uint32_t address)
{
    struct run *run = &meter->current;
    uint32_t lowest = meter->stack_limit ? meter->stack_limit : meter->mark - STACK_WINDOW;
    if (address < meter->low && address >= lowest)
        meter->low = address;
    if (instruction->flags & OPCODE_STACK && is_on_task_stack(meter, address) &&
        meter->task_stack_end - address > run->task_stack_bytes)
        run->task_stack_bytes = meter->task_stack_end - address;
}

static void refuse_overrun(const struct meter *meter, const struct instruction *instruction, uint32_t address)
{
    if (address < meter->stack_limit && instruction->flags & OPCODE_STACK && !is_on_task_stack(meter, address))
        fail(STATUS_STACK, "the stack reaches %u B below the end of the RAM that the image keeps variables in",
             meter->stack_limit - address);
}

void meter_access(struct meter *meter, const struct instruction *instruction, uint32_t address, bool is_store,
                  uint32_t cost)
{
    struct run *run = &meter->current;
    if (instruction->flags & OPCODE_MARK)
        meter->mark = address + 4;
    if (is_store)
        refuse_overrun(meter, instruction, address);
    if (!meter->inside)
        return;
    run->cost += cost;
    if (instruction->flags & OPCODE_IF)
        run->trace_hash = hash_step(run->trace_hash, instruction->address);
    if (!(instruction->flags & OPCODE_STACK)) {
        run->loads += !is_store;
        run->stores += is_store;
    }
    if (is_store)
        follow_stacks(meter, instruction, address);
    run->address_hash = hash_step(run->address_hash, address);
    if (is_traced(meter))
        write_line(meter, instruction->address, address);
    meter->untold = NULL;
}

void meter_trace(struct meter *meter, const struct instruction *instruction)
{
    if (!is_traced(meter))
        return;
    write_untold(meter);
    meter->untold = instruction;
}
