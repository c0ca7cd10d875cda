#include "clocks.h"

#include <stdbool.h>

/* Chapters are those that boards/device/<chip>/port.c names. */

/* Whether `value`, where `mask` is 1, is `wanted`. */
static bool is(uint32_t value, uint32_t mask, uint32_t wanted)
{
    return (value & mask) == wanted;
}

static double by(double rate, double divisor)
{
    return divisor > 0 ? rate / divisor : 0;
}

/* The last generator that was set up must be that of the core, number 0, from the DFLL in closed loop. */
struct rates samd21_rates(written_value *written)
{
    const uint32_t divisor = written(0x40000c08), source = written(0x40000c04), dfll = written(0x40000824);
    const bool has_crystal = is(written(0x40000814), 0xe, 0xe), has_loop = is(dfll, 6, 6);
    const bool is_core = is(divisor, 0xf, 0) && is(source, 0x11f0f, 1 << 16 | 7 << 8);
    const double dfll_hz = has_crystal && has_loop ? 32768.0 * (written(0x4000082c) & 0xffff) : 0;
    const double core_hz = is_core ? by(dfll_hz, divisor >> 8 & 0xff) : 0;
    const bool has_own_clock = is(written(0x42001400), 0x1e, 1 << 2 | 1 << 1);
    return (struct rates){core_hz, has_own_clock ? core_hz / 16 * (1 - written(0x4200140c) / 65536.0) : 0};
}

/* With 8 MHz from outside. */
struct rates stm32f4_rates(written_value *written)
{
    const uint32_t pll = written(0x40023804);
    const double input_hz = pll & 1 << 22 ? 8e6 : 16e6;
    const double vco_hz = by(input_hz, pll & 63) * (pll >> 6 & 511);
    const bool is_switched = is(written(0x40023808), 0xfcf3, 2), is_on = written(0x40023800) & 1 << 24;
    const double core_hz = is_switched && is_on ? vco_hz / (2 * (pll >> 16 & 3) + 2) : 0;
    const bool is_enabled = is(written(0x4000440c), 0xa00c, 0x200c); /* 16 samples a bit */
    return (struct rates){core_hz, is_enabled ? by(core_hz, written(0x40004408)) : 0};
}

/* In voltage range 1. */
struct rates stm32l0_rates(written_value *written)
{
    const bool is_switched = is(written(0x4002100c), 0x3ff3, 1), is_on = is(written(0x40021000), 9, 1);
    const bool is_range_1 = is(written(0x40007000), 3 << 11, 1 << 11);
    const double core_hz = is_switched && is_on && is_range_1 ? 16e6 : 0;
    const bool is_enabled = is(written(0x40004400), 0x800d, 0xd);
    return (struct rates){core_hz, is_enabled ? by(core_hz, written(0x4000440c)) : 0};
}

struct rates nrf52840_rates(written_value *written)
{
    const bool is_enabled = written(0x40002500) == 4;
    return (struct rates){64e6, is_enabled ? written(0x40002524) * 16e6 / 4294967296.0 : 0};
}

struct rates rp2040_rates(written_value *written)
{
    const double crystal_hz = is(written(0x40024000), 0xfff000, 0xfab000) ? 12e6 : 0;
    const uint32_t post = written(0x4002800c);
    const double vco_hz = by(crystal_hz, written(0x40028000) & 63) * written(0x40028008);
    const bool has_pll = is(written(0x40028004), 0x29, 0) && is(written(0x4000803c), 0xe1, 1);
    const double core_hz = has_pll ? by(vco_hz, (post >> 16 & 7) * (post >> 12 & 7)) : 0;
    const bool is_of_crystal = is(written(0x40008048), 0x8e0, 0x880),
               is_enabled = is(written(0x40034030), 0x301, 0x301);
    const double divisor = written(0x40034024) + written(0x40034028) / 64.0;
    return (struct rates){core_hz, is_of_crystal && is_enabled ? by(crystal_hz, 16 * divisor) : 0};
}
