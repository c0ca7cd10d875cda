/* The simulated ATmega: data addresses from 0xFB to 0xFD are reserved on each of them. */
#include "port.h"
