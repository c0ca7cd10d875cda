/* The findings of a session, as one JSON object. */
#include <inttypes.h>

#include "failure.h"
#include "faults.h"
#include "session.h"
#include "visits.h"

static void check_result(const struct session *session)
{
    const struct meter *meter = &session->meter;
    const struct options *options = &session->options;
    if (session->exit_code != 0)
        fail(STATUS_EXIT_CODE, "the image ended with code %d", session->exit_code);
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

int session_report(struct session *session, const struct build *build, uint64_t cycles_total)
{
    if (session->options.faults != NULL && session->faults == NULL)
        fail(STATUS_USAGE, "--faults: this simulator injects none");
    if (session->faults != NULL)
        faults_end(session, cycles_total);
    check_result(session);
    if (session->meter.trace != NULL && fclose(session->meter.trace) != 0)
        fail(STATUS_FILE, "cannot write %s", session->options.trace);
    printf("{\"simulator\": \"%s\", \"exit_code\": %d, \"cycles_total\": %" PRIu64 ", ", build->version,
           session->exit_code, cycles_total);
    print_hex("output", session->output.data, session->output.count);
    print_runs(&session->meter);
    if (session->profile != NULL)
        print_profile(session->profile);
    if (session->visits != NULL)
        visits_print(session->visits);
    printf("}\n");
    return fflush(stdout) == 0 ? STATUS_OK : STATUS_FILE;
}
