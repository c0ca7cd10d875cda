#include "cycles.h"

#include <string.h>

#include "failure.h"

/* Cycles by kind; a load or store of several registers adds one for each register; 0 for instructions that the core
 * does not have. */
struct core {
    const char *name;
    unsigned taken; /* added when a branch is taken */
    bool pipelines_loads;
    uint8_t cycles[THUMB_KINDS];
};

/* Cortex-M4 fills its pipeline in 1 to 3 cycles, by the width and alignment of the target: assumed to be 2. Division
 * takes 2 to 12 cycles, by its operands: assumed to be 12. A barrier takes 1 plus the accesses that it waits for. */
enum { M4_REFILL = 2, M4_DIVIDE = 12 };

static const struct core cores[] = {
    /* Cortex-M0+ Technical Reference Manual (DDI 0484), table 3-1, with the multiplier of one cycle. */
    {
        .name = "m0plus",
        .taken = 1,
        .cycles = {[THUMB_PLAIN] = 1,
                   [THUMB_LOAD] = 2,
                   [THUMB_STORE] = 2,
                   [THUMB_STORE_IMMEDIATE] = 2,
                   [THUMB_MULTIPLE] = 1,
                   [THUMB_MULTIPLE_PC] = 3,
                   [THUMB_WRITE_PC] = 2,
                   [THUMB_BRANCH] = 2,
                   [THUMB_BRANCH_IF] = 1,
                   [THUMB_CALL] = 3,
                   [THUMB_EXCHANGE] = 2,
                   [THUMB_SPECIAL] = 3,
                   [THUMB_BARRIER] = 3,
                   [THUMB_WAIT] = 2},
    },
    /* Cortex-M4 Technical Reference Manual (DDI 0439), tables 3-1 and 3-2 and section 3.3.2. */
    {
        .name = "m4",
        .taken = M4_REFILL,
        .pipelines_loads = true,
        .cycles = {[THUMB_PLAIN] = 1,
                   [THUMB_LOAD] = 2,
                   [THUMB_LOAD_PC] = 2 + M4_REFILL,
                   [THUMB_STORE] = 2,
                   [THUMB_STORE_IMMEDIATE] = 1,
                   [THUMB_MULTIPLE] = 1,
                   [THUMB_MULTIPLE_PC] = 1 + M4_REFILL,
                   [THUMB_EXCLUSIVE] = 2,
                   [THUMB_WRITE_PC] = 1 + M4_REFILL,
                   [THUMB_BRANCH] = 1 + M4_REFILL,
                   [THUMB_BRANCH_IF] = 1,
                   [THUMB_CALL] = 1 + M4_REFILL,
                   [THUMB_EXCHANGE] = 1 + M4_REFILL,
                   [THUMB_TABLE_BRANCH] = 2 + M4_REFILL,
                   [THUMB_DIVIDE] = M4_DIVIDE,
                   [THUMB_SPECIAL] = 2,
                   [THUMB_BARRIER] = 1,
                   [THUMB_WAIT] = 1},
    },
};

const struct core *cycles_core(const char *name)
{
    for (size_t i = 0; i < sizeof cores / sizeof *cores; i++)
        if (strcmp(cores[i].name, name) == 0)
            return &cores[i];
    return NULL;
}

static bool leads_away(const struct thumb *instruction)
{
    switch (instruction->kind) {
    case THUMB_LOAD_PC:
    case THUMB_MULTIPLE_PC:
    case THUMB_WRITE_PC:
    case THUMB_BRANCH:
    case THUMB_CALL:
    case THUMB_EXCHANGE:
    case THUMB_TABLE_BRANCH:
        return true;
    default:
        return false;
    }
}

static bool is_multiple(const struct thumb *instruction)
{
    return instruction->kind == THUMB_MULTIPLE || instruction->kind == THUMB_MULTIPLE_PC;
}

/* Whether the instruction shares a cycle with the load before it; not if that load gives its address. */
static bool is_pipelined(const struct thumb *last, const struct thumb *instruction)
{
    bool follows = instruction->kind == THUMB_LOAD || instruction->kind == THUMB_STORE;
    return last->kind == THUMB_LOAD && follows && !(last->loaded & instruction->base);
}

struct cycles cycles_of(const struct core *core, const struct thumb *last, const struct thumb *instruction,
                        bool has_condition, uint32_t address)
{
    unsigned cycles = core->cycles[instruction->kind];
    if (cycles == 0)
        fail(STATUS_IMAGE, "how long the instruction at 0x%x takes is not known", address);
    if (is_multiple(instruction))
        cycles += instruction->registers;
    if (instruction->kind == THUMB_BRANCH_IF)
        return (struct cycles){.cycles = cycles, .taken = core->taken};
    if (has_condition && leads_away(instruction)) /* a failed condition takes 1 */
        return (struct cycles){.cycles = 1, .taken = cycles - 1};
    if (has_condition && instruction->registers)
        return (struct cycles){.cycles = 1, .access = cycles > 1};
    return (struct cycles){.cycles = cycles - (core->pipelines_loads && is_pipelined(last, instruction))};
}
