/* The groups of TLS (IANA's registry of supported groups; RFC 8422, RFC 8446). OpenSSL takes groups from the provider
 * that has the keys, and this one has keys on all curves. */
#include "module.h"

#include <openssl/core_names.h>
#include <openssl/params.h>
#include <openssl/ssl.h>
#include <string.h>
#include <strings.h>

typedef struct {
    const char *name, *curve; /* IANA's, OpenSSL's */
    unsigned number, security_bits;
    int last_version; /* 0: every later one, too */
} tls_group;

static const tls_group groups[] = {
    {"sect163k1", "sect163k1", 1, 80, TLS1_2_VERSION},
    {"sect163r1", "sect163r1", 2, 80, TLS1_2_VERSION},
    {"sect163r2", "sect163r2", 3, 80, TLS1_2_VERSION},
    {"sect193r1", "sect193r1", 4, 80, TLS1_2_VERSION},
    {"sect193r2", "sect193r2", 5, 80, TLS1_2_VERSION},
    {"sect233k1", "sect233k1", 6, 112, TLS1_2_VERSION},
    {"sect233r1", "sect233r1", 7, 112, TLS1_2_VERSION},
    {"sect239k1", "sect239k1", 8, 112, TLS1_2_VERSION},
    {"sect283k1", "sect283k1", 9, 128, TLS1_2_VERSION},
    {"sect283r1", "sect283r1", 10, 128, TLS1_2_VERSION},
    {"sect409k1", "sect409k1", 11, 192, TLS1_2_VERSION},
    {"sect409r1", "sect409r1", 12, 192, TLS1_2_VERSION},
    {"sect571k1", "sect571k1", 13, 256, TLS1_2_VERSION},
    {"sect571r1", "sect571r1", 14, 256, TLS1_2_VERSION},
    {"secp160k1", "secp160k1", 15, 80, TLS1_2_VERSION},
    {"secp160r1", "secp160r1", 16, 80, TLS1_2_VERSION},
    {"secp160r2", "secp160r2", 17, 80, TLS1_2_VERSION},
    {"secp192k1", "secp192k1", 18, 80, TLS1_2_VERSION},
    {"secp192r1", "prime192v1", 19, 80, TLS1_2_VERSION},
    {"P-192", "prime192v1", 19, 80, TLS1_2_VERSION},
    {"secp224k1", "secp224k1", 20, 112, TLS1_2_VERSION},
    {"secp224r1", "secp224r1", 21, 112, TLS1_2_VERSION},
    {"P-224", "secp224r1", 21, 112, TLS1_2_VERSION},
    {"secp256k1", "secp256k1", 22, 128, TLS1_2_VERSION},
    {"secp256r1", "prime256v1", 23, 128, 0},
    {"P-256", "prime256v1", 23, 128, 0},
    {"secp384r1", "secp384r1", 24, 192, 0},
    {"P-384", "secp384r1", 24, 192, 0},
    {"secp521r1", "secp521r1", 25, 256, 0},
    {"P-521", "secp521r1", 25, 256, 0},
    {"brainpoolP256r1", "brainpoolP256r1", 26, 128, TLS1_2_VERSION},
    {"brainpoolP384r1", "brainpoolP384r1", 27, 192, TLS1_2_VERSION},
    {"brainpoolP512r1", "brainpoolP512r1", 28, 256, TLS1_2_VERSION},
};

static int describe(const tls_group *of, OSSL_CALLBACK *callback, void *argument)
{
    unsigned number = of->number, security_bits = of->security_bits;
    int first = TLS1_VERSION, last = of->last_version, first_dtls = DTLS1_VERSION;
    int last_dtls = of->last_version ? DTLS1_2_VERSION : 0;
    OSSL_PARAM params[] = {
        OSSL_PARAM_utf8_string(OSSL_CAPABILITY_TLS_GROUP_NAME, (char *)of->name, strlen(of->name) + 1),
        OSSL_PARAM_utf8_string(OSSL_CAPABILITY_TLS_GROUP_NAME_INTERNAL, (char *)of->curve, strlen(of->curve) + 1),
        OSSL_PARAM_utf8_string(OSSL_CAPABILITY_TLS_GROUP_ALG, "EC", sizeof "EC"),
        OSSL_PARAM_uint(OSSL_CAPABILITY_TLS_GROUP_ID, &number),
        OSSL_PARAM_uint(OSSL_CAPABILITY_TLS_GROUP_SECURITY_BITS, &security_bits),
        OSSL_PARAM_int(OSSL_CAPABILITY_TLS_GROUP_MIN_TLS, &first),
        OSSL_PARAM_int(OSSL_CAPABILITY_TLS_GROUP_MAX_TLS, &last),
        OSSL_PARAM_int(OSSL_CAPABILITY_TLS_GROUP_MIN_DTLS, &first_dtls),
        OSSL_PARAM_int(OSSL_CAPABILITY_TLS_GROUP_MAX_DTLS, &last_dtls),
        OSSL_PARAM_END,
    };
    return callback(params, argument);
}

int tls_groups(void *of, const char *capability, OSSL_CALLBACK *callback, void *argument)
{
    (void)of;
    if (strcasecmp(capability, "TLS-GROUP") != 0)
        return 0;
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
        if (!describe(&groups[i], callback, argument))
            return 0;
    return 1;
}
