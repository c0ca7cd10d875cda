/* A provider for OpenSSL 3 (docs/use/openssl-provider.md): what its files share. The man pages provider(7),
 * provider-base(7), provider-keymgmt(7), provider-signature(7), provider-keyexch(7), provider-encoder(7),
 * provider-decoder(7) say what OpenSSL asks. Their functions return 1, or 0 with an error on OpenSSL's stack.
 *
 * OpenSSL has one name for keys of all elliptic curves, EC, and asks one provider for it. So this one also takes keys
 * on curves that it does not serve: such a key is one of the application's other providers (`other`), and every call is
 * passed on to it (others.c). */
#ifndef MOTECURVE_OPENSSL_PROVIDER_H
#define MOTECURVE_OPENSSL_PROVIDER_H

#include <motecurve/curve.h>
#include <motecurve/random.h>
#include <openssl/bio.h>
#include <openssl/core.h>
#include <openssl/core_dispatch.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <stdatomic.h>

#define PROPERTIES "provider=motecurve"
#define OF_OTHERS  "provider!=motecurve"
#define KEY_NAMES  "EC:id-ecPublicKey:1.2.840.10045.2.1"

#define GROUPS_MAX  64
#define REASONS_MAX 64
#define SECURITY_BITS_OF(order_bits)                                                                                   \
    ((order_bits) >= 512   ? 256                                                                                       \
     : (order_bits) >= 384 ? 192                                                                                       \
     : (order_bits) >= 256 ? 128                                                                                       \
     : (order_bits) >= 224 ? 112                                                                                       \
     : (order_bits) >= 160 ? 80                                                                                        \
                           : (order_bits) / 2)

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

/* Puts an error on OpenSSL's stack, with a text that says more than the reason; 0. */
#define RAISE(of, reason, ...) raise_error(of, __FILE__, __LINE__, __func__, reason, __VA_ARGS__)
int raise_error(const provider *of, const char *file, int line, const char *function, int reason, const char *text, ...)
    __attribute__((format(printf, 6, 7)));
/* 1 for MC_OK; for others 0, and an error that says what was being done. */
#define IS_DONE(of, status, doing) is_done(of, __FILE__, __LINE__, __func__, status, doing)
int is_done(const provider *of, const char *file, int line, const char *function, mc_status status, const char *doing);
void reasons_fill(OSSL_ITEM reasons[REASONS_MAX]);

/* OpenSSL's random bytes for secrets, as the library takes them: an mc_random, with the provider as its context. */
int draw_private(void *context, uint8_t *out, size_t bytes);

/* groups.c. The setting prime_curves names curves over prime fields to serve, separated by commas or spaces; null for
 * none. */
int groups_find(provider *of, const char *prime_curves);
/* The group of that name, in OpenSSL's or the library's spelling, or of that number; null if it is not served. */
const group *group_of_name(const provider *of, const char *name);
const group *group_of_nid(const provider *of, int nid);
/* Fills in those of the parameters that tell the equation, the order and so on. */
int group_get_params(const group *of, OSSL_PARAM params[]);
/* The bytes of the longest signature in DER. */
size_t group_signature_der_bytes(const group *of);

/* A key. Of another provider, or ours: with a group, with a public key or not, and then with a private key or not.
 * Every key that is here has been validated. */
typedef struct {
    provider *provider;
    atomic_int references;
    EVP_PKEY *other;      /* null if the key is ours or empty */
    int other_selection;  /* the parts that the other has */
    const group *group;   /* null if the key is another's or empty */
    uint8_t *private_key; /* big-endian, null if there is none; in OpenSSL's secure memory if it was set up */
    uint8_t public_key[MC_MAX_PUBLIC_KEY_BYTES];
    int has_public_key;
    point_conversion_form_t form;
    int is_cofactor_used;
    int is_public_left_out; /* of an encoded private key */
} ec_key;

/* key.c */
ec_key *key_new(provider *of);
ec_key *key_share(ec_key *key);
void key_free(void *key);
/* Sets the parts of a key of ours, and validates them. Any of the two keys may be null: the public key of a private key
 * is computed, or, if given, must be that. */
int key_set(ec_key *key, const group *its_group, const uint8_t *private_key, size_t private_key_bytes,
            const uint8_t *public_key, size_t public_key_bytes);
int key_generate(ec_key *key);
/* The public key in the key's form or another; returns its bytes, 0 on errors. */
size_t key_encode_point(uint8_t encoded[MC_MAX_PUBLIC_KEY_BYTES], const ec_key *key, point_conversion_form_t form);
int key_has(const void *key, int selection);
int key_match(const void *key, const void *other, int selection);
int key_validate(const void *key, int selection, int check_type);
void *key_copy(const void *key, int selection);

/* key_params.c */
int key_import(void *key, int selection, const OSSL_PARAM params[]);
int key_export(void *key, int selection, OSSL_CALLBACK *callback, void *argument);
int key_get_params(void *key, OSSL_PARAM params[]);
int key_set_params(void *key, const OSSL_PARAM params[]);
const OSSL_PARAM *key_import_types(int selection);
const OSSL_PARAM *key_gettable(void *of);
const OSSL_PARAM *key_settable(void *of);
/* The group that the parameters name, if it is served and nothing asks for all its parameters instead of a name. */
const group *group_of_params(const provider *of, const OSSL_PARAM params[]);
/* Of the parameters' text the form of points; 0 if there is none such. */
int form_of_params(point_conversion_form_t *form, const OSSL_PARAM params[]);

/* others.c: keys of other providers. */
EVP_PKEY_CTX *others_context(provider *of, EVP_PKEY *key);
int others_import(ec_key *key, int selection, const OSSL_PARAM params[]);
/* The key as one of another provider; null on errors. The caller frees it. */
EVP_PKEY *others_copy(const ec_key *key);
int others_take_over(ec_key *key);
int others_validate(const ec_key *key, int selection);
int others_sign(const ec_key *key, uint8_t *signature, size_t *bytes, size_t room, const uint8_t *digest,
                size_t digest_bytes);
/* What a verification gives, as OpenSSL's own, for a signature that is none, or that could not be tried. */
#define BROKEN (-1)
int others_verify(const ec_key *key, const uint8_t *signature, size_t bytes, const uint8_t *digest,
                  size_t digest_bytes);
/* secret may be null: *bytes are those that it has. */
int others_derive(const ec_key *key, const ec_key *peer, int cofactor_mode, uint8_t *secret, size_t *bytes);

/* asn1.c: the structures of key files. Each i2d-like function returns the bytes, 0 on errors; the caller frees *der by
 * OPENSSL_clear_free. */
size_t public_key_info(uint8_t **der, const ec_key *key);
size_t private_key_info(uint8_t **der, const ec_key *key);
size_t sec1_private_key(uint8_t **der, const ec_key *key);
size_t sec1_parameters(uint8_t **der, const ec_key *key);
/* Reads one structure of the BIO. -1: it is something else, or of a curve that is not served; 0: an error; 1: done. */
int public_key_info_read(ec_key *key, BIO *in);
int private_key_info_read(ec_key *key, BIO *in);
int sec1_read(ec_key *key, BIO *in);

/* The tables that OpenSSL asks for. */
extern const OSSL_DISPATCH key_functions[], exchange_functions[], signature_functions[];
extern const OSSL_ALGORITHM encoders[], decoders[];
OSSL_FUNC_provider_get_capabilities_fn tls_groups;

#endif
