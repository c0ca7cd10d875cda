/* Signs in steps, between which the program goes on with its own work. The same on a mote, where MC_STEPWISE is 1 in
 * the image's configuration; for a host build the library with -DMC_STEPWISE=ON. */
#include <stdio.h>

#include "motecurve/stepwise.h"

static uint8_t stack[MC_TASK_STACK_BYTES]; /* of the task */
static unsigned served;

/* Whatever else the program has to do: a packet, a sensor. */
static void serve_the_radio(void)
{
    served++;
}

int main(void)
{
    const mc_curve *curve = mc_curve_find("sect233k1");
    uint8_t private_key[MC_MAX_SCALAR_BYTES] = {0, 1, 2, 3}; /* of this example alone */
    uint8_t digest[32] = {4, 5, 6}, signature[MC_MAX_SIGNATURE_BYTES];
    mc_ecdsa_sign_steps steps;

    mc_status status = mc_ecdsa_sign_digest_begin(&steps, stack, sizeof stack, signature, private_key, digest,
                                                  mc_curve_scalar_bytes(curve), sizeof digest, curve);
    if (status == MC_OK)
        while ((status = mc_task_step(&steps.task)) == MC_BUSY)
            serve_the_radio();
    if (status == MC_ERROR_UNSUPPORTED) {
        puts("this build makes no calls in steps");
        return 0;
    }
    if (status != MC_OK) {
        fprintf(stderr, "no signature: %s\n", mc_status_text(status));
        return 1;
    }
    printf("signed in %u steps\n", served + 1);
    return 0;
}
