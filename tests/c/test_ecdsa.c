/* Signatures on every curve with buffers of exact size, so that the sanitizers detect any byte too many. On the tiny
 * curves, where nonces often give no signature, with many private keys and sizes of digests. fields: none */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "motecurve/ecdsa.h"
#include "motecurve/key.h"

#define TRIES_TINY        40
#define DIGEST_STEP_TINY  9
#define DIGEST_STEP_LARGE 31

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

typedef struct {
    size_t scalar_bytes, public_key_bytes, signature_bytes;
    uint8_t *private_key, *public_key, *signature;
} signer;

static void check_digest(const signer *s, size_t digest_bytes, uint32_t *state, const mc_curve *curve)
{
    uint8_t *digest = malloc(digest_bytes);
    random_octets(state, digest, digest_bytes);
    mc_status status = mc_ecdsa_sign_digest(s->signature, s->private_key, digest, s->scalar_bytes, digest_bytes, curve);
    check(status == MC_OK, "not signed", curve);
    status = mc_ecdsa_verify_digest(s->signature, s->public_key, digest, s->signature_bytes, s->public_key_bytes,
                                    digest_bytes, curve);
    check(status == MC_OK, "signature not valid", curve);
    status = mc_ecdsa_sign_digest_random(s->signature, s->private_key, digest, s->scalar_bytes, digest_bytes,
                                         random_octets, state, curve);
    check(status == MC_OK, "not signed with a random nonce", curve);
    status = mc_ecdsa_verify_digest(s->signature, s->public_key, digest, s->signature_bytes, s->public_key_bytes,
                                    digest_bytes, curve);
    check(status == MC_OK, "signature with a random nonce not valid", curve);
    free(digest);
}

static void check_curve(const mc_curve *curve)
{
    const int is_tiny = mc_curve_scalar_bytes(curve) == 1;
    const uint8_t tries = is_tiny ? TRIES_TINY : 1, step = is_tiny ? DIGEST_STEP_TINY : DIGEST_STEP_LARGE;
    uint32_t state = 1;
    signer s = {
        mc_curve_scalar_bytes(curve), mc_curve_public_key_bytes(curve), mc_curve_signature_bytes(curve), 0, 0, 0};
    s.private_key = calloc(s.scalar_bytes, 1);
    s.public_key = malloc(s.public_key_bytes);
    s.signature = malloc(s.signature_bytes);
    for (uint8_t d = 1; d <= tries; d++) {
        s.private_key[s.scalar_bytes - 1] = d;
        if (mc_public_key(s.public_key, s.private_key, s.scalar_bytes, curve) != MC_OK)
            break; /* the order of a tiny curve */
        for (size_t digest_bytes = 1; digest_bytes <= MC_MAX_DIGEST_BYTES; digest_bytes += step)
            check_digest(&s, digest_bytes, &state, curve);
    }
    free(s.private_key);
    free(s.public_key);
    free(s.signature);
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
