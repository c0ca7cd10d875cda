/* Signature of a digest with the nonce of RFC 6979, in steps. */
#include "bench.h"
#include "motecurve/hash.h"
#include "motecurve/stepwise.h"

/* A stack of its own for the task: its name tells the simulator. */
uint8_t task_stack[MC_TASK_STACK_BYTES];
static uint8_t private_key[MC_MAX_SCALAR_BYTES], digest[MC_SHA256_BYTES], signature[MC_MAX_SIGNATURE_BYTES];

#ifndef MC_BENCH_EMPTY
/* The routine measured; its name begins as the library's, which the linker keeps. */
__attribute__((noinline)) mc_status mc_bench_steps(void)
{
    mc_ecdsa_sign_steps steps;
    mc_status status = mc_ecdsa_sign_digest_begin(&steps, task_stack, sizeof task_stack, signature, private_key, digest,
                                                  sizeof private_key, sizeof digest, MC_THE_CURVE);
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
    bench_read(private_key, sizeof private_key);
    bench_read(digest, sizeof digest);
    BENCH_CALL(status = mc_bench_steps());
    bench_write(&status, sizeof status);
    bench_write(signature, sizeof signature);
}
