#include "protocol/steps.h"

static mc_status agree_in_steps(void *argument)
{
    const mc_ecdh_steps *s = argument;
    return mc_ecdh(s->secret, s->private_key, s->peer_key, s->private_key_bytes, s->peer_key_bytes, s->curve);
}

mc_status mc_ecdh_begin(mc_ecdh_steps *steps, void *stack, size_t stack_bytes, uint8_t *secret,
                        const uint8_t *private_key, const uint8_t *peer_key, size_t private_key_bytes,
                        size_t peer_key_bytes, const mc_curve *curve)
{
    const mc_steps_buffer buffers[] = {{steps, sizeof *steps},
                                       {stack, stack_bytes},
                                       {secret, mc_curve_field_bytes(curve)},
                                       {private_key, private_key_bytes},
                                       {peer_key, peer_key_bytes}};
    if (mc_steps_check(buffers, sizeof buffers / sizeof *buffers) != MC_OK)
        return MC_ERROR_OVERLAP;
    steps->secret = secret;
    steps->private_key = private_key;
    steps->peer_key = peer_key;
    steps->private_key_bytes = private_key_bytes;
    steps->peer_key_bytes = peer_key_bytes;
    steps->curve = curve;
    return mc_task_begin(&steps->task, stack, stack_bytes, agree_in_steps, steps);
}
