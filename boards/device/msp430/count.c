/* The counter of cycles and the painted stack. */
#include "counter.h"
#include "io.h"
#include "serial.h"

#define PAINT     0xc5c5
#define BEYOND    32     /* bytes below the stack pointer that painting itself may use */
#define TRANSFERS 0xffff /* more than there can be */
#define HALF      0x8000 /* the count of the coarse timer that triggers a transfer */

extern uint16_t _end; /* the linker's: variables end, the stack may begin */

static uint16_t call_stack_pointer, stack_bytes, moved;
static uint32_t cycles;

void __attribute__((noinline)) count_prepare(uint16_t stack_pointer)
{
    call_stack_pointer = stack_pointer;
    for (uint16_t *place = &_end; (uint16_t)place < stack_pointer - BEYOND; place++)
        *place = PAINT;
    FINE_CONTROL = TIMER_CLEAR;
    COARSE_CONTROL = TIMER_CLEAR;
    COARSE_COMPARE_2 = HALF;
    COARSE_CHANNEL_2 = 0;
    DMA0CTL = 0;
    DMACTL0 = TRIGGER_COARSE_2;
    DMA0SA = (uint16_t)&moved;
    DMA0DA = (uint16_t)&moved;
    DMA0SZ = TRANSFERS;
    DMA0CTL = DMAEN;
    coarse_runs();
}

/* The number next to `near` whose lowest 16 bits are `low`. */
static uint32_t nearest(uint32_t near, uint16_t low)
{
    return near + (uint32_t)(int32_t)(int16_t)(low - (uint16_t)near);
}

void __attribute__((noinline)) count_keep(uint16_t left, uint16_t coarse, uint16_t fine)
{
    /* A transfer in these last cycles counts if the coarse timer, read between both, had come to it. */
    const uint16_t transfers = TRANSFERS - (coarse & HALF ? DMA0SZ : left);
    const uint32_t overflows = transfers - (coarse >> 15);
    DMA0CTL = 0;
    cycles = nearest((overflows << 16 | coarse) * COARSE_CYCLES + COARSE_CYCLES / 2, fine) -
             (uint32_t)transfers * TRANSFER_CYCLES;
    const uint16_t *place = &_end;
    while (*place == PAINT && (uint16_t)place < call_stack_pointer)
        place++;
    stack_bytes = call_stack_pointer - (uint16_t)place;
}

uint32_t counted_cycles(void)
{
    return cycles;
}

uint16_t counted_stack(void)
{
    return stack_bytes;
}
