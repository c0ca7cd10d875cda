/* BLS12-381 for identity-based schemes: side 0 is G1, side 1 is G2. */
#include "ibe/group.h"
#include "motecurve/pairing/bls12_381.h"
#include "native/burn.h"
#include "pairing/bls12/pairs.h"

#define ORDER_BYTES MC_BLS12_381_SCALAR_BYTES
#define IBE_NUMBER  5

#define G(name)    g1_##name
#define SIDE       0
#define SIDE_BYTES MC_BLS12_381_G1_BYTES
#include "ibe/bls12/load.h"
#undef G
#undef SIDE
#undef SIDE_BYTES
#define G(name)    g2_##name
#define SIDE       1
#define SIDE_BYTES MC_BLS12_381_G2_BYTES
#include "ibe/bls12/load.h"

static void ibe_order(uint8_t *octets)
{
    static const MC_FLASH ORDER(modulus) order = BLS12_ORDER;
    mc_word k[BLS12_SCALAR_WORDS];
    for (uint8_t i = 0; i < BLS12_SCALAR_WORDS; i++)
        k[i] = order.n[i];
    mc_words_to_octets(octets, ORDER_BYTES, k);
}

static mc_status ibe_write(uint8_t *octets, const ibe_point *point, uint8_t side)
{
    const mc_status status = side == 0 ? g1_write(octets, point) : g2_write(octets, point);
    mc_burn(BLS12_BURN_BYTES);
    return status;
}

/* Of the bytes that mc_bls12_381_pairing writes. */
MC_NOINLINE void ibe_hash_value(uint8_t digest[MC_SHA256_BYTES], const fp12 *f)
{
    const fp2 *const coefficients[6] = {&f->c0.c0, &f->c0.c1, &f->c0.c2, &f->c1.c0, &f->c1.c1, &f->c1.c2};
    uint8_t octets[EC_BYTES];
    mc_sha256_context context;
    mc_sha256_begin(&context);
    for (uint8_t i = 0; i < 12; i++) {
        fp_to_octets(octets, i % 2 ? coefficients[i / 2]->c1 : coefficients[i / 2]->c0);
        mc_sha256_feed(&context, octets, sizeof octets);
    }
    mc_sha256_finish(digest, &context);
    mc_wipe(octets, sizeof octets);
}

static mc_status ibe_pair(uint8_t digest[MC_SHA256_BYTES], const ibe_point *p, const ibe_point *q,
                          const uint8_t *exponent)
{
    ibe_point first = *p;
    g1_affine of_g1;
    g2_affine of_g2;
    fp12 f;
    if (exponent) /* cheaper than a power of the value; no caller has a multiplier, too */
        first.multiplier = exponent;
    mc_status status = g1_load(&of_g1, &first);
    if (status == MC_OK)
        status = g2_load(&of_g2, q);
    if (status == MC_OK) {
        bls12_miller(&f, &of_g1, &of_g2, 1);
        bls12_final(&f, &f);
        ibe_hash_value(digest, &f);
        mc_wipe(&f, sizeof f);
    }
    mc_wipe(&of_g1, sizeof of_g1);
    mc_wipe(&of_g2, sizeof of_g2);
    mc_burn(BLS12_BURN_BYTES);
    return status;
}

static mc_status ibe_is_equal(uint8_t *is_equal, const ibe_point points[4])
{
    g1_affine p[2];
    g2_affine q[2];
    fp12 f;
    mc_status status = MC_OK;
    for (uint8_t i = 0; i < 2 && status == MC_OK; i++) {
        status = g1_load(&p[i], &points[2 * i]);
        if (status == MC_OK)
            status = g2_load(&q[i], &points[2 * i + 1]);
    }
    if (status == MC_OK) {
        FP(neg)(p[1].y.c0, p[1].y.c0);
        bls12_miller(&f, p, q, 2);
        bls12_final(&f, &f);
        *is_equal = (uint8_t)(IBE_PUBLIC(fp12_is_one(&f)) & 1);
        mc_wipe(&f, sizeof f);
    }
    mc_wipe(p, sizeof p);
    mc_wipe(q, sizeof q);
    mc_burn(BLS12_BURN_BYTES);
    return status;
}

const mc_ibe_group mc_ibe_bls12_381 = {
    .name = "bls12-381",
    .number = IBE_NUMBER,
    .sides = 2,
    .order_bytes = ORDER_BYTES,
    .point_bytes = {MC_BLS12_381_G1_BYTES, MC_BLS12_381_G2_BYTES},
    .order = ibe_order,
    .write = ibe_write,
    .pair = ibe_pair,
    .is_equal = ibe_is_equal,
};
