/* Steps of Miller's loop in coordinates x = X / Z, y = Y / Z^2. Of the tangent at (x, y), times 2 y Z^3, at (x_S, y_S):
 *
 *   2 Y Z y_S - (3 X^2 + a Z^2) Z x_S + X (X^2 - a Z^2)
 *
 * and x of the double is (x^2 - a)^2 / (2 y)^2 (Costello, Lange, Naehrig 2010, 4: 2 products and 8 squares, of which 3
 * replace products; here 5 products and 5 squares, since sums take time, too). */
#include "pairing/tate/tate.h"

/* Sums with a Z^2 where |a| Z^2 is at hand. */
#if TATE_A_IS_MINUS_3
#define add_a_z2 fp_sub
#define sub_a_z2 fp_add
#else
#define add_a_z2 fp_add
#define sub_a_z2 fp_sub
#endif

void EC(tate_double_step)(EC(tate_line) *line, EC(tate_projective) *t)
{
    mc_word *x2 = line->value.c0, *z2 = line->value.c1, *difference = line->work; /* X^2, |a| Z^2, X^2 - a Z^2 */
    fp_sqr(x2, t->x);
    fp_sqr(z2, t->z);
#if TATE_A_IS_MINUS_3
    fp_add(difference, z2, z2);
    fp_add(z2, z2, difference);
#endif
    fp_mul(line->y, t->y, t->z);
    fp_add(line->y, line->y, line->y);
    fp_add(line->x, x2, x2);
    fp_add(line->x, line->x, x2);
    add_a_z2(line->x, line->x, z2);
    fp_mul(line->x, line->x, t->z);
    sub_a_z2(difference, x2, z2);
    add_a_z2(x2, x2, z2);
    fp_mul(line->one, t->x, difference);
    /* X = difference^2, Y = 2 Y difference (2 sum^2 - X), Z = 4 Y^2 */
    fp_mul(z2, t->y, difference);
    fp_add(z2, z2, z2);
    fp_sqr(t->z, t->y);
    fp_add(t->z, t->z, t->z);
    fp_add(t->z, t->z, t->z);
    fp_sqr(t->x, difference);
    fp_sqr(x2, x2);
    fp_add(x2, x2, x2);
    fp_sub(x2, x2, t->x);
    fp_mul(t->y, x2, z2);
}

/* With u = X - x Z and s = Y - y Z^2 the slope is s / (u Z), and the line times u Z is u Z (y_S - y) - s (x_S - x). The
 * sum is X = s^2 - (X + x Z) u^2 Z, Z = (u Z)^2, Y = u Z s (x Z - X) - y Z^2 with these X and Z. */
void EC(tate_add_step)(EC(tate_line) *line, EC(tate_projective) *t, const EC(tate_point) *p)
{
    mc_word *u = line->value.c0, *x_z = line->value.c1;
    fp_mul(x_z, p->x, t->z);
    fp_sub(u, t->x, x_z);
    fp_add(x_z, t->x, x_z);
    fp_sqr(line->x, t->z);
    fp_mul(line->x, line->x, p->y);
    fp_sub(line->x, t->y, line->x); /* s */
    fp_mul(line->y, u, t->z);       /* u Z */
    fp_mul(u, u, line->y);
    fp_mul(u, u, x_z);
    fp_sqr(t->x, line->x);
    fp_sub(t->x, t->x, u);
    fp_sqr(t->z, line->y);
    fp_mul(x_z, p->x, t->z);
    fp_sub(x_z, x_z, t->x);
    fp_mul(x_z, x_z, line->x);
    fp_mul(x_z, x_z, line->y);
    fp_sqr(u, t->z);
    fp_mul(u, u, p->y);
    fp_sub(t->y, x_z, u);
    fp_mul(line->one, line->x, p->x);
    fp_mul(u, line->y, p->y);
    fp_sub(line->one, line->one, u);
}
