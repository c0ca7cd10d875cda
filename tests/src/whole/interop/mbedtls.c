/* Mbed TLS: its curves of Weierstrass form and X25519; its version 2.28 does not read keys of X448. */
#include <mbedtls/ecdh.h>
#include <mbedtls/ecdsa.h>
#include <string.h>

#include "interop.h"

/* This library's name, theirs. */
static const struct {
    const char *name;
    mbedtls_ecp_group_id id;
} groups[] = {
    {"secp192r1", MBEDTLS_ECP_DP_SECP192R1},     {"secp224r1", MBEDTLS_ECP_DP_SECP224R1},
    {"secp256r1", MBEDTLS_ECP_DP_SECP256R1},     {"secp384r1", MBEDTLS_ECP_DP_SECP384R1},
    {"secp521r1", MBEDTLS_ECP_DP_SECP521R1},     {"secp192k1", MBEDTLS_ECP_DP_SECP192K1},
    {"secp224k1", MBEDTLS_ECP_DP_SECP224K1},     {"secp256k1", MBEDTLS_ECP_DP_SECP256K1},
    {"brainpoolP256r1", MBEDTLS_ECP_DP_BP256R1}, {"brainpoolP384r1", MBEDTLS_ECP_DP_BP384R1},
    {"brainpoolP512r1", MBEDTLS_ECP_DP_BP512R1}, {"Curve25519", MBEDTLS_ECP_DP_CURVE25519},
};

static const mc_curve *curve;
static mbedtls_ecp_group group;

/* For blinding only: nothing here is secret. */
static int not_random(void *context, unsigned char *out, size_t bytes)
{
    (void)context;
    memset(out, 0x55, bytes);
    return 0;
}

static int choose(const mc_curve *chosen)
{
    curve = chosen;
    for (unsigned i = 0; i < sizeof groups / sizeof groups[0]; i++)
        if (mc_curve_find(groups[i].name) == curve) {
            mbedtls_ecp_group_free(&group);
            mbedtls_ecp_group_init(&group);
            return mbedtls_ecp_group_load(&group, groups[i].id) == 0;
        }
    return 0;
}

/* The private key as a number; on Montgomery curves with the bits that RFC 7748 sets and clears. */
static int load_private(mbedtls_ecp_keypair *key, const uint8_t *private_key)
{
    mbedtls_ecp_keypair_init(key);
    return mbedtls_ecp_read_key(group.id, key, private_key, mc_curve_scalar_bytes(curve)) == 0;
}

static int public_key(uint8_t *point, const uint8_t *private_key)
{
    mbedtls_ecp_keypair key;
    size_t written = 0, bytes = mc_curve_public_key_bytes(curve);
    int done = load_private(&key, private_key) &&
               mbedtls_ecp_mul(&group, &key.Q, &key.d, &group.G, not_random, NULL) == 0 &&
               mbedtls_ecp_point_write_binary(&group, &key.Q, MBEDTLS_ECP_PF_UNCOMPRESSED, &written, point, bytes) == 0;
    mbedtls_ecp_keypair_free(&key);
    return done && written == bytes;
}

static int agree(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key)
{
    mbedtls_ecp_keypair key;
    mbedtls_ecp_point peer;
    mbedtls_mpi z;
    size_t bytes = mc_curve_field_bytes(curve);
    mbedtls_ecp_point_init(&peer);
    mbedtls_mpi_init(&z);
    int done = load_private(&key, private_key) &&
               mbedtls_ecp_point_read_binary(&group, &peer, peer_key, mc_curve_public_key_bytes(curve)) == 0 &&
               mbedtls_ecdh_compute_shared(&group, &z, &peer, &key.d, not_random, NULL) == 0;
    if (done && interop_is_montgomery(curve))
        done = mbedtls_mpi_write_binary_le(&z, secret, bytes) == 0;
    else if (done)
        done = mbedtls_mpi_write_binary(&z, secret, bytes) == 0;
    mbedtls_mpi_free(&z);
    mbedtls_ecp_point_free(&peer);
    mbedtls_ecp_keypair_free(&key);
    return done;
}

static int sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest)
{
    mbedtls_ecp_keypair key;
    mbedtls_mpi r, s;
    size_t bytes = mc_curve_scalar_bytes(curve);
    mbedtls_mpi_init(&r);
    mbedtls_mpi_init(&s);
    int done = load_private(&key, private_key) &&
               mbedtls_ecdsa_sign_det_ext(&group, &r, &s, &key.d, digest, INTEROP_DIGEST_BYTES, MBEDTLS_MD_SHA256,
                                          not_random, NULL) == 0 &&
               mbedtls_mpi_write_binary(&r, signature, bytes) == 0 &&
               mbedtls_mpi_write_binary(&s, signature + bytes, bytes) == 0;
    mbedtls_mpi_free(&r);
    mbedtls_mpi_free(&s);
    mbedtls_ecp_keypair_free(&key);
    return done;
}

static int verify(const uint8_t *signature, const uint8_t *public_key_octets, const uint8_t *digest)
{
    mbedtls_ecp_point q;
    mbedtls_mpi r, s;
    size_t bytes = mc_curve_scalar_bytes(curve);
    mbedtls_ecp_point_init(&q);
    mbedtls_mpi_init(&r);
    mbedtls_mpi_init(&s);
    int done = mbedtls_ecp_point_read_binary(&group, &q, public_key_octets, mc_curve_public_key_bytes(curve)) == 0 &&
               mbedtls_mpi_read_binary(&r, signature, bytes) == 0 &&
               mbedtls_mpi_read_binary(&s, signature + bytes, bytes) == 0 &&
               mbedtls_ecdsa_verify(&group, digest, INTEROP_DIGEST_BYTES, &q, &r, &s) == 0;
    mbedtls_mpi_free(&r);
    mbedtls_mpi_free(&s);
    mbedtls_ecp_point_free(&q);
    return done;
}

const interop_peer interop_the_peer = {"Mbed TLS", choose, public_key, agree, sign, verify};
