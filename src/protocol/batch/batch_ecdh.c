/* Many agreements of X25519 or X448 (motecurve/batch.h). */
#include "protocol/batch/common.h"
#include "protocol/protocol.h"

#if FIELD_HAS_MONTGOMERY_CURVES && !defined(MC_SINGLE_CURVE)

static uint8_t overlaps(const uint8_t *a, size_t a_bytes, const mc_batch_outputs *outputs, const uint8_t *secrets)
{
    return mc_octets_overlap(a, a_bytes, secrets, outputs->count * EC_BYTES) || mc_batch_overlaps(outputs, a, a_bytes);
}

static void agree_alone(mc_status *result, uint8_t *secret, const uint8_t *private_key, const uint8_t *peer_key,
                        const MC_FLASH EC(montgomery_curve) *curve)
{
    *result = EC(x_ecdh)(secret, private_key, peer_key, EC_BYTES, EC_BYTES, curve);
    if (*result != MC_OK)
        mc_wipe(secret, EC_BYTES);
}

#if MC_NATIVE_X86_64 && EC_FIELD_BITS == 255
#include "native/x86_64/ladder_eight.h"

_Static_assert(MC_WORD_BITS == 64 && EC_WORDS == 4, "the numbers of eight ladders");

/* Two groups of eight share an inversion. Eight ladders take less time than two after each other. */
#define AT_ONCE (2 * MC_EIGHT)
#define FEWEST  2

typedef struct {
    mc_eight_fractions found[2];
    mc_eight_numbers k, u;
    mc_word x[AT_ONCE][EC_WORDS], z[AT_ONCE][EC_WORDS], prefixes[AT_ONCE][EC_WORDS];
    mc_word one[EC_WORDS];
} room;

/* Lanes without a pair of keys repeat the first. */
static uint8_t run_ladders(room *own, mc_eight_fractions *found, const uint8_t *private_keys, const uint8_t *peer_keys,
                           size_t count, const MC_FLASH EC(montgomery_curve) *curve)
{
    uint8_t is_done;
    for (size_t lane = 0; lane < MC_EIGHT; lane++) {
        const size_t at = lane < count ? lane * EC_BYTES : 0;
        EC(clamped_scalar)(own->one, private_keys + at, curve->cofactor);
        for (unsigned i = 0; i < EC_WORDS; i++)
            own->k[i][lane] = own->one[i];
        mc_words_from_octets_little(own->one, EC_WORDS, peer_keys + at, EC_BYTES);
        for (unsigned i = 0; i < EC_WORDS; i++)
            own->u[i][lane] = own->one[i];
    }
    for (unsigned lane = 0; lane < MC_EIGHT; lane++)
        own->u[EC_WORDS - 1][lane] &= EC_TOP_WORD_MASK;
    mc_ladder_eight(&is_done, found, own->k, own->u);
    return is_done;
}

/* x and z of each pair; of infinity 0 and 1. */
static void take_fractions(room *own, mc_status *results, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const mc_eight_fractions *from = &own->found[i / MC_EIGHT];
        for (unsigned j = 0; j < EC_WORDS; j++) {
            own->x[i][j] = from->x[j][i % MC_EIGHT];
            own->z[i][j] = from->z[j][i % MC_EIGHT];
        }
        const mc_word is_infinity = field_mask_zero(own->z[i]);
        for (unsigned j = 0; j < EC_WORDS; j++)
            own->x[i][j] &= ~is_infinity;
        own->z[i][0] |= is_infinity & 1;
        results[i] = (mc_status)(MC_ERROR_SHARED_INFINITY & (uint8_t)is_infinity);
        field_to_form(own->x[i], own->x[i]);
        field_to_form(own->z[i], own->z[i]);
    }
}

/* x / z of each with one inversion (Montgomery 1987); no z is 0. */
static void divide_each(room *own, uint8_t *secrets, size_t count)
{
    field_copy(own->prefixes[0], own->z[0]);
    for (size_t i = 1; i < count; i++)
        field_mul(own->prefixes[i], own->prefixes[i - 1], own->z[i]);
    field_inv(own->one, own->prefixes[count - 1]);
    for (size_t i = count; i--;) {
        field_mul(own->x[i], own->x[i], own->one);
        if (i) {
            field_mul(own->x[i], own->x[i], own->prefixes[i - 1]);
            field_mul(own->one, own->one, own->z[i]);
        }
        field_from_form(own->x[i], own->x[i]);
        mc_words_to_octets_little(secrets + i * EC_BYTES, EC_BYTES, own->x[i]);
    }
}

/* How many pairs were done: up to AT_ONCE, or none without the instructions or for too few. */
static size_t agree_side_by_side(mc_status *results, uint8_t *secrets, const uint8_t *private_keys,
                                 const uint8_t *peer_keys, size_t count, const MC_FLASH EC(montgomery_curve) *curve)
{
    room own;
    size_t done = 0;
    if (count < FEWEST)
        return 0;
    for (unsigned group = 0; group < 2 && done < count; group++) {
        const size_t some = count - done < MC_EIGHT ? count - done : MC_EIGHT, at = done * EC_BYTES;
        if (group && some < FEWEST)
            break;
        if (!run_ladders(&own, &own.found[group], private_keys + at, peer_keys + at, some, curve))
            break;
        done += some;
    }
    if (done) {
        take_fractions(&own, results, done);
        divide_each(&own, secrets, done);
    }
    mc_wipe(&own, sizeof own);
    return done;
}

#else

#define agree_side_by_side(results, secrets, private_keys, peer_keys, count, curve) 0

#endif

mc_status EC(x_ecdh_batch)(mc_status *results, uint8_t *secrets, const uint8_t *private_keys, const uint8_t *peer_keys,
                           size_t private_keys_bytes, size_t peer_keys_bytes, size_t count,
                           const MC_FLASH EC(montgomery_curve) *curve)
{
    const mc_batch_outputs outputs = {NULL, 0, results, count};
    if (mc_batch_overlaps(&outputs, secrets, count * EC_BYTES) ||
        overlaps(private_keys, private_keys_bytes, &outputs, secrets) ||
        overlaps(peer_keys, peer_keys_bytes, &outputs, secrets))
        return MC_ERROR_OVERLAP;
    if (private_keys_bytes != peer_keys_bytes || private_keys_bytes % EC_BYTES ||
        private_keys_bytes / EC_BYTES != count) {
        mc_batch_fail(results, count, MC_ERROR_LENGTH);
        mc_wipe(secrets, count * EC_BYTES);
        return MC_ERROR_LENGTH;
    }
    mc_status status = MC_OK;
    for (size_t done = 0, more; done < count; done += more) {
        const size_t at = done * EC_BYTES;
        more = agree_side_by_side(results + done, secrets + at, private_keys + at, peer_keys + at, count - done, curve);
        if (more == 0) {
            agree_alone(results + done, secrets + at, private_keys + at, peer_keys + at, curve);
            more = 1;
        }
        for (size_t i = done; i < done + more; i++)
            if (results[i] != MC_OK)
                status = results[i];
    }
    return status;
}

#endif
