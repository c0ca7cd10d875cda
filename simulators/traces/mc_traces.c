/* Simulated power traces of one routine: a model of what instructions handle, of no chip.
 *
 *   mc-traces --core avr|msp430|cortex-m|ibex --mcu MCU --frequency HZ --measure SYMBOL --model MODEL
 *             --index FILE [--coefficients FILE] [--sums FILE --order 1|2] [--samples FILE] [--outputs FILE] [--from N]
 *             [--to N] [--calls | --modules] [--poke ADDRESS] [--max-cycles N] IMAGE.elf < JOBS
 *
 * Each job resets the machine and runs the image once: a byte with the class (0, 1) and the bits below; the number of
 * bytes to put at ADDRESS when the routine begins, and these bytes; the number of bytes of the image's input, as a
 * 32-bit word, least significant byte first, and the input. The index is made by the first job if the file is missing.
 * Sums go on from those of the file. Samples and outputs are appended. A sample has one byte, two with the models elmo
 * and toggles, twice as many with --calls, the least significant first. Without outputs a run ends once the last wanted
 * sample is there. The models are weight, distance, elmo where a core has it, with --coefficients, and of a core that
 * is a netlist, toggles, with --modules a sample for each of its modules, in order. */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"
#include "failure.h"
#include "follower.h"

#ifndef SIMULATOR_VERSION
#define SIMULATOR_VERSION "mc-traces of unknown version"
#endif
#ifndef BUILD_KEY
#define BUILD_KEY "unknown"
#endif

enum { JOB_CLASS = 1, JOB_FULL_RUN = 0x40, JOB_NOT_KEPT = 0x80 };

const char program_name[] = "mc-traces";

struct job {
    uint8_t flags, poke_bytes;
    uint8_t poke[256];
};

struct program {
    struct options options;
    const struct core *core;
    enum model model;
    bool has_modules;
    const char *index, *sums, *samples, *outputs, *coefficients;
    uint32_t poke;
    struct sampler sampler;
    struct session *session;
    struct job job;
    uint32_t entry;
    FILE *samples_file, *outputs_file;
};

static uint64_t number(const char *text)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 0);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0)
        fail(STATUS_USAGE, "%s must be a number", text);
    return value;
}

static const struct core *core_named(const char *name)
{
    for (const struct core *const *core = cores; *core != NULL; core++)
        if (strcmp((*core)->name, name) == 0)
            return *core;
    fail(STATUS_USAGE, "--core %s: this program has none of that name", name);
}

static enum model model_named(const char *name)
{
    static const char *const models[] = {
        [MODEL_WEIGHT] = "weight", [MODEL_DISTANCE] = "distance", [MODEL_ELMO] = "elmo", [MODEL_TOGGLES] = "toggles"};
    for (unsigned i = 0; i < sizeof models / sizeof *models; i++)
        if (strcmp(models[i], name) == 0)
            return (enum model)i;
    fail(STATUS_USAGE, "--model %s: there is none of that name", name);
}

static void take_option(struct program *program, int option)
{
    switch (option) {
    case 'k':
        program->core = core_named(optarg);
        break;
    case 'm':
        program->options.mcu = optarg;
        break;
    case 'f':
        program->options.frequency_hz = number(optarg);
        break;
    case 's':
        program->options.measure = optarg;
        break;
    case 'w':
        program->model = model_named(optarg);
        break;
    case 'l':
        program->coefficients = optarg;
        break;
    case 'i':
        program->index = optarg;
        break;
    case 'u':
        program->sums = optarg;
        break;
    case 'a':
        program->samples = optarg;
        break;
    case 'o':
        program->outputs = optarg;
        break;
    case 'r':
        program->sampler.order = (unsigned)number(optarg);
        break;
    case 'b':
        program->sampler.from = number(optarg);
        break;
    case 'e':
        program->sampler.to = number(optarg);
        break;
    case 'c':
        program->sampler.sums_calls = true;
        break;
    case 'd':
        program->has_modules = true;
        break;
    case 'p':
        program->poke = (uint32_t)number(optarg);
        break;
    case 'x':
        program->options.max_cycles = number(optarg);
        break;
    case 'v':
        puts(SIMULATOR_VERSION " " BUILD_KEY);
        exit(STATUS_OK);
    default:
        fail(STATUS_USAGE, "unknown or incomplete option %s", "in the command line");
    }
}

static struct program parsed(int argc, char **argv)
{
    static const struct option known[] = {
        {"core", 1, NULL, 'k'},    {"mcu", 1, NULL, 'm'},          {"frequency", 1, NULL, 'f'},
        {"measure", 1, NULL, 's'}, {"model", 1, NULL, 'w'},        {"index", 1, NULL, 'i'},
        {"sums", 1, NULL, 'u'},    {"samples", 1, NULL, 'a'},      {"order", 1, NULL, 'r'},
        {"outputs", 1, NULL, 'o'}, {"from", 1, NULL, 'b'},         {"to", 1, NULL, 'e'},
        {"calls", 0, NULL, 'c'},   {"modules", 0, NULL, 'd'},      {"poke", 1, NULL, 'p'},
        {"version", 0, NULL, 'v'}, {"coefficients", 1, NULL, 'l'}, {"max-cycles", 1, NULL, 'x'},
        {NULL, 0, NULL, 0},
    };
    struct program program = {.sampler = {.to = UINT64_MAX, .first_parting = NEVER_PARTED},
                              .options.max_cycles = UINT64_MAX};
    for (int option; (option = getopt_long(argc, argv, "", known, NULL)) != -1;)
        take_option(&program, option);
    if (optind != argc - 1 || program.core == NULL || program.options.mcu == NULL || program.options.measure == NULL ||
        program.index == NULL || program.sampler.order > ORDERS_MAX)
        fail(STATUS_USAGE, "usage: mc-traces --core NAME --mcu MCU --frequency HZ --measure SYMBOL --index FILE"
                           " ... IMAGE.elf");
    if (program.model == MODEL_ELMO && (program.core->read_coefficients == NULL || program.coefficients == NULL))
        fail(STATUS_USAGE, "--model elmo: needs a core that has it, and --coefficients");
    if ((program.model == MODEL_TOGGLES && !program.core->has_toggles) ||
        (program.has_modules && (program.model != MODEL_TOGGLES || program.sampler.sums_calls)))
        fail(STATUS_USAGE, "toggles are of a netlist, and modules of toggles without --calls");
    program.options.image = argv[optind];
    return program;
}

