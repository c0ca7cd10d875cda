/* EC-Schnorr with a nonce made from the private key and the message. */
#include "protocol/nonce/nonce_sha256.h"
#include "protocol/schnorr/schnorr_sign.h"

#define DOMAIN_BYTES 7 /* of "EC-SDSA" */
#define EXTRA_BYTES  (DOMAIN_BYTES + 1 + MC_HASH_MAX_DIGEST_BYTES)

#define NONCE(name)       MC_CONCATENATE(schnorr_, name)
#define NONCE_HMAC(name)  MC_CONCATENATE(sha256_, name)
#define NONCE_OCTETS      SHA256_NONCE_OCTETS
#define NONCE_EXTRA_BYTES EXTRA_BYTES
#include "protocol/nonce/nonce_generator.h"

/* extra = the domain, the form, H(M), zeros. All of H(M) takes part: of an order shorter than it, two messages could
 * share the leftmost bits and so, with different r, tell the private key. */
MC_NOINLINE void describe(uint8_t *extra, const mc_schnorr_message *message)
{
    mc_hash_context context;
    memset(extra, 0, EXTRA_BYTES);
    memcpy(extra, "EC-SDSA", DOMAIN_BYTES);
    extra[DOMAIN_BYTES] = (uint8_t)message->form;
    mc_hash_begin(&context, message->hash);
    mc_hash_feed(&context, message->octets, message->bytes);
    mc_hash_finish(extra + DOMAIN_BYTES + 1, &context);
}

MC_NOINLINE mc_status schnorr_own_nonce(mc_word *k, const mc_word *d, uint8_t skipped, const void *source,
                                        const MC_FLASH EC(curve) *curve)
{
    const mc_schnorr_message *message = source;
    uint8_t extra[EXTRA_BYTES];
    mc_word e[EC_SCALAR_WORDS];
    sha256_generator g;
    describe(extra, message);
    mc_status status = EC(digest_decode)(e, extra + DOMAIN_BYTES + 1, mc_hash_digest_bytes(message->hash), curve);
    return status == MC_OK ? schnorr_find(k, &g, d, e, skipped, extra, curve) : status;
}

mc_status EC(schnorr_sign)(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                           size_t private_key_bytes, size_t message_bytes, mc_schnorr_form form, const mc_hash *hash,
                           const MC_FLASH EC(curve) *curve)
{
    const mc_schnorr_message signed_message = {message, message_bytes, form, hash};
    return schnorr_sign_by(signature, private_key, private_key_bytes, &signed_message, schnorr_own_nonce,
                           &signed_message, curve);
}
