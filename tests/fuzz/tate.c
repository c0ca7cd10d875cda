/* Decoding of the Tate pairing's groups: with flag 1 in tate-512, else in tate-256 (insecure, and quick). With flag 2
 * the rest of the input is a value and an exponent; else it is the encoding of a point. OpenSSL's curve judges points,
 * and its numbers judge values, by their definitions, and take the same powers. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include "motecurve/pairing/tate.h"

#include <string.h>

#include "fuzz.h"
#include "pairing.h"
#include "peer.h"

#define FIELD_BYTES_MAX 64

static const pairing_curve curves[] = {
    {"E6842D8EAE02650D08F769F6E6842D8EAE02650ED5FFC5135C04CA1A11EED3EB", "1", "0",
     "8000000000000000000000008000000000000001", "9652A3EF22088B06E38A85CAF587C3A3908CB700CCFDD41C9FF3CF0661ACB3A5",
     "7D28AB93E9C64CED5C1DB690587913669F679970707FB6CE5FF03B4A3F6FF277"},
    {"81F918F2A5F5C766E29C203CFBB80953E129E971C9545D86B30F33F775E5CCD1390C8590B6417AD23251B41C3D9202FA"
     "3D675692BCDD65D6A4E903EBEE986607",
     "1", "0", "8000000000000000000000008000000000000001",
     "801F509C52A94BCB8F79228AA8F92B15B6DA5173D20C15DDCE9282D18981D1DDB5FFB51ACAA2568BDF4B9ADCBE4072EF"
     "789D3DBDCA5BD37E890688D16AA22397",
     "464BC2EE4C32C94084BBC81E28CE19F1DCA33B14498D44EA37F399374A7BFCE8CC2B39C62EFE85C172A90DD3C9627A1C"
     "28B3DC0B960754959A81294689D7A7C"},
};

/* c0 + c1 i */
typedef struct {
    BIGNUM *c0, *c1;
} value;

/* The status of a point's encoding. */
static mc_status expected(const uint8_t *octets, size_t bytes, size_t field_bytes, const pairing_curve *curve)
{
    if (!bytes)
        return MC_ERROR_LENGTH;
    uint8_t form = octets[0];
    if (form == 0)
        return bytes == 1 ? MC_ERROR_INFINITY : MC_ERROR_LENGTH;
    if (form != 2 && form != 3 && form != 4)
        return MC_ERROR_ENCODING;
    if (bytes != 1 + (form == 4 ? 2 : 1) * field_bytes)
        return MC_ERROR_LENGTH;
    const EC_GROUP *group = pairing_group(curve);
    BIGNUM *q = pairing_number(curve->p), *x = BN_bin2bn(octets + 1, (int)field_bytes, NULL);
    BIGNUM *y = form == 4 ? BN_bin2bn(octets + 1 + field_bytes, (int)field_bytes, NULL) : NULL;
    mc_status status = MC_OK;
    EC_POINT *point = NULL;
    if (BN_cmp(x, q) >= 0 || (y && BN_cmp(y, q) >= 0))
        status = MC_ERROR_COORDINATE_RANGE;
    else if (form != 4 && BN_is_zero(x))
        status = MC_ERROR_SUBGROUP; /* (0, 0), of order 2, whose y has one sign */
    else if (!(point = peer_point(group, octets, bytes)))
        status = MC_ERROR_NOT_ON_CURVE;
    else if (!peer_in_subgroup(group, point))
        status = MC_ERROR_SUBGROUP;
    BN_free(q);
    BN_free(x);
    BN_free(y);
    EC_POINT_free(point);
    return status;
}

static void check_point(const fuzz_input *input, const mc_tate_group *group, const pairing_curve *curve)
{
    size_t bytes = mc_tate_point_bytes(group), field_bytes = mc_tate_field_bytes(group);
    uint8_t *whole = fuzz_output(bytes), *small = fuzz_output(1 + field_bytes), *again = fuzz_output(bytes);
    mc_status status = mc_tate_point_lengthen(whole, input->octets, input->bytes, group);
    pairing_require(status == expected(input->octets, input->bytes, field_bytes, curve), "OpenSSL says the same");
    pairing_require(mc_tate_point_check(input->octets, input->bytes, group) == status, "one status of a point");
    pairing_require(mc_tate_point_shorten(small, input->octets, input->bytes, group) == status, "and one more");
    if (status != MC_OK) {
        pairing_require(fuzz_is_zero(whole, bytes) && fuzz_is_zero(small, 1 + field_bytes), "nothing is left");
        return;
    }
    pairing_require(!memcmp(input->bytes == bytes ? whole : small, input->octets, input->bytes), "each form is unique");
    status = mc_tate_point_lengthen(again, small, 1 + field_bytes, group);
    pairing_require(status == MC_OK && !memcmp(again, whole, bytes), "the short form is of the same point");
}

