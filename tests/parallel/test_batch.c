/* Batches of independent multiplications, and the library of curves called by several threads at once.
 *
 *     test_batch CURVE...     each of them, alone and then all at once */
#include "support.h"

#include <stdatomic.h>

#include <motecurve/ecdsa.h>
#include <motecurve/key.h>

#include "batch/batch.h"

#define COUNT   13 /* no multiple of the threads */
#define THREADS 3

typedef struct {
    uint8_t private_key[MC_MAX_SCALAR_BYTES], other[MC_MAX_SCALAR_BYTES];
    uint8_t public_key[MC_MAX_PUBLIC_KEY_BYTES], peer_key[MC_MAX_PUBLIC_KEY_BYTES];
    uint8_t secret[MC_MAX_FIELD_BYTES], expected[MC_MAX_FIELD_BYTES];
} keys;

/* Marsaglia's xorshift: each thread has a state of its own. */
static int fill(void *context, uint8_t *bytes, size_t count)
{
    uint64_t *state = context;
    for (size_t i = 0; i < count; i++) {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        bytes[i] = (uint8_t)(*state >> 56);
    }
    return 0;
}

/* d (e G) by the batch and e (d G) by one call. The third peer's key lies on no curve (X25519 takes any). */
static void check_batch(const mc_curve *curve, mc_parallel_engine *engine)
{
    keys all[COUNT];
    mc_parallel_agreement agreements[COUNT];
    uint64_t state = 0x2545f4914f6cdd1d;
    const size_t key_bytes = mc_curve_scalar_bytes(curve), peer_bytes = mc_curve_public_key_bytes(curve);
    for (unsigned i = 0; i < COUNT; i++) {
        keys *one = &all[i];
        CHECK(mc_key_generate(one->private_key, one->public_key, fill, &state, curve) == MC_OK);
        CHECK(mc_key_generate(one->other, one->peer_key, fill, &state, curve) == MC_OK);
        CHECK(mc_ecdh(one->expected, one->other, one->public_key, key_bytes, peer_bytes, curve) == MC_OK);
        agreements[i] = (mc_parallel_agreement){one->private_key, one->peer_key, one->secret, MC_ERROR_RANDOM};
    }
    const bool is_checked = mc_curve_signature_bytes(curve) > 0; /* not on Curve25519 */
    if (is_checked)
        all[2].peer_key[peer_bytes - 1] ^= 1;
    CHECK(mc_parallel_ecdh_each(agreements, COUNT, curve, engine, THREADS) == MC_PARALLEL_OK);
    for (unsigned i = 0; i < COUNT; i++) {
        const bool is_bad = is_checked && i == 2;
        if ((agreements[i].status == MC_OK) == is_bad)
            fail("%s: status %d of agreement %u", mc_curve_name(curve), (int)agreements[i].status, i);
        if (!is_bad && memcmp(all[i].secret, all[i].expected, mc_curve_field_bytes(curve)) != 0)
            fail("%s: secret %u", mc_curve_name(curve), i);
    }
    CHECK(mc_parallel_ecdh_each(agreements, 0, curve, engine, THREADS) == MC_PARALLEL_OK);
    CHECK(mc_parallel_ecdh_each(agreements, COUNT, curve, engine, THREADS + 1) == MC_PARALLEL_ERROR_TEAM);
    CHECK(mc_parallel_ecdh_each(agreements, COUNT, curve, engine, 0) == MC_PARALLEL_ERROR_THREADS);
}

typedef struct {
    char **names;
    unsigned count;
    atomic_uint wrong;
} mixture;

static bool sign_and_verify(const keys *one, const mc_curve *curve)
{
    static const uint8_t digest[32] = {1, 2, 3};
    uint8_t signature[MC_MAX_SIGNATURE_BYTES];
    const size_t bytes = mc_curve_signature_bytes(curve);
    if (bytes == 0)
        return true;
    return mc_ecdsa_sign_digest(signature, one->private_key, digest, mc_curve_scalar_bytes(curve), sizeof digest,
                                curve) == MC_OK &&
           mc_ecdsa_verify_digest(signature, one->public_key, digest, bytes, mc_curve_public_key_bytes(curve),
                                  sizeof digest, curve) == MC_OK;
}

/* Keys, a secret, a signature on each curve; every thread begins with another. */
static bool mix(void *call, unsigned thread)
{
    mixture *mixture = call;
    uint64_t state = 0x2545f4914f6cdd1d + thread;
    for (unsigned i = 0; i < mixture->count; i++) {
        const mc_curve *curve = mc_curve_find(mixture->names[(i + thread) % mixture->count]);
        const size_t key_bytes = mc_curve_scalar_bytes(curve), peer_bytes = mc_curve_public_key_bytes(curve);
        keys one;
        const bool right = mc_key_generate(one.private_key, one.public_key, fill, &state, curve) == MC_OK &&
                           mc_key_generate(one.other, one.peer_key, fill, &state, curve) == MC_OK &&
                           mc_ecdh(one.secret, one.private_key, one.peer_key, key_bytes, peer_bytes, curve) == MC_OK &&
                           mc_ecdh(one.expected, one.other, one.public_key, key_bytes, peer_bytes, curve) == MC_OK &&
                           memcmp(one.secret, one.expected, mc_curve_field_bytes(curve)) == 0 &&
                           sign_and_verify(&one, curve);
        if (!right)
            atomic_fetch_add(&mixture->wrong, 1);
    }
    return true;
}

int main(int argc, char **argv)
{
    static const mc_parallel_phase phases[] = {mix};
    mc_parallel_engine *engine = engine_of(MC_PARALLEL_POOL, THREADS);
    mixture mixture = {.names = argv + 1, .count = (unsigned)argc - 1};
    for (int i = 1; i < argc; i++)
        check_batch(mc_curve_find(argv[i]), engine);
    atomic_init(&mixture.wrong, 0);
    CHECK(mc_parallel_engine_run(engine, phases, 1, THREADS, &mixture) == MC_PARALLEL_OK);
    if (mixture.wrong > 0)
        fail("%u of the calls at once are wrong", mixture.wrong);
    mc_parallel_engine_free(engine);
    return failures > 0;
}
