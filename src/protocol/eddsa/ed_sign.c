/* Signatures of EdDSA (RFC 8032, 5.1.6 and 5.2.6). */
#include "protocol/eddsa/ed.h"
#include "scalar/blinding.h"
#include "scalar/scalar.h"

#include <string.h>

#if FIELD_HAS_EDDSA_CURVES

/* The private key's hash; its second half, the prefix, makes nonces. */
typedef struct {
    mc_word scalar[EC_SCALAR_WORDS], nonce[EC_SCALAR_WORDS]; /* the latter is r */
    uint8_t hash[ED_HASH_BYTES];
} ed_signing;

#if !MC_BLINDS_SCALARS
/* S = r + k s mod n. The scalar is taken mod n again from its bytes, which it fills but for the bits that
 * clamping clears. */
MC_NOINLINE void ed_solve(uint8_t *octets, const mc_word *k, ed_signing *own, const MC_FLASH EC(curve) *curve)
{
    mc_word s[EC_SCALAR_WORDS];
    const MC_FLASH ORDER(modulus) *m = EC_CURVE_MODULUS(curve);
    mc_words_to_octets_little(own->hash, EC_BYTES, own->scalar);
    ORDER(from_octets_little)(s, own->hash, EC_BYTES, curve->order_bits, m);
    ORDER(to_form)(s, s, m);
    order_mul(s, s, k, m);
    order_add(s, s, own->nonce, m);
    memset(octets, 0, ED_BYTES);
    mc_words_to_octets_little(octets, EC_BYTES, s);
    mc_wipe(s, sizeof s);
}
#else
/* The same by shares of the scalar; MC_ERROR_RANDOM, and zeros, if the source fails. */
MC_NOINLINE mc_status ed_solve_blinded(uint8_t *octets, const mc_word *k, ed_signing *own,
                                       const MC_FLASH EC(curve) *curve)
{
    mc_word s[EC_SCALAR_WORDS];
    const MC_FLASH ORDER(modulus) *m = EC_CURVE_MODULUS(curve);
    mc_words_to_octets_little(own->hash, EC_BYTES, own->scalar);
    ORDER(from_octets_little)(s, own->hash, EC_BYTES, curve->order_bits, m);
    const mc_status status = EC(blinded_product)(own->nonce, s, k, curve);
    memset(octets, 0, ED_BYTES);
    mc_words_to_octets_little(octets, EC_BYTES, own->nonce);
    return status;
}
#endif

/* The signature of the message with an expanded private key. The message is read for the last time before anything is
 * written: a second hash over bytes of the signature would give the scalar away, with another signature. */
static mc_status ed_sign_expanded(uint8_t *signature, ed_signing *own, const ed_message *message,
                                  const MC_FLASH EC(curve) *curve)
{
    uint8_t nonce_point[ED_BYTES], public_key[ED_BYTES]; /* R, A */
    mc_word k[EC_SCALAR_WORDS];
    mc_status status = EC(ed_hash_message)(own->nonce, own->hash + ED_BYTES, NULL, message, curve);
#ifdef ec_scalar_mult_base_pair
    if (status == MC_OK)
        status = EC(ed_encode_multiples)(nonce_point, public_key, own->nonce, own->scalar, curve);
#else
    if (status == MC_OK)
        status = EC(ed_encode_multiple)(nonce_point, own->nonce, curve);
    if (status == MC_OK)
        status = EC(ed_encode_multiple)(public_key, own->scalar, curve);
#endif
    if (status == MC_OK)
        status = EC(ed_hash_message)(k, nonce_point, public_key, message, curve);
    if (status == MC_OK) {
        memcpy(signature, nonce_point, ED_BYTES);
#if MC_BLINDS_SCALARS
        status = ed_solve_blinded(signature + ED_BYTES, k, own, curve);
        if (status != MC_OK)
            memset(signature, 0, 2 * ED_BYTES);
#else
        ed_solve(signature + ED_BYTES, k, own, curve);
#endif
    }
    return status;
}

static mc_status ed_sign_as(uint8_t *signature, const uint8_t *private_key, size_t private_key_bytes,
                            const ed_message *message, const MC_FLASH EC(curve) *curve)
{
    ed_signing own;
    mc_status status = private_key_bytes == ED_BYTES ? EC(ed_check)(message) : MC_ERROR_LENGTH;
    if (status != MC_OK)
        return status;
    EC(ed_hash_key)(own.hash, private_key);
    EC(clamped_scalar)(own.scalar, own.hash, EC_CURVE_COFACTOR(curve));
    status = ed_sign_expanded(signature, &own, message, curve);
    mc_wipe(&own, sizeof own);
    EC_WIPE_SPILLED();
    return status;
}

mc_status EC(ed_eddsa_sign)(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                            size_t private_key_bytes, size_t message_bytes, const MC_FLASH EC(curve) *curve)
{
    const ed_message what = {.octets = message, .bytes = message_bytes};
    return ed_sign_as(signature, private_key, private_key_bytes, &what, curve);
}

mc_status EC(ed_eddsa_sign_context)(uint8_t *signature, const uint8_t *private_key, const uint8_t *message,
                                    const uint8_t *context, size_t private_key_bytes, size_t message_bytes,
                                    size_t context_bytes, const MC_FLASH EC(curve) *curve)
{
    const ed_message what = {
        .context = context, .context_bytes = context_bytes, .octets = message, .bytes = message_bytes};
    return ed_sign_as(signature, private_key, private_key_bytes, &what, curve);
}

mc_status EC(ed_eddsa_sign_digest)(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                                   const uint8_t *context, size_t private_key_bytes, size_t digest_bytes,
                                   size_t context_bytes, const MC_FLASH EC(curve) *curve)
{
    const ed_message what = {
        .context = context, .context_bytes = context_bytes, .octets = digest, .bytes = digest_bytes, .is_digest = 1};
    return ed_sign_as(signature, private_key, private_key_bytes, &what, curve);
}

mc_status EC(ed_eddsa_sign_read)(uint8_t *signature, const uint8_t *private_key, const uint8_t *context,
                                 size_t private_key_bytes, size_t message_bytes, size_t context_bytes, mc_reader reader,
                                 void *reader_context, const MC_FLASH EC(curve) *curve)
{
    const ed_message what = {.context = context,
                             .context_bytes = context_bytes,
                             .bytes = message_bytes,
                             .reader = reader,
                             .reader_context = reader_context};
    return ed_sign_as(signature, private_key, private_key_bytes, &what, curve);
}

#endif
