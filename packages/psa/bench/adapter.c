/* A signature is verified through PSA Crypto, as an application has it: a public key comes in, one signature is
 * verified by it, the key goes. */
#include <psa/crypto.h>

#include "implementation.h"

#ifdef HEAP_BYTES
#include "mbedtls/memory_buffer_alloc.h"
static unsigned char heap[HEAP_BYTES];

/* The heap calls it if its lists are damaged. */
void exit(int status)
{
    (void)status;
    __builtin_trap();
}
#endif

#define BYTES 32

/* For blinding alone, which needs numbers and no secrecy in a measurement. */
psa_status_t mbedtls_psa_external_get_random(mbedtls_psa_external_random_context_t *context, uint8_t *to, size_t bytes,
                                             size_t *written)
{
    static uint32_t state = 1;
    (void)context;
    for (size_t i = 0; i < bytes; i++) {
        state = state * 1664525 + 1013904223;
        to[i] = (uint8_t)(state >> 24);
    }
    *written = bytes;
    return PSA_SUCCESS;
}

/* Goes ahead of every case; the first sets up. */
void set_up(void)
{
    static int is_done;
    if (is_done)
        return;
    is_done = 1;
#ifdef HEAP_BYTES
    mbedtls_memory_buffer_alloc_init(heap, sizeof heap);
#endif
    if (psa_crypto_init() != PSA_SUCCESS)
        __builtin_trap();
}

uint8_t implementation_ecdsa_verify(const uint8_t *signature, const uint8_t *public_key, const uint8_t *digest)
{
    const psa_algorithm_t alg = PSA_ALG_ECDSA(PSA_ALG_SHA_256);
    psa_key_attributes_t attributes = PSA_KEY_ATTRIBUTES_INIT;
    psa_key_id_t key;
    psa_set_key_type(&attributes, PSA_KEY_TYPE_ECC_PUBLIC_KEY(PSA_ECC_FAMILY_SECP_R1));
    psa_set_key_bits(&attributes, 8 * BYTES);
    psa_set_key_algorithm(&attributes, alg);
    psa_set_key_usage_flags(&attributes, PSA_KEY_USAGE_VERIFY_HASH);
    if (psa_import_key(&attributes, public_key, 1 + 2 * BYTES, &key) != PSA_SUCCESS)
        return 1;
    const psa_status_t status = psa_verify_hash(key, alg, digest, BYTES, signature, 2 * BYTES);
    return psa_destroy_key(key) != PSA_SUCCESS || status != PSA_SUCCESS;
}
