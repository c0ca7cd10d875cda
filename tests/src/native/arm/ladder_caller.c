/* Calls the kernel KERNEL(points, x, k, a24), and the copy of it that counts carries (COUNTING), on cases of four
 * coordinates, x, k and a24. Writes for each the first coordinate, the same by the copy, and whether the call-saved
 * registers and the words behind the points are as before; in the end the counts (kernel_carries.S). */
#include "io.h"

enum { GUARD = 0x5a5a5a5a, COORDINATES = 4 * WORDS, ROOM = 2 * WORDS };

typedef struct {
    uint32_t points[COORDINATES], x[WORDS], k[WORDS], a24;
} request;

uint32_t call_checked(uint32_t *points, const uint32_t *x, const uint32_t *k, uint32_t a24); /* kernel_shim.S */
void COUNTING(uint32_t *points, const uint32_t *x, const uint32_t *k, uint32_t a24);
extern uint8_t carry_counts[];

static void write_bytes(const void *bytes, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        bench_write_byte(((const uint8_t *)bytes)[i]);
}

int main(void)
{
    request input;
    uint32_t points[COORDINATES + ROOM + 1], twin[COORDINATES + ROOM];
    while (bench_read_byte() == 1) {
        for (uint32_t i = 0; i < sizeof input; i++)
            ((uint8_t *)&input)[i] = bench_read_byte();
        for (uint32_t i = 0; i < COORDINATES; i++)
            points[i] = twin[i] = input.points[i];
        points[COORDINATES + ROOM] = GUARD;
        uint32_t kept = call_checked(points, input.x, input.k, input.a24);
        COUNTING(twin, input.x, input.k, input.a24);
        write_bytes(points, 4 * WORDS);
        write_bytes(twin, 4 * WORDS);
        bench_write_byte(kept && points[COORDINATES + ROOM] == GUARD);
    }
    write_bytes(carry_counts, 2 * CARRIES);
    bench_exit(0);
    return 0;
}
