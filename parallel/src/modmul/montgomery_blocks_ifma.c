/* Montgomery's multiplication of one pair of numbers by quotients of V digits of 52 bits at once, with AVX-512 IFMA, up
 * to 1,024 bits. Longer sums do not fit the registers; those numbers are left to montgomery-ifma, which is then faster.
 *
 * A number has four blocks of V digits, one in each lane (block_digits.h). r = 2^(52 V) is the base of blocks, M < r^4
 * / 4, and the factor is r^4. A number times a block is V^2 products of vectors by digits, without a shift of lanes;
 * carries within a block pass from one vector to the next, in all lanes at once.
 *
 * Let mu = -1/M mod r, and F = (M mu + 1) / r, which is whole and at most M. For the blocks b_0, b_1 and b_2 of b
 *
 *     S = T + a b_i,    t = S mod r,    T = (S - t) / r + t F.
 *
 * Then r T = S + t M mu. M mu is -1 modulo r, so the lowest block t is its own quotient (as in Orup 1995), and no
 * multiplication waits for another one to find it. If T < (r + 2) M before, then S < (2 r + 1) M, and afterwards
 * T < (2 + 1/r) M + (r - 1) M < (r + 2) M. The last block removes what F has added:
 *
 *     S = T + a b_3,    q = S mu mod r,    Z = (S + q M) / r < (r + 2 + r/4) M / r + M < 3 M,  as b_3 < r/4.
 *
 * The first subtraction of M is made in vectors. The second, which is seldom needed, is made in limbs, wherever the
 * highest limb does not exclude it.
 *
 * A sum is of halves of products, below 2^52 each. Columns k and V + k of a product take 2 V halves together, and
 * column V + k of one step goes to column k of the next. With three products, two digits and a carry, all sums stay
 * below (6 V + 3) 2^52 < 2^58.
 *
 * Not constant time: the second subtraction, and carries through a whole block. Compiled with these instructions
 * (CMakeLists.txt); called where the processor has them. */
#include "lanes/product.h"
#include "modmul/multiplier.h"
#include "modmul/partial.h"

#if defined(__AVX512IFMA__) && defined(__AVX512VBMI__) && defined(__AVX512VL__) && GMP_NUMB_BITS == 64

#include "modmul/block_digits.h"

typedef struct {
    size_t width;                   /* V */
    quad *a, *b, *m, *folding, *mu; /* V each, and one more where V is odd; F; mu in all lanes */
    mp_limb_t *limbs;               /* n + 1 */
    digit_form *form;
} workspace;

/* The first `columns` sums, V or 2 V, of x by y, which is the same in all lanes. */
ALWAYS void add_product(quad *sums, const quad *x, const quad *y, size_t width, size_t columns)
{
    const quad zero = _mm256_setzero_si256();
    quad above = zero;
#pragma GCC unroll 10
    for (size_t k = 0; k < columns; k++) {
        quad lower = sums[k], upper = zero;
#pragma GCC unroll 5
        for (size_t i = k < width ? 0 : k - width + 1; i <= k && i < width; i++) {
            lower = _mm256_madd52lo_epu64(lower, x[k - i], y[i]);
            upper = _mm256_madd52hi_epu64(upper, x[k - i], y[i]);
        }
        sums[k] = _mm256_add_epi64(lower, above);
        above = upper;
    }
}

/* Leaves V digits below 2^52 in each lane; returns what is above, negative if the sums are. */
ALWAYS quad pass_carries(quad *sums, size_t width)
{
    const quad mask = _mm256_set1_epi64x((long long)DIGIT_MASK);
    quad carry = _mm256_setzero_si256();
#pragma GCC unroll 5
    for (size_t v = 0; v < width; v++) {
        quad sum = _mm256_add_epi64(sums[v], carry);
        carry = _mm256_srai_epi64(sum, DIGIT_BITS);
        sums[v] = _mm256_and_si256(sum, mask);
    }
    return carry;
}

/* y = block `lane` of x, in all lanes. */
ALWAYS void broadcast(quad *y, const quad *x, size_t lane, size_t width)
{
#pragma GCC unroll 5
    for (size_t v = 0; v < width; v++)
        y[v] = _mm256_set1_epi64x(((const long long *)(x + v))[lane]);
}

