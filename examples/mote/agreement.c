/* A mote agrees on a key with its gateway, and sends a message with a tag by that key. Nothing here says who is at the
 * other end: for that the mote signs (enrolment.c), or the gateway's key is known beforehand. */
#include <stdio.h>
#include <string.h>

#include "line.h"
#include "motecurve/ecdh.h"
#include "motecurve/hmac.h"
#include "motecurve/kdf.h"
#include "motecurve/key.h"

static const uint8_t info[] = {'r', 'a', 'd', 'i', 'o'};
static const char message[] = "21.5 degrees";

static mc_status agree(uint8_t radio_key[16], const mc_curve *curve)
{
    uint8_t private_key[MC_MAX_SCALAR_BYTES], public_key[MC_MAX_PUBLIC_KEY_BYTES];
    uint8_t gateway[MC_MAX_PUBLIC_KEY_BYTES], secret[MC_MAX_FIELD_BYTES];
    const size_t private_bytes = mc_curve_scalar_bytes(curve), public_bytes = mc_curve_public_key_bytes(curve);
    mc_status status = mc_key_generate(private_key, public_key, line_random, NULL, curve);
    if (status != MC_OK)
        return status;
    line_send("key", public_key, public_bytes);
    const size_t gateway_bytes = line_receive("key", gateway, sizeof gateway);
    status = mc_ecdh(secret, private_key, gateway, private_bytes, gateway_bytes, curve); /* checks the key */
    if (status == MC_OK)
        status = mc_hkdf(radio_key, 16, &mc_sha256, NULL, 0, secret, mc_curve_field_bytes(curve), info, sizeof info);
    explicit_bzero(secret, sizeof secret);
    explicit_bzero(private_key, sizeof private_key);
    return status;
}

int main(void)
{
    uint8_t radio_key[16], tag[MC_SHA256_BYTES];
    mc_status status = agree(radio_key, mc_curve_find("sect233k1"));
    if (status != MC_OK) {
        printf("failed %s\n", mc_status_text(status));
        return 1;
    }
    mc_hmac_context context;
    mc_hmac_begin(&context, &mc_sha256, radio_key, sizeof radio_key);
    mc_hmac_feed(&context, (const uint8_t *)message, strlen(message));
    mc_hmac_finish(tag, &context);
    explicit_bzero(radio_key, sizeof radio_key);
    line_send("message", (const uint8_t *)message, strlen(message));
    line_send("tag", tag, sizeof tag);
    return 0;
}
