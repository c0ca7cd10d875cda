/* The end of an EdDSA signature, of ed_sign.c and ed_sign_expanded.c: from R to S. */
#ifndef MC_ED_SOLVE_H
#define MC_ED_SOLVE_H

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

/* The signature, by R, the public key and what `own` has of the private key. The message is read for the last time
 * before anything is written: a second hash over bytes of the signature would give the scalar away, with another
 * signature. */
static mc_status ed_finish(uint8_t *signature, const uint8_t *nonce_point, const uint8_t *public_key, ed_signing *own,
                           const ed_message *message, const MC_FLASH EC(curve) *curve)
{
    mc_word k[EC_SCALAR_WORDS];
    mc_status status = EC(ed_hash_message)(k, nonce_point, public_key, message, curve);
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

#endif
#endif
