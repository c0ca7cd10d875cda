/* ECDSA of messages: the same for every curve, on hosts and in mote images. */
#include "motecurve/ecdsa.h"
#include "motecurve/hash.h"
#include "word/word.h"

/* A frame of its own: the hash's memory is free again when the signature is made. */
static __attribute__((noinline)) void hash(uint8_t digest[MC_SHA256_BYTES], const uint8_t *message,
                                           size_t message_bytes)
{
    mc_sha256_context context;
    mc_sha256_begin(&context);
    mc_sha256_feed(&context, message, message_bytes);
    mc_sha256_finish(digest, &context);
}

mc_status mc_ecdsa_sign_message(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                                size_t private_key_bytes, size_t message_bytes, const mc_curve *curve)
{
    uint8_t digest[MC_SHA256_BYTES];
    hash(digest, message, message_bytes);
    mc_status status = mc_ecdsa_sign_digest(signature, private_key, digest, private_key_bytes, sizeof digest, curve);
    mc_wipe(digest, sizeof digest);
    return status;
}

mc_status mc_ecdsa_verify_message(const uint8_t *signature, const uint8_t *public_key, const uint8_t *message,
                                  size_t signature_bytes, size_t public_key_bytes, size_t message_bytes,
                                  const mc_curve *curve)
{
    uint8_t digest[MC_SHA256_BYTES];
    hash(digest, message, message_bytes);
    return mc_ecdsa_verify_digest(signature, public_key, digest, signature_bytes, public_key_bytes, sizeof digest,
                                  curve);
}
