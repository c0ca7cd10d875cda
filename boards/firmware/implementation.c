/* Runs a function of an adapter: MC_BENCH_CALL is its call, with places in `input` and `result`. MC_BENCH_SET_UP is
 * the function that goes first and is not measured, if the manifest names one. */
#include <string.h>

#include "bench.h"
#include "implementation.h"

/* Whether it wrote past the end of its result shows in the bytes around it. */
#define GUARD_BYTES     16
#define GUARD           0x5a
#define STATUS_REFUSED  1
#define STATUS_OVERRUN  0xee /* lab/motelab/boards/implementations/answers.py knows it */
#define ALIGNED_TO_WORD __attribute__((aligned(8)))

static ALIGNED_TO_WORD uint8_t input[MC_BENCH_INPUT_BYTES];
static ALIGNED_TO_WORD uint8_t guarded[GUARD_BYTES + MC_BENCH_RESULT_BYTES + GUARD_BYTES];
static uint8_t *const result = guarded + GUARD_BYTES;

#ifdef MC_BENCH_SET_UP
void MC_BENCH_SET_UP(void);
#define SET_UP() BENCH_CALL(MC_BENCH_SET_UP())
#else
#define SET_UP() ((void)0)
#endif

#ifdef MC_BENCH_CHECKS_INPUTS /* by an image of its own (lab/motelab/measure/kept_inputs.py): a copy takes RAM */
static uint8_t kept[MC_BENCH_INPUT_BYTES];
#define KEEP_INPUT() memcpy(kept, input, sizeof kept)

/* The first octet of the input that differs from its copy, or the number of octets. */
static void write_change(void)
{
    uint16_t place = 0;
    while (place < sizeof kept && kept[place] == input[place])
        place++;
    const uint8_t octets[2] = {(uint8_t)place, (uint8_t)(place >> 8)};
    bench_write(octets, sizeof octets);
}
#else
#define KEEP_INPUT()   ((void)0)
#define write_change() ((void)0)
#endif

static uint8_t is_overrun(void)
{
    uint8_t changed = 0;
    for (uint8_t i = 0; i < GUARD_BYTES; i++)
        changed |= (guarded[i] ^ GUARD) | (result[MC_BENCH_RESULT_BYTES + i] ^ GUARD);
    return changed;
}

void bench_operation(void)
{
    uint8_t status = 0;
    memset(guarded, GUARD, sizeof guarded);
    bench_read(input, sizeof input);
    KEEP_INPUT();
    SET_UP();
    BENCH_CALL(status = MC_BENCH_CALL);
    if (status)
        memset(result, 0, MC_BENCH_RESULT_BYTES);
    status = is_overrun() ? STATUS_OVERRUN : status ? STATUS_REFUSED : 0;
    bench_write(&status, sizeof status);
    bench_write(result, MC_BENCH_RESULT_BYTES);
    write_change();
}
