/* Registers of the chips, by the multiplier's address, which the board file gives as MC_MSP430_MULTIPLIER: 0x130 is
 * the multiplier of 16 bits in family 1, 0x4c0 is MPY32 in family 5. */
#ifndef MC_MSP430_REGISTERS_H
#define MC_MSP430_REGISTERS_H

#define WATCHDOG_HOLD 0x5a80
#if MC_MSP430_MULTIPLIER == 0x4c0
#define WATCHDOG_CONTROL 0x15c
#else
#define WATCHDOG_CONTROL 0x120
#endif

/* Registers for 16 bits, which MPY32 has too. */
#define MULTIPLIER_MPY    (MC_MSP430_MULTIPLIER + 0x0)
#define MULTIPLIER_MAC    (MC_MSP430_MULTIPLIER + 0x4)
#define MULTIPLIER_OP2    (MC_MSP430_MULTIPLIER + 0x8)
#define MULTIPLIER_RESLO  (MC_MSP430_MULTIPLIER + 0xa)
#define MULTIPLIER_RESHI  (MC_MSP430_MULTIPLIER + 0xc)
#define MULTIPLIER_SUMEXT (MC_MSP430_MULTIPLIER + 0xe)

#endif
