#include "session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "failure.h"

void bytes_append(struct bytes *bytes, uint8_t value)
{
    if (bytes->count == bytes->capacity) {
        bytes->capacity = bytes->capacity == 0 ? 256 : 2 * bytes->capacity;
        bytes->data = realloc(bytes->data, bytes->capacity);
        if (bytes->data == NULL)
            fail(STATUS_FILE, "out of memory");
    }
    bytes->data[bytes->count++] = value;
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

void session_open(struct session *session, const uint8_t *memory, uint32_t return_size)
{
    const struct options *options = &session->options;
    const struct image *image = &session->image;
    session->exit_code = -1;
    session->meter = (struct meter){
        .entry = options->measure == NULL ? UINT32_MAX : image_code_address(image, options->measure),
        .step_entry = options->step == NULL ? UINT32_MAX : image_code_address(image, options->step),
        .memory = options->stack_dump ? memory : NULL,
        .return_size = return_size,
        .trace_run = options->trace_run,
    };
    if (options->input != NULL)
        read_file(&session->input, options->input);
    if (options->trace != NULL)
        session->meter.trace = open_trace(options->trace);
    if (options->profile)
        session->profile = profile_new(image);
}

uint8_t session_read(struct session *session, uint32_t pc)
{
    if (session->input_used == session->input.count)
        fail(STATUS_INPUT_EXHAUSTED, "input exhausted: the image read more than its %zu bytes (pc 0x%x)",
             session->input.count, pc);
    return session->input.data[session->input_used++];
}

static void check_writer(const struct session *session, uint32_t pc)
{
    const struct image *image = &session->image;
    const char *name = image->routines[pc < image->flash_end ? image->routine_at[pc / 2] : ROUTINE_UNKNOWN];
    if (session->is_struck && strcmp(name, "main") != 0 && strncmp(name, "bench_", 6) != 0)
        fail(STATUS_CRASHED, "%s writes to the port of the bench (pc 0x%x)", name, pc);
}

void session_write(struct session *session, uint8_t value, uint32_t pc)
{
    check_writer(session, pc);
    bytes_append(&session->output, value);
}

void session_exit(struct session *session, uint8_t code, uint32_t pc)
{
    check_writer(session, pc);
    session->exit_code = code;
}

void session_before(struct session *session, const struct moment *now)
{
    struct meter *meter = &session->meter;
    if (now->pc == meter->entry && !meter->inside) {
        meter_begin(meter, now);
        if (session->profile != NULL)
            profile_begin(session->profile, now);
    }
    if (now->pc == meter->step_entry && meter->inside)
        meter_begin_step(meter, now);
}

void session_after(struct session *session, const struct moment *now, enum flow flow, uint64_t before)
{
    struct meter *meter = &session->meter;
    if (!meter->inside)
        return;
    if (session->profile != NULL)
        profile_step(session->profile, now, flow, before);
    if (flow != FLOW_RETURN)
        return;
    meter_end_step(meter, now);
    if (meter_returned(meter, now))
        meter_end(meter, now);
}

void session_watch_stack(struct session *session, const struct moment *now)
{
    const struct image *image = &session->image;
    if (now->stack >= image->task_stack && now->stack <= image->task_stack_end) {
        meter_use_task_stack(&session->meter, image->task_stack_end - now->stack);
        return;
    }
    if (now->stack < image->ram_end)
        fail(STATUS_STACK, "the stack ran into the variables: it reaches 0x%x, variables end at 0x%x (pc 0x%x)",
             now->stack, image->ram_end, now->pc);
    if (session->meter.inside && now->stack < session->meter.low)
        session->meter.low = now->stack;
}
