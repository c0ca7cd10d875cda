/* ECDSA, of digests and of messages that OpenSSL hashes. */
#include "module.h"
#include "others.h"

#include <motecurve/ecdsa.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/objects.h>
#include <openssl/x509.h>
#include <string.h>

#define NONCE_TYPE         "nonce-type" /* OSSL_SIGNATURE_PARAM_NONCE_TYPE of OpenSSL 3.2 */
#define ALGORITHM_ID_BYTES 32           /* SEQUENCE of an object identifier */

typedef struct {
    provider *provider;
    char *properties;
    ec_key *key;
    EVP_MD *hash;        /* null if none was set */
    size_t digest_bytes; /* of the hash, or as they were set; 0 for a digest of any length */
    EVP_MD_CTX *hashing; /* null if no message has begun */
    int is_message_open; /* begun, and not ended: its hash stays */
    unsigned nonce_type; /* 0: hedged; 1: RFC 6979 */
} signing;

static void *signing_new(void *of, const char *properties)
{
    signing *new = OPENSSL_zalloc(sizeof *new);
    if (!new)
        return NULL;
    new->provider = of;
    /* A query for this provider by name finds no digest: it has none. */
    if (properties && !strstr(properties, PROPERTIES) && !(new->properties = OPENSSL_strdup(properties))) {
        OPENSSL_free(new);
        return NULL;
    }
    return new;
}

static void signing_free(void *of)
{
    signing *with = of;
    if (!with)
        return;
    key_free(with->key);
    EVP_MD_free(with->hash);
    EVP_MD_CTX_free(with->hashing);
    OPENSSL_free(with->properties);
    OPENSSL_free(with);
}

static void *signing_copy(void *of)
{
    const signing *with = of;
    signing *copy = signing_new(with->provider, with->properties);
    if (!copy)
        return NULL;
    copy->nonce_type = with->nonce_type;
    copy->digest_bytes = with->digest_bytes;
    copy->is_message_open = with->is_message_open;
    copy->key = with->key ? key_share(with->key) : NULL;
    copy->hash = with->hash && EVP_MD_up_ref(with->hash) ? with->hash : NULL;
    copy->hashing = with->hashing ? EVP_MD_CTX_new() : NULL;
    if (with->hashing && !(copy->hashing && EVP_MD_CTX_copy_ex(copy->hashing, with->hashing))) {
        signing_free(copy);
        return NULL;
    }
    return copy;
}

static int set_hash(signing *with, const char *name, const char *properties)
{
    EVP_MD *hash = EVP_MD_fetch(with->provider->library, name, properties ? properties : with->properties);
    if (!hash)
        return RAISE(with->provider, REASON_DIGEST, "no provider has the digest %s", name);
    if (EVP_MD_get_flags(hash) & EVP_MD_FLAG_XOF || EVP_MD_get_size(hash) > MC_MAX_DIGEST_BYTES) {
        EVP_MD_free(hash);
        return RAISE(with->provider, REASON_DIGEST, "%s is not a digest of 1 to %d bytes", name, MC_MAX_DIGEST_BYTES);
    }
    const int is_same = with->hash && EVP_MD_is_a(hash, EVP_MD_get0_name(with->hash));
    if (with->is_message_open) {
        EVP_MD_free(hash);
        return is_same || RAISE(with->provider, REASON_DIGEST, "the digest is set when a message begins");
    }
    EVP_MD_free(with->hash);
    with->hash = hash;
    with->digest_bytes = (size_t)EVP_MD_get_size(hash);
    return 1;
}

