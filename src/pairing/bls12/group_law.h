/* The arithmetic of one group, included by g1.c and by g2.c, which define
 *
 *   G(name)             g1_name or g2_name
 *   element             fp1 or fp2, and el_add, el_sub, el_mul, el_sqr, el_inv, el_neg, el_halve, el_select,
 *                       el_set_small, el_mask_zero, el_mask_equal of its elements
 *   mul_3b(r, a)        r = 3 b a for the curve's b
 *   DOUBLES             doublings for each step of a multiplication
 *   multiply_bases(bases, a), scalar_digits(digits, k), digit_index(digits, i)
 *                       the four points whose sums are the table, the digits of a scalar, and step i's sum, below 16 */

/* Renes, Costello, Batina 2016, Algorithm 7. */
void G(add)(point *r, const point *a, const point *b)
{
    element t0, t1, t2, t3, t4, x, y, z;
    el_mul(&t0, &a->x, &b->x);
    el_mul(&t1, &a->y, &b->y);
    el_mul(&t2, &a->z, &b->z);
    el_add(&t3, &a->x, &a->y);
    el_add(&t4, &b->x, &b->y);
    el_mul(&t3, &t3, &t4);
    el_sub(&t3, &t3, &t0);
    el_sub(&t3, &t3, &t1);
    el_add(&t4, &a->y, &a->z);
    el_add(&x, &b->y, &b->z);
    el_mul(&t4, &t4, &x);
    el_sub(&t4, &t4, &t1);
    el_sub(&t4, &t4, &t2);
    el_add(&x, &a->x, &a->z);
    el_add(&y, &b->x, &b->z);
    el_mul(&y, &x, &y);
    el_sub(&y, &y, &t0);
    el_sub(&y, &y, &t2);
    el_add(&x, &t0, &t0);
    el_add(&t0, &x, &t0);
    mul_3b(&t2, &t2);
    el_add(&z, &t1, &t2);
    el_sub(&t1, &t1, &t2);
    mul_3b(&y, &y);
    el_mul(&x, &t4, &y);
    el_mul(&t2, &t3, &t1);
    el_sub(&r->x, &t2, &x);
    el_mul(&y, &y, &t0);
    el_mul(&t1, &t1, &z);
    el_add(&r->y, &t1, &y);
    el_mul(&t0, &t0, &t3);
    el_mul(&z, &z, &t4);
    el_add(&r->z, &z, &t0);
}

/* Renes, Costello, Batina 2016, Algorithm 9. */
void G(double)(point *r, const point *a)
{
    element t0, t1, t2, x, y, z;
    el_sqr(&t0, &a->y);
    el_add(&z, &t0, &t0);
    el_add(&z, &z, &z);
    el_add(&z, &z, &z);
    el_mul(&t1, &a->y, &a->z);
    el_sqr(&t2, &a->z);
    mul_3b(&t2, &t2);
    el_mul(&x, &t2, &z);
    el_add(&y, &t0, &t2);
    el_mul(&z, &t1, &z);
    el_add(&t1, &t2, &t2);
    el_add(&t2, &t1, &t2);
    el_sub(&t0, &t0, &t2);
    el_mul(&y, &t0, &y);
    el_add(&y, &x, &y);
    el_mul(&t1, &a->x, &a->y);
    el_mul(&x, &t0, &t1);
    el_add(&r->x, &x, &x);
    r->y = y;
    r->z = z;
}

void G(neg)(point *r, const point *a)
{
    r->x = a->x;
    el_neg(&r->y, &a->y);
    r->z = a->z;
}

void G(select)(point *r, const point *a, mc_word mask)
{
    el_select(&r->x, &a->x, mask);
    el_select(&r->y, &a->y, mask);
    el_select(&r->z, &a->z, mask);
}

void G(set_infinity)(point *r)
{
    el_set_small(&r->x, 0);
    el_set_small(&r->y, 1);
    el_set_small(&r->z, 0);
}

void G(set_generator)(affine *r)
{
    el_from_flash(&r->x, &generator_x);
    el_from_flash(&r->y, &generator_y);
    r->is_infinity = 0;
}

void G(from_affine)(point *r, const affine *a)
{
    point infinity;
    G(set_infinity)(&infinity);
    r->x = a->x;
    r->y = a->y;
    el_set_small(&r->z, 1);
    G(select)(r, &infinity, a->is_infinity);
}

/* The inverse of 0 is 0, and so are the coordinates of infinity. */
void G(to_affine)(affine *r, const point *a)
{
    element inverse;
    el_inv(&inverse, &a->z);
    r->is_infinity = el_mask_zero(&a->z);
    el_mul(&r->x, &a->x, &inverse);
    el_mul(&r->y, &a->y, &inverse);
    mc_wipe(&inverse, sizeof inverse);
}

