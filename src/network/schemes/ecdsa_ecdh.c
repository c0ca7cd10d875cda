/* Explicit certificates and ephemeral keys: Diffie-Hellman whose sides sign the transcript, with both ids in it
 * (ISO/IEC 9798-3, three passes; Krawczyk's SIGMA of 2003 without its MAC, as each signature covers the peer's
 * identity, too). Later thefts of private keys tell nobody the secret.
 *
 *   1   G_X                      the initiator's ephemeral key, compressed
 *   2   G_Y, C_R, sign_R(d_R)    the responder's; its public key, compressed, with the authority's signature; its own
 *   3   C_I, sign_I(d_I)
 *
 * d = SHA-256 of the role (0 or 1), the transcript, the signer's public key. The authority signs what
 * mc_network_certified says, and the public key. Signatures are r, s of ECDSA. secret = HKDF-SHA-256 of the shared
 * x-coordinate, with the transcript as the salt. Errors: MC_ERROR_LENGTH, those of mc_point_decode and mc_ecdh for
 * points, MC_ERROR_CERTIFICATE where the authority's signature is not right (another authority, id, network, scheme or
 * key), MC_ERROR_SIGNATURE for the peer's, MC_ERROR_SCALAR_... for halves of both out of their range, MC_ERROR_RANDOM.
 *
 * Public octets of the provision: the own public key, compressed, and the authority's signature. Constant time in
 * private keys. Signatures take random octets beside the message (RFC 6979, 3.6). */
#include <string.h>

#include "motecurve/ecdh.h"
#include "motecurve/ecdsa.h"
#include "motecurve/kdf.h"
#include "motecurve/key.h"
#include "motecurve/point.h"
#include "network/schemes/on_curve.h"
#include "word/word.h"

/* Verification takes the most of a mote's stack: what it needs lies here. */
typedef struct {
    uint8_t private_key[ON_CURVE_PRIVATE_BYTES]; /* ephemeral, then the shared coordinate; own */
    uint8_t point[MC_MAX_PUBLIC_KEY_BYTES];      /* G_X between two messages; else a public key to compute with */
    uint8_t transcript[MC_SHA256_BYTES], digest[MC_SHA256_BYTES];
} ecdsa_ecdh_state;

/* An ephemeral key; its public key in the message, compressed. */
static mc_status draw(mc_network_exchange *x, const mc_curve *curve)
{
    ecdsa_ecdh_state *state = x->state;
    mc_status status = mc_key_generate(state->private_key, x->message, mc_network_random, x, curve);
    if (status == MC_OK)
        status = mc_point_encode(x->message, x->message, MC_POINT_COMPRESSED, mc_curve_public_key_bytes(curve), curve);
    return status;
}

/* The transcript and the secret, with G_X in the state and G_Y in the message. */
static mc_status agree(mc_network_exchange *x, const mc_curve *curve)
{
    ecdsa_ecdh_state *state = x->state;
    const uint8_t *peer = x->role == MC_NETWORK_INITIATOR ? x->message : state->point;
    mc_status status = mc_network_transcript(state->transcript, x, state->point, x->message, curve);
    if (status == MC_OK)
        status = mc_point_decode(state->point, peer, mc_network_compressed_bytes(curve), curve);
    if (status == MC_OK)
        status = mc_ecdh(state->private_key, state->private_key, state->point, mc_curve_scalar_bytes(curve),
                         mc_curve_public_key_bytes(curve), curve);
    if (status == MC_OK)
        status = mc_hkdf(x->secret, sizeof x->secret, &mc_sha256, state->transcript, sizeof state->transcript,
                         state->private_key, mc_curve_field_bytes(curve), NULL, 0);
    mc_wipe(state->private_key, sizeof state->private_key);
    return status;
}

/* What the authority signs. Apart, so that the hash's context is gone when a signature is verified. */
MC_NOINLINE mc_status hash_certificate(const mc_network_exchange *x, const uint8_t *public_key, const mc_curve *curve)
{
    ecdsa_ecdh_state *state = x->state;
    uint8_t head[ON_CURVE_HEAD_BYTES];
    mc_sha256_context context;
    const mc_status status = mc_network_certified(head, x->platform, x->peer);
    mc_sha256_begin(&context);
    mc_sha256_feed(&context, head, sizeof head);
    mc_sha256_feed(&context, public_key, mc_network_compressed_bytes(curve));
    mc_sha256_finish(state->digest, &context);
    return status;
}

/* What the side of this role signs. Apart, likewise. */
MC_NOINLINE void hash_signed(const mc_network_exchange *x, uint8_t role, const uint8_t *public_key,
                             const mc_curve *curve)
{
    ecdsa_ecdh_state *state = x->state;
    mc_sha256_context context;
    mc_sha256_begin(&context);
    mc_sha256_feed(&context, &role, 1);
    mc_sha256_feed(&context, state->transcript, sizeof state->transcript);
    mc_sha256_feed(&context, public_key, mc_network_compressed_bytes(curve));
    mc_sha256_finish(state->digest, &context);
}

