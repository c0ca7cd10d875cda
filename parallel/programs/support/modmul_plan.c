#include "modmul_plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "times.h"

#define BITS_MOST        1000000
#define RUN_MICROSECONDS 10.0 /* at least: the clock's error is some hundredths of a microsecond */

void modmul_plan_take(modmul_plan *plan, int option, char *argument)
{
    if (option == 'b')
        plan->sizes +=
            times_numbers(plan->program, "bits", argument, BITS_MOST, plan->bits, plan->sizes, MODMUL_PLAN_SIZES_MOST);
    else if (option == 'r')
        plan->runs = times_number(plan->program, "runs", argument, 10000000);
    else if (option == 's')
        plan->seed = times_number(plan->program, "seed", argument, 1000000);
    else if (option == 'o' && (strcmp(argument, "square") == 0 || strcmp(argument, "multiply") == 0))
        plan->square = *argument == 's';
    else
        exit(2);
}

int modmul_plan_run(const modmul_plan *plan, char *const *tests, modmul_measure *measure)
{
    modmul_numbers numbers;
    modmul_numbers_init(&numbers);
    numbers.square = plan->square;
    for (size_t size = 0; size < plan->sizes; size++) {
        modmul_numbers_set(&numbers, plan->bits[size], plan->seed);
        for (char *const *text = tests; *text != NULL; text++) {
            modmul_test test;
            if (!modmul_test_read(&test, *text)) {
                fprintf(stderr, "%s: %s is not ALGORITHM:THREADS:ENGINE[:SPLIT]\n", plan->program, *text);
                return 2;
            }
            int status = measure(*text, &test, &numbers, plan->bits[size]);
            if (status != 0)
                return status;
        }
    }
    return 0;
}

unsigned long modmul_plan_calls(modmul_calls *run, void *context, bool *right)
{
    for (unsigned long calls = 1;; calls *= 2) {
        double shorter = RUN_MICROSECONDS;
        for (unsigned i = 0; i < 2; i++) {
            double begin = times_microseconds();
            *right = run(context, calls) && *right;
            double taken = times_microseconds() - begin;
            shorter = taken < shorter ? taken : shorter;
        }
        if (shorter >= RUN_MICROSECONDS || !*right)
            return calls;
    }
}
