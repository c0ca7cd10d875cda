#include "modmul/multiplier.h"

#include <stdlib.h>
#include <string.h>

static const mc_parallel_algorithm *const ALGORITHMS[] = {
    &mc_parallel_gmp,
    &mc_parallel_barrett,
    &mc_parallel_montgomery,
    &mc_parallel_montgomery_words,
    &mc_parallel_montgomery_ifma,
    &mc_parallel_montgomery_blocks_ifma,
    &mc_parallel_interleaved,
    &mc_parallel_rns,
    &mc_parallel_schoolbook_montgomery,
    &mc_parallel_comba_square,
    &mc_parallel_bipartite,
    &mc_parallel_tripartite,
    &mc_parallel_multipartite_v1,
    &mc_parallel_multipartite_v2,
    &mc_parallel_message_passing,
    &mc_parallel_montgomery_lanes,
    &mc_parallel_barrett_lanes,
    &mc_parallel_bipartite_lanes,
    &mc_parallel_multipartite_v1_lanes,
    &mc_parallel_multipartite_v2_lanes,
    &mc_parallel_bipartite_ifma,
};

size_t mc_parallel_algorithm_count(void)
{
    return sizeof ALGORITHMS / sizeof *ALGORITHMS;
}

const mc_parallel_algorithm *mc_parallel_algorithm_at(size_t index)
{
    return index < mc_parallel_algorithm_count() ? ALGORITHMS[index] : NULL;
}

const mc_parallel_algorithm *mc_parallel_algorithm_find(const char *name)
{
    for (size_t i = 0; i < mc_parallel_algorithm_count(); i++)
        if (strcmp(ALGORITHMS[i]->name, name) == 0)
            return ALGORITHMS[i];
    return NULL;
}

const char *mc_parallel_algorithm_name(const mc_parallel_algorithm *algorithm)
{
    return algorithm->name;
}

const char *mc_parallel_algorithm_summary(const mc_parallel_algorithm *algorithm)
{
    return algorithm->summary;
}

bool mc_parallel_algorithm_takes(const mc_parallel_algorithm *algorithm, unsigned threads)
{
    bool runs_here = algorithm->runs_here == NULL || algorithm->runs_here();
    return runs_here && threads < 32 && (algorithm->threads & MC_PARALLEL_THREADS(threads)) != 0;
}

bool mc_parallel_algorithm_squares(const mc_parallel_algorithm *algorithm)
{
    return algorithm->squares;
}

bool mc_parallel_algorithm_splits(const mc_parallel_algorithm *algorithm)
{
    return algorithm->split != NULL;
}

size_t mc_parallel_scale_0(const mc_parallel_multiplier *multiplier)
{
    (void)multiplier;
    return 0;
}

size_t mc_parallel_scale_n(const mc_parallel_multiplier *multiplier)
{
    return multiplier->modulus->n;
}

/* F is a power of r, or a product of primes that do not divide M, so it has an inverse. */
static void find_factor(mc_parallel_multiplier *multiplier)
{
    const mc_parallel_algorithm *algorithm = multiplier->algorithm;
    mpz_t factor;
    mpz_init(factor);
    if (algorithm->scale != NULL)
        mpz_setbit(factor, algorithm->scale(multiplier) * GMP_NUMB_BITS);
    else
        algorithm->factor(multiplier, factor);
    mc_parallel_form_set(&multiplier->form, multiplier->modulus, factor);
    mpz_clear(factor);
}

static mc_parallel_status choose(mc_parallel_multiplier *made, const mc_parallel_multiplier_options *options)
{
    if (!mc_parallel_algorithm_takes(made->algorithm, options->threads))
        return MC_PARALLEL_ERROR_THREADS;
    made->threads = options->threads;
    made->product = made->algorithm->product != NULL ? made->algorithm->product : mc_limbs_gmp_product;
    made->split = options->split;
    if (options->split == MC_PARALLEL_USUAL_SPLIT)
        made->split = made->algorithm->split == NULL ? 0 : made->algorithm->split(made);
    else if (made->algorithm->split == NULL || options->split > made->modulus->n)
        return MC_PARALLEL_ERROR_SPLIT;
    return MC_PARALLEL_OK;
}

