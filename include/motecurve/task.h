/* Calls in small steps, for programs that may not be away for long: a mote's scheduler, its radio.
 *
 * A task is a call with a stack of its own, in the caller's memory. mc_task_step continues it where it paused and
 * returns when it pauses again: after MC_STEP_COST units of arithmetic (word/pace.h), some 3 ms of an ATmega128, or a
 * little more where a routine has no place to pause. The result is the same as of the call made at once.
 *
 * Builds have this where MC_STEPWISE is 1 (an image's configuration header, -DMC_STEPWISE=ON of CMake), for AVR,
 * MSP430, 32-bit ARM (Thumb without VFP) and 64-bit x86 with ELF; without it every function gives MC_ERROR_UNSUPPORTED
 * and the rest of the library is as if tasks were unknown (stepwise.h has tasks of the protocols). Interrupts that
 * strike within a step use the task's stack.
 *
 * The only state outside the caller's memory is a pointer to the task that runs, one for each thread of a host. */
#ifndef MOTECURVE_TASK_H
#define MOTECURVE_TASK_H

#include <stddef.h>
#include <stdint.h>

#include "motecurve/api.h"
#include "motecurve/status.h"

/* Enough for every protocol in steps on curves of up to 283 bits, with some 100 bytes for interrupts on a mote. How
 * much each takes is measured (docs/stepwise.md). */
#if defined(__AVR__)
#define MC_TASK_STACK_BYTES 3264
#elif defined(__MSP430__) || (defined(__thumb__) && !__STDC_HOSTED__)
#define MC_TASK_STACK_BYTES 3600
#else
#define MC_TASK_STACK_BYTES 131072
#endif
/* A shorter stack is refused. */
#define MC_TASK_STACK_BYTES_MIN 128

typedef mc_status mc_task_function(void *argument);

/* Its members are the library's. It stays where it is as long as it runs. */
typedef struct mc_task {
    mc_task_function *function;
    void *argument;
    uint8_t *stack;
    size_t stack_bytes;
    void *waiting;         /* stack pointer of the side that waits: the task, or who steps it */
    struct mc_task *outer; /* the task whose step this one is made in, or null */
    mc_status status;      /* MC_BUSY until the function has returned */
    uint8_t state;
    uint8_t credit; /* units of arithmetic that are left of this step */
} mc_task;

/* Makes a task of function(argument), and runs nothing yet. The stack need not be zeroed, nor have an alignment. After
 * an error every step gives that error. Errors: MC_ERROR_UNSUPPORTED, MC_ERROR_STACK (fewer than
 * MC_TASK_STACK_BYTES_MIN bytes), MC_ERROR_OVERLAP (the stack overlaps the task, which is then none). */
/*---
work: task, stack
errors: STACK, UNSUPPORTED
---*/
MC_API MC_MUST_CHECK mc_status mc_task_begin(mc_task *task, void *stack, size_t stack_bytes, mc_task_function *function,
                                             void *argument);

/* Continues the task; MC_BUSY if it paused, else the result of the function, and from then on always the same. At its
 * end the stack is wiped. All steps of a task are made by one thread. A task may step others, but not itself or one in
 * whose step it runs: MC_ERROR_REENTERED. MC_ERROR_STACK if the stack was too small: the memory below it has been
 * overwritten, the task is abandoned. (The check is of a few bytes at the end of the stack; it finds nearly every
 * such task, after the fact.) */
/*---
work: task
errors: STACK, REENTERED, ABANDONED, UNSUPPORTED
---*/
MC_API MC_MUST_CHECK mc_status mc_task_step(mc_task *task);

/* Ends a task that is not wanted any more, between two steps, and wipes its stack; steps then give MC_ERROR_ABANDONED.
 * Memory of a task that is neither at its end nor abandoned holds secrets. The outputs of the call mean nothing. */
/*---
work: task
---*/
MC_API void mc_task_abandon(mc_task *task);

#endif
