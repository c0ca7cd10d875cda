#include "peers.h"

#ifdef MC_PARALLEL_OPENSSL

#include <openssl/bn.h>
#include <openssl/crypto.h>
#include <stdlib.h>

struct peers_openssl {
    size_t bytes; /* of a number */
    BN_CTX *context;
    BN_MONT_CTX *montgomery;
    BIGNUM *m, *a, *b, *z, *plain;
};

/* Limbs are read and written as bytes, the lowest first. */
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && GMP_NAIL_BITS == 0, "limbs are not little-endian bytes");

const char *peers_openssl_version(void)
{
    return OpenSSL_version(OPENSSL_VERSION);
}

static bool read(BIGNUM *to, const mp_limb_t *from, size_t bytes)
{
    return BN_lebin2bn((const unsigned char *)from, (int)bytes, to) != NULL;
}

peers_openssl *peers_openssl_new(const mp_limb_t *m, size_t n)
{
    peers_openssl *peer = calloc(1, sizeof *peer);
    if (peer == NULL)
        return NULL;
    peer->bytes = n * sizeof *m;
    peer->context = BN_CTX_new();
    peer->montgomery = BN_MONT_CTX_new();
    BIGNUM **numbers[] = {&peer->m, &peer->a, &peer->b, &peer->z, &peer->plain};
    bool made = peer->context != NULL && peer->montgomery != NULL;
    for (int i = 0; i < 5; i++)
        made = (*numbers[i] = BN_new()) != NULL && made;
    if (made && read(peer->m, m, peer->bytes) && BN_MONT_CTX_set(peer->montgomery, peer->m, peer->context))
        return peer;
    peers_openssl_free(peer);
    return NULL;
}

void peers_openssl_free(peers_openssl *peer)
{
    if (peer == NULL)
        return;
    BIGNUM *numbers[] = {peer->m, peer->a, peer->b, peer->z, peer->plain};
    for (int i = 0; i < 5; i++)
        BN_free(numbers[i]);
    BN_MONT_CTX_free(peer->montgomery);
    BN_CTX_free(peer->context);
    free(peer);
}

static bool set(peers_openssl *peer, BIGNUM *to, const mp_limb_t *from)
{
    return read(peer->plain, from, peer->bytes) &&
           BN_to_montgomery(to, peer->plain, peer->montgomery, peer->context) == 1;
}

bool peers_openssl_set(peers_openssl *peer, const mp_limb_t *a, const mp_limb_t *b)
{
    return set(peer, peer->a, a) && set(peer, peer->b, b);
}

bool peers_openssl_multiply(peers_openssl *peer)
{
    return BN_mod_mul_montgomery(peer->z, peer->a, peer->b, peer->montgomery, peer->context) == 1;
}

bool peers_openssl_get(peers_openssl *peer, mp_limb_t *z)
{
    return BN_from_montgomery(peer->plain, peer->z, peer->montgomery, peer->context) == 1 &&
           BN_bn2lebinpad(peer->plain, (unsigned char *)z, (int)peer->bytes) >= 0;
}

#else

const char *peers_openssl_version(void)
{
    return NULL;
}

peers_openssl *peers_openssl_new(const mp_limb_t *m, size_t n)
{
    (void)m;
    (void)n;
    return NULL;
}

void peers_openssl_free(peers_openssl *peer)
{
    (void)peer;
}

bool peers_openssl_set(peers_openssl *peer, const mp_limb_t *a, const mp_limb_t *b)
{
    (void)peer;
    (void)a;
    (void)b;
    return false;
}

bool peers_openssl_multiply(peers_openssl *peer)
{
    (void)peer;
    return false;
}

bool peers_openssl_get(peers_openssl *peer, mp_limb_t *z)
{
    (void)peer;
    (void)z;
    return false;
}

#endif
