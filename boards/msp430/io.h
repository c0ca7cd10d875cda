/* The simulated MSP430: data addresses below 0x100 and above the special function registers are reserved. */
#include "port.h"