/* All of the parameters are set, or, on errors, none. */
static int signing_set_params(void *of, const OSSL_PARAM params[])
{
    signing *with = of;
    const char *name = NULL, *properties = NULL;
    unsigned nonce_type = with->nonce_type;
    size_t digest_bytes = 0;
    if (!params)
        return 1;
    const OSSL_PARAM *p = OSSL_PARAM_locate_const(params, OSSL_SIGNATURE_PARAM_PROPERTIES);
    if (p && !OSSL_PARAM_get_utf8_string_ptr(p, &properties))
        return RAISE(with->provider, REASON_PARAMETER, "%s is not a text", OSSL_SIGNATURE_PARAM_PROPERTIES);
    p = OSSL_PARAM_locate_const(params, OSSL_SIGNATURE_PARAM_DIGEST);
    if (p && !OSSL_PARAM_get_utf8_string_ptr(p, &name))
        return RAISE(with->provider, REASON_PARAMETER, "%s is not a text", OSSL_SIGNATURE_PARAM_DIGEST);
    p = OSSL_PARAM_locate_const(params, NONCE_TYPE);
    if (p && (!OSSL_PARAM_get_uint(p, &nonce_type) || nonce_type > 1))
        return RAISE(with->provider, REASON_PARAMETER, "%s is 0 (hedged) or 1 (RFC 6979)", NONCE_TYPE);
    p = OSSL_PARAM_locate_const(params, OSSL_SIGNATURE_PARAM_DIGEST_SIZE);
    if (p &&
        (!OSSL_PARAM_get_size_t(p, &digest_bytes) || (with->is_message_open && digest_bytes != with->digest_bytes)))
        return RAISE(with->provider, REASON_PARAMETER, "%s is not the digest's", OSSL_SIGNATURE_PARAM_DIGEST_SIZE);
    if (name && !set_hash(with, name, properties))
        return 0;
    with->nonce_type = nonce_type;
    if (p)
        with->digest_bytes = digest_bytes;
    return 1;
}

static int set_key(signing *with, void *key)
{
    if (!key)
        return with->key ? 1 : RAISE(with->provider, REASON_NO_KEY, "an ECDSA signature");
    key_free(with->key);
    with->key = key_share(key);
    return 1;
}

static int begin(void *of, void *key, const OSSL_PARAM params[])
{
    return set_key(of, key) && signing_set_params(of, params);
}

/* OpenSSL's own says nothing before the call that needs the part, and the key may lose it until then. */
static int has_part(const signing *with, int part)
{
    if (key_has(with->key, part))
        return 1;
    const int reason = part == OSSL_KEYMGMT_SELECT_PRIVATE_KEY ? REASON_NO_PRIVATE_KEY : REASON_NO_KEY;
    return RAISE(with->provider, reason, "an ECDSA signature");
}

static int is_of_hash(const signing *with, size_t digest_bytes)
{
    return !with->digest_bytes || digest_bytes == with->digest_bytes ||
           RAISE(with->provider, REASON_DIGEST, "a digest of %s has %zu bytes, and this has %zu",
                 with->hash ? EVP_MD_get0_name(with->hash) : "this size", with->digest_bytes, digest_bytes);
}

/* The bytes of a digest that are signed: of longer input those beyond the order's bits do not count. */
static size_t signed_bytes(const signing *with, size_t digest_bytes)
{
    const size_t counted = ((size_t)with->key->its.group->order_bits + 7) / 8;
    return digest_bytes > counted ? counted : digest_bytes;
}

/* Whether another provider does it: on curves that are not ours, and where more bytes are signed than the library
 * takes, as on sect571k1. */
static int is_for_others(const signing *with, size_t digest_bytes)
{
    return with->key->its.other || signed_bytes(with, digest_bytes) > MC_MAX_DIGEST_BYTES;
}

/* RFC 6979 takes HMAC by the hash of the digest. */
static mc_status sign_deterministic(uint8_t *signature, const signing *with, const uint8_t *digest, size_t bytes)
{
    static const struct {
        const char *name;
        const mc_hash *hash;
    } hashes[] = {{"SHA1", &mc_sha1},
                  {"SHA2-224", &mc_sha224},
                  {"SHA2-256", &mc_sha256},
                  {"SHA2-384", &mc_sha384},
                  {"SHA2-512", &mc_sha512}};
    const mc_curve *curve = with->key->its.group->curve;
    for (size_t i = 0; with->hash && i < sizeof hashes / sizeof *hashes; i++)
        if (EVP_MD_is_a(with->hash, hashes[i].name))
            return mc_ecdsa_sign_digest_with_hash(signature, with->key->its.private_key, digest,
                                                  mc_curve_scalar_bytes(curve), bytes, hashes[i].hash, curve);
    return mc_ecdsa_sign_digest(signature, with->key->its.private_key, digest, mc_curve_scalar_bytes(curve), bytes,
                                curve);
}

