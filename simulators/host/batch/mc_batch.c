/* Times verification of many signatures by the host library: mc-batch CURVE SIGNATURES SIGNERS BLOCKS.
 *
 * Prints JSON: microseconds of processor time for all signatures in each block, one by one ("single"), as a batch of
 * standard signatures ("standard"), as a batch of extended ones ("extended"); of EdDSA one by one and as a batch
 * ("eddsa"). These take turns. Before, each is tried with only valid signatures and with one invalid signature, which
 * it must name. Status 2 for wrong arguments, 3 for a wrong result. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "motecurve/batch.h"
#include "motecurve/ecdsa.h"
#include "motecurve/eddsa.h"
#include "motecurve/key.h"
#include "blocks.h"

#define DIGEST_BYTES   32
#define MAX_SIGNATURES 4096

struct signature {
    uint8_t private_key[MC_MAX_SCALAR_BYTES], public_key[MC_MAX_PUBLIC_KEY_BYTES], digest[DIGEST_BYTES];
    uint8_t octets[MC_MAX_EXTENDED_SIGNATURE_BYTES];
};

static const mc_curve *curve;
static size_t count;
static struct signature *made;
static mc_signed_digest *standard, *extended;
static mc_signed_message *messages; /* of EdDSA */
static mc_status *results;
static int is_eddsa;
static void *memory;
static size_t memory_bytes;

_Noreturn static void fail(int status, const char *what)
{
    fprintf(stderr, "mc-batch: %s\n", what);
    exit(status);
}

static void sign(struct signature *own, mc_signed_digest *row, mc_signed_message *message, size_t extended_bytes)
{
    const size_t key_bytes = mc_curve_scalar_bytes(curve), point_bytes = mc_curve_public_key_bytes(curve),
                 bytes = mc_curve_signature_bytes(curve);
    const mc_status status =
        extended_bytes
            ? mc_ecdsa_sign_digest_extended(own->octets, own->private_key, own->digest, key_bytes, DIGEST_BYTES, curve)
            : mc_eddsa_sign(own->octets, own->private_key, own->digest, key_bytes, DIGEST_BYTES, curve);
    if (status != MC_OK)
        fail(3, "no signature was made");
    *row = (mc_signed_digest){own->octets, own->public_key, own->digest, bytes, point_bytes, DIGEST_BYTES};
    *message = (mc_signed_message){.signature = own->octets,
                                   .public_key = own->public_key,
                                   .message = own->digest,
                                   .signature_bytes = bytes,
                                   .public_key_bytes = point_bytes,
                                   .message_bytes = DIGEST_BYTES};
}

static void make(size_t signers, FILE *source)
{
    size_t extended_bytes = 0;
    const int is_ecdsa = mc_ecdsa_extended_signature_bytes(&extended_bytes, curve) == MC_OK;
    if ((is_ecdsa ? mc_ecdsa_batch_bytes(&memory_bytes, count, curve)
                  : mc_eddsa_batch_bytes(&memory_bytes, count, curve)) != MC_OK)
        fail(2, "the curve has no signatures");
    made = calloc(count, sizeof *made);
    standard = calloc(count, sizeof *standard);
    extended = calloc(count, sizeof *extended);
    messages = calloc(count, sizeof *messages);
    results = calloc(count, sizeof *results);
    memory = malloc(memory_bytes);
    for (size_t i = 0; i < count; i++) {
        struct signature *own = &made[i];
        if (i >= signers)
            *own = made[i % signers];
        else if (mc_key_generate(own->private_key, own->public_key, from_system, source, curve) != MC_OK)
            fail(3, "no key was made");
        from_system(source, own->digest, DIGEST_BYTES);
        sign(own, &standard[i], &messages[i], extended_bytes);
        extended[i] = standard[i];
        extended[i].signature_bytes = extended_bytes;
    }
    is_eddsa = !is_ecdsa;
}

static mc_status verify_one(const mc_signed_digest *one)
{
    return (is_eddsa ? mc_eddsa_verify : mc_ecdsa_verify_digest)(
        one->signature, one->public_key, one->digest, one->signature_bytes, one->public_key_bytes, DIGEST_BYTES, curve);
}

static mc_status verify_single(FILE *source)
{
    mc_status status = MC_OK;
    (void)source;
    for (size_t i = 0; i < count; i++) {
        results[i] = verify_one(&standard[i]);
        if (results[i] != MC_OK)
            status = results[i];
    }
    return status;
}

static mc_status verify_standard(FILE *source)
{
    (void)source;
    return mc_ecdsa_verify_batch(results, memory, standard, memory_bytes, count, curve);
}

static mc_status verify_extended(FILE *source)
{
    return mc_ecdsa_verify_extended_batch(results, memory, extended, memory_bytes, count, from_system, source, curve);
}

static mc_status verify_eddsa(FILE *source)
{
    return mc_eddsa_verify_batch(results, memory, messages, memory_bytes, count, from_system, source, curve);
}

static const struct way {
    const char *name;
    mc_status (*verify)(FILE *source);
} of_ecdsa[] = {{"single", verify_single}, {"standard", verify_standard}, {"extended", verify_extended}},
  of_eddsa[] = {{"single", verify_single}, {"eddsa", verify_eddsa}};
#define COUNT_OF(ways) (sizeof(ways) / sizeof *(ways))

/* Whether it names signature `bad`, and no other, as invalid; bad = count for none. */
static void check(const struct way *way, size_t bad, FILE *source)
{
    memset(results, 0xff, count * sizeof *results);
    if (bad < count)
        made[bad].digest[0] ^= 0x80;
    if ((way->verify(source) == MC_OK) != (bad == count))
        fail(3, "a batch is judged wrongly");
    if (bad < count)
        made[bad].digest[0] ^= 0x80;
    for (size_t i = 0; i < count; i++)
        if ((results[i] == MC_OK) != (i != bad))
            fail(3, "a signature is judged wrongly");
}

int main(int argc, char **argv)
{
    FILE *source = fopen("/dev/urandom", "rb");
    const size_t signers = argc == 5 ? strtoul(argv[3], NULL, 10) : 0,
                 blocks = argc == 5 ? strtoul(argv[4], NULL, 10) : 0;
    count = argc == 5 ? strtoul(argv[2], NULL, 10) : 0;
    curve = argc == 5 ? mc_curve_find(argv[1]) : NULL;
    if (!source || !curve || count == 0 || count > MAX_SIGNATURES || signers == 0 || signers > count || blocks == 0)
        fail(2,
             "usage: mc-batch CURVE SIGNATURES SIGNERS BLOCKS, with 1 to 4096 signatures by as many signers or fewer");
    make(signers, source);
    const struct way *ways = is_eddsa ? of_eddsa : of_ecdsa;
    const size_t ways_count = is_eddsa ? COUNT_OF(of_eddsa) : COUNT_OF(of_ecdsa);
    for (size_t i = 0; i < ways_count; i++) {
        check(&ways[i], count, source);
        check(&ways[i], count / 2, source);
    }
    double *times = calloc(ways_count * blocks, sizeof *times);
    for (size_t block = 0; block < blocks; block++)
        for (size_t i = 0; i < ways_count; i++) {
            const double start = now();
            const mc_status status = ways[i].verify(source);
            times[i * blocks + block] = now() - start;
            if (status != MC_OK)
                fail(3, "a batch is judged wrongly");
        }
    for (size_t i = 0; i < ways_count; i++) {
        printf("%s", i ? ", " : "{");
        print_blocks(ways[i].name, times + i * blocks, blocks);
    }
    printf("}\n");
    return 0;
}
