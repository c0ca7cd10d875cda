/* Key files in PEM. */
#include "motecurve/key_file.h"
#include "protocol/key_file/once/key_file.h"

/* Opens a text with a block of that label. */
static void open_as(mc_der_reader *in, mc_pem_label expected, const char *pem, size_t pem_bytes)
{
    if (mc_pem_open(in, (uint8_t)(1 << expected), pem, pem_bytes) != expected)
        mc_der_fail(in, MC_ERROR_KEY_KIND);
}

mc_status mc_public_key_from_pem(uint8_t *public_key, const mc_curve **found, const char *pem, size_t pem_bytes)
{
    mc_der_reader in = MC_DER_READER(NULL, 0);
    open_as(&in, MC_PEM_PUBLIC_KEY, pem, pem_bytes);
    return mc_key_file_public_key(public_key, found, &in);
}

mc_status mc_certificate_public_key_from_pem(uint8_t *public_key, const mc_curve **found, const char *pem,
                                             size_t pem_bytes)
{
    mc_der_reader in = MC_DER_READER(NULL, 0);
    open_as(&in, MC_PEM_CERTIFICATE, pem, pem_bytes);
    return mc_key_file_certificate_key(public_key, found, &in);
}

mc_status mc_private_key_from_pem(uint8_t *private_key, const mc_curve **found, const char *pem, size_t pem_bytes)
{
    mc_der_reader in = MC_DER_READER(NULL, 0);
    const uint8_t wanted = 1 << MC_PEM_PRIVATE_KEY | 1 << MC_PEM_EC_PRIVATE_KEY | 1 << MC_PEM_ENCRYPTED_PRIVATE_KEY;
    const mc_pem_label label = mc_pem_open(&in, wanted, pem, pem_bytes);
    if (label == MC_PEM_ENCRYPTED_PRIVATE_KEY)
        mc_der_fail(&in, MC_ERROR_ENCRYPTED);
    if (label != MC_PEM_PRIVATE_KEY && label != MC_PEM_EC_PRIVATE_KEY)
        mc_der_fail(&in, MC_ERROR_KEY_KIND);
    return mc_key_file_private_key(private_key, found, &in, label);
}
