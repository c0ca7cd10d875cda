/* The command line, the same for every simulator. */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>

#include "failure.h"
#include "session.h"

static const char usage[] = "--mcu MCU --frequency HZ [--measure SYMBOL] [--step SYMBOL] [--input "
                            "FILE] [--profile] [--stack-dump]"
                            " [--trace-run N --trace FILE] [--faults FILE] [--visits FILE] [--max-cycles N] IMAGE.elf";

static uint64_t parse_number(const char *option, const char *text)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0)
        fail(STATUS_USAGE, "--%s is %s; it must be a number", option, text);
    return value;
}

struct options options_parse(int argc, char **argv, const struct build *build)
{
    static const struct option known[] = {
        {"mcu", required_argument, NULL, 'm'},       {"frequency", required_argument, NULL, 'f'},
        {"measure", required_argument, NULL, 's'},   {"step", required_argument, NULL, 'e'},
        {"input", required_argument, NULL, 'i'},     {"max-cycles", required_argument, NULL, 'c'},
        {"trace-run", required_argument, NULL, 'n'}, {"trace", required_argument, NULL, 't'},
        {"profile", no_argument, NULL, 'p'},         {"stack-dump", no_argument, NULL, 'd'},
        {"faults", required_argument, NULL, 'x'},    {"visits", required_argument, NULL, 'y'},
        {"version", no_argument, NULL, 'v'},         {NULL, 0, NULL, 0},
    };
    struct options options = {.max_cycles = UINT64_MAX};
    int option;
    opterr = 0;
    while ((option = getopt_long(argc, argv, "", known, NULL)) != -1) {
        switch (option) {
        case 'm':
            options.mcu = optarg;
            break;
        case 'f':
            options.frequency_hz = parse_number("frequency", optarg);
            break;
        case 's':
            options.measure = optarg;
            break;
        case 'e':
            options.step = optarg;
            break;
        case 'i':
            options.input = optarg;
            break;
        case 'c':
            options.max_cycles = parse_number("max-cycles", optarg);
            break;
        case 'n':
            options.trace_run = parse_number("trace-run", optarg);
            break;
        case 't':
            options.trace = optarg;
            break;
        case 'p':
            options.profile = true;
            break;
        case 'd':
            options.stack_dump = true;
            break;
        case 'x':
            options.faults = optarg;
            break;
        case 'y':
            options.visits = optarg;
            break;
        case 'v':
            printf("%s %s\n", build->version, build->key);
            exit(STATUS_OK);
        default:
            fail(STATUS_USAGE, "unknown or incomplete option %s; usage: %s %s", argv[optind - 1], program_name, usage);
        }
    }
    if (optind != argc - 1 || options.mcu == NULL || options.frequency_hz == 0 || options.frequency_hz > UINT32_MAX)
        fail(STATUS_USAGE, "usage: %s %s", program_name, usage);
    if (options.trace != NULL && options.measure == NULL)
        fail(STATUS_USAGE, "--trace needs --measure: it traces one run of a routine");
    if (options.faults != NULL && options.measure == NULL)
        fail(STATUS_USAGE, "--faults needs --measure: faults strike one run of a routine");
    options.image = argv[optind];
    return options;
}
