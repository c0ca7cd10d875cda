/* Cortex-M4: cycles of its manual (DDI 0439, table 3-1, section 3.3.2, table 7-1) and of the rules that
 * docs/cortex-m-cycles.md adds in words where the manual leaves them open, with memories without wait states. */
#include "arm.h"

enum { DIVISION = 12 };

/* Instructions before this one, the last first, without a branch between. */
static struct before {
    struct happened what;
    int is_there, is_long; /* it took several cycles, without stalls */
} before[3];

/* A jump, though its condition failed. */
static int is_jump(const struct happened *now)
{
    uint16_t first = arm_code(now->address), second = arm_code(now->address + 2);
    if (now->bytes == 2)
        return first >> 8 == 0x47 || (first & 0xfd87) == 0x4487 || first >> 8 == 0xbd || first >> 12 >= 0xd;
    if (first >> 11 == 0x1e)
        return second >> 15 && (first & 0x380) != 0x380;
    int loads_pc = (first & 0xfe50) == 0xe810 && second >> 15, to_pc = (first & 0xff70) == 0xf850 && second >> 12 == PC;
    return loads_pc || to_pc || (first & 0xfff0) == 0xe8d0;
}

/* Refill of the pipeline: whether the target is known in decode, in execute, or when it is loaded. */
static unsigned refill(const struct happened *now)
{
    uint32_t target = cpu.next;
    unsigned late = target % 4 && arm_code(target) >> 11 >= 29; /* a wide instruction across two words */
    if (!now->is_taken)
        return 0;
    switch (now->kind) {
    case BRANCH:
    case CALL:
        return 1 + late;
    case BRANCH_IF:
        return (now->bytes == 2 && arm_code(now->address) >> 12 == 0xb ? 2 : 1) + late; /* CBZ, CBNZ */
    case EXCHANGE:
    case TO_PC:
        return now->is_to_lr ? 1 : 2;
    case MULTIPLE:
        return 2;
    default: /* LDR, TBB */
        return 3;
    }
}

/* Without refills, overlaps and stalls. */
static unsigned alone(const struct happened *now)
{
    switch (now->kind) {
    case LOAD:
    case MOVE_TWO:
        return 2;
    case STORE:
        return now->has_index ? 2 : 1;
    case MULTIPLE:
        return 1u + now->words;
    case TABLE_BRANCH:
        return 3;
    case DIVIDE:
        return DIVISION;
    case IF_THEN:
        return before->is_there && before->what.bytes == 2 && !before->what.is_in_block ? 0 : 1;
    default:
        return 1;
    }
}

/* In an IT block: a cycle, and what an access or a jump takes beyond it. */
static unsigned in_block(const struct happened *now)
{
    int has_more = now->is_load || now->is_store || now->is_taken;
    return now->is_skipped || !has_more ? 1 : alone(now) + refill(now);
}

static int overlaps(const struct happened *now, const struct happened *last)
{
    int is_single = (now->kind == LOAD && !now->is_taken) || now->kind == STORE;
    return is_single && last->kind == LOAD && !(last->loaded & now->address_from);
}

static int is_across(const struct before *one)
{
    return one->is_there && one->what.bytes == 4 && one->what.address % 4;
}

static unsigned stalls(const struct happened *now, const struct happened *last)
{
    int is_access = now->is_load || now->is_store;
    unsigned address = is_access && last->computed & now->address_from & ~(1u << SP);
    unsigned after_store = now->is_load && last->is_store;
    unsigned fetch = now->bytes == 4 && now->address % 4 && is_across(&before[0]) && is_across(&before[1]) &&
                     before[2].is_there && before[2].is_long;
    return address + after_store + fetch;
}

unsigned core_cycles(const struct happened *now)
{
    static const struct happened nothing;
    const struct happened *last = before->is_there && !before->what.is_in_block ? &before->what : &nothing;
    unsigned cycles, stalled = 0, is_branch;
    if (now->is_in_block) {
        cycles = in_block(now);
        is_branch = now->is_taken || is_jump(now);
    } else {
        cycles = alone(now) + refill(now) - (unsigned)overlaps(now, last);
        stalled = stalls(now, last);
        is_branch = now->is_taken || now->kind == BRANCH_IF;
    }
    before[2] = before[1];
    before[1] = before[0];
    before[0] = (struct before){.what = *now, .is_there = 1, .is_long = cycles > 1 && !now->is_in_block};
    if (is_branch)
        before[0].is_there = before[1].is_there = before[2].is_there = 0;
    return cycles + stalled;
}
