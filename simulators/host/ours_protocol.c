/* ECDH and ECDSA by the public interface: bytes in, bytes out, all of it timed. The interface has no ECDH with a
 * private key that need not be kept secret. With a multiplication that is not constant time, the functions that
 * mc_ecdh calls do it here. */
#include <stdlib.h>
#include <string.h>

#include "motecurve/ecdh.h"
#include "motecurve/ecdsa.h"
#include "motecurve/hash.h"
#include "motecurve/key.h"
#include "ours.h"

struct call {
    uint8_t private_key[NUMBER_BYTES], public_key[1 + 2 * NUMBER_BYTES], digest[MC_SHA256_BYTES];
    uint8_t signature[2 * NUMBER_BYTES], secret[NUMBER_BYTES];
    uint8_t given[NUMBER_BYTES]; /* the private key that the source of random bytes gives */
    mc_status status;
};

/* The single run of an operation, and the names of its inputs and outputs: d, the public key p, the digest e, the
 * signature s, the shared secret z. */
struct operation {
    const char *name;
    void (*run)(struct call *call);
    const char *inputs, *outputs;
};

/* The functions of the public interface. */
static struct {
    __typeof__(&mc_curve_find) curve_find;
    __typeof__(&mc_curve_field_bytes) field_bytes;
    __typeof__(&mc_curve_scalar_bytes) scalar_bytes;
    __typeof__(&mc_ecdh) ecdh;
    __typeof__(&mc_key_generate) key_generate;
    __typeof__(&mc_ecdsa_sign_digest) sign;
    __typeof__(&mc_ecdsa_verify_digest) verify;
} api;

/* Functions that the ECDH with a public scalar calls. */
static struct {
    mc_status (*decode_key)(void *point, const uint8_t *octets, size_t count, const void *curve);
    mc_status (*decode_scalar)(void *k, const uint8_t *octets, size_t count, const void *curve);
    mc_status (*multiply)(void *r, const void *k, const void *p, const void *curve);
    uint64_t (*mask_infinity)(const void *p);
    void (*encode)(uint8_t *octets, const void *x);
    const void *curve;
} internal;

static const struct operation *operation;
static const mc_curve *curve;
static size_t field_bytes, scalar_bytes;

static void run_ecdh(struct call *c)
{
    c->status = api.ecdh(c->secret, c->private_key, c->public_key, scalar_bytes, 1 + 2 * field_bytes, curve);
}

static void run_ecdh_var(struct call *c)
{
    uint64_t d[NUMBER_BYTES / 8], q[2 * NUMBER_BYTES / 8]; /* x of q first */
    c->status = internal.decode_key(q, c->public_key, 1 + 2 * field_bytes, internal.curve);
    if (c->status == MC_OK)
        c->status = internal.decode_scalar(d, c->private_key, scalar_bytes, internal.curve);
    if (c->status == MC_OK)
        c->status = internal.multiply(q, d, q, internal.curve);
    if (c->status == MC_OK && internal.mask_infinity(q))
        c->status = MC_ERROR_SHARED_INFINITY;
    memset(c->secret, 0, field_bytes);
    if (c->status == MC_OK)
        internal.encode(c->secret, q);
}

/* Two blocks that differ, for the library's check of its source, then the private key. */
struct source {
    const uint8_t *given;
    uint8_t calls;
};

static int source_read(void *context, uint8_t *out, size_t bytes)
{
    struct source *source = context;
    if (++source->calls <= 2)
        memset(out, source->calls, bytes);
    else
        memcpy(out, source->given, bytes);
    return 0;
}

static void run_keygen(struct call *c)
{
    struct source source = {c->given, 0};
    c->status = api.key_generate(c->private_key, c->public_key, source_read, &source, curve);
}

static void run_sign(struct call *c)
{
    c->status = api.sign(c->signature, c->private_key, c->digest, scalar_bytes, sizeof c->digest, curve);
}

static void run_verify(struct call *c)
{
    c->status = api.verify(c->signature, c->public_key, c->digest, 2 * scalar_bytes, 1 + 2 * field_bytes,
                           sizeof c->digest, curve);
}

static const struct operation operations[] = {
    {"ecdh", run_ecdh, "dp", "z"},
    {"ecdsa-keygen", run_keygen, "d", "dp"},
    {"ecdsa-sign", run_sign, "de", "s"},
    {"ecdsa-verify", run_verify, "spe", ""},
};

static const struct operation ecdh_var = {"ecdh", run_ecdh_var, "dp", "z"};

