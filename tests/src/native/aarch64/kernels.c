/* The kernels for AArch64 by their names, on another processor than that of the tests, test_aarch64_kernels.py.
 *
 *   run <name> <r> <first> <second>   the kernel's x0, then the words of its result, in the order of memory. r: two
 *                                     bytes, 0 or the number of the operand whose place the result takes, and its words
 *   steps <operands> <bits, a24>      the steps of the ladder of fp255 on X2, Z2, X3, Z3 and x, by bits of k behind
 *                                     these: the four coordinates
 *   try <name> <subject> <p> <R^2>    the first pair of structured operands whose result is wrong, or their count
 *                                     (x86_64/structured.c); subject: operation, count and seed, a word each
 *   carries                           two bytes of each site of a checking build, as aarch64/carries.py adds them */
#include "questions.h"

#include "native/aarch64/montgomery.h"

#define STACK_WORDS 512
#define ROOM        32 /* words of an operand */
#define PAINT       0xa5a5a5a5a5a5a5a5
#define PATTERN     0x1000 /* of registers: call.S */

/* Of x86_64/structured.c. */
struct subject {
    void *kernel;
    uint64_t operation, n, is_prime, minus_inverse;
    const uint64_t *modulus, *r_squared;
};
size_t first_wrong(const struct subject *s, uint64_t seed, size_t count, uint64_t *a, uint64_t *b);

/* changed: of the registers; then the third argument, the end of the stack, the fourth and the fifth argument. */
uint64_t call_kernel(void *kernel, const uint64_t arguments[2], uint64_t *stack_end, uint64_t changed[5]);

extern uint8_t __start_carries[] __attribute__((weak)), __stop_carries[] __attribute__((weak));
/* The tests' own. */
extern mc_modular_sqr_prime mc_modular_three_halves_fp256r1 __attribute__((weak));
extern mc_modular_mul_prime mc_plus_fp255 __attribute__((weak)), mc_minus_fp255 __attribute__((weak)),
    mc_product_fp255 __attribute__((weak)), mc_square_fp255 __attribute__((weak)),
    mc_sum_with_multiple_fp255 __attribute__((weak));

