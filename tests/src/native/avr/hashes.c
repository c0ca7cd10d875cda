/* Every hash function, HMAC, both key derivations and a signature with SHA-512's nonce, on the mote: firmware for
 * tests/src/native/test_avr_hash.py, which replaces an operation's. */
#include "bench.h"
#include "motecurve/ecdsa.h"
#include "motecurve/hmac.h"
#include "motecurve/kdf.h"

#define MESSAGE_BYTES 200
#define KEY_BYTES     150 /* longer than any block */
#define SHAKE_BYTES   150 /* more than one permutation gives */
#define DERIVED_BYTES 70

static uint8_t message[MESSAGE_BYTES], private_key[MC_MAX_SCALAR_BYTES], out[SHAKE_BYTES];
static uint8_t signature[MC_MAX_SIGNATURE_BYTES];

#ifndef MC_BENCH_EMPTY
static void write_digest(const mc_hash *hash)
{
    mc_hash_context context;
    mc_hash_begin(&context, hash);
    mc_hash_feed(&context, message, 77);
    mc_hash_feed(&context, message + 77, sizeof message - 77);
    mc_hash_finish(out, &context);
    bench_write(out, mc_hash_digest_bytes(hash));
}

static void write_hmac(const mc_hash *hash)
{
    mc_hmac_context context;
    mc_hmac_begin(&context, hash, message, KEY_BYTES);
    mc_hmac_feed(&context, message, sizeof message);
    mc_hmac_finish(out, &context);
    bench_write(out, mc_hash_digest_bytes(hash));
}

static void write_shake256(void)
{
    mc_shake256_context context;
    mc_shake256_begin(&context);
    mc_shake256_feed(&context, message, sizeof message);
    mc_shake256_squeeze(out, SHAKE_BYTES, &context);
    mc_shake256_finish(&context);
    bench_write(out, SHAKE_BYTES);
}

/* The measured routine; its name begins like the library's, which the linker keeps. */
__attribute__((noinline)) mc_status mc_bench_hashes(void)
{
    static const mc_hash *const hashes[] = {&mc_sha1, &mc_sha224, &mc_sha256, &mc_sha384, &mc_sha512};
    for (uint8_t i = 0; i < sizeof hashes / sizeof *hashes; i++) {
        write_digest(hashes[i]);
        write_hmac(hashes[i]);
    }
    write_shake256();
    mc_status status = mc_kdf_x963(out, DERIVED_BYTES, &mc_sha256, message, 20, message + 20, 30);
    bench_write(out, DERIVED_BYTES);
    if (status == MC_OK)
        status = mc_hkdf(out, DERIVED_BYTES, &mc_sha256, message, 10, message, 20, message + 20, 30);
    bench_write(out, DERIVED_BYTES);
    return status == MC_OK ? mc_ecdsa_sign_message_with_hash(signature, private_key, message, sizeof private_key,
                                                             sizeof message, &mc_sha512, MC_THE_CURVE)
                           : status;
}
#endif

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(message, sizeof message);
    bench_read(private_key, sizeof private_key);
    BENCH_CALL(status = mc_bench_hashes());
    bench_write(&status, sizeof status);
    bench_write(signature, sizeof signature);
}
