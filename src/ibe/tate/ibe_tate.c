/* A group of type 1 for identity-based schemes: both sides are the one group of pairing/tate/tate.h. */
#include "ibe/group.h"
#include "native/burn.h"
#include "pairing/once/expand_message.h"
#include "pairing/tate/tate.h"

#define ORDER_BYTES ((TATE_ORDER_BITS + 7) / 8)
#define SHORT_BYTES (1 + EC_BYTES)
#define BURN_BYTES  (MC_BURN_CURVE_BYTES((size_t)EC_BYTES) * 2)

/* The group's name in ibe.h and its number in objects. */
#define IBE_GROUP_fp256t   mc_ibe_tate_256
#define IBE_GROUP_fp256ts  mc_ibe_tate_256_short
#define IBE_GROUP_fp512t   mc_ibe_tate_512
#define IBE_GROUP_fp1536t  mc_ibe_tate_1536
#define IBE_NUMBER_fp256t  1
#define IBE_NUMBER_fp256ts 2
#define IBE_NUMBER_fp512t  3
#define IBE_NUMBER_fp1536t 4
#define IBE_GROUP          MC_CONCATENATE(IBE_GROUP_, MC_FIELD)
#define IBE_NUMBER         MC_CONCATENATE(IBE_NUMBER_, MC_FIELD)

static void ibe_order(uint8_t *octets)
{
    static const MC_FLASH mc_word order[TATE_ORDER_WORDS] = TATE_ORDER;
    mc_word k[TATE_ORDER_WORDS];
    for (uint8_t i = 0; i < TATE_ORDER_WORDS; i++)
        k[i] = order[i];
    mc_words_to_octets(octets, ORDER_BYTES, k);
}

MC_NOINLINE mc_status ibe_hash_identity(EC(tate_point) *r, const ibe_point *from)
{
    uint8_t tag[IBE_TAG_BYTES];
    ibe_tag(tag, from->use, 0, IBE_NUMBER);
    const mc_message message = {
        .pieces = {{from->identity, from->identity_bytes}}, .domain = tag, .domain_bytes = sizeof tag};
    return EC(tate_hash)(r, &message);
}

/* r = p + q for points of order r: the chord's slope, or a double where there is none. Whether the points are equal, or
 * opposite, shows. */
MC_NOINLINE mc_status ibe_add(EC(tate_point) *r, const EC(tate_point) *p, const EC(tate_point) *q)
{
    mc_word slope[FP_WORDS], x[FP_WORDS], dx[FP_WORDS], two[TATE_ORDER_WORDS] = {2};
    fp_sub(dx, q->x, p->x);
    fp_sub(slope, q->y, p->y);
    if (IBE_PUBLIC(FP(mask_zero)(dx))) {
        if (!IBE_PUBLIC(FP(mask_zero)(slope)))
            return MC_ERROR_INFINITY;
        EC(tate_multiply)(r, p, two, 2);
        return MC_OK;
    }
    fp_inv(dx, dx);
    fp_mul(slope, slope, dx);
    fp_sqr(x, slope);
    fp_sub(x, x, p->x);
    fp_sub(x, x, q->x);
    fp_sub(dx, p->x, x);
    fp_mul(dx, dx, slope);
    fp_sub(r->y, dx, p->y);
    FP(copy)(r->x, x);
    mc_wipe(slope, sizeof slope);
    mc_wipe(x, sizeof x);
    mc_wipe(dx, sizeof dx);
    return MC_OK;
}

MC_NOINLINE mc_status ibe_multiply(EC(tate_point) *r, const uint8_t *multiplier)
{
    mc_word k[TATE_ORDER_WORDS];
    mc_words_from_octets(k, TATE_ORDER_WORDS, multiplier, ORDER_BYTES);
    EC(tate_multiply)(r, r, k, TATE_ORDER_BITS);
    mc_wipe(k, sizeof k);
    return IBE_PUBLIC(FP(mask_zero)(r->y)) ? MC_ERROR_INFINITY : MC_OK;
}

MC_NOINLINE mc_status ibe_add_encoded(EC(tate_point) *r, const uint8_t *encoded)
{
    EC(tate_point) addend;
    mc_status status = (mc_status)IBE_PUBLIC(EC(tate_point_decode)(&addend, encoded, SHORT_BYTES));
    if (status == MC_OK)
        status = ibe_add(r, r, &addend);
    mc_wipe(&addend, sizeof addend);
    return status;
}