mc_parallel_status mc_parallel_multiplier_new(mc_parallel_multiplier **multiplier,
                                              const mc_parallel_algorithm *algorithm,
                                              const mc_parallel_modulus *modulus,
                                              const mc_parallel_multiplier_options *options)
{
    *multiplier = NULL;
    mc_parallel_multiplier *made = calloc(1, sizeof *made);
    if (made == NULL)
        return MC_PARALLEL_ERROR_MEMORY;
    made->algorithm = algorithm;
    made->modulus = modulus;
    mc_parallel_status status = choose(made, options);
    if (status == MC_PARALLEL_OK) {
        mc_parallel_form_prepare(&made->form, modulus->n, &made->arena);
        algorithm->prepare(made);
        if (made->arena.failed)
            status = MC_PARALLEL_ERROR_MEMORY;
        else
            find_factor(made);
    }
    if (status == MC_PARALLEL_OK)
        *multiplier = made;
    else
        mc_parallel_multiplier_free(made);
    return status;
}

void mc_parallel_multiplier_free(mc_parallel_multiplier *multiplier)
{
    if (multiplier == NULL)
        return;
    mc_parallel_give_back(&multiplier->arena);
    free(multiplier);
}

mc_parallel_status mc_parallel_to_form(mc_parallel_multiplier *multiplier, mp_limb_t *z, const mp_limb_t *x,
                                       size_t limbs)
{
    return mc_parallel_form_apply(&multiplier->form, multiplier->modulus, z, x, multiplier->form.factor, limbs);
}

mc_parallel_status mc_parallel_from_form(mc_parallel_multiplier *multiplier, mp_limb_t *z, const mp_limb_t *x,
                                         size_t limbs)
{
    return mc_parallel_form_apply(&multiplier->form, multiplier->modulus, z, x, multiplier->form.inverse, limbs);
}

mc_parallel_status mc_parallel_multiply(mc_parallel_multiplier *multiplier, mc_parallel_engine *engine, mp_limb_t *z,
                                        const mp_limb_t *a, const mp_limb_t *b, size_t limbs)
{
    const mc_parallel_algorithm *algorithm = multiplier->algorithm;
    mc_parallel_status status = mc_parallel_check_operand(multiplier->modulus, a, limbs);
    if (status == MC_PARALLEL_OK && !algorithm->squares)
        status = mc_parallel_check_operand(multiplier->modulus, b, limbs);
    return status != MC_PARALLEL_OK ? status : mc_parallel_multiply_below(multiplier, engine, z, a, b);
}

mc_parallel_status mc_parallel_multiply_below(mc_parallel_multiplier *multiplier, mc_parallel_engine *engine,
                                              mp_limb_t *z, const mp_limb_t *a, const mp_limb_t *b)
{
    multiplier->z = z;
    multiplier->a = a;
    multiplier->b = b;
    if (multiplier->algorithm->begin != NULL)
        multiplier->algorithm->begin(multiplier);
    mc_parallel_status status = MC_PARALLEL_OK;
    if (multiplier->threads > 1)
        status = engine == NULL ? MC_PARALLEL_ERROR_TEAM
                                : mc_parallel_engine_run(engine, multiplier->phases, multiplier->phase_count,
                                                         multiplier->threads, multiplier);
    else
        for (size_t i = 0; i < multiplier->phase_count; i++)
            multiplier->phases[i](multiplier, 0);
    if (status == MC_PARALLEL_OK && multiplier->algorithm->end != NULL)
        multiplier->algorithm->end(multiplier);
    return status;
}

size_t mc_parallel_multiplier_barriers(const mc_parallel_multiplier *multiplier)
{
    return multiplier->threads > 1 ? multiplier->phase_count : 0;
}

size_t mc_parallel_multiplier_split(const mc_parallel_multiplier *multiplier)
{
    return multiplier->split;
}
