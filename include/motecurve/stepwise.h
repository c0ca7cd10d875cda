/* The protocols in steps: each function makes a task (task.h) of the call whose name it begins with.
 *
 *     mc_ecdsa_sign_digest_begin(&steps, stack, sizeof stack, signature, private_key, digest, ...);
 *     while ((status = mc_task_step(&steps.task)) == MC_BUSY)
 *         ...; // the rest of the program
 *
 * Arguments, results and errors are those of that call; its outputs are written, and its inputs read, until the last
 * step, and `steps` stays where it is. A call that begins nothing leaves the outputs as they were. Errors:
 * MC_ERROR_UNSUPPORTED (the build has no steps), MC_ERROR_STACK, MC_ERROR_OVERLAP (the stack or `steps` overlaps the
 * other, or an input or output; then nothing is written, and there is no task to step). */
#ifndef MOTECURVE_STEPWISE_H
#define MOTECURVE_STEPWISE_H

#include "motecurve/ecdh.h"
#include "motecurve/ecdsa.h"
#include "motecurve/key.h"
#include "motecurve/task.h"

typedef struct {
    mc_task task;
    uint8_t *signature;
    const uint8_t *private_key, *digest;
    size_t private_key_bytes, digest_bytes;
    const mc_curve *curve;
} mc_ecdsa_sign_steps;

/*---
out: signature[signature]
in: private_key[scalar] secret, digest
work: steps, stack
errors: as mc_task_begin
---*/
MC_API MC_MUST_CHECK mc_status mc_ecdsa_sign_digest_begin(mc_ecdsa_sign_steps *steps, void *stack, size_t stack_bytes,
                                                          uint8_t *signature, const uint8_t *private_key,
                                                          const uint8_t *digest, size_t private_key_bytes,
                                                          size_t digest_bytes, const mc_curve *curve);

typedef struct {
    mc_task task;
    const uint8_t *signature, *public_key, *digest;
    size_t signature_bytes, public_key_bytes, digest_bytes;
    const mc_curve *curve;
} mc_ecdsa_verify_steps;

/*---
in: signature[signature], public_key[public_key], digest
work: steps, stack
errors: as mc_task_begin
---*/
MC_API MC_MUST_CHECK mc_status mc_ecdsa_verify_digest_begin(mc_ecdsa_verify_steps *steps, void *stack,
                                                            size_t stack_bytes, const uint8_t *signature,
                                                            const uint8_t *public_key, const uint8_t *digest,
                                                            size_t signature_bytes, size_t public_key_bytes,
                                                            size_t digest_bytes, const mc_curve *curve);

typedef struct {
    mc_task task;
    uint8_t *secret;
    const uint8_t *private_key, *peer_key;
    size_t private_key_bytes, peer_key_bytes;
    const mc_curve *curve;
} mc_ecdh_steps;

/*---
out: secret[field] secret
in: private_key[scalar] secret, peer_key[public_key]
work: steps, stack
errors: as mc_task_begin
---*/
MC_API MC_MUST_CHECK mc_status mc_ecdh_begin(mc_ecdh_steps *steps, void *stack, size_t stack_bytes, uint8_t *secret,
                                             const uint8_t *private_key, const uint8_t *peer_key,
                                             size_t private_key_bytes, size_t peer_key_bytes, const mc_curve *curve);

typedef struct {
    mc_task task;
    uint8_t *private_key, *public_key;
    mc_random random;
    void *context;
    const mc_curve *curve;
} mc_key_generate_steps;

/*---
out: private_key[scalar] secret, public_key[public_key]
work: steps, stack
errors: as mc_task_begin
---*/
MC_API MC_MUST_CHECK mc_status mc_key_generate_begin(mc_key_generate_steps *steps, void *stack, size_t stack_bytes,
                                                     uint8_t *private_key, uint8_t *public_key, mc_random random,
                                                     void *context, const mc_curve *curve);

#endif
