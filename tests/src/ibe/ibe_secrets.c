/* Identity-based schemes on secrets whose bytes valgrind takes for undefined: it reports every jump and address that
 * depends on one. Secret are the master secret, shares, private keys but for the flags of their points, messages and
 * random bytes. With an argument, a planted leak, which it must report. test_ibe_secrets.py builds it as the targets
 * ibe_secrets_<field>, and runs it. */
#include <stdio.h>
#include <string.h>

#include "ibe/once/object.h"
#include "ibe/once/scalar.h"

#define GROUPS_fp256t (&mc_ibe_tate_256)
#define GROUPS_fp381  (&mc_ibe_bls12_381)
#define GROUP         MC_CONCATENATE(GROUPS_, MC_FIELD)

enum { KEY_BYTES = 512, MESSAGE_BYTES = 45 };
static const uint8_t alice[] = {1, 5, 'a', 'l', 'i', 'c', 'e'}, bob[] = {1, 3, 'b', 'o', 'b'};
static uint8_t master[KEY_BYTES], parameters[KEY_BYTES], keys[4][KEY_BYTES];
static size_t master_bytes, parameters_bytes;
static int failures;

static void poison(void *secret, size_t bytes)
{
    VALGRIND_MAKE_MEM_UNDEFINED(secret, bytes);
}

static void reveal(void *result, size_t bytes)
{
    VALGRIND_MAKE_MEM_DEFINED(result, bytes);
}

static void expect(const char *what, int holds)
{
    if (!holds) {
        printf("%s: wrong\n", what);
        failures++;
    }
}

static int source(void *context, uint8_t *out, size_t bytes)
{
    (void)context;
    for (size_t i = 0; i < bytes; i++)
        out[i] = (uint8_t)(i * i + bytes);
    poison(out, bytes);
    return 0;
}

/* The points of a key, but for the flags in the first byte of each. */
static void poison_points(uint8_t *points, mc_ibe_use use)
{
    for (uint8_t side = 0; side < GROUP->sides; side++) {
        if (!mc_ibe_has_side(use, side, GROUP))
            continue;
        poison(points + 1, GROUP->point_bytes[side] - 1u);
        points += GROUP->point_bytes[side];
    }
}

static void set_up(void)
{
    master_bytes = mc_ibe_master_secret_bytes(GROUP);
    parameters_bytes = mc_ibe_parameters_bytes(GROUP);
    expect("setup", mc_ibe_setup(master, parameters, source, NULL, GROUP) == MC_OK);
    reveal(parameters, parameters_bytes);
    poison(master + MC_IBE_HEAD_BYTES, GROUP->order_bytes);
    for (uint8_t use = MC_IBE_FOR_ENCRYPTION; use <= MC_IBE_FOR_AGREEMENT; use++) {
        const mc_status status =
            mc_ibe_extract(keys[use], (mc_ibe_use)use, master, alice, master_bytes, sizeof alice, GROUP);
        expect("extract", status == MC_OK);
        reveal(keys[use], KEY_BYTES);
        poison_points(keys[use] + MC_IBE_HEAD_BYTES + 1, (mc_ibe_use)use);
        expect("check", mc_ibe_private_key_check(keys[use], (mc_ibe_use)use, alice, parameters,
                                                 mc_ibe_private_key_bytes((mc_ibe_use)use, GROUP), sizeof alice,
                                                 parameters_bytes, GROUP) == MC_OK);
    }
}

