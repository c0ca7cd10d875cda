/* The driver's algorithms and curves, and P-521, which it has not; or P-256 alone. */
#define PSA_WANT_ALG_DETERMINISTIC_ECDSA        1
#define PSA_WANT_ALG_ECB_NO_PADDING             1
#define PSA_WANT_ALG_ECDH                       1
#define PSA_WANT_ALG_ECDSA                      1
#define PSA_WANT_ALG_HMAC                       1
#define PSA_WANT_ALG_SHA_256                    1
#define PSA_WANT_ALG_SHA_384                    1
#define PSA_WANT_ECC_SECP_R1_256                1
#define PSA_WANT_KEY_TYPE_AES                   1
#define PSA_WANT_KEY_TYPE_ECC_KEY_PAIR_BASIC    1
#define PSA_WANT_KEY_TYPE_ECC_KEY_PAIR_EXPORT   1
#define PSA_WANT_KEY_TYPE_ECC_KEY_PAIR_GENERATE 1
#define PSA_WANT_KEY_TYPE_ECC_KEY_PAIR_IMPORT   1
#define PSA_WANT_KEY_TYPE_ECC_PUBLIC_KEY        1
#define PSA_WANT_KEY_TYPE_HMAC                  1
#ifndef P256_ALONE
#define PSA_WANT_ALG_PURE_EDDSA          1
#define PSA_WANT_ECC_MONTGOMERY_255      1
#define PSA_WANT_ECC_SECP_R1_384         1
#define PSA_WANT_ECC_SECP_R1_521         1
#define PSA_WANT_ECC_TWISTED_EDWARDS_255 1
#endif
/* TF-PSA-Crypto alone reads these here. */
#define MBEDTLS_CTR_DRBG_C
#define MBEDTLS_PSA_BUILTIN_GET_ENTROPY
#define MBEDTLS_PSA_CRYPTO_C
