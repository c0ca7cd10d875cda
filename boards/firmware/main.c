/* Runs the operation as often as the input asks for it. */
#include "bench.h"

void bench_read(void *buffer, size_t bytes)
{
    uint8_t *p = buffer;
    while (bytes--)
        *p++ = bench_read_byte();
}

void bench_write(const void *buffer, size_t bytes)
{
    const uint8_t *p = buffer;
    while (bytes--)
        bench_write_byte(*p++);
}

int main(void)
{
    while (bench_read_byte() == BENCH_COMMAND_RUN)
        bench_operation();
    bench_exit(0);
    for (;;)
        ;
}