static mc_status sign_bytes(uint8_t *signature, const signing *with, const uint8_t *digest, size_t bytes)
{
    const mc_curve *curve = with->key->its.group->curve;
    if (with->nonce_type == 1)
        return sign_deterministic(signature, with, digest, bytes);
    return mc_ecdsa_sign_digest_hedged(signature, with->key->its.private_key, digest, mc_curve_scalar_bytes(curve),
                                       bytes, draw_private, with->provider, curve);
}

static int sign_room(const signing *with, size_t *bytes)
{
    if (!with->key || !key_has(with->key, OSSL_KEYMGMT_SELECT_DOMAIN_PARAMETERS))
        return RAISE(with->provider, REASON_NO_KEY, "an ECDSA signature");
    if (with->key->its.other)
        *bytes = (size_t)EVP_PKEY_get_size(with->key->its.other);
    else
        *bytes = group_signature_der_bytes(with->key->its.group);
    return 1;
}

/* As OpenSSL's own, a signature needs room for the longest, so that no call fails by chance. */
static int sign(void *of, uint8_t *der, size_t *der_bytes, size_t room, const uint8_t *digest, size_t digest_bytes)
{
    const signing *with = of;
    uint8_t signature[MC_MAX_SIGNATURE_BYTES], encoded[MC_DER_SIGNATURE_BYTES(MC_MAX_SIGNATURE_BYTES)];
    size_t bytes = 0;
    if (!der)
        return sign_room(with, der_bytes);
    if (!is_of_hash(with, digest_bytes) || !has_part(with, OSSL_KEYMGMT_SELECT_PRIVATE_KEY) || !sign_room(with, &bytes))
        return 0;
    if (room < bytes)
        return RAISE(with->provider, REASON_BUFFER, "a signature takes up to %zu bytes, and there are %zu", bytes,
                     room);
    if (is_for_others(with, digest_bytes))
        return with->nonce_type
                   ? RAISE(with->provider, REASON_OTHERS, "signatures with %s %u", NONCE_TYPE, with->nonce_type)
                   : others_sign(with->key, der, der_bytes, room, digest, digest_bytes);
    const mc_curve *curve = with->key->its.group->curve;
    if (!IS_DONE(with->provider, sign_bytes(signature, with, digest, signed_bytes(with, digest_bytes)),
                 "an ECDSA signature") ||
        !IS_DONE(with->provider,
                 mc_ecdsa_signature_to_der(encoded, &bytes, signature, mc_curve_signature_bytes(curve), curve),
                 "an ECDSA signature in DER"))
        return 0;
    memcpy(der, encoded, bytes);
    *der_bytes = bytes;
    return 1;
}

/* 0, as OpenSSL's own, of numbers out of their range, but BROKEN of negative ones, which its DER does not have. */
static int verdict_of_faulty(mc_status status, const uint8_t *der, size_t der_bytes)
{
    if (status != MC_ERROR_SCALAR_RANGE && status != MC_ERROR_SCALAR_ZERO)
        return BROKEN;
    ECDSA_SIG *numbers = d2i_ECDSA_SIG(NULL, &der, (long)der_bytes);
    const int verdict = numbers ? 0 : BROKEN;
    ECDSA_SIG_free(numbers);
    return verdict;
}

/* 1, 0 or BROKEN. */
static int verify_by_library(const signing *with, const uint8_t *der, size_t der_bytes, const uint8_t *digest,
                             size_t digest_bytes)
{
    uint8_t signature[MC_MAX_SIGNATURE_BYTES];
    const mc_curve *curve = with->key->its.group->curve;
    const mc_status status = mc_ecdsa_signature_from_der(signature, der, der_bytes, curve);
    if (!IS_DONE(with->provider, status, "an ECDSA signature"))
        return verdict_of_faulty(status, der, der_bytes);
    return mc_ecdsa_verify_digest(signature, with->key->its.public_key, digest, mc_curve_signature_bytes(curve),
                                  mc_curve_public_key_bytes(curve), signed_bytes(with, digest_bytes), curve) == MC_OK;
}

static int verify(void *of, const uint8_t *der, size_t der_bytes, const uint8_t *digest, size_t digest_bytes)
{
    const signing *with = of;
    if (!is_of_hash(with, digest_bytes))
        return 0;
    if (!has_part(with, OSSL_KEYMGMT_SELECT_PUBLIC_KEY))
        return BROKEN;
    if (is_for_others(with, digest_bytes))
        return others_verify(with->key, der, der_bytes, digest, digest_bytes);
    return verify_by_library(with, der, der_bytes, digest, digest_bytes);
}

