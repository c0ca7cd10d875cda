/* Wrong input: each has a status of its own, and leaves outputs as they were. */
#include "support.h"

#include <motecurve/parallel/lanes.h>
#include <motecurve/parallel/residues.h>

#define N 3

static void check_modulus(mc_parallel_status expected, const mp_limb_t *m, size_t limbs)
{
    mc_parallel_modulus *modulus = (mc_parallel_modulus *)m;
    mc_parallel_status status = mc_parallel_modulus_new(&modulus, m, limbs);
    if (status != expected || modulus != NULL)
        fail("a modulus of %zu limbs: %s", limbs, mc_parallel_status_text(status));
}

static void check_moduli(void)
{
    check_modulus(MC_PARALLEL_ERROR_EVEN, (mp_limb_t[]){2, 0, 1}, N);
    check_modulus(MC_PARALLEL_ERROR_EVEN, (mp_limb_t[]){6}, 1);
    check_modulus(MC_PARALLEL_ERROR_TINY, (mp_limb_t[]){1}, 1);
    check_modulus(MC_PARALLEL_ERROR_TINY, NULL, 0);
    check_modulus(MC_PARALLEL_ERROR_TOP_LIMB, (mp_limb_t[]){7, 1, 0}, N);
    check_modulus(MC_PARALLEL_ERROR_TOP_LIMB, (mp_limb_t[]){0}, 1);
}

static void check_engines(void)
{
    mc_parallel_engine *engine = (void *)&failures;
    mc_parallel_engine_options options = {.kind = MC_PARALLEL_POOL, .threads = 0};
    CHECK(mc_parallel_engine_new(&engine, &options) == MC_PARALLEL_ERROR_THREADS && engine == NULL);
    options = (mc_parallel_engine_options){.kind = (mc_parallel_engine_kind)9, .threads = 1};
    CHECK(mc_parallel_engine_new(&engine, &options) == MC_PARALLEL_ERROR_ENGINE && engine == NULL);
    CHECK(mc_parallel_engine_name((mc_parallel_engine_kind)9) == NULL);
    options = (mc_parallel_engine_options){.kind = MC_PARALLEL_SEQUENTIAL, .threads = 2};
    CHECK(mc_parallel_engine_new(&engine, &options) == MC_PARALLEL_OK);
    CHECK(mc_parallel_engine_run(engine, NULL, 0, 0, NULL) == MC_PARALLEL_ERROR_THREADS);
    CHECK(mc_parallel_engine_run(engine, NULL, 0, 3, NULL) == MC_PARALLEL_ERROR_TEAM);
    CHECK(mc_parallel_engine_run(engine, NULL, 0, 2, NULL) == MC_PARALLEL_OK);
    CHECK(mc_parallel_engine_pinned(engine) == 0);
    mc_parallel_engine_free(engine);
    mc_parallel_engine_free(NULL);
}

static void check_multipliers(const mc_parallel_modulus *modulus)
{
    mc_parallel_multiplier *multiplier = (void *)&failures;
    const mc_parallel_algorithm *bipartite = mc_parallel_algorithm_find("bipartite");
    mc_parallel_multiplier_options options = {0, MC_PARALLEL_USUAL_SPLIT};
    for (; options.threads <= 40; options.threads++)
        if (!mc_parallel_algorithm_takes(bipartite, options.threads))
            CHECK(mc_parallel_multiplier_new(&multiplier, bipartite, modulus, &options) == MC_PARALLEL_ERROR_THREADS &&
                  multiplier == NULL);
    options = (mc_parallel_multiplier_options){2, N + 1};
    CHECK(mc_parallel_multiplier_new(&multiplier, bipartite, modulus, &options) == MC_PARALLEL_ERROR_SPLIT);
    options = (mc_parallel_multiplier_options){1, 1};
    CHECK(mc_parallel_multiplier_new(&multiplier, mc_parallel_algorithm_find("gmp"), modulus, &options) ==
          MC_PARALLEL_ERROR_SPLIT);
    CHECK(mc_parallel_algorithm_find("division") == NULL);
    CHECK(mc_parallel_algorithm_at(mc_parallel_algorithm_count()) == NULL);
    mc_parallel_multiplier_free(NULL);
}

static void check_operands(const mc_parallel_modulus *modulus, const mp_limb_t *m)
{
    mp_limb_t one[N] = {1}, ones[N], z[N] = {7, 7, 7}, sevens[N] = {7, 7, 7};
    mc_parallel_multiplier *multiplier;
    mc_parallel_engine *engine = engine_of(MC_PARALLEL_SEQUENTIAL, 1);
    mc_parallel_multiplier_options options = {2, MC_PARALLEL_USUAL_SPLIT};
    memset(ones, -1, sizeof ones);
    CHECK(mc_parallel_multiplier_new(&multiplier, mc_parallel_algorithm_find("barrett"), modulus, &options) ==
          MC_PARALLEL_OK);
    CHECK(mc_parallel_multiplier_barriers(multiplier) == 6 && mc_parallel_multiplier_split(multiplier) == 0);
    CHECK(mc_parallel_multiply(multiplier, NULL, z, one, one, N) == MC_PARALLEL_ERROR_TEAM);
    CHECK(mc_parallel_multiply(multiplier, engine, z, one, one, N) == MC_PARALLEL_ERROR_TEAM);
    CHECK(mc_parallel_multiply(multiplier, engine, z, one, one, N - 1) == MC_PARALLEL_ERROR_LIMBS);
    CHECK(mc_parallel_multiply(multiplier, engine, z, m, one, N) == MC_PARALLEL_ERROR_RANGE);
    CHECK(mc_parallel_multiply(multiplier, engine, z, one, ones, N) == MC_PARALLEL_ERROR_RANGE);
    CHECK(mc_parallel_to_form(multiplier, z, one, N + 1) == MC_PARALLEL_ERROR_LIMBS);
    CHECK(mc_parallel_to_form(multiplier, z, m, N) == MC_PARALLEL_ERROR_RANGE);
    CHECK(mc_parallel_from_form(multiplier, z, ones, N) == MC_PARALLEL_ERROR_RANGE);
    CHECK(memcmp(z, sevens, sizeof z) == 0);
    mc_parallel_multiplier_free(multiplier);
    mc_parallel_engine_free(engine);
}

