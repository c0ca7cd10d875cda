/* Tasks: calls in steps give the same results as whole calls; tasks among and within each other; refusals; memory
 * contents. In builds without steps: every call is refused. fields: none */
#include <stdio.h>
#include <string.h>

#include "motecurve/stepwise.h"

#define KEYS        12
#define STEPS_LEAST 20 /* of any protocol on any curve of more than 100 bits */
#define TINY_BYTES  2

static int failures;
static const mc_curve *curve;
static uint8_t stacks[2][MC_TASK_STACK_BYTES];

static void check(int condition, const char *what)
{
    if (condition)
        return;
    printf("%s: %s\n", curve ? mc_curve_name(curve) : "tasks", what);
    failures++;
}

/* A linear congruential generator: reproducible, not for real use. */
static int random_octets(void *context, uint8_t *out, size_t bytes)
{
    uint32_t *state = context;
    for (size_t i = 0; i < bytes; i++) {
        *state = *state * 1664525u + 1013904223u;
        out[i] = (uint8_t)(*state >> 24);
    }
    return 0;
}

static int is_zero(const uint8_t *octets, size_t bytes)
{
    while (bytes--)
        if (*octets++)
            return 0;
    return 1;
}

static mc_status run(mc_task *task, unsigned *steps)
{
    mc_status status;
    *steps = 0;
    do {
        status = mc_task_step(task);
        ++*steps;
    } while (status == MC_BUSY);
    return status;
}

typedef struct {
    uint8_t private_key[MC_MAX_SCALAR_BYTES], public_key[MC_MAX_PUBLIC_KEY_BYTES], digest[32];
    uint8_t signature[MC_MAX_SIGNATURE_BYTES], secret[MC_MAX_FIELD_BYTES];
} party;

static size_t scalar_bytes, point_bytes, signature_bytes, secret_bytes;

static mc_status begin_signing(mc_ecdsa_sign_steps *steps, uint8_t *stack, uint8_t *signature, const party *own)
{
    return mc_ecdsa_sign_digest_begin(steps, stack, MC_TASK_STACK_BYTES, signature, own->private_key, own->digest,
                                      scalar_bytes, sizeof own->digest, curve);
}

static void check_ended(const mc_task *task, mc_status status, mc_status expected, unsigned steps, const char *what)
{
    check(status == expected, what);
    check(scalar_bytes <= TINY_BYTES || steps >= STEPS_LEAST, "few steps");
    check(is_zero(task->stack, task->stack_bytes), "a stack that is not wiped at the end");
}

static void check_generation(party *own, uint32_t seed)
{
    mc_key_generate_steps steps;
    party again;
    uint32_t state = seed;
    unsigned count;
    check(mc_key_generate(own->private_key, own->public_key, random_octets, &seed, curve) == MC_OK, "no key pair");
    check(mc_key_generate_begin(&steps, stacks[0], MC_TASK_STACK_BYTES, again.private_key, again.public_key,
                                random_octets, &state, curve) == MC_OK,
          "no key pair begun");
    mc_status status = run(&steps.task, &count);
    check_ended(&steps.task, status, MC_OK, count, "no key pair");
    check(memcmp(own->private_key, again.private_key, scalar_bytes) == 0 &&
              memcmp(own->public_key, again.public_key, point_bytes) == 0,
          "another key pair");
}

static void check_agreement(party *own, const party *peer)
{
    mc_ecdh_steps steps;
    uint8_t secret[MC_MAX_FIELD_BYTES];
    unsigned count;
    mc_status expected = mc_ecdh(own->secret, own->private_key, peer->public_key, scalar_bytes, point_bytes, curve);
    check(mc_ecdh_begin(&steps, stacks[0], MC_TASK_STACK_BYTES, secret, own->private_key, peer->public_key,
                        scalar_bytes, point_bytes, curve) == MC_OK,
          "no agreement begun");
    mc_status status = run(&steps.task, &count);
    check_ended(&steps.task, status, expected, count, "an agreement of another status");
    check(memcmp(own->secret, secret, secret_bytes) == 0, "another secret");
}

static void check_signature(party *own)
{
    mc_ecdsa_sign_steps sign;
    mc_ecdsa_verify_steps verify;
    uint8_t signature[MC_MAX_SIGNATURE_BYTES];
    unsigned count;
    check(mc_ecdsa_sign_digest(own->signature, own->private_key, own->digest, scalar_bytes, sizeof own->digest,
                               curve) == MC_OK,
          "no signature at once");
    check(begin_signing(&sign, stacks[0], signature, own) == MC_OK, "no signature begun");
    mc_status status = run(&sign.task, &count);
    check_ended(&sign.task, status, MC_OK, count, "no signature");
    check(memcmp(own->signature, signature, signature_bytes) == 0, "another signature");
    for (uint8_t wrong = 0; wrong < 2; wrong++) {
        signature[signature_bytes - 1] ^= wrong;
        mc_status expected = mc_ecdsa_verify_digest(signature, own->public_key, own->digest, signature_bytes,
                                                    point_bytes, sizeof own->digest, curve);
        check(mc_ecdsa_verify_digest_begin(&verify, stacks[0], MC_TASK_STACK_BYTES, signature, own->public_key,
                                           own->digest, signature_bytes, point_bytes, sizeof own->digest,
                                           curve) == MC_OK,
              "no verification begun");
        status = run(&verify.task, &count);
        check_ended(&verify.task, status, expected, count, "another verdict");
    }
}