static const char *open_internal(const struct subject *subject)
{
    internal.curve = library_curve(subject, NULL);
    *(void **)&internal.decode_key = library_symbol(subject->field, "public_key_decode");
    *(void **)&internal.decode_scalar = library_symbol(subject->field, "scalar_decode");
    *(void **)&internal.multiply = library_symbol(subject->field, subject->function);
    *(void **)&internal.mask_infinity = library_symbol(subject->field, "affine_mask_infinity");
    *(void **)&internal.encode = library_symbol(subject->field, "element_encode");
    if (!internal.curve || !internal.decode_key || !internal.decode_scalar || !internal.multiply ||
        !internal.mask_infinity || !internal.encode)
        return "the library lacks this member for this curve";
    return NULL;
}

/* Whether the subject is the operation with a member that is not constant time, judging by its name. */
static int is_var(const struct subject *subject, const char *name)
{
    const size_t length = subject->function ? strlen(subject->function) : 0;
    return strcmp(subject->operation, name) == 0 && length > 4 && strcmp(subject->function + length - 4, "_var") == 0;
}

static const char *open_protocol(const struct subject *subject)
{
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        if (strcmp(operations[i].name, subject->operation) == 0)
            operation = &operations[i];
    if (!operation)
        return "the runner does not know this operation";
    if (is_var(subject, ecdh_var.name)) {
        const char *reason = open_internal(subject);
        if (reason)
            return reason;
        operation = &ecdh_var;
    }
    *(void **)&api.curve_find = library_symbol("curve_find", NULL);
    *(void **)&api.field_bytes = library_symbol("curve_field_bytes", NULL);
    *(void **)&api.scalar_bytes = library_symbol("curve_scalar_bytes", NULL);
    *(void **)&api.ecdh = library_symbol("ecdh", NULL);
    *(void **)&api.key_generate = library_symbol("key_generate", NULL);
    *(void **)&api.sign = library_symbol("ecdsa_sign_digest", NULL);
    *(void **)&api.verify = library_symbol("ecdsa_verify_digest", NULL);
    if (!api.curve_find || !api.field_bytes || !api.scalar_bytes || !api.ecdh || !api.key_generate || !api.sign ||
        !api.verify)
        return "the library lacks a function of the public interface";
    curve = api.curve_find(subject->curve);
    if (!curve)
        return "the library lacks this curve";
    field_bytes = api.field_bytes(curve);
    scalar_bytes = api.scalar_bytes(curve);
    return NULL;
}

static void *prepare(const struct numbers *in)
{
    struct call *c = malloc(sizeof *c);
    int is_complete = 1;
    memset(c, 0xaa, sizeof *c);
    c->public_key[0] = 4; /* an uncompressed point */
    for (const char *input = operation->inputs; *input; input++) {
        if (*input == 'd')
            is_complete &= numbers_get_big(in, "d", c->private_key, scalar_bytes);
        if (*input == 'p')
            is_complete &= numbers_get_big(in, "px", c->public_key + 1, field_bytes) &
                           numbers_get_big(in, "py", c->public_key + 1 + field_bytes, field_bytes);
        if (*input == 'e')
            is_complete &= numbers_get_big(in, "digest", c->digest, sizeof c->digest);
        if (*input == 's')
            is_complete &= numbers_get_big(in, "r", c->signature, scalar_bytes) &
                           numbers_get_big(in, "s", c->signature + scalar_bytes, scalar_bytes);
    }
    memcpy(c->given, c->private_key, sizeof c->given);
    return is_complete ? c : NULL;
}

static void run(void *prepared, size_t count)
{
    for (size_t i = 0; i < count; i++)
        operation->run(prepared);
}

static void results(const void *prepared, struct numbers *out)
{
    const struct call *c = prepared;
    uint8_t status = (uint8_t)c->status;
    numbers_add_little(out, "status", &status, 1);
    for (const char *output = operation->outputs; *output; output++) {
        if (*output == 'z')
            numbers_add_big(out, "secret", c->secret, field_bytes);
        if (*output == 'd')
            numbers_add_big(out, "d", c->private_key, scalar_bytes);
        if (*output == 'p') {
            numbers_add_big(out, "px", c->public_key + 1, field_bytes);
            numbers_add_big(out, "py", c->public_key + 1 + field_bytes, field_bytes);
        }
        if (*output == 's') {
            numbers_add_big(out, "r", c->signature, scalar_bytes);
            numbers_add_big(out, "s", c->signature + scalar_bytes, scalar_bytes);
        }
    }
}

const struct kind protocol_kind = {open_protocol, prepare, run, results};