static void *kernel_named(const char *name)
{
#define FIND(symbol)                                                                                                   \
    if (!strcmp(name, #symbol))                                                                                        \
        return (void *)symbol;
#define FIND_PRIME(field)                                                                                              \
    FIND(mc_montgomery_mul_##field)                                                                                    \
    FIND(mc_montgomery_sqr_##field)                                                                                    \
    FIND(mc_modular_add_##field)                                                                                       \
    FIND(mc_modular_sub_##field)                                                                                       \
    FIND(mc_jacobian_double_##field)                                                                                   \
    FIND(mc_jacobian_add_##field)
    MC_AARCH64_PRIMES(FIND_PRIME)
    FIND(mc_modular_mul_fp255)
    FIND(mc_modular_sqr_fp255)
    FIND(mc_modular_three_halves_fp256r1)
    FIND(mc_plus_fp255)
    FIND(mc_minus_fp255)
    FIND(mc_product_fp255)
    FIND(mc_square_fp255)
    FIND(mc_sum_with_multiple_fp255)
    refuse(name);
    return NULL;
}

/* Nothing of the elements may stay on the stack: registers saved there and zeros alone. */
static void check_stack(const uint64_t *stack)
{
    for (size_t i = 0; i < STACK_WORDS - 2; i++) {
        const uint64_t word = stack[i];
        const int is_saved = word >= PATTERN + 18 && word <= PATTERN + 29;
        if (word && word != PAINT && !is_saved)
            refuse("an element stays on the stack");
    }
    if (stack[STACK_WORDS / 2] != PAINT)
        refuse("the stack is too small to be judged");
}

/* The result takes the place of an operand, or stands apart; words around it and other operands do not change. */
static void run(const question *q)
{
    static uint64_t memory[3][ROOM], before[3][ROOM], stack[STACK_WORDS] __attribute__((aligned(16)));
    const size_t result = q->octets[1][0], words = q->octets[1][1];
    memset(memory, PAINT & 0xff, sizeof memory);
    memset(stack, PAINT & 0xff, sizeof stack);
    memcpy(memory[1], q->octets[2], q->count[2]);
    memcpy(memory[2], q->octets[3], q->count[3]);
    memcpy(before, memory, sizeof memory);
    const uint64_t arguments[] = {(uintptr_t)memory[result], (uintptr_t)memory[1]};
    uint64_t changed[] = {0, (uintptr_t)memory[2], (uintptr_t)(stack + STACK_WORDS), 0, 0};
    uint64_t answered[1 + ROOM];
    answered[0] = call_kernel(kernel_named((const char *)q->octets[0]), arguments, stack + STACK_WORDS, changed);
    if (changed[0])
        refuse("a register changed that calls keep");
    if (!__start_carries) /* a checking build keeps registers on the stack */
        check_stack(stack);
    memcpy(answered + 1, memory[result], 8 * words);
    memcpy(before[result], memory[result], 8 * words);
    if (memcmp(memory, before, sizeof memory))
        refuse("memory beside the result changed");
    answer((const uint8_t *)answered, 8 * (1 + words));
}

/* The upper half of a24's register is anything. Only the coordinates and the room of two elements behind them change.
 */
static void steps(const question *q)
{
    static uint64_t memory[3][ROOM], before[3][ROOM], stack[STACK_WORDS] __attribute__((aligned(16)));
    const size_t bytes = 4 * 32, with_room = 6 * 32;
    uint64_t numbers[2];
    memset(memory, PAINT & 0xff, sizeof memory);
    memset(stack, PAINT & 0xff, sizeof stack);
    memcpy(memory[0], q->octets[0], bytes);
    memcpy(memory[1], q->octets[0] + bytes, 32);
    memcpy(memory[2], q->octets[0] + bytes + 32, q->count[0] - bytes - 32);
    memcpy(numbers, q->octets[1], sizeof numbers);
    memcpy(before, memory, sizeof memory);
    const uint64_t arguments[] = {(uintptr_t)memory[0], (uintptr_t)memory[1]};
    uint64_t changed[] = {0, (uintptr_t)memory[2], (uintptr_t)(stack + STACK_WORDS), numbers[0],
                          numbers[1] | PAINT << 32};
    call_kernel((void *)mc_ladder_steps_fp255, arguments, stack + STACK_WORDS, changed);
    if (changed[0])
        refuse("a register changed that calls keep");
    if (!__start_carries)
        check_stack(stack);
    memcpy(before[0], memory[0], with_room);
    if (memcmp(memory, before, sizeof memory))
        refuse("memory beside the coordinates changed");
    answer((const uint8_t *)memory[0], bytes);
}

static void try_structured(const question *q)
{
    uint64_t subject[3], modulus[ROOM], r_squared[ROOM], a[ROOM], b[ROOM], inverse = 1;
    memcpy(subject, q->octets[1], sizeof subject);
    memcpy(modulus, q->octets[2], q->count[2]);
    memcpy(r_squared, q->octets[3], q->count[3]);
    for (unsigned i = 0; i < 6; i++) /* Newton: each round doubles the right bits */
        inverse *= 2 - modulus[0] * inverse;
    const struct subject s = {
        kernel_named((const char *)q->octets[0]), subject[0], q->count[2] / 8, 1, -inverse, modulus, r_squared};
    const uint64_t found = first_wrong(&s, subject[2], subject[1], a, b);
    answer((const uint8_t *)&found, sizeof found);
}

int main(void)
{
    static question q;
    while (ask(&q)) {
        if (asks(&q, "run"))
            run(&q);
        else if (asks(&q, "steps"))
            steps(&q);
        else if (asks(&q, "try"))
            try_structured(&q);
        else if (asks(&q, "carries"))
            answer(__start_carries, (size_t)(__stop_carries - __start_carries));
        else
            refuse(q.word);
    }
    return 0;
}