/* Two signatures that take turns. */
static void check_in_turns(const party *a, const party *b)
{
    mc_ecdsa_sign_steps steps[2];
    const party *parties[2] = {a, b};
    uint8_t signatures[2][MC_MAX_SIGNATURE_BYTES];
    mc_status statuses[2] = {MC_BUSY, MC_BUSY};
    for (int i = 0; i < 2; i++)
        begin_signing(&steps[i], stacks[i], signatures[i], parties[i]);
    while (statuses[0] == MC_BUSY || statuses[1] == MC_BUSY)
        for (int i = 0; i < 2; i++)
            statuses[i] = mc_task_step(&steps[i].task);
    for (int i = 0; i < 2; i++)
        check(statuses[i] == MC_OK && memcmp(signatures[i], parties[i]->signature, signature_bytes) == 0,
              "another signature when two are made in turns");
}

/* Abandoned after each number of steps: the stack held data before, and nothing after. */
static void check_abandoned(const party *own)
{
    mc_ecdsa_sign_steps steps;
    uint8_t signature[MC_MAX_SIGNATURE_BYTES];
    for (unsigned last = 0;; last++) {
        begin_signing(&steps, stacks[0], signature, own);
        mc_status status = MC_BUSY;
        for (unsigned i = 0; i < last && status == MC_BUSY; i++)
            status = mc_task_step(&steps.task);
        if (status != MC_BUSY)
            return;
        check(!is_zero(stacks[0], MC_TASK_STACK_BYTES), "nothing to wipe");
        mc_task_abandon(&steps.task);
        check(is_zero(stacks[0], MC_TASK_STACK_BYTES), "an abandoned stack that is not wiped");
        check(mc_task_step(&steps.task) == MC_ERROR_ABANDONED, "a step of an abandoned task");
    }
}

typedef struct {
    mc_task own;
    mc_ecdsa_sign_steps inner;
    mc_status reentered, inner_status;
} nest;

static mc_status sign_within(void *argument)
{
    nest *n = argument;
    unsigned count;
    n->reentered = mc_task_step(&n->own);
    n->inner_status = run(&n->inner.task, &count);
    return MC_ERROR_SUBGROUP;
}

static void check_nested(const party *own)
{
    nest n;
    uint8_t signature[MC_MAX_SIGNATURE_BYTES];
    unsigned count;
    begin_signing(&n.inner, stacks[1], signature, own);
    check(mc_task_begin(&n.own, stacks[0], MC_TASK_STACK_BYTES, sign_within, &n) == MC_OK, "no task begun");
    check(run(&n.own, &count) == MC_ERROR_SUBGROUP, "what a task returns");
    check(n.reentered == MC_ERROR_REENTERED, "a task that steps itself");
    check(n.inner_status == MC_OK && memcmp(signature, own->signature, signature_bytes) == 0, "a task within a task");
    check(mc_task_step(&n.own) == MC_ERROR_SUBGROUP, "a step after the end");
}

static mc_status overrun(void *argument)
{
    uint8_t *stack = argument; /* as a frame that does not fit would */
    stack[2] = 0;
    return MC_OK;
}

static void check_stacks(void)
{
    mc_task task;
    unsigned count;
    check(mc_task_begin(&task, stacks[0], MC_TASK_STACK_BYTES_MIN - 1, overrun, stacks[0]) == MC_ERROR_STACK &&
              mc_task_step(&task) == MC_ERROR_STACK,
          "a short stack");
    check(mc_task_begin(&task, stacks[0] + 1, MC_TASK_STACK_BYTES - 1, overrun, stacks[0] + 1) == MC_OK, "a stack");
    check(run(&task, &count) == MC_ERROR_STACK && mc_task_step(&task) == MC_ERROR_STACK, "an overrun stack");
    check(is_zero(stacks[0] + 1, MC_TASK_STACK_BYTES - 1), "an overrun stack that is not wiped");
}

static void check_curve(void)
{
    static party parties[KEYS];
    scalar_bytes = mc_curve_scalar_bytes(curve);
    point_bytes = mc_curve_public_key_bytes(curve);
    signature_bytes = mc_curve_signature_bytes(curve);
    int signs = mc_ecdsa_signature_validate(NULL, 0, curve) == MC_ERROR_LENGTH;
    secret_bytes = mc_curve_field_bytes(curve);
    for (uint32_t i = 0; i < KEYS; i++) {
        check_generation(&parties[i], i);
        check_agreement(&parties[i], &parties[i ? i - 1 : 0]);
        memset(parties[i].digest, (int)i, sizeof parties[i].digest);
        if (signs)
            check_signature(&parties[i]);
    }
    if (signs) {
        check_in_turns(&parties[0], &parties[1]);
        check_abandoned(&parties[0]);
        check_nested(&parties[1]);
    }
}

int main(void)
{
    mc_task task;
    if (mc_task_begin(&task, stacks[0], MC_TASK_STACK_BYTES, overrun, stacks[0]) == MC_ERROR_UNSUPPORTED) {
        check(mc_task_step(&task) == MC_ERROR_UNSUPPORTED, "a step of a build without steps");
        mc_task_abandon(&task);
        return failures != 0;
    }
    check_stacks();
    for (size_t i = 0; (curve = mc_curve_at(i)) != NULL; i++)
        if (mc_public_key_validate(NULL, 0, curve) == MC_ERROR_LENGTH) /* a curve with keys */
            check_curve();
    printf("in steps: %d failures\n", failures);
    return failures != 0;
}
