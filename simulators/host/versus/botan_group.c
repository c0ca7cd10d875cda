/* ECDH and ECDSA. Objects of the private key, and the operations on it, are made before; those of a public key within
 * the time, as its bytes are decoded. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../octets.h"
#include "botan.h"

#define PADDING "Raw" /* what is signed is the digest */

struct call {
    struct octets_call octets;
    botan_pk_op_ka_t agreement;
    botan_pk_op_sign_t signing;
};

static const struct octets_operation *operation;
static struct octets_sizes sizes;
static char name[64]; /* Botan's, of the curve */

static botan_mp_t number(const uint8_t *octets, size_t count)
{
    botan_mp_t value;
    botan_mp_init(&value);
    botan_mp_from_bin(value, octets, count);
    return value;
}

static int run_ecdh(struct call *c)
{
    const uint8_t salt = 0;
    size_t count = sizes.field;
    int status = botan_pk_op_key_agreement(c->agreement, c->octets.secret, &count, c->octets.public_key,
                                           1 + 2 * sizes.field, &salt, 0);
    return status ? status : count != sizes.field;
}

static int run_sign(struct call *c)
{
    return botan_sign(c->signing, c->octets.signature, 2 * sizes.scalar, c->octets.digest, DIGEST_OCTETS);
}

static int load_public(botan_pubkey_t *key, const uint8_t *point)
{
    botan_mp_t x = number(point + 1, sizes.field), y = number(point + 1 + sizes.field, sizes.field);
    int status = botan_pubkey_load_ecdsa(key, x, y, name);
    botan_mp_destroy(x);
    botan_mp_destroy(y);
    return status;
}

static int run_verify(struct call *c)
{
    botan_pubkey_t key;
    int status = load_public(&key, c->octets.public_key);
    if (status)
        return status;
    status = botan_verify(key, PADDING, c->octets.signature, 2 * sizes.scalar, c->octets.digest, DIGEST_OCTETS);
    botan_pubkey_destroy(key);
    return status;
}

static int (*const functions[OCTETS_FUNCTIONS])(struct call *call) = {
    [OCTETS_ECDH] = run_ecdh,
    [OCTETS_SIGN] = run_sign,
    [OCTETS_VERIFY] = run_verify,
};

/* Whether Botan has a curve of this name, and its generator is ours; keeps the name if so. */
static int is_known(const char *alias, const struct numbers *parameters)
{
    uint8_t point[1 + 2 * OCTETS] = {4};
    number_to_octets(point + 1, numbers_find(parameters, "gx"), sizes.field);
    number_to_octets(point + 1 + sizes.field, numbers_find(parameters, "gy"), sizes.field);
    snprintf(name, sizeof name, "%s", alias);
    botan_mp_t one = number((const uint8_t[]){1}, 1), x = NULL, ours = number(point + 1, sizes.field);
    botan_privkey_t key;
    botan_pubkey_t generator;
    int is_same = botan_privkey_load_ecdsa(&key, one, name) == 0;
    if (is_same) {
        botan_mp_init(&x);
        is_same = botan_privkey_export_pubkey(&generator, key) == 0;
        is_same &= botan_pubkey_get_field(x, generator, "public_x") == 0 && botan_mp_equal(x, ours) == 1;
        botan_pubkey_destroy(generator);
        botan_privkey_destroy(key);
        botan_mp_destroy(x);
    }
    botan_mp_destroy(one);
    botan_mp_destroy(ours);
    return is_same;
}

static const char *open_group(const struct subject *subject)
{
    operation = octets_find(subject->operation);
    sizes = octets_sizes_of(subject->octets, &subject->parameters);
    char *names = strdup(subject->aliases), *rest = names;
    int is_found = 0;
    for (char *alias; strncmp(subject->field, "fp", 2) == 0 && !is_found && (alias = strtok_r(rest, ",", &rest));)
        is_found = is_known(alias, &subject->parameters);
    free(names);
    if (!is_found)
        return "it lacks this curve";
    return operation ? NULL : "it is compared in ecdh, ecdsa-sign and ecdsa-verify alone";
}

static void *prepare(const struct numbers *in)
{
    struct call *c = calloc(1, sizeof *c);
    if (!octets_read(&c->octets, operation, in, sizes))
        return NULL;
    botan_mp_t d = number(c->octets.private_key, sizes.scalar);
    botan_privkey_t key; /* lives as long as the process */
    int status = 0;
    if (operation->function == OCTETS_ECDH) {
        status = botan_privkey_load_ecdh(&key, d, name);
        status = status ? status : botan_pk_op_key_agreement_create(&c->agreement, key, "Raw", 0);
    } else if (operation->function == OCTETS_SIGN) {
        status = botan_privkey_load_ecdsa(&key, d, name);
        status = status ? status : botan_pk_op_sign_create(&c->signing, key, PADDING, 0);
    }
    botan_mp_destroy(d);
    return status ? NULL : c;
}

static void run(void *prepared, size_t count)
{
    struct call *c = prepared;
    for (size_t i = 0; i < count; i++)
        c->octets.status = functions[operation->function](c) != 0;
}

static void results(const void *prepared, struct numbers *out)
{
    octets_write(out, operation, &((const struct call *)prepared)->octets, sizes);
}

const struct kind botan_group = {open_group, prepare, run, results};
