/* STM32L073 at 16 MHz: USART2 on PA2 (out) and PA3 (in), which the debugger of the Nucleo-L073RZ makes a serial port of
 * USB. Chapters are those of RM0367. */
#include "chip.h"
#include "registers.h"
#include "serial.h"

/* Chapter 3.7, flash; 6.4, power; 7.3, clocks. */
#define FLASH_ACR   REGISTER(0x40022000)
#define PWR_CR      REGISTER(0x40007000)
#define PWR_CSR     REGISTER(0x40007004)
#define RCC_CR      REGISTER(0x40021000)
#define RCC_CFGR    REGISTER(0x4002100c)
#define RCC_IOPENR  REGISTER(0x4002102c)
#define RCC_APB1ENR REGISTER(0x40021038)

enum { VOLTAGE_RANGES = 3 << 11, VOLTAGE_RANGE_1 = 1 << 11, VOLTAGE_CHANGES = 1 << 4 };
enum { HSI_ON = 1 << 0, HSI_READY = 1 << 2, SWITCH_TO_HSI = 1, SWITCHED_TO_HSI = 1 << 2 };
enum { GATE_GPIOA = 1 << 0, GATE_TIM2 = 1 << 0, GATE_USART2 = 1 << 17, GATE_PWR = 1 << 28 };

/* Chapter 9.4, pins. Function 4 is USART2 (data sheet, alternate functions). */
#define GPIOA_MODER REGISTER(0x50000000)
#define GPIOA_AFRL  REGISTER(0x50000020)

enum { MODES_OF_2_AND_3 = 0xf << 4, FUNCTION_OF_2_AND_3 = 0xa << 4, FUNCTION_4 = 0x44 << 8, FUNCTIONS = 0xff << 8 };

/* Chapter 29.8, USART. */
#define USART2_CR1 REGISTER(0x40004400)
#define USART2_CR3 REGISTER(0x40004408)
#define USART2_BRR REGISTER(0x4000440c)
#define USART2_ISR REGISTER(0x4000441c)
#define USART2_RDR REGISTER(0x40004424)
#define USART2_TDR REGISTER(0x40004428)

enum { USART_ENABLE = 1 << 0, USART_RECEIVES = 1 << 2, USART_SENDS = 1 << 3, USART_OVERRUNS_PASS = 1 << 12 };
enum { USART_HAS_BYTE = 1 << 5, USART_IS_FREE = 1 << 7 };

/* Chapter 21.4, timer 2: 16 bits of 2^16 cycles each. */
#define TIM2_CR1 REGISTER(0x40000000)
#define TIM2_EGR REGISTER(0x40000014)
#define TIM2_CNT REGISTER(0x40000024)
#define TIM2_PSC REGISTER(0x40000028)

enum { TIM_ENABLE = 1, TIM_UPDATE = 1 };

/* 16 MHz of the chip's own oscillator, which is trimmed to 1 % at 25 degrees. Without wait states that takes voltage
 * range 1 (3.3.3). */
static void set_clocks(void)
{
    RCC_APB1ENR |= GATE_PWR;
    PWR_CR = (PWR_CR & ~(uint32_t)VOLTAGE_RANGES) | VOLTAGE_RANGE_1;
    while (PWR_CSR & VOLTAGE_CHANGES)
        ;
    FLASH_ACR = 0; /* no wait states, no prefetch */
    RCC_CR |= HSI_ON;
    wait_for((uint32_t)&RCC_CR, HSI_READY);
    RCC_CFGR = SWITCH_TO_HSI;
    wait_for((uint32_t)&RCC_CFGR, SWITCHED_TO_HSI);
}

void serial_begin(void)
{
    set_clocks();
    RCC_IOPENR |= GATE_GPIOA;
    RCC_APB1ENR |= GATE_USART2 | GATE_TIM2;
    TIM2_PSC = 0xffff;
    TIM2_EGR = TIM_UPDATE; /* takes the divisor over */
    TIM2_CR1 = TIM_ENABLE;
    GPIOA_AFRL = (GPIOA_AFRL & ~(uint32_t)FUNCTIONS) | FUNCTION_4;
    GPIOA_MODER = (GPIOA_MODER & ~(uint32_t)MODES_OF_2_AND_3) | FUNCTION_OF_2_AND_3;
    USART2_BRR = (MC_DEVICE_CLOCK_HZ + BAUD / 2) / BAUD;
    USART2_CR3 = USART_OVERRUNS_PASS;
    USART2_CR1 = USART_ENABLE | USART_SENDS | USART_RECEIVES;
}

uint8_t serial_get(void)
{
    while (!(USART2_ISR & USART_HAS_BYTE))
        ;
    return (uint8_t)USART2_RDR;
}

void serial_put(uint8_t byte)
{
    while (!(USART2_ISR & USART_IS_FREE))
        ;
    USART2_TDR = byte;
}

uint32_t coarse_cycles(void)
{
    return TIM2_CNT << 16;
}