/* r = a b, in the place of a or b too */
static void multiply(value r, value a, value b, const BIGNUM *q, BN_CTX *context)
{
    BN_CTX_start(context);
    BIGNUM *real = BN_CTX_get(context), *other = BN_CTX_get(context), *imaginary = BN_CTX_get(context);
    BN_mod_mul(real, a.c0, b.c0, q, context);
    BN_mod_mul(other, a.c1, b.c1, q, context);
    BN_mod_sub(real, real, other, q, context);
    BN_mod_mul(imaginary, a.c0, b.c1, q, context);
    BN_mod_mul(other, a.c1, b.c0, q, context);
    BN_mod_add(imaginary, imaginary, other, q, context);
    BN_copy(r.c0, real);
    BN_copy(r.c1, imaginary);
    BN_CTX_end(context);
}

static value new_value(void)
{
    return (value){BN_new(), BN_new()};
}

static void free_value(value a)
{
    BN_free(a.c0);
    BN_free(a.c1);
}

static value power(value a, const BIGNUM *k, const BIGNUM *q, BN_CTX *context)
{
    value result = new_value();
    BN_one(result.c0);
    for (int i = BN_num_bits(k); i-- > 0;) {
        multiply(result, result, result, q, context);
        if (BN_is_bit_set(k, i))
            multiply(result, result, a, q, context);
    }
    return result;
}

/* The status of mc_tate_value_power, and the power where it is MC_OK. */
static mc_status expected_power(uint8_t *octets, const uint8_t *given, const uint8_t *exponent, size_t field_bytes,
                                size_t order_bytes, const pairing_curve *curve)
{
    BN_CTX *context = BN_CTX_new();
    BIGNUM *q = pairing_number(curve->p), *r = pairing_number(curve->r);
    BIGNUM *k = BN_bin2bn(exponent, (int)order_bytes, NULL);
    value a = {BN_bin2bn(given, (int)field_bytes, NULL), BN_bin2bn(given + field_bytes, (int)field_bytes, NULL)};
    mc_status status = MC_OK;
    if (BN_cmp(a.c0, q) >= 0 || BN_cmp(a.c1, q) >= 0)
        status = MC_ERROR_COORDINATE_RANGE;
    if (status == MC_OK) {
        value one = power(a, r, q, context);
        if (!BN_is_one(one.c0) || !BN_is_zero(one.c1) || (BN_is_one(a.c0) && BN_is_zero(a.c1)))
            status = MC_ERROR_SUBGROUP;
        free_value(one);
    }
    if (status == MC_OK) {
        value result = power(a, k, q, context);
        BN_bn2binpad(result.c0, octets, (int)field_bytes);
        BN_bn2binpad(result.c1, octets + field_bytes, (int)field_bytes);
        free_value(result);
    }
    free_value(a);
    BN_free(q);
    BN_free(r);
    BN_free(k);
    BN_CTX_free(context);
    return status;
}

static void check_value(fuzz_input *input, const mc_tate_group *group, const pairing_curve *curve)
{
    size_t field_bytes = mc_tate_field_bytes(group), bytes = 2 * field_bytes;
    size_t order_bytes = mc_tate_order_bytes(group);
    const uint8_t *exponent = fuzz_take(input, order_bytes);
    if (!exponent)
        return;
    uint8_t *ours = fuzz_output(bytes), theirs[2 * FIELD_BYTES_MAX];
    mc_status status = mc_tate_value_power(ours, exponent, input->octets, order_bytes, input->bytes, group);
    pairing_require((status == MC_ERROR_LENGTH) == (input->bytes != bytes), "one length is right");
    pairing_require(status == MC_OK || fuzz_is_zero(ours, bytes), "nothing is left of an error");
    if (status == MC_ERROR_LENGTH)
        return;
    mc_status judged = expected_power(theirs, input->octets, exponent, field_bytes, order_bytes, curve);
    pairing_require(status == judged, "numbers of OpenSSL say the same");
    pairing_require(status != MC_OK || !memcmp(ours, theirs, bytes), "and take the same power");
}

void fuzz_one(fuzz_input *input)
{
    const pairing_curve *curve = &curves[input->flags & 1];
    const mc_tate_group *group = input->flags & 1 ? &mc_tate_512 : &mc_tate_256;
    if (input->flags & 2)
        check_value(input, group, curve);
    else
        check_point(input, group, curve);
}
