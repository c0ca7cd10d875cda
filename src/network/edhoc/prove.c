/* Signature_or_MAC of messages 2 and 3 (5.3.2, 5.4.2). MAC = EDHOC_KDF(PRK, label, << ?C_R, ID_CRED, TH, CRED, ?EAD >>,
 * length); a signature is one of COSE_Sign1 with that MAC as its payload. */
#include "network/edhoc/prove.h"

#include <string.h>

#include "motecurve/ecdsa.h"
#include "motecurve/eddsa.h"
#include "network/cbor.h"
#include "network/edhoc/key.h"
#include "network/edhoc/suite.h"
#include "word/word.h"

/* Images of one curve sign with that one, if it is of Weierstrass form, and if their configuration takes a method with
 * signatures. */
#if defined(MC_NETWORK_EDHOC_METHODS) && MC_NETWORK_EDHOC_METHODS == 1 << 3
#define HAS_EDDSA 0
#define HAS_ECDSA 0
#elif defined(MC_SINGLE_CURVE)
#define HAS_EDDSA 0
#define HAS_ECDSA (MC_SINGLE_CURVE_FORM == MC_FORM_WEIERSTRASS)
#else
#define HAS_EDDSA 1
#define HAS_ECDSA 1
#endif

static const uint8_t transcript_head[] = {MC_CBOR_OCTETS | 24, HASH_BYTES};
/* [ "Signature1", ... of four members. */
static const uint8_t signature_head[] = {
    MC_CBOR_ARRAY | 4, MC_CBOR_TEXT | 10, 'S', 'i', 'g', 'n', 'a', 't', 'u', 'r', 'e', '1'};

/* What is signed, in parts, with the heads that are made for it. */
typedef struct {
    mc_edhoc_part parts[9];
    uint8_t id_head[MC_CBOR_MAX_HEAD_BYTES], data_head[MC_CBOR_MAX_HEAD_BYTES];
    uint8_t mac_head[2], mac[HASH_BYTES];
} to_sign;

#define TO_SIGN_PARTS 9

uint8_t mc_edhoc_is_static(const mc_edhoc *session, mc_edhoc_role role)
{
    return role == MC_EDHOC_INITIATOR ? session->method >> 1 & 1 : session->method & 1;
}

uint8_t mc_edhoc_proof_bytes(const mc_edhoc *session, uint8_t is_static)
{
    return is_static ? mc_edhoc_tag_bytes(session->suite) : SIG_BYTES;
}

static void make_mac(uint8_t *mac, uint8_t bytes, const mc_edhoc *session, const mc_edhoc_proof *proof)
{
    const mc_edhoc_part parts[] = {
        proof->identifier,
        proof->id_cred,
        {transcript_head, sizeof transcript_head},
        {session->transcript, HASH_BYTES},
        {proof->credential->cred, proof->credential->cred_bytes},
        proof->ead,
    };
    mc_edhoc_kdf(mac, bytes, session->prk, proof->mac_label, parts, sizeof parts / sizeof parts[0]);
}

#define HAS_SIGNATURES (HAS_ECDSA || HAS_EDDSA)

#if HAS_SIGNATURES
/* Sig_structure (RFC 9052, 4.4): protected is ID_CRED, external_aad TH, CRED and EAD, the payload the MAC. */
static void set_to_sign(to_sign *what, const mc_edhoc *session, const mc_edhoc_proof *proof)
{
    const mc_edhoc_credential *credential = proof->credential;
    const size_t data_bytes = sizeof transcript_head + HASH_BYTES + credential->cred_bytes + proof->ead.bytes;
    const uint8_t id_head = mc_cbor_head(what->id_head, MC_CBOR_OCTETS, (uint32_t)proof->id_cred.bytes);
    const uint8_t data_head = mc_cbor_head(what->data_head, MC_CBOR_OCTETS, (uint32_t)data_bytes);
    make_mac(what->mac, HASH_BYTES, session, proof);
    memcpy(what->mac_head, transcript_head, sizeof what->mac_head);
    const mc_edhoc_part parts[TO_SIGN_PARTS] = {
        {signature_head, sizeof signature_head},
        {what->id_head, id_head},
        proof->id_cred,
        {what->data_head, data_head},
        {transcript_head, sizeof transcript_head},
        {session->transcript, HASH_BYTES},
        {credential->cred, credential->cred_bytes},
        proof->ead,
        {what->mac_head, sizeof what->mac_head + sizeof what->mac}, /* the MAC follows its head */
    };
    memcpy(what->parts, parts, sizeof parts);
}
#endif

