#include "steps.h"

#include "failure.h"

const struct core *const cores[] = {&core_avr, &core_msp430, NULL};

void steps_run(const struct stepper *stepper, struct follower *follower)
{
    const uint64_t most = follower->session->options.max_cycles;
    stepper->reset();
    while (follower_goes_on(follower)) {
        const struct moment before = stepper->now();
        const bool watch = follower_before(follower, &before);
        uint32_t value = 0;
        const enum flow flow = stepper->step(watch, follower->model, &value);
        if (before.cycle > most)
            fail(STATUS_CYCLE_LIMIT, "cycle limit: no exit after %llu cycles (pc 0x%x)", (unsigned long long)most,
                 before.pc);
        if (watch)
            follower_after(follower, &before, value, flow == FLOW_RETURN && stepper->now().stack > follower->stack);
    }
}
