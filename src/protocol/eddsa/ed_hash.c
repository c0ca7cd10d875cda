#include "protocol/eddsa/ed.h"

#include <string.h>

#include "motecurve/hash.h"

#if FIELD_HAS_EDDSA_CURVES

/* The hash function, and the string that dom2 or dom4 begins with. dom2 is empty for Ed25519 itself. */
#if EC_FIELD_BITS == 448
#define DOM             "SigEd448"
#define DOM_IS_OPTIONAL 0
#define ed_hash_context mc_shake256_context
#define ed_hash_begin   mc_shake256_begin
#define ed_hash_feed    mc_shake256_feed
static void ed_hash_finish(uint8_t *hash, ed_hash_context *c)
{
    mc_shake256_squeeze(hash, ED_HASH_BYTES, c);
    mc_shake256_finish(c);
}
#else
#define DOM             "SigEd25519 no Ed25519 collisions"
#define DOM_IS_OPTIONAL 1
#define ed_hash_context mc_sha512_context
#define ed_hash_begin   mc_sha512_begin
#define ed_hash_feed    mc_sha512_feed
#define ed_hash_finish  mc_sha512_finish
_Static_assert(ED_HASH_BYTES == MC_SHA512_BYTES, "a hash is twice a key");
#endif

mc_status EC(ed_check)(const ed_message *message)
{
    if (message->context_bytes > MC_EDDSA_MAX_CONTEXT_BYTES)
        return MC_ERROR_CONTEXT_LENGTH;
    return message->is_digest && message->bytes != MC_EDDSA_DIGEST_BYTES ? MC_ERROR_DIGEST_LENGTH : MC_OK;
}

/* In a frame of its own, as ed_hash_parts below. */
MC_NOINLINE void ed_hash_octets(uint8_t *hash, const uint8_t *octets, size_t bytes)
{
    ed_hash_context c;
    ed_hash_begin(&c);
    ed_hash_feed(&c, octets, bytes);
    ed_hash_finish(hash, &c);
}

void EC(ed_hash_key)(uint8_t *hash, const uint8_t *private_key)
{
    ed_hash_octets(hash, private_key, ED_BYTES);
}

void EC(ed_hash_expanded)(uint8_t *hash, const uint8_t *expanded_key)
{
    ed_hash_octets(hash, expanded_key, ED_EXPANDED_BYTES - MC_EDDSA_CHECK_BYTES);
}

/* dom2 or dom4. */
static void ed_feed_dom(ed_hash_context *c, const ed_message *message)
{
    const uint8_t lengths[2] = {message->is_digest, (uint8_t)message->context_bytes};
    if (DOM_IS_OPTIONAL && !message->is_digest && !message->context_bytes)
        return;
    ed_hash_feed(c, (const uint8_t *)DOM, sizeof DOM - 1);
    ed_hash_feed(c, lengths, sizeof lengths);
    ed_hash_feed(c, message->context, message->context_bytes);
}

static mc_status ed_feed_read(ed_hash_context *c, const ed_message *message)
{
    uint8_t part[MC_READ_BYTES];
    for (size_t offset = 0; offset < message->bytes; offset += sizeof part) {
        const size_t left = message->bytes - offset, bytes = left < sizeof part ? left : sizeof part;
        if (message->reader(message->reader_context, part, offset, bytes) != 0)
            return MC_ERROR_READER;
        ed_hash_feed(c, part, bytes);
    }
    return MC_OK;
}

/* In a frame of its own, so that the hash's memory is there only while it runs. */
MC_NOINLINE mc_status ed_hash_parts(uint8_t *hash, const uint8_t *first, const uint8_t *second,
                                    const ed_message *message)
{
    ed_hash_context c;
    mc_status status = MC_OK;
    ed_hash_begin(&c);
    ed_feed_dom(&c, message);
    ed_hash_feed(&c, first, ED_BYTES);
    if (second)
        ed_hash_feed(&c, second, ED_BYTES);
    if (message->reader)
        status = ed_feed_read(&c, message);
    else
        ed_hash_feed(&c, message->octets, message->bytes);
    ed_hash_finish(hash, &c);
    return status;
}

MC_OWN_FRAME
mc_status EC(ed_hash_message)(mc_word *r, const uint8_t *first, const uint8_t *second, const ed_message *message,
                              const MC_FLASH EC(curve) *curve)
{
    uint8_t hash[ED_HASH_BYTES];
    mc_status status = ed_hash_parts(hash, first, second, message);
    ORDER(from_octets_little)(r, hash, status == MC_OK ? sizeof hash : 0, curve->order_bits, EC_CURVE_MODULUS(curve));
    mc_wipe(hash, sizeof hash);
    return status;
}

#endif
