#include "protocol/protocol.h"

#include <string.h>

#include "encoding/encoding.h"
#include "scalar/scalar.h"

/* Nonces that give no signature come once in 2^162 times on a curve of that order; on the tiny curves of the tests, now
 * and then. */
#define NONCES_MAX 64

typedef struct {
    mc_word d[EC_SCALAR_WORDS], e[EC_SCALAR_WORDS], k[EC_SCALAR_WORDS]; /* private key, digest, nonce */
} signing;

/* r = x(k G) mod n. Each step of a signature has a frame of its own, so that none adds to another's memory. */
MC_NOINLINE mc_status nonce_point(mc_word *r, const mc_word *k, const MC_FLASH EC(curve) *curve)
{
    EC(affine) p;
    mc_status status = ec_scalar_mult_base(&p, k, curve);
    EC(x_mod_order)(r, p.x, curve);
    mc_wipe(&p, sizeof p);
    return status;
}

/* s = (e + d r) / k mod n. */
MC_NOINLINE void solve(mc_word *s, const mc_word *r, const mc_word *d, const mc_word *e, const mc_word *k,
                       const MC_FLASH ORDER(modulus) *m)
{
    mc_word inverse[EC_SCALAR_WORDS];
    ORDER(to_form)(s, d, m);
    order_mul(s, s, r, m);
    order_add(s, s, e, m);
    ORDER(to_form)(inverse, k, m);
    order_inv(inverse, inverse, m);
    order_mul(s, s, inverse, m);
    mc_wipe(inverse, sizeof inverse);
}

mc_status EC(ecdsa_sign_nonce)(uint8_t *signature, const mc_word *d, const mc_word *e, const mc_word *k,
                               const MC_FLASH EC(curve) *curve)
{
    mc_word r[EC_SCALAR_WORDS], s[EC_SCALAR_WORDS];
    size_t bytes = EC_SCALAR_BYTES(curve);
    memset(signature, 0, 2 * bytes);
    mc_status status = nonce_point(r, k, curve);
    if (status != MC_OK)
        return status;
    solve(s, r, d, e, k, EC_CURVE_MODULUS(curve));
    if (ORDER(mask_zero)(r) | ORDER(mask_zero)(s)) {
        mc_wipe(s, sizeof s); /* of an unused nonce, it is an equation for the private key */
        return MC_ERROR_SIGNATURE;
    }
    mc_words_to_octets(signature, bytes, r);
    mc_words_to_octets(signature + bytes, bytes, s);
    return MC_OK;
}

/* Zeroes the signature; reads the private key and the digest. */
static mc_status begin(signing *own, uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                       size_t private_key_bytes, size_t digest_bytes, const MC_FLASH EC(curve) *curve)
{
    memset(signature, 0, 2 * EC_SCALAR_BYTES(curve));
    mc_status status = EC(scalar_decode)(own->d, private_key, private_key_bytes, curve);
    return status == MC_OK ? EC(digest_decode)(own->e, digest, digest_bytes, curve) : status;
}

/* Signs with one nonce after the other until one gives a signature. Inlined into its two callers, so that each is
 * without the other's source of nonces; random is null for RFC 6979. */
MC_INLINE mc_status sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                         size_t private_key_bytes, size_t digest_bytes, mc_random random, void *context,
                         const MC_FLASH EC(curve) *curve)
{
    signing own;
    uint8_t unused = 0;
    mc_status status = begin(&own, signature, private_key, digest, private_key_bytes, digest_bytes, curve);
    while (status == MC_OK) {
        if (random)
            status = EC(draw_scalar)(own.k, random, context, curve);
        else
            status = EC(nonce_rfc6979)(own.k, own.d, own.e, unused, curve);
        if (status != MC_OK)
            break;
        status = EC(ecdsa_sign_nonce)(signature, own.d, own.e, own.k, curve);
        if (status != MC_ERROR_SIGNATURE)
            break;
        status = ++unused < NONCES_MAX ? MC_OK : MC_ERROR_RANDOM;
    }
    mc_wipe(&own, sizeof own);
    return status;
}

mc_status EC(ecdsa_sign_digest)(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                                size_t private_key_bytes, size_t digest_bytes, const MC_FLASH EC(curve) *curve)
{
    return sign(signature, private_key, digest, private_key_bytes, digest_bytes, NULL, NULL, curve);
}

mc_status EC(ecdsa_sign_digest_random)(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                                       size_t private_key_bytes, size_t digest_bytes, mc_random random, void *context,
                                       const MC_FLASH EC(curve) *curve)
{
    return sign(signature, private_key, digest, private_key_bytes, digest_bytes, random, context, curve);
}
