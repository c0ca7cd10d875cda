/* Signatures of BLS in the suite G2_POP, and identity-based cryptography, by the public interface: bytes in, bytes out,
 * all of it timed, with all checks of points. An object is as many bytes as its number has, since its first byte is
 * not 0; after an error its number is 0. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "motecurve/hash.h"
#include "motecurve/pairing/bls_signature.h"
#include "motecurve/pairing/ibe.h"
#include "ours.h"

enum { INPUTS = 4, OUTPUTS = 2, OBJECT = 0, SEED_BYTES = 32, COORDINATE_BYTES = MC_BLS12_381_G1_BYTES };

/* Inputs lie one after another, as outputs do. */
struct call {
    uint8_t in[INPUTS * NUMBER_BYTES], out[OUTPUTS * NUMBER_BYTES];
    const uint8_t *at[INPUTS];
    size_t bytes[INPUTS];
    mc_status status;
};

struct part {
    const char *name;
    size_t bytes; /* or OBJECT */
};

struct scheme {
    const char *operation, *function; /* name without mc_ */
    void (*run)(struct call *call);
    struct part inputs[INPUTS], outputs[OUTPUTS];
};

static union {
    void *address;
    __typeof__(&mc_bls_sign) bls_sign;
    __typeof__(&mc_bls_verify) bls_verify;
    __typeof__(&mc_ibe_extract) extract;
    __typeof__(&mc_ibe_encrypt) encrypt;
    __typeof__(&mc_ibe_decrypt) decrypt;
    __typeof__(&mc_ibe_sign) sign;
    __typeof__(&mc_ibe_verify) verify;
    __typeof__(&mc_ibe_agree) agree;
} api;

static const struct scheme *scheme;
static const mc_ibe_group *group;

static void run_bls_sign(struct call *c)
{
    c->status = api.bls_sign(c->out, c->at[0], c->at[1], c->bytes[1], MC_BLS_G2_POP);
}

static void run_bls_verify(struct call *c)
{
    c->status = api.bls_verify(c->at[0], c->at[2], c->at[3], c->bytes[0] + c->bytes[1], c->bytes[2], c->bytes[3],
                               MC_BLS_G2_POP);
}

static void run_extract(struct call *c)
{
    c->status = api.extract(c->out, MC_IBE_FOR_ENCRYPTION, c->at[0], c->at[1], c->bytes[0], c->bytes[1], group);
}

static int given(void *context, uint8_t *out, size_t bytes)
{
    memcpy(out, context, bytes < SEED_BYTES ? bytes : SEED_BYTES);
    return bytes > SEED_BYTES;
}

static void run_encrypt(struct call *c)
{
    c->status = api.encrypt(c->out, c->at[0], c->at[1], c->at[2], c->bytes[0], c->bytes[1], c->bytes[2], given,
                            (void *)c->at[3], group);
}

static void run_decrypt(struct call *c)
{
    c->status = api.decrypt(c->out, c->at[0], c->at[1], c->bytes[0], c->bytes[1], group);
}

static void run_sign(struct call *c)
{
    c->status = api.sign(c->out, c->at[0], c->at[1], c->at[2], c->bytes[0], c->bytes[1], c->bytes[2], group);
}

static void run_verify(struct call *c)
{
    c->status =
        api.verify(c->at[0], c->at[1], c->at[2], c->at[3], c->bytes[0], c->bytes[1], c->bytes[2], c->bytes[3], group);
}

static void run_agree(struct call *c)
{
    c->status =
        api.agree(c->out, MC_SHA256_BYTES, c->at[0], c->at[1], c->at[2], c->bytes[0], c->bytes[1], c->bytes[2], group);
}

#define MESSAGE    {"message", MC_SHA256_BYTES}
#define IDENTITY   {"identity", OBJECT}
#define KEY        {"key", OBJECT}
#define PARAMETERS {"parameters", OBJECT}
#define POINT                                                                                                          \
    {"x1", COORDINATE_BYTES},                                                                                          \
    {                                                                                                                  \
        "x0", COORDINATE_BYTES                                                                                         \
    } /* of G2, compressed */

