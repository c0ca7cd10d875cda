/* The yardstick beside every comparison, a measure that everybody knows: OpenSSL's ECDH on secp256r1 (P-256),
 * whatever the compared operation and curve; timed as versus/openssl_group.c times it. */
#define OPENSSL_API_COMPAT 0x10100000L
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/ecdh.h>
#include <openssl/objects.h>

#include "../side.h"

#define FIELD_BYTES      32
#define PUBLIC_KEY_BYTES (1 + 2 * FIELD_BYTES)

static struct {
    EC_KEY *own;
    EC_POINT *peer;
    BN_CTX *context;
    uint8_t peer_key[PUBLIC_KEY_BYTES], secret[FIELD_BYTES];
    int ok;
} call;

static const char *version(void)
{
    return OpenSSL_version(OPENSSL_VERSION);
}

static const char *open_yardstick(const struct subject *subject, const char *library)
{
    (void)subject, (void)library;
    EC_KEY *peer = EC_KEY_new_by_curve_name(NID_X9_62_prime256v1);
    call.own = EC_KEY_new_by_curve_name(NID_X9_62_prime256v1);
    call.context = BN_CTX_new();
    call.ok = peer && call.own && call.context && EC_KEY_generate_key(peer) && EC_KEY_generate_key(call.own);
    if (!call.ok)
        return "it has no secp256r1";
    const EC_GROUP *group = EC_KEY_get0_group(call.own);
    call.peer = EC_POINT_new(group);
    call.ok = EC_POINT_point2oct(group, EC_KEY_get0_public_key(peer), POINT_CONVERSION_UNCOMPRESSED, call.peer_key,
                                 PUBLIC_KEY_BYTES, call.context) == PUBLIC_KEY_BYTES;
    EC_KEY_free(peer);
    return NULL;
}

/* Every case is the same call. */
static void *prepare(const struct numbers *in)
{
    (void)in;
    return &call;
}

static void run(void *prepared, size_t count)
{
    (void)prepared;
    for (size_t i = 0; i < count; i++) {
        call.ok &=
            EC_POINT_oct2point(EC_KEY_get0_group(call.own), call.peer, call.peer_key, PUBLIC_KEY_BYTES, call.context);
        call.ok &= ECDH_compute_key(call.secret, FIELD_BYTES, call.peer, call.own, NULL) == FIELD_BYTES;
    }
}

static void results(const void *prepared, struct numbers *out)
{
    (void)prepared;
    const uint8_t status = !call.ok;
    numbers_add_little(out, "status", &status, 1);
}

const struct side mc_native_side = {"yardstick", version, open_yardstick, prepare, run, results};
