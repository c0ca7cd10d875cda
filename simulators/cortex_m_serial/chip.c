#include "chip.h"

#include <stddef.h>
#include <string.h>

#define KB 1024u

/* Addresses and bits by the documents that the drivers in boards/device name. */
static const struct chip chips[] = {
    {.name = "samd21",
     .code_begin = 0,
     .code_bytes = 256 * KB,
     .ram_begin = 0x20000000,
     .ram_bytes = 32 * KB,
     .port = {0x42001418, 1 << 2, 0x42001418, 1 << 0, 0, 0x42001428, 0x42001428},
     .timer = {0x42003010, 1},
     .rates = samd21_rates,
     .waits = 0x41004004,
     .wait_bits = 0xf << 1,
     .ready = {{0x4000080c, 1 << 1 | 1 << 4 | 1 << 6 | 1 << 7}}},
    {.name = "stm32f4",
     .code_begin = 0x08000000,
     .code_bytes = 1024 * KB,
     .ram_begin = 0x20000000,
     .ram_bytes = 128 * KB,
     .port = {0x40004400, 1 << 5, 0x40004400, 1 << 7, 0, 0x40004404, 0x40004404},
     .rates = stm32f4_rates,
     .waits = 0x40023c00,
     .wait_bits = 0xf,
     .ready = {{0x40023800, 1 << 17 | 1 << 25}, {0x40023808, 2 << 2}}},
    {.name = "stm32l0",
     .code_begin = 0x08000000,
     .code_bytes = 192 * KB,
     .ram_begin = 0x20000000,
     .ram_bytes = 20 * KB,
     .port = {0x4000441c, 1 << 5, 0x4000441c, 1 << 7, 0, 0x40004424, 0x40004428},
     .timer = {0x40000024, 1 << 16},
     .rates = stm32l0_rates,
     .waits = 0x40022000,
     .wait_bits = 1,
     .ready = {{0x40021000, 1 << 2}, {0x4002100c, 1 << 2}}},
    {.name = "nrf52840",
     .code_begin = 0,
     .code_bytes = 1024 * KB,
     .ram_begin = 0x20000000,
     .ram_bytes = 256 * KB,
     .port = {0x40002108, 1, 0x4000211c, 1, 0, 0x40002518, 0x4000251c},
     .rates = nrf52840_rates,
     .ready = {{0x40000100, 1}}},
    {.name = "rp2040",
     .code_begin = 0x20000000,
     .code_bytes = 128 * KB,
     .ram_begin = 0x20020000,
     .ram_bytes = 136 * KB,
     .begins_with_code = 1,
     .port = {0x40034018, 1 << 4, 0x40034018, 1 << 5, 1, 0x40034000, 0x40034000},
     .timer = {0x40054028, 133},
     .rates = rp2040_rates,
     .ready = {{0x4000c008, UINT32_MAX},
               {0x40008038, 1 << 2},
               {0x40008044, 3},
               {0x40024004, 1u << 31},
               {0x40028000, 1u << 31}}},
};

const struct chip *chip_named(const char *name)
{
    for (size_t i = 0; i < sizeof chips / sizeof *chips; i++)
        if (strcmp(chips[i].name, name) == 0)
            return &chips[i];
    return NULL;
}
