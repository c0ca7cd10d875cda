/* X25519, X448, Ed25519 and Ed448. OpenSSL has them only behind its interface for any algorithm (EVP). Objects of the
 * private key are made before, so that a signature's time does not include its public key. Objects of a public key
 * are made within the time, as its bytes are decoded. */
#include <openssl/evp.h>
#include <openssl/objects.h>
#include <stdlib.h>
#include <string.h>

#include "../raw.h"
#include "openssl.h"

struct call {
    struct raw_call raw;
    EVP_PKEY *key; /* the private key */
    EVP_PKEY_CTX *agreement;
    EVP_MD_CTX *signing, *verifying;
};

static const struct raw_operation *operation;
static int type;
static size_t octets;

static EVP_PKEY *public_key(const struct call *c)
{
    return EVP_PKEY_new_raw_public_key(type, NULL, c->raw.public_key, octets);
}

static int run_ecdh(struct call *c)
{
    EVP_PKEY *peer = public_key(c);
    size_t count = octets;
    int ok = EVP_PKEY_derive_set_peer(c->agreement, peer) == 1 &&
             EVP_PKEY_derive(c->agreement, c->raw.secret, &count) == 1 && count == octets;
    EVP_PKEY_free(peer);
    return ok;
}

static int run_public_key(struct call *c)
{
    EVP_PKEY *key = EVP_PKEY_new_raw_private_key(type, NULL, c->raw.private_key, octets);
    size_t count = octets;
    int ok = EVP_PKEY_get_raw_public_key(key, c->raw.public_key, &count) == 1 && count == octets;
    EVP_PKEY_free(key);
    return ok;
}

static int run_sign(struct call *c)
{
    size_t count = 2 * octets;
    return EVP_DigestSignInit(c->signing, NULL, NULL, NULL, c->key) == 1 &&
           EVP_DigestSign(c->signing, c->raw.signature, &count, c->raw.message, RAW_MESSAGE_BYTES) == 1 &&
           count == 2 * octets;
}

static int run_verify(struct call *c)
{
    EVP_PKEY *key = public_key(c);
    int ok = EVP_DigestVerifyInit(c->verifying, NULL, NULL, NULL, key) == 1 &&
             EVP_DigestVerify(c->verifying, c->raw.signature, 2 * octets, c->raw.message, RAW_MESSAGE_BYTES) == 1;
    EVP_PKEY_free(key);
    return ok;
}

static int (*const functions[RAW_FUNCTIONS])(struct call *call) = {
    [RAW_ECDH] = run_ecdh,
    [RAW_PUBLIC_KEY] = run_public_key,
    [RAW_SIGN] = run_sign,
    [RAW_VERIFY] = run_verify,
};

/* OpenSSL's name for keys of the curve that has one of these names. */
static int find_type(const char *names)
{
    char *copy = strdup(names), *rest = copy;
    int found = NID_undef;
    for (char *name; found == NID_undef && (name = strtok_r(rest, ",", &rest));)
        found = OBJ_txt2nid(name);
    free(copy);
    return found;
}

static const char *open_raw(const struct subject *subject, const char *library)
{
    (void)library;
    operation = raw_find(subject->operation);
    octets = subject->raw_octets;
    type = find_type(subject->aliases);
    if (!operation)
        return "it lacks this operation";
    return type == NID_undef ? "it lacks this curve" : NULL;
}

static void *prepare(const struct numbers *in)
{
    struct call *c = calloc(1, sizeof *c);
    if (!raw_read(&c->raw, operation, in, octets))
        return NULL;
    if (operation->function == RAW_ECDH || operation->function == RAW_SIGN)
        c->key = EVP_PKEY_new_raw_private_key(type, NULL, c->raw.private_key, octets);
    c->signing = EVP_MD_CTX_new();
    c->verifying = EVP_MD_CTX_new();
    if (operation->function != RAW_ECDH)
        return c;
    c->agreement = EVP_PKEY_CTX_new(c->key, NULL);
    return c->agreement && EVP_PKEY_derive_init(c->agreement) == 1 ? c : NULL;
}

static void run(void *prepared, size_t count)
{
    struct call *c = prepared;
    for (size_t i = 0; i < count; i++)
        c->raw.status = !functions[operation->function](c);
}

static void results(const void *prepared, struct numbers *out)
{
    raw_write(out, operation, &((const struct call *)prepared)->raw, octets);
}

const struct side openssl_raw = {"openssl", NULL, open_raw, prepare, run, results};
