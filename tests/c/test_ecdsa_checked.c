/* Verification before release: a signing function that goes wrong replaces the library's; the test examines the
 * output of the functions that check it. fields: none */
#include <stdio.h>

#include "motecurve/ecdsa.h"
#include "motecurve/key.h"

/* The functions under test are compiled here, with signing renamed, so that the library's own are not linked. */
#define mc_ecdsa_sign_digest        faulty_sign_digest
#define mc_ecdsa_sign_digest_hedged faulty_sign_digest_hedged
mc_status faulty_sign_digest(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                             size_t private_key_bytes, size_t digest_bytes, const mc_curve *curve);
mc_status faulty_sign_digest_hedged(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                                    size_t private_key_bytes, size_t digest_bytes, mc_random random, void *context,
                                    const mc_curve *curve);
#include "protocol/ecdsa/once/ecdsa_sign_checked.c"
#include "protocol/ecdsa/once/ecdsa_sign_hedged_checked.c"
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

static int fault, failures;

static void expect(const char *curve, int number, int holds)
{
    if (!holds) {
        printf("%s, fault %d: wrong\n", curve, number);
        failures++;
    }
}

mc_status faulty_sign_digest(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest,
                             size_t private_key_bytes, size_t digest_bytes, const mc_curve *curve)
{
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

int main(void)
{
    check("sect163k1");
    check("secp256r1");
    return failures != 0;
}
