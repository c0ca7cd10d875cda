/* What a chip's registers say of its clock: computed from what the image wrote, since nothing else tells an emulated
 * chip with a wrong clock from a right one. */
#ifndef MC_CORTEX_M_SERIAL_CLOCKS_H
#define MC_CORTEX_M_SERIAL_CLOCKS_H

#include <stdint.h>

/* The value that the image last wrote to a register. */
typedef uint32_t written_value(uint32_t address);

/* The clock of the core and the bits a second of the serial port; 0 if they are not set up. */
struct rates {
    double core_hz, baud;
};

struct rates samd21_rates(written_value *written);
struct rates stm32f4_rates(written_value *written);
struct rates stm32l0_rates(written_value *written);
struct rates nrf52840_rates(written_value *written);
struct rates rp2040_rates(written_value *written);

#endif
