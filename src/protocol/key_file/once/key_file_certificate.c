/* The public key of an X.509 certificate (RFC 5280, 4.1): what stands before and after it is passed over. */
#include "motecurve/key_file.h"
#include "protocol/key_file/once/key_file.h"
#include "word/word.h"

static void pass_over(mc_der_reader *in, uint8_t tag, size_t limit)
{
    mc_der_skip(in, mc_der_enter(in, tag, limit));
}

/* The members of a TBSCertificate. */
static const mc_curve *read_members(uint8_t *public_key, mc_der_reader *in, size_t limit)
{
    if (mc_der_is_next(in, MC_DER_CONSTRUCTED(0), limit)) /* version */
        pass_over(in, MC_DER_CONSTRUCTED(0), limit);
    pass_over(in, MC_DER_INTEGER, limit);  /* serial number */
    pass_over(in, MC_DER_SEQUENCE, limit); /* algorithm of the signature */
    pass_over(in, MC_DER_SEQUENCE, limit); /* issuer */
    pass_over(in, MC_DER_SEQUENCE, limit); /* validity */
    pass_over(in, MC_DER_SEQUENCE, limit); /* subject */
    const size_t after = mc_der_enter(in, MC_DER_SEQUENCE, limit);
    const mc_curve *curve = mc_key_file_read_info(public_key, in, after);
    mc_der_leave(in, after);
    mc_der_skip(in, limit);
    return curve;
}

mc_status mc_key_file_certificate_key(uint8_t *public_key, const mc_curve **found, mc_der_reader *in)
{
    uint8_t own[MC_MAX_PUBLIC_KEY_BYTES]; /* the file may lie in public_key */
    if (mc_octets_overlap(public_key, sizeof own, found, sizeof *found))
        return MC_ERROR_OVERLAP;
    const size_t after = mc_der_enter_all(in), members = mc_der_enter(in, MC_DER_SEQUENCE, after);
    const mc_curve *curve = read_members(own, in, members);
    pass_over(in, MC_DER_SEQUENCE, after);
    pass_over(in, MC_DER_BIT_STRING, after); /* the signature */
    mc_der_leave(in, after);
    return mc_key_file_give(public_key, sizeof own, found, own, curve, in->status);
}

mc_status mc_certificate_public_key_from_der(uint8_t *public_key, const mc_curve **found, const uint8_t *der,
                                             size_t der_bytes)
{
    mc_der_reader in = MC_DER_READER(der, der_bytes);
    return mc_key_file_certificate_key(public_key, found, &in);
}