static void check_lanes(const mc_parallel_modulus *modulus, const mp_limb_t *m)
{
    mc_parallel_lanes *lanes;
    mp_limb_t x[8 * N] = {0};
    uint64_t packed[8 * 64 * N];
    size_t limbs = 52000 / GMP_NUMB_BITS + 2;
    mp_limb_t *big = calloc(limbs, sizeof *big);
    mc_parallel_modulus *long_modulus;
    mc_parallel_lanes *none = (void *)&failures;
    big[0] = big[limbs - 1] = 1;
    CHECK(mc_parallel_modulus_new(&long_modulus, big, limbs) == MC_PARALLEL_OK);
    mc_parallel_status status = mc_parallel_lanes_new(&none, long_modulus, MC_PARALLEL_LANES_BEST);
    CHECK((status == MC_PARALLEL_ERROR_LONG || status == MC_PARALLEL_ERROR_PROCESSOR) && none == NULL);
    mc_parallel_modulus_free(long_modulus);
    free(big);
    if (mc_parallel_lanes_new(&lanes, modulus, MC_PARALLEL_LANES_BEST) != MC_PARALLEL_OK)
        return;
    CHECK(mc_parallel_lanes_pack(lanes, packed, x, N - 1) == MC_PARALLEL_ERROR_LIMBS);
    memcpy(x + N, m, N * sizeof *m);
    CHECK(mc_parallel_lanes_pack(lanes, packed, x, N) == MC_PARALLEL_ERROR_RANGE);
    CHECK(mc_parallel_lanes_unpack(lanes, x, packed, N + 1) == MC_PARALLEL_ERROR_LIMBS);
    mc_parallel_lanes_free(lanes);
}

static void check_residues(const mc_parallel_modulus *modulus, const mp_limb_t *m)
{
    mc_parallel_residues *residues, *none = (void *)&failures;
    mp_limb_t x[N] = {1};
    size_t limbs = 52000 / GMP_NUMB_BITS + 2;
    mp_limb_t *big = calloc(limbs, sizeof *big);
    mc_parallel_modulus *long_modulus;
    big[0] = big[limbs - 1] = 1;
    CHECK(mc_parallel_modulus_new(&long_modulus, big, limbs) == MC_PARALLEL_OK);
    mc_parallel_status status = mc_parallel_residues_new(&none, long_modulus);
    CHECK((status == MC_PARALLEL_ERROR_LONG || status == MC_PARALLEL_ERROR_PROCESSOR) && none == NULL);
    mc_parallel_modulus_free(long_modulus);
    free(big);
    mc_parallel_residues_free(NULL);
    if (mc_parallel_residues_new(&residues, modulus) != MC_PARALLEL_OK)
        return;
    uint64_t *packed = calloc(mc_parallel_residues_words(residues), sizeof *packed);
    CHECK(mc_parallel_residues_pack(residues, packed, x, N - 1) == MC_PARALLEL_ERROR_LIMBS);
    CHECK(mc_parallel_residues_pack(residues, packed, m, N) == MC_PARALLEL_ERROR_RANGE);
    CHECK(mc_parallel_residues_unpack(residues, x, packed, N + 1) == MC_PARALLEL_ERROR_LIMBS && x[0] == 1);
    free(packed);
    mc_parallel_residues_free(residues);
}

/* Every status has a text of its own. */
static void check_texts(void)
{
    const char *none = mc_parallel_status_text((mc_parallel_status)(MC_PARALLEL_ERROR_PRIME + 1));
    for (int i = 0; i <= MC_PARALLEL_ERROR_PRIME; i++) {
        const char *text = mc_parallel_status_text((mc_parallel_status)i);
        CHECK(text != NULL && strcmp(text, none) != 0);
        for (int j = 0; text != NULL && j < i; j++)
            CHECK(strcmp(text, mc_parallel_status_text((mc_parallel_status)j)) != 0);
    }
}

int main(void)
{
    const mp_limb_t m[N] = {9, 0, 1};
    mc_parallel_modulus *modulus;
    CHECK(mc_parallel_modulus_new(&modulus, m, N) == MC_PARALLEL_OK && mc_parallel_modulus_limbs(modulus) == N);
    check_moduli();
    check_engines();
    check_multipliers(modulus);
    check_operands(modulus, m);
    check_lanes(modulus, m);
    check_residues(modulus, m);
    check_texts();
    mc_parallel_modulus_free(modulus);
    mc_parallel_modulus_free(NULL);
    return failures != 0;
}
