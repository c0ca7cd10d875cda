/* What the library and compilers call of the C library; memory.S has it. */
#include "freestanding/string.h"