static void encrypt_and_decrypt(void)
{
    uint8_t message[MESSAGE_BYTES] = "what the mote has measured", ciphertext[MESSAGE_BYTES + KEY_BYTES];
    const size_t bytes = sizeof message + mc_ibe_overhead_bytes(GROUP);
    const size_t basic_bytes = sizeof message + mc_ibe_basic_overhead_bytes(GROUP);
    const size_t key_bytes = mc_ibe_private_key_bytes(MC_IBE_FOR_ENCRYPTION, GROUP);
    const uint8_t *key = keys[MC_IBE_FOR_ENCRYPTION];
    poison(message, sizeof message);
    expect("encrypt", mc_ibe_encrypt(ciphertext, message, alice, parameters, sizeof message, sizeof alice,
                                     parameters_bytes, source, NULL, GROUP) == MC_OK);
    reveal(ciphertext, bytes);
    expect("decrypt", mc_ibe_decrypt(message, key, ciphertext, key_bytes, bytes, GROUP) == MC_OK);
    ciphertext[bytes - 1] ^= 1;
    expect("refuse", mc_ibe_decrypt(message, key, ciphertext, key_bytes, bytes, GROUP) == MC_ERROR_MAC);
    expect("encrypt, basic", mc_ibe_basic_encrypt(ciphertext, message, alice, parameters, sizeof message, sizeof alice,
                                                  parameters_bytes, source, NULL, GROUP) == MC_OK);
    reveal(ciphertext, basic_bytes);
    expect("decrypt, basic", mc_ibe_basic_decrypt(message, key, ciphertext, key_bytes, basic_bytes, GROUP) == MC_OK);
}

static void sign_and_agree(void)
{
    uint8_t message[MESSAGE_BYTES] = "what the mote has measured", signature[KEY_BYTES], key[40];
    const size_t bytes = mc_ibe_private_key_bytes(MC_IBE_FOR_SIGNATURES, GROUP);
    poison(message, sizeof message);
    expect("sign", mc_ibe_sign_hedged(signature, keys[MC_IBE_FOR_SIGNATURES], alice, message, bytes, sizeof alice,
                                      sizeof message, source, NULL, GROUP) == MC_OK);
    reveal(signature, sizeof signature);
    reveal(message, sizeof message);
    expect("verify", mc_ibe_verify(signature, alice, message, parameters, mc_ibe_signature_bytes(GROUP), sizeof alice,
                                   sizeof message, parameters_bytes, GROUP) == MC_OK);
    expect("agree", mc_ibe_agree(key, sizeof key, keys[MC_IBE_FOR_AGREEMENT], alice, bob,
                                 mc_ibe_private_key_bytes(MC_IBE_FOR_AGREEMENT, GROUP), sizeof alice, sizeof bob,
                                 GROUP) == MC_OK);
}

static void split(void)
{
    static uint8_t shares[3 * KEY_BYTES], publics[3 * KEY_BYTES], parts[2 * KEY_BYTES];
    uint8_t key[KEY_BYTES];
    const size_t bytes = mc_ibe_share_bytes(GROUP), public_bytes = mc_ibe_public_share_bytes(GROUP);
    const size_t part_bytes = mc_ibe_partial_key_bytes(MC_IBE_FOR_AGREEMENT, GROUP);
    expect("split", mc_ibe_split(shares, publics, master, master_bytes, 2, 3, source, NULL, GROUP) == MC_OK);
    reveal(publics, sizeof publics);
    expect("share", mc_ibe_share_check(shares, publics, bytes, public_bytes, GROUP) == MC_OK);
    for (uint8_t i = 0; i < 2; i++) {
        uint8_t *part = parts + i * part_bytes;
        expect("part", mc_ibe_extract_partial(part, MC_IBE_FOR_AGREEMENT, shares + i * bytes, alice, bytes,
                                              sizeof alice, GROUP) == MC_OK);
        reveal(part, part_bytes);
        poison_points(part + MC_IBE_HEAD_BYTES + 3, MC_IBE_FOR_AGREEMENT);
    }
    expect("combine", mc_ibe_combine(key, MC_IBE_FOR_AGREEMENT, parts, 2, GROUP) == MC_OK);
    expect("recover", mc_ibe_recover(key, shares, 2, GROUP) == MC_OK);
    reveal(key, master_bytes);
    reveal(master, master_bytes);
    expect("recovered", memcmp(key, master, master_bytes) == 0);
}

int main(int count, char **arguments)
{
    (void)arguments;
    set_up();
    encrypt_and_decrypt();
    sign_and_agree();
    split();
    poison(master, sizeof master);
    if (count > 1 && master[MC_IBE_HEAD_BYTES] & 1)
        puts("leak");
    return failures;
}
