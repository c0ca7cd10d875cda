#include "cycles.h"

#include <string.h>

#include "failure.h"

/* Whether `value`, where `mask` is 1, is `wanted`. */
#define IS(value, mask, wanted) (((value) & (mask)) == (wanted))

/* Cycles by kind; a load or store of several registers adds one for each register; 0 for instructions that the core
 * does not have. */
struct core {
    const char *name;
    unsigned taken[2];      /* added when B<c> is taken; when CBZ is */
    bool has_pipeline;      /* of three stages, with the rules of Cortex-M4 on neighbours */
    bool chooses_multiplier;
    uint8_t cycles[THUMB_KINDS];
};

/* Cortex-M4 fills its pipeline in 1 to 3 cycles (table 3-1: "depending on the alignment and width of the target
 * instruction, and whether the processor manages to speculate the address early"). In decode it knows the targets of
 * B, BL and of jumps to lr; in execute those of other registers and of CBZ (Cortex-M3 Technical Reference Manual, DDI
 * 0337E, table 16-2, whose pipeline is the same). LDR pc takes 2 + 3, TBB 2 + 1 + 3 (section 3.3.2). Division takes 2 to
 * 12 cycles, by its operands: assumed to be 12. A barrier takes 1 plus the accesses that it waits for. */
enum { M4_EARLY = 1, M4_LATE = 2, M4_LOADED = 3, M4_DIVIDE = 12 };

static struct core cores[] = {
    /* Cortex-M0+ Technical Reference Manual (DDI 0484), table 3-1, with the multiplier of one cycle. */
    {
        .name = "m0plus",
        .taken = {1},
        .chooses_multiplier = true,
        .cycles = {[THUMB_PLAIN] = 1,
                   [THUMB_MULTIPLY] = 1,
                   [THUMB_LOAD] = 2,
                   [THUMB_STORE] = 2,
                   [THUMB_STORE_IMMEDIATE] = 2,
                   [THUMB_MULTIPLE] = 1,
                   [THUMB_MULTIPLE_PC] = 3,
                   [THUMB_WRITE_PC] = 2,
                   [THUMB_BRANCH] = 2,
                   [THUMB_BRANCH_IF] = 1,
                   [THUMB_CALL] = 3,
                   [THUMB_RETURN] = 2,
                   [THUMB_EXCHANGE] = 2,
                   [THUMB_SPECIAL] = 3,
                   [THUMB_BARRIER] = 3,
                   [THUMB_WAIT] = 2},
    },
    /* Cortex-M4 Technical Reference Manual (DDI 0439), tables 3-1 and 3-2, section 3.3.2, and of its floating-point
       unit table 7-1. */
    {
        .name = "m4",
        .taken = {M4_EARLY, M4_LATE},
        .has_pipeline = true,
        .cycles = {[THUMB_PLAIN] = 1,
                   [THUMB_MULTIPLY] = 1,
                   [THUMB_IF_THEN] = 1,
                   [THUMB_LOAD] = 2,
                   [THUMB_LOAD_PC] = 2 + M4_LOADED,
                   [THUMB_STORE] = 2,
                   [THUMB_STORE_IMMEDIATE] = 1,
                   [THUMB_MULTIPLE] = 1,
                   [THUMB_MULTIPLE_PC] = 1 + M4_LATE,
                   [THUMB_EXCLUSIVE] = 2,
                   [THUMB_WRITE_PC] = 1 + M4_LATE,
                   [THUMB_BRANCH] = 1 + M4_EARLY,
                   [THUMB_BRANCH_IF] = 1,
                   [THUMB_COMPARE_BRANCH] = 1,
                   [THUMB_CALL] = 1 + M4_EARLY,
                   [THUMB_RETURN] = 1 + M4_EARLY,
                   [THUMB_EXCHANGE] = 1 + M4_LATE,
                   [THUMB_TABLE_BRANCH] = 3 + M4_LOADED,
                   [THUMB_DIVIDE] = M4_DIVIDE,
                   [THUMB_SPECIAL] = 2,
                   [THUMB_BARRIER] = 1,
                   [THUMB_WAIT] = 1,
                   [THUMB_FLOAT] = 1,
                   [THUMB_FLOAT_PAIR] = 2,
                   [THUMB_FLOAT_ACCUMULATE] = 3,
                   [THUMB_FLOAT_DIVIDE] = 14},
    },
};

struct core *cycles_core(const char *name)
{
    for (size_t i = 0; i < sizeof cores / sizeof *cores; i++)
        if (strcmp(cores[i].name, name) == 0)
            return &cores[i];
    return NULL;
}

