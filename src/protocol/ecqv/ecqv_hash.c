#include "protocol/protocol.h"

void EC(ecqv_hash)(mc_word *e, const uint8_t *certificate, size_t certificate_bytes, const mc_hash *hash,
                   const MC_FLASH EC(curve) *curve)
{
    mc_hash_context context;
    uint8_t digest[MC_HASH_MAX_DIGEST_BYTES];
    mc_hash_begin(&context, hash);
    mc_hash_feed(&context, certificate, certificate_bytes);
    mc_hash_finish(digest, &context);
    mc_words_from_leftmost_bits(e, EC_SCALAR_WORDS, digest, mc_hash_digest_bytes(hash),
                                (uint16_t)(curve->order_bits - 1));
}
