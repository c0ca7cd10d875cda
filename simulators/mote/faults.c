#include "faults.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "failure.h"
#include "session.h"

struct faults {
    struct fault *list;
    size_t count, done;
    bool is_copy;
    uint32_t pc;          /* of a copy: where its fault struck */
    bool is_opcode_wrong; /* until the next instruction */
};

static const char *const models[] = {"skip", "register", "zero", "memory", "opcode"};

/* Of a copy, for its line when it fails. */
static struct faults *suffered;

static bool parse(const char *line, struct fault *fault)
{
    char model[16], end;
    unsigned index = 0;
    if (sscanf(line, "%" SCNu64 " %15s %" SCNu32 " %" SCNu32 " %c", &fault->at, model, &fault->place, &fault->bit,
               &end) != 4)
        return false;
    while (index < sizeof models / sizeof models[0] && strcmp(models[index], model) != 0)
        index++;
    fault->model = (enum fault_model)index;
    return index < sizeof models / sizeof models[0];
}

void faults_open(struct session *session)
{
    const char *path = session->options.faults;
    struct faults *faults = session->faults = path == NULL ? NULL : allocate(1, sizeof *faults);
    char line[128];
    size_t capacity = 0;
    if (path == NULL)
        return;
    FILE *file = fopen(path, "r");
    if (file == NULL)
        fail(STATUS_FILE, "cannot read %s: %s", path, strerror(errno));
    while (fgets(line, sizeof line, file) != NULL) {
        if (faults->count == capacity) {
            capacity = capacity == 0 ? 256 : 2 * capacity;
            faults->list = realloc(faults->list, capacity * sizeof *faults->list);
            if (faults->list == NULL)
                fail(STATUS_FILE, "out of memory");
        }
        struct fault *fault = &faults->list[faults->count++];
        if (!parse(line, fault) || (faults->count > 1 && fault->at < fault[-1].at))
            fail(STATUS_FILE, "%s, line %zu: no fault `at model place bit`, or not in order", path, faults->count);
    }
    fclose(file);
}

/* One line on stdout, by the system alone: a copy shares the buffers of its original. */
static void write_line(const struct faults *faults, int status, const char *text, const struct bytes *output,
                       uint64_t cycles)
{
    char *line = allocate(2 * output->count + strlen(text) + 256, 1);
    int used = sprintf(line, "{\"fault\": %zu, \"pc\": %u, \"status\": %d, \"cycles\": %" PRIu64 ", \"text\": \"",
                       faults->done, faults->pc, status, cycles);
    for (; *text != '\0'; text++)
        line[used++] = *text == '"' || *text == '\\' || (unsigned char)*text < ' ' ? '\'' : *text;
    used += sprintf(line + used, "\", \"output\": \"");
    for (size_t i = 0; i < output->count; i++)
        used += sprintf(line + used, "%02x", output->data[i]);
    used += sprintf(line + used, "\"}\n");
    for (ssize_t sent = 0, now; sent < used; sent += now)
        if ((now = write(STDOUT_FILENO, line + sent, (size_t)(used - sent))) < 0)
            _exit(STATUS_FILE);
    free(line);
}

static void report_failure(enum status status, const char *text)
{
    write_line(suffered, (int)status, text, &(struct bytes){0}, 0);
    _exit(STATUS_OK);
}

static _Noreturn void report_end(const struct session *session, uint64_t cycles)
{
    char text[32];
    int status = session->exit_code == 0 ? STATUS_OK : STATUS_EXIT_CODE;
    snprintf(text, sizeof text, "code %d", session->exit_code);
    write_line(session->faults, status, text, &session->output, cycles);
    _exit(STATUS_OK);
}

void faults_end(const struct session *session, uint64_t cycles)
{
    const struct faults *faults = session->faults;
    if (faults->is_copy)
        report_end(session, cycles);
    if (faults->done < faults->count)
        fail(STATUS_NO_RUN, "the run ended before the fault after %" PRIu64 " instructions",
             faults->list[faults->done].at);
    exit(STATUS_OK);
}

/* In a copy: the change itself. From here on nothing is counted, and the stack goes where it will, as on a chip. */
static void strike(struct session *session, const struct fault_target *target, void *machine, const struct moment *now)
{
    struct faults *faults = session->faults;
    const struct fault *fault = &faults->list[faults->done];
    bool is_there = true;
    suffered = faults;
    fail_hook = report_failure;
    faults->is_copy = session->is_struck = true;
    faults->pc = now->pc;
    session->meter.inside = false;
    session->image.ram_end = 0;
    session->meter.entry = session->meter.step_entry = UINT32_MAX;
    switch (fault->model) {
    case FAULT_SKIP:
        for (uint32_t i = 0; i < fault->place && is_there; i++)
            is_there = target->skip(machine);
        break;
    case FAULT_REGISTER:
        is_there = target->set_register(machine, fault->place, UINT32_MAX, UINT32_C(1) << (fault->bit & 31));
        break;
    case FAULT_ZERO:
        is_there = target->set_register(machine, fault->place, 0, 0);
        break;
    case FAULT_MEMORY:
        is_there = target->flip_memory(machine, fault->place, fault->bit);
        break;
    case FAULT_OPCODE:
        is_there = faults->is_opcode_wrong = target->flip_opcode(machine, now->pc, fault->bit);
        break;
    }
    if (!is_there)
        fail(STATUS_USAGE, "no such place for a fault: %s %" PRIu32 " %" PRIu32, models[fault->model], fault->place,
             fault->bit);
}

/* In the original: waits for the copy, and reports one that broke the simulator itself. */
static void await(struct faults *faults, pid_t copy, uint32_t pc)
{
    int status;
    if (waitpid(copy, &status, 0) != copy)
        fail(STATUS_FILE, "lost the copy of fault %zu: %s", faults->done, strerror(errno));
    if (WIFEXITED(status) && WEXITSTATUS(status) == STATUS_OK)
        return;
    faults->pc = pc;
    write_line(faults, STATUS_CRASHED, "the simulator ended", &(struct bytes){0}, 0);
}

bool faults_before(struct session *session, const struct fault_target *target, void *machine, const struct moment *now)
{
    struct faults *faults = session->faults;
    if (faults->is_copy) {
        if (faults->is_opcode_wrong)
            target->flip_opcode(machine, faults->pc, faults->list[faults->done].bit);
        faults->is_opcode_wrong = false;
        return false;
    }
    if (session->meter.run_count > 0)
        faults_end(session, now->cycle);
    if (!session->meter.inside)
        return false;
    for (; faults->done < faults->count && faults->list[faults->done].at == session->meter.current.instructions;
         faults->done++) {
        pid_t copy = fork();
        if (copy < 0)
            fail(STATUS_FILE, "cannot fork: %s", strerror(errno));
        if (copy == 0) {
            strike(session, target, machine, now);
            return true;
        }
        await(faults, copy, now->pc);
    }
    if (faults->done == faults->count)
        faults_end(session, now->cycle);
    return false;
}
