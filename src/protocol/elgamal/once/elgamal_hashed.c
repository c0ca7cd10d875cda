/* EC-ElGamal, hashed: the message XOR a key stream of the shared secret. */
#include <string.h>

#include "motecurve/elgamal.h"
#include "protocol/ecies/ecies.h"

/* out may overlap in. */
MC_NOINLINE void apply(uint8_t *out, const uint8_t *in, const uint8_t *secret, size_t bytes, const mc_hash *hash,
                       const mc_curve *curve)
{
    const mc_kdf_input none = {NULL, 0};
    mc_ecies_stream stream;
    mc_ecies_stream_begin(&stream, &mc_ecies_x963, hash, secret, mc_curve_field_bytes(curve), none, none);
    mc_move(out, in, bytes);
    mc_ecies_stream_read(out, out, bytes, &stream);
    mc_wipe(&stream, sizeof stream);
}

mc_status mc_elgamal_hashed_encrypt(uint8_t *ciphertext, const uint8_t *public_key, const uint8_t *message,
                                    size_t public_key_bytes, size_t message_bytes, const mc_hash *hash,
                                    mc_random random, void *context, const mc_curve *curve)
{
    uint8_t private_key[MC_MAX_SCALAR_BYTES], secret[MC_MAX_FIELD_BYTES], point[MC_MAX_PUBLIC_KEY_BYTES];
    const size_t point_bytes = curve ? mc_curve_public_key_bytes(curve) : 0;
    mc_status status = hash ? mc_key_generate(private_key, point, random, context, curve) : MC_ERROR_UNSUPPORTED;
    if (status == MC_OK)
        status = mc_ecdh(secret, private_key, public_key, mc_curve_scalar_bytes(curve), public_key_bytes, curve);
    if (status == MC_OK) {
        apply(ciphertext + point_bytes, message, secret, message_bytes, hash, curve);
        memcpy(ciphertext, point, point_bytes);
    } else {
        mc_wipe(ciphertext, point_bytes + message_bytes);
    }
    mc_wipe(private_key, sizeof private_key);
    mc_wipe(secret, sizeof secret);
    mc_burn(MC_BURN_CURVE_BYTES(mc_curve_field_bytes(curve)));
    return status;
}

mc_status mc_elgamal_hashed_decrypt(uint8_t *message, const uint8_t *private_key, const uint8_t *ciphertext,
                                    size_t private_key_bytes, size_t ciphertext_bytes, const mc_hash *hash,
                                    const mc_curve *curve)
{
    uint8_t secret[MC_MAX_FIELD_BYTES];
    if (!curve)
        return MC_ERROR_UNSUPPORTED;
    const size_t point_bytes = mc_curve_public_key_bytes(curve);
    if (ciphertext_bytes < point_bytes)
        return MC_ERROR_LENGTH;
    mc_status status = MC_ERROR_UNSUPPORTED;
    if (hash)
        status = mc_ecdh(secret, private_key, ciphertext, private_key_bytes, point_bytes, curve);
    if (status == MC_OK)
        apply(message, ciphertext + point_bytes, secret, ciphertext_bytes - point_bytes, hash, curve);
    else
        mc_wipe(message, ciphertext_bytes - point_bytes);
    mc_wipe(secret, sizeof secret);
    mc_burn(MC_BURN_CURVE_BYTES(mc_curve_field_bytes(curve)));
    return status;
}
