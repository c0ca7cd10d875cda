/*---
name: joint-tau
family: scalar-mult-double
summary: joint sparse tau-adic form of both scalars, table of q, G - q, G, G + q: half of the columns are 0
source: Ciet, Lange, Sica and Quisquater 2003; Solinas 2001 Algorithm 1
domain: Koblitz curves, else MC_ERROR_UNSUPPORTED; any q, 0 <= k, l < 2^m
requires: !FIELD_IS_PRIME
constant_time: no
curves: koblitz
uses: fb-mul-reduce, fb-sqr-reduce, fb-inv, coordinates
ram_table_bytes: 8 * n * W
---*/
#include "scalar/scalar.h"
#include "scalar/tau/wtnaf.h"

#if !FIELD_IS_PRIME

/* A column (u, v) of digits -1, 0, 1 is kept as 3 u + v, an index of the table but for its sign. */
/* Both elements have a norm below 2^(m+1); a column takes |x| to at most (|x| + 1) / sqrt 2, and the rest after m
 * columns ends within 9 more. */
#define COLUMNS_MAX (EC_SCALAR_BITS + 12)

/* The digit of the element with residue x modulo tau^3, beside one with residue y. */
static int8_t joint_digit(uint8_t x, uint8_t y)
{
    if (!(x & 1))
        return 0;
    int8_t digit = (x & 2) ? -1 : 1;
    const uint8_t is_3_or_5 = ((x + 1) & 4) != 0 && x != 7;
    return is_3_or_5 && (y & 3) == 2 ? -digit : digit;
}

/* Columns of r[0] and r[1], the least significant first; returns their number. r is destroyed. */
static uint16_t recode(int8_t *columns, mc_word (*r)[2][EC_HALF_WORDS], int8_t mu)
{
    const uint8_t t = mu < 0 ? 2 : 6;                               /* tau = t modulo tau^3 */
    mc_word *c[2] = {r[0][0], r[1][0]}, *d[2] = {r[0][1], r[1][1]}; /* c - d tau */
    uint16_t length = 0;
    EC(lattice_negate)(d[0]);
    EC(lattice_negate)(d[1]);
    for (;;) {
        mc_word any = 0;
        for (uint8_t i = 0; i < EC_HALF_WORDS; i++)
            any |= c[0][i] | d[0][i] | c[1][i] | d[1][i];
        if (!any)
            return length;
        const uint8_t x = (uint8_t)(*c[0] - t * *d[0]) & 7, y = (uint8_t)(*c[1] - t * *d[1]) & 7;
        const int8_t digit[2] = {joint_digit(x, y), joint_digit(y, x)};
        columns[length++] = (int8_t)(3 * digit[0] + digit[1]);
        for (uint8_t i = 0; i < 2; i++) {
            EC(lattice_add_small)(c[i], EC_HALF_WORDS, -digit[i]);
            EC(tau_divide)(c[i], d[i], EC_HALF_WORDS, mu);
            mc_word *half = c[i];
            c[i] = d[i];
            d[i] = half;
        }
    }
}

MC_NOINLINE uint16_t make_columns(int8_t *columns, const mc_word *k, const mc_word *l, const EC(affine) *q,
                                  const MC_FLASH EC(koblitz) *koblitz, const MC_FLASH EC(curve) *curve)
{
    mc_word r[2][2][EC_HALF_WORDS];
    EC(tau_reduce)(r[0], k, &koblitz->subgroup, koblitz->mu);
    EC(tau_reduce)(r[1], l, EC(tau_modulus_for)(q, koblitz, curve), koblitz->mu);
    return recode(columns, r, koblitz->mu);
}

static mc_status double_joint_tau_status_of(const mc_word *k, const mc_word *l, const MC_FLASH EC(curve) *curve)
{
    if (!EC_CURVE_KOBLITZ(curve))
        return MC_ERROR_UNSUPPORTED;
    mc_status status = EC(scalar_status)(k);
    return status == MC_OK ? EC(scalar_status)(l) : status;
}

mc_status EC(scalar_mult_double_joint_tau_var)(EC(affine) *r, const mc_word *k, const mc_word *l, const EC(affine) *q,
                                               const MC_FLASH EC(curve) *curve)
{
    mc_status status = double_joint_tau_status_of(k, l, curve);
    EC_RETURN_IF_ERROR(r, status);
    EC(affine) table[JOINT_TABLE_POINTS];
    int8_t columns[COLUMNS_MAX];
    EC(joint_table_var)(table, q, curve);
    uint16_t length = make_columns(columns, k, l, q, EC_CURVE_KOBLITZ(curve), curve);
    ec_projective sum;
    EC(point_set_infinity)(&sum);
    while (length) {
        ec_frobenius(&sum, &sum);
        int8_t column = columns[--length];
        if (column)
            EC(add_signed_var)(&sum, &table[(column < 0 ? -column : column) - 1], column < 0, curve);
    }
    ec_to_affine_var(r, &sum);
    return MC_OK;
}

#endif
