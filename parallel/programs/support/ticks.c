#define _POSIX_C_SOURCE 200809L
#include "ticks.h"

#include "times.h"

#define MICROSECONDS 5000.0

double ticks_microseconds(void)
{
    double begin = times_microseconds(), end = begin;
    uint64_t first = ticks_now();
    while (end < begin + MICROSECONDS)
        end = times_microseconds();
    return (end - begin) / (double)(ticks_now() - first);
}
