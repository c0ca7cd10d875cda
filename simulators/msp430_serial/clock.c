#include "clock.h"

#include <math.h>

#include "failure.h"

enum { DCOCTL = 0x56, BCSCTL1, BCSCTL2 };
enum { UCSCTL1 = 1, UCSCTL2, UCSCTL3, UCSCTL4, UCSCTL7 = 7 };
enum { PMMCTL0 = 0, SVSMLCTL = 6, PMMIFG = 0xc, PMM_PASSWORD = 0xa5, SVSMLDLYIFG = 1, SVSMLVLRIFG = 4 };

static void run_at(struct clock *clock, double dco_hz, uint64_t cycle)
{
    clock->ticks_at_since = clock_aclk(clock, cycle);
    clock->since = cycle;
    clock->dco_hz = dco_hz;
}

void clock_reset(struct clock *clock, bool is_family_5)
{
    *clock = (struct clock){.dco_hz = is_family_5 ? 32 * ACLK_HZ : 8e5, .dcoctl = 0x60, .bcsctl1 = 0x84};
    clock->ucs[UCSCTL1] = 0x20; /* DCORSEL 2 */
    clock->ucs[UCSCTL2] = 0x101f;
    clock->ucs[UCSCTL4] = 0x44;
    clock->ucs[UCSCTL7] = 1; /* DCOFFG */
}

double clock_aclk(const struct clock *clock, uint64_t cycle)
{
    return clock->ticks_at_since + (double)(cycle - clock->since) * ACLK_HZ / clock->dco_hz;
}

/* A DCO within what SLAS368 says of them at 3 V: 1.95 MHz with a resistor of 100 kOhm, or 0.8 MHz with its own, at RSEL
 * 4 and DCO 3; steps of 1.65 and 1.12. The modulator mixes two neighbours in 32 cycles. */
static double dco_of_family_1(const struct clock *clock)
{
    const unsigned dco = clock->dcoctl >> 5, mixed = clock->dcoctl & 31;
    const double at_4_3 = clock->bcsctl2 & 1 ? 1.95e6 : 0.8e6;
    const double slower = at_4_3 * pow(1.65, (clock->bcsctl1 & 7) - 4.0) * pow(1.12, dco - 3.0), faster = 1.12 * slower;
    return dco == 7 ? slower : 32 / ((32 - mixed) / slower + mixed / faster);
}

uint8_t basic_clock_load(const struct clock *clock, uint32_t address)
{
    return address == DCOCTL ? clock->dcoctl : address == BCSCTL1 ? clock->bcsctl1 : clock->bcsctl2;
}

void basic_clock_store(struct clock *clock, uint32_t address, uint8_t value, uint64_t cycle)
{
    *(address == DCOCTL ? &clock->dcoctl : address == BCSCTL1 ? &clock->bcsctl1 : &clock->bcsctl2) = value;
    if ((clock->bcsctl1 & 0x70) || (clock->bcsctl2 & 0xfe))
        fail(STATUS_CRASHED, "not modelled: MCLK and SMCLK other than the DCO, or ACLK divided");
    run_at(clock, dco_of_family_1(clock), cycle);
}

uint16_t ucs_load(const struct clock *clock, unsigned number)
{
    return clock->ucs[number];
}

/* Bits 14 to 12 of UCSCTL2 are FLLD: DCOCLK is 2^FLLD times DCOCLKDIV, whose frequency is N + 1 times the reference.
 * The FLL has settled at once. */
void ucs_store(struct clock *clock, unsigned number, uint16_t value, uint64_t cycle)
{
    clock->ucs[number] = value;
    if (number == UCSCTL4 && value != 0x244 && value != 0x44)
        fail(STATUS_CRASHED, "not modelled: UCSCTL4 = 0x%x; MCLK and SMCLK are DCOCLKDIV here", value);
    if (number == UCSCTL2)
        run_at(clock, ((value & 0x3ff) + 1.0) * ACLK_HZ, cycle);
}

uint16_t pmm_load(const struct clock *clock, uint32_t offset)
{
    return offset == PMMIFG ? clock->pmm_flags : offset == PMMCTL0 ? (uint16_t)(0x9600 | clock->core_voltage) : 0;
}

/* The core voltage rises by a step a time, and has risen at once; the supervisors have settled at once, too. */
static void store_core_voltage(struct clock *clock, uint16_t value)
{
    if (value >> 8 != PMM_PASSWORD || (value & 3) > clock->core_voltage + 1)
        fail(STATUS_CRASHED, "PMMCTL0 = 0x%x: a wrong password, or more than one step of the core voltage", value);
    clock->is_pmm_open = true;
    clock->core_voltage = value & 3;
    clock->pmm_flags |= SVSMLVLRIFG;
}

void pmm_store(struct clock *clock, uint32_t offset, uint16_t value)
{
    if (offset == PMMCTL0)
        store_core_voltage(clock, value);
    else if (!clock->is_pmm_open)
        fail(STATUS_CRASHED, "a register of the PMM is written before PMMCTL0 has got the password");
    else if (offset == SVSMLCTL)
        clock->pmm_flags |= SVSMLDLYIFG;
    else if (offset == PMMIFG)
        clock->pmm_flags = value;
}