/* z = floor(sums / r), of sums whose lower half has digits. */
ALWAYS void shift_down(quad *z, const quad *sums, size_t width)
{
#pragma GCC unroll 5
    for (size_t v = 0; v < width; v++)
        z[v] = _mm256_add_epi64(sums[width + v], _mm256_alignr_epi64(_mm256_setzero_si256(), sums[v], 1));
}

ALWAYS void clear(quad *sums, size_t count)
{
#pragma GCC unroll 10
    for (size_t k = 0; k < count; k++)
        sums[k] = _mm256_setzero_si256();
}

/* S of the next block, from that of the one before. Products by b do not wait for t. */
ALWAYS void fold(const workspace *own, quad *sums, quad *rest, quad *t, quad *block, size_t lane, size_t width)
{
    sums[width] = _mm256_add_epi64(sums[width], pass_carries(sums, width));
#pragma GCC unroll 5
    for (size_t v = 0; v < width; v++)
        t[v] = _mm256_broadcastq_epi64(_mm256_castsi256_si128(sums[v]));
    shift_down(rest, sums, width);
    clear(sums, 2 * width);
    broadcast(block, own->b, lane, width);
    add_product(sums, own->a, block, width, 2 * width);
    add_product(sums, own->folding, t, width, 2 * width);
#pragma GCC unroll 5
    for (size_t v = 0; v < width; v++)
        sums[v] = _mm256_add_epi64(sums[v], rest[v]);
}

/* z = Z, as sums of V columns. */
ALWAYS void multiply_digits(quad *z, const workspace *own, size_t width)
{
    quad sums[2 * WIDTH_MOST], rest[WIDTH_MOST], quotient[WIDTH_MOST], block[WIDTH_MOST];
    clear(sums, 2 * width);
    broadcast(block, own->b, 0, width);
    add_product(sums, own->a, block, width, 2 * width);
#pragma GCC unroll 4
    for (size_t lane = 1; lane < BLOCKS; lane++)
        fold(own, sums, rest, quotient, block, lane, width);
    sums[width] = _mm256_add_epi64(sums[width], pass_carries(sums, width));
#pragma GCC unroll 5
    for (size_t v = 0; v < width; v++)
        block[v] = _mm256_broadcastq_epi64(_mm256_castsi256_si128(sums[v]));
    clear(quotient, width);
    add_product(quotient, own->mu, block, width, width);
    pass_carries(quotient, width);
    add_product(sums, own->m, quotient, width, 2 * width);
    sums[width] = _mm256_add_epi64(sums[width], pass_carries(sums, width));
    shift_down(z, sums, width);
}

/* Leaves digits below 2^52; returns what is above the highest lane, in it. One round is enough, unless a carry passes
 * through a whole block. */
ALWAYS quad settle(quad *x, size_t width)
{
    const quad above = _mm256_set1_epi64x(~(long long)DIGIT_MASK);
    quad total = _mm256_setzero_si256();
    do {
        quad carry = pass_carries(x, width);
        total = _mm256_add_epi64(total, carry);
        x[0] = _mm256_add_epi64(x[0], _mm256_alignr_epi64(carry, _mm256_setzero_si256(), BLOCKS - 1));
    } while (__builtin_expect(_mm256_test_epi64_mask(x[0], above) != 0, 0));
    return total;
}

/* x - M, or x if it is below M. */
ALWAYS void subtract_once(quad *x, const quad *m, size_t width)
{
    quad less[WIDTH_MOST];
#pragma GCC unroll 5
    for (size_t v = 0; v < width; v++)
        less[v] = _mm256_sub_epi64(x[v], m[v]);
    settle(x, width);
    quad below = _mm256_permute4x64_epi64(settle(less, width), 0xff);
#pragma GCC unroll 5
    for (size_t v = 0; v < width; v++)
        x[v] = _mm256_blendv_epi8(less[v], x[v], below);
}

/* All in registers: a known width. */
ALWAYS void multiply_of(const mc_parallel_multiplier *multiplier, size_t width)
{
    const workspace *own = multiplier->own;
    const mc_parallel_modulus *modulus = multiplier->modulus;
    size_t n = modulus->n;
    mp_limb_t *z = multiplier->z;
    quad x[WIDTH_MOST];
    to_block_digits(own->a, multiplier->a, n, own->form, width);
    to_block_digits(own->b, multiplier->b, n, own->form, width);
    multiply_digits(x, own, width);
    subtract_once(x, own->m, width);
    bool over = from_block_digits(z, x, n, own->form, width);
    if (__builtin_expect(over || z[n - 1] >= modulus->m[n - 1], 0)) {
        mc_limbs_copy(own->limbs, z, n);
        own->limbs[n] = over; /* as 2 M < 2 2^(64 n) */
        mc_parallel_subtract(z, own->limbs, modulus);
    }
}

