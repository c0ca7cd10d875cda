/* RP2040 at 133 MHz, from RAM: UART 0 on GPIO 0 (out) and 1 (in), pins 1 and 2 of the Pico, to an adapter of 3.3 V.
 * Sections are those of the RP2040's data sheet. */
#include "chip.h"
#include "registers.h"
#include "serial.h"

/* 2.14, resets. A write 0x2000 or 0x3000 above a register sets or clears the bits that are 1 in it (2.1.2). */
#define RESETS_SET        REGISTER(0x4000e000)
#define RESETS_CLEAR      REGISTER(0x4000f000)
#define RESETS_RESET_DONE 0x4000c008u

enum { OF_IO_BANK0 = 1 << 5, OF_PADS_BANK0 = 1 << 8, OF_PLL_SYS = 1 << 12, OF_TIMER = 1 << 21, OF_UART0 = 1 << 22 };

/* 2.15, clocks; 2.16, crystal oscillator; 2.18, PLL. */
#define CLK_REF_CTRL     REGISTER(0x40008030)
#define CLK_REF_SELECTED 0x40008038u
#define CLK_SYS_CTRL     REGISTER(0x4000803c)
#define CLK_SYS_SELECTED 0x40008044u
#define CLK_PERI_CTRL    REGISTER(0x40008048)
#define XOSC_CTRL        REGISTER(0x40024000)
#define XOSC_STATUS      0x40024004u
#define XOSC_STARTUP     REGISTER(0x4002400c)
#define PLL_CS           REGISTER(0x40028000)
#define PLL_PWR          REGISTER(0x40028004)
#define PLL_FBDIV        REGISTER(0x40028008)
#define PLL_PRIM         REGISTER(0x4002800c)

enum { REF_OF_XOSC = 2, SYS_OF_REF = 0, SYS_OF_PLL = 1, PERI_OF_XOSC = 4 << 5, PERI_ENABLE = 1 << 11 };
enum { XOSC_ENABLE = 0xfab << 12, XOSC_1_TO_15_MHZ = 0xaa0, XOSC_STARTS_IN_1_MS = 47 };
enum { PLL_NO_FRACTION = 1 << 2, PLL_NO_OUTPUT = 1 << 3 };
#define IS_STABLE (1u << 31) /* of the crystal; of the PLL, locked */

#define XOSC_HZ 12000000u

/* 2.19.6, pins: function 2 is the UART. */
#define GPIO0_CTRL REGISTER(0x40014004)
#define GPIO1_CTRL REGISTER(0x4001400c)

/* 4.2.8, UART. */
#define UART_DR   REGISTER(0x40034000)
#define UART_FR   REGISTER(0x40034018)
#define UART_IBRD REGISTER(0x40034024)
#define UART_FBRD REGISTER(0x40034028)
#define UART_LCR  REGISTER(0x4003402c)
#define UART_CR   REGISTER(0x40034030)

enum { UART_HAS_NO_BYTE = 1 << 4, UART_IS_FULL = 1 << 5, UART_8_BITS = 3 << 5, UART_QUEUES = 1 << 4 };
enum { UART_ENABLE = 1 << 0, UART_SENDS = 1 << 8, UART_RECEIVES = 1 << 9 };

/* 4.6.5, timer: microseconds, of the crystal, by the watchdog's divisor (4.7.6). */
#define TIMERAWL      REGISTER(0x40054028)
#define WATCHDOG_TICK REGISTER(0x4005802c)

enum { TICK_ENABLE = 1 << 9 };

static void leave_reset(uint32_t blocks)
{
    RESETS_CLEAR = blocks;
    wait_for(RESETS_RESET_DONE, blocks);
}

/* The crystal of 12 MHz times 133, divided by 6 and by 2. */
static void set_clocks(void)
{
    XOSC_STARTUP = XOSC_STARTS_IN_1_MS;
    XOSC_CTRL = XOSC_ENABLE | XOSC_1_TO_15_MHZ;
    wait_for(XOSC_STATUS, IS_STABLE);
    CLK_SYS_CTRL = SYS_OF_REF;
    wait_for(CLK_SYS_SELECTED, 1 << SYS_OF_REF);
    CLK_REF_CTRL = REF_OF_XOSC;
    wait_for(CLK_REF_SELECTED, 1 << REF_OF_XOSC);
    RESETS_SET = OF_PLL_SYS;
    leave_reset(OF_PLL_SYS);
    PLL_CS = 1;
    PLL_FBDIV = 133;
    PLL_PWR = PLL_NO_FRACTION | PLL_NO_OUTPUT;
    wait_for((uint32_t)&PLL_CS, IS_STABLE);
    PLL_PRIM = 6 << 16 | 2 << 12;
    PLL_PWR = PLL_NO_FRACTION;
    CLK_SYS_CTRL = SYS_OF_PLL;
    wait_for(CLK_SYS_SELECTED, 1 << SYS_OF_PLL);
    CLK_PERI_CTRL = PERI_ENABLE | PERI_OF_XOSC;
}

void serial_begin(void)
{
    leave_reset(OF_TIMER | OF_IO_BANK0 | OF_PADS_BANK0);
    set_clocks();
    RESETS_SET = OF_UART0; /* it has a clock now, and may run from before */
    leave_reset(OF_UART0);
    WATCHDOG_TICK = TICK_ENABLE | XOSC_HZ / 1000000;
    const uint32_t divisor = (XOSC_HZ * 4 + BAUD / 2) / BAUD; /* in parts of 64 */
    UART_IBRD = divisor >> 6;
    UART_FBRD = divisor & 63;
    UART_LCR = UART_8_BITS | UART_QUEUES; /* after the divisors, which it takes over */
    UART_CR = UART_ENABLE | UART_SENDS | UART_RECEIVES;
    GPIO0_CTRL = 2;
    GPIO1_CTRL = 2;
}

uint8_t serial_get(void)
{
    while (UART_FR & UART_HAS_NO_BYTE)
        ;
    return (uint8_t)UART_DR;
}

void serial_put(uint8_t byte)
{
    while (UART_FR & UART_IS_FULL)
        ;
    UART_DR = byte;
}

uint32_t coarse_cycles(void)
{
    return TIMERAWL * (MC_DEVICE_CLOCK_HZ / 1000000);
}
