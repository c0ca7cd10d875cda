/* The simulated ATmega128: data addresses from 0xFB on are reserved. */
#include "port.h"
