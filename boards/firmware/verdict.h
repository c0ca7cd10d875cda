/* A verification whose verdict the caller examines (motecurve/verdict.h), as an application does: after a valid
 * signature it reaches a place. BENCH_VERDICT(call) defines the routine measured, RUN_VERDICT() runs it. */
#ifndef MC_BENCH_VERDICT_H
#define MC_BENCH_VERDICT_H

#include "bench.h"
#include "motecurve/verdict.h"

#define REACHED 0xa5 /* the place behind the verdict: no number that stray zeros write */

/* The status is no variable of a frame, whose pointer a fault in the call may have changed. */
#define VERDICT_VARIABLES                                                                                              \
    static volatile uint8_t place;                                                                                     \
    static uint8_t status;

#ifdef MC_BENCH_EMPTY
#define BENCH_VERDICT(call) VERDICT_VARIABLES
#define STATUS_OF_VERDICT()
#else
/* `refusal` is what the library says, for a result that is no MC_OK. The routine's name begins as the library's, which
 * the linker keeps. */
#define BENCH_VERDICT(call)                                                                                            \
    VERDICT_VARIABLES                                                                                                  \
    static uint8_t refusal;                                                                                            \
    __attribute__((noinline)) void mc_bench_verdict(void)                                                              \
    {                                                                                                                  \
        uint8_t verdict[MC_VERDICT_BYTES] = {0};                                                                       \
        refusal = (uint8_t)call;                                                                                       \
        MC_IF_VALID(verdict)                                                                                           \
        place = REACHED;                                                                                               \
    }
#define STATUS_OF_VERDICT()                                                                                            \
    status = refusal ? refusal : MC_ERROR_ABANDONED;                                                                   \
    if (place == REACHED)                                                                                              \
        status = MC_OK;
#endif

#define RUN_VERDICT()                                                                                                  \
    status = MC_ERROR_ABANDONED;                                                                                       \
    place = 0;                                                                                                         \
    BENCH_CALL(mc_bench_verdict());                                                                                    \
    STATUS_OF_VERDICT()                                                                                                \
    bench_write(&status, sizeof status)

#endif