static int message_begin(void *of, const char *name, void *key, const OSSL_PARAM params[])
{
    signing *with = of;
    if (!set_key(with, key))
        return 0;
    EVP_MD_CTX_free(with->hashing);
    with->hashing = NULL;
    with->is_message_open = 0;
    if (!signing_set_params(with, params) || (name && *name && !set_hash(with, name, NULL)) ||
        (!with->hash && !set_hash(with, "SHA256", NULL)))
        return 0;
    with->hashing = EVP_MD_CTX_new();
    with->is_message_open = with->hashing && EVP_DigestInit_ex2(with->hashing, with->hash, NULL) == 1;
    return with->is_message_open;
}

static int message_feed(void *of, const uint8_t *data, size_t bytes)
{
    signing *with = of;
    return with->hashing && EVP_DigestUpdate(with->hashing, data, bytes) == 1;
}

static int message_digest(signing *with, uint8_t digest[EVP_MAX_MD_SIZE], size_t *bytes)
{
    unsigned length = 0;
    if (!with->hashing || EVP_DigestFinal_ex(with->hashing, digest, &length) != 1)
        return RAISE(with->provider, REASON_DIGEST, "no message was begun, or it has ended");
    with->is_message_open = 0;
    *bytes = length;
    return 1;
}

static int message_sign(void *of, uint8_t *der, size_t *der_bytes, size_t room)
{
    uint8_t digest[EVP_MAX_MD_SIZE];
    size_t bytes = 0;
    if (!der)
        return sign(of, NULL, der_bytes, 0, NULL, 0);
    return message_digest(of, digest, &bytes) && sign(of, der, der_bytes, room, digest, bytes);
}

static int message_verify(void *of, const uint8_t *der, size_t der_bytes)
{
    uint8_t digest[EVP_MAX_MD_SIZE];
    size_t bytes = 0;
    return message_digest(of, digest, &bytes) ? verify(of, der, der_bytes, digest, bytes) : BROKEN;
}

/* The AlgorithmIdentifier of certificates (RFC 5758, 3.2): an object identifier for ECDSA with this hash. */
static int get_algorithm_id(const signing *with, OSSL_PARAM *p)
{
    int nid = NID_undef;
    uint8_t der[ALGORITHM_ID_BYTES], *end = der;
    if (!with->hash || !OBJ_find_sigid_by_algs(&nid, EVP_MD_get_type(with->hash), NID_X9_62_id_ecPublicKey))
        return RAISE(with->provider, REASON_DIGEST, "ECDSA with this digest has no object identifier");
    X509_ALGOR *algorithm = X509_ALGOR_new();
    int done = algorithm && X509_ALGOR_set0(algorithm, OBJ_nid2obj(nid), V_ASN1_UNDEF, NULL);
    const int bytes = done ? i2d_X509_ALGOR(algorithm, NULL) : 0;
    done = bytes > 0 && bytes <= ALGORITHM_ID_BYTES && i2d_X509_ALGOR(algorithm, &end) == bytes &&
           OSSL_PARAM_set_octet_string(p, der, (size_t)bytes);
    X509_ALGOR_free(algorithm);
    return done;
}

static int signing_get_params(void *of, OSSL_PARAM params[])
{
    const signing *with = of;
    OSSL_PARAM *p = OSSL_PARAM_locate(params, OSSL_SIGNATURE_PARAM_ALGORITHM_ID);
    if (p && !get_algorithm_id(with, p))
        return 0;
    p = OSSL_PARAM_locate(params, OSSL_SIGNATURE_PARAM_DIGEST_SIZE);
    if (p && !OSSL_PARAM_set_size_t(p, with->digest_bytes))
        return 0;
    p = OSSL_PARAM_locate(params, OSSL_SIGNATURE_PARAM_DIGEST);
    if (p && !OSSL_PARAM_set_utf8_string(p, with->hash ? EVP_MD_get0_name(with->hash) : ""))
        return 0;
    p = OSSL_PARAM_locate(params, NONCE_TYPE);
    return !p || OSSL_PARAM_set_uint(p, with->nonce_type);
}

