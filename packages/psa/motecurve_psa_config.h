/* A build of PSA Crypto whose elliptic curves are Motecurve's alone: the software of the PSA implementation for them is
 * left out. TF-PSA-Crypto takes this file as TF_PSA_CRYPTO_USER_CONFIG_FILE, Mbed TLS 3.6 with
 * MBEDTLS_PSA_CRYPTO_CONFIG as MBEDTLS_PSA_CRYPTO_USER_CONFIG_FILE. README.md says what else a build needs. */
#ifndef MOTECURVE_PSA_CONFIG_H
#define MOTECURVE_PSA_CONFIG_H

/* The driver is asked first. */
#define PSA_CRYPTO_ACCELERATOR_DRIVER_PRESENT
#define MOTECURVE_PSA_DRIVER

/* What the driver does. A firmware drop has one curve; a build on it must not want the others. */
#define MBEDTLS_PSA_ACCEL_ECC_SECP_R1_256
#define MBEDTLS_PSA_ACCEL_ECC_SECP_R1_384
#define MBEDTLS_PSA_ACCEL_ECC_MONTGOMERY_255
#define MBEDTLS_PSA_ACCEL_ALG_ECDSA
#define MBEDTLS_PSA_ACCEL_ALG_DETERMINISTIC_ECDSA
#define MBEDTLS_PSA_ACCEL_ALG_ECDH
#define MBEDTLS_PSA_ACCEL_KEY_TYPE_ECC_PUBLIC_KEY
#define MBEDTLS_PSA_ACCEL_KEY_TYPE_ECC_KEY_PAIR_BASIC
#define MBEDTLS_PSA_ACCEL_KEY_TYPE_ECC_KEY_PAIR_IMPORT
#define MBEDTLS_PSA_ACCEL_KEY_TYPE_ECC_KEY_PAIR_EXPORT
#define MBEDTLS_PSA_ACCEL_KEY_TYPE_ECC_KEY_PAIR_GENERATE

/* What it does not do: one of these alone would bring the software back. */
#undef PSA_WANT_ALG_JPAKE
#undef PSA_WANT_ALG_TLS12_ECJPAKE_TO_PMS
#undef PSA_WANT_ECC_BRAINPOOL_P_R1_256
#undef PSA_WANT_ECC_BRAINPOOL_P_R1_384
#undef PSA_WANT_ECC_BRAINPOOL_P_R1_512
#undef PSA_WANT_ECC_MONTGOMERY_448
#undef PSA_WANT_ECC_SECP_K1_192
#undef PSA_WANT_ECC_SECP_K1_256
#undef PSA_WANT_ECC_SECP_R1_192
#undef PSA_WANT_ECC_SECP_R1_224
#undef PSA_WANT_ECC_SECP_R1_521
#undef PSA_WANT_KEY_TYPE_ECC_KEY_PAIR_DERIVE
#undef MBEDTLS_PK_PARSE_EC_COMPRESSED
#undef MBEDTLS_PK_PARSE_EC_EXTENDED

/* The same for the names that Mbed TLS 3.6 has beside those of PSA; TF-PSA-Crypto derives them. */
#undef MBEDTLS_ECDH_C
#undef MBEDTLS_ECDSA_C
#undef MBEDTLS_ECDSA_DETERMINISTIC
#undef MBEDTLS_ECJPAKE_C
#undef MBEDTLS_ECP_C

#endif
