#include <stdlib.h>
#include <string.h>

#include "modulus/form.h"
#include "scalar/method.h"

static const mc_parallel_method *const METHODS[] = {
    &mc_parallel_left_to_right, &mc_parallel_formulas,       &mc_parallel_pipeline, &mc_parallel_pipeline_mof,
    &mc_parallel_segments,      &mc_parallel_segments_post,  &mc_parallel_table,    &mc_parallel_table_formulas,
    &mc_parallel_windows,       &mc_parallel_windows_signed, &mc_parallel_comb,
};

size_t mc_parallel_method_count(void)
{
    return sizeof METHODS / sizeof *METHODS;
}

const mc_parallel_method *mc_parallel_method_at(size_t index)
{
    return index < mc_parallel_method_count() ? METHODS[index] : NULL;
}

const mc_parallel_method *mc_parallel_method_find(const char *name)
{
    for (size_t i = 0; i < mc_parallel_method_count(); i++)
        if (strcmp(METHODS[i]->name, name) == 0)
            return METHODS[i];
    return NULL;
}

const char *mc_parallel_method_name(const mc_parallel_method *method)
{
    return method->name;
}

const char *mc_parallel_method_summary(const mc_parallel_method *method)
{
    return method->summary;
}

const char *mc_parallel_method_source(const mc_parallel_method *method)
{
    return method->source;
}

bool mc_parallel_method_is_fixed(const mc_parallel_method *method)
{
    return method->is_fixed;
}

bool mc_parallel_method_takes(const mc_parallel_method *method, unsigned threads)
{
    return threads >= method->threads_least && threads <= method->threads_most;
}

static mc_parallel_status choose(mc_parallel_scalar *made)
{
    const mc_parallel_method *method = made->method;
    const mc_parallel_scalar_options *options = &made->options;
    made->n = made->curve->n;
    made->threads = options->threads;
    made->window = options->window == 0 ? method->usual_window : options->window;
    made->worker_count = made->threads > method->workers ? made->threads : method->workers;
    if (!mc_parallel_method_takes(method, options->threads))
        return MC_PARALLEL_ERROR_THREADS;
    if (made->window > method->window_most)
        return MC_PARALLEL_ERROR_WINDOW;
    if (options->bits == 0)
        return MC_PARALLEL_ERROR_SCALAR;
    if (options->filled == 0 || options->filled > options->bits)
        made->options.filled = options->bits;
    return MC_PARALLEL_OK;
}

static mc_parallel_status prepare(mc_parallel_scalar *made)
{
    mc_parallel_arena *arena = &made->arena;
    mc_parallel_status status = MC_PARALLEL_OK;
    for (unsigned i = 0; i < made->worker_count && status == MC_PARALLEL_OK; i++) {
        made->workers[i] = mc_parallel_take(arena, sizeof *made->workers[i]);
        if (made->workers[i] == NULL)
            return MC_PARALLEL_ERROR_MEMORY;
        status = mc_parallel_worker_set(made->workers[i], made->curve, &made->options, arena);
    }
    if (status != MC_PARALLEL_OK)
        return status;
    made->point = mc_parallel_affine_take(made->n, arena);
    made->jacobian = mc_parallel_jacobian_take(made->n, arena);
    made->k = mc_parallel_take_limbs(arena, made->options.bits / GMP_NUMB_BITS + 2);
    made->method->prepare(made);
    return arena->failed ? MC_PARALLEL_ERROR_MEMORY : MC_PARALLEL_OK;
}

mc_parallel_status mc_parallel_scalar_new(mc_parallel_scalar **scalar, const mc_parallel_method *method,
                                          const mc_parallel_curve *curve, const mc_parallel_scalar_options *options)
{
    *scalar = NULL;
    mc_parallel_scalar *made = calloc(1, sizeof *made);
    if (made == NULL)
        return MC_PARALLEL_ERROR_MEMORY;
    made->method = method;
    made->curve = curve;
    made->options = *options;
    mc_parallel_status status = choose(made);
    if (status == MC_PARALLEL_OK)
        status = prepare(made);
    if (status == MC_PARALLEL_OK)
        *scalar = made;
    else
        mc_parallel_scalar_free(made);
    return status;
}

void mc_parallel_scalar_free(mc_parallel_scalar *scalar)
{
    if (scalar == NULL)
        return;
    for (unsigned i = 0; i < MC_SCALAR_THREADS && scalar->workers[i] != NULL; i++)
        mc_parallel_worker_free(scalar->workers[i]);
    mc_parallel_give_back(&scalar->arena);
    free(scalar);
}

