/* Certificate generation (SEC 4, 3.4). Whether e P + Q_CA is infinity, which step 7 asks and the authority finds only
 * by another multiplication, the subject sees at once; it happens once in n times. */
#include "protocol/protocol.h"

#include "encoding/encoding.h"
#include "scalar/scalar.h"

#if !FIELD_HAS_EDWARDS_CURVES

/* P is infinity or r is 0 once in n times, which only tests on tiny curves see. */
#define ISSUE_TRIES_MAX 64

/* p = request + k G, in constant time, although whoever knows the request and p, which is public, knows k G. */
MC_NOINLINE mc_status reconstruction_point(EC(affine) *p, const mc_word *k, const EC(affine) *request,
                                           const MC_FLASH EC(curve) *curve)
{
    mc_status status = ec_scalar_mult_base(p, k, curve);
    EC(affine_add)(p, p, request, curve);
    return status;
}

/* The certificate's point, after its information. */
static void encode_compressed(uint8_t *octets, const EC(affine) *p)
{
    octets[0] = (uint8_t)(MC_POINT_COMPRESSED | EC(affine_y_bit_var)(p));
    EC(element_encode)(octets + 1, p->x);
}

/* r = e k + d mod n. */
static void contribute(mc_word *r, const mc_word *e, const mc_word *k, const mc_word *d,
                       const MC_FLASH ORDER(modulus) *m)
{
    ORDER(to_form)(r, k, m);
    order_mul(r, r, e, m);
    order_add(r, r, d, m);
}

/* One try: MC_ERROR_CERTIFICATE if it gives none. r may be k. */
static mc_status issue(uint8_t *certificate, mc_word *r, const mc_word *d, const mc_word *k, const EC(affine) *request,
                       size_t info_bytes, const mc_hash *hash, const MC_FLASH EC(curve) *curve)
{
    EC(affine) p;
    mc_word e[EC_SCALAR_WORDS];
    mc_status status = reconstruction_point(&p, k, request, curve);
    if (status != MC_OK)
        return status;
    if (EC(affine_mask_infinity)(&p))
        return MC_ERROR_CERTIFICATE;
    encode_compressed(certificate + info_bytes, &p);
    EC(ecqv_hash)(e, certificate, MC_ECQV_CERTIFICATE_BYTES(info_bytes, EC_BYTES), hash, curve);
    contribute(r, e, k, d, EC_CURVE_MODULUS(curve));
    return ORDER(mask_zero)(r) ? MC_ERROR_CERTIFICATE : MC_OK;
}

mc_status EC(ecqv_issue)(uint8_t *certificate, uint8_t *contribution, const uint8_t *authority_private_key,
                         const uint8_t *request, const uint8_t *info, size_t authority_private_key_bytes,
                         size_t request_bytes, size_t info_bytes, const mc_hash *hash, mc_random random, void *context,
                         const MC_FLASH EC(curve) *curve)
{
    EC(affine) q;
    mc_word d[EC_SCALAR_WORDS], k[EC_SCALAR_WORDS], r[EC_SCALAR_WORDS];
    uint8_t tries = 0;
    if (!hash)
        return MC_ERROR_UNSUPPORTED;
    mc_status status = EC(public_key_decode)(&q, request, request_bytes, curve);
    if (status == MC_OK)
        status = EC(scalar_decode)(d, authority_private_key, authority_private_key_bytes, curve);
    if (status == MC_OK)
        mc_move(certificate, info, info_bytes);
    while (status == MC_OK) {
        status = EC(draw_scalar)(k, random, context, curve);
        if (status == MC_OK)
            status = issue(certificate, r, d, k, &q, info_bytes, hash, curve);
        if (status != MC_ERROR_CERTIFICATE)
            break;
        status = ++tries < ISSUE_TRIES_MAX ? MC_OK : MC_ERROR_RANDOM;
    }
    if (status == MC_OK)
        mc_words_to_octets(contribution, EC_SCALAR_BYTES(curve), r);
    mc_wipe(d, sizeof d);
    mc_wipe(k, sizeof k);
    EC_WIPE_SPILLED();
    return status;
}

#endif
