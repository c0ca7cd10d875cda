/* The clocks of a chip: MCLK and SMCLK are the DCO, undivided, and a cycle of the CPU is one of theirs; ACLK is 32,768
 * Hz, from a crystal or from REFO. Time is counted in cycles, so ACLK depends on how fast the DCO is.
 *
 * Family 1: Basic Clock Module (SLAU049, chapter 4). Family 5: Unified Clock System and Power Management Module
 * (SLAU208, chapters of these names). */
#ifndef MC_MSP430_CLOCK_H
#define MC_MSP430_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

enum { ACLK_HZ = 32768 };

struct clock {
    double dco_hz;
    uint64_t since;        /* the cycle in which the DCO got this frequency */
    double ticks_at_since; /* of ACLK */
    uint8_t dcoctl, bcsctl1, bcsctl2;
    uint16_t ucs[9];
    uint16_t core_voltage; /* PMMCTL0 */
    uint16_t pmm_flags;
    bool is_pmm_open; /* PMMCTL0 has got the password */
};

void clock_reset(struct clock *clock, bool is_family_5);

/* The ticks of ACLK up to a cycle. */
double clock_aclk(const struct clock *clock, uint64_t cycle);

/* The byte registers of the Basic Clock Module, by address. */
uint8_t basic_clock_load(const struct clock *clock, uint32_t address);
void basic_clock_store(struct clock *clock, uint32_t address, uint8_t value, uint64_t cycle);

/* The word registers of UCS by number, and of PMM by offset. Fails for settings that are not modelled. */
uint16_t ucs_load(const struct clock *clock, unsigned number);
void ucs_store(struct clock *clock, unsigned number, uint16_t value, uint64_t cycle);
uint16_t pmm_load(const struct clock *clock, uint32_t offset);
void pmm_store(struct clock *clock, uint32_t offset, uint16_t value);

#endif
