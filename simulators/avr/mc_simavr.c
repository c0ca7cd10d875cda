/* Runs one firmware image on a simulated AVR and prints what it did as one JSON object.
 *
 * A run of the routine `--measure` begins when the program counter reaches its entry and ends when its return
 * has executed; within it every run of the routine `--step` is a step, of which the longest is reported. The firmware
 * needs no marks. Interrupts must stay off: their entry costs no cycles here. */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "failure.h"
#include "machine.h"

#ifndef SIMULATOR_VERSION
#define SIMULATOR_VERSION "simavr of unknown version"
#endif
#ifndef BUILD_KEY
#define BUILD_KEY "unknown"
#endif

struct options {
    const char *mcu, *measure, *step, *input, *trace, *image;
    uint64_t frequency_hz, max_cycles, trace_run;
    bool profile, stack_dump;
};

static const char usage[] = "usage: mc-simavr --mcu MCU --frequency HZ [--measure SYMBOL] [--step SYMBOL] [--input "
                            "FILE] [--profile] [--stack-dump]"
                            " [--trace-run N --trace FILE] [--max-cycles N] IMAGE.elf";

static uint64_t parse_number(const char *option, const char *text)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0)
        fail(STATUS_USAGE, "--%s is %s; it must be a number", option, text);
    return value;
}

static struct options parse_options(int argc, char **argv)
{
    static const struct option known[] = {
        {"mcu", required_argument, NULL, 'm'},       {"frequency", required_argument, NULL, 'f'},
        {"measure", required_argument, NULL, 's'},   {"step", required_argument, NULL, 'e'},
        {"input", required_argument, NULL, 'i'},     {"max-cycles", required_argument, NULL, 'c'},
        {"trace-run", required_argument, NULL, 'n'}, {"trace", required_argument, NULL, 't'},
        {"profile", no_argument, NULL, 'p'},         {"stack-dump", no_argument, NULL, 'd'},
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
        case 'v':
            puts(SIMULATOR_VERSION " " BUILD_KEY);
            exit(STATUS_OK);
        default:
            fail(STATUS_USAGE, "unknown or incomplete option %s; %s", argv[optind - 1], usage);
        }
    }
    if (optind != argc - 1 || options.mcu == NULL || options.frequency_hz == 0 || options.frequency_hz > UINT32_MAX)
        fail(STATUS_USAGE, "%s", usage);
    if (options.trace != NULL && options.measure == NULL)
        fail(STATUS_USAGE, "--trace needs --measure: it traces one run of a routine");
    options.image = argv[optind];
    return options;
}

/* Reads a whole file, standard input if it is "-". */
static void read_file(struct bytes *bytes, const char *path)
{
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    if (file == NULL)
        fail(STATUS_FILE, "cannot read %s: %s", path, strerror(errno));
    for (int byte; (byte = getc(file)) != EOF;)
        bytes_append(bytes, (uint8_t)byte);
    if (ferror(file))
        fail(STATUS_FILE, "cannot read %s", path);
    fclose(file);
}

static FILE *open_trace(const char *path)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        fail(STATUS_FILE, "cannot write %s: %s", path, strerror(errno));
    return file;
}

static void check_result(const struct machine *machine, const struct options *options)
{
    const struct meter *meter = &machine->meter;
    if (machine->exit_code != 0)
        fail(STATUS_EXIT_CODE, "the image ended with code %d", machine->exit_code);
    if (options->measure == NULL)
        return;
    if (meter->inside)
        fail(STATUS_NO_RUN, "the image ended inside %s", options->measure);
    if (meter->run_count == 0)
        fail(STATUS_NO_RUN, "the image never called %s", options->measure);
    if (meter->trace != NULL && meter->run_count <= meter->trace_run)
        fail(STATUS_NO_RUN, "no run %zu to trace: %s ran %zu times, counted from 0", meter->trace_run, options->measure,
             meter->run_count);
}

static void print_hex(const char *name, const uint8_t *bytes, size_t count)
{
    printf("\"%s\": \"", name);
    for (size_t i = 0; i < count; i++)
        printf("%02x", bytes[i]);
    printf("\"");
}

static void print_runs(const struct meter *meter)
{
    printf(", \"runs\": [");
    for (size_t i = 0; i < meter->run_count; i++) {
        const struct run *run = &meter->runs[i];
        printf("%s{\"cycles\": %" PRIu64 ", \"instructions\": %" PRIu64 ", \"loads\": %" PRIu64, i ? ", " : "",
               run->cycles, run->instructions, run->loads);
        printf(", \"stores\": %" PRIu64 ", \"xors\": %" PRIu64 ", \"stack_bytes\": %u", run->stores, run->xors,
               run->stack_bytes);
        printf(", \"task_stack_bytes\": %u, \"steps\": %u, \"longest_step\": %" PRIu64, run->task_stack_bytes,
               run->steps, run->longest_step);
        printf(", \"trace_hash\": \"%016" PRIx64 "\", \"address_hash\": \"%016" PRIx64 "\"", run->trace_hash,
               run->address_hash);
        if (run->stack != NULL) {
            printf(", ");
            print_hex("stack_dump", run->stack, run->stack_bytes);
        }
        printf("}");
    }
    printf("]");
}

static void print_profile(const struct profile *profile)
{
    const char *separator = "";
    printf(", \"profile\": [");
    for (size_t i = 0; i < profile->image->routine_count; i++) {
        const struct routine *routine = &profile->routines[i];
        if (routine->calls == 0)
            continue;
        printf("%s{\"routine\": \"%s\", \"calls\": %" PRIu64 ", \"cycles_self\": %" PRIu64
               ", \"cycles_total\": %" PRIu64 "}",
               separator, profile->image->routines[i], routine->calls, routine->cycles_self, routine->cycles_total);
        separator = ", ";
    }
    printf("]");
}

int main(int argc, char **argv)
{
    static struct machine machine;
    struct options options = parse_options(argc, argv);

    machine_open(&machine, options.mcu, (uint32_t)options.frequency_hz, options.image);
    machine.max_cycles = options.max_cycles;
    machine.meter.entry = options.measure == NULL ? UINT32_MAX : image_code_address(&machine.image, options.measure);
    machine.meter.step_entry = options.step == NULL ? UINT32_MAX : image_code_address(&machine.image, options.step);
    machine.meter.keep_stack = options.stack_dump;
    machine.meter.trace_run = options.trace_run;
    if (options.input != NULL)
        read_file(&machine.input, options.input);
    if (options.trace != NULL)
        machine.meter.trace = open_trace(options.trace);
    if (options.profile)
        machine.profile = profile_new(&machine.image);

    machine_run(&machine);
    check_result(&machine, &options);
    if (machine.meter.trace != NULL && fclose(machine.meter.trace) != 0)
        fail(STATUS_FILE, "cannot write %s", options.trace);

    printf("{\"simulator\": \"" SIMULATOR_VERSION "\", \"exit_code\": %d, \"cycles_total\": %" PRIu64 ", ",
           machine.exit_code, machine.avr->cycle);
    print_hex("output", machine.output.data, machine.output.count);
    print_runs(&machine.meter);
    if (machine.profile != NULL)
        print_profile(machine.profile);
    printf("}\n");
    return fflush(stdout) == 0 ? STATUS_OK : STATUS_FILE;
}