/* The point that `from` tells. Its parts are functions of their own, so that each leaves the stack before the next. */
static mc_status load(EC(tate_point) *r, const ibe_point *from)
{
    mc_status status = MC_OK;
    if (from->base)
        status = (mc_status)IBE_PUBLIC(EC(tate_point_decode)(r, from->base, SHORT_BYTES));
    else if (from->use)
        status = ibe_hash_identity(r, from);
    else
        EC(tate_generator)(r);
    if (status == MC_OK && from->multiplier)
        status = ibe_multiply(r, from->multiplier);
    if (status == MC_OK && from->addend)
        status = ibe_add_encoded(r, from->addend);
    return status;
}

static mc_status ibe_write(uint8_t *octets, const ibe_point *point, uint8_t side)
{
    EC(tate_point) p;
    const mc_status status = load(&p, point);
    (void)side;
    if (status == MC_OK)
        EC(tate_point_encode_short)(octets, &p);
    mc_wipe(&p, sizeof p);
    mc_burn(BURN_BYTES);
    return status;
}

/* RFC 5091, 4.3.2: the real part, then the imaginary one. */
MC_NOINLINE void ibe_hash_value(uint8_t digest[MC_SHA256_BYTES], const fp2 *value)
{
    uint8_t octets[EC_BYTES];
    mc_sha256_context context;
    mc_sha256_begin(&context);
    fp_to_octets(octets, value->c0);
    mc_sha256_feed(&context, octets, sizeof octets);
    fp_to_octets(octets, value->c1);
    mc_sha256_feed(&context, octets, sizeof octets);
    mc_sha256_finish(digest, &context);
    mc_wipe(octets, sizeof octets);
}

static mc_status ibe_pair(uint8_t digest[MC_SHA256_BYTES], const ibe_point *p, const ibe_point *q,
                          const uint8_t *exponent)
{
    EC(tate_point) points[2];
    mc_word k[TATE_ORDER_WORDS];
    fp2 value;
    mc_status status = load(&points[0], p);
    if (status == MC_OK)
        status = load(&points[1], q);
    if (status == MC_OK) {
        EC(tate_pairing)(&value, &points[0], &points[1]);
        if (exponent) { /* cheaper than a multiple of P */
            mc_words_from_octets(k, TATE_ORDER_WORDS, exponent, ORDER_BYTES);
            EC(tate_value_power)(&value, &value, k, TATE_ORDER_BITS);
            mc_wipe(k, sizeof k);
        }
        ibe_hash_value(digest, &value);
        mc_wipe(&value, sizeof value);
    }
    mc_wipe(points, sizeof points);
    mc_burn(BURN_BYTES);
    return status;
}

static mc_status ibe_is_equal(uint8_t *is_equal, const ibe_point points[4])
{
    EC(tate_point) p[2], q[2];
    EC(tate_projective) t[2];
    fp2 value, one;
    mc_status status = MC_OK;
    for (uint8_t i = 0; i < 2 && status == MC_OK; i++) {
        status = load(&p[i], &points[2 * i]);
        if (status == MC_OK)
            status = load(&q[i], &points[2 * i + 1]);
    }
    if (status == MC_OK) {
        FP(neg)(p[1].y, p[1].y);
        EC(tate_miller)(&value, p, q, t, 2);
        EC(tate_final)(&value, &value);
        fp2_set_small(&one, 1);
        *is_equal = (uint8_t)(IBE_PUBLIC(fp2_mask_equal(&value, &one)) & 1);
        mc_wipe(&value, sizeof value);
        mc_wipe(t, sizeof t);
    }
    mc_wipe(p, sizeof p);
    mc_wipe(q, sizeof q);
    mc_burn(BURN_BYTES);
    return status;
}

const mc_ibe_group IBE_GROUP = {
    .name = TATE_NAME,
    .number = IBE_NUMBER,
    .sides = 1,
    .order_bytes = ORDER_BYTES,
    .point_bytes = {SHORT_BYTES, 0},
    .order = ibe_order,
    .write = ibe_write,
    .pair = ibe_pair,
    .is_equal = ibe_is_equal,
};
