/* Times agreements by X25519 or X448 of the host library and of OpenSSL, in this process: mc-agree CURVE COUNT BLOCKS.
 *
 * Prints JSON: microseconds of processor time for COUNT agreements in each block, one by one ("single"), as a batch
 * ("together"), and by OpenSSL one by one ("versus"), whose private keys are ready before; these take turns. "name" is
 * OpenSSL's version. Before and after, all three must give the same secrets, and the batch must name a peer's key of
 * small order. Status 2 for wrong arguments, 3 for a wrong result. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include "motecurve/batch.h"
#include "motecurve/ecdh.h"
#include "motecurve/key.h"
#include "blocks.h"

#define MAX_COUNT 4096

static const mc_curve *curve;
static size_t count, octets;
static int type; /* OpenSSL's */
static uint8_t *private_keys, *peer_keys, *single, *together, *versus;
static mc_status *results;
static EVP_PKEY_CTX **contexts;

_Noreturn static void fail(int status, const char *what)
{
    fprintf(stderr, "mc-agree: %s\n", what);
    exit(status);
}

static void make(FILE *source)
{
    uint8_t other[MC_MAX_SCALAR_BYTES], own[MC_MAX_PUBLIC_KEY_BYTES];
    uint8_t **const buffers[] = {&private_keys, &peer_keys, &single, &together, &versus};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        *buffers[i] = calloc(count, octets);
    results = calloc(count, sizeof *results);
    contexts = calloc(count, sizeof *contexts);
    for (size_t i = 0; i < count; i++) {
        if (mc_key_generate(private_keys + i * octets, own, from_system, source, curve) != MC_OK ||
            mc_key_generate(other, peer_keys + i * octets, from_system, source, curve) != MC_OK)
            fail(3, "no key was made");
        EVP_PKEY *key = EVP_PKEY_new_raw_private_key(type, NULL, private_keys + i * octets, octets);
        contexts[i] = EVP_PKEY_CTX_new(key, NULL);
        EVP_PKEY_free(key); /* the context keeps it */
        if (!contexts[i] || EVP_PKEY_derive_init(contexts[i]) != 1)
            fail(3, "OpenSSL takes no key");
    }
}

static void agree_single(void)
{
    for (size_t i = 0; i < count; i++)
        if (mc_ecdh(single + i * octets, private_keys + i * octets, peer_keys + i * octets, octets, octets, curve) !=
            MC_OK)
            fail(3, "a pair of keys is refused");
}

static void agree_together(void)
{
    if (mc_ecdh_batch(results, together, private_keys, peer_keys, count * octets, count * octets, count, curve) !=
        MC_OK)
        fail(3, "a batch is refused");
}

static void agree_versus(void)
{
    for (size_t i = 0; i < count; i++) {
        size_t bytes = octets;
        EVP_PKEY *peer = EVP_PKEY_new_raw_public_key(type, NULL, peer_keys + i * octets, octets);
        if (!peer || EVP_PKEY_derive_set_peer(contexts[i], peer) != 1 ||
            EVP_PKEY_derive(contexts[i], versus + i * octets, &bytes) != 1)
            fail(3, "OpenSSL refuses a pair of keys");
        EVP_PKEY_free(peer);
    }
}

static const struct way {
    const char *name;
    void (*agree)(void);
} ways[] = {{"single", agree_single}, {"together", agree_together}, {"versus", agree_versus}};
#define WAYS (sizeof ways / sizeof *ways)

static void check(void)
{
    if (memcmp(single, together, count * octets) != 0 || memcmp(single, versus, count * octets) != 0)
        fail(3, "two secrets differ");
}

/* A peer's key 0 gives the secret 0, and changes no other. */
static void check_bad(size_t bad)
{
    uint8_t *key = peer_keys + bad * octets, kept[MC_MAX_PUBLIC_KEY_BYTES];
    memcpy(kept, key, octets);
    memset(key, 0, octets);
    const mc_status status =
        mc_ecdh_batch(results, together, private_keys, peer_keys, count * octets, count * octets, count, curve);
    memcpy(key, kept, octets);
    memset(single + bad * octets, 0, octets);
    for (size_t i = 0; i < count; i++)
        if ((results[i] == MC_OK) != (i != bad))
            fail(3, "a pair of keys is judged wrongly");
    if (status != MC_ERROR_SHARED_INFINITY || memcmp(single, together, count * octets) != 0)
        fail(3, "a batch with a bad key is wrong");
}

int main(int argc, char **argv)
{
    FILE *source = fopen("/dev/urandom", "rb");
    const size_t blocks = argc == 4 ? strtoul(argv[3], NULL, 10) : 0;
    count = argc == 4 ? strtoul(argv[2], NULL, 10) : 0;
    curve = argc == 4 ? mc_curve_find(argv[1]) : NULL;
    octets = curve ? mc_curve_field_bytes(curve) : 0;
    type = octets == 32 ? EVP_PKEY_X25519 : EVP_PKEY_X448;
    if (!source || !curve || count == 0 || count > MAX_COUNT || blocks == 0 ||
        mc_curve_public_key_bytes(curve) != octets)
        fail(2, "usage: mc-agree CURVE COUNT BLOCKS, with a curve of Montgomery form and 1 to 4096 agreements");
    make(source);
    double *times = calloc(WAYS * blocks, sizeof *times);
    for (size_t block = 0; block <= blocks; block++) { /* the first is not counted */
        for (size_t i = 0; i < WAYS; i++) {
            const double start = now();
            ways[i].agree();
            if (block)
                times[i * blocks + block - 1] = now() - start;
        }
        check();
    }
    check_bad(count / 2);
    printf("{\"name\": \"%s\"", OpenSSL_version(OPENSSL_VERSION));
    for (size_t i = 0; i < WAYS; i++) {
        printf(", ");
        print_blocks(ways[i].name, times + i * blocks, blocks);
    }
    printf("}\n");
    return 0;
}
