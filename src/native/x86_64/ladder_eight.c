#include "native/x86_64/ladder_eight.h"

#include "native/api.h"

#if MC_NATIVE_X86_64
#define ELEMENT_LANES MC_EIGHT
#include "native/x86_64/elements.h"

#define A24 121665 /* (A - 2) / 4 */

/* a + A24 b of carried a and b. */
INLINE element sum_with_multiple(element a, element b)
{
    lanes upper[5];
    EACH_LIMB
    for (unsigned i = 0; i < 5; i++)
        upper[i] = add_high(all(0), b.limb[i], all(A24));
    a.limb[0] = add_low(a.limb[0], upper[4], all(2 * 19));
    EACH_LIMB
    for (unsigned i = 1; i < 5; i++)
        a.limb[i] += upper[i - 1] + upper[i - 1];
    EACH_LIMB
    for (unsigned i = 0; i < 5; i++)
        a.limb[i] = add_low(a.limb[i], b.limb[i], all(A24));
    return a;
}

/* x and z of k P and of (k + 1) P; x has 2^8 p among its terms. */
typedef struct {
    element x[2], z[2];
} ladder;

/* One step (RFC 7748, 5). Instead of the points the factors of the doubling are exchanged: to exchange DA and CB
 * changes a sign, which is squared. So `mask` has the lanes where this digit of k differs from the digit before. */
INLINE ladder step(ladder p, element u, lane_mask mask)
{
    const element a = carried(sum(p.x[0], p.z[0])), b = carried(difference(p.x[0], p.z[0]));
    const element c = carried(sum(p.x[1], p.z[1])), d = carried(difference(p.x[1], p.z[1]));
    const element da = product(d, a, 1), cb = product(c, b, 0);
    element aa = square(selected(a, c, mask), 1), bb = square(selected(b, d, mask), 0);
    const element plus = carried(sum(da, cb)), minus = carried(difference(da, cb));
    const element e = carried(difference(aa, bb));
    aa = carried(aa);
    bb = carried(bb);
    const element minus_squared = carried(square(minus, 0));
    p.x[1] = square(plus, 1);
    const element f = carried(sum_with_multiple(aa, e));
    p.z[1] = product(minus_squared, u, 0);
    p.x[0] = product(aa, bb, 1);
    p.z[0] = product(e, f, 0);
    return p;
}

/* The words of eight numbers. */
INLINE element loaded(uint64_t words[4][MC_EIGHT])
{
    lanes w[4];
    EACH_LIMB
    for (unsigned i = 0; i < 4; i++)
        w[i] = *(const loaded_lanes *)words[i];
    return limbs_of(w);
}

INLINE void store(uint64_t words[4][MC_EIGHT], element a)
{
    lanes w[4];
    words_of(w, a);
    EACH_LIMB
    for (unsigned i = 0; i < 4; i++)
        *(loaded_lanes *)words[i] = w[i];
}

/* Each digit of k is exclusive-ored with the one above; the lowest is 0. */
static IFMA void ladder_ifma(uint8_t *done, mc_eight_fractions *r, mc_eight_numbers k, mc_eight_numbers u)
{
    const element x = loaded(u), zero = {{{0}}};
    element one = zero;
    one.limb[0] += 1;
    ladder p = {{one, x}, {zero, one}};
    for (unsigned i = 0; i < 2; i++) {
        p.x[i].limb[0] += BIAS_LOW;
        for (unsigned j = 1; j < 5; j++)
            p.x[i].limb[j] += BIAS;
    }
    lanes above = all(0);
    for (unsigned i = 4; i--;) {
        const lanes word = *(const loaded_lanes *)k[i];
        lanes changes = word ^ (word >> 1 | above << 63);
        above = word;
        unsigned digits = 64;
        if (i == 3) {
            changes += changes;
            digits--;
        }
        for (; digits; digits--) {
            p = step(p, x, (lane_mask)__builtin_ia32_cvtq2mask512((signed_lanes)changes));
            changes += changes;
        }
    }
    store(r->x, p.x[0]);
    store(r->z, p.z[0]);
    *done = 1;
}

static void no_ladder(uint8_t *done, mc_eight_fractions *r, mc_eight_numbers k, mc_eight_numbers u)
{
    (void)r, (void)k, (void)u;
    *done = 0;
}

MC_BIND(mc_ladder_eight, mc_ladders, mc_x86_64_has_ifma, ladder_ifma, no_ladder,
        (uint8_t *done, mc_eight_fractions *r, mc_eight_numbers k, mc_eight_numbers u), (done, r, k, u))
#endif