static const struct scheme schemes[] = {
    {"bls-sign", "bls_sign", run_bls_sign, {{"d", MC_BLS_PRIVATE_KEY_BYTES}, MESSAGE}, {POINT}},
    {"bls-verify", "bls_verify", run_bls_verify, {POINT, {"public", COORDINATE_BYTES}, MESSAGE}, {{0}}},
    {"ibe-extract", "ibe_extract", run_extract, {{"master", OBJECT}, IDENTITY}, {KEY}},
    {"ibe-encrypt",
     "ibe_encrypt",
     run_encrypt,
     {MESSAGE, IDENTITY, PARAMETERS, {"seed", SEED_BYTES}},
     {{"ciphertext", OBJECT}}},
    {"ibe-decrypt", "ibe_decrypt", run_decrypt, {KEY, {"ciphertext", OBJECT}}, {MESSAGE}},
    {"ibe-sign", "ibe_sign", run_sign, {KEY, IDENTITY, MESSAGE}, {{"signature", OBJECT}}},
    {"ibe-verify", "ibe_verify", run_verify, {{"signature", OBJECT}, IDENTITY, MESSAGE, PARAMETERS}, {{0}}},
    {"ibe-agree", "ibe_agree", run_agree, {KEY, IDENTITY, {"peer", OBJECT}}, {{"shared", MC_SHA256_BYTES}}},
};

/* The object mc_ibe_<group>, whose name has no dashes. */
static const mc_ibe_group *find_group(const char *curve)
{
    char name[64];
    snprintf(name, sizeof name, "%s", curve);
    for (char *c = name; *c; c++)
        if (*c == '-')
            *c = '_';
    return library_symbol("ibe", name);
}

static const char *open_scheme(const struct subject *subject)
{
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++)
        if (strcmp(schemes[i].operation, subject->operation) == 0)
            scheme = &schemes[i];
    if (!scheme)
        return "the runner does not know this operation";
    api.address = library_symbol(scheme->function, NULL);
    group = find_group(subject->curve);
    return api.address && group ? NULL : "the library lacks this operation of the group";
}

/* Bytes of an object, which begins with the highest byte that is not 0. */
static size_t object_bytes(const uint8_t *bytes)
{
    size_t count = NUMBER_BYTES;
    while (count > 0 && bytes[count - 1] == 0)
        count--;
    return count;
}

static void *prepare(const struct numbers *in)
{
    struct call *c = calloc(1, sizeof *c);
    uint8_t *at = c ? c->in : NULL;
    for (size_t i = 0; c && i < INPUTS && scheme->inputs[i].name; i++) {
        const uint8_t *bytes = numbers_find(in, scheme->inputs[i].name);
        if (!bytes)
            return NULL;
        c->bytes[i] = scheme->inputs[i].bytes == OBJECT ? object_bytes(bytes) : scheme->inputs[i].bytes;
        c->at[i] = at;
        number_to_octets(at, bytes, c->bytes[i]);
        at += c->bytes[i];
    }
    return c;
}

static void run(void *prepared, size_t count)
{
    for (size_t i = 0; i < count; i++)
        scheme->run(prepared);
}

/* Bytes of the object that the call wrote: its head says how many follow. */
static size_t written_bytes(const uint8_t *object)
{
    size_t body = 0;
    for (size_t i = MC_IBE_HEAD_BYTES - 4; i < MC_IBE_HEAD_BYTES; i++)
        body = body << 8 | object[i];
    return MC_IBE_HEAD_BYTES + body < NUMBER_BYTES ? MC_IBE_HEAD_BYTES + body : NUMBER_BYTES;
}

static void results(const void *prepared, struct numbers *out)
{
    const struct call *c = prepared;
    const uint8_t *at = c->out, status = (uint8_t)c->status;
    numbers_add_little(out, "status", &status, 1);
    for (size_t i = 0; i < OUTPUTS && scheme->outputs[i].name; i++) {
        size_t count = scheme->outputs[i].bytes == OBJECT ? written_bytes(at) : scheme->outputs[i].bytes;
        numbers_add_big(out, scheme->outputs[i].name, at, count);
        at += count;
    }
}

const struct kind identity_kind = {open_scheme, prepare, run, results};
