/* Data sheets: MSP430F15x, F16x, F161x (SLAS368) and MSP430F543xA (SLAS655). The lower RAM of the F1611, a second place
 * of part of its RAM, is left out. */
#include "mcu.h"

#include <stddef.h>
#include <string.h>

static const struct mcu mcus[] = {
    {"msp430f1611", false, 0x1100, 0x3900, 0x4000, 0x10000, 0x130, false},
    {"msp430f5438a", true, 0x1c00, 0x5c00, 0x5c00, 0x45c00, 0x4c0, true},
};

const struct mcu *mcu_find(const char *name)
{
    for (size_t i = 0; i < sizeof mcus / sizeof mcus[0]; i++)
        if (strcmp(mcus[i].name, name) == 0)
            return &mcus[i];
    return NULL;
}
