/* This library as the side whose instructions are counted, linked into the runner: its public interface, bytes in and
 * bytes out. */
#include <stdlib.h>
#include <string.h>

#include "../octets.h"
#include "../raw.h"
#include "library.h"
#include "motecurve/ecdh.h"
#include "motecurve/ecdsa.h"
#include "motecurve/eddsa.h"
#include "motecurve/key.h"

const char *mc_native_level(void);

struct call {
    struct raw_call raw;
    struct octets_call octets;
};

static const struct raw_operation *of_raw;       /* null on curves of Weierstrass form */
static const struct octets_operation *of_octets; /* null on others */
static const mc_curve *curve;
static struct octets_sizes sizes;

static const char *version(void)
{
    return "motecurve";
}

void library_draw(const char *operation, const struct numbers *in)
{
    (void)operation, (void)in; /* nothing here draws */
}

const char *library_processor(void)
{
    return mc_native_level();
}

static int run_raw(struct raw_call *c)
{
    const size_t octets = sizes.scalar;
    switch (of_raw->function) {
    case RAW_ECDH:
        return (int)mc_ecdh(c->secret, c->private_key, c->public_key, octets, octets, curve);
    case RAW_PUBLIC_KEY:
        return (int)mc_public_key(c->public_key, c->private_key, octets, curve);
    case RAW_SIGN:
        return (int)mc_eddsa_sign(c->signature, c->private_key, c->message, octets, RAW_MESSAGE_BYTES, curve);
    default:
        return (int)mc_eddsa_verify(c->signature, c->public_key, c->message, 2 * octets, octets, RAW_MESSAGE_BYTES,
                                    curve);
    }
}

static int run_octets(struct octets_call *c)
{
    const size_t point = 1 + 2 * sizes.field;
    switch (of_octets->function) {
    case OCTETS_ECDH:
        return (int)mc_ecdh(c->secret, c->private_key, c->public_key, sizes.scalar, point, curve);
    case OCTETS_SIGN:
        return (int)mc_ecdsa_sign_digest(c->signature, c->private_key, c->digest, sizes.scalar, DIGEST_OCTETS, curve);
    default:
        return (int)mc_ecdsa_verify_digest(c->signature, c->public_key, c->digest, 2 * sizes.scalar, point,
                                           DIGEST_OCTETS, curve);
    }
}

static const char *open_side(const struct subject *subject, const char *library)
{
    (void)library;
    curve = mc_curve_find(subject->curve);
    if (!curve)
        return "it lacks this curve";
    if (subject->raw_octets) {
        of_raw = raw_find(subject->operation);
        sizes.scalar = subject->raw_octets;
    } else {
        of_octets = octets_find(subject->operation);
        sizes = octets_sizes_of(subject->octets, &subject->parameters);
    }
    return of_raw || of_octets ? NULL : "it lacks this operation";
}

static void *prepare(const struct numbers *in)
{
    struct call *c = calloc(1, sizeof *c);
    const int is_read =
        of_raw ? raw_read(&c->raw, of_raw, in, sizes.scalar) : octets_read(&c->octets, of_octets, in, sizes);
    return is_read ? c : NULL;
}

static void run(void *prepared, size_t count)
{
    struct call *c = prepared;
    for (size_t i = 0; i < count; i++) {
        if (of_raw)
            c->raw.status = run_raw(&c->raw);
        else
            c->octets.status = run_octets(&c->octets);
    }
}

static void results(const void *prepared, struct numbers *out)
{
    const struct call *c = prepared;
    if (of_raw)
        raw_write(out, of_raw, &c->raw, sizes.scalar);
    else
        octets_write(out, of_octets, &c->octets, sizes);
}

const struct side mc_native_side = {"motecurve", version, open_side, prepare, run, results};
