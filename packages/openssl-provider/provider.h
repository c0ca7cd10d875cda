/* A provider for OpenSSL 3 (docs/use/openssl-provider.md): what all of its files use. The man pages provider(7),
 * provider-base(7), provider-keymgmt(7), provider-signature(7), provider-keyexch(7), provider-encoder(7),
 * provider-decoder(7) say what OpenSSL asks. Their functions return 1, or 0 with an error on OpenSSL's stack.
 *
 * OpenSSL has one name for keys of all elliptic curves, EC, and asks one provider for it. So this one also takes keys
 * on curves that it does not serve: such a key is one of the application's other providers, and every call is passed on
 * to it (others.h).
 *
 * Headers include those above them alone: provider, groups, key, key_params, others, management, asn1, module. */
#ifndef MOTECURVE_OPENSSL_PROVIDER_H
#define MOTECURVE_OPENSSL_PROVIDER_H

#include <motecurve/curve.h>
#include <motecurve/status.h>
#include <openssl/core.h>
#include <openssl/core_dispatch.h>
#include <openssl/types.h>

#define PROPERTIES "provider=motecurve"
#define OF_OTHERS  "provider!=motecurve"
#define KEY_NAMES  "EC:id-ecPublicKey:1.2.840.10045.2.1"

#define GROUPS_MAX  64
#define REASONS_MAX 64

/* A curve that this provider serves. */
typedef struct {
    const mc_curve *curve;
    const char *const *aliases; /* the library's names and object identifiers, null at the end */
    const char *name;           /* OpenSSL's */
    int nid;
    int order_bits;
} group;

typedef struct {
    const OSSL_CORE_HANDLE *handle;
    OSSL_LIB_CTX *library; /* the application's providers, as this one reaches them */
    OSSL_FUNC_core_new_error_fn *new_error;
    OSSL_FUNC_core_set_error_debug_fn *set_error_debug;
    OSSL_FUNC_core_vset_error_fn *set_error;
    OSSL_ITEM reasons[REASONS_MAX];
    group groups[GROUPS_MAX];
    size_t group_count;
} provider;

/* Numbers of errors: those of mc_status, and these. */
enum {
    REASON_OPENSSL_VERSION = 100,
    REASON_SETTING,
    REASON_RANDOM,
    REASON_MEMORY,
    REASON_PARAMETER,
    REASON_GROUP,
    REASON_NO_KEY,
    REASON_NO_PRIVATE_KEY,
    REASON_OTHER_CURVE,
    REASON_BUFFER,
    REASON_DIGEST,
    REASON_OTHERS,
    REASON_ENCODING,
};

/* Puts an error on OpenSSL's stack, with a text that says more than the reason; 0. The compiler gives the file without
 * the folder of the build (-ffile-prefix-map). */
#define RAISE(of, reason, ...) raise_error(of, __FILE__, __LINE__, __func__, reason, __VA_ARGS__)
int raise_error(const provider *of, const char *file, int line, const char *function, int reason, const char *text, ...)
    __attribute__((format(printf, 6, 7)));
/* 1 for MC_OK; for others 0, and an error that says what was being done. */
#define IS_DONE(of, status, doing) is_done(of, __FILE__, __LINE__, __func__, status, doing)
int is_done(const provider *of, const char *file, int line, const char *function, mc_status status, const char *doing);
void reasons_fill(OSSL_ITEM reasons[REASONS_MAX]);

/* OpenSSL's random bytes for secrets, as the library takes them: an mc_random, with the provider as its context. */
int draw_private(void *context, uint8_t *out, size_t bytes);

#endif