static bool multiply(void *call, unsigned thread)
{
    const mc_parallel_multiplier *multiplier = call;
    const workspace *own = multiplier->own;
    (void)thread;
    switch (own->width) {
#define WITH(width)                                                                                                    \
    case width:                                                                                                        \
        multiply_of(multiplier, width);                                                                                \
        break
        WITH(1);
        WITH(2);
        WITH(3);
        WITH(4);
        WITH(5);
#undef WITH
    default:
        return false;
    }
    return true;
}

/* M < r^4 / 4; 0 for a number that is too long. */
static size_t width_of(const mc_parallel_modulus *modulus)
{
    size_t width = (mpn_sizeinbase(modulus->m, (mp_size_t)modulus->n, 2) + 1) / (BLOCKS * DIGIT_BITS) + 1;
    return modulus->n > LIMBS_MOST ? 0 : width;
}

static void find_constants(const workspace *own, const mc_parallel_modulus *modulus)
{
    size_t n = modulus->n, width = own->width;
    mpz_t m, mu;
    find_digit_places(own->form, width);
    find_limb_places(own->form, n, width);
    mpz_inits(m, mu, NULL);
    mc_parallel_read(m, modulus->m, n);
    mc_parallel_read(mu, modulus->mu, n);
    mpz_fdiv_r_2exp(mu, mu, DIGIT_BITS * width);
    mpz_mul(m, m, mu);
    mpz_add_ui(m, m, 1);
    mpz_fdiv_q_2exp(m, m, DIGIT_BITS * width);
    mc_parallel_write(own->limbs, m, n);
    mpz_clears(m, mu, NULL);
    to_block_digits(own->folding, own->limbs, n, own->form, width);
    to_block_digits(own->m, modulus->m, n, own->form, width);
    to_block_digits(own->mu, modulus->mu, n, own->form, width);
    broadcast(own->mu, own->mu, 0, width);
}

static void prepare(mc_parallel_multiplier *multiplier)
{
    static const mc_parallel_phase phases[] = {multiply};
    const mc_parallel_modulus *modulus = multiplier->modulus;
    mc_parallel_arena *arena = &multiplier->arena;
    size_t width = width_of(modulus);
    if (width == 0) {
        mc_parallel_montgomery_ifma.prepare(multiplier);
        return;
    }
    MC_PARALLEL_SET_PHASES(multiplier, phases);
    workspace *own = multiplier->own = mc_parallel_take(arena, sizeof *own);
    if (own == NULL)
        return;
    own->width = width;
    quad **lists[] = {&own->a, &own->b, &own->m, &own->folding, &own->mu};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        *lists[i] = mc_parallel_take(arena, (width + 1) * sizeof(quad));
    own->limbs = mc_parallel_take_limbs(arena, modulus->n + 1);
    own->form = mc_parallel_take(arena, sizeof *own->form);
    if (!arena->failed)
        find_constants(own, modulus);
}

static void factor(const mc_parallel_multiplier *multiplier, mpz_t power)
{
    size_t width = width_of(multiplier->modulus);
    if (width == 0)
        mc_parallel_montgomery_ifma.factor(multiplier, power);
    else
        mpz_setbit(power, width * BLOCKS * DIGIT_BITS);
}

#else

static void prepare(mc_parallel_multiplier *multiplier)
{
    (void)multiplier;
}

static void factor(const mc_parallel_multiplier *multiplier, mpz_t power)
{
    (void)multiplier, (void)power;
}

#endif

const mc_parallel_algorithm mc_parallel_montgomery_blocks_ifma = {
    .name = "montgomery-blocks-ifma",
    .summary = "Montgomery's multiplication by quotients of a quarter of all digits, four lanes to a vector "
               "(AVX-512 IFMA)",
    .threads = MC_PARALLEL_THREADS(1),
    .runs_here = mc_parallel_has_lane_products,
    .factor = factor,
    .prepare = prepare,
};
