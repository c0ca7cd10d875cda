#include "motecurve/parallel/lanes.h"

#include <stdlib.h>

#include "lanes/avx2.h"
#include "lanes/ifma.h"
#include "modulus/form.h"

struct mc_parallel_lanes {
    const mc_parallel_lanes_kernel *kernel;
    const mc_parallel_modulus *modulus;
    size_t k;
    uint64_t mu;
    uint64_t *m, *sums, *differences; /* k vectors each */
    mp_limb_t *number;                /* n limbs */
    mc_parallel_form form;
    mc_parallel_arena arena;
};

const char *mc_parallel_lanes_name(mc_parallel_lanes_kind kind)
{
    static const char *const names[] = {"best", "ifma", "avx2"};
    return (unsigned)kind < sizeof names / sizeof *names ? names[kind] : NULL;
}

static const mc_parallel_lanes_kernel *choose(mc_parallel_lanes_kind kind)
{
    const mc_parallel_lanes_kernel *ifma = mc_parallel_lanes_ifma();
    if (kind == MC_PARALLEL_LANES_IFMA || (kind == MC_PARALLEL_LANES_BEST && ifma != NULL))
        return ifma;
    return mc_parallel_lanes_avx2();
}

/* Digit j of x, of at most 63 bits. */
static uint64_t digit(const mp_limb_t *x, size_t n, size_t j, unsigned bits)
{
    uint64_t digit = 0;
    for (size_t done = 0; done < bits;) {
        size_t at = j * bits + done, shift = at % GMP_NUMB_BITS;
        if (at / GMP_NUMB_BITS >= n)
            break;
        digit |= (uint64_t)(x[at / GMP_NUMB_BITS] >> shift) << done;
        done += GMP_NUMB_BITS - shift;
    }
    return digit & (((uint64_t)1 << bits) - 1);
}

/* Adds digit j to x, which is 0 there; what lies above n limbs is 0. */
static void put_digit(mp_limb_t *x, size_t n, size_t j, unsigned bits, uint64_t digit)
{
    for (size_t done = 0; done < bits;) {
        size_t at = j * bits + done, shift = at % GMP_NUMB_BITS;
        if (at / GMP_NUMB_BITS >= n)
            break;
        x[at / GMP_NUMB_BITS] |= (mp_limb_t)(digit >> done) << shift;
        done += GMP_NUMB_BITS - shift;
    }
}

static void set(mc_parallel_lanes *lanes)
{
    const mc_parallel_modulus *modulus = lanes->modulus;
    unsigned count = lanes->kernel->count, bits = lanes->kernel->digit_bits;
    mpz_t factor;
    lanes->mu = digit(modulus->mu, modulus->n, 0, bits); /* -1/M modulo 2^bits, as a limb is longer */
    for (size_t j = 0; j < lanes->k; j++)
        for (unsigned lane = 0; lane < count; lane++)
            lanes->m[j * count + lane] = digit(modulus->m, modulus->n, j, bits);
    mpz_init(factor);
    mpz_setbit(factor, lanes->k * bits);
    mc_parallel_form_set(&lanes->form, modulus, factor);
    mpz_clear(factor);
}

mc_parallel_status mc_parallel_lanes_new(mc_parallel_lanes **lanes, const mc_parallel_modulus *modulus,
                                         mc_parallel_lanes_kind kind)
{
    const mc_parallel_lanes_kernel *kernel = choose(kind);
    size_t n = modulus->n, bits = mpn_sizeinbase(modulus->m, (mp_size_t)n, 2);
    *lanes = NULL;
    if (kernel == NULL)
        return MC_PARALLEL_ERROR_PROCESSOR;
    if (bits > MC_LANES_MOST_BITS)
        return MC_PARALLEL_ERROR_LONG;
    mc_parallel_lanes *made = calloc(1, sizeof *made);
    if (made == NULL)
        return MC_PARALLEL_ERROR_MEMORY;
    made->kernel = kernel;
    made->modulus = modulus;
    made->k = bits / kernel->digit_bits + 1;
    made->m = mc_parallel_take(&made->arena, mc_parallel_lanes_words(made) * sizeof *made->m);
    made->sums = mc_parallel_take(&made->arena, mc_parallel_lanes_words(made) * sizeof *made->sums);
    made->differences = mc_parallel_take(&made->arena, mc_parallel_lanes_words(made) * sizeof *made->differences);
    made->number = mc_parallel_take_limbs(&made->arena, n);
    mc_parallel_form_prepare(&made->form, n, &made->arena);
    if (made->arena.failed) {
        mc_parallel_lanes_free(made);
        return MC_PARALLEL_ERROR_MEMORY;
    }
    set(made);
    *lanes = made;
    return MC_PARALLEL_OK;
}

void mc_parallel_lanes_free(mc_parallel_lanes *lanes)
{
    if (lanes == NULL)
        return;
    mc_parallel_give_back(&lanes->arena);
    free(lanes);
}

mc_parallel_lanes_kind mc_parallel_lanes_kind_of(const mc_parallel_lanes *lanes)
{
    return lanes->kernel->kind;
}

unsigned mc_parallel_lanes_count(const mc_parallel_lanes *lanes)
{
    return lanes->kernel->count;
}

size_t mc_parallel_lanes_words(const mc_parallel_lanes *lanes)
{
    return lanes->k * lanes->kernel->count;
}

mc_parallel_status mc_parallel_lanes_pack(mc_parallel_lanes *lanes, uint64_t *packed, const mp_limb_t *x, size_t limbs)
{
    unsigned count = lanes->kernel->count;
    for (unsigned lane = 0; lane < count; lane++) {
        mc_parallel_status status = mc_parallel_check_operand(lanes->modulus, x + lane * limbs, limbs);
        if (status != MC_PARALLEL_OK)
            return status;
    }
    for (unsigned lane = 0; lane < count; lane++) {
        mc_parallel_status status = mc_parallel_form_apply(&lanes->form, lanes->modulus, lanes->number,
                                                           x + lane * limbs, lanes->form.factor, limbs);
        if (status != MC_PARALLEL_OK)
            return status;
        for (size_t j = 0; j < lanes->k; j++)
            packed[j * count + lane] = digit(lanes->number, limbs, j, lanes->kernel->digit_bits);
    }
    return MC_PARALLEL_OK;
}

mc_parallel_status mc_parallel_lanes_unpack(mc_parallel_lanes *lanes, mp_limb_t *x, const uint64_t *packed,
                                            size_t limbs)
{
    unsigned count = lanes->kernel->count;
    if (limbs != lanes->modulus->n)
        return MC_PARALLEL_ERROR_LIMBS;
    for (unsigned lane = 0; lane < count; lane++) {
        mc_limbs_clear(lanes->number, limbs);
        for (size_t j = 0; j < lanes->k; j++)
            put_digit(lanes->number, limbs, j, lanes->kernel->digit_bits, packed[j * count + lane]);
        mc_parallel_status status = mc_parallel_form_apply(&lanes->form, lanes->modulus, x + lane * limbs,
                                                           lanes->number, lanes->form.inverse, limbs);
        if (status != MC_PARALLEL_OK)
            return status;
    }
    return MC_PARALLEL_OK;
}

void mc_parallel_lanes_multiply(mc_parallel_lanes *lanes, uint64_t *z, const uint64_t *a, const uint64_t *b)
{
    lanes->kernel->multiply(z, a, b, lanes->m, lanes->mu, lanes->k, lanes->sums, lanes->differences);
}
