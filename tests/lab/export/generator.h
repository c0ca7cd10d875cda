/* Of the models of random number generators, each of one family of chips: the registers that a drop's source accesses,
 * and the numbers that the generator makes. */
#include <stdint.h>

/* The register at an address, at the time of its access. */
uint32_t *register_at(uint32_t address);

/* The fault that has struck; "" as long as there is none. Called once for each number. */
const char *next_fault(void);

uint32_t next_number(void);