static void read_bytes(void *into, size_t count)
{
    if (fread(into, 1, count, stdin) != count)
        fail(STATUS_USAGE, "the jobs are cut short");
}

static bool next_job(struct job *job, struct session *session)
{
    uint8_t length[4];
    int flags = getchar();
    if (flags == EOF)
        return false;
    job->flags = (uint8_t)flags;
    read_bytes(&job->poke_bytes, 1);
    read_bytes(job->poke, job->poke_bytes);
    read_bytes(length, sizeof length);
    uint32_t count = length[0] | length[1] << 8 | length[2] << 16 | (uint32_t)length[3] << 24;
    session->input.count = session->input_used = session->output.count = 0;
    while (count--)
        bytes_append(&session->input, (uint8_t)getchar());
    session->exit_code = -1;
    return true;
}

/* Puts the bytes of the job into RAM, before the routine runs. */
static void poke(void *context)
{
    const struct program *program = context;
    for (unsigned i = 0; i < program->job.poke_bytes; i++) {
        uint8_t *byte = program->core->data(program->poke + i);
        if (byte == NULL)
            fail(STATUS_USAGE, "no RAM at 0x%x", program->poke + i);
        *byte = program->job.poke[i];
    }
}

/* Runs the job; the sampler then holds its samples. */
static void run(struct program *program)
{
    struct session *session = program->session;
    struct follower follower = {
        .model = program->model,
        .entry = program->entry,
        .session = session,
        .sampler = &program->sampler,
        .has_modules = program->has_modules,
        .stops = program->outputs == NULL && !(program->job.flags & JOB_FULL_RUN),
        .on_entry = poke,
        .context = program,
    };
    sampler_begin(&program->sampler);
    program->core->run(&follower);
    if (!follower.done)
        fail(STATUS_NO_RUN, "the image never ran %s to its end", program->options.measure);
    if (session->exit_code > 0)
        fail(STATUS_EXIT_CODE, "the image ended with code %d", session->exit_code);
    sampler_end(&program->sampler);
}

static unsigned bytes_of_sample(enum model model, bool is_of_calls)
{
    return (model == MODEL_ELMO || model == MODEL_TOGGLES ? 2u : 1u) << is_of_calls;
}

static void write_samples(const struct program *program)
{
    const struct sampler *sampler = &program->sampler;
    const uint64_t width = sampler_width(sampler);
    const unsigned bytes = bytes_of_sample(program->model, sampler->sums_calls);
    const uint32_t most = UINT32_MAX >> (32 - 8 * bytes);
    for (uint64_t i = 0; i < width; i++) {
        uint32_t value = i + sampler->from < sampler->valid ? sampler->samples[i] : 0;
        value = value > most ? most : value;
        for (unsigned byte = 0; byte < bytes; byte++)
            putc(value >> 8 * byte & 255, program->samples_file);
    }
}

static FILE *appended(const char *path)
{
    FILE *file = path == NULL ? NULL : fopen(path, "ab");
    if (path != NULL && file == NULL)
        fail(STATUS_FILE, "cannot write %s: %s", path, strerror(errno));
    return file;
}

static void close_file(FILE *file, const char *path)
{
    if (file != NULL && fclose(file) != 0)
        fail(STATUS_FILE, "cannot write %s: %s", path, strerror(errno));
}

static void keep(struct program *program)
{
    const uint8_t flags = program->job.flags;
    const struct bytes *output = &program->session->output;
    if (program->outputs_file != NULL)
        fwrite(output->data, 1, output->count, program->outputs_file);
    if (flags & JOB_NOT_KEPT)
        return;
    if (program->samples_file != NULL)
        write_samples(program);
    if (program->sums != NULL)
        sampler_add(&program->sampler, flags & JOB_CLASS);
}

int main(int argc, char **argv)
{
    static struct program program;
    program = parsed(argc, argv);
    program.session = program.core->open(&program.options);
    if (program.model == MODEL_ELMO)
        program.core->read_coefficients(program.coefficients);
    const uint32_t entry = image_code_address(&program.session->image, program.options.measure);
    program.entry = entry & ~(uint32_t)1; /* which says "Thumb" */
    bool has_index = sampler_read_index(&program.sampler, program.index);
    if (program.sums != NULL && has_index)
        sampler_read_sums(&program.sampler, program.sums);
    program.samples_file = appended(program.samples);
    program.outputs_file = appended(program.outputs);
    while (next_job(&program.job, program.session)) {
        run(&program);
        keep(&program);
    }
    if (!has_index)
        sampler_write_index(&program.sampler, program.index);
    if (program.sums != NULL)
        sampler_write_sums(&program.sampler, program.sums);
    close_file(program.samples_file, program.samples);
    close_file(program.outputs_file, program.outputs);
    return STATUS_OK;
}
