/* Extended signatures: the bits that make the point R of r (include/motecurve/batch.h). */
#include "protocol/batch/extension.h"

#include <string.h>

#include "encoding/encoding.h"
#include "motecurve/batch.h"
#include "protocol/protocol.h"
#include "scalar/scalar.h"

#if !FIELD_HAS_EDWARDS_CURVES

/* x < p <= h n + 2 sqrt(p), so that j <= h + 1; where h <= 126, 2 j + 1 fits in a byte. */
#define LARGEST_COFACTOR_OF_AN_OCTET 126
#define NUMBER_WORDS                 (EC_SCALAR_WORDS + MC_WORDS(8 * MC_MAX_EXTENSION_BYTES))

size_t EC(extension_bytes)(const MC_FLASH EC(curve) *curve)
{
    return EC_CURVE_COFACTOR(curve) <= LARGEST_COFACTOR_OF_AN_OCTET ? 1 : MC_MAX_EXTENSION_BYTES;
}

mc_status EC(ecdsa_extended_signature_bytes)(size_t *bytes, const MC_FLASH EC(curve) *curve)
{
    *bytes = 2 * EC_SCALAR_BYTES(curve) + EC(extension_bytes)(curve);
    return MC_OK;
}

/* x = r + j n. */
static void lift(mc_word *x, const mc_word *r, uint32_t j, const MC_FLASH ORDER(modulus) *m)
{
    memset(x, 0, NUMBER_WORDS * sizeof *x);
    for (uint8_t bit = 8 * MC_MAX_EXTENSION_BYTES; bit--;) { /* j n */
        mc_dword carry = 0;
        for (uint8_t i = 0; i < NUMBER_WORDS; i++) {
            const mc_word n = i < EC_SCALAR_WORDS ? m->n[i] & (mc_word)(0 - (mc_word)(j >> bit & 1)) : 0;
            carry = (mc_dword)(carry + x[i] + x[i] + n);
            x[i] = (mc_word)carry;
            carry >>= MC_WORD_BITS;
        }
    }
    mc_dword carry = 0;
    for (uint8_t i = 0; i < NUMBER_WORDS; i++) {
        carry = (mc_dword)(carry + x[i] + (i < EC_SCALAR_WORDS ? r[i] : 0));
        x[i] = (mc_word)carry;
        carry >>= MC_WORD_BITS;
    }
}

/* The number of an element x, in as many words as lift has. */
static void number_of(mc_word *number, const mc_word *x)
{
    uint8_t octets[EC_BYTES];
    EC(element_encode)(octets, x);
    mc_words_from_octets(number, NUMBER_WORDS, octets, EC_BYTES);
}

/* EC(affine_y_bit_var) in constant time. */
static uint8_t y_bit(const EC(affine) *p)
{
#if FIELD_IS_PRIME
    return EC(affine_y_bit_var)(p); /* which it is */
#else
    mc_word quotient[EC_WORDS];
    fb_inv(quotient, p->x);
    fb_mul(quotient, quotient, p->y);
    return (uint8_t)fb_last_bit(quotient);
#endif
}

/* j = floor(x / n), bit by bit from above: the largest with j n <= x. Constant time, though R is public once it is part
 * of a signature: until then it depends on a nonce that may have to be thrown away. */
void EC(extension_encode)(uint8_t *octets, const EC(affine) *point, const MC_FLASH EC(curve) *curve)
{
    const size_t bytes = EC(extension_bytes)(curve);
    mc_word number[NUMBER_WORDS], multiple[NUMBER_WORDS], zero[EC_SCALAR_WORDS] = {0};
    uint32_t j = 0;
    number_of(number, point->x);
    for (uint8_t bit = (uint8_t)(8 * bytes - 1); bit--;) {
        lift(multiple, zero, j | (uint32_t)1 << bit, EC_CURVE_MODULUS(curve));
        mc_word borrow = 0;
        for (uint8_t i = 0; i < NUMBER_WORDS; i++) {
            const mc_dword difference = (mc_dword)((mc_dword)number[i] - multiple[i] - borrow);
            borrow = (mc_word)(difference >> MC_WORD_BITS) & 1;
        }
        j |= (uint32_t)(1 - mc_word_barrier(borrow)) << bit;
    }
    const uint32_t value = 2 * j + y_bit(point);
    for (size_t i = 0; i < bytes; i++)
        octets[i] = (uint8_t)(value >> 8 * (bytes - 1 - i));
}

mc_status EC(extension_decode)(EC(affine) *point, const uint8_t *octets, const mc_word *r,
                               const MC_FLASH EC(curve) *curve)
{
    const size_t bytes = EC(extension_bytes)(curve);
    mc_word number[NUMBER_WORDS], x[EC_WORDS];
    uint8_t big_endian[EC_BYTES + MC_MAX_EXTENSION_BYTES];
    uint32_t value = 0;
    mc_word above = 0;
    for (size_t i = 0; i < bytes; i++)
        value = value << 8 | octets[i];
    lift(number, r, value >> 1, EC_CURVE_MODULUS(curve));
    for (uint16_t i = 8 * EC_BYTES; i < NUMBER_WORDS * MC_WORD_BITS; i++)
        above |= number[i / MC_WORD_BITS] >> i % MC_WORD_BITS & 1;
    mc_words_to_octets(big_endian, EC_BYTES, number);
    if (above || EC(element_decode)(x, big_endian) != MC_OK)
        return MC_ERROR_SIGNATURE;
    if (EC(affine_from_x_var)(point, x, value & 1, curve) != MC_OK || !EC(affine_mask_subgroup)(point, curve))
        return MC_ERROR_SIGNATURE;
    EC(affine_negate)(point, point);
    return MC_OK;
}

mc_status EC(ecdsa_extend)(uint8_t *extended, const uint8_t *signature, const uint8_t *public_key,
                           const uint8_t *digest, size_t signature_bytes, size_t public_key_bytes, size_t digest_bytes,
                           const MC_FLASH EC(curve) *curve)
{
    EC(affine) sum;
    const size_t bytes = 2 * EC_SCALAR_BYTES(curve);
    mc_status status = EC(ecdsa_verification_point)(&sum, signature, public_key, digest, signature_bytes,
                                                    public_key_bytes, digest_bytes, curve);
    if (status != MC_OK)
        return status;
    mc_move(extended, signature, bytes);
    EC(extension_encode)(extended + bytes, &sum, curve);
    return MC_OK;
}

#endif
