/* Encryption of Boneh and Franklin 2003 in the shape of RFC 5091, 5.4 and 5.5, with SHA-256:
 *
 *   rho random, l = HashToRange(rho || SHA-256(m)), U = l P
 *   w = SHA-256(bytes of e(s P, Q)^l), V = w XOR rho, W = HashBytes(|m|, rho) XOR m
 *
 * which is FullIdent, by the transformation of Fujisaki and Okamoto 1999: who decrypts computes U again. BasicIdent is
 * U for l = HashToRange(rho) and W = HashBytes(|m|, w) XOR m. */
#include "ibe/once/object.h"

#include <string.h>

size_t mc_ibe_overhead_bytes(const mc_ibe_group *group)
{
    return mc_ibe_object_bytes(MC_IBE_CIPHERTEXT, MC_IBE_FOR_ENCRYPTION, group);
}

size_t mc_ibe_basic_overhead_bytes(const mc_ibe_group *group)
{
    return mc_ibe_object_bytes(MC_IBE_BASIC_CIPHERTEXT, MC_IBE_FOR_ENCRYPTION, group);
}

/* As the others here, apart from its caller, whose frame is then small where points are computed. l, from the seed and,
 * in FullIdent, the message. */
MC_NOINLINE void ibe_derive_exponent(uint8_t *l, const uint8_t *seed, const uint8_t *message, size_t message_bytes,
                                     mc_ibe_kind kind, const mc_ibe_group *group)
{
    uint8_t digest[MC_SHA256_BYTES];
    mc_sha256_context context;
    if (kind == MC_IBE_BASIC_CIPHERTEXT) {
        mc_ibe_hash_to_range(l, seed, IBE_SEED_BYTES, NULL, 0, group);
        return;
    }
    mc_sha256_begin(&context);
    mc_sha256_feed(&context, message, message_bytes);
    mc_sha256_finish(digest, &context);
    mc_ibe_hash_to_range(l, seed, IBE_SEED_BYTES, digest, sizeof digest, group);
    mc_wipe(digest, sizeof digest);
}

static void xor_seed(uint8_t *out, const uint8_t *a, const uint8_t *b)
{
    for (uint8_t i = 0; i < IBE_SEED_BYTES; i++)
        out[i] = a[i] ^ b[i];
}

typedef struct {
    const uint8_t *message, *identity, *parameters;
    size_t message_bytes, identity_bytes, parameters_bytes;
} inputs;

MC_NOINLINE mc_status ibe_check_inputs(const inputs *in, size_t overhead, const mc_ibe_group *group)
{
    mc_status status =
        mc_ibe_read_head(in->parameters, in->parameters_bytes, MC_IBE_PARAMETERS, MC_IBE_FOR_ENCRYPTION, group);
    if (status == MC_OK)
        status = mc_ibe_check_identity(in->identity, in->identity_bytes);
    if (status == MC_OK && (uint64_t)in->message_bytes + overhead - MC_IBE_HEAD_BYTES > UINT32_MAX)
        status = MC_ERROR_MESSAGE_LENGTH;
    return status;
}

/* All inputs are taken before the first output is written, the message last: buffers may overlap. */
static mc_status encrypt(uint8_t *ciphertext, mc_ibe_kind kind, const inputs *in, mc_random random, void *context,
                         const mc_ibe_group *group)
{
    const size_t overhead = mc_ibe_object_bytes(kind, MC_IBE_FOR_ENCRYPTION, group);
    const size_t bytes = overhead + (group ? in->message_bytes : 0);
    uint8_t seed[IBE_SEED_BYTES], key[IBE_SEED_BYTES], l[IBE_ORDER_MAX_BYTES], u[IBE_POINT_MAX_BYTES];
    mc_status status = ibe_check_inputs(in, overhead, group);
    if (status == MC_OK)
        status = mc_ibe_draw(seed, sizeof seed, random, context);
    if (status == MC_OK) {
        const ibe_point identity = {
            .identity = in->identity, .identity_bytes = in->identity_bytes, .use = MC_IBE_FOR_ENCRYPTION};
        ibe_derive_exponent(l, seed, in->message, in->message_bytes, kind, group);
        status = group->pair(key, &(ibe_point){.base = in->parameters + MC_IBE_HEAD_BYTES}, &identity, l);
    }
    if (status == MC_OK)
        status = group->write(u, &(ibe_point){.multiplier = l}, 0);
    if (status == MC_OK) {
        mc_move(ciphertext + overhead, in->message, in->message_bytes);
        mc_ibe_write_head(ciphertext, kind, bytes, group);
        memcpy(ciphertext + MC_IBE_HEAD_BYTES, u, group->point_bytes[0]);
        if (kind == MC_IBE_CIPHERTEXT)
            xor_seed(ciphertext + overhead - IBE_SEED_BYTES, key, seed);
        mc_ibe_xor_hash_bytes(ciphertext + overhead, in->message_bytes, kind == MC_IBE_CIPHERTEXT ? seed : key);
    }
    mc_wipe(seed, sizeof seed);
    mc_wipe(key, sizeof key);
    mc_wipe(l, sizeof l);
    return mc_ibe_end(status, ciphertext, bytes);
}