/* Certificate and signature of this side, from `at` on. */
static mc_status prove(mc_network_exchange *x, size_t at, const mc_curve *curve)
{
    ecdsa_ecdh_state *state = x->state;
    const size_t signature_bytes = mc_curve_signature_bytes(curve);
    const size_t certificate_bytes = mc_network_compressed_bytes(curve) + signature_bytes;
    uint8_t *out = x->message + at;
    mc_status status = mc_network_public_octets(out, certificate_bytes, x->platform, curve);
    if (status == MC_OK)
        status = mc_network_private_key(state->private_key, x->platform, curve);
    if (status != MC_OK)
        return status;
    hash_signed(x, x->role, out, curve);
    status =
        mc_ecdsa_sign_digest_hedged(out + certificate_bytes, state->private_key, state->digest,
                                    mc_curve_scalar_bytes(curve), sizeof state->digest, mc_network_random, x, curve);
    mc_wipe(state->private_key, sizeof state->private_key);
    x->bytes = (uint16_t)(at + certificate_bytes + signature_bytes);
    return status;
}

static mc_status verify(const mc_network_exchange *x, const uint8_t *signature, const mc_curve *curve)
{
    const ecdsa_ecdh_state *state = x->state;
    return mc_ecdsa_verify_digest(signature, state->point, state->digest, mc_curve_signature_bytes(curve),
                                  mc_curve_public_key_bytes(curve), sizeof state->digest, curve);
}

/* The peer's, likewise. */
static mc_status check(const mc_network_exchange *x, size_t at, const mc_curve *curve)
{
    ecdsa_ecdh_state *state = x->state;
    const uint8_t *in = x->message + at;
    const size_t compressed_bytes = mc_network_compressed_bytes(curve);
    const uint8_t role = x->role == MC_NETWORK_INITIATOR ? MC_NETWORK_RESPONDER : MC_NETWORK_INITIATOR;
    mc_status status = mc_network_authority(state->point, x->platform, curve);
    if (status == MC_OK)
        status = hash_certificate(x, in, curve);
    if (status == MC_OK)
        status = verify(x, in + compressed_bytes, curve);
    if (status != MC_OK)
        return status == MC_ERROR_SIGNATURE ? MC_ERROR_CERTIFICATE : status;
    status = mc_point_decode(state->point, in, compressed_bytes, curve);
    if (status != MC_OK)
        return status;
    hash_signed(x, role, in, curve);
    return verify(x, in + compressed_bytes + mc_curve_signature_bytes(curve), curve);
}

static mc_status write(mc_network_exchange *x, uint8_t number)
{
    ecdsa_ecdh_state *state = x->state;
    const mc_curve *curve = mc_network_on_curve(x->platform);
    const size_t compressed_bytes = mc_network_compressed_bytes(curve);
    mc_status status = curve ? MC_OK : MC_ERROR_UNSUPPORTED;
    if (status == MC_OK && number < 3)
        status = draw(x, curve);
    if (status == MC_OK && number == 1) {
        memcpy(state->point, x->message, compressed_bytes);
        x->bytes = (uint16_t)compressed_bytes;
        return MC_OK;
    }
    if (status == MC_OK && number == 2)
        status = agree(x, curve);
    return status == MC_OK ? prove(x, number == 2 ? compressed_bytes : 0, curve) : status;
}

static mc_status read(mc_network_exchange *x, uint8_t number)
{
    ecdsa_ecdh_state *state = x->state;
    const mc_curve *curve = mc_network_on_curve(x->platform);
    const size_t compressed_bytes = mc_network_compressed_bytes(curve);
    const size_t point_bytes = number < 3 ? compressed_bytes : 0;
    const size_t proof_bytes = number > 1 ? compressed_bytes + 2 * mc_curve_signature_bytes(curve) : 0;
    mc_status status = curve ? MC_OK : MC_ERROR_UNSUPPORTED;
    if (status == MC_OK && x->bytes != point_bytes + proof_bytes)
        status = MC_ERROR_LENGTH;
    if (status == MC_OK && number == 1) { /* a point that is none shows here; else its x is kept */
        memcpy(state->point, x->message, compressed_bytes);
        return mc_point_decode(x->message, x->message, compressed_bytes, curve);
    }
    if (status == MC_OK && number == 2)
        status = agree(x, curve);
    return status == MC_OK ? check(x, point_bytes, curve) : status;
}

/* answer_ms: secp256r1 on an ATmega128 at 7.37 MHz. */
const mc_network_scheme mc_network_ecdsa_ecdh = {
    .name = "ecdsa-ecdh",
    .number = MC_NETWORK_ECDSA_ECDH,
    .messages = 3,
    .has_initiator_nonce = 0,
    .exchange_bytes = sizeof(ecdsa_ecdh_state),
    .message_bytes_max = 2 * ON_CURVE_COMPRESSED_BYTES + 2 * MC_MAX_SIGNATURE_BYTES,
    .answer_ms = 11000,
    .start = mc_network_on_curve_start,
    .write = write,
    .read = read,
};
