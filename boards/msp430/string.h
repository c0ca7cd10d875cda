/* The functions of the C library that the library and compilers call; memory.S has them. */
#include "freestanding/string.h"
