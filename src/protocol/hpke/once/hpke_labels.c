#include "protocol/hpke/hpke.h"

#include <string.h>

#include "hash/kdf.h"
#include "motecurve/hmac.h"

#define VERSION         "HPKE-v1"
#define LABEL_BYTES_MAX 18

/* A mote has no strlen. */
static uint8_t label_bytes(const char *label)
{
    uint8_t bytes = 0;
    while (label[bytes])
        bytes++;
    return bytes;
}

static void append(mc_hpke_labels *labels, const void *octets, uint8_t bytes)
{
    memcpy(labels->suite + labels->suite_bytes, octets, bytes);
    labels->suite_bytes = (uint8_t)(labels->suite_bytes + bytes);
}

static void append_id(mc_hpke_labels *labels, uint16_t id)
{
    const uint8_t octets[2] = {(uint8_t)(id >> 8), (uint8_t)id};
    append(labels, octets, sizeof octets);
}

void mc_hpke_label_kem(mc_hpke_labels *labels, const mc_hpke_kem *kem)
{
    labels->hash = kem->hash;
    labels->suite_bytes = 0;
    append(labels, "KEM", 3);
    append_id(labels, kem->id);
}

/* The id of HKDF (RFC 9180, 7.2), which counts SHA-256, SHA-384, SHA-512. */
static uint16_t kdf_id(const mc_hash *hash)
{
    return (uint16_t)(mc_hash_digest_bytes(hash) / 16 - 1);
}

void mc_hpke_label_context(mc_hpke_labels *labels, uint16_t kem, const mc_hash *hash, const mc_hpke_aead *aead)
{
    labels->hash = hash;
    labels->suite_bytes = 0;
    append(labels, "HPKE", 4);
    append_id(labels, kem);
    append_id(labels, kdf_id(hash));
    append_id(labels, aead ? aead->id : MC_HPKE_EXPORT_ONLY);
}

void mc_hpke_extract(uint8_t *key, const mc_hpke_labels *labels, const uint8_t *salt, size_t salt_bytes,
                     const char *label, const uint8_t *secret, size_t secret_bytes)
{
    mc_hmac_context context;
    mc_hmac_begin(&context, labels->hash, salt, salt_bytes);
    mc_hmac_feed(&context, (const uint8_t *)VERSION, sizeof VERSION - 1);
    mc_hmac_feed(&context, labels->suite, labels->suite_bytes);
    mc_hmac_feed(&context, (const uint8_t *)label, label_bytes(label));
    mc_hmac_feed(&context, secret, secret_bytes);
    mc_hmac_finish(key, &context);
}

mc_status mc_hpke_expand(uint8_t *out, size_t out_bytes, const mc_hpke_labels *labels, const uint8_t *key,
                         const char *label, const uint8_t *info, size_t info_bytes)
{
    uint8_t prefix[2 + sizeof VERSION + MC_HPKE_SUITE_BYTES_MAX + LABEL_BYTES_MAX];
    uint8_t block[MC_HASH_MAX_DIGEST_BYTES], *end = prefix;
    const size_t digest_bytes = mc_hash_digest_bytes(labels->hash);
    if (out_bytes > 255 * digest_bytes)
        return MC_ERROR_LENGTH;
    *end++ = (uint8_t)(out_bytes >> 8);
    *end++ = (uint8_t)out_bytes;
    memcpy(end, VERSION, sizeof VERSION - 1);
    end += sizeof VERSION - 1;
    memcpy(end, labels->suite, labels->suite_bytes);
    end += labels->suite_bytes;
    memcpy(end, label, label_bytes(label));
    end += label_bytes(label);
    const mc_kdf_inputs inputs = {
        labels->hash, {key, digest_bytes}, {{prefix, (size_t)(end - prefix)}, {info, info_bytes}}};
    for (uint8_t number = 1; out_bytes; number++) {
        const size_t taken = out_bytes < digest_bytes ? out_bytes : digest_bytes;
        mc_hkdf_block(block, &inputs, number);
        memcpy(out, block, taken);
        out += taken;
        out_bytes -= taken;
    }
    mc_wipe(block, sizeof block);
    return MC_OK;
}
