/* Symmetric operations with SHA-256 and AES-128, MC_BENCH_SYMMETRIC of them: the costs per block of hashes, codes and
 * encryption in the exchanges of a network. */
#include "bench.h"
#include "motecurve/aes_ccm.h"
#include "motecurve/hmac.h"
#include "motecurve/kdf.h"

#define SHA256      0 /* digest of the message, one block */
#define HMAC        1 /* HMAC of the message: key made ready, 4 blocks */
#define HKDF        2 /* 16 bytes from the secret, with a salt of 16 bytes and the message as info: 8 blocks */
#define CCM_ENCRYPT 3 /* 16 bytes of the message, the others as data, tag of 16 bytes: key schedule, 6 blocks */
#define CCM_DECRYPT 4 /* of such a message without data: key schedule, 4 blocks */

#define KEY_BYTES   16
#define NONCE_BYTES 13

static uint8_t secret[MC_SHA256_BYTES], message[MC_SHA256_BYTES], out[MC_SHA256_BYTES];

#ifndef MC_BENCH_EMPTY
/* The routine measured; its name begins as the library's, which the linker keeps. */
__attribute__((noinline)) uint8_t mc_bench_symmetric(void)
{
#if MC_BENCH_SYMMETRIC == SHA256
    mc_sha256_context context;
    mc_sha256_begin(&context);
    mc_sha256_feed(&context, message, sizeof message);
    mc_sha256_finish(out, &context);
    return MC_OK;
#elif MC_BENCH_SYMMETRIC == HMAC
    mc_hmac_sha256_key key;
    mc_sha256_context context;
    mc_hmac_sha256_set_key(&key, secret, sizeof secret);
    mc_hmac_sha256_begin(&context, &key);
    mc_sha256_feed(&context, message, sizeof message);
    mc_hmac_sha256_finish(out, &context, &key);
    return MC_OK;
#elif MC_BENCH_SYMMETRIC == HKDF
    return mc_hkdf(out, KEY_BYTES, &mc_sha256, secret, KEY_BYTES, secret, sizeof secret, message, sizeof message);
#elif MC_BENCH_SYMMETRIC == CCM_ENCRYPT
    return mc_aes_ccm_encrypt(out, secret, secret + KEY_BYTES, message, message + 16, KEY_BYTES, NONCE_BYTES, 16, 16,
                              16);
#else
    return mc_aes_ccm_decrypt(out, secret, secret + KEY_BYTES, message, NULL, KEY_BYTES, NONCE_BYTES, 32, 0, 16);
#endif
}
#endif

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(secret, sizeof secret);
    bench_read(message, sizeof message);
    BENCH_CALL(status = mc_bench_symmetric());
    bench_write(&status, sizeof status);
    bench_write(out, sizeof out);
}
