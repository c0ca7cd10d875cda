/* libsecp256k1 as a side: secp256k1. Public keys are decoded within the time, as on the other sides; a signature to be
 * verified is an object made before. It accepts signatures with a low s alone, so that object has one. */
#include <secp256k1.h>
#include <secp256k1_ecdh.h>
#include <stdlib.h>
#include <string.h>

#include "../octets.h"
#include "../side.h"

struct call {
    struct octets_call octets;
    secp256k1_ecdsa_signature signature;
};

static const struct octets_operation *operation;
static const struct octets_sizes sizes = {32, 32};
static secp256k1_context *context;

static const char *version(void)
{
    return "libsecp256k1 " MC_OTHER_VERSION;
}

/* The secret as of the other sides: x. */
static int abscissa(unsigned char *out, const unsigned char *x, const unsigned char *y, void *data)
{
    (void)y, (void)data;
    memcpy(out, x, 32);
    return 1;
}

static int decode(secp256k1_pubkey *key, const struct call *c)
{
    return secp256k1_ec_pubkey_parse(context, key, c->octets.public_key, 1 + 2 * 32);
}

static int run_ecdh(struct call *c)
{
    secp256k1_pubkey peer;
    return decode(&peer, c) && secp256k1_ecdh(context, c->octets.secret, &peer, c->octets.private_key, abscissa, NULL);
}

static int run_sign(struct call *c)
{
    return secp256k1_ecdsa_sign(context, &c->signature, c->octets.digest, c->octets.private_key, NULL, NULL) &&
           secp256k1_ecdsa_signature_serialize_compact(context, c->octets.signature, &c->signature);
}

static int run_verify(struct call *c)
{
    secp256k1_pubkey key;
    return decode(&key, c) && secp256k1_ecdsa_verify(context, &c->signature, c->octets.digest, &key);
}

static int (*const functions[OCTETS_FUNCTIONS])(struct call *call) = {
    [OCTETS_ECDH] = run_ecdh,
    [OCTETS_SIGN] = run_sign,
    [OCTETS_VERIFY] = run_verify,
};

/* Blinds as its manual asks for. */
static const char *open_side(const struct subject *subject, const char *library)
{
    (void)library;
    static const unsigned char seed[32] = {1};
    operation = octets_find(subject->operation);
    if (strcmp(subject->curve, "secp256k1") != 0)
        return "it lacks this curve";
    if (!operation)
        return "it lacks this operation";
    context = secp256k1_context_create(SECP256K1_CONTEXT_SIGN | SECP256K1_CONTEXT_VERIFY);
    return context && secp256k1_context_randomize(context, seed) ? NULL : "it does not start";
}

static void *prepare(const struct numbers *in)
{
    struct call *c = calloc(1, sizeof *c);
    if (!octets_read(&c->octets, operation, in, sizes))
        return NULL;
    if (operation->function == OCTETS_VERIFY) {
        if (!secp256k1_ecdsa_signature_parse_compact(context, &c->signature, c->octets.signature))
            return NULL;
        secp256k1_ecdsa_signature_normalize(context, &c->signature, &c->signature);
    }
    return c;
}

static void run(void *prepared, size_t count)
{
    struct call *c = prepared;
    for (size_t i = 0; i < count; i++)
        c->octets.status = !functions[operation->function](c);
}

static void results(const void *prepared, struct numbers *out)
{
    octets_write(out, operation, &((const struct call *)prepared)->octets, sizes);
}

const struct side mc_native_side = {"libsecp256k1", version, open_side, prepare, run, results};
