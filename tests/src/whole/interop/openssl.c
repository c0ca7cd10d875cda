/* OpenSSL: every curve of its list, X25519, X448, Ed25519, Ed448. */
#define OPENSSL_SUPPRESS_DEPRECATED /* groups and points have no newer interface that takes any scalar */
#include <openssl/ec.h>
#include <openssl/ecdh.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/objects.h>
#include <string.h>

#include "interop.h"
#include "motecurve/key.h"

#define CURVES_MAX 256

static const mc_curve *curve;
static EC_GROUP *group;
static int raw_type; /* for the curves of RFC 8410; 0 for the others */

static int is_same_generator(const EC_GROUP *of)
{
    uint8_t theirs[MC_MAX_PUBLIC_KEY_BYTES], ours[MC_MAX_PUBLIC_KEY_BYTES], one[MC_MAX_SCALAR_BYTES] = {0};
    size_t bytes = mc_curve_public_key_bytes(curve), scalar_bytes = mc_curve_scalar_bytes(curve);
    one[scalar_bytes - 1] = 1;
    return mc_public_key(ours, one, scalar_bytes, curve) == MC_OK &&
           EC_POINT_point2oct(of, EC_GROUP_get0_generator(of), POINT_CONVERSION_UNCOMPRESSED, theirs, bytes, NULL) ==
               bytes &&
           !memcmp(ours, theirs, bytes);
}

/* Equal names do not mean equal curves: under wtls7 OpenSSL has another curve, and its two Oakley groups have
 * generators of composite order. */
static int choose(const mc_curve *chosen)
{
    static const char *const raw[] = {"Curve25519", "Curve448", "Ed25519", "Ed448"};
    static const int types[] = {EVP_PKEY_X25519, EVP_PKEY_X448, EVP_PKEY_ED25519, EVP_PKEY_ED448};
    EC_builtin_curve curves[CURVES_MAX];
    size_t count = EC_get_builtin_curves(curves, CURVES_MAX);
    curve = chosen;
    raw_type = 0;
    for (unsigned i = 0; i < 4; i++)
        if (mc_curve_find(raw[i]) == curve)
            return raw_type = types[i];
    for (size_t i = 0; i < count; i++) {
        if (mc_curve_find(OBJ_nid2sn(curves[i].nid)) != curve)
            continue;
        EC_GROUP_free(group);
        group = EC_GROUP_new_by_curve_name(curves[i].nid);
        if (group && is_same_generator(group))
            return 1;
    }
    return 0;
}

static EC_KEY *private_ec_key(const uint8_t *private_key)
{
    EC_KEY *key = EC_KEY_new();
    BIGNUM *d = BN_bin2bn(private_key, (int)mc_curve_scalar_bytes(curve), NULL);
    EC_POINT *q = EC_POINT_new(group);
    EC_POINT_mul(group, q, d, NULL, NULL, NULL);
    EC_KEY_set_group(key, group);
    EC_KEY_set_private_key(key, d);
    EC_KEY_set_public_key(key, q);
    EC_POINT_free(q);
    BN_free(d);
    return key;
}

static EC_KEY *public_ec_key(const uint8_t *octets)
{
    EC_KEY *key = EC_KEY_new();
    EC_KEY_set_group(key, group);
    EC_KEY_oct2key(key, octets, mc_curve_public_key_bytes(curve), NULL);
    return key;
}

static EVP_PKEY *private_raw_key(const uint8_t *octets)
{
    return EVP_PKEY_new_raw_private_key(raw_type, NULL, octets, mc_curve_scalar_bytes(curve));
}

static EVP_PKEY *public_raw_key(const uint8_t *octets)
{
    return EVP_PKEY_new_raw_public_key(raw_type, NULL, octets, mc_curve_public_key_bytes(curve));
}

