/* Decoding points of the eta_T pairing's group, which is insecure since 2013; the rest of the input is the encoding.
 * The arithmetic of OpenSSL's polynomials judges it: range, equation, order. */
#include "motecurve/pairing/eta.h"

#include <openssl/bn.h>
#include <string.h>

#include "fuzz.h"
#include "pairing.h"

static const char order[] = "11325723001F4DA29DB638FB520315B3B99DAE4BC727E10745F086979F3D4FD5";
static const int poly[] = {271, 207, 175, 111, 0, -1};

/* A point of y^2 + y = x^3 + x; infinity has no coordinates. */
typedef struct {
    BIGNUM *x, *y;
    int is_infinity;
} point;

static int is_on_curve(const point *p, BN_CTX *context)
{
    BN_CTX_start(context);
    BIGNUM *left = BN_CTX_get(context), *right = BN_CTX_get(context);
    BN_GF2m_mod_sqr_arr(left, p->y, poly, context);
    BN_GF2m_add(left, left, p->y);
    BN_GF2m_mod_sqr_arr(right, p->x, poly, context);
    BN_GF2m_mod_mul_arr(right, right, p->x, poly, context);
    BN_GF2m_add(right, right, p->x);
    int is = !BN_cmp(left, right);
    BN_CTX_end(context);
    return is;
}

/* p = p + q by the chord, or by the tangent if they are one; q is not infinity. */
static void add(point *p, const point *q, BN_CTX *context)
{
    if (p->is_infinity) {
        BN_copy(p->x, q->x);
        BN_copy(p->y, q->y);
        p->is_infinity = 0;
        return;
    }
    BN_CTX_start(context);
    BIGNUM *slope = BN_CTX_get(context), *x = BN_CTX_get(context), *y = BN_CTX_get(context);
    if (BN_cmp(p->x, q->x)) {
        BN_GF2m_add(x, p->x, q->x);
        BN_GF2m_add(y, p->y, q->y);
        BN_GF2m_mod_div_arr(slope, y, x, poly, context);
    } else if (!BN_cmp(p->y, q->y)) {
        BN_GF2m_mod_sqr_arr(slope, p->x, poly, context);
        BN_GF2m_add(slope, slope, BN_value_one());
    } else {
        p->is_infinity = 1;
        BN_CTX_end(context);
        return;
    }
    BN_GF2m_mod_sqr_arr(x, slope, poly, context);
    BN_GF2m_add(x, x, p->x);
    BN_GF2m_add(x, x, q->x);
    BN_GF2m_add(y, p->x, x);
    BN_GF2m_mod_mul_arr(y, y, slope, poly, context);
    BN_GF2m_add(y, y, p->y);
    BN_GF2m_add(p->y, y, BN_value_one());
    BN_copy(p->x, x);
    BN_CTX_end(context);
}

static int has_order(const point *p, BN_CTX *context)
{
    BIGNUM *n = pairing_number(order);
    point sum = {BN_dup(p->x), BN_dup(p->y), 0}, copy = {BN_new(), BN_new(), 0};
    for (int i = BN_num_bits(n) - 1; i-- > 0;) {
        BN_copy(copy.x, sum.x);
        BN_copy(copy.y, sum.y);
        if (!sum.is_infinity)
            add(&sum, &copy, context);
        if (BN_is_bit_set(n, i))
            add(&sum, p, context);
    }
    BN_free(n);
    BN_free(sum.x);
    BN_free(sum.y);
    BN_free(copy.x);
    BN_free(copy.y);
    return sum.is_infinity;
}

static mc_status expected(const uint8_t *octets, size_t bytes)
{
    if (!bytes)
        return MC_ERROR_LENGTH;
    if (bytes == 1 && octets[0] == 0)
        return MC_ERROR_INFINITY;
    if (bytes != MC_ETA_271_POINT_BYTES)
        return MC_ERROR_LENGTH;
    if (octets[0] != 4)
        return MC_ERROR_ENCODING;
    BN_CTX *context = BN_CTX_new();
    point p = {BN_bin2bn(octets + 1, MC_ETA_271_FIELD_BYTES, NULL),
               BN_bin2bn(octets + 1 + MC_ETA_271_FIELD_BYTES, MC_ETA_271_FIELD_BYTES, NULL), 0};
    mc_status status = MC_OK;
    if (BN_num_bits(p.x) > poly[0] || BN_num_bits(p.y) > poly[0])
        status = MC_ERROR_COORDINATE_RANGE;
    else if (!is_on_curve(&p, context))
        status = MC_ERROR_NOT_ON_CURVE;
    else if (!has_order(&p, context))
        status = MC_ERROR_SUBGROUP;
    BN_free(p.x);
    BN_free(p.y);
    BN_CTX_free(context);
    return status;
}

void fuzz_one(fuzz_input *input)
{
    uint8_t *value = fuzz_output(MC_ETA_271_VALUE_BYTES), *product = fuzz_output(MC_ETA_271_POINT_BYTES);
    uint8_t generator[MC_ETA_271_POINT_BYTES];
    static const uint8_t one[MC_ETA_271_ORDER_BYTES] = {[MC_ETA_271_ORDER_BYTES - 1] = 1};
    mc_status status = mc_eta_271_point_check(input->octets, input->bytes);
    pairing_require(status == expected(input->octets, input->bytes), "polynomials of OpenSSL say the same");
    mc_status of_product = mc_eta_271_multiply(product, one, input->octets, sizeof one, input->bytes);
    pairing_require(of_product == status, "a multiplication says the same");
    pairing_require(status == MC_OK ? !memcmp(product, input->octets, sizeof generator)
                                    : fuzz_is_zero(product, sizeof generator),
                    "1 P = P, and nothing is left of an error");
    mc_eta_271_generator(generator);
    mc_status of_value = mc_eta_271_pairing(value, input->octets, generator, input->bytes, sizeof generator);
    pairing_require(of_value == status, "a pairing says the same");
    pairing_require(fuzz_is_zero(value, MC_ETA_271_VALUE_BYTES) == (status != MC_OK), "a value, or nothing");
}
