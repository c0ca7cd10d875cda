/* The curves of this build, and a multiplication on any of them. Compiled once. */
#include <stdlib.h>
#include <string.h>

#include "binary.h"
#include "mc_parallel_binary_fields.h" /* written by CMake: MC_PARALLEL_BINARY_FIELDS(X), the fields of the build */

#define WORD_BITS 64
#define ALIGNMENT 64 /* of vector registers */

struct mc_parallel_binary {
    const mc_parallel_binary_field *field;
    const mc_parallel_binary_method *method;
    unsigned threads;
    unsigned long repeats;
    void *state;
};

#define DECLARE(field) extern const mc_parallel_binary_field mc_parallel_##field##_binary;
#define LIST(field)    &mc_parallel_##field##_binary,
MC_PARALLEL_BINARY_FIELDS(DECLARE)
static const mc_parallel_binary_field *const FIELDS[] = {MC_PARALLEL_BINARY_FIELDS(LIST) NULL};

const mc_parallel_binary_field *mc_parallel_binary_field_at(size_t index)
{
    return index < sizeof FIELDS / sizeof *FIELDS ? FIELDS[index] : NULL;
}

const mc_parallel_binary_curve *mc_parallel_binary_find(const char *name)
{
    for (size_t i = 0; FIELDS[i] != NULL; i++)
        for (const mc_parallel_binary_curve *curve = FIELDS[i]->curves; curve->name != NULL; curve++)
            if (strcmp(curve->name, name) == 0)
                return curve;
    return NULL;
}

const mc_parallel_binary_method *mc_parallel_binary_method_of(const mc_parallel_binary_curve *curve, const char *name)
{
    for (const mc_parallel_binary_method *const *method = curve->field->methods; *method != NULL; method++)
        if (strcmp((*method)->name, name) == 0)
            return (*method)->fits(curve->parameters) ? *method : NULL;
    return NULL;
}

mc_parallel_status mc_parallel_binary_new(mc_parallel_binary **made, const mc_parallel_binary_curve *curve,
                                          const mc_parallel_binary_method *method, unsigned threads)
{
    *made = NULL;
    if (threads == 0 || threads > method->threads_most)
        return MC_PARALLEL_ERROR_THREADS;
    mc_parallel_binary *binary = malloc(sizeof *binary);
    void *state = aligned_alloc(ALIGNMENT, (method->state_bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
    if (binary == NULL || state == NULL) {
        free(binary);
        free(state);
        return MC_PARALLEL_ERROR_MEMORY;
    }
    memset(state, 0, method->state_bytes);
    method->prepare(state, curve->parameters, threads);
    *binary =
        (mc_parallel_binary){.field = curve->field, .method = method, .threads = threads, .repeats = 0, .state = state};
    *made = binary;
    return MC_PARALLEL_OK;
}

void mc_parallel_binary_free(mc_parallel_binary *made)
{
    if (made == NULL)
        return;
    free(made->state);
    free(made);
}

mc_parallel_status mc_parallel_binary_multiply_var(mc_parallel_binary *made, mc_parallel_engine *engine, uint64_t *r,
                                                   const uint64_t *k, const uint64_t *p)
{
    const mc_parallel_binary_method *method = made->method;
    const unsigned top_bits = made->field->scalar_bits % WORD_BITS;
    if (top_bits != 0 && k[made->field->scalar_words - 1] >> top_bits != 0)
        return MC_PARALLEL_ERROR_RANGE;
    if (!method->begin(made->state, r, k, p))
        return MC_PARALLEL_OK;
    mc_parallel_status status =
        mc_parallel_engine_run(engine, method->phases, method->phase_count, made->threads, made->state);
    if (status == MC_PARALLEL_OK && !method->end(made->state, r))
        made->repeats++;
    return status;
}

unsigned long mc_parallel_binary_repeats(const mc_parallel_binary *made)
{
    return made->repeats;
}
