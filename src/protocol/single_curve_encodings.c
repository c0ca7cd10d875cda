/* The public functions of a mote image that only change or check encodings: a file of its own, so that images without
 * them do without what they need, square roots among it. */
#include "word/config.h"

#ifdef MC_SINGLE_CURVE
#include "encoding/encoding.h"
#include "motecurve/ecdsa.h"
#include "protocol/protocol.h"

#if MC_SINGLE_CURVE_FORM == MC_FORM_WEIERSTRASS

#define THE_PARAMETERS (&MC_CONCATENATE(mc_, MC_SINGLE_CURVE))

mc_status mc_ecdsa_signature_validate(const uint8_t *signature, size_t signature_bytes, const mc_curve *curve)
{
    return curve ? EC(ecdsa_signature_validate)(signature, signature_bytes, THE_PARAMETERS) : MC_ERROR_UNSUPPORTED;
}

mc_status mc_point_encode(uint8_t *encoded, const uint8_t *point, mc_point_form form, size_t point_bytes,
                          const mc_curve *curve)
{
    return curve ? EC(point_encode_form)(encoded, point, form, point_bytes, THE_PARAMETERS) : MC_ERROR_UNSUPPORTED;
}

mc_status mc_point_decode(uint8_t *point, const uint8_t *encoded, size_t encoded_bytes, const mc_curve *curve)
{
    return curve ? EC(point_decode_form)(point, encoded, encoded_bytes, THE_PARAMETERS) : MC_ERROR_UNSUPPORTED;
}

#else

mc_status mc_ecdsa_signature_validate(const uint8_t *signature, size_t signature_bytes, const mc_curve *curve)
{
    (void)signature, (void)signature_bytes, (void)curve;
    return MC_ERROR_UNSUPPORTED;
}

mc_status mc_point_encode(uint8_t *encoded, const uint8_t *point, mc_point_form form, size_t point_bytes,
                          const mc_curve *curve)
{
    (void)encoded, (void)point, (void)form, (void)point_bytes, (void)curve;
    return MC_ERROR_UNSUPPORTED;
}

mc_status mc_point_decode(uint8_t *point, const uint8_t *encoded, size_t encoded_bytes, const mc_curve *curve)
{
    (void)point, (void)encoded, (void)encoded_bytes, (void)curve;
    return MC_ERROR_UNSUPPORTED;
}

#endif
#endif
