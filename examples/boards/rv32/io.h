#include <stdint.h>

/* The plugin sees the stack pointer by this store. */
static inline __attribute__((always_inline)) void bench_mark_stack(void)
{
    __asm__ volatile(".option push\n .option norvc\n sw sp, -4(sp)\n .option pop" ::: "memory");
}

static inline long bench_system_call(long number, long first, const void *second, long third)
{
    register long a0 __asm__("a0") = first, a2 __asm__("a2") = third, a7 __asm__("a7") = number;
    register const void *a1 __asm__("a1") = second;
    __asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a2), "r"(a7) : "memory");
    return a0;
}

static inline void bench_exit(uint8_t status)
{
    bench_system_call(93, status, 0, 0);
}

static inline uint8_t bench_read_byte(void)
{
    uint8_t byte = 0;
    if (bench_system_call(63, 0, &byte, 1) != 1)
        bench_exit(120); /* the lab knows it: the image reads more than there is */
    return byte;
}

static inline void bench_write_byte(uint8_t byte)
{
    bench_system_call(64, 1, &byte, 1);
}
