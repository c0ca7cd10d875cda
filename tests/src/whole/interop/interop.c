/* Keys, agreements and signatures of this library and another, both ways, on every curve that both have. Prints the
 * curves, one a line. Disagreements go to stderr, and the status is then 1.
 *
 * interop KEYS: so many random keys on each curve. */
#include "interop.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "motecurve/ecdh.h"
#include "motecurve/ecdsa.h"
#include "motecurve/eddsa.h"
#include "motecurve/key.h"

typedef struct {
    uint8_t private_key[MC_MAX_SCALAR_BYTES], public_key[MC_MAX_PUBLIC_KEY_BYTES];
} key_pair;

static const interop_peer *const peer = &interop_the_peer;
static const mc_curve *curve;
static int failures;

static void check(int holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "%s, %s: %s\n", mc_curve_name(curve), peer->name, what);
    failures++;
}

/* A linear congruential generator: the same keys in every run. */
static int random_octets(void *context, uint8_t *out, size_t bytes)
{
    uint64_t *state = context;
    while (bytes--) {
        *state = *state * 6364136223846793005u + 1442695040888963407u;
        *out++ = (uint8_t)(*state >> 56);
    }
    return 0;
}

int interop_is_one_of(const mc_curve *of, const char *const *names)
{
    for (; *names; names++)
        if (mc_curve_find(*names) == of)
            return 1;
    return 0;
}

int interop_is_montgomery(const mc_curve *of)
{
    static const char *const names[] = {"Curve25519", "Curve448", NULL};
    return interop_is_one_of(of, names);
}

int interop_is_edwards(const mc_curve *of)
{
    static const char *const names[] = {"Ed25519", "Ed448", NULL};
    return interop_is_one_of(of, names);
}

static mc_status sign(uint8_t *signature, const key_pair *own, const uint8_t *digest)
{
    size_t bytes = mc_curve_scalar_bytes(curve);
    if (interop_is_edwards(curve))
        return mc_eddsa_sign(signature, own->private_key, digest, bytes, INTEROP_DIGEST_BYTES, curve);
    return mc_ecdsa_sign_digest(signature, own->private_key, digest, bytes, INTEROP_DIGEST_BYTES, curve);
}

static mc_status verify(const uint8_t *signature, const key_pair *own, const uint8_t *digest)
{
    size_t bytes = mc_curve_signature_bytes(curve), key_bytes = mc_curve_public_key_bytes(curve);
    if (interop_is_edwards(curve))
        return mc_eddsa_verify(signature, own->public_key, digest, bytes, key_bytes, INTEROP_DIGEST_BYTES, curve);
    return mc_ecdsa_verify_digest(signature, own->public_key, digest, bytes, key_bytes, INTEROP_DIGEST_BYTES, curve);
}

static void compare_signatures(const key_pair *own, uint64_t *state)
{
    uint8_t digest[INTEROP_DIGEST_BYTES], ours[MC_MAX_SIGNATURE_BYTES], theirs[MC_MAX_SIGNATURE_BYTES];
    random_octets(state, digest, sizeof digest);
    check(sign(ours, own, digest) == MC_OK && peer->sign(theirs, own->private_key, digest), "signed");
    check(peer->verify(ours, own->public_key, digest), "our signature is valid for them");
    check(verify(theirs, own, digest) == MC_OK, "their signature is valid for us");
    digest[5] ^= 1;
    check(!peer->verify(ours, own->public_key, digest), "our signature of another digest is not valid for them");
    check(verify(theirs, own, digest) == MC_ERROR_SIGNATURE, "their signature of another digest is not valid for us");
}

static void compare_agreements(const key_pair *own, const key_pair *other)
{
    uint8_t ours[MC_MAX_FIELD_BYTES], theirs[MC_MAX_FIELD_BYTES];
    size_t bytes = mc_curve_scalar_bytes(curve), key_bytes = mc_curve_public_key_bytes(curve);
    mc_status status = mc_ecdh(ours, own->private_key, other->public_key, bytes, key_bytes, curve);
    check(status == MC_OK && peer->agree(theirs, other->private_key, own->public_key), "agreed");
    check(!memcmp(ours, theirs, mc_curve_field_bytes(curve)), "one secret");
}

static void compare(unsigned keys)
{
    key_pair own, other;
    uint8_t theirs[MC_MAX_PUBLIC_KEY_BYTES];
    uint64_t state = 20;
    for (unsigned i = 0; i < keys; i++) {
        check(mc_key_generate(own.private_key, own.public_key, random_octets, &state, curve) == MC_OK, "key");
        check(mc_key_generate(other.private_key, other.public_key, random_octets, &state, curve) == MC_OK, "key");
        check(peer->public_key(theirs, own.private_key) &&
                  !memcmp(own.public_key, theirs, mc_curve_public_key_bytes(curve)),
              "one public key");
        if (peer->agree && !interop_is_edwards(curve))
            compare_agreements(&own, &other);
        if (peer->sign && mc_curve_signature_bytes(curve))
            compare_signatures(&own, &state);
    }
}

int main(int count, char **arguments)
{
    int keys = count == 2 ? atoi(arguments[1]) : 0;
    if (keys < 1) {
        fprintf(stderr, "interop: give the number of keys on each curve, such as 5\n");
        return 2;
    }
    for (size_t i = 0; (curve = mc_curve_at(i)); i++) {
        if (!strncmp(mc_curve_name(curve), "tiny", 4) || !peer->choose(curve))
            continue;
        compare((unsigned)keys);
        printf("%s\n", mc_curve_name(curve));
    }
    return failures != 0;
}
