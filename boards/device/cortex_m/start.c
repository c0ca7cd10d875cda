/* The vector table, and the code before main, in the place of the simulator's (boards/cortex_m/start.c). */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Symbols of the linker script (sections.ld), and of the chip's. */
extern uint32_t bench_data_stored[], bench_data[], bench_data_end[], bench_zeroed[], bench_zeroed_end[];
extern uint32_t chip_stack_top[];

int main(void);
void bench_start(void);

void bench_start(void)
{
    memcpy(bench_data, bench_data_stored, (size_t)((char *)bench_data_end - (char *)bench_data));
    memset(bench_zeroed, 0, (size_t)((char *)bench_zeroed_end - (char *)bench_zeroed));
    main();
}

/* The board answers no more, which the host tells. */
static void fault(void)
{
    for (;;)
        ;
}

/* The initial stack pointer, the start, NMI, then the faults. */
__attribute__((section(".vectors"), used)) static const void *const vectors[] = {
    chip_stack_top,      (const void *)bench_start, (const void *)fault, (const void *)fault,
    (const void *)fault, (const void *)fault,       (const void *)fault,
};
