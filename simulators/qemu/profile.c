#include "profile.h"

#include <inttypes.h>

#include "failure.h"

struct profile *profile_new(const char *path)
{
    struct profile *profile = allocate(1, sizeof *profile);
    FILE *file = fopen(path, "r");
    uint32_t count = 0, capacity = 0;
    if (file == NULL || fscanf(file, "%" SCNu32, &capacity) != 1 || capacity > UINT16_MAX)
        fail(STATUS_FILE, "cannot read %s", path);
    profile->routines = allocate(capacity + 1u, sizeof *profile->routines);
    for (struct routine *next = profile->routines + 1; count < capacity; count++, next++)
        if (fscanf(file, "%" SCNx32 " %" SCNx32, &next->begin, &next->end) != 2)
            fail(STATUS_FILE, "%s is cut short", path);
    fclose(file);
    profile->routine_count = count + 1;
    return profile;
}

uint32_t profile_routine_at(const struct profile *profile, uint32_t address)
{
    for (uint32_t i = profile->routine_count; --i;)
        if (address >= profile->routines[i].begin && address < profile->routines[i].end)
            return i;
    return ROUTINE_UNKNOWN;
}

static void open_frame(struct profile *profile, uint32_t routine, uint32_t return_address)
{
    if (profile->depth == FRAMES_MAX)
        fail(STATUS_IMAGE, "calls nest deeper than %d", FRAMES_MAX);
    profile->frames[profile->depth++] = (struct frame){routine, return_address, profile->cost};
    profile->routines[routine].calls++;
    profile->routines[routine].active++;
}

static void close_frame(struct profile *profile)
{
    const struct frame *frame = &profile->frames[--profile->depth];
    struct routine *routine = &profile->routines[frame->routine];
    if (--routine->active == 0)
        routine->total += profile->cost - frame->begin;
}

/* A jump, a branch or plain progress into another routine. */
static void change_routine(struct profile *profile, const struct block *block)
{
    uint32_t return_address = profile->frames[profile->depth - 1].return_address;
    for (unsigned i = profile->depth; i-- > 0 && profile->frames[i].return_address == return_address;)
        if (profile->frames[i].routine == block->routine) {
            while (profile->depth > i + 1)
                close_frame(profile);
            return;
        }
    open_frame(profile, block->routine, return_address);
}

void profile_spend(struct profile *profile, uint32_t cost)
{
    profile->routines[profile->frames[profile->depth - 1].routine].self += cost;
    profile->cost += cost;
}

void profile_block(struct profile *profile, const struct block *last, const struct block *block, uint32_t cost)
{
    bool returned = false;
    while (profile->depth > 1 && block->address == profile->frames[profile->depth - 1].return_address) {
        close_frame(profile);
        returned = true;
    }
    bool called = last->is_call && block->is_entry && block->address != last->end;
    if (profile->depth == 0 || (called && !returned))
        open_frame(profile, block->routine, last->end);
    else if (block->routine != profile->frames[profile->depth - 1].routine)
        change_routine(profile, block);
    profile_spend(profile, cost);
}

void profile_end(struct profile *profile)
{
    while (profile->depth > 0)
        close_frame(profile);
}