mc_status mc_ibe_encrypt(uint8_t *ciphertext, const uint8_t *message, const uint8_t *identity,
                         const uint8_t *parameters, size_t message_bytes, size_t identity_bytes,
                         size_t parameters_bytes, mc_random random, void *context, const mc_ibe_group *group)
{
    const inputs in = {message, identity, parameters, message_bytes, identity_bytes, parameters_bytes};
    return encrypt(ciphertext, MC_IBE_CIPHERTEXT, &in, random, context, group);
}

mc_status mc_ibe_basic_encrypt(uint8_t *ciphertext, const uint8_t *message, const uint8_t *identity,
                               const uint8_t *parameters, size_t message_bytes, size_t identity_bytes,
                               size_t parameters_bytes, mc_random random, void *context, const mc_ibe_group *group)
{
    const inputs in = {message, identity, parameters, message_bytes, identity_bytes, parameters_bytes};
    return encrypt(ciphertext, MC_IBE_BASIC_CIPHERTEXT, &in, random, context, group);
}

/* MC_OK if the seed and the message give U, else MC_ERROR_MAC. */
MC_NOINLINE mc_status ibe_compare_u(const uint8_t *u, const uint8_t *seed, const uint8_t *message, size_t message_bytes,
                                    const mc_ibe_group *group)
{
    uint8_t l[IBE_ORDER_MAX_BYTES], found[IBE_POINT_MAX_BYTES];
    ibe_derive_exponent(l, seed, message, message_bytes, MC_IBE_CIPHERTEXT, group);
    const mc_status status = group->write(found, &(ibe_point){.multiplier = l}, 0); /* l = 0 has a chance of 1 in r */
    const uint8_t is_equal = status == MC_OK && IBE_PUBLIC(mc_octets_equal(found, u, group->point_bytes[0]));
    mc_wipe(l, sizeof l);
    mc_wipe(found, sizeof found);
    return is_equal ? MC_OK : MC_ERROR_MAC;
}

static mc_status decrypt(uint8_t *message, mc_ibe_kind kind, const uint8_t *private_key, const uint8_t *ciphertext,
                         size_t private_key_bytes, size_t ciphertext_bytes, const mc_ibe_group *group)
{
    const size_t overhead = mc_ibe_object_bytes(kind, MC_IBE_FOR_ENCRYPTION, group);
    const size_t bytes = group && ciphertext_bytes > overhead ? ciphertext_bytes - overhead : 0;
    uint8_t seed[IBE_SEED_BYTES], key[IBE_SEED_BYTES], u[IBE_POINT_MAX_BYTES];
    mc_status status =
        mc_ibe_read_head(private_key, private_key_bytes, MC_IBE_PRIVATE_KEY, MC_IBE_FOR_ENCRYPTION, group);
    if (status == MC_OK)
        status = mc_ibe_read_head(ciphertext, ciphertext_bytes, kind, MC_IBE_FOR_ENCRYPTION, group);
    if (status == MC_OK) {
        memcpy(u, ciphertext + MC_IBE_HEAD_BYTES, group->point_bytes[0]);
        status =
            group->pair(key, &(ibe_point){.base = u}, &(ibe_point){.base = private_key + MC_IBE_HEAD_BYTES + 1}, NULL);
    }
    if (status == MC_OK) {
        xor_seed(seed, key, ciphertext + overhead - IBE_SEED_BYTES); /* of BasicIdent of no meaning, and not used */
        mc_move(message, ciphertext + overhead, bytes);
        mc_ibe_xor_hash_bytes(message, bytes, kind == MC_IBE_CIPHERTEXT ? seed : key);
        if (kind == MC_IBE_CIPHERTEXT)
            status = ibe_compare_u(u, seed, message, bytes, group);
    }
    mc_wipe(seed, sizeof seed);
    mc_wipe(key, sizeof key);
    return mc_ibe_end(status, message, bytes);
}

mc_status mc_ibe_decrypt(uint8_t *message, const uint8_t *private_key, const uint8_t *ciphertext,
                         size_t private_key_bytes, size_t ciphertext_bytes, const mc_ibe_group *group)
{
    return decrypt(message, MC_IBE_CIPHERTEXT, private_key, ciphertext, private_key_bytes, ciphertext_bytes, group);
}

mc_status mc_ibe_basic_decrypt(uint8_t *message, const uint8_t *private_key, const uint8_t *ciphertext,
                               size_t private_key_bytes, size_t ciphertext_bytes, const mc_ibe_group *group)
{
    return decrypt(message, MC_IBE_BASIC_CIPHERTEXT, private_key, ciphertext, private_key_bytes, ciphertext_bytes,
                   group);
}