mc_word G(mask_infinity)(const point *a)
{
    return el_mask_zero(&a->z);
}

/* If one point is infinity, the products of x are equal, those of y are not: y of infinity is not 0. */
mc_word G(mask_equal)(const point *a, const point *b)
{
    element s, t;
    el_mul(&s, &a->x, &b->z);
    el_mul(&t, &b->x, &a->z);
    const mc_word is_x_equal = el_mask_equal(&s, &t);
    el_mul(&s, &a->y, &b->z);
    el_mul(&t, &b->y, &a->z);
    return is_x_equal & el_mask_equal(&s, &t);
}

/* y^2 - x^3 = b, or infinity. */
mc_word G(mask_on_curve)(const affine *a)
{
    element s, t, b;
    el_set_small(&b, 1);
    mul_3b(&b, &b); /* 3 b */
    el_sqr(&t, &a->x);
    el_mul(&t, &t, &a->x);
    el_sqr(&s, &a->y);
    el_sub(&s, &s, &t);
    el_add(&t, &s, &s);
    el_add(&t, &t, &s);
    return el_mask_equal(&t, &b) | a->is_infinity;
}

/* r = 2^times a by Jacobian coordinates, (X Z : Y Z^2 : Z) of these: 3 products, 4 squares for a double, in which with
 * L = 3 X^2 / 2 and T = X Y^2 X' = L^2 - 2 T, Y' = L (T - X') - Y^4, Z' = Y Z (dbl-2009-l of Lange's Explicit-Formulas
 * Database, with halves). No point is special, as no point of odd order has y = 0; infinity stays (0 : 0 : 0), and
 * becomes (0 : 1 : 0) at the end. */
static void double_times(point *r, const point *a, uint8_t times)
{
    element x, y, z = a->z, s, t, l;
    el_sqr(&s, &z);
    el_mul(&x, &a->x, &z);
    el_mul(&y, &a->y, &s);
    while (times--) {
        el_mul(&z, &y, &z);
        el_sqr(&s, &y);
        el_mul(&t, &x, &s);
        el_sqr(&x, &x);
        el_halve(&l, &x);
        el_add(&l, &l, &x);
        el_sqr(&x, &l);
        el_sub(&x, &x, &t);
        el_sub(&x, &x, &t);
        el_sub(&t, &t, &x);
        el_mul(&y, &l, &t);
        el_sqr(&s, &s);
        el_sub(&y, &y, &s);
    }
    el_mul(&r->x, &x, &z);
    el_sqr(&s, &z);
    el_mul(&r->z, &s, &z);
    el_set_small(&s, 1);
    el_select(&y, &s, el_mask_zero(&z));
    r->y = y;
}

/* Runs of doubles as long as this pay for their 4 products and 2 squares more. */
#define LONG_RUN 3

/* Doubles up to each one of -x. */
void G(multiply_x)(point *r, const point *a)
{
    const point base = *a;
    uint8_t doubles = 0;
    *r = *a;
    for (uint64_t bit = (uint64_t)1 << 62; bit; bit >>= 1) {
        doubles++;
        if (!(BLS12_MINUS_X & bit) && bit != 1)
            continue;
        if (doubles >= LONG_RUN)
            double_times(r, r, doubles);
        else
            while (doubles--)
                G(double)(r, r);
        doubles = 0;
        if (BLS12_MINUS_X & bit)
            G(add)(r, r, &base);
    }
}

/* A table of the sums of four points, read as a whole: each of 64 steps adds one sum. */
void G(multiply)(point *r, const mc_word *k, const point *a)
{
    point table[16], bases[4], sum;
    mc_word digits[4][BLS12_SCALAR_WORDS];
    multiply_bases(bases, a);
    scalar_digits(digits, k);
    G(set_infinity)(&table[0]);
    for (uint8_t i = 0; i < 4; i++)
        for (uint8_t j = 0; j < 1 << i; j++)
            G(add)(&table[(1 << i) + j], &table[j], &bases[i]);
    G(set_infinity)(&sum);
    for (uint8_t i = 64; i-- > 0;) {
        point one = table[0];
        const uint8_t index = digit_index(digits, i);
        for (uint8_t j = 0; j < DOUBLES; j++)
            G(double)(&sum, &sum);
        for (uint8_t j = 1; j < 16; j++)
            G(select)(&one, &table[j], mc_word_mask_zero(j ^ index));
        G(add)(&sum, &sum, &one);
    }
    *r = sum;
    mc_wipe(table, sizeof table);
    mc_wipe(bases, sizeof bases);
    mc_wipe(digits, sizeof digits);
    mc_wipe(&sum, sizeof sum);
}
