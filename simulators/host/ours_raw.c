/* X25519, X448, Ed25519 and Ed448 by the public interface: bytes in, bytes out, all of it timed. */
#include "motecurve/ecdh.h"
#include "motecurve/eddsa.h"
#include "motecurve/key.h"
#include "ours.h"
#include "raw.h"

/* The functions of the public interface. */
static struct {
    __typeof__(&mc_curve_find) curve_find;
    __typeof__(&mc_ecdh) ecdh;
    __typeof__(&mc_public_key) public_key;
    __typeof__(&mc_eddsa_sign) sign;
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

static int run_verify(struct raw_call *c)
{
    return (int)api.verify(c->signature, c->public_key, c->message, 2 * octets, octets, sizeof c->message, curve);
}

static const struct raw_library functions = {NULL, {run_ecdh, run_public_key, run_sign, run_verify}};

static const char *open_raw(const struct subject *subject)
{
    if (raw_open(&functions, subject))
        return "the runner does not know this operation";
    if (subject->raw_octets > RAW_BYTES)
        return "keys are longer than those that the runner knows";
    *(void **)&api.curve_find = library_symbol("curve_find", NULL);
    *(void **)&api.ecdh = library_symbol("ecdh", NULL);
    *(void **)&api.public_key = library_symbol("public_key", NULL);
    *(void **)&api.sign = library_symbol("eddsa_sign", NULL);
    *(void **)&api.verify = library_symbol("eddsa_verify", NULL);
    if (!api.curve_find || !api.ecdh || !api.public_key || !api.sign || !api.verify)
        return "the library lacks a function of the public interface";
    curve = api.curve_find(subject->curve);
    octets = subject->raw_octets;
    return curve ? NULL : "the library lacks this curve";
}

const struct kind raw_kind = {open_raw, raw_prepare, raw_run, raw_results};
