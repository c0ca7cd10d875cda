#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "times.h"

double times_microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

times_summary times_summarise(double *microseconds, size_t count)
{
    qsort(microseconds, count, sizeof *microseconds, compare);
    return (times_summary){.minimum = microseconds[0],
                           .median = microseconds[count / 2],
                           .spread = microseconds[count - 1 - count / 4] - microseconds[count / 4]};
}

unsigned long times_number(const char *program, const char *option, const char *text, unsigned long most)
{
    char *end;
    errno = 0;
    unsigned long value = strtoul(text, &end, 10);
    if (errno != 0 || *end != '\0' || *text < '0' || *text > '9' || value == 0 || value > most) {
        fprintf(stderr, "%s: --%s is %s; it must be a number from 1 to %lu\n", program, option, text, most);
        exit(2);
    }
    return value;
}

size_t times_numbers(const char *program, const char *option, char *text, unsigned long most, unsigned long *numbers,
                     size_t known, size_t room)
{
    size_t found = 0;
    for (char *rest, *one = strtok_r(text, ",", &rest); one != NULL; one = strtok_r(NULL, ",", &rest)) {
        if (known + found == room) {
            fprintf(stderr, "%s: --%s has more than %zu numbers\n", program, option, room);
            exit(2);
        }
        numbers[known + found++] = times_number(program, option, one, most);
    }
    return found;
}