bool cycles_set_multiplier(struct core *core, unsigned cycles)
{
    if (core->chooses_multiplier)
        core->cycles[THUMB_MULTIPLY] = (uint8_t)cycles;
    return core->chooses_multiplier;
}

static bool leads_away(const struct thumb *instruction)
{
    switch (instruction->kind) {
    case THUMB_LOAD_PC:
    case THUMB_MULTIPLE_PC:
    case THUMB_WRITE_PC:
    case THUMB_BRANCH:
    case THUMB_CALL:
    case THUMB_RETURN:
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

bool cycles_jumps_to_label(const struct thumb *instruction)
{
    switch (instruction->kind) {
    case THUMB_BRANCH:
    case THUMB_BRANCH_IF:
    case THUMB_COMPARE_BRANCH:
    case THUMB_CALL:
        return true;
    default:
        return false;
    }
}

static bool is_unaligned(const struct thumb *instruction, uint32_t address)
{
    return instruction->bytes == 4 && address % 4 != 0;
}

/* Whether the instruction shares a cycle with the load before it; not if that load gives its address. */
static bool is_pipelined(const struct thumb *last, const struct thumb *instruction)
{
    enum thumb_kind kind = instruction->kind;
    bool follows = kind == THUMB_LOAD || kind == THUMB_STORE || kind == THUMB_STORE_IMMEDIATE;
    return last->kind == THUMB_LOAD && follows && !(last->loaded & instruction->base);
}

/* IT is folded onto a 16-bit instruction before it (table 3-1). */
static bool is_folded(const struct thumb *last, const struct thumb *instruction)
{
    return instruction->kind == THUMB_IF_THEN && last->bytes == 2;
}

/* Cycles that the instruction waits: for an address that arithmetic computed just before; for a store before a load;
 * for the result of floating-point arithmetic; for its own second half, if the fetch fell behind. */
static unsigned stalls(const struct history *history, const struct thumb *instruction, uint32_t address)
{
    const struct thumb *last = &history->last;
    bool waits_for_address = last->computed & instruction->base;
    bool waits_for_store = last->is_store && instruction->is_load;
    bool waits_for_float = last->float_result & instruction->float_reads;
    bool waits_for_fetch =
        is_unaligned(instruction, address) && IS(history->were_unaligned, 3, 3) && history->took_several & 4;
    return (unsigned)waits_for_address + waits_for_store + waits_for_float + waits_for_fetch;
}

static void remember(struct history *history, const struct thumb *instruction, bool takes_several, uint32_t address)
{
    if (leads_away(instruction) || cycles_jumps_to_label(instruction)) {
        *history = (struct history){0};
        return;
    }
    history->last = *instruction;
    history->took_several = history->took_several << 1 | takes_several;
    history->were_unaligned = history->were_unaligned << 1 | is_unaligned(instruction, address);
}

unsigned cycles_as_target(const struct core *core, const struct thumb *instruction, uint32_t address)
{
    return core->has_pipeline && is_unaligned(instruction, address);
}

struct cycles cycles_of(const struct core *core, struct history *history, const struct thumb *instruction,
                        bool has_condition, uint32_t address)
{
    unsigned cycles = core->cycles[instruction->kind];
    if (cycles == 0)
        fail(STATUS_IMAGE, "how long the instruction at 0x%x takes is not known", address);
    if (is_multiple(instruction))
        cycles += instruction->registers;
    const struct history before = *history;
    bool is_free = core->has_pipeline && !has_condition;
    if (is_free)
        cycles -= is_pipelined(&before.last, instruction) || is_folded(&before.last, instruction);
    remember(history, instruction, cycles > 1 && !has_condition, address);
    if (has_condition) /* it may not run, so nothing is known to overlap with it or to wait for it */
        history->last = (struct thumb){0};
    if (instruction->kind == THUMB_BRANCH_IF || instruction->kind == THUMB_COMPARE_BRANCH)
        return (struct cycles){.cycles = cycles, .taken = core->taken[instruction->kind == THUMB_COMPARE_BRANCH]};
    if (has_condition && leads_away(instruction)) /* a failed condition takes 1 */
        return (struct cycles){.cycles = 1, .taken = cycles - 1};
    if (has_condition && instruction->registers)
        return (struct cycles){.cycles = 1, .access = cycles > 1};
    return (struct cycles){.cycles = cycles + (is_free ? stalls(&before, instruction, address) : 0)};
}
