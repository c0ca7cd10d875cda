/* RELIC: elements are octets as they lie in memory, numbers turn round. */
#include "implementation.h"

#include "relic_eb.h"
#include "relic_fb.h"

#if EB_MUL == LODAH
/* Its assembly writes 41 of the 42 digits of a product, and its ladder reads all: it gets the missing zero here. */
void fb_muln_of_41_low(dig_t *c, const dig_t *a, const dig_t *b);

void fb_muln_low(dig_t *c, dig_t *a, dig_t *b)
{
    fb_muln_of_41_low(c, a, b);
    c[2 * FB_DIGS - 1] = 0;
}

/* Its ladder names this function for curves whose b is not 1; the assembly for F_2^163 has none. */
void fb_sqrl_low(dig_t *c, dig_t *a)
{
    (void)c;
    (void)a;
    __builtin_trap();
}
#endif

void set_field(void)
{
    fb_poly_init();
    fb_param_set(NIST_163);
}

/* This computes the table of the generator, too. */
void set_curve(void)
{
    fb_poly_init();
    eb_curve_init();
    eb_param_set(NIST_K163);
}

uint8_t implementation_field_mul(uint8_t *result, const uint8_t *a, const uint8_t *b)
{
    fb_mul(result, (uint8_t *)a, (uint8_t *)b);
    return 0;
}

uint8_t implementation_field_sqr(uint8_t *result, const uint8_t *a)
{
    fb_sqr(result, (uint8_t *)a);
    return 0;
}

uint8_t implementation_field_inv(uint8_t *result, const uint8_t *a)
{
    fb_inv(result, (uint8_t *)a);
    return 0;
}

static void turn_round(uint8_t *to, const uint8_t *from)
{
    for (uint8_t i = 0; i < FB_BYTES; i++)
        to[i] = from[FB_BYTES - 1 - i];
}

static void read_point(eb_t p, const uint8_t *point)
{
    turn_round(p->x, point);
    turn_round(p->y, point + FB_BYTES);
    fb_set_dig(p->z, 1);
    p->norm = 1;
}

static void write_point(uint8_t *point, eb_t p)
{
    turn_round(point, p->x);
    turn_round(point + FB_BYTES, p->y);
}

static void read_scalar(bn_t k, const uint8_t *scalar)
{
    bn_new(k);
    bn_read_bin(k, (uint8_t *)scalar, IMPLEMENTATION_ORDER_BYTES);
}

uint8_t implementation_scalar_mult(uint8_t *result, const uint8_t *scalar, const uint8_t *point)
{
    bn_t k;
    eb_t p;
    read_scalar(k, scalar);
    read_point(p, point);
    eb_mul(p, p, k);
    write_point(result, p);
    return 0;
}

uint8_t implementation_keygen(uint8_t *public_key, const uint8_t *private_key)
{
    bn_t d;
    eb_t q;
    read_scalar(d, private_key);
    eb_mul_gen(q, d);
    public_key[0] = 4;
    write_point(public_key + 1, q);
    return 0;
}

/* cp_ecdh_key without its hash of the x: the bench compares the x. */
uint8_t implementation_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{
    bn_t d;
    eb_t q;
    read_scalar(d, private_key);
    read_point(q, public_key + 1);
    if (!eb_is_valid(q))
        return 1;
    eb_mul(q, q, d);
    turn_round(secret, q->x);
    return 0;
}
