/* Hashing to one group, included by g1.c and g2.c: the simplified map of Shallue, van de Woestijne and Ulas to an
 * isogenous curve (Wahby and Boneh 2019; RFC 9380, 6.6.3), and the isogeny. Besides what group_law.h and point_bytes.h
 * need, these define
 *
 *   map_a, map_b, map_z, map_minus_b_by_a, map_b_by_za   constants of the isogenous curve
 *   map_x_num, map_x_den, map_y_num, map_y_den           coefficients of the isogeny, the lowest first; the
 *                                                        denominators are monic, and their 1 is left out
 *   map_root(y, gx1, gx2, u)   ~0 and a root of gx1 if that is a square, else 0 and a root of gx2
 *   el_sgn0(a)                 ~0 if sgn0 of RFC 9380, 4.1, is 1
 *   EL_DEGREE                  coefficients of an element */

/* r = the polynomial with these coefficients at x, plus x^count if it is monic. */
static void evaluate(element *r, const MC_FLASH element *coefficients, uint8_t count, uint8_t is_monic,
                     const element *x)
{
    element c;
    el_set_small(r, is_monic);
    for (uint8_t i = count; i-- > 0;) {
        el_mul(r, r, x);
        el_from_flash(&c, &coefficients[i]);
        el_add(r, r, &c);
    }
}

#define EVALUATE(r, coefficients, is_monic, x)                                                                         \
    evaluate(r, coefficients, (uint8_t)(sizeof(coefficients) / sizeof *(coefficients)), is_monic, x)

/* Where a denominator is 0, the image is infinity. */
static void isogeny(point *r, const element *x, const element *y)
{
    element x_num, x_den, y_num, y_den;
    point infinity;
    EVALUATE(&x_num, map_x_num, 0, x);
    EVALUATE(&x_den, map_x_den, 1, x);
    EVALUATE(&y_num, map_y_num, 0, x);
    EVALUATE(&y_den, map_y_den, 1, x);
    el_mul(&r->x, &x_num, &y_den);
    el_mul(&r->y, &y_num, &x_den);
    el_mul(&r->y, &r->y, y);
    el_mul(&r->z, &x_den, &y_den);
    G(set_infinity)(&infinity);
    G(select)(r, &infinity, el_mask_zero(&r->z));
}

/* x^3 + a x + b of the isogenous curve */
static void map_right(element *r, const element *x)
{
    element c;
    el_sqr(r, x);
    el_from_flash(&c, &map_a);
    el_add(r, r, &c);
    el_mul(r, r, x);
    el_from_flash(&c, &map_b);
    el_add(r, r, &c);
}

/* RFC 9380, 6.6.2. With t = z u^2, the candidates are x1 = -b / a (1 + 1 / (t^2 + t)), or b / (z a) where t^2 + t = 0,
 * and x2 = t x1. */
void G(map)(point *r, const element *u)
{
    element t, sum, x1, x2, gx1, gx2, y, c;
    el_sqr(&t, u);
    el_from_flash(&c, &map_z);
    el_mul(&t, &t, &c);
    el_sqr(&sum, &t);
    el_add(&sum, &sum, &t);
    const mc_word is_exception = el_mask_zero(&sum);
    el_inv(&x1, &sum);
    el_set_small(&c, 1);
    el_add(&x1, &x1, &c);
    el_from_flash(&c, &map_minus_b_by_a);
    el_mul(&x1, &x1, &c);
    el_from_flash(&c, &map_b_by_za);
    el_select(&x1, &c, is_exception);
    el_mul(&x2, &t, &x1);
    map_right(&gx1, &x1);
    map_right(&gx2, &x2);
    const mc_word is_first = map_root(&y, &gx1, &gx2, u);
    el_select(&x2, &x1, is_first);
    el_neg(&c, &y);
    el_select(&y, &c, el_sgn0(&y) ^ el_sgn0(u));
    isogeny(r, &x2, &y);
}

#define HASHED_BYTES 64 /* of a coefficient: ceil((381 + 128) / 8) */

mc_status G(hash)(point *r, const mc_message *message, uint8_t uniform)
{
    uint8_t octets[2 * EL_DEGREE * HASHED_BYTES];
    mc_word coefficients[2 * EL_DEGREE][FP_WORDS];
    const uint8_t count = uniform ? 2 * EL_DEGREE : EL_DEGREE;
    element u;
    point other;
    const mc_status status = mc_expand_message(octets, (size_t)count * HASHED_BYTES, message);
    if (status != MC_OK)
        return status;
    for (uint8_t i = 0; i < count; i++) {
        FP(from_octets)(coefficients[i], octets + i * HASHED_BYTES, HASHED_BYTES, FP_BITS);
        FP(to_form)(coefficients[i], coefficients[i]);
    }
    memcpy(&u, coefficients[0], sizeof u);
    G(map)(r, &u);
    if (uniform) {
        memcpy(&u, coefficients[EL_DEGREE], sizeof u);
        G(map)(&other, &u);
        G(add)(r, r, &other);
    }
    G(clear)(r, r);
    return MC_OK;
}