/* y^2 = (x^2 + a) x + b, of x and y in the multiplier's form. */
static bool is_on_curve(mc_parallel_scalar *scalar, const mp_limb_t *x, const mp_limb_t *y)
{
    mc_worker *worker = scalar->workers[0];
    mc_parallel_field *field = &worker->field;
    mp_limb_t *left = worker->registers[MC_T0], *right = worker->registers[MC_T1];
    mc_parallel_field_square(field, right, x);
    mc_parallel_field_add(field, right, right, worker->registers[MC_A]);
    mc_parallel_field_multiply(field, right, right, x);
    mc_parallel_field_enter(field, left, scalar->curve->b);
    mc_parallel_field_add(field, right, right, left);
    mc_parallel_field_square(field, left, y);
    return mpn_cmp(left, right, (mp_size_t)scalar->n) == 0;
}

/* Several threads of a multiplication would gain nothing here, and wait for each other. */
static mc_parallel_status make_table(mc_parallel_scalar *scalar)
{
    mc_parallel_field *field = &scalar->workers[0]->field;
    mc_parallel_engine *threads = field->engine;
    mc_parallel_status status = MC_PARALLEL_OK;
    if (threads != NULL)
        status = mc_parallel_engine_new(&field->engine,
                                        &(mc_parallel_engine_options){.kind = MC_PARALLEL_SEQUENTIAL,
                                                                      .threads = mc_parallel_engine_threads(threads)});
    if (status == MC_PARALLEL_OK)
        scalar->method->set_point(scalar);
    if (threads != NULL)
        mc_parallel_engine_free(field->engine);
    field->engine = threads;
    return status;
}

mc_parallel_status mc_parallel_scalar_set_point(mc_parallel_scalar *scalar, const mp_limb_t *x, const mp_limb_t *y,
                                                size_t limbs)
{
    mc_worker *worker = scalar->workers[0];
    mc_affine *point = &scalar->point;
    mc_parallel_status status = mc_parallel_check_operand(scalar->curve->modulus, x, limbs);
    if (status == MC_PARALLEL_OK)
        status = mc_parallel_check_operand(scalar->curve->modulus, y, limbs);
    if (status != MC_PARALLEL_OK)
        return status;
    worker->field.status = MC_PARALLEL_OK;
    point->infinite = true;
    mc_parallel_field_enter(&worker->field, point->x, x);
    mc_parallel_field_enter(&worker->field, point->y, y);
    if (!is_on_curve(scalar, point->x, point->y))
        return worker->field.status != MC_PARALLEL_OK ? worker->field.status : MC_PARALLEL_ERROR_POINT;
    mc_limbs_clear(point->minus_y, limbs);
    mc_parallel_field_subtract(&worker->field, point->minus_y, point->minus_y, point->y);
    mc_parallel_jacobian_copy(&scalar->jacobian,
                              &(mc_jacobian){point->x, point->y, worker->registers[MC_ONE], .infinite = false}, limbs);
    if (scalar->method->set_point != NULL)
        status = make_table(scalar);
    if (status == MC_PARALLEL_OK)
        status = worker->field.status;
    point->infinite = status != MC_PARALLEL_OK;
    return status;
}

/* Zeros above k up to the limb behind its longest length. */
static mc_parallel_status take_scalar(mc_parallel_scalar *scalar, const mp_limb_t *k, size_t words)
{
    size_t room = scalar->options.bits / GMP_NUMB_BITS + 2;
    while (words > 0 && k[words - 1] == 0)
        words--;
    if (words > 0 && mpn_sizeinbase(k, (mp_size_t)words, 2) > scalar->options.bits)
        return MC_PARALLEL_ERROR_SCALAR;
    mc_limbs_copy(scalar->k, k, words);
    mc_limbs_clear(scalar->k + words, room - words);
    return MC_PARALLEL_OK;
}

static mc_parallel_status run(mc_parallel_scalar *scalar, mc_parallel_engine *engine)
{
    const mc_parallel_method *method = scalar->method;
    if (scalar->threads > 1)
        return engine == NULL
                   ? MC_PARALLEL_ERROR_TEAM
                   : mc_parallel_engine_run(engine, method->phases, method->phase_count, scalar->threads, scalar);
    for (size_t i = 0; i < method->phase_count; i++)
        while (!method->phases[i](scalar, 0)) {
        }
    return MC_PARALLEL_OK;
}