static const OSSL_PARAM *signing_gettable(void *with, void *of)
{
    static const OSSL_PARAM list[] = {OSSL_PARAM_octet_string(OSSL_SIGNATURE_PARAM_ALGORITHM_ID, NULL, 0),
                                      OSSL_PARAM_size_t(OSSL_SIGNATURE_PARAM_DIGEST_SIZE, NULL),
                                      OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_DIGEST, NULL, 0),
                                      OSSL_PARAM_uint(NONCE_TYPE, NULL), OSSL_PARAM_END};
    (void)with, (void)of;
    return list;
}

static const OSSL_PARAM *signing_settable(void *with, void *of)
{
    static const OSSL_PARAM list[] = {OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_DIGEST, NULL, 0),
                                      OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_PROPERTIES, NULL, 0),
                                      OSSL_PARAM_size_t(OSSL_SIGNATURE_PARAM_DIGEST_SIZE, NULL),
                                      OSSL_PARAM_uint(NONCE_TYPE, NULL), OSSL_PARAM_END};
    (void)with, (void)of;
    return list;
}

static int hashing_get_params(void *of, OSSL_PARAM params[])
{
    return ((signing *)of)->hashing && EVP_MD_CTX_get_params(((signing *)of)->hashing, params);
}

static int hashing_set_params(void *of, const OSSL_PARAM params[])
{
    return ((signing *)of)->hashing && EVP_MD_CTX_set_params(((signing *)of)->hashing, params);
}

static const OSSL_PARAM *hashing_gettable(void *of)
{
    return ((signing *)of)->hash ? EVP_MD_gettable_ctx_params(((signing *)of)->hash) : NULL;
}

static const OSSL_PARAM *hashing_settable(void *of)
{
    return ((signing *)of)->hash ? EVP_MD_settable_ctx_params(((signing *)of)->hash) : NULL;
}

const OSSL_DISPATCH signature_functions[] = {
    {OSSL_FUNC_SIGNATURE_NEWCTX, (void (*)(void))signing_new},
    {OSSL_FUNC_SIGNATURE_FREECTX, (void (*)(void))signing_free},
    {OSSL_FUNC_SIGNATURE_DUPCTX, (void (*)(void))signing_copy},
    {OSSL_FUNC_SIGNATURE_SIGN_INIT, (void (*)(void))begin},
    {OSSL_FUNC_SIGNATURE_SIGN, (void (*)(void))sign},
    {OSSL_FUNC_SIGNATURE_VERIFY_INIT, (void (*)(void))begin},
    {OSSL_FUNC_SIGNATURE_VERIFY, (void (*)(void))verify},
    {OSSL_FUNC_SIGNATURE_DIGEST_SIGN_INIT, (void (*)(void))message_begin},
    {OSSL_FUNC_SIGNATURE_DIGEST_SIGN_UPDATE, (void (*)(void))message_feed},
    {OSSL_FUNC_SIGNATURE_DIGEST_SIGN_FINAL, (void (*)(void))message_sign},
    {OSSL_FUNC_SIGNATURE_DIGEST_VERIFY_INIT, (void (*)(void))message_begin},
    {OSSL_FUNC_SIGNATURE_DIGEST_VERIFY_UPDATE, (void (*)(void))message_feed},
    {OSSL_FUNC_SIGNATURE_DIGEST_VERIFY_FINAL, (void (*)(void))message_verify},
    {OSSL_FUNC_SIGNATURE_GET_CTX_PARAMS, (void (*)(void))signing_get_params},
    {OSSL_FUNC_SIGNATURE_GETTABLE_CTX_PARAMS, (void (*)(void))signing_gettable},
    {OSSL_FUNC_SIGNATURE_SET_CTX_PARAMS, (void (*)(void))signing_set_params},
    {OSSL_FUNC_SIGNATURE_SETTABLE_CTX_PARAMS, (void (*)(void))signing_settable},
    {OSSL_FUNC_SIGNATURE_GET_CTX_MD_PARAMS, (void (*)(void))hashing_get_params},
    {OSSL_FUNC_SIGNATURE_GETTABLE_CTX_MD_PARAMS, (void (*)(void))hashing_gettable},
    {OSSL_FUNC_SIGNATURE_SET_CTX_MD_PARAMS, (void (*)(void))hashing_set_params},
    {OSSL_FUNC_SIGNATURE_SETTABLE_CTX_MD_PARAMS, (void (*)(void))hashing_settable},
    {0, NULL},
};
