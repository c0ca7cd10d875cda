/* Two parties agree on a secret: each draws a key pair, sends the public key, and combines the other's with
 * its own private key. A mote does the same, with its own source of random bytes. */
#include <stdio.h>
#include <string.h>

#include "motecurve/ecdh.h"
#include "motecurve/key.h"

/* Bytes from the operating system. */
static int system_random(void *context, uint8_t *out, size_t bytes)
{
    (void)context;
    FILE *source = fopen("/dev/urandom", "rb");
    if (!source)
        return 1;
    size_t got = fread(out, 1, bytes, source);
    fclose(source);
    return got != bytes;
}

typedef struct {
    uint8_t private_key[MC_MAX_SCALAR_BYTES];
    uint8_t public_key[MC_MAX_PUBLIC_KEY_BYTES];
    uint8_t secret[MC_MAX_FIELD_BYTES];
} party;

static mc_status agree(party *own, const party *peer, const mc_curve *curve)
{
    return mc_ecdh(own->secret, own->private_key, peer->public_key, mc_curve_scalar_bytes(curve),
                   mc_curve_public_key_bytes(curve), curve);
}

int main(void)
{
    const mc_curve *curve = mc_curve_find("sect233k1");
    party alice, bob;
    mc_status status = mc_key_generate(alice.private_key, alice.public_key, system_random, NULL, curve);
    if (status == MC_OK)
        status = mc_key_generate(bob.private_key, bob.public_key, system_random, NULL, curve);
    if (status == MC_OK)
        status = agree(&alice, &bob, curve);
    if (status == MC_OK)
        status = agree(&bob, &alice, curve);
    if (status != MC_OK || memcmp(alice.secret, bob.secret, mc_curve_field_bytes(curve)) != 0) {
        fprintf(stderr, "no common secret: %s\n", mc_status_text(status));
        return 1;
    }
    printf("both have the secret ");
    for (size_t i = 0; i < mc_curve_field_bytes(curve); i++)
        printf("%02x", alice.secret[i]);
    printf("\n");
    return 0;
}
