/* The counter of cycles and the painted stack. */
#include "io.h"
#include "serial.h"

#define PAINT  0xc5c5c5c5
#define BEYOND 64 /* bytes below the stack pointer that painting itself may use */
#define ALIGN  16 /* of stack pointers (RISC-V psABI): what the lowest frame leaves unwritten counts */

extern uint32_t _end; /* the linker's: variables end, the stack may begin */

uint32_t count_begun;
static uint32_t cycles;
static uintptr_t call_stack_pointer;
static uint16_t stack_bytes;

/* Four words a turn: of a simulated core's time most would go here. */
void __attribute__((noinline)) count_prepare(uintptr_t stack_pointer)
{
    call_stack_pointer = stack_pointer;
    for (uint32_t *place = &_end; (uintptr_t)place < stack_pointer - BEYOND; place += 4)
        place[0] = place[1] = place[2] = place[3] = PAINT;
}

static uint8_t is_painted(const uint32_t *place)
{
    return ((place[0] ^ PAINT) | (place[1] ^ PAINT) | (place[2] ^ PAINT) | (place[3] ^ PAINT)) == 0;
}

void __attribute__((noinline)) count_keep(uint32_t now)
{
    const uint32_t *place = &_end;
    cycles = now - count_begun;
    while (is_painted(place) && (uintptr_t)place < call_stack_pointer - BEYOND)
        place += 4;
    while (*place == PAINT && (uintptr_t)place < call_stack_pointer)
        place++;
    stack_bytes = (uint16_t)((call_stack_pointer - (uintptr_t)place + ALIGN - 1) / ALIGN * ALIGN);
}

uint32_t counted_cycles(void)
{
    return cycles;
}

uint16_t counted_stack(void)
{
    return stack_bytes;
}
