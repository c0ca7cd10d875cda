/* Verification before release: a signing function that goes wrong replaces the library's, or a bit flips after one of
 * the steps that follow; the test examines the output of the functions that check it. fields: none */
#include <stdio.h>
#include <string.h>

#include "motecurve/ecdsa.h"
#include "motecurve/key.h"
#include "word/word.h"

static void *watched_copy(void *to, const void *from, size_t bytes);
static mc_status watched_verify(const uint8_t *signature, const uint8_t *public_key, const uint8_t *digest,
                                size_t signature_bytes, size_t public_key_bytes, size_t digest_bytes,
                                const mc_curve *curve);
static uint8_t watched_equal(const uint8_t *a, const uint8_t *b, size_t bytes);

/* The functions under test are compiled here, with signing and all steps after it renamed, so that the library's own
 * are not linked. */
#define memcpy                      watched_copy
#define mc_ecdsa_verify_digest      watched_verify
#define mc_octets_equal             watched_equal
#define mc_ecdsa_sign_digest        faulty_sign_digest
#define mc_ecdsa_sign_digest_hedged faulty_sign_digest_hedged
mc_status faulty_sign_digest(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                             size_t private_key_bytes, size_t digest_bytes, const mc_curve *curve);
mc_status faulty_sign_digest_hedged(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                                    size_t private_key_bytes, size_t digest_bytes, mc_random random, void *context,
                                    const mc_curve *curve);
#include "protocol/ecdsa/once/ecdsa_sign_checked.c"
#include "protocol/ecdsa/once/ecdsa_sign_hedged_checked.c"
#undef memcpy
#undef mc_ecdsa_verify_digest
#undef mc_octets_equal
#undef mc_ecdsa_sign_digest
#undef mc_ecdsa_sign_digest_hedged

#define DIGEST_BYTES 32
#define RIGHT        0
#define R_FLIPPED    1 /* a fault in the nonce's point */
#define S_FLIPPED    2 /* in the equation for s */
#define OTHER_DIGEST 3
#define R_ZERO       4
#define S_TOO_LARGE  5
#define NOT_MADE     6 /* the bytes that were there before, and no error */
#define FAULTS       7

/* Where a bit flips: the function's own buffers in the order in which they are filled, and the caller's. */
#define PLACES_MAX 3
#define NONE       (-1)

static int fault, failures;
static uint8_t *places[PLACES_MAX];
static const uint8_t *right_signature; /* while bits flip, else null */
static int places_count, steps_count, flip_step, flip_place;
static size_t flip_bit;

static void expect(const char *curve, int number, int holds)
{
    if (!holds) {
        printf("%s, fault %d: wrong\n", curve, number);
        failures++;
    }
}

/* The end of a step, which may have filled a buffer. */
static void end_step(uint8_t *filled)
{
    if (filled && places_count < PLACES_MAX)
        places[places_count++] = filled;
    if (right_signature && steps_count == flip_step && flip_place < places_count)
        places[flip_place][flip_bit / 8] ^= (uint8_t)(1 << flip_bit % 8);
    steps_count++;
}

static void *watched_copy(void *to, const void *from, size_t bytes)
{
    memcpy(to, from, bytes);
    end_step(to);
    return to;
}

static uint8_t watched_equal(const uint8_t *a, const uint8_t *b, size_t bytes)
{
    const uint8_t is_equal = mc_octets_equal(a, b, bytes);
    end_step(NULL);
    return is_equal;
}

static mc_status watched_verify(const uint8_t *signature, const uint8_t *public_key, const uint8_t *digest,
                                size_t signature_bytes, size_t public_key_bytes, size_t digest_bytes,
                                const mc_curve *curve)
{
    mc_status status;
    if (right_signature) /* saves the time of a thousand verifications */
        status = memcmp(signature, right_signature, signature_bytes) == 0 ? MC_OK : MC_ERROR_SIGNATURE;
    else
        status = mc_ecdsa_verify_digest(signature, public_key, digest, signature_bytes, public_key_bytes, digest_bytes,
                                        curve);
    end_step(NULL);
    return status;
}

mc_status faulty_sign_digest(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                             size_t private_key_bytes, size_t digest_bytes, const mc_curve *curve)
{
    if (right_signature) {
        memcpy(signature, right_signature, mc_curve_signature_bytes(curve));
        end_step(signature);
        return MC_OK;
    }
    uint8_t other[DIGEST_BYTES] = {1};
    const size_t half = mc_curve_signature_bytes(curve) / 2;
    if (fault == NOT_MADE)
        return MC_OK;
    mc_status status = mc_ecdsa_sign_digest(signature, private_key, fault == OTHER_DIGEST ? other : digest,
                                            private_key_bytes, digest_bytes, curve);
    if (fault == R_FLIPPED)
        signature[half - 1] ^= 1;
    if (fault == S_FLIPPED)
        signature[2 * half - 1] ^= 0x80;
    if (fault == R_ZERO)
        memset(signature, 0, half);
    if (fault == S_TOO_LARGE)
        memset(signature + half, 0xff, half);
    return status;
}

