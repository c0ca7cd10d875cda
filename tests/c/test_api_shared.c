/* The shared x-coordinate of a key agreement: h d q as a multiple of q, and the points that a validated key
 * never is, which lead to infinity. */
#include <stdio.h>
#include <string.h>

#include "protocol/protocol.h"
#include "scalar/scalar.h"

#define PRODUCTS (FB_M < 9 ? 1u << FB_M : 100u) /* values of h d to try, all below 2^m */

static int failures;

static void check(int condition, const char *curve, const char *what, unsigned scalar)
{
    if (condition)
        return;
    printf("%s: %s for d = %u\n", curve, what, scalar);
    failures++;
}

/* Writes value, below 2^16, as words. */
static void set_small(mc_word *k, unsigned value)
{
    memset(k, 0, FB_WORDS * sizeof *k);
    for (unsigned i = 0; i < 2 && i < FB_BYTES; i++)
        k[i / MC_WORD_BYTES] |= (mc_word)((mc_word)(value >> (8 * i) & 0xff) << (8 * (i % MC_WORD_BYTES)));
}

/* shared_x(d, q, h) is the x-coordinate of (h d) q, or an error where that is infinity. */
static void check_multiple(const char *name, unsigned d, const FB(affine) *q, const MC_FLASH FB(curve) *curve)
{
    mc_word k[FB_WORDS], x[FB_WORDS];
    FB(affine) expected;
    set_small(k, curve->cofactor * d);
    check(fb_scalar_mult(&expected, k, q, curve) == MC_OK, name, "no product", d);
    set_small(k, d);
    mc_status status = FB(shared_x)(x, k, q, curve->cofactor, curve);
    if (FB(mask_zero)(expected.x))
        check(status == MC_ERROR_SHARED_INFINITY, name, "infinity not detected", d);
    else
        check(status == MC_OK && FB(mask_equal)(x, expected.x), name, "wrong x-coordinate", d);
}

static void check_curve(const char *name, const MC_FLASH FB(curve) *curve)
{
    FB(affine) q, order_two, infinity;
    memset(&infinity, 0, sizeof infinity);
    memset(&order_two, 0, sizeof order_two);
    FB(from_flash)(order_two.y, curve->b_sqrt);
    FB(from_flash)(q.x, curve->generator_x);
    FB(from_flash)(q.y, curve->generator_y);
    for (unsigned d = 0; d * curve->cofactor < PRODUCTS; d++) {
        check_multiple(name, d, &q, curve);
        check_multiple(name, d, &order_two, curve);
        check_multiple(name, d, &infinity, curve);
    }
}

int main(void)
{
#define CHECK(curve) check_curve(#curve, &mc_##curve);
    FB_CURVES(CHECK)
    return failures != 0;
}
