/* Runs one operation of the host library, and of others beside it, in this process: first every case once, for its
 * results, then blocks of the cases to be timed, the sides in turns, so that what disturbs one disturbs all.
 *
 * Input, a line each: "curve p=.. a=.. ..." (not needed for fields), then "check k=.. px=.." for a case whose results
 * are wanted and "time ..." for one that is timed as well; numbers are hexadecimal. Output: one JSON object. */
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failure.h"
#include "ours.h"
#include "side.h"
#include "timing.h"

#define MAX_SIDES 4
#define MAX_CASES 64
#define MAX_LINE  4096

struct options {
    struct subject subject;
    struct timing timing;
    const char *library;
    const char *others[MAX_SIDES];
    size_t other_count;
};

/* Sides and cases: prepared[side][case]; the first `checked` cases are not timed. */
struct run {
    const struct side *sides[MAX_SIDES];
    const char *reasons[MAX_SIDES]; /* why a side is left out, or null */
    size_t side_count;
    void *prepared[MAX_SIDES][MAX_CASES];
    struct numbers cases[MAX_CASES];
    size_t checked, case_count;
};

static size_t parse_number(const char *option, const char *text)
{
    char *end;
    errno = 0;
    unsigned long value = strtoul(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 || value > 1000000000)
        fail(STATUS_USAGE, "--%s is %s; it must be a number", option, text);
    return value;
}

static struct options parse_options(int argc, char **argv)
{
    struct options o = {.timing = {.blocks = 51, .block_microseconds = 2000}};
    const struct {
        const char *name, **text;
        size_t *number;
    } known[] = {
        {"library", &o.library, NULL},
        {"operation", &o.subject.operation, NULL},
        {"curve", &o.subject.curve, NULL},
        {"aliases", &o.subject.aliases, NULL},
        {"field", &o.subject.field, NULL},
        {"order", &o.subject.order, NULL},
        {"function", &o.subject.function, NULL},
        {"element-bytes", NULL, &o.subject.element_bytes},
        {"scalar-bytes", NULL, &o.subject.scalar_bytes},
        {"octets", NULL, &o.subject.octets},
        {"raw-octets", NULL, &o.subject.raw_octets},
        {"blocks", NULL, &o.timing.blocks},
        {"block-microseconds", NULL, &o.timing.block_microseconds},
    };
    for (int i = 1; i < argc; i += 2) {
        const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
        size_t found = 0, count = sizeof known / sizeof *known;
        if (strncmp(name, "--", 2) != 0 || !value)
            fail(STATUS_USAGE, "%s is no option with a value", name);
        name += 2;
        if (strcmp(name, "versus") == 0 && o.other_count < MAX_SIDES - 1) {
            o.others[o.other_count++] = value;
            continue;
        }
        while (found < count && strcmp(known[found].name, name) != 0)
            found++;
        if (found == count)
            fail(STATUS_USAGE, "unknown option --%s", name);
        if (known[found].text)
            *known[found].text = value;
        else
            *known[found].number = parse_number(name, value);
    }
    return o;
}

/* Another library's side, from its shared object. */
static const struct side *load_side(const char *path)
{
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const struct side *side = object ? dlsym(object, "mc_native_side") : NULL;
    if (!side)
        fail(STATUS_LIBRARY, "%s is no side of a comparison: %s", path, dlerror());
    return side;
}

/* Reads the cases: those to be checked only first, as the input has them. */
static void read_cases(struct run *run, struct subject *subject)
{
    static char line[MAX_LINE];
    while (fgets(line, sizeof line, stdin)) {
        char *rest = line, *kind = strtok_r(line, " \n", &rest);
        int is_curve = kind && strcmp(kind, "curve") == 0, is_checked = kind && strcmp(kind, "check") == 0;
        if (!kind || (!is_curve && !is_checked && strcmp(kind, "time") != 0))
            fail(STATUS_USAGE, "a line of input is none of curve, check, time");
        if (!is_curve && run->case_count == MAX_CASES)
            fail(STATUS_USAGE, "more than %d cases", MAX_CASES);
        if (is_checked && run->checked != run->case_count)
            fail(STATUS_USAGE, "a case to be checked follows one to be timed");
        if (!numbers_parse(is_curve ? &subject->parameters : &run->cases[run->case_count], rest))
            fail(STATUS_USAGE, "malformed numbers: %s", rest);
        run->checked += is_checked;
        run->case_count += !is_curve;
    }
    if (run->checked == run->case_count)
        fail(STATUS_USAGE, "no case to be timed");
}

