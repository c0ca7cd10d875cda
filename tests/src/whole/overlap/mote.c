/* A call of the bench whose output lies over each input in turn, at several places. Writes how many of these calls
 * gave another result than the call with separate buffers, and how many calls there were. MC_OVERLAP_... names the
 * call. */
#include <string.h>

#include "bench.h"
#include "motecurve/ecdh.h"
#include "motecurve/ecdsa.h"
#include "motecurve/eddsa.h"
#include "motecurve/key.h"

#if defined(MC_OVERLAP_ECDSA) || defined(MC_OVERLAP_EDDSA)
#define OUT_BYTES  MC_MAX_SIGNATURE_BYTES
#define DATA_BYTES 32
#else
#define OUT_BYTES  MC_MAX_FIELD_BYTES
#define DATA_BYTES MC_MAX_PUBLIC_KEY_BYTES
#endif

#define MARGIN (DATA_BYTES > MC_MAX_SCALAR_BYTES ? DATA_BYTES : MC_MAX_SCALAR_BYTES)

static uint8_t private_key[MC_MAX_SCALAR_BYTES], data[DATA_BYTES], expected[OUT_BYTES];
static uint8_t memory[MARGIN + OUT_BYTES + MARGIN];

static mc_status call(uint8_t *out, const uint8_t *key, const uint8_t *what)
{
#if defined(MC_OVERLAP_ECDSA)
    return mc_ecdsa_sign_digest(out, key, what, sizeof private_key, sizeof data, MC_THE_CURVE);
#elif defined(MC_OVERLAP_EDDSA)
    return mc_eddsa_sign(out, key, what, sizeof private_key, sizeof data, MC_THE_CURVE);
#else
    return mc_ecdh(out, key, what, sizeof private_key, sizeof data, MC_THE_CURVE);
#endif
}

void bench_operation(void)
{
    static const int8_t offsets[] = {0, 1, -1, OUT_BYTES / 2, -5};
    uint8_t wrong = 0, calls = 0;
    memset(private_key, 3, sizeof private_key);
    private_key[0] = 0;
#if defined(MC_OVERLAP_ECDH)
    mc_public_key(data, private_key, sizeof private_key, MC_THE_CURVE);
    private_key[5] ^= 1;
#else
    memset(data, 9, sizeof data);
#endif
    wrong += call(expected, private_key, data) != MC_OK;
    for (uint8_t i = 0; i < 2 * sizeof offsets; i++) {
        const uint8_t is_key = i % 2;
        uint8_t *out = memory + MARGIN, *over = out + offsets[i / 2];
        memcpy(over, is_key ? private_key : data, is_key ? sizeof private_key : sizeof data);
        const mc_status status = call(out, is_key ? over : private_key, is_key ? data : over);
        wrong += status != MC_OK || memcmp(out, expected, sizeof expected) != 0;
        calls++;
    }
    bench_write(&wrong, 1);
    bench_write(&calls, 1);
}
