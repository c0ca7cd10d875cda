/* libsodium as a side: X25519 and Ed25519. Its signatures take the public key beside the seed, made before. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "../raw.h"
#include "../side.h"

struct call {
    struct raw_call raw;
    uint8_t secret_key[crypto_sign_SECRETKEYBYTES]; /* seed, public key */
};

static const struct raw_operation *operation;
static size_t octets;

static const char *version(void)
{
    static char text[40] = "libsodium ";
    return text[10] ? text : strncat(text, sodium_version_string(), sizeof text - 11);
}

static int run_ecdh(struct call *c)
{
    return crypto_scalarmult(c->raw.secret, c->raw.private_key, c->raw.public_key);
}

static int run_public_key(struct call *c)
{
    return crypto_sign_seed_keypair(c->raw.public_key, c->secret_key, c->raw.private_key);
}

static int run_sign(struct call *c)
{
    return crypto_sign_detached(c->raw.signature, NULL, c->raw.message, RAW_MESSAGE_BYTES, c->secret_key);
}

static int run_verify(struct call *c)
{
    return crypto_sign_verify_detached(c->raw.signature, c->raw.message, RAW_MESSAGE_BYTES, c->raw.public_key);
}

static int (*const functions[RAW_FUNCTIONS])(struct call *call) = {
    [RAW_ECDH] = run_ecdh,
    [RAW_PUBLIC_KEY] = run_public_key,
    [RAW_SIGN] = run_sign,
    [RAW_VERIFY] = run_verify,
};

static const char *open_side(const struct subject *subject, const char *library)
{
    (void)library;
    operation = raw_find(subject->operation);
    octets = subject->raw_octets;
    if (strcmp(subject->curve, "Curve25519") != 0 && strcmp(subject->curve, "Ed25519") != 0)
        return "it lacks this curve";
    if (!operation)
        return "it lacks this operation";
    return sodium_init() < 0 ? "it does not start" : NULL;
}

static void *prepare(const struct numbers *in)
{
    struct call *c = calloc(1, sizeof *c);
    uint8_t public_key[crypto_sign_PUBLICKEYBYTES];
    if (!raw_read(&c->raw, operation, in, octets))
        return NULL;
    crypto_sign_seed_keypair(public_key, c->secret_key, c->raw.private_key);
    return c;
}

static void run(void *prepared, size_t count)
{
    struct call *c = prepared;
    for (size_t i = 0; i < count; i++)
        c->raw.status = functions[operation->function](c) != 0;
}

static void results(const void *prepared, struct numbers *out)
{
    raw_write(out, operation, &((const struct call *)prepared)->raw, octets);
}

const struct side mc_native_side = {"libsodium", version, open_side, prepare, run, results};
