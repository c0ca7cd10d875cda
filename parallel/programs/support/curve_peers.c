#include "curve_peers.h"

#ifdef MC_PARALLEL_OPENSSL

#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/objects.h>
#include <stdlib.h>
#include <string.h>

#define X25519_BYTES 32

typedef struct {
    BIGNUM *scalar;
    EC_POINT *point, *product;
    EVP_PKEY_CTX *derivation; /* X25519 alone */
    uint8_t x[X25519_BYTES];
} input_of;

struct curve_peers {
    EC_GROUP *group; /* null for X25519 */
    BN_CTX *context;
    unsigned count;
    input_of inputs[];
};

/* OpenSSL has some curves by their names of X9.62. */
static EC_GROUP *group_of(const char *curve)
{
    static const char *const others[][2] = {{"secp192r1", "prime192v1"}, {"secp256r1", "prime256v1"}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(curve, others[i][0]) == 0)
            curve = others[i][1];
    const int number = OBJ_sn2nid(curve);
    return number == NID_undef ? NULL : EC_GROUP_new_by_curve_name(number);
}

curve_peers *curve_peers_new(const char *curve, unsigned count)
{
    curve_peers *peers = calloc(1, sizeof *peers + count * sizeof *peers->inputs);
    if (peers == NULL)
        return NULL;
    peers->count = count;
    peers->context = BN_CTX_new();
    if (strcmp(curve, "Curve25519") != 0)
        peers->group = group_of(curve);
    if (peers->context != NULL && (peers->group != NULL || strcmp(curve, "Curve25519") == 0))
        return peers;
    curve_peers_free(peers);
    return NULL;
}

void curve_peers_free(curve_peers *peers)
{
    if (peers == NULL)
        return;
    for (unsigned i = 0; i < peers->count; i++) {
        BN_free(peers->inputs[i].scalar);
        EC_POINT_free(peers->inputs[i].point);
        EC_POINT_free(peers->inputs[i].product);
        EVP_PKEY_CTX_free(peers->inputs[i].derivation);
    }
    BN_CTX_free(peers->context);
    EC_GROUP_free(peers->group);
    free(peers);
}

static bool set_x25519(input_of *one, const uint8_t *scalar, const uint8_t *point)
{
    EVP_PKEY *key = EVP_PKEY_new_raw_private_key(EVP_PKEY_X25519, NULL, scalar, X25519_BYTES);
    EVP_PKEY *peer = EVP_PKEY_new_raw_public_key(EVP_PKEY_X25519, NULL, point, X25519_BYTES);
    one->derivation = key == NULL ? NULL : EVP_PKEY_CTX_new(key, NULL);
    const bool set = one->derivation != NULL && peer != NULL && EVP_PKEY_derive_init(one->derivation) == 1 &&
                     EVP_PKEY_derive_set_peer(one->derivation, peer) == 1;
    EVP_PKEY_free(key); /* the derivation has its own references */
    EVP_PKEY_free(peer);
    return set;
}

bool curve_peers_set(curve_peers *peers, unsigned input, const uint8_t *scalar, size_t scalar_bytes,
                     const uint8_t *point, size_t point_bytes)
{
    input_of *one = &peers->inputs[input];
    if (peers->group == NULL)
        return scalar_bytes == X25519_BYTES && point_bytes == X25519_BYTES && set_x25519(one, scalar, point);
    one->scalar = BN_bin2bn(scalar, (int)scalar_bytes, NULL);
    one->point = EC_POINT_new(peers->group);
    one->product = EC_POINT_new(peers->group);
    return one->scalar != NULL && one->point != NULL && one->product != NULL &&
           EC_POINT_oct2point(peers->group, one->point, point, point_bytes, peers->context) == 1;
}

bool curve_peers_multiply(curve_peers *peers, unsigned input)
{
    input_of *one = &peers->inputs[input];
    size_t bytes = X25519_BYTES;
    if (peers->group == NULL)
        return EVP_PKEY_derive(one->derivation, one->x, &bytes) == 1;
    return EC_POINT_mul(peers->group, one->product, NULL, one->point, one->scalar, peers->context) == 1;
}

bool curve_peers_x(const curve_peers *peers, unsigned input, uint8_t *x, size_t x_bytes)
{
    const input_of *one = &peers->inputs[input];
    if (peers->group == NULL) {
        memcpy(x, one->x, X25519_BYTES);
        return x_bytes == X25519_BYTES;
    }
    BIGNUM *number = BN_new();
    const bool done = number != NULL &&
                      EC_POINT_get_affine_coordinates(peers->group, one->product, number, NULL, peers->context) == 1 &&
                      BN_bn2binpad(number, x, (int)x_bytes) >= 0;
    BN_free(number);
    return done;
}

#else

curve_peers *curve_peers_new(const char *curve, unsigned count)
{
    (void)curve;
    (void)count;
    return NULL;
}

void curve_peers_free(curve_peers *peers)
{
    (void)peers;
}

bool curve_peers_set(curve_peers *peers, unsigned input, const uint8_t *scalar, size_t scalar_bytes,
                     const uint8_t *point, size_t point_bytes)
{
    (void)peers;
    (void)input;
    (void)scalar;
    (void)scalar_bytes;
    (void)point;
    (void)point_bytes;
    return false;
}

bool curve_peers_multiply(curve_peers *peers, unsigned input)
{
    (void)peers;
    (void)input;
    return false;
}

bool curve_peers_x(const curve_peers *peers, unsigned input, uint8_t *x, size_t x_bytes)
{
    (void)peers;
    (void)input;
    (void)x;
    (void)x_bytes;
    return false;
}

#endif
