/* Verification of a digest's signature, in steps. */
#include "bench.h"
#include "motecurve/hash.h"
#include "motecurve/stepwise.h"

/* A stack of its own for the task: its name tells the simulator. */
uint8_t task_stack[MC_TASK_STACK_BYTES];
static uint8_t signature[MC_MAX_SIGNATURE_BYTES], public_key[MC_MAX_PUBLIC_KEY_BYTES], digest[MC_SHA256_BYTES];

#ifndef MC_BENCH_EMPTY
/* The routine measured; its name begins as the library's, which the linker keeps. */
__attribute__((noinline)) mc_status mc_bench_steps(void)
{
    mc_ecdsa_verify_steps steps;
    mc_status status =
        mc_ecdsa_verify_digest_begin(&steps, task_stack, sizeof task_stack, signature, public_key, digest,
                                     sizeof signature, sizeof public_key, sizeof digest, MC_THE_CURVE);
    if (status == MC_OK)
        do
            status = mc_task_step(&steps.task);
        while (status == MC_BUSY);
    return status;
}
#endif

void bench_operation(void)
{
    uint8_t status = MC_OK;
    bench_read(signature, sizeof signature);
    bench_read(public_key, sizeof public_key);
    bench_read(digest, sizeof digest);
    BENCH_CALL(status = mc_bench_steps());
    bench_write(&status, sizeof status);
}
