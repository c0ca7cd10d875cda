/* X25519, X448, Ed25519 and Ed448. OpenSSL has them only behind its interface for any algorithm (EVP). Objects of the
 * private key are made before, so that a signature's time does not include its public key. Objects of a public key
 * are made within the time, as its bytes are decoded. */
#include <openssl/evp.h>
#include <openssl/objects.h>
#include <stdlib.h>
#include <string.h>

#include "../raw.h"
#include "openssl.h"

struct objects {
    EVP_PKEY *key; /* the private key */
    EVP_PKEY_CTX *agreement;
    EVP_MD_CTX *signing, *verifying;
};

static int type;
static size_t octets;

static EVP_PKEY *public_key(const struct raw_call *c)
{
    return EVP_PKEY_new_raw_public_key(type, NULL, c->public_key, octets);
}

static int run_ecdh(struct raw_call *c)
{
    const struct objects *made = c->objects;
    EVP_PKEY *peer = public_key(c);
    size_t count = octets;
    int ok = EVP_PKEY_derive_set_peer(made->agreement, peer) == 1 &&
             EVP_PKEY_derive(made->agreement, c->secret, &count) == 1 && count == octets;
    EVP_PKEY_free(peer);
    return !ok;
}

static int run_public_key(struct raw_call *c)
{
    EVP_PKEY *key = EVP_PKEY_new_raw_private_key(type, NULL, c->private_key, octets);
    size_t count = octets;
    int ok = EVP_PKEY_get_raw_public_key(key, c->public_key, &count) == 1 && count == octets;
    EVP_PKEY_free(key);
    return !ok;
}

static int run_sign(struct raw_call *c)
{
    const struct objects *made = c->objects;
    size_t count = 2 * octets;
    int ok = EVP_DigestSignInit(made->signing, NULL, NULL, NULL, made->key) == 1 &&
             EVP_DigestSign(made->signing, c->signature, &count, c->message, RAW_MESSAGE_BYTES) == 1 &&
             count == 2 * octets;
    return !ok;
}

static int run_verify(struct raw_call *c)
{
    const struct objects *made = c->objects;
    EVP_PKEY *key = public_key(c);
    int ok = EVP_DigestVerifyInit(made->verifying, NULL, NULL, NULL, key) == 1 &&
             EVP_DigestVerify(made->verifying, c->signature, 2 * octets, c->message, RAW_MESSAGE_BYTES) == 1;
    EVP_PKEY_free(key);
    return !ok;
}

static int make(struct raw_call *c, enum raw_function function)
{
    struct objects *made = calloc(1, sizeof *made);
    c->objects = made;
    if (function == RAW_ECDH || function == RAW_SIGN)
        made->key = EVP_PKEY_new_raw_private_key(type, NULL, c->private_key, octets);
    made->signing = EVP_MD_CTX_new();
    made->verifying = EVP_MD_CTX_new();
    if (function != RAW_ECDH)
        return 0;
    made->agreement = EVP_PKEY_CTX_new(made->key, NULL);
    return !made->agreement || EVP_PKEY_derive_init(made->agreement) != 1;
}

static const struct raw_library functions = {make, {run_ecdh, run_public_key, run_sign, run_verify}};

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

static const char *open_raw(const struct subject *subject)
{
    const char *reason = raw_open(&functions, subject);
    octets = subject->raw_octets;
    type = find_type(subject->aliases);
    return reason || type != NID_undef ? reason : "it lacks this curve";
}

const struct kind openssl_raw = {open_raw, raw_prepare, raw_run, raw_results};
