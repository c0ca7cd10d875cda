#include "protocol/steps.h"

static mc_status sign_in_steps(void *argument)
{
    const mc_ecdsa_sign_steps *s = argument;
    return mc_ecdsa_sign_digest(s->signature, s->private_key, s->digest, s->private_key_bytes, s->digest_bytes,
                                s->curve);
}

mc_status mc_ecdsa_sign_digest_begin(mc_ecdsa_sign_steps *steps, void *stack, size_t stack_bytes, uint8_t *signature,
                                     const uint8_t *private_key, const uint8_t *digest, size_t private_key_bytes,
                                     size_t digest_bytes, const mc_curve *curve)
{
    const mc_steps_buffer buffers[] = {{steps, sizeof *steps},
                                       {stack, stack_bytes},
                                       {signature, mc_curve_signature_bytes(curve)},
                                       {private_key, private_key_bytes},
                                       {digest, digest_bytes}};
    if (mc_steps_check(buffers, sizeof buffers / sizeof *buffers) != MC_OK)
        return MC_ERROR_OVERLAP;
    steps->signature = signature;
    steps->private_key = private_key;
    steps->digest = digest;
    steps->private_key_bytes = private_key_bytes;
    steps->digest_bytes = digest_bytes;
    steps->curve = curve;
    return mc_task_begin(&steps->task, stack, stack_bytes, sign_in_steps, steps);
}
