/* STM32F4 at 24 MHz: USART2 on PA2 (out) and PA3 (in), which the debugger of Nucleo boards makes a serial port of USB;
 * the Discovery board has them on its pins. Chapters are those of RM0090 (STM32F405 and F407); RM0383 (F411) has the
 * same registers. */
#include "chip.h"
#include "registers.h"
#include "serial.h"

/* Chapter 3.9, flash; 6.3 and 7.3, clocks. */
#define FLASH_ACR   REGISTER(0x40023c00)
#define RCC_CR      REGISTER(0x40023800)
#define RCC_PLLCFGR REGISTER(0x40023804)
#define RCC_CFGR    REGISTER(0x40023808)
#define RCC_AHB1ENR REGISTER(0x40023830)
#define RCC_APB1ENR REGISTER(0x40023840)

enum { HSE_ON = 1 << 16, HSE_READY = 1 << 17, HSE_BYPASS = 1 << 18, PLL_ON = 1 << 24, PLL_READY = 1 << 25 };
enum { SWITCH_TO_PLL = 2, SWITCHED_TO_PLL = 2 << 2 };
enum { GATE_GPIOA = 1 << 0, GATE_USART2 = 1 << 17 };
enum { HSE_BEGINS = 200000 }; /* looks until a crystal must have begun: some 0.1 s at 16 MHz */

/* The PLL: 2 MHz times 96, divided by 8 for the core and by 4 for USB. */
enum { PLL_TIMES_96 = 96 << 6, PLL_BY_8 = 3 << 16, PLL_USB_BY_4 = 4 << 24, PLL_OF_HSE = 1 << 22 };
#define PLL_RESERVED 0xf0bc8000u /* bits that keep their values */
enum { HSE_MHZ = 8, HSI_MHZ = 16, PLL_INPUT_MHZ = 2 };

/* Chapter 8.4, pins. Function 7 is USART2 (data sheet, alternate functions). */
#define GPIOA_MODER REGISTER(0x40020000)
#define GPIOA_AFRL  REGISTER(0x40020020)

enum { MODES_OF_2_AND_3 = 0xf << 4, FUNCTION_OF_2_AND_3 = 0xa << 4, FUNCTION_7 = 0x77 << 8, FUNCTIONS = 0xff << 8 };

/* Chapter 30.6, USART. */
#define USART2_SR  REGISTER(0x40004400)
#define USART2_DR  REGISTER(0x40004404)
#define USART2_BRR REGISTER(0x40004408)
#define USART2_CR1 REGISTER(0x4000440c)

enum { USART_HAS_BYTE = 1 << 5, USART_IS_FREE = 1 << 7 };
enum { USART_RECEIVES = 1 << 2, USART_SENDS = 1 << 3, USART_ENABLE = 1 << 13 };

/* Whether a clock of 8 MHz comes from outside: a crystal (Discovery), or the debugger's clock (Nucleo). */
static uint32_t has_outer_clock(void)
{
    for (uint32_t bypass = 0; bypass <= HSE_BYPASS; bypass += HSE_BYPASS) {
        RCC_CR &= ~(uint32_t)(HSE_ON | HSE_BYPASS);
        RCC_CR |= bypass;
        RCC_CR |= HSE_ON;
        for (uint32_t left = HSE_BEGINS; left; left--)
            if (RCC_CR & HSE_READY)
                return 1;
    }
    return 0;
}

/* Without a clock from outside the chip's own, which is 1 % off or more. */
static void set_clocks(void)
{
    const uint32_t has_outer = has_outer_clock();
    const uint32_t divisor = (has_outer ? HSE_MHZ : HSI_MHZ) / PLL_INPUT_MHZ;
    FLASH_ACR = 0; /* no wait states, nor the caches that would hide them */
    RCC_PLLCFGR =
        (RCC_PLLCFGR & PLL_RESERVED) | PLL_USB_BY_4 | PLL_BY_8 | PLL_TIMES_96 | (has_outer ? PLL_OF_HSE : 0) | divisor;
    RCC_CR |= PLL_ON;
    wait_for((uint32_t)&RCC_CR, PLL_READY);
    RCC_CFGR = SWITCH_TO_PLL;
    wait_for((uint32_t)&RCC_CFGR, SWITCHED_TO_PLL);
}

void serial_begin(void)
{
    set_clocks();
    RCC_AHB1ENR |= GATE_GPIOA;
    RCC_APB1ENR |= GATE_USART2;
    GPIOA_AFRL = (GPIOA_AFRL & ~(uint32_t)FUNCTIONS) | FUNCTION_7;
    GPIOA_MODER = (GPIOA_MODER & ~(uint32_t)MODES_OF_2_AND_3) | FUNCTION_OF_2_AND_3;
    USART2_BRR = (MC_DEVICE_CLOCK_HZ + BAUD / 2) / BAUD;
    USART2_CR1 = USART_ENABLE | USART_SENDS | USART_RECEIVES;
}

uint8_t serial_get(void)
{
    while (!(USART2_SR & USART_HAS_BYTE))
        ;
    return (uint8_t)USART2_DR; /* after SR, this takes back an overrun, too */
}

void serial_put(uint8_t byte)
{
    while (!(USART2_SR & USART_IS_FREE))
        ;
    USART2_DR = byte;
}
