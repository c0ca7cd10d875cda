#include "processors.h"

#include <string.h>

#include "failure.h"

const struct processor_kind *processor_find(const char *mcu)
{
    static const struct processor_kind *const kinds[] = {&processor_avr, &processor_msp430};
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i]->mcu, mcu) == 0)
            return kinds[i];
    fail(STATUS_USAGE, "no motes with MCU %s", mcu);
}