static int public_key(uint8_t *point, const uint8_t *private_key)
{
    size_t bytes = mc_curve_public_key_bytes(curve), written = bytes;
    if (raw_type) {
        EVP_PKEY *key = private_raw_key(private_key);
        int done = EVP_PKEY_get_raw_public_key(key, point, &written);
        EVP_PKEY_free(key);
        return done == 1 && written == bytes;
    }
    EC_KEY *key = private_ec_key(private_key);
    written = EC_POINT_point2oct(group, EC_KEY_get0_public_key(key), POINT_CONVERSION_UNCOMPRESSED, point, bytes, NULL);
    EC_KEY_free(key);
    return written == bytes;
}

static int agree_raw(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key)
{
    size_t bytes = mc_curve_field_bytes(curve);
    EVP_PKEY *own = private_raw_key(private_key), *peer = public_raw_key(peer_key);
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(own, NULL);
    int done = EVP_PKEY_derive_init(context) == 1 && EVP_PKEY_derive_set_peer(context, peer) == 1 &&
               EVP_PKEY_derive(context, secret, &bytes) == 1;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(own);
    EVP_PKEY_free(peer);
    return done;
}

static int agree(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key)
{
    if (raw_type)
        return agree_raw(secret, private_key, peer_key);
    EC_KEY *own = private_ec_key(private_key), *peer = public_ec_key(peer_key);
    size_t bytes = mc_curve_field_bytes(curve);
    int written = ECDH_compute_key(secret, bytes, EC_KEY_get0_public_key(peer), own, NULL);
    EC_KEY_free(own);
    EC_KEY_free(peer);
    return written > 0 && (size_t)written == bytes;
}

static int sign_raw(uint8_t *signature, const uint8_t *private_key, const uint8_t *message)
{
    size_t bytes = mc_curve_signature_bytes(curve);
    EVP_PKEY *key = private_raw_key(private_key);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    int done = EVP_DigestSignInit(context, NULL, NULL, NULL, key) == 1 &&
               EVP_DigestSign(context, signature, &bytes, message, INTEROP_DIGEST_BYTES) == 1;
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
    return done;
}

static int sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest)
{
    if (raw_type)
        return sign_raw(signature, private_key, digest);
    int half = (int)mc_curve_scalar_bytes(curve);
    EC_KEY *key = private_ec_key(private_key);
    ECDSA_SIG *numbers = ECDSA_do_sign(digest, INTEROP_DIGEST_BYTES, key);
    int done = numbers && BN_bn2binpad(ECDSA_SIG_get0_r(numbers), signature, half) == half &&
               BN_bn2binpad(ECDSA_SIG_get0_s(numbers), signature + half, half) == half;
    ECDSA_SIG_free(numbers);
    EC_KEY_free(key);
    return done;
}

static int verify_raw(const uint8_t *signature, const uint8_t *public_key_octets, const uint8_t *message)
{
    EVP_PKEY *key = public_raw_key(public_key_octets);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    int done =
        EVP_DigestVerifyInit(context, NULL, NULL, NULL, key) == 1 &&
        EVP_DigestVerify(context, signature, mc_curve_signature_bytes(curve), message, INTEROP_DIGEST_BYTES) == 1;
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
    return done;
}

static int verify(const uint8_t *signature, const uint8_t *public_key_octets, const uint8_t *digest)
{
    if (raw_type)
        return verify_raw(signature, public_key_octets, digest);
    int half = (int)mc_curve_scalar_bytes(curve);
    EC_KEY *key = public_ec_key(public_key_octets);
    ECDSA_SIG *numbers = ECDSA_SIG_new();
    ECDSA_SIG_set0(numbers, BN_bin2bn(signature, half, NULL), BN_bin2bn(signature + half, half, NULL));
    int done = ECDSA_do_verify(digest, INTEROP_DIGEST_BYTES, numbers, key) == 1;
    ECDSA_SIG_free(numbers);
    EC_KEY_free(key);
    return done;
}

const interop_peer interop_the_peer = {"OpenSSL", choose, public_key, agree, sign, verify};
