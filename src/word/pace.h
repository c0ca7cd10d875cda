/* Where a step of a task may end (motecurve/task.h). Nothing where MC_STEPWISE is 0.
 *
 * Products are bound to functions that pause when a step's credit is used up (fb/paced.c, fp/paced.c), so that
 * all code made of them, points and their multiples, inverses by powers, pauses by itself. Code that works long without
 * them calls mc_pace or mc_pause. Never where it depends on a secret: pauses show. */
#ifndef MC_PACE_H
#define MC_PACE_H

#include "word/config.h"

/* Units of arithmetic: one is about 600 cycles of an ATmega128. Products cost as the square of their bytes says. */
#define MC_COST_PRODUCT(bytes) ((bytes) * (bytes) >= 255 * 64 ? 255 : (bytes) * (bytes) / 64 + 1)
#define MC_COST_SQUARE(bytes)  ((bytes) / 24 + 1) /* of a binary field, many in a row */

/* The function that a build binds: the member itself, or one that calls it and pauses. */
#if MC_STEPWISE
#define MC_PACED(member, paced) paced
#else
#define MC_PACED(member, paced) member
#endif

#if MC_STEPWISE
#include "motecurve/task.h"

/* The task that runs, or null. Each thread of a host has its own; a mote has one. */
#if defined(__AVR__) || !__STDC_HOSTED__
#define MC_THREAD_LOCAL
#else
#define MC_THREAD_LOCAL __thread __attribute__((tls_model("initial-exec")))
#endif
extern MC_THREAD_LOCAL mc_task *mc_task_current;

/* Ends the step of the task that runs. Without one nothing happens. */
void mc_pause(void);

/* The same when the step's credit is used up. */
static inline void mc_pace(uint8_t cost)
{
    mc_task *task = mc_task_current;
    if (!task)
        return;
    if (task->credit > cost)
        task->credit = (uint8_t)(task->credit - cost);
    else
        mc_pause();
}
#else
#define mc_pause()    ((void)0)
#define mc_pace(cost) ((void)0)
#endif

#endif
