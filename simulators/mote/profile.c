#include "profile.h"

#include <stdbool.h>

#include "failure.h"

struct profile *profile_new(const struct image *image)
{
    struct profile *profile = allocate(1, sizeof *profile);
    profile->image = image;
    profile->routines = allocate(image->routine_count, sizeof *profile->routines);
    return profile;
}

static void open_frame(struct profile *profile, uint16_t routine, uint32_t stack, uint64_t cycle)
{
    if (profile->depth == FRAMES_MAX)
        fail(STATUS_CRASHED, "calls nest deeper than %d at cycle %llu", FRAMES_MAX, (unsigned long long)cycle);
    profile->frames[profile->depth++] = (struct frame){routine, stack, cycle};
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
    uint32_t stack = profile->frames[profile->depth - 1].stack;
    for (unsigned i = profile->depth; i-- > 0 && profile->frames[i].stack == stack;)
        if (profile->frames[i].routine == routine) {
            while (profile->depth > i + 1)
                close_frame(profile, cycle);
            return;
        }
    open_frame(profile, routine, stack, cycle);
}

void profile_begin(struct profile *profile, const struct moment *now)
{
    open_frame(profile, profile->image->routine_at[now->pc / 2], now->stack, now->cycle);
}

void profile_step(struct profile *profile, const struct moment *now, enum flow flow, uint64_t before)
{
    uint16_t current = profile->frames[profile->depth - 1].routine;
    uint16_t next = profile->image->routine_at[now->pc / 2];
    profile->routines[current].cycles_self += now->cycle - before;

    if (flow == FLOW_RETURN) {
        bool returned = false;
        while (profile->depth > 0 && now->stack > profile->frames[profile->depth - 1].stack) {
            close_frame(profile, now->cycle);
            returned = true;
        }
        if (returned)
            return;
    }
    /* A call that lands inside its own routine is `rcall .`, which the compiler uses to reserve stack. */
    if (flow == FLOW_CALL && (next != current || now->pc == profile->image->routine_entry[next]))
        open_frame(profile, next, now->stack, now->cycle);
    else if (next != current)
        change_routine(profile, next, now->cycle);
}
