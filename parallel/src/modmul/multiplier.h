/* An algorithm, and what one multiplication by it works with. */
#ifndef MC_PARALLEL_MULTIPLIER_H
#define MC_PARALLEL_MULTIPLIER_H

#include "motecurve/parallel/modmul.h"

#include "modulus/form.h"

#define MC_PARALLEL_THREADS(count) (1u << (count))

struct mc_parallel_algorithm {
    const char *name, *summary;
    unsigned threads;        /* the sum of MC_PARALLEL_THREADS(count) of all counts that it takes */
    bool squares;            /* reads a alone */
    bool (*runs_here)(void); /* whether the processor has the instructions; null if it needs none */
    /* The factor is r^scale; or, if that is null, `factor` gives it, after `prepare`. */
    size_t (*scale)(const mc_parallel_multiplier *multiplier);
    void (*factor)(const mc_parallel_multiplier *multiplier, mpz_t factor);
    /* The usual split in limbs; null where there is none. */
    size_t (*split)(const mc_parallel_multiplier *multiplier);
    /* Sets the phases, and takes memory from the arena for `own`. Returns early where memory is not to be had. */
    void (*prepare)(mc_parallel_multiplier *multiplier);
    /* Computes its products; null for GMP. */
    mc_limbs_product *product;
    /* Before each call, in the thread that calls; null if there is nothing to do. */
    void (*begin)(mc_parallel_multiplier *multiplier);
    /* After the phases, in the thread that calls, which has waited for the others anyway; null if nothing is left. */
    void (*end)(mc_parallel_multiplier *multiplier);
};

struct mc_parallel_multiplier {
    const mc_parallel_algorithm *algorithm;
    const mc_parallel_modulus *modulus;
    unsigned threads;
    size_t split;
    mc_limbs_product *product;       /* never null */
    void *own;                       /* the algorithm's */
    const mc_parallel_phase *phases; /* each is called with the multiplier */
    size_t phase_count;
    mc_parallel_arena arena;
    mc_parallel_form form;
    /* The current call. */
    mp_limb_t *z;
    const mp_limb_t *a, *b;
};

/* mc_parallel_multiply of operands that are known to have n limbs and to lie below M. */
mc_parallel_status mc_parallel_multiply_below(mc_parallel_multiplier *multiplier, mc_parallel_engine *engine,
                                              mp_limb_t *z, const mp_limb_t *a, const mp_limb_t *b);

size_t mc_parallel_scale_0(const mc_parallel_multiplier *multiplier);
size_t mc_parallel_scale_n(const mc_parallel_multiplier *multiplier);

#define MC_PARALLEL_SET_PHASES(multiplier, list)                                                                       \
    ((multiplier)->phases = (list), (multiplier)->phase_count = sizeof(list) / sizeof *(list))

extern const mc_parallel_algorithm mc_parallel_gmp, mc_parallel_barrett, mc_parallel_montgomery,
    mc_parallel_montgomery_words, mc_parallel_montgomery_ifma, mc_parallel_interleaved, mc_parallel_rns,
    mc_parallel_schoolbook_montgomery, mc_parallel_comba_square, mc_parallel_bipartite, mc_parallel_tripartite,
    mc_parallel_multipartite_v1, mc_parallel_multipartite_v2, mc_parallel_message_passing, mc_parallel_montgomery_lanes,
    mc_parallel_barrett_lanes, mc_parallel_bipartite_lanes, mc_parallel_multipartite_v1_lanes,
    mc_parallel_multipartite_v2_lanes, mc_parallel_bipartite_ifma, mc_parallel_montgomery_blocks_ifma;

#endif
