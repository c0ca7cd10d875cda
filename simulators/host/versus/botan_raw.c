/* X25519 and Ed25519; what is made before is as in botan_group.c. */
#include <stdlib.h>
#include <string.h>

#include "../raw.h"
#include "botan.h"

#define PADDING "Pure"

struct call {
    struct raw_call raw;
    botan_pk_op_ka_t agreement;
    botan_pk_op_sign_t signing;
};

static const struct raw_operation *operation;
static size_t octets;

static int run_ecdh(struct call *c)
{
    const uint8_t salt = 0;
    size_t count = octets;
    return botan_pk_op_key_agreement(c->agreement, c->raw.secret, &count, c->raw.public_key, octets, &salt, 0);
}

static int run_public_key(struct call *c)
{
    botan_privkey_t key;
    uint8_t both[64];
    int status = botan_privkey_load_ed25519(&key, c->raw.private_key);
    if (status)
        return status;
    status = botan_privkey_ed25519_get_privkey(key, both);
    memcpy(c->raw.public_key, both + octets, octets);
    botan_privkey_destroy(key);
    return status;
}

static int run_sign(struct call *c)
{
    return botan_sign(c->signing, c->raw.signature, 2 * octets, c->raw.message, RAW_MESSAGE_BYTES);
}

static int run_verify(struct call *c)
{
    botan_pubkey_t key;
    int status = botan_pubkey_load_ed25519(&key, c->raw.public_key);
    if (status)
        return status;
    status = botan_verify(key, PADDING, c->raw.signature, 2 * octets, c->raw.message, RAW_MESSAGE_BYTES);
    botan_pubkey_destroy(key);
    return status;
}

static int (*const functions[RAW_FUNCTIONS])(struct call *call) = {
    [RAW_ECDH] = run_ecdh,
    [RAW_PUBLIC_KEY] = run_public_key,
    [RAW_SIGN] = run_sign,
    [RAW_VERIFY] = run_verify,
};

static const char *open_raw(const struct subject *subject, const char *library)
{
    (void)library;
    operation = raw_find(subject->operation);
    octets = subject->raw_octets;
    if (strcmp(subject->curve, "Curve25519") != 0 && strcmp(subject->curve, "Ed25519") != 0)
        return "it lacks this curve";
    return operation ? NULL : "it lacks this operation";
}

static void *prepare(const struct numbers *in)
{
    struct call *c = calloc(1, sizeof *c);
    botan_privkey_t key; /* lives as long as the process */
    if (!raw_read(&c->raw, operation, in, octets))
        return NULL;
    int status = 0;
    if (operation->function == RAW_ECDH) {
        status = botan_privkey_load_x25519(&key, c->raw.private_key);
        status = status ? status : botan_pk_op_key_agreement_create(&c->agreement, key, "Raw", 0);
    } else if (operation->function == RAW_SIGN) {
        status = botan_privkey_load_ed25519(&key, c->raw.private_key);
        status = status ? status : botan_pk_op_sign_create(&c->signing, key, PADDING, 0);
    }
    return status ? NULL : c;
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

const struct side botan_raw = {"botan", NULL, open_raw, prepare, run, results};
