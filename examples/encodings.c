/* A compressed public key and a signature in DER, as other programs send and expect them; a mote runs the same. */
#include <stdio.h>
#include <string.h>

#include "motecurve/ecdsa.h"
#include "motecurve/key.h"
#include "motecurve/point.h"

static void print(const char *what, const uint8_t *value, size_t bytes)
{
    printf("%s: ", what);
    while (bytes--)
        printf("%02x", *value++);
    printf("\n");
}

/* The sender, with the private key 1, 2, 3, ...: a public key and a signature as they go over the line. */
static mc_status send(uint8_t *compressed, uint8_t *der, size_t *der_bytes, const uint8_t *message,
                      size_t message_bytes, const mc_curve *curve)
{
    uint8_t private_key[MC_MAX_SCALAR_BYTES] = {0}, public_key[MC_MAX_PUBLIC_KEY_BYTES];
    uint8_t signature[MC_MAX_SIGNATURE_BYTES];
    for (size_t i = 1; i < mc_curve_scalar_bytes(curve); i++)
        private_key[i] = (uint8_t)i;
    mc_status status = mc_public_key(public_key, private_key, mc_curve_scalar_bytes(curve), curve);
    if (status == MC_OK)
        status = mc_point_encode(compressed, public_key, MC_POINT_COMPRESSED, mc_curve_public_key_bytes(curve), curve);
    if (status == MC_OK)
        status =
            mc_ecdsa_sign_message(signature, private_key, message, mc_curve_scalar_bytes(curve), message_bytes, curve);
    if (status == MC_OK)
        status = mc_ecdsa_signature_to_der(der, der_bytes, signature, mc_curve_signature_bytes(curve), curve);
    return status;
}

/* The receiver. */
static mc_status receive(const uint8_t *compressed, const uint8_t *der, size_t der_bytes, const uint8_t *message,
                         size_t message_bytes, const mc_curve *curve)
{
    uint8_t public_key[MC_MAX_PUBLIC_KEY_BYTES], signature[MC_MAX_SIGNATURE_BYTES];
    mc_status status = mc_point_decode(public_key, compressed, 1 + mc_curve_field_bytes(curve), curve);
    if (status == MC_OK)
        status = mc_ecdsa_signature_from_der(signature, der, der_bytes, curve);
    if (status == MC_OK)
        status = mc_ecdsa_verify_message(signature, public_key, message, mc_curve_signature_bytes(curve),
                                         mc_curve_public_key_bytes(curve), message_bytes, curve);
    return status;
}

int main(void)
{
    static const uint8_t message[] = "node 17: 21.5 degrees";
    uint8_t compressed[1 + MC_MAX_FIELD_BYTES], der[MC_DER_SIGNATURE_BYTES(MC_MAX_SIGNATURE_BYTES)];
    size_t der_bytes = 0;
    const mc_curve *curve = mc_curve_find("sect233k1");
    if (!curve)
        return 1;
    mc_status status = send(compressed, der, &der_bytes, message, sizeof message, curve);
    if (status == MC_OK)
        status = receive(compressed, der, der_bytes, message, sizeof message, curve);
    if (status != MC_OK) {
        fprintf(stderr, "no valid signature: %s\n", mc_status_text(status));
        return 1;
    }
    print("public key", compressed, 1 + mc_curve_field_bytes(curve));
    print("its signature is valid", der, der_bytes);
    return 0;
}
