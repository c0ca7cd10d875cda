/* ECDSA of messages with any hash function: the same for every curve, on hosts and in mote images. */
#include "motecurve/ecdsa.h"
#include "word/word.h"

/* A frame of its own: the hash's memory is free again when the signature is made. Bytes of the digest; none without a
 * hash, which is refused later. */
MC_NOINLINE size_t hash_message(uint8_t digest[MC_HASH_MAX_DIGEST_BYTES], const mc_hash *hash, const uint8_t *message,
                                size_t message_bytes)
{
    mc_hash_context context;
    if (!hash)
        return 0;
    mc_hash_begin(&context, hash);
    mc_hash_feed(&context, message, message_bytes);
    mc_hash_finish(digest, &context);
    return mc_hash_digest_bytes(hash);
}

mc_status mc_ecdsa_sign_message_with_hash(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                                          size_t private_key_bytes, size_t message_bytes, const mc_hash *hash,
                                          const mc_curve *curve)
{
    uint8_t digest[MC_HASH_MAX_DIGEST_BYTES];
    const size_t digest_bytes = hash_message(digest, hash, message, message_bytes);
    mc_status status =
        mc_ecdsa_sign_digest_with_hash(signature, private_key, digest, private_key_bytes, digest_bytes, hash, curve);
    mc_wipe(digest, sizeof digest);
    return status;
}

mc_status mc_ecdsa_verify_message_with_hash(const uint8_t *signature, const uint8_t *public_key, const uint8_t *message,
                                            size_t signature_bytes, size_t public_key_bytes, size_t message_bytes,
                                            const mc_hash *hash, const mc_curve *curve)
{
    uint8_t digest[MC_HASH_MAX_DIGEST_BYTES];
    const size_t digest_bytes = hash_message(digest, hash, message, message_bytes);
    return hash ? mc_ecdsa_verify_digest(signature, public_key, digest, signature_bytes, public_key_bytes, digest_bytes,
                                         curve)
                : MC_ERROR_UNSUPPORTED;
}
