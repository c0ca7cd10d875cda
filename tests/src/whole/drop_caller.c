/* Calls functions of a drop for secp256r1 on its input: for each case 1, a signature, a public key and a digest of 32
 * bytes, or 2, a private and a public key; at the end 0. Writes the status, and of the second the secret. */
#include "io.h"
#include "motecurve.h"

long motecurve_free_stack(void);

long motecurve_free_stack(void)
{
    return 60000;
}

static void read_bytes(uint8_t *bytes, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        bytes[i] = bench_read_byte();
}

int main(void)
{
    uint8_t first[64], public_key[65], digest[32], secret[32];
    for (uint8_t kind; (kind = bench_read_byte()) != 0;) {
        read_bytes(first, kind == 1 ? 64 : 32);
        read_bytes(public_key, sizeof public_key);
        if (kind == 1) {
            read_bytes(digest, sizeof digest);
            bench_write_byte((uint8_t)mc_ecdsa_verify_digest(first, public_key, digest, 64, sizeof public_key,
                                                             sizeof digest, MC_THE_CURVE));
            continue;
        }
        bench_write_byte((uint8_t)mc_ecdh(secret, first, public_key, 32, sizeof public_key, MC_THE_CURVE));
        for (uint32_t i = 0; i < sizeof secret; i++)
            bench_write_byte(secret[i]);
    }
    bench_exit(0);
    return 0;
}
