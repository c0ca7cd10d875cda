/* Calls an assembly kernel on inputs that it reads, and writes back everything that the call may have changed.
 *
 * Input: the number of calls (a word: 2 bytes, low first), then for each: the number of bytes by which to lower the
 * stack and raise the arena, the offsets of the three arguments in the arena (words), the caller's registers r2-r17,
 * r28, r29, the arena. Output for each: the arena, those registers, r1, the change of the stack pointer (a word), and
 * the number of bytes at the low end of the guard below the stack that are unchanged (a word). */
#include "io.h"

#define REGISTERS 18

static uint8_t room[ARENA_BYTES + UINT8_MAX];

struct {
    uint8_t *arguments[3];
    uint8_t registers_in[REGISTERS], registers_out[REGISTERS];
    uint8_t zero_register;
    uint8_t *stack_pointer_before, *stack_pointer_after;
    uint8_t lower_stack_by;
} call;

void call_kernel(void);

static void read_bytes(uint8_t *bytes, uint16_t count)
{
    while (count--)
        *bytes++ = bench_read_byte();
}

static void write_bytes(const uint8_t *bytes, uint16_t count)
{
    while (count--)
        bench_write_byte(*bytes++);
}

static uint16_t read_word(void)
{
    uint16_t low = bench_read_byte();
    return low | (uint16_t)(bench_read_byte() << 8);
}

static void write_word(uint16_t word)
{
    bench_write_byte((uint8_t)word);
    bench_write_byte((uint8_t)(word >> 8));
}

static uint16_t intact_guard_bytes(void)
{
    const volatile uint8_t *guard = call.stack_pointer_before + 1 - GUARD_BYTES;
    uint16_t intact = 0;
    while (intact < GUARD_BYTES && guard[intact] == GUARD_VALUE)
        intact++;
    return intact;
}

int main(void)
{
    uint16_t calls = read_word();
    while (calls--) {
        call.lower_stack_by = bench_read_byte();
        uint8_t *arena = room + call.lower_stack_by; // so that every offset of an operand meets page boundaries too
        for (uint8_t i = 0; i < 3; i++)
            call.arguments[i] = arena + read_word();
        read_bytes(call.registers_in, REGISTERS);
        read_bytes(arena, ARENA_BYTES);
        call_kernel();
        uint16_t intact = intact_guard_bytes();
        write_bytes(arena, ARENA_BYTES);
        write_bytes(call.registers_out, REGISTERS);
        bench_write_byte(call.zero_register);
        write_word((uint16_t)(call.stack_pointer_after - call.stack_pointer_before));
        write_word(intact);
    }
    bench_exit(0);
    return 0;
}
