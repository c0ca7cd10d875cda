/* EdDSA: shared by keys, signing and verifying (RFC 8032, 5.1 and 5.2; the names r, k, S, dom are its). */
#ifndef MC_ED_H
#define MC_ED_H

#include "encoding/encoding.h"
#include "motecurve/eddsa.h"
#include "protocol/protocol.h"

#if FIELD_HAS_EDDSA_CURVES

#define ED_BYTES           EDWARDS_POINT_BYTES /* of a key of either kind, of R, of S */
#define ED_SIGNATURE_BYTES (2 * ED_BYTES)
#define ED_HASH_BYTES      (2 * ED_BYTES)
#define ED_EXPANDED_BYTES  MC_EDDSA_EXPANDED_KEY_BYTES(ED_BYTES)

/* What is signed: so many bytes, in memory or, where octets is null, from the reader. */
typedef struct {
    const uint8_t *context;
    size_t context_bytes;
    const uint8_t *octets;
    size_t bytes;
    mc_reader reader;
    void *reader_context;
    uint8_t is_digest;
} ed_message;

/* protocol/eddsa/ed_hash.c. MC_OK if the context and, of a digest, the length are such as can be. */
mc_status EC(ed_check)(const ed_message *message);
/* The hash of a private key: ED_HASH_BYTES. */
void EC(ed_hash_key)(uint8_t *hash, const uint8_t *private_key);
/* The hash of an expanded key without its check, which is the first MC_EDDSA_CHECK_BYTES of it. */
void EC(ed_hash_expanded)(uint8_t *hash, const uint8_t *expanded_key);
/* r = the hash of dom, first, second and the message, mod n; second may be null. MC_ERROR_READER, and r zeroed. */
mc_status EC(ed_hash_message)(mc_word *r, const uint8_t *first, const uint8_t *second, const ed_message *message,
                              const MC_FLASH EC(curve) *curve);

/* protocol/eddsa/ed_key.c: octets = k G, encoded. Constant time. */
mc_status EC(ed_encode_multiple)(uint8_t *octets, const mc_word *k, const MC_FLASH EC(curve) *curve);
/* The same of two numbers, where there is ec_scalar_mult_base_pair. */
mc_status EC(ed_encode_multiples)(uint8_t *first, uint8_t *second, const mc_word *k, const mc_word *l,
                                  const MC_FLASH EC(curve) *curve);

/* protocol/eddsa/ed_verify.c: S, of a signature of the right length; its R has a y in range. MC_ERROR_SCALAR_RANGE,
 * _COORDINATE_RANGE. */
mc_status EC(ed_decode_signature)(mc_word *s, const uint8_t *signature, const MC_FLASH EC(curve) *curve);
/* ~0 if the cofactor times p, which p becomes, is infinity, else 0. */
mc_word EC(ed_mask_small_order)(ec_projective *p, const MC_FLASH EC(curve) *curve);
/* MC_OK for a key's point that does not have small order; MC_ERROR_INFINITY, _SUBGROUP. */
mc_status EC(ed_check_key)(const EC(affine) *q, const MC_FLASH EC(curve) *curve);
/* Verification of what is signed, in any of its forms. */
mc_status EC(ed_verify_as)(const uint8_t *signature, const uint8_t *public_key, size_t signature_bytes,
                           size_t public_key_bytes, const ed_message *message, const MC_FLASH EC(curve) *curve);

#endif
#endif
