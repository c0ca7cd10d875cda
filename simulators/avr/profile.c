#include "profile.h"

#include <stdbool.h>

#include "failure.h"
#include "meter.h"

struct profile *profile_new(const struct image *image)
{
    struct profile *profile = allocate(1, sizeof *profile);
    profile->image = image;
    profile->routines = allocate(image->routine_count, sizeof *profile->routines);
    return profile;
}

static void open_frame(struct profile *profile, uint16_t routine, uint16_t sp, uint64_t cycle)
{
    if (profile->depth == FRAMES_MAX)
        fail(STATUS_CRASHED, "calls nest deeper than %d at cycle %llu", FRAMES_MAX, (unsigned long long)cycle);
    profile->frames[profile->depth++] = (struct frame){routine, sp, cycle};
    profile->routines[routine].calls++;
    profile->routines[routine].active++;
}

static void close_frame(struct profile *profile, uint64_t cycle)
{
    const struct frame *frame = &profile->frames[--profile->depth];
    struct routine *routine = &profile->routines[frame->routine];
    if (--routine->active == 0)
        routine->cycles_total += cycle - frame->begin_cycle;
}

/* A jump, a branch or plain progress into another routine. */
static void change_routine(struct profile *profile, uint16_t routine, uint64_t cycle)
{
    uint16_t sp = profile->frames[profile->depth - 1].sp;
    for (unsigned i = profile->depth; i-- > 0 && profile->frames[i].sp == sp;)
        if (profile->frames[i].routine == routine) {
            while (profile->depth > i + 1)
                close_frame(profile, cycle);
            return;
        }
    open_frame(profile, routine, sp, cycle);
}

void profile_begin(struct profile *profile, const avr_t *avr)
{
    open_frame(profile, profile->image->routine_at[avr->pc / 2], stack_pointer(avr), avr->cycle);
}

void profile_step(struct profile *profile, const avr_t *avr, const struct opcode *opcode, uint64_t before)
{
    uint16_t current = profile->frames[profile->depth - 1].routine;
    uint16_t next = profile->image->routine_at[avr->pc / 2];
    profile->routines[current].cycles_self += avr->cycle - before;

    if (opcode->flags & OPCODE_RETURN) {
        bool returned = false;
        while (profile->depth > 0 && stack_pointer(avr) > profile->frames[profile->depth - 1].sp) {
            close_frame(profile, avr->cycle);
            returned = true;
        }
        if (returned)
            return;
    }
    /* A call that lands inside its own routine is `rcall .`, by which the compiler reserves stack. */
    if (opcode->flags & OPCODE_CALL && (next != current || avr->pc == profile->image->routine_entry[next]))
        open_frame(profile, next, stack_pointer(avr), avr->cycle);
    else if (next != current)
        change_routine(profile, next, avr->cycle);
}
