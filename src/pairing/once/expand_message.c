#include "pairing/once/expand_message.h"

#include <string.h>

#include "motecurve/hash.h"
#include "word/word.h"

#define DOMAIN_MAX 255

/* The tag and its length: DST_prime. */
static void feed_domain(mc_sha256_context *context, const uint8_t *domain, size_t domain_bytes)
{
    const uint8_t length = (uint8_t)domain_bytes;
    mc_sha256_feed(context, domain, domain_bytes);
    mc_sha256_feed(context, &length, 1);
}

mc_status mc_expand_message(uint8_t *out, size_t out_bytes, const mc_message *message)
{
    static const uint8_t zeros[MC_SHA256_BLOCK_BYTES];
    static const char oversize[] = "H2C-OVERSIZE-DST-";
    mc_sha256_context context;
    uint8_t first[MC_SHA256_BYTES], block[MC_SHA256_BYTES], hashed[MC_SHA256_BYTES];
    const uint8_t *domain = message->domain;
    size_t domain_bytes = message->domain_bytes;
    const uint8_t lengths[3] = {(uint8_t)(out_bytes >> 8), (uint8_t)out_bytes, 0};
    if (domain_bytes == 0)
        return MC_ERROR_CONTEXT_LENGTH;
    if (domain_bytes > DOMAIN_MAX) {
        mc_sha256_begin(&context);
        mc_sha256_feed(&context, (const uint8_t *)oversize, sizeof oversize - 1);
        mc_sha256_feed(&context, domain, domain_bytes);
        mc_sha256_finish(hashed, &context);
        domain = hashed;
        domain_bytes = sizeof hashed;
    }

    mc_sha256_begin(&context);
    mc_sha256_feed(&context, zeros, sizeof zeros);
    for (uint8_t i = 0; i < 3; i++)
        mc_sha256_feed(&context, message->pieces[i].octets, message->pieces[i].bytes);
    mc_sha256_feed(&context, lengths, sizeof lengths);
    feed_domain(&context, domain, domain_bytes);
    mc_sha256_finish(first, &context);

    memset(block, 0, sizeof block);
    for (uint8_t number = 1; out_bytes; number++) {
        const size_t taken = out_bytes < sizeof block ? out_bytes : sizeof block;
        for (uint8_t i = 0; i < sizeof block; i++)
            block[i] ^= first[i];
        mc_sha256_begin(&context);
        mc_sha256_feed(&context, block, sizeof block);
        mc_sha256_feed(&context, &number, 1);
        feed_domain(&context, domain, domain_bytes);
        mc_sha256_finish(block, &context);
        memcpy(out, block, taken);
        out += taken;
        out_bytes -= taken;
    }
    mc_wipe(first, sizeof first);
    mc_wipe(block, sizeof block);
    return MC_OK;
}
