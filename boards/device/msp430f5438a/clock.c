/* The clock of an MSP430F5438A: MCLK and SMCLK from the DCO, which the FLL holds at a multiple of REFO, 32,768 Hz
 * (SLAU208, chapter Unified Clock System). 25 MHz need core voltage 3, which rises by a step a time (chapter Power
 * Management Module). */
#include "chip.h"

#define SFRIFG1  BYTE_AT(0x102)
#define PMMCTL0  WORD_AT(0x120)
#define SVSMHCTL WORD_AT(0x124)
#define SVSMLCTL WORD_AT(0x126)
#define PMMIFG   WORD_AT(0x12c)
#define UCSCTL0  WORD_AT(0x160)
#define UCSCTL1  WORD_AT(0x162)
#define UCSCTL2  WORD_AT(0x164)
#define UCSCTL3  WORD_AT(0x166)
#define UCSCTL4  WORD_AT(0x168)
#define UCSCTL7  WORD_AT(0x16e)

enum { PMM_PASSWORD = 0xa500, SVSMLDLYIFG = 1, SVSMLIFG = 2, SVSMLVLRIFG = 4, SVMLE = 0x4000, SVSLE = 0x400 };
enum { SVMHE = 0x4000, SVSHE = 0x400, CORE_VOLTAGE = 3 };
enum { REFO_HZ = 32768, DCORSEL_7 = 0x70, SELREF_REFO = 0x20, SELA_REFO = 0x200, SELS_DCO = 0x40, SELM_DCO = 4 };
enum { OFIFG = 2, DCOFFG = 1, OTHER_FAULTS = 0xe, FLL_OFF = 0x40 };

/* The supervisors of the higher and of the lower side are set for the new level first. */
static void raise_core_voltage(uint16_t level)
{
    const uint16_t reset_level = (uint16_t)(level << 8);
    SVSMHCTL = SVSHE | reset_level | SVMHE | level;
    SVSMLCTL = SVSLE | SVMLE | level;
    while (!(PMMIFG & SVSMLDLYIFG))
        ;
    PMMIFG &= (uint16_t)~(SVSMLVLRIFG | SVSMLIFG);
    PMMCTL0 = PMM_PASSWORD | level;
    if (PMMIFG & SVSMLIFG)
        while (!(PMMIFG & SVSMLVLRIFG))
            ;
    SVSMLCTL = SVSLE | reset_level | SVMLE | level;
}

/* The FLL settles within 32 x 32 periods of REFO. */
static void settle(void)
{
    for (uint32_t left = MC_DEVICE_CLOCK_HZ / (REFO_HZ / 1024) / 8; left; left--)
        __asm__ volatile("" ::: "memory");
}

void clock_begin(void)
{
    PMMCTL0 = PMM_PASSWORD; /* opens the other registers */
    for (uint16_t level = 1; level <= CORE_VOLTAGE; level++)
        raise_core_voltage(level);
    UCSCTL3 = SELREF_REFO;
    UCSCTL4 = SELA_REFO | SELS_DCO | SELM_DCO;
    __asm__ volatile("bis %0, r2" ::"i"(FLL_OFF));
    UCSCTL0 = 0;
    UCSCTL1 = DCORSEL_7;
    UCSCTL2 = MC_DEVICE_CLOCK_HZ / REFO_HZ - 1 + (MC_DEVICE_CLOCK_HZ % REFO_HZ >= REFO_HZ / 2);
    __asm__ volatile("bic %0, r2" ::"i"(FLL_OFF));
    settle();
    do {
        UCSCTL7 &= (uint16_t)~(DCOFFG | OTHER_FAULTS);
        SFRIFG1 &= (uint8_t)~OFIFG;
    } while (SFRIFG1 & OFIFG);
}
