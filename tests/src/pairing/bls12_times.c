/* Processor times of BLS12-381 on this machine, for docs/pairings: the median of 41 rounds for each operation. No test:
 * it is built with MC_TESTS and MC_PAIRINGS=bls12-381 as the target bls12_times. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "pairing/bls12/group.h"
#include "motecurve/pairing/bls_signature.h"

#define ROUNDS 41
#define CALLS  4

typedef struct {
    g1_affine p;
    g2_affine q;
    g1_point of_g1;
    g2_point of_g2;
    fp12 f, gt;
    mc_word scalar[BLS12_SCALAR_WORDS];
    uint8_t private_key[32], public_key[48], signature[96], message[32];
} inputs;

static void pairing(inputs *in)
{
    bls12_miller(&in->f, &in->p, &in->q, 1);
    bls12_final(&in->gt, &in->f);
}

static void miller_loop(inputs *in)
{
    bls12_miller(&in->f, &in->p, &in->q, 1);
}

static void final_exponentiation(inputs *in)
{
    bls12_final(&in->gt, &in->f);
}

static void multiply_g1(inputs *in)
{
    g1_multiply(&in->of_g1, in->scalar, &in->of_g1);
}

static void multiply_g2(inputs *in)
{
    g2_multiply(&in->of_g2, in->scalar, &in->of_g2);
}

static void member_of_g1(inputs *in)
{
    in->scalar[0] |= g1_is_in_group(&in->of_g1) & 1;
}

static void member_of_g2(inputs *in)
{
    in->scalar[0] |= g2_is_in_group(&in->of_g2) & 1;
}

static void require(mc_status status)
{
    if (status != MC_OK) {
        fprintf(stderr, "bls12_times: %s\n", mc_status_text(status));
        exit(1);
    }
}

static void hash_to_g1(inputs *in)
{
    uint8_t point[48];
    require(mc_bls12_381_hash(point, in->message, (const uint8_t *)"tag", 32, 3, MC_BLS12_381_G1));
}

static void hash_to_g2(inputs *in)
{
    uint8_t point[96];
    require(mc_bls12_381_hash(point, in->message, (const uint8_t *)"tag", 32, 3, MC_BLS12_381_G2));
}

static void sign(inputs *in)
{
    require(mc_bls_sign(in->signature, in->private_key, in->message, 32, MC_BLS_G2_POP));
}

static void verify(inputs *in)
{
    require(mc_bls_verify(in->signature, in->public_key, in->message, 96, 48, 32, MC_BLS_G2_POP));
}

static double microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void measure(const char *name, void (*operation)(inputs *), inputs *in)
{
    double found[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        const double start = microseconds();
        for (int j = 0; j < CALLS; j++)
            operation(in);
        found[i] = (microseconds() - start) / CALLS;
    }
    qsort(found, ROUNDS, sizeof *found, compare);
    printf("%-22s %8.1f microseconds\n", name, found[ROUNDS / 2]);
}

int main(void)
{
    inputs in;
    memset(&in, 0x35, sizeof in);
    g1_set_generator(&in.p);
    g2_set_generator(&in.q);
    g1_from_affine(&in.of_g1, &in.p);
    g2_from_affine(&in.of_g2, &in.q);
    require(mc_bls_public_key(in.public_key, in.private_key, MC_BLS_G2_POP));
    for (int i = 0; i < 200; i++) /* processors start slowly */
        pairing(&in);
    measure("pairing", pairing, &in);
    measure("Miller loop", miller_loop, &in);
    measure("final exponentiation", final_exponentiation, &in);
    measure("multiple in G1", multiply_g1, &in);
    measure("multiple in G2", multiply_g2, &in);
    measure("membership of G1", member_of_g1, &in);
    measure("membership of G2", member_of_g2, &in);
    measure("hash to G1", hash_to_g1, &in);
    measure("hash to G2", hash_to_g2, &in);
    measure("sign", sign, &in);
    measure("verify", verify, &in);
    return 0;
}
