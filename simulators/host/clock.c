#include "clock.h"

#include <stdint.h>
#include <time.h>

#define ROUNDS 10000

double clock_microseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

/* Both operands are registers whose values the compiler does not know, so that it can simplify nothing. If one were a
 * constant, some processors would add it while they rename registers, in no time. */
#define ADD                                                                                                            \
    sum += step;                                                                                                       \
    __asm__ volatile("" : "+r"(sum), "+r"(step));
#define TIMES_10(what) what what what what what what what what what what

void clock_chain(size_t rounds)
{
    uintptr_t sum = 0, step = rounds;
    while (rounds--) { /* counting runs in parallel with the additions */
        TIMES_10(TIMES_10(ADD))
    }
}

double clock_megahertz(void)
{
    double begin = clock_microseconds();
    clock_chain(ROUNDS);
    return (double)ROUNDS * CLOCK_ADDITIONS / (clock_microseconds() - begin);
}
