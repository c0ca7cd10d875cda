/* X25519, X448, Ed25519 and Ed448 by the public interface: bytes in, bytes out, all of it timed, but for the expansion
 * of a key that signs. */
#include "motecurve/ecdh.h"
#include "motecurve/eddsa.h"
#include "motecurve/key.h"
#include "ours.h"
#include "raw.h"

#include <stdlib.h>
#include <string.h>

/* The functions of the public interface. */
static struct {
    __typeof__(&mc_curve_find) curve_find;
    __typeof__(&mc_ecdh) ecdh;
    __typeof__(&mc_public_key) public_key;
    __typeof__(&mc_eddsa_sign) sign;
    __typeof__(&mc_eddsa_key_expand) expand;
    __typeof__(&mc_eddsa_sign_expanded) sign_expanded;
    __typeof__(&mc_eddsa_verify) verify;
} api;

static const mc_curve *curve;
static size_t octets;

static int run_ecdh(struct raw_call *c)
{
    return (int)api.ecdh(c->secret, c->private_key, c->public_key, octets, octets, curve);
}

static int run_public_key(struct raw_call *c)
{
    return (int)api.public_key(c->public_key, c->private_key, octets, curve);
}

static int run_sign(struct raw_call *c)
{
    return (int)api.sign(c->signature, c->private_key, c->message, octets, sizeof c->message, curve);
}

static int make_expanded(struct raw_call *c, enum raw_function function)
{
    (void)function;
    c->objects = malloc(MC_EDDSA_EXPANDED_KEY_BYTES(octets));
    return c->objects ? (int)api.expand(c->objects, c->private_key, octets, curve) : -1;
}

static int run_sign_expanded(struct raw_call *c)
{
    return (int)api.sign_expanded(c->signature, c->objects, c->message, NULL, MC_EDDSA_EXPANDED_KEY_BYTES(octets),
                                  sizeof c->message, 0, curve);
}

static int run_verify(struct raw_call *c)
{
    return (int)api.verify(c->signature, c->public_key, c->message, 2 * octets, octets, sizeof c->message, curve);
}

static const struct raw_library functions = {NULL, {run_ecdh, run_public_key, run_sign, run_verify}};
static const struct raw_library of_expanded = {make_expanded, {[RAW_SIGN] = run_sign_expanded}};

static const char *open_raw(const struct subject *subject)
{
    if (raw_open(strcmp(subject->operation, "eddsa-sign-expanded") == 0 ? &of_expanded : &functions, subject))
        return "the runner does not know this operation";
    if (subject->raw_octets > RAW_BYTES)
        return "keys are longer than those that the runner knows";
    *(void **)&api.curve_find = library_symbol("curve_find", NULL);
    *(void **)&api.ecdh = library_symbol("ecdh", NULL);
    *(void **)&api.public_key = library_symbol("public_key", NULL);
    *(void **)&api.sign = library_symbol("eddsa_sign", NULL);
    *(void **)&api.expand = library_symbol("eddsa_key_expand", NULL);
    *(void **)&api.sign_expanded = library_symbol("eddsa_sign_expanded", NULL);
    *(void **)&api.verify = library_symbol("eddsa_verify", NULL);
    if (!api.curve_find || !api.ecdh || !api.public_key || !api.verify)
        return "the library lacks a function of the public interface";
    if (!api.sign || !api.expand || !api.sign_expanded)
        return "the library lacks a function of the public interface";
    curve = api.curve_find(subject->curve);
    octets = subject->raw_octets;
    return curve ? NULL : "the library lacks this curve";
}

const struct kind raw_kind = {open_raw, raw_prepare, raw_run, raw_results};