static void finish(mc_parallel_scalar *scalar, mp_limb_t *x, mp_limb_t *y, bool *infinity)
{
    mc_worker *worker = scalar->workers[0];
    mc_affine result = {worker->registers[MC_T3], worker->registers[MC_T4], worker->registers[MC_T5], false};
    mc_parallel_field *field = &worker->field;
    *infinity = worker->sum.infinite;
    mc_limbs_clear(x, scalar->n);
    mc_limbs_clear(y, scalar->n);
    if (*infinity)
        return;
    size_t products = field->products, squares = field->squares;
    mc_parallel_scalar_samples *samples = field->samples;
    field->samples = NULL;
    mc_parallel_worker_normalise(worker, &result, &worker->sum, 1, worker->registers[MC_T6]);
    mc_parallel_field_leave(field, x, result.x);
    mc_parallel_field_leave(field, y, result.y);
    field->products = products; /* conversions do not count */
    field->squares = squares;
    field->samples = samples;
}

mc_parallel_status mc_parallel_scalar_mult_var(mc_parallel_scalar *scalar, mc_parallel_engine *engine, mp_limb_t *x,
                                               mp_limb_t *y, bool *infinity, const mp_limb_t *k, size_t words)
{
    mc_parallel_status status = scalar->point.infinite ? MC_PARALLEL_ERROR_POINT : take_scalar(scalar, k, words);
    if (status != MC_PARALLEL_OK)
        return status;
    for (unsigned i = 0; i < scalar->worker_count; i++) {
        mc_parallel_field *field = &scalar->workers[i]->field;
        field->products = field->squares = field->additions = field->empty_additions = field->waits = 0;
        field->status = MC_PARALLEL_OK;
    }
    scalar->head_products = scalar->head_squares = 0;
    scalar->method->begin(scalar);
    status = run(scalar, engine);
    for (unsigned i = 0; i < scalar->worker_count && status == MC_PARALLEL_OK; i++)
        status = scalar->workers[i]->field.status;
    if (status == MC_PARALLEL_OK) {
        bool is_infinite;
        finish(scalar, scalar->workers[0]->registers[MC_T7], scalar->workers[0]->registers[MC_T8], &is_infinite);
        status = scalar->workers[0]->field.status;
        if (status != MC_PARALLEL_OK)
            return status;
        mc_limbs_copy(x, scalar->workers[0]->registers[MC_T7], scalar->n);
        mc_limbs_copy(y, scalar->workers[0]->registers[MC_T8], scalar->n);
        *infinity = is_infinite;
    }
    return status;
}

void mc_parallel_scalar_begin_tail(mc_parallel_scalar *scalar)
{
    scalar->head_products = scalar->workers[0]->field.products;
    scalar->head_squares = scalar->workers[0]->field.squares;
}

bool mc_parallel_scalar_join(void *call, unsigned thread)
{
    mc_parallel_scalar *scalar = call;
    if (thread != 0)
        return true;
    mc_parallel_scalar_begin_tail(scalar);
    for (unsigned other = 1; other < scalar->threads; other++)
        mc_parallel_worker_add_to_sum(scalar->workers[0], &scalar->workers[other]->sum);
    return true;
}

/* The busiest thread of the phases before the tail, and the tail. */
mc_parallel_scalar_counts mc_parallel_scalar_last_counts(const mc_parallel_scalar *scalar)
{
    mc_parallel_scalar_counts counts = {0};
    const mc_parallel_field *first = &scalar->workers[0]->field;
    size_t tail_products = first->products - scalar->head_products;
    size_t tail_squares = first->squares - scalar->head_squares;
    if (scalar->head_products + scalar->head_squares == 0)
        tail_products = tail_squares = 0;
    for (unsigned i = 0; i < scalar->worker_count; i++) {
        const mc_parallel_field *field = &scalar->workers[i]->field;
        size_t products = field->products - (i == 0 ? tail_products : 0);
        size_t squares = field->squares - (i == 0 ? tail_squares : 0);
        counts.all_products += field->products;
        counts.all_squares += field->squares;
        counts.additions += field->additions;
        counts.empty_additions += field->empty_additions;
        counts.waits = field->waits > counts.waits ? field->waits : counts.waits;
        if (products + squares > counts.products + counts.squares) {
            counts.products = products;
            counts.squares = squares;
        }
    }
    counts.waits += scalar->threads > 1 ? scalar->method->phase_count : 0;
    counts.products += tail_products;
    counts.squares += tail_squares;
    if (scalar->threads == 1) {
        counts.products = counts.all_products;
        counts.squares = counts.all_squares;
    }
    return counts;
}

void mc_parallel_scalar_sample(mc_parallel_scalar *scalar, mc_parallel_scalar_samples *samples)
{
    scalar->workers[0]->field.samples = samples;
}
