#include "turns.h"

#include <stdio.h>
#include <stdlib.h>

#include "times.h"

#define AT_A_TIME         100
#define WARM_UP           10 /* runs at most that are not counted, and microseconds from which they are */
#define WARM_MICROSECONDS 1000.0
#define TURN_MICROSECONDS 10000.0 /* a turn ends after them, but not before a run is counted */

static void take_turn(turns_subject *subject, unsigned long runs, unsigned inputs, unsigned *input)
{
    double spent = 0;
    unsigned counted = 0;
    for (unsigned i = 0; counted < AT_A_TIME && subject->count < runs; i++) {
        const bool is_warm = i >= WARM_UP || spent > WARM_MICROSECONDS;
        *input = (*input + 1) % inputs;
        const double begin = times_microseconds();
        const bool done = subject->run(subject->context, *input);
        const double taken = times_microseconds() - begin;
        subject->right = done && subject->is_right(subject->context, *input) && subject->right;
        spent += taken;
        if (!is_warm)
            continue;
        subject->times[subject->count++] = taken;
        counted++;
        if (spent > TURN_MICROSECONDS)
            return;
    }
}

bool turns_measure(turns_subject *subjects, size_t count, unsigned long runs, unsigned inputs)
{
    unsigned input = 0;
    for (size_t i = 0; i < count; i++) {
        subjects[i].right = true;
        subjects[i].times = calloc(runs, sizeof *subjects[i].times);
        if (subjects[i].times == NULL)
            return false;
    }
    for (unsigned long turn = 0; turn < (runs + AT_A_TIME - 1) / AT_A_TIME; turn++)
        for (size_t i = 0; i < count; i++)
            take_turn(&subjects[i], runs, inputs, &input);
    return true;
}

void turns_print(turns_subject *subjects, size_t count, const char *first, unsigned bits)
{
    for (size_t i = 0; i < count; i++) {
        const turns_subject *one = &subjects[i];
        const times_summary summary = times_summarise(one->times, one->count);
        printf("%s,%s,%u,%s,%u,%zu,%.3f,%.3f,%.3f,%d\n", first, one->method, one->threads, one->engine, bits,
               one->count, summary.minimum, summary.median, summary.spread, one->right);
        free(one->times);
    }
}
