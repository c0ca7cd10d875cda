/* Mbed TLS 3.6 as far as PSA Crypto goes; psa_wants.h says what PSA offers. */
#define MBEDTLS_PSA_CRYPTO_C
#define MBEDTLS_PSA_CRYPTO_CONFIG
#ifndef MBEDTLS_PSA_CRYPTO_EXTERNAL_RNG
#define MBEDTLS_CTR_DRBG_C
#define MBEDTLS_ENTROPY_C
#endif
