/* Montgomery's reduction word by word, and the multiplications with it. */
#include "modmul/eight_limbs.h"
#include "modmul/multiplier.h"
#include "modmul/partial.h"
#include "modmul/rows.h"

typedef struct {
    mp_limb_t *product; /* 2 n limbs */
    mc_parallel_add_row *add_row;
} workspace;

static void prepare(mc_parallel_multiplier *multiplier)
{
    workspace *own = multiplier->own = mc_parallel_take(&multiplier->arena, sizeof *own);
    if (own == NULL)
        return;
    own->product = mc_parallel_take_limbs(&multiplier->arena, 2 * multiplier->modulus->n);
    own->add_row = mpn_addmul_1;
#if MC_PARALLEL_HAS_ADX_ROWS
    if (mc_parallel_processor_has_adx())
        own->add_row = mc_parallel_add_row_adx;
#endif
}

/* z = (upper half of c + carry r^n) mod M, which is below 2 M. */
static void subtract_once(mp_limb_t *z, const mp_limb_t *upper, mp_limb_t carry, const mc_parallel_modulus *modulus)
{
    size_t n = modulus->n;
    if (carry != 0 || !mc_limbs_below(upper, modulus->m, n))
        mpn_sub_n(z, upper, modulus->m, (mp_size_t)n);
    else
        mc_limbs_copy(z, upper, n);
}

/* z = c / r^n mod M for c < M r^n. Row i makes limb i 0, by q M r^i; its carry belongs to limb i + n, and waits in limb
 * i, until all are added at once. (c + (r^n - 1) M) / r^n < 2 M. */
static void reduce(mp_limb_t *z, mp_limb_t *c, const mc_parallel_modulus *modulus, mc_parallel_add_row *add_row)
{
    size_t n = modulus->n;
    for (size_t i = 0; i < n; i++)
        c[i] = add_row(c + i, modulus->m, (mp_size_t)n, c[i] * modulus->mu[0]);
    mp_limb_t carry = mpn_add_n(c + n, c + n, c, (mp_size_t)n);
    subtract_once(z, c + n, carry, modulus);
}

/* Rows of a b_i and of q M by turns. T < 2 M after each: from T < 2 M, (T + a b_i + q M) / r < (2 M + 2 (r - 1) M) / r.
 */
static inline __attribute__((always_inline)) bool by_words(mc_parallel_multiplier *multiplier,
                                                           mc_parallel_add_row *add_row, size_t n)
{
    const mc_parallel_modulus *modulus = multiplier->modulus;
    const mp_limb_t *a = multiplier->a, *b = multiplier->b, *m = modulus->m;
    mp_limb_t *t = ((workspace *)multiplier->own)->product, mu = modulus->mu[0], carry = 0;
    for (size_t i = 0; i < n; i++)
        t[i] = 0;
    for (size_t i = 0; i < n; i++)
        carry = mc_parallel_double_row(add_row, t + i, a, b[i], m, mu, n, carry);
    subtract_once(multiplier->z, t + n, carry, modulus);
    return true;
}

static bool by_words_of_gmp(void *call, unsigned thread)
{
    (void)thread;
    return by_words(call, mpn_addmul_1, ((mc_parallel_multiplier *)call)->modulus->n);
}

#if MC_PARALLEL_HAS_ADX_ROWS
static bool by_words_of_eight(void *call, unsigned thread)
{
    const mc_parallel_multiplier *multiplier = call;
    const mc_parallel_modulus *modulus = multiplier->modulus;
    mp_limb_t *t = ((workspace *)multiplier->own)->product;
    (void)thread;
    mp_limb_t carry = mc_parallel_eight_limbs(t, multiplier->a, multiplier->b, modulus->m, modulus->mu[0]);
    subtract_once(multiplier->z, t, carry, modulus);
    return true;
}