mc_status faulty_sign_digest_hedged(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                                    size_t private_key_bytes, size_t digest_bytes, mc_random random, void *context,
                                    const mc_curve *curve)
{
    (void)random, (void)context;
    return faulty_sign_digest(signature, private_key, digest, private_key_bytes, digest_bytes, curve);
}

static void check(const char *name)
{
    const mc_curve *curve = mc_curve_find(name);
    uint8_t private_key[MC_MAX_SCALAR_BYTES] = {0}, public_key[MC_MAX_PUBLIC_KEY_BYTES];
    uint8_t digest[DIGEST_BYTES] = {7}, signature[2][MC_MAX_SIGNATURE_BYTES], zeros[MC_MAX_SIGNATURE_BYTES] = {0};
    if (!curve) /* not in this build */
        return;
    const size_t key_bytes = mc_curve_scalar_bytes(curve), point_bytes = mc_curve_public_key_bytes(curve);
    const size_t bytes = mc_curve_signature_bytes(curve);
    private_key[key_bytes - 1] = 99;
    expect(name, RIGHT, mc_public_key(public_key, private_key, key_bytes, curve) == MC_OK);
    for (fault = RIGHT; fault < FAULTS; fault++) {
        memset(signature, 0xaa, sizeof signature);
        mc_status status[2] = {
            mc_ecdsa_sign_digest_checked(signature[0], private_key, public_key, digest, key_bytes, point_bytes,
                                         DIGEST_BYTES, curve),
            mc_ecdsa_sign_digest_hedged_checked(signature[1], private_key, public_key, digest, key_bytes, point_bytes,
                                                DIGEST_BYTES, NULL, NULL, curve),
        };
        for (int i = 0; i < 2; i++) {
            expect(name, fault, status[i] == (fault == RIGHT ? MC_OK : MC_ERROR_FAULT));
            expect(name, fault, (memcmp(signature[i], zeros, bytes) == 0) == (fault != RIGHT));
        }
    }
}

static mc_status sign(int is_hedged, uint8_t *signature, const uint8_t *private_key, const uint8_t *public_key,
                      const mc_curve *curve)
{
    static const uint8_t digest[DIGEST_BYTES] = {7};
    const size_t key_bytes = mc_curve_scalar_bytes(curve), point_bytes = mc_curve_public_key_bytes(curve);
    places_count = steps_count = 0;
    return is_hedged ? mc_ecdsa_sign_digest_hedged_checked(signature, private_key, public_key, digest, key_bytes,
                                                           point_bytes, DIGEST_BYTES, NULL, NULL, curve)
                     : mc_ecdsa_sign_digest_checked(signature, private_key, public_key, digest, key_bytes, point_bytes,
                                                    DIGEST_BYTES, curve);
}

/* Each bit of each buffer flips once after each step but the last, after which the caller's is no business of the
 * library: the signature that comes out is the right one, or none. */
static void flip(const char *name)
{
    const mc_curve *curve = mc_curve_find(name);
    uint8_t right[MC_MAX_SIGNATURE_BYTES], signature[MC_MAX_SIGNATURE_BYTES], zeros[MC_MAX_SIGNATURE_BYTES] = {0};
    uint8_t private_key[MC_MAX_SCALAR_BYTES] = {0}, public_key[MC_MAX_PUBLIC_KEY_BYTES];
    if (!curve)
        return;
    const size_t bytes = mc_curve_signature_bytes(curve);
    private_key[mc_curve_scalar_bytes(curve) - 1] = 99;
    fault = RIGHT;
    right_signature = NULL;
    expect(name, RIGHT, mc_public_key(public_key, private_key, mc_curve_scalar_bytes(curve), curve) == MC_OK);
    expect(name, RIGHT, sign(0, right, private_key, public_key, curve) == MC_OK);
    right_signature = right;
    flip_step = NONE;
    expect(name, RIGHT, sign(0, signature, private_key, public_key, curve) == MC_OK && places_count == PLACES_MAX);
    const int steps = steps_count;
    for (int is_hedged = 0; is_hedged < 2; is_hedged++)
        for (flip_step = 0; flip_step < steps - 1; flip_step++)
            for (flip_place = 0; flip_place < PLACES_MAX; flip_place++)
                for (flip_bit = 0; flip_bit < 8 * bytes; flip_bit++) {
                    memset(signature, 0xaa, sizeof signature);
                    const mc_status status = sign(is_hedged, signature, private_key, public_key, curve);
                    const uint8_t *expected = status == MC_OK ? right : zeros;
                    expect(name, flip_step, status == MC_OK || status == MC_ERROR_FAULT);
                    expect(name, flip_step, memcmp(signature, expected, bytes) == 0);
                }
    right_signature = NULL;
}

int main(void)
{
    check("sect163k1");
    check("secp256r1");
    flip("sect163k1");
    flip("secp256r1");
    return failures != 0;
}
