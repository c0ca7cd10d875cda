/* Inside HPKE: the AEADs, the KEM of a curve, labelled derivations. */
#ifndef MC_PROTOCOL_HPKE_H
#define MC_PROTOCOL_HPKE_H

#include "motecurve/hpke.h"
#include "word/word.h"

struct mc_hpke_aead {
    uint16_t id; /* RFC 9180, 7.3 */
    uint8_t key_bytes;
    mc_status (*encrypt)(uint8_t *ciphertext, const uint8_t *key, const uint8_t *nonce, const uint8_t *message,
                         const uint8_t *data, size_t key_bytes, size_t nonce_bytes, size_t message_bytes,
                         size_t data_bytes);
    mc_status (*decrypt)(uint8_t *message, const uint8_t *key, const uint8_t *nonce, const uint8_t *ciphertext,
                         const uint8_t *data, size_t key_bytes, size_t nonce_bytes, size_t ciphertext_bytes,
                         size_t data_bytes);
};
#define MC_HPKE_EXPORT_ONLY 0xffff /* the id of no AEAD */

/* RFC 9180, 7.1. */
typedef struct {
    uint16_t id;
    uint8_t first_bits; /* of a private key's first byte, in DeriveKeyPair; 0 where any bytes are a key */
    const mc_hash *hash;
} mc_hpke_kem;

/* What derivations are labelled with. */
#define MC_HPKE_SUITE_BYTES_MAX 10
typedef struct {
    const mc_hash *hash;
    uint8_t suite[MC_HPKE_SUITE_BYTES_MAX], suite_bytes;
} mc_hpke_labels;

/* protocol/hpke/once/hpke_labels.c: the suites of a KEM alone and of a context, and LabeledExtract and LabeledExpand
 * (RFC 9180, 4), whose `key` is a digest. MC_ERROR_LENGTH for more than 255 digests. `out` lies apart from the info if
 * it is longer than a digest. */
void mc_hpke_label_kem(mc_hpke_labels *labels, const mc_hpke_kem *kem);
void mc_hpke_label_context(mc_hpke_labels *labels, uint16_t kem, const mc_hash *hash, const mc_hpke_aead *aead);
void mc_hpke_extract(uint8_t *key, const mc_hpke_labels *labels, const uint8_t *salt, size_t salt_bytes,
                     const char *label, const uint8_t *secret, size_t secret_bytes);
mc_status mc_hpke_expand(uint8_t *out, size_t out_bytes, const mc_hpke_labels *labels, const uint8_t *key,
                         const char *label, const uint8_t *info, size_t info_bytes);

/* protocol/hpke/once/hpke_kem.c: MC_ERROR_UNSUPPORTED for curves without a KEM. */
mc_status mc_hpke_find_kem(mc_hpke_kem *kem, const mc_curve *curve);

/* What Encap and Decap agree on: the secrets, one or two, and the public keys, two or three (RFC 9180, 4.1). */
typedef struct {
    uint8_t secrets[2 * MC_MAX_FIELD_BYTES], keys[3 * MC_MAX_PUBLIC_KEY_BYTES];
    uint8_t secrets_count, keys_count;
} mc_hpke_agreement;
/* ExtractAndExpand: the shared secret, a digest. */
mc_status mc_hpke_shared_secret(uint8_t *secret, const mc_hpke_agreement *agreement, const mc_hpke_kem *kem,
                                const mc_curve *curve);

/* protocol/hpke/once/hpke_schedule.c: MC_ERROR_UNSUPPORTED for options that are none, MC_ERROR_LENGTH for a PSK or a
 * key for authentication that the mode does not have. */
mc_status mc_hpke_check(const mc_hpke_options *options, size_t authentication_key_bytes);
/* KeySchedule (RFC 9180, 5.1). */
mc_status mc_hpke_schedule(mc_hpke_context *context, const mc_hpke_kem *kem, const uint8_t *secret, const uint8_t *info,
                           size_t info_bytes, const mc_hpke_options *options);

/* The nonce of the next message (RFC 9180, 5.2). MC_ERROR_UNSUPPORTED without an AEAD, MC_ERROR_MESSAGE_LENGTH after
 * the last number. */
mc_status mc_hpke_nonce(uint8_t nonce[MC_HPKE_NONCE_BYTES], const mc_hpke_context *context);

static inline int mc_hpke_is_authenticated(const mc_hpke_options *options)
{
    return options->mode == MC_HPKE_AUTH || options->mode == MC_HPKE_AUTH_PSK;
}

/* Whether an output of so many bytes lies where the options are, or what they point to. */
static inline int mc_hpke_overlaps(const void *out, size_t bytes, const mc_hpke_options *options)
{
    return options && (mc_octets_overlap(out, bytes, options, sizeof *options) ||
                       mc_octets_overlap(out, bytes, options->psk, options->psk_bytes) ||
                       mc_octets_overlap(out, bytes, options->psk_id, options->psk_id_bytes));
}

#endif
