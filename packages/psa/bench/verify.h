/* TF-PSA-Crypto that verifies by ECDSA on P-256, and no more: keys in fixed places, random bytes from the program. The
 * arithmetic is Motecurve's, that of the driver p256-m within TF-PSA-Crypto, or its own software with the defaults. */
#define PSA_WANT_ALG_ECDSA               1
#define PSA_WANT_ALG_SHA_256             1
#define PSA_WANT_ECC_SECP_R1_256         1
#define PSA_WANT_KEY_TYPE_ECC_PUBLIC_KEY 1
#define MBEDTLS_PLATFORM_C
#define MBEDTLS_PLATFORM_NO_STD_FUNCTIONS
#define MBEDTLS_PSA_ASSUME_EXCLUSIVE_BUFFERS
#define MBEDTLS_PSA_CRYPTO_C
#define MBEDTLS_PSA_CRYPTO_EXTERNAL_RNG
#define MBEDTLS_PSA_KEY_SLOT_COUNT 2
#define MBEDTLS_PSA_STATIC_KEY_SLOTS

#if defined(ON_MOTECURVE)
#include "motecurve_psa_config.h"
#define MOTECURVE_PSA_ON_DROP
#elif defined(ON_P256_M)
#define MBEDTLS_PSA_P256M_DRIVER_ENABLED
#else
#define MBEDTLS_ECP_NIST_OPTIM
#define MBEDTLS_MEMORY_BUFFER_ALLOC_C
#define MBEDTLS_PLATFORM_MEMORY
#ifndef __ARM_ARCH_6M__ /* whose assembly takes more registers than this compiler leaves it */
#define MBEDTLS_HAVE_ASM
#endif
#endif
