#include "follower.h"

bool follower_before(struct follower *follower, const struct moment *now)
{
    if (now->pc == follower->entry && !follower->inside && !follower->done) {
        follower->inside = true;
        follower->stack = now->stack;
        follower->on_entry(follower->context);
    }
    return follower->inside;
}

/* A sample of the instruction; its address tells the module, too. */
static void take(struct follower *follower, uint32_t pc, unsigned module, uint32_t value)
{
    const uint32_t routine = follower->session->image.routine_at[pc / 2];
    sampler_take(follower->sampler, pc | (uint32_t)module << MODULE_SHIFT, routine, value);
}

static void end(struct follower *follower, bool returned)
{
    const struct sampler *sampler = follower->sampler;
    follower->done = returned || (follower->stops && sampler->at > sampler->to);
    follower->inside = !follower->done;
}

void follower_after(struct follower *follower, const struct moment *before, uint32_t value, bool returned)
{
    take(follower, before->pc, 0, value);
    end(follower, returned);
}

void follower_after_modules(struct follower *follower, const struct moment *before, const uint32_t *values,
                            unsigned modules, bool returned)
{
    uint32_t sum = 0;
    for (unsigned i = 0; i < modules; i++) {
        sum += values[i];
        if (follower->has_modules)
            take(follower, before->pc, i, values[i]);
    }
    if (!follower->has_modules)
        take(follower, before->pc, 0, sum);
    end(follower, returned);
}
