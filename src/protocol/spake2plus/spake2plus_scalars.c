/* From the seed of a password to the prover's numbers and the verifier's record (RFC 9383, 3.2). */
#include "protocol/protocol.h"

#include <string.h>

#include "encoding/encoding.h"
#include "protocol/spake2plus/masks.h"

#if SPAKE2PLUS_HAS_MASKS

#define BIAS_BITS 64 /* more than the order, of each half: no number is likelier by more than 2^-64 */

static mc_status reduce(uint8_t *w, const uint8_t *half, size_t bytes, const MC_FLASH EC(curve) *curve)
{
    mc_word number[EC_SCALAR_WORDS];
    ORDER(from_octets)(number, half, bytes, curve->order_bits, EC_CURVE_MODULUS(curve));
    const mc_status status = ORDER(mask_zero)(number) ? MC_ERROR_SCALAR_ZERO : MC_OK;
    mc_words_to_octets(w, EC_SCALAR_BYTES(curve), number);
    mc_wipe(number, sizeof number);
    return status;
}

static mc_status reduce_both(uint8_t w[2][EC_SCALAR_BYTES_MAX], const uint8_t *seed, size_t seed_bytes,
                             const MC_FLASH EC(curve) *curve)
{
    const size_t half_bytes = seed_bytes / 2;
    if (seed_bytes % 2 || half_bytes > SIZE_MAX / 8 || 8 * half_bytes < (size_t)curve->order_bits + BIAS_BITS)
        return MC_ERROR_LENGTH;
    mc_status status = reduce(w[0], seed, half_bytes, curve);
    return status == MC_OK ? reduce(w[1], seed + half_bytes, half_bytes, curve) : status;
}

mc_status EC(spake2plus_scalars)(uint8_t *w0, uint8_t *w1, const uint8_t *seed, size_t seed_bytes,
                                 const MC_FLASH EC(curve) *curve)
{
    uint8_t w[2][EC_SCALAR_BYTES_MAX];
    const mc_status status = reduce_both(w, seed, seed_bytes, curve);
    if (status == MC_OK) {
        memcpy(w0, w[0], EC_SCALAR_BYTES(curve));
        memcpy(w1, w[1], EC_SCALAR_BYTES(curve));
    }
    mc_wipe(w, sizeof w);
    EC_WIPE_SPILLED();
    return status;
}

mc_status EC(spake2plus_record)(uint8_t *w0, uint8_t *record, const uint8_t *seed, size_t seed_bytes,
                                const MC_FLASH EC(curve) *curve)
{
    uint8_t w[2][EC_SCALAR_BYTES_MAX];
    mc_status status = reduce_both(w, seed, seed_bytes, curve);
    if (status == MC_OK)
        status = EC(public_key)(record, w[1], EC_SCALAR_BYTES(curve), curve);
    if (status == MC_OK)
        memcpy(w0, w[0], EC_SCALAR_BYTES(curve));
    mc_wipe(w, sizeof w);
    EC_WIPE_SPILLED();
    return status;
}

#else

mc_status EC(spake2plus_scalars)(uint8_t *w0, uint8_t *w1, const uint8_t *seed, size_t seed_bytes,
                                 const MC_FLASH EC(curve) *curve)
{
    (void)w0, (void)w1, (void)seed, (void)seed_bytes, (void)curve;
    return MC_ERROR_UNSUPPORTED;
}

mc_status EC(spake2plus_record)(uint8_t *w0, uint8_t *record, const uint8_t *seed, size_t seed_bytes,
                                const MC_FLASH EC(curve) *curve)
{
    (void)w0, (void)record, (void)seed, (void)seed_bytes, (void)curve;
    return MC_ERROR_UNSUPPORTED;
}

#endif
