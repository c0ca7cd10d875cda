/* The functions of motecurve/pairing/bls12_381.h. */
#include "motecurve/pairing/bls12_381.h"

#include "native/burn.h"
#include "pairing/bls12/pairs.h"

/* A point of either group. */
typedef union {
    g1_point g1;
    g2_point g2;
} any_point;

size_t mc_bls12_381_point_bytes(mc_bls12_381_group group)
{
    return group == MC_BLS12_381_G1 ? MC_BLS12_381_G1_BYTES : group == MC_BLS12_381_G2 ? MC_BLS12_381_G2_BYTES : 0;
}

static mc_status read_point(any_point *r, const uint8_t *octets, size_t bytes, mc_bls12_381_group group,
                            uint8_t may_be_infinity)
{
    g1_affine p;
    g2_affine q;
    mc_status status = MC_ERROR_UNSUPPORTED;
    if (group == MC_BLS12_381_G1) {
        status = g1_decode(&p, octets, bytes, may_be_infinity);
        if (status == MC_OK)
            g1_from_affine(&r->g1, &p);
        mc_wipe(&p, sizeof p);
    } else if (group == MC_BLS12_381_G2) {
        status = g2_decode(&q, octets, bytes, may_be_infinity);
        if (status == MC_OK)
            g2_from_affine(&r->g2, &q);
        mc_wipe(&q, sizeof q);
    }
    return status;
}

/* Writes the point, or zeros for another status than MC_OK, and wipes what the call left. */
static mc_status write_point(uint8_t *octets, any_point *a, mc_bls12_381_group group, uint8_t compressed,
                             mc_status status)
{
    if (status != MC_OK)
        mc_wipe(octets, mc_bls12_381_point_bytes(group) * (compressed ? 1 : 2));
    else if (group == MC_BLS12_381_G1)
        g1_encode(octets, &a->g1, compressed);
    else
        g2_encode(octets, &a->g2, compressed);
    mc_wipe(a, sizeof *a);
    mc_burn(BLS12_BURN_BYTES);
    return status;
}

mc_status mc_bls12_381_validate(const uint8_t *point, size_t point_bytes, mc_bls12_381_group group)
{
    any_point p;
    const mc_status status = read_point(&p, point, point_bytes, group, 0);
    mc_wipe(&p, sizeof p);
    mc_burn(BLS12_BURN_BYTES);
    return status;
}

mc_status mc_bls12_381_decompress(uint8_t *decompressed, const uint8_t *point, size_t point_bytes,
                                  mc_bls12_381_group group)
{
    any_point p;
    const mc_status status = read_point(&p, point, point_bytes, group, 1);
    return write_point(decompressed, &p, group, 0, status);
}

mc_status mc_bls12_381_add(uint8_t *sum, const uint8_t *a, const uint8_t *b, size_t a_bytes, size_t b_bytes,
                           mc_bls12_381_group group)
{
    any_point p, q;
    mc_status status = read_point(&p, a, a_bytes, group, 1);
    if (status == MC_OK)
        status = read_point(&q, b, b_bytes, group, 1);
    if (status == MC_OK && group == MC_BLS12_381_G1)
        g1_add(&p.g1, &p.g1, &q.g1);
    else if (status == MC_OK)
        g2_add(&p.g2, &p.g2, &q.g2);
    mc_wipe(&q, sizeof q);
    return write_point(sum, &p, group, 1, status);
}

mc_status mc_bls12_381_multiply(uint8_t *multiple, const uint8_t *scalar, const uint8_t *point, size_t point_bytes,
                                mc_bls12_381_group group)
{
    any_point p;
    mc_word k[BLS12_SCALAR_WORDS];
    mc_status status = read_point(&p, point, point_bytes, group, 1);
    if (status == MC_OK)
        status = bls12_read_scalar(k, scalar);
    if (status == MC_OK && group == MC_BLS12_381_G1)
        g1_multiply(&p.g1, k, &p.g1);
    else if (status == MC_OK)
        g2_multiply(&p.g2, k, &p.g2);
    mc_wipe(k, sizeof k);
    return write_point(multiple, &p, group, 1, status);
}

static mc_status hash_point(uint8_t *point, const mc_message *message, mc_bls12_381_group group, uint8_t uniform)
{
    any_point p;
    mc_status status = MC_ERROR_UNSUPPORTED;
    if (group == MC_BLS12_381_G1)
        status = g1_hash(&p.g1, message, uniform);
    else if (group == MC_BLS12_381_G2)
        status = g2_hash(&p.g2, message, uniform);
    return write_point(point, &p, group, 1, status);
}

mc_status mc_bls12_381_hash(uint8_t *point, const uint8_t *message, const uint8_t *domain, size_t message_bytes,
                            size_t domain_bytes, mc_bls12_381_group group)
{
    const mc_message all = {{{message, message_bytes}}, domain, domain_bytes};
    return hash_point(point, &all, group, 1);
}

mc_status mc_bls12_381_hash_nonuniform(uint8_t *point, const uint8_t *message, const uint8_t *domain,
                                       size_t message_bytes, size_t domain_bytes, mc_bls12_381_group group)
{
    const mc_message all = {{{message, message_bytes}}, domain, domain_bytes};
    return hash_point(point, &all, group, 0);
}

static mc_status pairing(fp12 *f, const uint8_t *g1, const uint8_t *g2, size_t count)
{
    bls12_pairs pairs;
    g1_affine p;
    g2_affine q;
    mc_status status = MC_OK;
    bls12_pairs_begin(&pairs);
    for (size_t i = 0; i < count && status == MC_OK; i++) {
        status = g1_decode(&p, g1 + i * MC_BLS12_381_G1_BYTES, MC_BLS12_381_G1_BYTES, 1);
        if (status == MC_OK)
            status = g2_decode(&q, g2 + i * MC_BLS12_381_G2_BYTES, MC_BLS12_381_G2_BYTES, 1);
        if (status == MC_OK)
            bls12_pairs_add(&pairs, &p, &q);
    }
    if (status == MC_OK)
        bls12_pairs_finish(f, &pairs);
    mc_wipe(&pairs, sizeof pairs);
    mc_wipe(&p, sizeof p);
    mc_wipe(&q, sizeof q);
    return status;
}

mc_status mc_bls12_381_pairing(uint8_t *gt, const uint8_t *g1, const uint8_t *g2, size_t count)
{
    fp12 f;
    const fp2 *const coefficients[6] = {&f.c0.c0, &f.c0.c1, &f.c0.c2, &f.c1.c0, &f.c1.c1, &f.c1.c2};
    const mc_status status = pairing(&f, g1, g2, count);
    if (status != MC_OK)
        mc_wipe(gt, MC_BLS12_381_GT_BYTES);
    for (uint8_t i = 0; i < 6 && status == MC_OK; i++) {
        fp_to_octets(gt + (size_t)2 * i * EC_BYTES, coefficients[i]->c0);
        fp_to_octets(gt + (size_t)(2 * i + 1) * EC_BYTES, coefficients[i]->c1);
    }
    mc_wipe(&f, sizeof f);
    mc_burn(BLS12_BURN_BYTES);
    return status;
}

mc_status mc_bls12_381_pairing_is_one(uint8_t *is_one, const uint8_t *g1, const uint8_t *g2, size_t count)
{
    fp12 f;
    const mc_status status = pairing(&f, g1, g2, count);
    *is_one = status == MC_OK ? (uint8_t)(fp12_is_one(&f) & 1) : 0;
    mc_wipe(&f, sizeof f);
    mc_burn(BLS12_BURN_BYTES);
    return status;
}
