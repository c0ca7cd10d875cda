/* Keys in DER: SubjectPublicKeyInfo (RFC 5480), PrivateKeyInfo (RFC 5208) and ECPrivateKey (RFC 5915), with the curve
 * by its name. */
#include "asn1.h"

#include <openssl/asn1t.h>
#include <openssl/x509.h>
#include <string.h>

typedef struct {
    X509_ALGOR *algorithm;
    ASN1_BIT_STRING *point;
} PUBLIC_INFO;

typedef struct {
    ASN1_INTEGER *version;
    ASN1_OCTET_STRING *private_key;
    ASN1_TYPE *curve;
    ASN1_BIT_STRING *point;
} SEC1_KEY;

/* clang-format off */
ASN1_SEQUENCE(PUBLIC_INFO) = {
    ASN1_SIMPLE(PUBLIC_INFO, algorithm, X509_ALGOR),
    ASN1_SIMPLE(PUBLIC_INFO, point, ASN1_BIT_STRING),
} static_ASN1_SEQUENCE_END(PUBLIC_INFO);

ASN1_SEQUENCE(SEC1_KEY) = {
    ASN1_SIMPLE(SEC1_KEY, version, ASN1_INTEGER),
    ASN1_SIMPLE(SEC1_KEY, private_key, ASN1_OCTET_STRING),
    ASN1_EXP_OPT(SEC1_KEY, curve, ASN1_ANY, 0),
    ASN1_EXP_OPT(SEC1_KEY, point, ASN1_BIT_STRING, 1),
} static_ASN1_SEQUENCE_END(SEC1_KEY);
/* clang-format on */

#define SEC1_VERSION 1

static void sec1_free(SEC1_KEY *sec1)
{
    if (sec1 && sec1->private_key)
        OPENSSL_cleanse(sec1->private_key->data, (size_t)sec1->private_key->length);
    ASN1_item_free((ASN1_VALUE *)sec1, ASN1_ITEM_rptr(SEC1_KEY));
}

/* Whole octets, as all our bit strings are. */
static int set_point(ASN1_BIT_STRING *bits, const ec_key *key)
{
    uint8_t point[MC_MAX_PUBLIC_KEY_BYTES];
    const size_t bytes = key_encode_point(point, key, key->flags.form);
    bits->flags = (bits->flags & ~(ASN1_STRING_FLAG_BITS_LEFT | 7)) | ASN1_STRING_FLAG_BITS_LEFT;
    return bytes && ASN1_STRING_set(bits, point, (int)bytes);
}

static int is_of_whole_octets(const ASN1_BIT_STRING *bits)
{
    return (bits->flags & 7) == 0;
}

static size_t written(int bytes)
{
    return bytes > 0 ? (size_t)bytes : 0;
}

size_t public_key_info(uint8_t **der, const ec_key *key)
{
    PUBLIC_INFO *info = (PUBLIC_INFO *)ASN1_item_new(ASN1_ITEM_rptr(PUBLIC_INFO));
    const int done = info && set_point(info->point, key) &&
                     X509_ALGOR_set0(info->algorithm, OBJ_nid2obj(NID_X9_62_id_ecPublicKey), V_ASN1_OBJECT,
                                     OBJ_nid2obj(key->its.group->nid));
    const int bytes = done ? ASN1_item_i2d((ASN1_VALUE *)info, der, ASN1_ITEM_rptr(PUBLIC_INFO)) : 0;
    ASN1_item_free((ASN1_VALUE *)info, ASN1_ITEM_rptr(PUBLIC_INFO));
    return written(bytes);
}

static size_t write_sec1(uint8_t **der, const ec_key *key, int is_curve_named)
{
    SEC1_KEY *sec1 = (SEC1_KEY *)ASN1_item_new(ASN1_ITEM_rptr(SEC1_KEY));
    int done =
        sec1 && ASN1_INTEGER_set(sec1->version, SEC1_VERSION) &&
        ASN1_STRING_set(sec1->private_key, key->its.private_key, (int)mc_curve_scalar_bytes(key->its.group->curve));
    if (done && is_curve_named) {
        sec1->curve = ASN1_TYPE_new();
        done = sec1->curve != NULL;
        if (done)
            ASN1_TYPE_set(sec1->curve, V_ASN1_OBJECT, OBJ_nid2obj(key->its.group->nid));
    }
    if (done && !key->flags.is_public_left_out) {
        sec1->point = ASN1_BIT_STRING_new();
        done = sec1->point && set_point(sec1->point, key);
    }
    const int bytes = done ? ASN1_item_i2d((ASN1_VALUE *)sec1, der, ASN1_ITEM_rptr(SEC1_KEY)) : 0;
    sec1_free(sec1);
    return written(bytes);
}

size_t sec1_private_key(uint8_t **der, const ec_key *key)
{
    return write_sec1(der, key, 1);
}

size_t sec1_parameters(uint8_t **der, const ec_key *key)
{
    return written(i2d_ASN1_OBJECT(OBJ_nid2obj(key->its.group->nid), der));
}

