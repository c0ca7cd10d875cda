/* How deep calls of BLS12-381's public functions go, beside the depth that each burns at its end (native/burn.h). This
 * program's own mc_burn leaves the stack as it is and notes the depth. Prints for each call its name, the bytes of
 * stack below the caller that it changed, and the bytes that it would have burned. test_bls12_stack.py builds it as the
 * target bls12_stack, and runs it. */
#include <stdio.h>
#include <string.h>

#include "motecurve/pairing/bls12_381.h"
#include "motecurve/pairing/bls_signature.h"
#include "native/burn.h"

enum { STACK_BYTES = 1 << 18, MARK = 0x5c, PAIRS = 5, FRAME_BYTES = 512 };

static const uint8_t message[32] = "any message";
static const uint8_t private_key[MC_BLS_PRIVATE_KEY_BYTES] = {0x35, 0xa5, 1};
static uint8_t g1[PAIRS * MC_BLS12_381_G1_BYTES], g2[PAIRS * MC_BLS12_381_G2_BYTES], out[MC_BLS12_381_GT_BYTES];
static size_t burned;
static mc_status last;

void mc_burn(size_t bytes)
{
    burned = bytes;
}

#define BOTH_GROUPS(name, call)                                                                                        \
    static void name##_g1(void)                                                                                        \
    {                                                                                                                  \
        const mc_bls12_381_group group = MC_BLS12_381_G1;                                                              \
        const uint8_t *const p = g1;                                                                                   \
        const size_t bytes = MC_BLS12_381_G1_BYTES;                                                                    \
        (void)p, (void)bytes;                                                                                          \
        last = call;                                                                                                   \
    }                                                                                                                  \
    static void name##_g2(void)                                                                                        \
    {                                                                                                                  \
        const mc_bls12_381_group group = MC_BLS12_381_G2;                                                              \
        const uint8_t *const p = g2;                                                                                   \
        const size_t bytes = MC_BLS12_381_G2_BYTES;                                                                    \
        (void)p, (void)bytes;                                                                                          \
        last = call;                                                                                                   \
    }
BOTH_GROUPS(hash, mc_bls12_381_hash(out, message, message, sizeof message, sizeof message, group))
BOTH_GROUPS(multiply, mc_bls12_381_multiply(out, private_key, p, bytes, group))
BOTH_GROUPS(add, mc_bls12_381_add(out, p, p, bytes, bytes, group))
BOTH_GROUPS(decompress, mc_bls12_381_decompress(out, p, bytes, group))
BOTH_GROUPS(validate, mc_bls12_381_validate(p, bytes, group))

static void pairing(void)
{
    last = mc_bls12_381_pairing(out, g1, g2, PAIRS);
}

static void pairing_is_one(void)
{
    last = mc_bls12_381_pairing_is_one(out, g1, g2, PAIRS);
}

#define BOTH_SUITES(name, call)                                                                                        \
    static void name##_g1(void)                                                                                        \
    {                                                                                                                  \
        const mc_bls_suite augmented = MC_BLS_G1_AUG, possession = MC_BLS_G1_POP;                                      \
        (void)augmented, (void)possession;                                                                             \
        last = call;                                                                                                   \
    }                                                                                                                  \
    static void name##_g2(void)                                                                                        \
    {                                                                                                                  \
        const mc_bls_suite augmented = MC_BLS_G2_AUG, possession = MC_BLS_G2_POP;                                      \
        (void)augmented, (void)possession;                                                                             \
        last = call;                                                                                                   \
    }
BOTH_SUITES(public_key, mc_bls_public_key(out, private_key, augmented))
BOTH_SUITES(sign, mc_bls_sign(out, private_key, message, sizeof message, augmented))
BOTH_SUITES(prove_possession, mc_bls_prove_possession(out, private_key, possession))

static void generate_key(void)
{
    last = mc_bls_generate_key(out, message, message, sizeof message, sizeof message);
}

static __attribute__((noinline)) void mark(void)
{
    uint8_t stack[STACK_BYTES];
    memset(stack, MARK, sizeof stack);
    __asm__ volatile("" ::"r"(stack) : "memory");
}

/* The bytes from the deepest one that is not marked; the array lies where the one of mark() lay. */
static __attribute__((noinline)) size_t depth(void)
{
    uint8_t stack[STACK_BYTES];
    const volatile uint8_t *seen = stack;
    __asm__ volatile("" : "+r"(seen)::"memory");
    size_t i = 0;
    while (i < STACK_BYTES - FRAME_BYTES && seen[i] == MARK)
        i++;
    return STACK_BYTES - i;
}

#define CALLS(X)                                                                                                       \
    X(hash_g1)                                                                                                         \
    X(hash_g2)                                                                                                         \
    X(multiply_g1)                                                                                                     \
    X(multiply_g2)                                                                                                     \
    X(add_g1)                                                                                                          \
    X(add_g2)                                                                                                          \
    X(decompress_g1)                                                                                                   \
    X(decompress_g2)                                                                                                   \
    X(validate_g1)                                                                                                     \
    X(validate_g2)                                                                                                     \
    X(pairing)                                                                                                         \
    X(pairing_is_one)                                                                                                  \
    X(public_key_g1)                                                                                                   \
    X(public_key_g2)                                                                                                   \
    X(sign_g1)                                                                                                         \
    X(sign_g2)                                                                                                         \
    X(prove_possession_g1)                                                                                             \
    X(prove_possession_g2)                                                                                             \
    X(generate_key)
#define ENTRY(name) {#name, name},
static const struct {
    const char *name;
    void (*call)(void);
} calls[] = {CALLS(ENTRY)};

int main(void)
{
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        burned = 0;
        mark();
        calls[i].call();
        const size_t used = depth();
        if (last != MC_OK)
            return 1;
        printf("%s %zu %zu\n", calls[i].name, used, burned);
        if (i > 1)
            continue;
        for (int j = 0; j < PAIRS; j++) /* the hashes are the points of all other calls */
            memcpy(i ? g2 + j * MC_BLS12_381_G2_BYTES : g1 + j * MC_BLS12_381_G1_BYTES, out,
                   i ? MC_BLS12_381_G2_BYTES : MC_BLS12_381_G1_BYTES);
    }
    return 0;
}
