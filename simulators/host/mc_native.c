/* Runs one operation of the host library, and of other libraries beside it, in this process. First every case runs
 * once, for its results. Then blocks of the cases are timed; the sides take turns, so that a disturbance affects all.
 *
 * Input: request.h. Output: one JSON object. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "failure.h"
#include "ours.h"
#include "request.h"

/* Sides and their cases: prepared[side][case]. */
struct run {
    const struct side *sides[MAX_SIDES];
    const char *reasons[MAX_SIDES]; /* why a side is left out, or null */
    size_t side_count;
    void *prepared[MAX_SIDES][MAX_CASES];
};

/* Another library's side, from its shared object. */
static const struct side *load_side(const char *path)
{
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const struct side *side = object ? dlsym(object, "mc_native_side") : NULL;
    if (!side)
        fail(STATUS_LIBRARY, "%s is no side of a comparison: %s", path, dlerror());
    return side;
}

/* Opens every side and computes its cases once; the other sides compute only the timed ones. */
static void prepare(struct run *run, const struct request *request)
{
    run->sides[run->side_count++] = &ours;
    for (size_t i = 0; i < request->other_count; i++)
        run->sides[run->side_count++] = load_side(request->others[i]);
    for (size_t s = 0; s < run->side_count; s++) {
        const struct side *side = run->sides[s];
        run->reasons[s] = side->open(&request->subject, request->library);
        if (run->reasons[s] && s == 0)
            fail(STATUS_SYMBOL, "%s", run->reasons[s]);
        for (size_t i = s == 0 ? 0 : request->checked; !run->reasons[s] && i < request->case_count; i++) {
            run->prepared[s][i] = side->prepare(&request->cases[i]);
            if (!run->prepared[s][i] && s == 0)
                fail(STATUS_USAGE, "case %zu lacks the numbers of %s", i, request->subject.operation);
            if (!run->prepared[s][i])
                run->reasons[s] = "it refuses a case";
            else
                side->run(run->prepared[s][i], 1);
        }
    }
}

static void print_side(const struct run *run, const struct request *request, size_t s, const struct numbers *results,
                       const struct timed *timed)
{
    const struct side *side = run->sides[s];
    printf("%s{\"name\": \"%s\", \"version\": \"%s\", ", s ? ", " : "", side->name, side->version());
    if (run->reasons[s]) {
        printf("\"reason\": \"%s\"}", run->reasons[s]);
        return;
    }
    fputs("\"reason\": null, \"microseconds\": [", stdout);
    for (size_t i = 0; i < timed->block_count; i++)
        printf("%s%.4f", i ? ", " : "", timed->microseconds[i]);
    fputs("], \"results\": [", stdout);
    for (size_t i = s == 0 ? 0 : request->checked; i < request->case_count; i++) {
        fputs(i == (s == 0 ? 0 : request->checked) ? "{" : ", {", stdout);
        print_numbers(&results[i]);
        putchar('}');
    }
    fputs("]}", stdout);
}

/* Results of one side's cases. */
static void collect(const struct run *run, const struct request *request, size_t s, struct numbers *results)
{
    memset(results, 0, MAX_CASES * sizeof *results);
    for (size_t i = s == 0 ? 0 : request->checked; i < request->case_count; i++)
        run->sides[s]->results(run->prepared[s][i], &results[i]);
}

int main(int argc, char **argv)
{
    static struct run run;
    static struct numbers results[MAX_SIDES][MAX_CASES], again[MAX_CASES];
    static struct timed timed[MAX_SIDES];
    static struct request request;
    request_read(&request, argc, argv);
    prepare(&run, &request);
    for (size_t s = 0; s < run.side_count; s++) {
        if (!run.reasons[s])
            collect(&run, &request, s, results[s]);
        timed[s] = (struct timed){.run = run.reasons[s] ? NULL : run.sides[s]->run,
                                  .cases = run.prepared[s] + request.checked,
                                  .case_count = request.case_count - request.checked};
    }
    timing_measure(&request.timing, timed, run.side_count);
    collect(&run, &request, 0, again);
    if (memcmp(again, results[0], sizeof again) != 0)
        fail(STATUS_UNSTABLE, "%s gave another result while it was timed", request.subject.function);
    fputs("{\"sides\": [", stdout);
    for (size_t s = 0; s < run.side_count; s++)
        print_side(&run, &request, s, results[s], &timed[s]);
    fputs("], \"megahertz\": [", stdout);
    for (size_t i = 0; i < timed[0].block_count; i++)
        printf("%s%.1f", i ? ", " : "", request.timing.megahertz[i]);
    puts("]}");
    return STATUS_OK;
}
