/* Follows a run to the measured routine and through it. A core calls it before and after each instruction. */
#ifndef MC_TRACES_FOLLOWER_H
#define MC_TRACES_FOLLOWER_H

#include "core.h"
#include "sampler.h"

enum { MODULE_SHIFT = 24 }; /* in the address of a sample: above the instruction's */

struct follower {
    enum model model;
    uint32_t entry; /* of the routine */
    struct session *session;
    struct sampler *sampler;
    bool stops;                      /* the run may end once the last wanted sample is there */
    bool has_modules;                /* a sample for each module of the netlist */
    void (*on_entry)(void *context); /* before the routine's first instruction */
    void *context;

    bool inside, done;
    uint32_t stack; /* at entry */
};

/* Before an instruction: whether its value is wanted. */
bool follower_before(struct follower *follower, const struct moment *now);

/* After an instruction of the routine, which began at `before`: its value, and whether it returned from the routine. */
void follower_after(struct follower *follower, const struct moment *before, uint32_t value, bool returned);

/* The same of a core whose modules have values of their own: their sum is the sample, or each is one, in order. */
void follower_after_modules(struct follower *follower, const struct moment *before, const uint32_t *values,
                            unsigned modules, bool returned);

/* Whether the run goes on. */
static inline bool follower_goes_on(const struct follower *follower)
{
    return follower->session->exit_code < 0 && !(follower->done && follower->stops);
}

#endif
