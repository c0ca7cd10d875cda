/* Runs one operation of another library for a simulator that counts the instructions of `mc_counted_run`. Each case
 * runs once beforehand, so that work of the first time alone is not counted, and once as mc_counted_run.
 *
 * Input: request.h, without its option --library. Output: one JSON object. */
#include "../failure.h"
#include "../request.h"
#include "library.h"

#include <stdio.h>

void mc_counted_run(void *prepared);

__attribute__((noinline, noclone)) void mc_counted_run(void *prepared)
{
    mc_native_side.run(prepared, 1);
}

/* Adds the results of a case; returns 0 if the library refuses its numbers, else 1. */
static int count(const struct request *request, size_t i, struct numbers *results)
{
    void *prepared = mc_native_side.prepare(&request->cases[i]);
    if (!prepared)
        return 0;
    library_draw(request->subject.operation, &request->cases[i]);
    mc_native_side.run(prepared, 1);
    library_draw(request->subject.operation, &request->cases[i]);
    mc_counted_run(prepared);
    mc_native_side.results(prepared, results);
    return 1;
}

int main(int argc, char **argv)
{
    static struct request request;
    static struct numbers results[MAX_CASES];
    request_read(&request, argc, argv);
    const char *reason = mc_native_side.open(&request.subject, request.library);
    for (size_t i = 0; !reason && i < request.case_count; i++)
        if (!count(&request, i, &results[i]))
            reason = "it refuses a case";
    printf("{\"version\": \"%s, %s\", \"reason\": ", mc_native_side.version(), library_processor());
    const char *quote = reason ? "\"" : "";
    printf("%s%s%s, \"results\": [", quote, reason ? reason : "null", quote);
    for (size_t i = 0; !reason && i < request.case_count; i++) {
        fputs(i ? ", {" : "{", stdout);
        print_numbers(&results[i]);
        putchar('}');
    }
    puts("]}");
    return STATUS_OK;
}
