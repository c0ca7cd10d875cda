/* Serial port 0, the timers and the painted stack of an ATmega328P or ATmega2560 at MC_DEVICE_CLOCK_HZ. */
#include "counter.h"
#include "io.h"
#include "serial.h"

#define BAUD   115200UL
#define PAINT  0xc5
#define BEYOND 16 /* bytes below the stack pointer that painting itself may use */

enum { EVERY_CYCLE_0 = 1 << CS00, EVERY_64_CYCLES_2 = 1 << CS22, EVERY_1024_CYCLES_1 = 1 << CS12 | 1 << CS10 };

extern uint8_t __bss_end; /* the linker's: variables end, the stack may begin */

static uint16_t call_stack_pointer, stack_bytes;
static uint32_t cycles;

void serial_begin(void)
{
    UCSR0A = 1 << U2X0;
    UBRR0 = (uint16_t)((MC_DEVICE_CLOCK_HZ + 4 * BAUD) / (8 * BAUD) - 1);
    UCSR0C = 1 << UCSZ01 | 1 << UCSZ00;
    UCSR0B = 1 << RXEN0 | 1 << TXEN0;
}

uint8_t serial_get(void)
{
    while (!(UCSR0A & 1 << RXC0))
        ;
    return UDR0;
}

void serial_put(uint8_t byte)
{
    while (!(UCSR0A & 1 << UDRE0))
        ;
    UDR0 = byte;
}

static void hold_timers(void)
{
    GTCCR = 1 << TSM | 1 << PSRASY | 1 << PSRSYNC; /* holds both prescalers at 0 until GTCCR is 0 */
    TCCR0A = TCCR1A = TCCR2A = 0;
    TCCR0B = TCCR1B = TCCR2B = 0;
    TCNT0 = TCNT2 = 0;
    TCNT1 = 0;
    TIFR1 = 1 << TOV1;
    TCCR1B = EVERY_1024_CYCLES_1;
    TCCR2B = EVERY_64_CYCLES_2;
    TCCR0B = EVERY_CYCLE_0;
}

void __attribute__((noinline)) count_prepare(uint16_t stack_pointer)
{
    call_stack_pointer = stack_pointer;
    for (uint8_t *place = &__bss_end; (uint16_t)place < SP - BEYOND; place++)
        *place = PAINT;
    hold_timers();
}

/* The number next to `near` whose lowest bits, below `modulus`, a power of two, are `low`. */
static uint32_t nearest(uint32_t near, uint32_t low, uint32_t modulus)
{
    const uint32_t offset = (low - near) & (modulus - 1);
    return offset < modulus / 2 ? near + offset : near + offset - modulus;
}

void __attribute__((noinline)) count_keep(uint8_t timer0, uint8_t timer2, uint16_t timer1, uint8_t timer1_flags)
{
    const uint8_t *place = &__bss_end;
    while (*place == PAINT && (uint16_t)place < call_stack_pointer)
        place++;
    stack_bytes = (uint16_t)(call_stack_pointer - (uint16_t)place + 1);
    const uint32_t overflow = timer1_flags & 1 << TOV1 ? 1UL << 26 : 0;
    /* Timers are read within some cycles: the middle of what a coarse one says is near to what a finer one knows. */
    cycles = nearest((overflow | (uint32_t)timer1 << 10) + 512, (uint32_t)timer2 << 6, 1UL << 14);
    cycles = nearest(cycles + 32, timer0, 1UL << 8);
}

uint32_t counted_cycles(void)
{
    return cycles & ((1UL << COUNTER_BITS) - 1);
}

uint16_t counted_stack(void)
{
    return stack_bytes;
}
