/* Inside ECIES: the functions that the options name, and the keys of one message. */
#ifndef MC_PROTOCOL_ECIES_H
#define MC_PROTOCOL_ECIES_H

#include "hash/kdf.h"
#include "motecurve/aes.h"
#include "motecurve/ecies.h"
#include "motecurve/key.h"
#include "native/burn.h"
#include "word/word.h"

#define MC_ECIES_CIPHER_KEY_BYTES_MAX 32
#define MC_ECIES_TAG_BYTES_MIN        8
/* A shared secret, or the key that HKDF makes of it. */
#define MC_ECIES_SECRET_BYTES_MAX                                                                                      \
    (MC_MAX_FIELD_BYTES > MC_HASH_MAX_DIGEST_BYTES ? MC_MAX_FIELD_BYTES : MC_HASH_MAX_DIGEST_BYTES)

struct mc_ecies_kdf {
    uint32_t blocks_max; /* digests that it gives */
    /* Where it is not null, it takes the place of the secret. */
    void (*extract)(uint8_t *key, const mc_hash *hash, const uint8_t *salt, size_t salt_bytes, const uint8_t *secret,
                    size_t secret_bytes);
    void (*block)(uint8_t *digest, const mc_kdf_inputs *inputs, uint32_t number);
};

struct mc_ecies_cipher {
    uint8_t key_bytes; /* 0 for XOR, whose key is as long as the message */
    mc_status (*ctr)(uint8_t *out, uint8_t counter[MC_AES_BLOCK_BYTES], const uint8_t *in, const uint8_t *key,
                     size_t bytes, size_t key_bytes);
};

struct mc_ecies_compression {
    mc_status (*encode)(uint8_t *encoded, const uint8_t *point, const mc_curve *curve);
    mc_status (*decode)(uint8_t *point, const uint8_t *encoded, size_t encoded_bytes, const mc_curve *curve);
};

/* The bytes of a KDF, one after the other. */
typedef struct {
    const mc_ecies_kdf *kdf;
    mc_kdf_inputs inputs;
    uint32_t number; /* of the digest in block; 0 before the first */
    uint8_t used;    /* bytes of it */
    uint8_t block[MC_HASH_MAX_DIGEST_BYTES], secret[MC_ECIES_SECRET_BYTES_MAX];
} mc_ecies_stream;

typedef struct {
    mc_ecies_stream stream;
    uint8_t cipher_key[MC_ECIES_CIPHER_KEY_BYTES_MAX], counter[MC_AES_BLOCK_BYTES], mac_key[MC_HASH_MAX_DIGEST_BYTES];
} mc_ecies_keys;

/* Bytes of R, for options that mc_ecies_check has accepted. */
static inline size_t mc_ecies_r_bytes(const mc_ecies_options *options, const mc_curve *curve)
{
    return options->compression ? 1 + mc_curve_field_bytes(curve) : mc_curve_public_key_bytes(curve);
}

/* protocol/ecies/once/ecies_stream.c. begin takes a shared secret; the two inputs of info must stay until the end. out
 * = in XOR the next bytes, or these alone where in is null; out may be in, and null, to pass over bytes. */
void mc_ecies_stream_begin(mc_ecies_stream *stream, const mc_ecies_kdf *kdf, const mc_hash *hash, const uint8_t *secret,
                           size_t secret_bytes, mc_kdf_input info1, mc_kdf_input info2);
void mc_ecies_stream_read(uint8_t *out, const uint8_t *in, size_t bytes, mc_ecies_stream *stream);

/* protocol/ecies/once/ecies_keys.c. MC_ERROR_OVERLAP if an output of so many bytes lies where the options are, or
 * the data that they point to. */
mc_status mc_ecies_check_apart(const uint8_t *out, size_t bytes, const mc_ecies_options *options);
/* MC_ERROR_UNSUPPORTED for options or curves that are not supported. */
mc_status mc_ecies_check(const mc_ecies_options *options, const mc_curve *curve);
/* The keys of a shared secret and the encoded R, which must stay. MC_ERROR_MESSAGE_LENGTH. Wipe them in any case. */
mc_status mc_ecies_derive(mc_ecies_keys *keys, const uint8_t *secret, const uint8_t *ephemeral, size_t message_bytes,
                          const mc_ecies_options *options, const mc_curve *curve);
/* Encrypts or decrypts, once; out may be in. */
void mc_ecies_apply(uint8_t *out, const uint8_t *in, size_t bytes, mc_ecies_keys *keys,
                    const mc_ecies_options *options);
/* A whole digest; the tag is its beginning. */
void mc_ecies_tag(uint8_t *digest, const uint8_t *in, size_t bytes, const mc_ecies_keys *keys,
                  const mc_ecies_options *options);

#endif
