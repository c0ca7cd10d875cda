/* ECIES, with options from bits 1 to 7 of the flags. The input is a private key and, with bit 0 unset, a raw
 * ciphertext. With bit 0 set it is two bytes that choose a bit of the ciphertext to change, and a message: the
 * encrypted message must decrypt, and the changed ciphertext must not. No other library has all of these options, so
 * the test compares only the outcome: the message or, on errors, nothing. */
#include "motecurve/ecies.h"

#include <string.h>

#include "fuzz.h"
#include "motecurve/key.h"

static mc_ecies_options options_of(uint8_t flags)
{
    static const mc_ecies_cipher *const ciphers[] = {&mc_ecies_aes128_ctr, &mc_ecies_aes192_ctr, &mc_ecies_aes256_ctr,
                                                     &mc_ecies_xor};
    static const uint8_t info[] = "shared";
    mc_ecies_options options = MC_ECIES_DEFAULTS;
    options.cipher = ciphers[flags >> 1 & 3];
    options.kdf = flags & 8 ? &mc_ecies_hkdf : &mc_ecies_x963;
    options.hash = flags & 16 ? &mc_sha512 : &mc_sha256;
    options.agree = flags & 32 ? mc_ecdh_cofactor : mc_ecdh;
    options.compression = flags & 64 ? &mc_ecies_compressed : NULL;
    options.binds_ephemeral = !(flags & 128);
    options.shared_info1 = info;
    options.shared_info1_bytes = sizeof info;
    return options;
}

static void decrypt(const fuzz_input *input, const uint8_t *d, const mc_ecies_options *options, size_t overhead)
{
    size_t bytes = input->bytes > overhead ? input->bytes - overhead : 0;
    uint8_t *message = fuzz_output(bytes);
    mc_status status = mc_ecies_decrypt(message, d, input->octets, mc_curve_scalar_bytes(input->curve), input->bytes,
                                        options, input->curve);
    fuzz_require(status == MC_OK || fuzz_is_zero(message, bytes), "no message is left of an error", input->curve);
    fuzz_require(status != MC_OK || input->bytes >= overhead, "a whole ciphertext", input->curve);
}

static void encrypt_and_change(fuzz_input *input, const uint8_t *d, const mc_ecies_options *options, size_t overhead)
{
    const mc_curve *curve = input->curve;
    size_t d_bytes = mc_curve_scalar_bytes(curve), key_bytes = mc_curve_public_key_bytes(curve);
    const uint8_t *place = fuzz_take(input, 2);
    uint8_t *public_key = fuzz_output(key_bytes);
    uint32_t counter = input->flags;
    if (!place || mc_public_key(public_key, d, d_bytes, curve) != MC_OK)
        return;
    size_t bytes = input->bytes + overhead;
    uint8_t *ciphertext = fuzz_output(bytes), *message = fuzz_output(input->bytes);
    mc_status status = mc_ecies_encrypt(ciphertext, public_key, input->octets, key_bytes, input->bytes, options,
                                        fuzz_random, &counter, curve);
    fuzz_require(status == MC_OK, "encrypted", curve);
    status = mc_ecies_decrypt(message, d, ciphertext, d_bytes, bytes, options, curve);
    fuzz_require(status == MC_OK && !memcmp(message, input->octets, input->bytes), "decrypted", curve);

    size_t changed = (place[0] << 5 | place[1] >> 3) % bytes;
    ciphertext[changed] ^= (uint8_t)(1 << (place[1] & 7));
    status = mc_ecies_decrypt(message, d, ciphertext, d_bytes, bytes, options, curve);
    /* If R is not bound, another encoding of R or of its negative is accepted too. */
    int is_bound = options->binds_ephemeral || changed >= mc_ecies_ephemeral_bytes(options, curve);
    fuzz_require(status != MC_OK || !is_bound, "a changed ciphertext is refused", curve);
    fuzz_require(status == MC_OK || fuzz_is_zero(message, input->bytes), "no message is left of an error", curve);
}

void fuzz_one(fuzz_input *input)
{
    mc_ecies_options options = options_of(input->flags);
    size_t overhead = mc_ecies_overhead_bytes(&options, input->curve);
    const uint8_t *d = fuzz_take(input, mc_curve_scalar_bytes(input->curve));
    if (!overhead || !d)
        return;
    if (input->flags & 1)
        encrypt_and_change(input, d, &options, overhead);
    else
        decrypt(input, d, &options, overhead);
}
