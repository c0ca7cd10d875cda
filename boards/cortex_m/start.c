/* The vector table, and the code before main, which does not return. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "io.h"

/* Symbols of the linker script. */
extern uint32_t bench_data_stored[], bench_data[], bench_data_end[], bench_zeroed[], bench_zeroed_end[];
extern uint32_t bench_stack_top[];

uint32_t bench_input, bench_output;

int main(void);
void bench_start(void);

enum { FILE_READ_BINARY = 1, FILE_WRITE_BINARY = 5 };

static uint32_t open_file(const char *name, size_t length, uint32_t mode)
{
    return bench_semihosting(BENCH_SEMIHOSTING_OPEN, (const uint32_t[]){(uint32_t)name, mode, (uint32_t)length});
}

/* Lets code use the floating-point unit: coprocessors 10 and 11 in CPACR (ARMv7-M Architecture Reference Manual, DDI
 * 0403, B3.2.20). Without one this changes nothing. ARMv6-M has no CPACR. */
static void allow_floats(void)
{
#ifdef __ARM_FEATURE_DSP
    *(volatile uint32_t *)0xe000ed88 |= 0xfu << 20;
    __asm__ volatile("dsb\n\tisb" ::: "memory");
#endif
}

void bench_start(void)
{
    static const char input[] = "input", output[] = "output";
    memcpy(bench_data, bench_data_stored, (size_t)((char *)bench_data_end - (char *)bench_data));
    memset(bench_zeroed, 0, (size_t)((char *)bench_zeroed_end - (char *)bench_zeroed));
    allow_floats();
    bench_input = open_file(input, sizeof input - 1, FILE_READ_BINARY);
    bench_output = open_file(output, sizeof output - 1, FILE_WRITE_BINARY);
    main();
}

/* An access beyond the memories, an unaligned one where that is not allowed, an undefined instruction. */
static void fault(void)
{
    bench_exit(BENCH_STATUS_FAULT);
}

/* The initial stack pointer, the start, NMI, then the faults. */
__attribute__((section(".vectors"), used)) static const void *const vectors[] = {
    bench_stack_top,     (const void *)bench_start, (const void *)fault, (const void *)fault,
    (const void *)fault, (const void *)fault,       (const void *)fault,
};
