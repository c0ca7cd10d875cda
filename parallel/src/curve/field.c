#define _POSIX_C_SOURCE 200809L
#include "curve/field.h"

#include <time.h>

#include "modmul/multiplier.h"

static mc_parallel_status set_comba(mc_parallel_field *field, mc_parallel_arena *arena)
{
    const mc_parallel_algorithm *algorithm = field->multiplier->algorithm;
    if (algorithm->scale == NULL || algorithm->scale(field->multiplier) > field->n)
        return MC_PARALLEL_ERROR_SQUARE;
    field->has_comba = true;
    field->comba.scale = algorithm->scale(field->multiplier);
    field->comba.wide = mc_parallel_take_limbs(arena, 2 * field->n + 1);
    field->comba.quotient = mc_parallel_take_limbs(arena, field->n + 2);
    return arena->failed ? MC_PARALLEL_ERROR_MEMORY : MC_PARALLEL_OK;
}

mc_parallel_status mc_parallel_field_set(mc_parallel_field *field, const mc_parallel_curve *curve,
                                         const mc_parallel_scalar_options *options, mc_parallel_arena *arena)
{
    unsigned threads = options->field_threads == 0 ? 1 : options->field_threads;
    *field = (mc_parallel_field){.modulus = curve->modulus, .n = curve->n};
    if (mc_parallel_algorithm_squares(options->algorithm))
        return MC_PARALLEL_ERROR_SQUARE;
    mc_parallel_status status = mc_parallel_multiplier_new(
        &field->multiplier, options->algorithm, curve->modulus,
        &(mc_parallel_multiplier_options){.threads = threads, .split = MC_PARALLEL_USUAL_SPLIT});
    if (status == MC_PARALLEL_OK && threads > 1)
        status = mc_parallel_engine_new(&field->engine, &(mc_parallel_engine_options){.kind = options->field_engine,
                                                                                      .threads = threads,
                                                                                      .pin = options->threads == 1});
    if (status == MC_PARALLEL_OK && options->comba)
        status = set_comba(field, arena);
    return status;
}

void mc_parallel_field_free(mc_parallel_field *field)
{
    mc_parallel_engine_free(field->engine);
    mc_parallel_multiplier_free(field->multiplier);
}

static double nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static void multiply(mc_parallel_field *field, mp_limb_t *z, const mp_limb_t *a, const mp_limb_t *b)
{
    mc_parallel_status status = mc_parallel_multiply_below(field->multiplier, field->engine, z, a, b);
    if (status != MC_PARALLEL_OK && field->status == MC_PARALLEL_OK)
        field->status = status;
}

static void square(mc_parallel_field *field, mp_limb_t *z, const mp_limb_t *a)
{
    if (field->has_comba)
        mc_parallel_square_comba(&field->comba, field->modulus, z, a);
    else
        multiply(field, z, a, a);
}

void mc_parallel_field_multiply(mc_parallel_field *field, mp_limb_t *z, const mp_limb_t *a, const mp_limb_t *b)
{
    mc_parallel_scalar_samples *samples = field->samples;
    MC_READS(a, field->n);
    MC_READS(b, field->n);
    MC_WRITES(z, field->n);
    field->products++;
    if (samples == NULL) {
        multiply(field, z, a, b);
        return;
    }
    double begin = nanoseconds();
    multiply(field, z, a, b);
    if (samples->product_count < samples->product_room)
        samples->products[samples->product_count] = nanoseconds() - begin;
    samples->product_count++;
}

void mc_parallel_field_square(mc_parallel_field *field, mp_limb_t *z, const mp_limb_t *a)
{
    mc_parallel_scalar_samples *samples = field->samples;
    MC_READS(a, field->n);
    MC_WRITES(z, field->n);
    field->squares++;
    if (samples == NULL) {
        square(field, z, a);
        return;
    }
    double begin = nanoseconds();
    square(field, z, a);
    if (samples->square_count < samples->square_room)
        samples->squares[samples->square_count] = nanoseconds() - begin;
    samples->square_count++;
}

/* a + b < 2 p. */
void mc_parallel_field_add(const mc_parallel_field *field, mp_limb_t *z, const mp_limb_t *a, const mp_limb_t *b)
{
    const mp_limb_t *m = field->modulus->m;
    mp_size_t n = (mp_size_t)field->n;
    MC_READS(a, field->n);
    MC_READS(b, field->n);
    MC_WRITES(z, field->n);
    if (mpn_add_n(z, a, b, n) != 0 || mpn_cmp(z, m, n) >= 0)
        mpn_sub_n(z, z, m, n);
}

void mc_parallel_field_subtract(const mc_parallel_field *field, mp_limb_t *z, const mp_limb_t *a, const mp_limb_t *b)
{
    mp_size_t n = (mp_size_t)field->n;
    MC_READS(a, field->n);
    MC_READS(b, field->n);
    MC_WRITES(z, field->n);
    if (mpn_sub_n(z, a, b, n) != 0)
        mpn_add_n(z, z, field->modulus->m, n);
}

/* a / 2, or (a + p) / 2 with its carry as the highest bit; p is odd. */
void mc_parallel_field_halve(const mc_parallel_field *field, mp_limb_t *z, const mp_limb_t *a)
{
    mp_size_t n = (mp_size_t)field->n;
    mp_limb_t carry = 0;
    MC_READS(a, field->n);
    MC_WRITES(z, field->n);
    if (a[0] % 2 != 0) {
        carry = mpn_add_n(z, a, field->modulus->m, n);
        mpn_rshift(z, z, n, 1);
    } else {
        mpn_rshift(z, a, n, 1);
    }
    z[n - 1] |= carry << (GMP_NUMB_BITS - 1);
}

/* The operands of both are below p, so neither fails. */
void mc_parallel_field_enter(mc_parallel_field *field, mp_limb_t *z, const mp_limb_t *x)
{
    field->status =
        field->status == MC_PARALLEL_OK ? mc_parallel_to_form(field->multiplier, z, x, field->n) : field->status;
}

void mc_parallel_field_leave(mc_parallel_field *field, mp_limb_t *z, const mp_limb_t *x)
{
    field->status =
        field->status == MC_PARALLEL_OK ? mc_parallel_from_form(field->multiplier, z, x, field->n) : field->status;
}

void mc_parallel_field_invert(mc_parallel_field *field, mp_limb_t *z, const mp_limb_t *a)
{
    mpz_t number, prime;
    mpz_inits(number, prime, NULL);
    mc_parallel_field_leave(field, z, a);
    mc_parallel_read(number, z, field->n);
    mc_parallel_read(prime, field->modulus->m, field->n);
    if (mpz_invert(number, number, prime) == 0 && field->status == MC_PARALLEL_OK)
        field->status = MC_PARALLEL_ERROR_PRIME;
    mc_parallel_write(z, number, field->n);
    mc_parallel_field_enter(field, z, z);
    mpz_clears(number, prime, NULL);
}
