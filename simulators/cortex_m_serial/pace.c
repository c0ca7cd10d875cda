#include "pace.h"

#include <stdlib.h>
#include <string.h>

#include "../qemu/cycles.h"

static struct {
    struct core *core;
    const uint8_t *code;
    uint32_t begin, bytes;
    struct thumb *decoded; /* by halfwords of the code; of no bytes before it first runs */

    uint64_t cycles;
    struct history history;
    uint32_t end; /* of the last instruction; what it costs more if another one follows than the one there */
    unsigned taken, access;
    int jumps_to_label;
    uint32_t conditional; /* the address of the next instruction of an IT block, and how many are to come */
    unsigned conditions;
} pace;

int pace_begin(const char *core, const uint8_t *code, uint32_t begin, uint32_t bytes)
{
    free(pace.decoded);
    memset(&pace, 0, sizeof pace);
    pace.core = cycles_core(core);
    pace.code = code;
    pace.begin = begin;
    pace.bytes = bytes;
    pace.decoded = calloc(bytes / 2, sizeof *pace.decoded);
    return pace.core != NULL && pace.decoded != NULL;
}

static const struct thumb *decoded_at(uint32_t address)
{
    static const struct thumb outside = {.kind = THUMB_UNKNOWN};
    const uint32_t place = address - pace.begin;
    if (place + 4 > pace.bytes)
        return &outside;
    struct thumb *decoded = &pace.decoded[place / 2];
    if (decoded->bytes == 0) {
        uint16_t halves[2];
        memcpy(halves, pace.code + place, sizeof halves);
        *decoded = thumb_decode(halves[0], halves[1]);
    }
    return decoded;
}

static int take_condition(uint32_t address, const struct thumb *instruction)
{
    const int has_condition = pace.conditions > 0 && pace.conditional == address;
    pace.conditions = has_condition ? pace.conditions - 1 : instruction->if_then;
    pace.conditional = address + instruction->bytes;
    return has_condition;
}

static void count(uint32_t address)
{
    const struct thumb *instruction = decoded_at(address);
    if (address != pace.end) {
        pace.cycles += pace.taken;
        pace.cycles += pace.jumps_to_label ? cycles_as_target(pace.core, instruction, address) : 0;
    }
    const int has_condition = take_condition(address, instruction);
    const struct cycles cycles = cycles_of(pace.core, &pace.history, instruction, has_condition, address);
    pace.cycles += cycles.cycles;
    pace.taken = cycles.taken;
    pace.access = cycles.access;
    pace.jumps_to_label = cycles_jumps_to_label(instruction);
    pace.end = address + instruction->bytes;
}

void pace_instruction(uint32_t address)
{
    while (pace.conditions > 0 && pace.conditional != address) /* in an IT block; its condition failed */
        count(pace.conditional);
    count(address);
}

void pace_access(void)
{
    pace.cycles += pace.access;
}

uint64_t pace_cycles(void)
{
    return pace.cycles;
}
