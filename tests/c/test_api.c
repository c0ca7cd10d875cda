/* The public interface on buffers of exact size, so that the sanitizers detect any byte too many. fields: none */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "motecurve/ecdh.h"
#include "motecurve/key.h"

static int failures;

static void check(int condition, const char *what, const mc_curve *curve)
{
    if (condition)
        return;
    printf("%s: %s\n", mc_curve_name(curve), what);
    failures++;
}

/* A linear congruential generator: reproducible, not for real use. */
static int random_octets(void *context, uint8_t *out, size_t bytes)
{
    uint32_t *state = context;
    for (size_t i = 0; i < bytes; i++) {
        *state = *state * 1664525u + 1013904223u;
        out[i] = (uint8_t)(*state >> 24);
    }
    return 0;
}

static int no_octets(void *context, uint8_t *out, size_t bytes)
{
    (void)context, (void)out, (void)bytes;
    return 1;
}

typedef struct {
    size_t scalar_bytes, public_key_bytes, secret_bytes;
    uint8_t *private_key, *public_key, *secret;
} party;

static party new_party(const mc_curve *curve)
{
    party p = {mc_curve_scalar_bytes(curve), mc_curve_public_key_bytes(curve), mc_curve_field_bytes(curve), 0, 0, 0};
    p.private_key = malloc(p.scalar_bytes);
    p.public_key = malloc(p.public_key_bytes);
    p.secret = malloc(p.secret_bytes);
    return p;
}

static void free_party(party *p)
{
    free(p->private_key);
    free(p->public_key);
    free(p->secret);
}

typedef mc_status (*agreement)(uint8_t *, const uint8_t *, const uint8_t *, size_t, size_t, const mc_curve *);

static mc_status agree(agreement ecdh, party *own, const party *peer, const mc_curve *curve)
{
    memset(own->secret, 0xaa, own->secret_bytes);
    return ecdh(own->secret, own->private_key, peer->public_key, own->scalar_bytes, peer->public_key_bytes, curve);
}

static int all_zero(const uint8_t *octets, size_t count)
{
    uint8_t any = 0;
    for (size_t i = 0; i < count; i++)
        any |= octets[i];
    return any == 0;
}

static void check_agreement(agreement ecdh, party *a, party *b, const mc_curve *curve)
{
    check(agree(ecdh, a, b, curve) == MC_OK && agree(ecdh, b, a, curve) == MC_OK, "no agreement", curve);
    check(memcmp(a->secret, b->secret, a->secret_bytes) == 0, "secrets differ", curve);

    uint8_t first = b->public_key[0];
    b->public_key[0] = 0x05;
    check(agree(ecdh, a, b, curve) == MC_ERROR_ENCODING, "prefix 0x05 taken", curve);
    check(all_zero(a->secret, a->secret_bytes), "secret not zeroed", curve);
    b->public_key[0] = first;
}

/* Every shorter encoding, in a buffer of its own length. */
static void check_truncated(const party *p, const mc_curve *curve)
{
    for (size_t count = 0; count < p->public_key_bytes; count++) {
        uint8_t *cut = malloc(count + !count);
        memcpy(cut, p->public_key, count);
        check(mc_public_key_validate(cut, count, curve) == MC_ERROR_LENGTH, "truncated key taken", curve);
        free(cut);
    }
}

static void check_curve(const mc_curve *curve)
{
    uint32_t state = 1;
    party a = new_party(curve), b = new_party(curve);
    check(mc_key_generate(a.private_key, a.public_key, random_octets, &state, curve) == MC_OK, "no key", curve);
    check(mc_key_generate(b.private_key, b.public_key, random_octets, &state, curve) == MC_OK, "no key", curve);
    check(mc_public_key_validate(a.public_key, a.public_key_bytes, curve) == MC_OK, "own key invalid", curve);
    check_agreement(mc_ecdh, &a, &b, curve);
    check_agreement(mc_ecdh_cofactor, &a, &b, curve);
    check_truncated(&a, curve);

    check(mc_key_generate(a.private_key, a.public_key, no_octets, NULL, curve) == MC_ERROR_RANDOM, "no error", curve);
    check(all_zero(a.private_key, a.scalar_bytes) && all_zero(a.public_key, a.public_key_bytes), "not zeroed", curve);
    free_party(&a);
    free_party(&b);
}

/* Keys of Weierstrass curves are points; keys of other forms have tests of their own (test_other_forms.py). */
static int is_weierstrass(const mc_curve *curve)
{
    return mc_curve_public_key_bytes(curve) == 1 + 2 * mc_curve_field_bytes(curve);
}

int main(void)
{
    for (size_t i = 0; i < mc_curve_count(); i++)
        if (is_weierstrass(mc_curve_at(i)))
            check_curve(mc_curve_at(i));
    return failures != 0;
}
