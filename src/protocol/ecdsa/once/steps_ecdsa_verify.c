#include "protocol/steps.h"

static mc_status verify_in_steps(void *argument)
{
    const mc_ecdsa_verify_steps *s = argument;
    return mc_ecdsa_verify_digest(s->signature, s->public_key, s->digest, s->signature_bytes, s->public_key_bytes,
                                  s->digest_bytes, s->curve);
}

mc_status mc_ecdsa_verify_digest_begin(mc_ecdsa_verify_steps *steps, void *stack, size_t stack_bytes,
                                       const uint8_t *signature, const uint8_t *public_key, const uint8_t *digest,
                                       size_t signature_bytes, size_t public_key_bytes, size_t digest_bytes,
                                       const mc_curve *curve)
{
    const mc_steps_buffer buffers[] = {{steps, sizeof *steps},
                                       {stack, stack_bytes},
                                       {signature, signature_bytes},
                                       {public_key, public_key_bytes},
                                       {digest, digest_bytes}};
    if (mc_steps_check(buffers, sizeof buffers / sizeof *buffers) != MC_OK)
        return MC_ERROR_OVERLAP;
    steps->signature = signature;
    steps->public_key = public_key;
    steps->digest = digest;
    steps->signature_bytes = signature_bytes;
    steps->public_key_bytes = public_key_bytes;
    steps->digest_bytes = digest_bytes;
    steps->curve = curve;
    return mc_task_begin(&steps->task, stack, stack_bytes, verify_in_steps, steps);
}
