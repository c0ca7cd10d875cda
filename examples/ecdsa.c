/* Signs a message and verifies the signature. Signing needs no random bytes, only making the key pair does; a mote
 * runs the same. */
#include <stdio.h>
#include <string.h>

#include "motecurve/ecdsa.h"
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

int main(void)
{
    static const uint8_t message[] = "node 17: 21.5 degrees";
    uint8_t private_key[MC_MAX_SCALAR_BYTES], public_key[MC_MAX_PUBLIC_KEY_BYTES], signature[MC_MAX_SIGNATURE_BYTES];
    const mc_curve *curve = mc_curve_find("sect233k1");

    mc_status status = mc_key_generate(private_key, public_key, system_random, NULL, curve);
    if (status == MC_OK)
        status =
            mc_ecdsa_sign_message(signature, private_key, message, mc_curve_scalar_bytes(curve), sizeof message, curve);
    if (status == MC_OK)
        status = mc_ecdsa_verify_message(signature, public_key, message, mc_curve_signature_bytes(curve),
                                         mc_curve_public_key_bytes(curve), sizeof message, curve);
    if (status != MC_OK) {
        fprintf(stderr, "no valid signature: %s\n", mc_status_text(status));
        return 1;
    }
    printf("the signature is valid: ");
    for (size_t i = 0; i < mc_curve_signature_bytes(curve); i++)
        printf("%02x", signature[i]);
    printf("\n");
    return 0;
}
