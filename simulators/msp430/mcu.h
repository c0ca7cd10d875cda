/* The known MCUs: processor, memories, multiplier. */
#ifndef MC_MSP430_MCU_H
#define MC_MSP430_MCU_H

#include <stdbool.h>
#include <stdint.h>

struct mcu {
    const char *name;
    bool is_x; /* CPUX: registers of 20 bits and another table of cycles */
    uint32_t ram_begin, ram_end;
    uint32_t flash_begin, flash_end;
    uint32_t multiplier; /* address of its first register */
    bool has_mpy32;
};

enum { RESET_VECTOR = 0xfffe };

/* NULL if there is none of that name. */
const struct mcu *mcu_find(const char *name);

#endif
