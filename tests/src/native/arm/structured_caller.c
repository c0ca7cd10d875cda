/* Calls the kernel KERNEL(r, a, b), and the copy of it that counts carries, on many operands. Reads cases of a word
 * for the place of r (0: separate, 1: r is a, 2: r is b), a of WORDS words, b of SECOND_WORDS. Writes r, of
 * RESULT_WORDS, for each, and in the end the counts of CARRIES instructions (kernel_carries.S). Ends with code 1 if
 * the two differ. */
#include <string.h>

#include "io.h"

/* b, or the number in it for kernels that take one by value. */
#ifdef LAST_IS_NUMBER
#define SECOND(b) (const uint32_t *)(uintptr_t)*(b)
#else
#define SECOND(b) (b)
#endif

enum { CASES = 1024 };

typedef struct {
    uint32_t place, a[WORDS], b[SECOND_WORDS];
} request;

void KERNEL(uint32_t *r, const uint32_t *a, const uint32_t *b);
void COUNTING(uint32_t *r, const uint32_t *a, const uint32_t *b);
extern uint8_t carry_counts[];

static request requests[CASES];
static uint32_t results[CASES][RESULT_WORDS];

/* Bytes until there are no more. */
static uint32_t read_all(void *target, uint32_t size)
{
    uint32_t done = 0;
    for (long count = 1; done < size && count > 0; done += count)
        count = bench_system_call(BENCH_SYSTEM_READ, 0, (uint8_t *)target + done, size - done);
    return done;
}

static void write_all(const void *source, uint32_t size)
{
    for (uint32_t done = 0; done < size;)
        done += bench_system_call(BENCH_SYSTEM_WRITE, 1, (const uint8_t *)source + done, size - done);
}

static void run(request *input, uint32_t *result)
{
    uint32_t counted[RESULT_WORDS];
    COUNTING(counted, input->a, SECOND(input->b));
    uint32_t *const places[] = {result, input->a, input->b};
    uint32_t *r = places[input->place];
    KERNEL(r, input->a, SECOND(input->b));
    memmove(result, r, sizeof counted);
    if (memcmp(result, counted, sizeof counted))
        bench_exit(1);
}

int main(void)
{
    for (uint32_t count = CASES; count == CASES;) {
        count = read_all(requests, sizeof requests) / sizeof *requests;
        for (uint32_t i = 0; i < count; i++)
            run(&requests[i], results[i]);
        write_all(results, count * sizeof *results);
    }
    write_all(carry_counts, 2 * CARRIES);
    bench_exit(0);
    return 0;
}