/* Opens every side and computes its cases once; the others compute only those that are timed. */
static void prepare(struct run *run, const struct options *options)
{
    run->sides[run->side_count++] = &ours;
    for (size_t i = 0; i < options->other_count; i++)
        run->sides[run->side_count++] = load_side(options->others[i]);
    for (size_t s = 0; s < run->side_count; s++) {
        const struct side *side = run->sides[s];
        run->reasons[s] = side->open(&options->subject, options->library);
        if (run->reasons[s] && s == 0)
            fail(STATUS_SYMBOL, "%s", run->reasons[s]);
        for (size_t i = s == 0 ? 0 : run->checked; !run->reasons[s] && i < run->case_count; i++) {
            run->prepared[s][i] = side->prepare(&run->cases[i]);
            if (!run->prepared[s][i] && s == 0)
                fail(STATUS_USAGE, "case %zu has not the numbers of %s", i, options->subject.operation);
            if (!run->prepared[s][i])
                run->reasons[s] = "it refuses a case";
            else
                side->run(run->prepared[s][i], 1);
        }
    }
}

static void print_numbers(const struct numbers *numbers)
{
    for (size_t i = 0; i < numbers->count; i++) {
        size_t top = NUMBER_BYTES - 1;
        const uint8_t *bytes = numbers->list[i].bytes;
        while (top > 0 && bytes[top] == 0)
            top--;
        printf("%s\"%s\": \"0x", i ? ", " : "", numbers->list[i].name);
        do
            printf("%02x", bytes[top]);
        while (top-- > 0);
        putchar('"');
    }
}

static void print_side(const struct run *run, size_t s, const struct numbers *results, const struct timed *timed)
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
    for (size_t i = s == 0 ? 0 : run->checked; i < run->case_count; i++) {
        fputs(i == (s == 0 ? 0 : run->checked) ? "{" : ", {", stdout);
        print_numbers(&results[i]);
        putchar('}');
    }
    fputs("]}", stdout);
}

/* Results of one side's cases. */
static void collect(const struct run *run, size_t s, struct numbers *results)
{
    memset(results, 0, MAX_CASES * sizeof *results);
    for (size_t i = s == 0 ? 0 : run->checked; i < run->case_count; i++)
        run->sides[s]->results(run->prepared[s][i], &results[i]);
}

int main(int argc, char **argv)
{
    static struct run run;
    static struct numbers results[MAX_SIDES][MAX_CASES], again[MAX_CASES];
    static struct timed timed[MAX_SIDES];
    static struct options options;
    options = parse_options(argc, argv);
    if (!options.library || !options.subject.operation || !options.subject.field || !options.subject.element_bytes)
        fail(STATUS_USAGE, "--library, --operation, --field and --element-bytes are needed");
    read_cases(&run, &options.subject);
    prepare(&run, &options);
    for (size_t s = 0; s < run.side_count; s++) {
        if (!run.reasons[s])
            collect(&run, s, results[s]);
        timed[s] = (struct timed){.run = run.reasons[s] ? NULL : run.sides[s]->run,
                                  .cases = run.prepared[s] + run.checked,
                                  .case_count = run.case_count - run.checked};
    }
    timing_measure(&options.timing, timed, run.side_count);
    collect(&run, 0, again);
    if (memcmp(again, results[0], sizeof again) != 0)
        fail(STATUS_UNSTABLE, "%s gave another result while it was timed", options.subject.function);
    fputs("{\"sides\": [", stdout);
    for (size_t s = 0; s < run.side_count; s++)
        print_side(&run, s, results[s], &timed[s]);
    fputs("], \"megahertz\": [", stdout);
    for (size_t i = 0; i < timed[0].block_count; i++)
        printf("%s%.1f", i ? ", " : "", options.timing.megahertz[i]);
    puts("]}");
    return STATUS_OK;
}
