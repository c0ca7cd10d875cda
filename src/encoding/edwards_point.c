/* Points of Edwards curves as EdDSA has them (RFC 8032, 5.1.2, 5.1.3, 5.2.2, 5.2.3). */
#include "encoding/encoding.h"

#include <string.h>

#if FIELD_HAS_EDWARDS_CURVES

#define X_BIT 0x80 /* of the last byte */

void EC(edwards_encode)(uint8_t octets[EDWARDS_POINT_BYTES], const EC(affine) *p)
{
    mc_word number[EC_WORDS];
    field_from_form(number, p->y);
    octets[EDWARDS_POINT_BYTES - 1] = 0;
    mc_words_to_octets_little(octets, EC_BYTES, number);
    field_from_form(number, p->x);
    octets[EDWARDS_POINT_BYTES - 1] |= (uint8_t)((number[0] & 1) << 7);
    mc_wipe(number, sizeof number);
}

mc_status EC(edwards_decode_y)(mc_word *y, const uint8_t octets[EDWARDS_POINT_BYTES])
{
    uint8_t plain[EDWARDS_POINT_BYTES];
    memcpy(plain, octets, sizeof plain);
    plain[EDWARDS_POINT_BYTES - 1] &= (uint8_t)~X_BIT;
    mc_words_from_octets_little(y, EC_WORDS, plain, EC_BYTES);
    /* Without the bit, a byte beyond the element is zero. */
    if ((EDWARDS_POINT_BYTES > EC_BYTES && plain[EDWARDS_POINT_BYTES - 1]) || !field_mask_below(y))
        return MC_ERROR_COORDINATE_RANGE;
    return MC_OK;
}

/* x^2 = dividend / divisor = (1 - y^2) / (a - d y^2), whose divisor is never 0: d is no square, a is one. */
static void square_of_x(mc_word *y2, mc_word *divisor, const mc_word *y, const MC_FLASH EC(curve) *curve)
{
    mc_word one[EC_WORDS];
    field_set_small(one, 1);
    fp_sqr(y2, y);
    field_from_flash(divisor, curve->d);
    fp_mul(divisor, divisor, y2);
    if (EC_CURVE_A_CLASS(curve) == MC_COEFFICIENT_MINUS_1) { /* both times -1 */
        fp_add(divisor, divisor, one);
        fp_sub(y2, y2, one);
    } else {
        fp_sub(divisor, one, divisor);
        fp_sub(y2, one, y2);
    }
}

/* The point of r->y and the one of +-r->x whose lowest bit is x_bit; is_square: whether there is such an x. */
static mc_status finish_decoding(EC(affine) *r, mc_word is_square, uint8_t x_bit)
{
    mc_word number[EC_WORDS];
    mc_status status = MC_OK;
    if (!is_square)
        status = MC_ERROR_NOT_ON_CURVE;
    else if (field_mask_zero(r->x) && x_bit)
        status = MC_ERROR_Y_BIT;
    if (status != MC_OK) {
        memset(r, 0, sizeof *r);
        return status;
    }
    field_from_form(number, r->x);
    if ((number[0] & 1) != x_bit)
        EC(affine_negate)(r, r);
    return MC_OK;
}

MC_OWN_FRAME
mc_status EC(edwards_decode_var)(EC(affine) *r, const uint8_t octets[EDWARDS_POINT_BYTES],
                                 const MC_FLASH EC(curve) *curve)
{
    mc_word number[EC_WORDS], dividend[EC_WORDS], divisor[EC_WORDS];
    mc_status status = EC(edwards_decode_y)(number, octets);
    memset(r, 0, sizeof *r);
    if (status != MC_OK)
        return status;
    field_to_form(r->y, number);
    square_of_x(dividend, divisor, r->y, curve);
#ifdef fp_sqrt_ratio
    const mc_word is_square = fp_sqrt_ratio(r->x, dividend, divisor);
#else
    fp_inv_var(divisor, divisor);
    fp_mul(r->x, dividend, divisor);
    const mc_word is_square = fp_sqrt(r->x, r->x);
#endif
    return finish_decoding(r, is_square, octets[EDWARDS_POINT_BYTES - 1] >> 7);
}

#if FIELD_HAS_EDDSA_CURVES && !defined(MC_SINGLE_CURVE)
void EC(edwards_decode_each_var)(EC(affine) *const *points, mc_status *statuses, const uint8_t *const *octets,
                                 uint8_t count, const MC_FLASH EC(curve) *curve)
{
    mc_word dividends[EDWARDS_DECODED_AT_ONCE][EC_WORDS], divisors[EDWARDS_DECODED_AT_ONCE][EC_WORDS];
    mc_word room[EDWARDS_DECODED_AT_ONCE][EC_WORDS], number[EC_WORDS], are_squares[EDWARDS_DECODED_AT_ONCE];
    if (!count)
        return;
    for (uint8_t i = 0; i < count; i++) {
        statuses[i] = EC(edwards_decode_y)(number, octets[i]);
        if (statuses[i] != MC_OK)
            field_set_small(number, 0);
        field_to_form(points[i]->y, number);
        square_of_x(dividends[i], divisors[i], points[i]->y, curve);
    }
    field_inv_each_var(divisors, room, count);
    for (uint8_t i = 0; i < count; i++)
        fp_mul(dividends[i], dividends[i], divisors[i]);
    FP(sqrt_each)(dividends, are_squares, count);
    for (uint8_t i = 0; i < count; i++) {
        field_copy(points[i]->x, dividends[i]);
        if (statuses[i] == MC_OK)
            statuses[i] = finish_decoding(points[i], are_squares[i], octets[i][EDWARDS_POINT_BYTES - 1] >> 7);
        else
            memset(points[i], 0, sizeof *points[i]);
    }
}
#endif

#endif
