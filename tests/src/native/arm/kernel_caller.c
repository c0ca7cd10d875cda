/* Calls the kernel KERNEL(r, a, b) on its input: the number of bytes of b; then for each case 1 and the place of r
 * (0: separate, 1: r is a, 2: r is b), a of WORDS words, b; at the end 0. Writes r, of RESULT_WORDS, whether the
 * call-saved registers are as before, and whether the words beside r are. */
#include "io.h"

/* b, or the number in it for kernels that take one by value. */
#ifdef LAST_IS_NUMBER
#define SECOND (const uint32_t *)(uintptr_t)b[1]
#else
#define SECOND b + 1
#endif
/* A kernel of one place takes the number next. */
#ifdef SECOND_IS_NUMBER
#define FIRST (const uint32_t *)(uintptr_t)b[1]
#else
#define FIRST a + 1
#endif

enum { WORDS_MAX = 64, ROW_WORDS_MAX = 6, ROWS = 256, GUARD = 0x5a5a5a5a };

/* kernel_shim.S */
uint32_t call_checked(uint32_t *r, const uint32_t *a, const uint32_t *b);

static uint32_t a[WORDS_MAX + 2], b[ROWS * ROW_WORDS_MAX + 2], apart[WORDS_MAX + 2];

static void read_words(uint32_t *words, uint32_t bytes)
{
    for (uint32_t i = 0; i < bytes; i++)
        ((uint8_t *)words)[i] = bench_read_byte();
}

static void write_words(const uint32_t *words, uint32_t bytes)
{
    for (uint32_t i = 0; i < bytes; i++)
        bench_write_byte(((const uint8_t *)words)[i]);
}

int main(void)
{
    uint32_t bytes_of_b;
    uint32_t *const results[] = {apart, a, b};
    read_words(&bytes_of_b, sizeof bytes_of_b);
    while (bench_read_byte() == 1) {
        uint32_t *r = results[bench_read_byte()];
        const uint32_t above = (r == a ? WORDS : RESULT_WORDS) + 1;
        r[0] = r[above] = GUARD;
        read_words(a + 1, WORDS * 4);
        read_words(b + 1, bytes_of_b);
        bench_mark_stack();
        uint32_t kept = call_checked(r + 1, FIRST, SECOND);
        write_words(r + 1, RESULT_WORDS * 4);
        bench_write_byte((uint8_t)kept);
        bench_write_byte(r[0] == GUARD && (r == b || r[above] == GUARD));
    }
    bench_exit(0);
    return 0;
}