static bool by_words_of_adx(void *call, unsigned thread)
{
    size_t n = ((mc_parallel_multiplier *)call)->modulus->n;
    (void)thread;
    switch (n) { /* a known number of limbs saves the choices within each row */
#define WITH(limbs)                                                                                                    \
    case limbs:                                                                                                        \
        return by_words(call, mc_parallel_add_row_adx, limbs)
        WITH(2);
        WITH(3);
        WITH(4);
        WITH(5);
        WITH(6);
        WITH(7);
        WITH(9);
        WITH(10);
        WITH(11);
        WITH(12);
        WITH(16);
        WITH(24);
    default:
        return by_words(call, mc_parallel_add_row_adx, n);
    }
#undef WITH
}
#endif

static bool multiply_schoolbook(void *call, unsigned thread)
{
    mc_parallel_multiplier *multiplier = call;
    workspace *own = multiplier->own;
    mp_limb_t *c = own->product;
    size_t n = multiplier->modulus->n;
    (void)thread;
    mpn_zero(c, (mp_size_t)n);
    for (size_t i = 0; i < n; i++)
        c[n + i] = own->add_row(c + i, multiplier->a, (mp_size_t)n, multiplier->b[i]);
    reduce(multiplier->z, c, multiplier->modulus, own->add_row);
    return true;
}

static bool square_by_columns(void *call, unsigned thread)
{
    mc_parallel_multiplier *multiplier = call;
    workspace *own = multiplier->own;
    mp_limb_t *c = own->product;
    (void)thread;
    mc_square_columns(c, multiplier->a, multiplier->modulus->n);
    reduce(multiplier->z, c, multiplier->modulus, own->add_row);
    return true;
}

static void prepare_words(mc_parallel_multiplier *multiplier)
{
    static const mc_parallel_phase of_gmp[] = {by_words_of_gmp};
    MC_PARALLEL_SET_PHASES(multiplier, of_gmp);
#if MC_PARALLEL_HAS_ADX_ROWS
    static const mc_parallel_phase of_adx[] = {by_words_of_adx};
    static const mc_parallel_phase of_eight[] = {by_words_of_eight};
    if (mc_parallel_processor_has_adx() && multiplier->modulus->n == 8)
        MC_PARALLEL_SET_PHASES(multiplier, of_eight);
    else if (mc_parallel_processor_has_adx())
        MC_PARALLEL_SET_PHASES(multiplier, of_adx);
#endif
    prepare(multiplier);
}

static void prepare_schoolbook(mc_parallel_multiplier *multiplier)
{
    static const mc_parallel_phase phases[] = {multiply_schoolbook};
    MC_PARALLEL_SET_PHASES(multiplier, phases);
    prepare(multiplier);
}

static void prepare_square(mc_parallel_multiplier *multiplier)
{
    static const mc_parallel_phase phases[] = {square_by_columns};
    MC_PARALLEL_SET_PHASES(multiplier, phases);
    prepare(multiplier);
}

const mc_parallel_algorithm mc_parallel_montgomery_words = {
    .name = "montgomery-words",
    .summary = "Montgomery's multiplication word by word: rows of the product and of the reduction by turns",
    .threads = MC_PARALLEL_THREADS(1),
    .scale = mc_parallel_scale_n,
    .prepare = prepare_words,
};

const mc_parallel_algorithm mc_parallel_schoolbook_montgomery = {
    .name = "schoolbook-montgomery",
    .summary = "the schoolbook product by rows, then Montgomery's reduction word by word",
    .threads = MC_PARALLEL_THREADS(1),
    .scale = mc_parallel_scale_n,
    .prepare = prepare_schoolbook,
};

const mc_parallel_algorithm mc_parallel_comba_square = {
    .name = "comba-square",
    .summary = "the square by columns (Comba), then Montgomery's reduction word by word",
    .threads = MC_PARALLEL_THREADS(1),
    .squares = true,
    .scale = mc_parallel_scale_n,
    .prepare = prepare_square,
};
