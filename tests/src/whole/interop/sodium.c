/* libsodium: X25519 and Ed25519. */
#include <sodium.h>
#include <string.h>

#include "interop.h"

static int is_x25519;

static int choose(const mc_curve *curve)
{
    is_x25519 = curve == mc_curve_find("Curve25519");
    return sodium_init() >= 0 && (is_x25519 || curve == mc_curve_find("Ed25519"));
}

static int public_key(uint8_t *point, const uint8_t *private_key)
{
    uint8_t both[crypto_sign_SECRETKEYBYTES];
    if (is_x25519)
        return crypto_scalarmult_base(point, private_key) == 0;
    return crypto_sign_seed_keypair(point, both, private_key) == 0;
}

static int agree(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key)
{
    return crypto_scalarmult(secret, private_key, peer_key) == 0;
}

static int sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *message)
{
    uint8_t point[crypto_sign_PUBLICKEYBYTES], both[crypto_sign_SECRETKEYBYTES];
    return crypto_sign_seed_keypair(point, both, private_key) == 0 &&
           crypto_sign_detached(signature, NULL, message, INTEROP_DIGEST_BYTES, both) == 0;
}

static int verify(const uint8_t *signature, const uint8_t *point, const uint8_t *message)
{
    return crypto_sign_verify_detached(signature, message, INTEROP_DIGEST_BYTES, point) == 0;
}

const interop_peer interop_the_peer = {"libsodium", choose, public_key, agree, sign, verify};
