/* Decoding points: the rest of the input is the encoding. OpenSSL accepts the same points, and infinity too; every
 * encoding that we write equals OpenSSL's. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include "motecurve/point.h"

#include <string.h>

#include "fuzz.h"
#include "peer.h"

static void compare_forms(const EC_GROUP *group, const EC_POINT *theirs, const uint8_t *point, const mc_curve *curve)
{
    static const mc_point_form forms[] = {MC_POINT_COMPRESSED, MC_POINT_UNCOMPRESSED, MC_POINT_HYBRID};
    size_t bytes = mc_curve_public_key_bytes(curve);
    for (unsigned i = 0; i < 3; i++) {
        size_t form_bytes = forms[i] == MC_POINT_COMPRESSED ? 1 + mc_curve_field_bytes(curve) : bytes;
        uint8_t *ours = fuzz_output(form_bytes), *expected = fuzz_output(form_bytes);
        mc_status status = mc_point_encode(ours, point, forms[i], bytes, curve);
        fuzz_require(status == MC_OK, "a decoded point has each form", curve);
        size_t written =
            EC_POINT_point2oct(group, theirs, (point_conversion_form_t)forms[i], expected, form_bytes, NULL);
        fuzz_require(written == form_bytes && !memcmp(ours, expected, form_bytes), "OpenSSL's form", curve);
    }
}

void fuzz_one(fuzz_input *input)
{
    const mc_curve *curve = input->curve;
    size_t bytes = mc_curve_public_key_bytes(curve);
    uint8_t *point = fuzz_output(bytes);
    mc_status status = mc_point_decode(point, input->octets, input->bytes, curve);
    if (status == MC_ERROR_UNSUPPORTED)
        return;
    fuzz_require(status == MC_OK || fuzz_is_zero(point, bytes), "no point is left of an error", curve);
    if (!input->group)
        return;
    EC_POINT *theirs = peer_point(input->group, input->octets, input->bytes);
    int is_infinity = theirs && EC_POINT_is_at_infinity(input->group, theirs);
    fuzz_require((status == MC_ERROR_INFINITY) == is_infinity || input->bytes != 1, "infinity is refused as such",
                 curve);
    /* OpenSSL also reads the point of x = 0 on curves over binary fields with the bit 1, a second encoding of it. */
    int is_stricter = status == MC_ERROR_Y_BIT && fuzz_is_zero(input->octets + 1, mc_curve_field_bytes(curve));
    fuzz_require((status == MC_OK) == (theirs && !is_infinity && !is_stricter), "OpenSSL accepts the same points",
                 curve);
    if (status == MC_OK)
        compare_forms(input->group, theirs, point, curve);
    EC_POINT_free(theirs);
}
