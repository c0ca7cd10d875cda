#include "request.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failure.h"

#define MAX_LINE 4096

static size_t parse_number(const char *option, const char *text)
{
    char *end;
    errno = 0;
    unsigned long value = strtoul(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 || value > 1000000000)
        fail(STATUS_USAGE, "--%s is %s; it must be a number", option, text);
    return value;
}

static void parse_options(struct request *r, int argc, char **argv)
{
    const struct {
        const char *name, **text;
        size_t *number;
    } known[] = {
        {"library", &r->library, NULL},
        {"operation", &r->subject.operation, NULL},
        {"curve", &r->subject.curve, NULL},
        {"aliases", &r->subject.aliases, NULL},
        {"field", &r->subject.field, NULL},
        {"order", &r->subject.order, NULL},
        {"function", &r->subject.function, NULL},
        {"element-bytes", NULL, &r->subject.element_bytes},
        {"scalar-bytes", NULL, &r->subject.scalar_bytes},
        {"octets", NULL, &r->subject.octets},
        {"raw-octets", NULL, &r->subject.raw_octets},
        {"blocks", NULL, &r->timing.blocks},
        {"block-microseconds", NULL, &r->timing.block_microseconds},
    };
    for (int i = 1; i < argc; i += 2) {
        const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
        size_t found = 0, count = sizeof known / sizeof *known;
        if (strncmp(name, "--", 2) != 0 || !value)
            fail(STATUS_USAGE, "%s is no option with a value", name);
        name += 2;
        if (strcmp(name, "versus") == 0 && r->other_count < MAX_SIDES - 1) {
            r->others[r->other_count++] = value;
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
}

/* Reads the cases, those that are only checked first, as the input has them. */
static void read_cases(struct request *r)
{
    static char line[MAX_LINE];
    while (fgets(line, sizeof line, stdin)) {
        char *rest = line, *kind = strtok_r(line, " \n", &rest);
        int is_curve = kind && strcmp(kind, "curve") == 0, is_checked = kind && strcmp(kind, "check") == 0;
        if (!kind || (!is_curve && !is_checked && strcmp(kind, "time") != 0))
            fail(STATUS_USAGE, "a line of input is none of curve, check, time");
        if (!is_curve && r->case_count == MAX_CASES)
            fail(STATUS_USAGE, "more than %d cases", MAX_CASES);
        if (is_checked && r->checked != r->case_count)
            fail(STATUS_USAGE, "a case to be checked follows one to be timed");
        if (!numbers_parse(is_curve ? &r->subject.parameters : &r->cases[r->case_count], rest))
            fail(STATUS_USAGE, "malformed numbers: %s", rest);
        r->checked += is_checked;
        r->case_count += !is_curve;
    }
    if (r->checked == r->case_count)
        fail(STATUS_USAGE, "no case to be timed");
}

void request_read(struct request *r, int argc, char **argv)
{
    *r = (struct request){.timing = {.blocks = 51, .block_microseconds = 2000}};
    parse_options(r, argc, argv);
    if (!r->library || !r->subject.operation || !r->subject.field || !r->subject.element_bytes)
        fail(STATUS_USAGE, "--library, --operation, --field and --element-bytes are needed");
    read_cases(r);
}

void print_numbers(const struct numbers *numbers)
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
