/* The open calls of a processor that keeps return addresses in registers, where a return is a jump like others. */
#ifndef MC_IBEX_CALLS_H
#define MC_IBEX_CALLS_H

#include "core.h"
#include "profile.h"

struct call {
    uint32_t return_address;
    uint32_t stack; /* the stack pointer at the call */
};

struct calls {
    unsigned depth;
    struct call open[FRAMES_MAX];
};

/* The kind of a completed instruction, before which the stack pointer was `stack`; keeps the open calls. A call by a
 * routine that has nothing on the stack, and its return, are FLOW_ON: nothing but the stack would tell its frame from
 * its caller's (profile.h). */
enum flow calls_follow(struct calls *calls, const struct retired *retired, uint32_t stack);

#endif
