/* A node gets an implicit certificate from an authority, signs with the key that it gives, and a third party that knows
 * the authority's public key alone verifies the signature. Node, authority and verifier stand for three devices. */
#include <stdio.h>

#include "motecurve/ecqv.h"
#include "motecurve/key.h"
#include "motecurve/schnorr.h"

static const uint8_t info[] = "node 17, until 2031", message[] = "21.5 degrees";

#define INFO_BYTES        (sizeof info - 1)
#define CERTIFICATE_BYTES MC_ECQV_CERTIFICATE_BYTES(INFO_BYTES, MC_MAX_FIELD_BYTES)

/* The data that go over the line. */
typedef struct {
    uint8_t request[MC_MAX_PUBLIC_KEY_BYTES];                       /* node to authority */
    uint8_t certificate[CERTIFICATE_BYTES], r[MC_MAX_SCALAR_BYTES]; /* authority to node */
    uint8_t signature[MC_MAX_SCHNORR_SIGNATURE_BYTES];              /* node to verifier, with its certificate */
    size_t certificate_bytes, signature_bytes;
} line;

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

static mc_status issue(line *l, const uint8_t *authority_private_key, const mc_curve *curve)
{
    l->certificate_bytes = MC_ECQV_CERTIFICATE_BYTES(INFO_BYTES, mc_curve_field_bytes(curve));
    return mc_ecqv_issue(l->certificate, l->r, authority_private_key, l->request, info, mc_curve_scalar_bytes(curve),
                         mc_curve_public_key_bytes(curve), INFO_BYTES, &mc_sha256, system_random, NULL, curve);
}

/* The node's key pair is made of its request and the authority's answer. */
static mc_status receive_and_sign(line *l, const uint8_t *request_private_key, const uint8_t *authority,
                                  const mc_curve *curve)
{
    uint8_t private_key[MC_MAX_SCALAR_BYTES], public_key[MC_MAX_PUBLIC_KEY_BYTES];
    const size_t bytes = mc_curve_scalar_bytes(curve);
    mc_status status =
        mc_ecqv_receive(private_key, public_key, l->certificate, l->r, request_private_key, authority,
                        l->certificate_bytes, bytes, bytes, mc_curve_public_key_bytes(curve), &mc_sha256, curve);
    if (status == MC_OK)
        status = mc_schnorr_sign(l->signature, private_key, message, bytes, sizeof message, MC_SCHNORR_SDSA, &mc_sha256,
                                 curve);
    l->signature_bytes = MC_SHA256_BYTES + bytes;
    return status;
}

static mc_status verify(const line *l, const uint8_t *authority, const mc_curve *curve)
{
    uint8_t public_key[MC_MAX_PUBLIC_KEY_BYTES];
    mc_status status = mc_ecqv_public_key(public_key, l->certificate, authority, l->certificate_bytes,
                                          mc_curve_public_key_bytes(curve), &mc_sha256, curve);
    if (status == MC_OK)
        status =
            mc_schnorr_verify(l->signature, public_key, message, l->signature_bytes, mc_curve_public_key_bytes(curve),
                              sizeof message, MC_SCHNORR_SDSA, &mc_sha256, curve);
    return status;
}

int main(void)
{
    const mc_curve *curve = mc_curve_find("sect233k1");
    uint8_t authority_private_key[MC_MAX_SCALAR_BYTES], authority[MC_MAX_PUBLIC_KEY_BYTES];
    uint8_t request_private_key[MC_MAX_SCALAR_BYTES];
    line l;
    mc_status status = mc_key_generate(authority_private_key, authority, system_random, NULL, curve);
    if (status == MC_OK)
        status = mc_key_generate(request_private_key, l.request, system_random, NULL, curve);
    if (status == MC_OK)
        status = issue(&l, authority_private_key, curve);
    if (status == MC_OK)
        status = receive_and_sign(&l, request_private_key, authority, curve);
    if (status == MC_OK)
        status = verify(&l, authority, curve);
    if (status != MC_OK) {
        fprintf(stderr, "no certificate or no valid signature: %s\n", mc_status_text(status));
        return 1;
    }
    printf("the signature is valid, by the certificate of %zu bytes ", l.certificate_bytes);
    for (size_t i = 0; i < l.certificate_bytes; i++)
        printf("%02x", l.certificate[i]);
    printf("\n");
    return 0;
}
