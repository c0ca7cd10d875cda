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

void follower_after(struct follower *follower, const struct moment *before, uint32_t value, bool returned)
{
    struct sampler *sampler = follower->sampler;
    sampler_take(sampler, before->pc, follower->session->image.routine_at[before->pc / 2], value);
    follower->done = returned || (follower->stops && sampler->at > sampler->to);
    follower->inside = !follower->done;
}
