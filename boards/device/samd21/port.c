/* ATSAMD21 at 24 MHz: SERCOM3 on PA22 (out) and PA23 (in), which the SAM D21 Xplained Pro's debugger makes a serial
 * port of USB. Chapters are those of the data sheet of the SAM D21 family (DS40001882). */
#include "chip.h"
#include "registers.h"
#include "serial.h"

/* Chapter 15, generic clocks; 16, power manager; 17, system controller; 22, flash. */
#define GCLK_STATUS     REGISTER_8_BITS(0x40000c01)
#define GCLK_CLKCTRL    REGISTER_16_BITS(0x40000c02)
#define GCLK_GENCTRL    REGISTER(0x40000c04)
#define GCLK_GENDIV     REGISTER(0x40000c08)
#define PM_APBCMASK     REGISTER(0x40000420)
#define SYSCTRL_PCLKSR  0x4000080cu
#define SYSCTRL_XOSC32K REGISTER_16_BITS(0x40000814)
#define SYSCTRL_DFLL    REGISTER_16_BITS(0x40000824)
#define SYSCTRL_DFLLMUL REGISTER(0x4000082c)
#define NVMCTRL_CTRLB   REGISTER(0x41004004)

enum { SYNCBUSY = 1 << 7 };
enum { XOSC32K_READY = 1 << 1, DFLL_READY = 1 << 4, DFLL_LOCKED_FINE = 1 << 6, DFLL_LOCKED_COARSE = 1 << 7 };
enum { XOSC32K_ENABLE = 1 << 1, XOSC32K_CRYSTAL = 1 << 2, XOSC32K_OUT = 1 << 3, XOSC32K_STARTS_IN_1_S = 5 << 8 };
enum { DFLL_ENABLE = 1 << 1, DFLL_CLOSED_LOOP = 1 << 2, DFLL_NO_QUICK_LOCK = 1 << 9, DFLL_WAITS_FOR_LOCK = 1 << 11 };
enum { GENERATOR_ENABLE = 1 << 16, OF_XOSC32K = 5 << 8, OF_DFLL = 7 << 8 };
enum { CLOCK_ENABLE = 1 << 14, FROM_GENERATOR_0 = 0 << 8, FROM_GENERATOR_1 = 1 << 8 };
enum { TO_DFLL = 0x00, TO_SERCOM3 = 0x17, TO_TC4_TC5 = 0x1c };
enum { GATE_SERCOM3 = 1 << 5, GATE_TC4 = 1 << 12, GATE_TC5 = 1 << 13 };
enum { NO_WAIT_STATES = 0 << 1, WRITES_BY_COMMAND = 1 << 7 };

/* Chapter 23, pins: of 22 and 23, the multiplexer's byte and the configurations. Function C is SERCOM3. */
#define PORT_PMUX_22_23 REGISTER_8_BITS(0x4100443b)
#define PORT_PINCFG_22  REGISTER_8_BITS(0x41004456)
#define PORT_PINCFG_23  REGISTER_8_BITS(0x41004457)

enum { FUNCTION_C_OF_BOTH = 0x22, OF_PERIPHERAL = 1 << 0, IS_INPUT = 1 << 1 };

/* Chapter 26, SERCOM USART: the pin of pad 0 sends, pad 1 receives. */
#define USART_CTRLA    REGISTER(0x42001400)
#define USART_CTRLB    REGISTER(0x42001404)
#define USART_BAUD     REGISTER_16_BITS(0x4200140c)
#define USART_INTFLAG  REGISTER_8_BITS(0x42001418)
#define USART_SYNCBUSY REGISTER(0x4200141c)
#define USART_DATA     REGISTER_16_BITS(0x42001428)

enum { USART_ENABLE = 1 << 1, USART_OWN_CLOCK = 1 << 2, USART_INPUT_PAD_1 = 1 << 20, USART_LOWEST_BIT_FIRST = 1 << 30 };
enum { USART_SENDS = 1 << 16, USART_RECEIVES = 1 << 17 };
enum { USART_IS_FREE = 1 << 0, USART_HAS_BYTE = 1 << 2 };

/* Chapter 30, timers: TC4 and TC5 together have 32 bits. */
#define TC4_CTRLA   REGISTER_16_BITS(0x42003000)
#define TC4_READREQ REGISTER_16_BITS(0x42003002)
#define TC4_STATUS  REGISTER_8_BITS(0x4200300f)
#define TC4_COUNT   REGISTER(0x42003010)

