/* libsodium as a side: X25519 and Ed25519. Its signatures take the public key beside the seed, made before. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "../raw.h"

static const char *version(void)
{
    static char text[40] = "libsodium ";
    return text[10] ? text : strncat(text, sodium_version_string(), sizeof text - 11);
}

static int run_ecdh(struct raw_call *c)
{
    return crypto_scalarmult(c->secret, c->private_key, c->public_key);
}

static int run_public_key(struct raw_call *c)
{
    return crypto_sign_seed_keypair(c->public_key, c->objects, c->private_key);
}

static int run_sign(struct raw_call *c)
{
    return crypto_sign_detached(c->signature, NULL, c->message, RAW_MESSAGE_BYTES, c->objects);
}

static int run_verify(struct raw_call *c)
{
    return crypto_sign_verify_detached(c->signature, c->message, RAW_MESSAGE_BYTES, c->public_key);
}

/* The seed, then the public key. */
static int make(struct raw_call *c, enum raw_function function)
{
    uint8_t public_key[crypto_sign_PUBLICKEYBYTES];
    (void)function;
    c->objects = malloc(crypto_sign_SECRETKEYBYTES);
    return crypto_sign_seed_keypair(public_key, c->objects, c->private_key);
}

static const struct raw_library functions = {make, {run_ecdh, run_public_key, run_sign, run_verify}};

static const char *open_side(const struct subject *subject, const char *library)
{
    (void)library;
    const char *reason = raw_open_25519(&functions, subject);
    return reason || sodium_init() >= 0 ? reason : "it does not start";
}

const struct side mc_native_side = {"libsodium", version, open_side, raw_prepare, raw_run, raw_results};
