/* The request to a runner: options, and on standard input the curve and the cases.
 *
 * Input, a line each: "curve p=.. a=.. ..." (not needed for fields), then "check k=.. px=.." for a case whose results
 * are checked and "time ..." for one that is measured as well; numbers are hexadecimal. */
#ifndef MC_NATIVE_REQUEST_H
#define MC_NATIVE_REQUEST_H

#include "side.h"
#include "timing.h"

#define MAX_SIDES 4
#define MAX_CASES 64

/* The first `checked` cases are not measured. */
struct request {
    struct subject subject;
    struct timing timing;
    const char *library;
    const char *others[MAX_SIDES];
    size_t other_count;
    struct numbers cases[MAX_CASES];
    size_t checked, case_count;
};

/* Reads options and input; fails if they are malformed or there is no case to measure. */
void request_read(struct request *request, int argc, char **argv);

/* Prints numbers as the members of a JSON object. */
void print_numbers(const struct numbers *numbers);

#endif
