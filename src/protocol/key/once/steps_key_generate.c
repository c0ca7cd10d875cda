#include "protocol/steps.h"

static mc_status generate_in_steps(void *argument)
{
    const mc_key_generate_steps *s = argument;
    return mc_key_generate(s->private_key, s->public_key, s->random, s->context, s->curve);
}

mc_status mc_key_generate_begin(mc_key_generate_steps *steps, void *stack, size_t stack_bytes, uint8_t *private_key,
                                uint8_t *public_key, mc_random random, void *context, const mc_curve *curve)
{
    const mc_steps_buffer buffers[] = {{steps, sizeof *steps},
                                       {stack, stack_bytes},
                                       {private_key, mc_curve_scalar_bytes(curve)},
                                       {public_key, mc_curve_public_key_bytes(curve)}};
    if (mc_steps_check(buffers, sizeof buffers / sizeof *buffers) != MC_OK)
        return MC_ERROR_OVERLAP;
    steps->private_key = private_key;
    steps->public_key = public_key;
    steps->random = random;
    steps->context = context;
    steps->curve = curve;
    return mc_task_begin(&steps->task, stack, stack_bytes, generate_in_steps, steps);
}
