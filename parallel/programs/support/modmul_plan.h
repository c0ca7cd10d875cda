/* What is asked of programs that measure modular multiplications: tests, each at every size, with the same numbers. */
#ifndef MC_PARALLEL_PROGRAMS_MODMUL_PLAN_H
#define MC_PARALLEL_PROGRAMS_MODMUL_PLAN_H

#include "modmul_subject.h"

#define MODMUL_PLAN_SIZES_MOST 200

typedef struct {
    const char *program;
    unsigned long bits[MODMUL_PLAN_SIZES_MOST], runs, seed;
    size_t sizes;
    bool square;
} modmul_plan;

/* Of getopt_long: --bits BITS[,BITS...], --runs N, --seed N, --operation multiply|square. */
#define MODMUL_PLAN_OPTIONS                                                                                            \
    {"bits", required_argument, 0, 'b'}, {"runs", required_argument, 0, 'r'}, {"seed", required_argument, 0, 's'},     \
        {"operation", required_argument, 0, 'o'}

/* Takes one of these options; ends the program with status 2 for a wrong argument, or for any other option. */
void modmul_plan_take(modmul_plan *plan, int option, char *argument);

/* Measures a test, which `text` names, and prints its lines; status of the program. */
typedef int modmul_measure(const char *text, const modmul_test *test, const modmul_numbers *numbers,
                           unsigned long bits);
/* All tests, ALGORITHM:THREADS:ENGINE[:SPLIT] up to a null pointer, at every size, sizes in the order given. Returns
 * the first status that is not 0; 2, with a line on stderr, for what is no test. */
int modmul_plan_run(const modmul_plan *plan, char *const *tests, modmul_measure *measure);

/* Calls that take as long as a run should; *right becomes false if one failed. The shorter of two runs counts, as one
 * may have been interrupted. `run` makes so many calls. */
typedef bool modmul_calls(void *context, unsigned long calls);
unsigned long modmul_plan_calls(modmul_calls *run, void *context, bool *right);

#endif
