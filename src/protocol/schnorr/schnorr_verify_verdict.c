#include "protocol/protocol.h"

#include <string.h>

#include "protocol/verdict/verdict.h"

/* A call that is skipped leaves the point at infinity, and so does one that refuses the hash or a length: then neither
 * is looked at again. */
mc_status EC(schnorr_verify_verdict)(uint8_t *verdict, const uint8_t *signature, const uint8_t *public_key,
                                     const uint8_t *message, size_t signature_bytes, size_t public_key_bytes,
                                     size_t message_bytes, mc_schnorr_form form, const mc_hash *hash,
                                     const MC_FLASH EC(curve) *curve)
{
    EC(affine) point, q;
    const mc_schnorr_message what = {message, message_bytes, form, hash};
    memset(&point, 0, sizeof point);
    const mc_status status = EC(schnorr_verification_point)(&point, signature, public_key, signature_bytes,
                                                            public_key_bytes, &what, curve, &q);
    const uint32_t first = EC(schnorr_differences)(signature, &point, &what);
    const uint32_t second = EC(schnorr_differences)(signature, &point, &what);
    return mc_verdict_put(verdict, status, first, second);
}