enum { TC_ENABLE = 1 << 1, TC_32_BITS = 2 << 2, TC_READ_COUNT = 1 << 15 | 0x10 };

static void wait_for_clocks(void)
{
    while (GCLK_STATUS & SYNCBUSY)
        ;
}

static void set_generator(uint32_t number, uint32_t source, uint32_t divisor)
{
    GCLK_GENDIV = divisor << 8 | number;
    wait_for_clocks();
    GCLK_GENCTRL = GENERATOR_ENABLE | source | number;
    wait_for_clocks();
}

static void set_clock(uint32_t of, uint32_t from)
{
    GCLK_CLKCTRL = (uint16_t)(CLOCK_ENABLE | from | of);
    wait_for_clocks();
}

/* The crystal of 32,768 Hz times 1,465 is 48.005 MHz, whose half the core has: 24 MHz and 0.01 %. Flash without wait
 * states up to 24 MHz from 2.7 V (chapter 37, characteristics of the memory). */
static void set_clocks(void)
{
    NVMCTRL_CTRLB = WRITES_BY_COMMAND | NO_WAIT_STATES;
    SYSCTRL_XOSC32K = XOSC32K_STARTS_IN_1_S | XOSC32K_OUT | XOSC32K_CRYSTAL;
    SYSCTRL_XOSC32K |= XOSC32K_ENABLE;
    wait_for(SYSCTRL_PCLKSR, XOSC32K_READY);
    set_generator(1, OF_XOSC32K, 1);
    set_clock(TO_DFLL, FROM_GENERATOR_1);
    SYSCTRL_DFLL = 0; /* not on demand: else its registers must not be written (errata of the DFLL48M) */
    wait_for(SYSCTRL_PCLKSR, DFLL_READY);
    SYSCTRL_DFLLMUL = 31u << 26 | 511u << 16 | 1465u; /* half of the longest steps, coarse and fine; the multiple */
    wait_for(SYSCTRL_PCLKSR, DFLL_READY);
    SYSCTRL_DFLL = DFLL_CLOSED_LOOP | DFLL_NO_QUICK_LOCK | DFLL_WAITS_FOR_LOCK;
    wait_for(SYSCTRL_PCLKSR, DFLL_READY);
    SYSCTRL_DFLL |= DFLL_ENABLE;
    wait_for(SYSCTRL_PCLKSR, DFLL_READY | DFLL_LOCKED_COARSE | DFLL_LOCKED_FINE);
    set_generator(0, OF_DFLL, 2);
}

static void start_timer(void)
{
    set_clock(TO_TC4_TC5, FROM_GENERATOR_0);
    TC4_CTRLA = TC_32_BITS;
    TC4_CTRLA = TC_32_BITS | TC_ENABLE;
}

void serial_begin(void)
{
    set_clocks();
    PM_APBCMASK |= GATE_SERCOM3 | GATE_TC4 | GATE_TC5;
    start_timer();
    set_clock(TO_SERCOM3, FROM_GENERATOR_0);
    PORT_PMUX_22_23 = FUNCTION_C_OF_BOTH;
    PORT_PINCFG_22 = OF_PERIPHERAL;
    PORT_PINCFG_23 = OF_PERIPHERAL | IS_INPUT;
    USART_CTRLA = USART_LOWEST_BIT_FIRST | USART_INPUT_PAD_1 | USART_OWN_CLOCK;
    USART_BAUD = (uint16_t)(65536u - (65536ull * 16 * BAUD + MC_DEVICE_CLOCK_HZ / 2) / MC_DEVICE_CLOCK_HZ);
    USART_CTRLB = USART_SENDS | USART_RECEIVES;
    while (USART_SYNCBUSY)
        ;
    USART_CTRLA |= USART_ENABLE;
    while (USART_SYNCBUSY)
        ;
}

uint8_t serial_get(void)
{
    while (!(USART_INTFLAG & USART_HAS_BYTE))
        ;
    return (uint8_t)USART_DATA;
}

void serial_put(uint8_t byte)
{
    while (!(USART_INTFLAG & USART_IS_FREE))
        ;
    USART_DATA = byte;
}

uint32_t coarse_cycles(void)
{
    TC4_READREQ = TC_READ_COUNT;
    while (TC4_STATUS & SYNCBUSY)
        ;
    return TC4_COUNT;
}
