/* Botan by its C interface: curves of Weierstrass form by name, X25519, Ed25519. */
#include <botan/ffi.h>
#include <string.h>

#include "interop.h"

/* This library's name, Botan's. */
static const char *const names[][2] = {
    {"secp160k1", "secp160k1"},
    {"secp160r1", "secp160r1"},
    {"secp160r2", "secp160r2"},
    {"secp192k1", "secp192k1"},
    {"secp192r1", "secp192r1"},
    {"secp224k1", "secp224k1"},
    {"secp224r1", "secp224r1"},
    {"secp256k1", "secp256k1"},
    {"secp256r1", "secp256r1"},
    {"secp384r1", "secp384r1"},
    {"secp521r1", "secp521r1"},
    {"brainpoolP160r1", "brainpool160r1"},
    {"brainpoolP192r1", "brainpool192r1"},
    {"brainpoolP224r1", "brainpool224r1"},
    {"brainpoolP256r1", "brainpool256r1"},
    {"brainpoolP320r1", "brainpool320r1"},
    {"brainpoolP384r1", "brainpool384r1"},
    {"brainpoolP512r1", "brainpool512r1"},
    {"prime239v1", "x962_p239v1"},
    {"prime239v2", "x962_p239v2"},
    {"prime239v3", "x962_p239v3"},
    {"FRP256v1", "frp256v1"},
    {"sm2p256v1", "sm2p256v1"},
};

static const mc_curve *curve;
static const char *name;
static enum { WEIERSTRASS, MONTGOMERY, EDWARDS } form;
static botan_rng_t source;

static int choose(const mc_curve *chosen)
{
    if (!source)
        botan_rng_init(&source, "user");
    curve = chosen;
    form = interop_is_montgomery(curve) ? MONTGOMERY : interop_is_edwards(curve) ? EDWARDS : WEIERSTRASS;
    if (form != WEIERSTRASS)
        return curve == mc_curve_find("Curve25519") || curve == mc_curve_find("Ed25519");
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        name = names[i][1];
        if (mc_curve_find(names[i][0]) == curve)
            return 1;
    }
    return 0;
}

static botan_mp_t number(const uint8_t *octets, size_t bytes)
{
    botan_mp_t value;
    botan_mp_init(&value);
    botan_mp_from_bin(value, octets, bytes);
    return value;
}

static int load_private(botan_privkey_t *key, const uint8_t *private_key, int is_for_signatures)
{
    if (form == MONTGOMERY)
        return botan_privkey_load_x25519(key, private_key) == 0;
    if (form == EDWARDS)
        return botan_privkey_load_ed25519(key, private_key) == 0;
    botan_mp_t d = number(private_key, mc_curve_scalar_bytes(curve));
    int status = (is_for_signatures ? botan_privkey_load_ecdsa : botan_privkey_load_ecdh)(key, d, name);
    botan_mp_destroy(d);
    return status == 0;
}

static int load_public(botan_pubkey_t *key, const uint8_t *public_key)
{
    if (form == EDWARDS)
        return botan_pubkey_load_ed25519(key, public_key) == 0;
    size_t bytes = mc_curve_field_bytes(curve);
    botan_mp_t x = number(public_key + 1, bytes), y = number(public_key + 1 + bytes, bytes);
    int status = botan_pubkey_load_ecdsa(key, x, y, name);
    botan_mp_destroy(x);
    botan_mp_destroy(y);
    return status == 0;
}

static int public_key(uint8_t *point, const uint8_t *private_key)
{
    botan_privkey_t key;
    size_t bytes = mc_curve_public_key_bytes(curve);
    if (!load_private(&key, private_key, 0))
        return 0;
    int status;
    if (form == EDWARDS) {
        uint8_t both[64];
        status = botan_privkey_ed25519_get_privkey(key, both);
        memcpy(point, both + 32, 32);
    } else {
        status = botan_pk_op_key_agreement_export_public(key, point, &bytes);
    }
    botan_privkey_destroy(key);
    return status == 0 && bytes == mc_curve_public_key_bytes(curve);
}

static int agree(uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key)
{
    botan_privkey_t key;
    botan_pk_op_ka_t operation;
    uint8_t salt = 0;
    size_t bytes = mc_curve_field_bytes(curve);
    if (!load_private(&key, private_key, 0))
        return 0;
    botan_pk_op_key_agreement_create(&operation, key, "Raw", 0);
    int status =
        botan_pk_op_key_agreement(operation, secret, &bytes, peer_key, mc_curve_public_key_bytes(curve), &salt, 0);
    botan_pk_op_key_agreement_destroy(operation);
    botan_privkey_destroy(key);
    return status == 0 && bytes == mc_curve_field_bytes(curve);
}

static const char *padding(void)
{
    return form == EDWARDS ? "Pure" : "Raw";
}

static int sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest)
{
    botan_privkey_t key;
    botan_pk_op_sign_t operation;
    size_t bytes = mc_curve_signature_bytes(curve);
    if (!load_private(&key, private_key, 1))
        return 0;
    int status = botan_pk_op_sign_create(&operation, key, padding(), 0);
    if (status == 0) {
        botan_pk_op_sign_update(operation, digest, INTEROP_DIGEST_BYTES);
        status = botan_pk_op_sign_finish(operation, source, signature, &bytes);
        botan_pk_op_sign_destroy(operation);
    }
    botan_privkey_destroy(key);
    return status == 0 && bytes == mc_curve_signature_bytes(curve);
}

static int verify(const uint8_t *signature, const uint8_t *public_key, const uint8_t *digest)
{
    botan_pubkey_t key;
    botan_pk_op_verify_t operation;
    if (!load_public(&key, public_key))
        return 0;
    int status = botan_pk_op_verify_create(&operation, key, padding(), 0);
    if (status == 0) {
        botan_pk_op_verify_update(operation, digest, INTEROP_DIGEST_BYTES);
        status = botan_pk_op_verify_finish(operation, signature, mc_curve_signature_bytes(curve));
        botan_pk_op_verify_destroy(operation);
    }
    botan_pubkey_destroy(key);
    return status == 0;
}

const interop_peer interop_the_peer = {"Botan", choose, public_key, agree, sign, verify};