#if HAS_ECDSA
static void digest_of(uint8_t digest[HASH_BYTES], const to_sign *what)
{
    mc_sha256_context context;
    mc_sha256_begin(&context);
    for (uint8_t i = 0; i < TO_SIGN_PARTS; i++)
        mc_sha256_feed(&context, what->parts[i].octets, what->parts[i].bytes);
    mc_sha256_finish(digest, &context);
}
#endif

#if HAS_EDDSA
/* A reader of motecurve/eddsa.h. */
static int read_parts(void *context, uint8_t *out, size_t offset, size_t bytes)
{
    const mc_edhoc_part *part = context;
    for (; bytes; offset -= part->bytes, part++) {
        if (offset >= part->bytes)
            continue;
        const size_t here = part->bytes - offset, taken = here < bytes ? here : bytes;
        memcpy(out, part->octets + offset, taken);
        out += taken;
        offset += taken;
        bytes -= taken;
    }
    return 0;
}

static size_t bytes_of(const to_sign *what)
{
    size_t bytes = 0;
    for (uint8_t i = 0; i < TO_SIGN_PARTS; i++)
        bytes += what->parts[i].bytes;
    return bytes;
}
#endif

#if HAS_SIGNATURES
static mc_status sign(uint8_t *out, to_sign *what, const mc_edhoc *session)
{
    const mc_curve *curve = mc_edhoc_signature_curve(session->suite);
    const uint8_t *key = session->profile->private_key;
#if HAS_EDDSA
    if (session->suite < 2)
        return mc_eddsa_sign_read(out, key, NULL, KEY_BYTES, bytes_of(what), 0, read_parts, what->parts, curve);
#endif
#if HAS_ECDSA
    uint8_t digest[HASH_BYTES];
    digest_of(digest, what);
    return mc_ecdsa_sign_digest(out, key, digest, KEY_BYTES, sizeof digest, curve);
#endif
}

static mc_status verify(const uint8_t *signature, to_sign *what, const mc_edhoc *session,
                        const mc_edhoc_credential *peer)
{
    const mc_curve *curve = mc_edhoc_signature_curve(session->suite);
#if HAS_EDDSA
    if (session->suite < 2)
        return mc_eddsa_verify_read(signature, peer->public_key, NULL, SIG_BYTES, peer->public_key_bytes,
                                    bytes_of(what), 0, read_parts, what->parts, curve);
#endif
#if HAS_ECDSA
    uint8_t digest[HASH_BYTES];
    digest_of(digest, what);
    return mc_ecdsa_verify_digest(signature, peer->public_key, digest, SIG_BYTES, peer->public_key_bytes, sizeof digest,
                                  curve);
#endif
}
#endif

mc_status mc_edhoc_prove(uint8_t *out, const mc_edhoc *session, const mc_edhoc_proof *proof)
{
    if (proof->is_static) {
        make_mac(out, mc_edhoc_tag_bytes(session->suite), session, proof);
        return MC_OK;
    }
#if HAS_SIGNATURES
    to_sign what;
    set_to_sign(&what, session, proof);
    const mc_status status = sign(out, &what, session);
    mc_wipe(what.mac, sizeof what.mac);
    return status;
#else
    return MC_ERROR_UNSUPPORTED;
#endif
}

mc_status mc_edhoc_check(const uint8_t *given, size_t bytes, const mc_edhoc *session, const mc_edhoc_proof *proof)
{
    uint8_t mac[TAG_BYTES_MAX];
    if (bytes != mc_edhoc_proof_bytes(session, proof->is_static))
        return proof->is_static ? MC_ERROR_MAC : MC_ERROR_SIGNATURE;
    if (proof->is_static) {
        make_mac(mac, (uint8_t)bytes, session, proof);
        return mc_octets_equal(mac, given, bytes) ? MC_OK : MC_ERROR_MAC;
    }
#if HAS_SIGNATURES
    to_sign what;
    set_to_sign(&what, session, proof);
    return verify(given, &what, session, proof->credential);
#else
    return MC_ERROR_UNSUPPORTED;
#endif
}