size_t private_key_info(uint8_t **der, const ec_key *key)
{
    uint8_t *sec1 = NULL;
    PKCS8_PRIV_KEY_INFO *info = PKCS8_PRIV_KEY_INFO_new();
    const size_t sec1_bytes = write_sec1(&sec1, key, 0);
    int bytes = 0;
    if (info && sec1_bytes &&
        PKCS8_pkey_set0(info, OBJ_nid2obj(NID_X9_62_id_ecPublicKey), 0, V_ASN1_OBJECT, OBJ_nid2obj(key->its.group->nid),
                        sec1, (int)sec1_bytes))
        bytes = i2d_PKCS8_PRIV_KEY_INFO(info, der); /* which owns sec1 now, and wipes it */
    else
        OPENSSL_clear_free(sec1, sec1_bytes);
    PKCS8_PRIV_KEY_INFO_free(info);
    return written(bytes);
}

static const group *group_of_object(const provider *of, int type, const void *value)
{
    return type == V_ASN1_OBJECT ? group_of_nid(of, OBJ_obj2nid(value)) : NULL;
}

static const group *group_of_algorithm(const provider *of, const X509_ALGOR *algorithm)
{
    int type = V_ASN1_UNDEF;
    const ASN1_OBJECT *name = NULL;
    const void *value = NULL;
    X509_ALGOR_get0(&name, &type, &value, algorithm);
    return OBJ_obj2nid(name) == NID_X9_62_id_ecPublicKey ? group_of_object(of, type, value) : NULL;
}

static void take_form(ec_key *key, const ASN1_BIT_STRING *point)
{
    if (point && point->length > 0)
        key->flags.form = form_of_point(point->data);
}

int public_key_info_read(ec_key *key, BIO *in)
{
    PUBLIC_INFO *info = ASN1_item_d2i_bio(ASN1_ITEM_rptr(PUBLIC_INFO), in, NULL);
    const group *its_group = info ? group_of_algorithm(key->provider, info->algorithm) : NULL;
    int done = -1;
    if (its_group) {
        take_form(key, info->point);
        done = is_of_whole_octets(info->point)
                   ? key_set(key, its_group, NULL, 0, info->point->data, (size_t)info->point->length)
                   : IS_DONE(key->provider, MC_ERROR_ENCODING, "a public key");
    }
    ASN1_item_free((ASN1_VALUE *)info, ASN1_ITEM_rptr(PUBLIC_INFO));
    return done;
}

/* Sets the key of an ECPrivateKey, whose curve is named in it, or is the one given, or both. */
static int take_sec1(ec_key *key, const uint8_t *der, size_t bytes, const group *given)
{
    const uint8_t *end = der;
    SEC1_KEY *sec1 = (SEC1_KEY *)ASN1_item_d2i(NULL, &end, (long)bytes, ASN1_ITEM_rptr(SEC1_KEY));
    const group *named = given;
    int done = -1;
    if (sec1 && sec1->curve)
        named = group_of_object(key->provider, ASN1_TYPE_get(sec1->curve), sec1->curve->value.ptr);
    if (!sec1 && given)
        done = IS_DONE(key->provider, MC_ERROR_ENCODING, "an ECPrivateKey (RFC 5915)");
    else if (sec1 && given && named != given)
        done = RAISE(key->provider, REASON_OTHER_CURVE, "a private key and its algorithm");
    else if (sec1 && named) {
        key->flags.is_public_left_out = !sec1->point;
        take_form(key, sec1->point);
        if (end != der + bytes)
            done = IS_DONE(key->provider, MC_ERROR_TRAILING, "an ECPrivateKey (RFC 5915)");
        else if (ASN1_INTEGER_get(sec1->version) != SEC1_VERSION || (sec1->point && !is_of_whole_octets(sec1->point)))
            done = IS_DONE(key->provider, MC_ERROR_ENCODING, "an ECPrivateKey (RFC 5915)");
        else
            done = key_set(key, named, sec1->private_key->data, (size_t)sec1->private_key->length,
                           sec1->point ? sec1->point->data : NULL, sec1->point ? (size_t)sec1->point->length : 0);
    }
    sec1_free(sec1);
    return done;
}

int private_key_info_read(ec_key *key, BIO *in)
{
    const X509_ALGOR *algorithm = NULL;
    const uint8_t *sec1 = NULL;
    int bytes = 0, done = -1;
    PKCS8_PRIV_KEY_INFO *info = d2i_PKCS8_PRIV_KEY_INFO_bio(in, NULL);
    if (info && PKCS8_pkey_get0(NULL, &sec1, &bytes, &algorithm, info)) {
        const group *its_group = group_of_algorithm(key->provider, algorithm);
        done = its_group ? take_sec1(key, sec1, (size_t)bytes, its_group) : -1;
    }
    PKCS8_PRIV_KEY_INFO_free(info); /* wipes the key */
    return done;
}

int sec1_read(ec_key *key, BIO *in)
{
    ASN1_TYPE *any = ASN1_item_d2i_bio(ASN1_ITEM_rptr(ASN1_ANY), in, NULL);
    const int type = any ? ASN1_TYPE_get(any) : V_ASN1_UNDEF;
    const group *its_group = any ? group_of_object(key->provider, type, any->value.ptr) : NULL;
    int done = -1;
    if (its_group)
        done = key_set(key, its_group, NULL, 0, NULL, 0);
    else if (type == V_ASN1_SEQUENCE) {
        done = take_sec1(key, any->value.sequence->data, (size_t)any->value.sequence->length, NULL);
        OPENSSL_cleanse(any->value.sequence->data, (size_t)any->value.sequence->length);
    }
    ASN1_TYPE_free(any);
    return done;
}
