/* A mote gets an implicit certificate (ECQV): it draws a key pair, asks for a certificate, makes its own key pair of
 * the answer, and signs. The first line, the authority's public key, comes at the factory, on a trusted wire. */
#include <stdio.h>
#include <string.h>

#include "line.h"
#include "motecurve/ecqv.h"
#include "motecurve/key.h"
#include "motecurve/schnorr.h"

static const uint8_t message[] = {'2', '1', '.', '5'};

static mc_status enrol(uint8_t *private_key, const mc_curve *curve)
{
    static uint8_t authority[MC_MAX_PUBLIC_KEY_BYTES], request[MC_MAX_PUBLIC_KEY_BYTES], certificate[LINE_BYTES];
    static uint8_t request_private_key[MC_MAX_SCALAR_BYTES], contribution[MC_MAX_SCALAR_BYTES];
    static uint8_t public_key[MC_MAX_PUBLIC_KEY_BYTES];
    const size_t authority_bytes = line_receive("authority", authority, sizeof authority);
    mc_status status = mc_key_generate(request_private_key, request, line_random, NULL, curve);
    if (status != MC_OK)
        return status;
    line_send("request", request, mc_curve_public_key_bytes(curve));
    const size_t certificate_bytes = line_receive("certificate", certificate, sizeof certificate);
    const size_t contribution_bytes = line_receive("contribution", contribution, sizeof contribution);
    status = mc_ecqv_receive(private_key, public_key, certificate, contribution, request_private_key, authority,
                             certificate_bytes, contribution_bytes, mc_curve_scalar_bytes(curve), authority_bytes,
                             &mc_sha256, curve);
    explicit_bzero(request_private_key, sizeof request_private_key);
    return status;
}

int main(void)
{
    static uint8_t private_key[MC_MAX_SCALAR_BYTES], signature[MC_MAX_SCHNORR_SIGNATURE_BYTES];
    const mc_curve *curve = mc_curve_find("sect233k1");
    const size_t private_bytes = mc_curve_scalar_bytes(curve);
    mc_status status = enrol(private_key, curve);
    if (status == MC_OK)
        status = mc_schnorr_sign(signature, private_key, message, private_bytes, sizeof message, MC_SCHNORR_SDSA,
                                 &mc_sha256, curve);
    explicit_bzero(private_key, sizeof private_key); /* which a mote would keep */
    if (status != MC_OK) {
        printf("failed %s\n", mc_status_text(status));
        return 1;
    }
    line_send("message", message, sizeof message);
    line_send("signature", signature, MC_SHA256_BYTES + private_bytes);
    return 0;
}
